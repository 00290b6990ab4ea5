//! The collections that the front end knows in Java, compared with those of the JDK: random sequences of calls in a JVM.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::support::{cases, jdk};

const JUDGE: [(&str, &str); 9] = [
    ("model/Cells.java", include_str!("java_library/Cells.java")),
    ("Judge.java", include_str!("java_library/Judge.java")),
    ("Own.java", include_str!("java_library/Own.java")),
    ("Pairs.java", include_str!("java_library/Pairs.java")),
    ("Rules.java", include_str!("java_library/Rules.java")),
    ("Sequence.java", include_str!("java_library/Sequence.java")),
    ("Slot.java", include_str!("java_library/Slot.java")),
    ("Values.java", include_str!("java_library/Values.java")),
    ("World.java", include_str!("java_library/World.java")),
];

/// What both use is that of the JDK.
const SHARED: [&str; 2] = ["Comparator", "Iterator"];
const HEADER: &str = "package model;
import java.util.Arrays;
import java.util.Comparator;
import java.util.ConcurrentModificationException;
import java.util.EmptyStackException;
import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.Random;
import java.util.function.*;
";

/// Random streams, and for which library they are compiled: the package, the imports, and how a collection becomes a stream.
const PIPELINES: &str = include_str!("java_library/Pipelines.java");
const SIDES: [(&str, &str, &str); 2] = [
    ("jdk", "import java.util.*;\nimport java.util.stream.*;", "all.stream()"),
    ("made", "import model.*;", "Cells.stream(all)"),
];

/// As proofs have it: hash maps are in order of insertion. Executions of random methods show that of the JDK (`jvm/closed.rs`).
const NATIVE: [(&str, &str); 9] = [
    ("static native boolean isStable(Object key);", "static boolean isStable(Object key) { return false; }"),
    ("static native boolean isOne(Object a, Object b);", "static boolean isOne(Object a, Object b) { return a == b; }"),
    ("static native boolean isExecuted();", "static boolean isExecuted() { return false; }"),
    ("static native boolean isIdentity(Object o);", "static boolean isIdentity(Object o) { return false; }"),
    ("static native void arrange(Object collection);", "static void arrange(Object collection) { }"),
    ("static native void anyOrder();", "static void anyOrder() { }"),
    // What a stream counts without asking for it.
    ("new Random().nextBoolean()", "true"),
    ("static native void interfere();", "static void interfere() { throw new AssertionError(); }"),
    (
        "static native void present(Object o);",
        "static void present(Object o) { if (o == null) throw new AssertionError(); }",
    ),
];

/// To update what the collections lack: `UPDATE_EXPECT=1 cargo test java_library::`.
#[test]
fn collections_do_what_those_of_the_jdk_do() {
    if !jdk::is_there() {
        eprintln!("skipped: there is no JDK on the PATH");
        return;
    }
    let root = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("java-library-{}", std::process::id()));
    let _ = std::fs::remove_dir_all(&root);
    let mut files = write_model(&root.join("model"));
    for (name, text) in JUDGE {
        files.push(write(&root.join(name), text));
    }
    for (package, imports, stream) in SIDES {
        let code = PIPELINES.replace("SIDE", package).replace("IMPORTS", imports).replace("STREAM", stream);
        files.push(write(&root.join(package).join("Pipelines.java"), &code));
    }
    let classes = root.join("classes");
    let mut javac = Command::new("javac");
    javac.args(["-nowarn", "-Xlint:-options", "-encoding", "UTF-8", "-implicit:none", "-d"]).arg(&classes);
    let output = javac.arg("-sourcepath").arg(&root).args(&files).output().expect("javac runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let mut java = Command::new("java");
    java.args(["-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xshare:auto", "-cp"]).arg(&classes).arg("Judge");
    java.arg(root.join("model")).args([cases::scaled(8_000).to_string(), cases::seed(1).to_string()]);
    let output = java.output().expect("Java runs");
    let (out, err) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert!(output.status.success(), "{out}\n{err}");
    let (compared, missing) = out.split_once("missing\n").expect("the judge ends");
    println!("{compared}");
    assert!(compared.starts_with("compared"), "{compared}");
    let _ = std::fs::remove_dir_all(&root);

    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/engine/java_library/missing.txt");
    if std::env::var_os("UPDATE_EXPECT").is_some() {
        std::fs::write(&path, missing).expect("it can be written");
        return;
    }
    let written = std::fs::read_to_string(&path).unwrap_or_default();
    assert_eq!(written, missing, "missing.txt: update it with UPDATE_EXPECT=1");
}

/// Writes the classes of `java.util`, and its streams, as ones of another package, which can be beside the JDK's.
fn write_model(folder: &Path) -> Vec<PathBuf> {
    let sources = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/java/library");
    let mut files = Vec::new();
    for entry in std::fs::read_dir(sources).expect("the library") {
        let path = entry.expect("a file").path();
        let name = path.file_stem().expect("a name").to_string_lossy();
        let text = std::fs::read_to_string(&path).expect("a text");
        let packages = ["package java.util;\n", "package java.util.stream;\n"];
        let Some(code) = packages.iter().find_map(|package| text.strip_prefix(package)) else { continue };
        if !SHARED.contains(&&*name) {
            let code =
                NATIVE.iter().fold(code.to_owned(), |code, (declared, with_code)| code.replace(declared, with_code));
            files.push(write(&folder.join(format!("{name}.java")), &format!("{HEADER}{code}")));
        }
    }
    files
}

fn write(path: &Path, text: &str) -> PathBuf {
    std::fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
    std::fs::write(path, text).expect("a file");
    path.to_owned()
}
