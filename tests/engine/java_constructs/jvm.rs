//! Runs `A.f()` of many programs in one JVM, each in a separate package.

use std::path::Path;
use std::process::Command;

const RUNNER: &str = r#"import java.lang.reflect.InvocationTargetException;
public class Run {
    public static void main(String[] args) throws Exception {
        java.io.PrintStream out = System.out;
        System.setOut(new java.io.PrintStream(java.io.OutputStream.nullOutputStream()));
        for (int i = 0; i < Integer.parseInt(args[0]); i++) {
            String thrown = "nothing\t";
            try {
                Class.forName("c" + i + ".A").getMethod("f").invoke(null);
            } catch (InvocationTargetException e) {
                thrown = described(e.getCause());
            } catch (Throwable e) {
                thrown = described(e);
            }
            out.println(thrown);
        }
        System.exit(0);
    }

    static String described(Throwable e) {
        return e.getClass().getName() + "\t" + String.valueOf(e.getMessage()).lines().findFirst().orElse("");
    }
}
"#;

/// What each program throws.
pub struct Thrown {
    /// Its class; `nothing` if the program returns.
    pub class: String,
    /// Its message, or `null`.
    pub message: String,
}

/// The exception thrown by each program. They are written to a folder of this name.
pub fn thrown(name: &str, programs: &[String]) -> Vec<Thrown> {
    let root = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = std::fs::remove_dir_all(&root);
    std::fs::create_dir_all(&root).expect("a folder");
    std::fs::write(root.join("Run.java"), RUNNER).expect("a file");
    let mut javac = Command::new("javac");
    javac.current_dir(&root).args(["-nowarn", "-Xlint:none", "-d", ".", "Run.java"]);
    for (number, program) in programs.iter().enumerate() {
        let folder = root.join(format!("c{number}"));
        std::fs::create_dir_all(&folder).expect("a folder");
        std::fs::write(folder.join("A.java"), program).expect("a file");
        javac.arg(format!("c{number}/A.java"));
    }
    let compiled = javac.output().expect("javac runs");
    assert!(compiled.status.success(), "{}", String::from_utf8_lossy(&compiled.stderr));
    let mut java = Command::new("java");
    java.current_dir(&root).args(["-ea", "-cp", ".", "Run", &programs.len().to_string()]);
    let ran = java.output().expect("java runs");
    assert!(ran.status.success(), "{}", String::from_utf8_lossy(&ran.stderr));
    let printed = String::from_utf8_lossy(&ran.stdout).into_owned();
    let lines = printed.lines().map(|line| line.split_once('\t').expect("class and message"));
    lines.map(|(class, message)| Thrown { class: class.to_owned(), message: message.to_owned() }).collect()
}
