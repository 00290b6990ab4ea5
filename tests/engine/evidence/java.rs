//! Exported tests, run by a JVM: they fail exactly if the property does, and walk-throughs never fail.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;

use hrglass::report::evidence::EvidenceKind;
use hrglass::task::{Language, Loaded};

use super::shapes::{run_shape, shapes};
use super::{violated, violations};
use crate::support::jdk::{self, JUNIT};

/// Faults with their corrections, with which the same tests do not fail.
const REPAIRS: &[(&str, &str, &str)] = &[
    (
        "remove-last-faulty.json",
        "SLList current = head;",
        "if (head.next == null) { return null; } SLList current = head;",
    ),
    ("private", "return first.next;", "return first;"),
    ("numbers", "return s;", "s.few = 4; return s;"),
    ("collection", "return bag.weight;", "return 0;"),
    ("overloaded", "Knoten g = k.n\u{e4}chster;", "Knoten g = o;"),
];

fn write(folder: &Path, name: &str, text: &str) {
    std::fs::create_dir_all(folder).expect("a folder");
    std::fs::write(folder.join(name), text).expect("a file");
}

/// Compiles and runs the tests of some folders; folder, class, method and outcome of each.
fn run_tests(root: &Path) -> Vec<Vec<String>> {
    JUNIT.iter().for_each(|(name, text)| write(&root.join("junit"), name, text));
    write(root, "RunTests.java", include_str!("RunTests.java"));
    let output = Command::new("java").arg(root.join("RunTests.java")).arg(root).output().expect("Java runs");
    let (out, err) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert!(output.status.success(), "{out}\n{err}");
    out.lines().map(|line| line.split('\t').map(str::to_owned).collect::<Vec<_>>()).filter(|l| l.len() == 4).collect()
}

#[test]
fn tests_fail_where_the_property_does() {
    if !jdk::is_there() {
        eprintln!("skipped: there is no JDK on the PATH");
        return;
    }
    let root: PathBuf = Path::new(env!("CARGO_TARGET_TMPDIR")).join("junit");
    let _ = std::fs::remove_dir_all(&root);
    let mut paths = BTreeMap::new();
    let mut texts = BTreeMap::new();
    let is_java = |loaded: &Loaded| loaded.task.program.language == Language::Java;
    let tasks = violated().into_iter().map(|(path, _, loaded, session)| (path, loaded, session));
    let tasks = tasks.filter(|(_, loaded, _)| is_java(loaded));
    let shapes = shapes().into_iter().map(|(name, task)| {
        let (loaded, session) = run_shape(&task);
        (name.to_owned(), loaded, session)
    });
    let (mut repaired, mut skipped) = (0, 0);
    for (number, (path, loaded, session)) in tasks.chain(shapes).enumerate() {
        let folder = root.join(number.to_string());
        let repair = REPAIRS.iter().find(|(name, ..)| path.ends_with(name));
        let again = root.join(format!("{number} repaired"));
        // A run on which an `assert` fails continues differently if assertions are disabled.
        let unasserted = (path == "asserted").then(|| root.join(format!("{number} unasserted")));
        let mut bodies = Vec::new();
        for property in violations(&session) {
            let Some(file) = session.evidence_file(property, EvidenceKind::Junit) else {
                panic!("{path}: no test of {property:?}");
            };
            // Several strategies may produce the same file.
            let class = file.name.trim_end_matches(".java");
            let body = file.text.replace(class, "");
            if bodies.contains(&body) {
                continue;
            }
            bodies.push(body);
            write(&folder.join("tests"), &file.name, &file.text);
            texts.insert((number.to_string(), class.to_owned()), file.text.clone());
            if repair.is_some() {
                write(&again.join("tests"), &file.name, &file.text);
                repaired += 1;
            }
            if let Some(folder) = &unasserted {
                write(&folder.join("tests"), &file.name, &file.text);
                skipped += 1;
            }
        }
        for &file in &loaded.program_files {
            let file = loaded.sources.file(file);
            let name = Path::new(&file.name).file_name().map(|n| n.to_string_lossy().into_owned()).expect("a name");
            write(&folder, &name, &file.text);
            if let Some(folder) = &unasserted {
                write(folder, &name, &file.text);
            }
            if let Some((_, mistake, right)) = repair {
                assert!(file.text.contains(mistake), "{path}");
                write(&again, &name, &file.text.replace(mistake, right));
            }
        }
        paths.insert(number.to_string(), path);
    }
    let (mut asserting, mut walking, mut wrong, mut programs) = (0, 0, Vec::new(), 0);
    for line in run_tests(&root) {
        let [folder, class, method, outcome] = &line[..] else { continue };
        if folder.ends_with(" repaired") {
            repaired -= 1;
            if outcome != "ok" {
                wrong.push(format!("{folder}: {class} {method} {outcome}"));
            }
            continue;
        }
        if folder.ends_with(" unasserted") {
            skipped -= 1;
            if !outcome.contains("Skipped: needs the assertions of the program: java -ea") {
                wrong.push(format!("{folder}: {class} {method} {outcome}"));
            }
            continue;
        }
        let path = &paths[folder];
        if outcome.starts_with("program ") {
            programs += 1;
            wrong.push(format!("{path}: {outcome}"));
            continue;
        }
        let text = texts.remove(&(folder.clone(), class.clone()));
        let asserts = method.starts_with("holds");
        let failed = outcome.starts_with("java.lang.AssertionError: ") || outcome.contains("StackOverflowError");
        let as_expected = if asserts { failed } else { method.starts_with("walkThrough") && outcome == "ok" };
        if !as_expected {
            wrong.push(format!("{path}: {class} {method} {outcome}\n{}", text.unwrap_or_default()));
        }
        if asserts { asserting += 1 } else { walking += 1 }
    }
    println!("{asserting} tests with assertions, {walking} walk-throughs, {programs} programs that do not compile");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert_eq!(skipped, 0, "all tests were run without assertions");
    assert_eq!(repaired, 0, "all tests of repaired programs were run");
    assert!(texts.is_empty(), "not run: {:?}", texts.keys());
    assert!(asserting > 30 && walking > 30);
}
