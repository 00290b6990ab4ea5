//! Runs `A.f()` of many programs in one JVM, each in a separate package.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Command;

const RUNNER: &str = r#"import java.lang.reflect.InvocationTargetException;
public class Run {
    public static void main(String[] args) throws Exception {
        java.io.PrintStream out = System.out;
        System.setOut(new java.io.PrintStream(java.io.OutputStream.nullOutputStream()));
        for (int i = 0; i < Integer.parseInt(args[0]); i++) {
            String thrown = "nothing\t";
            try {
                java.lang.reflect.Method f = Class.forName("c" + i + ".A").getDeclaredMethod("f");
                f.setAccessible(true);
                Object result = f.invoke(null);
                thrown += result;
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

/// How a program ends.
pub struct Thrown {
    /// The class of the exception that it throws; `nothing` if it returns.
    pub class: String,
    /// Its message, or `null`; of a program that returns the result.
    pub message: String,
}

/// How each program ends. They are written to a folder of this name.
pub fn thrown(name: &str, programs: &[String]) -> Vec<Thrown> {
    let root = folder(name);
    let numbers: Vec<usize> = (0..programs.len()).collect();
    if let Err(said) = compile(&root, programs, &numbers) {
        panic!("{said}");
    }
    run(&root, programs.len())
}

/// The same for programs of which javac refuses some: `None`.
pub fn thrown_if_valid(name: &str, programs: &[String]) -> Vec<Option<Thrown>> {
    let root = folder(name);
    let valid = valid(&root, programs, (0..programs.len()).collect());
    let ran = run(&root, programs.len()).into_iter().enumerate();
    ran.map(|(number, thrown)| valid.contains(&number).then_some(thrown)).collect()
}

/// Compiles those of the programs with these numbers that javac accepts. It crashes on some.
fn valid(root: &Path, programs: &[String], mut numbers: Vec<usize>) -> Vec<usize> {
    while let Err(said) = compile(root, programs, &numbers) {
        let wrong: BTreeSet<usize> = said
            .lines()
            .filter(|line| line.contains(": error:"))
            .filter_map(|line| line.strip_prefix('c')?.split_once('/')?.0.parse().ok())
            .collect();
        if wrong.is_empty() {
            let rest = numbers.split_off(numbers.len() / 2);
            let halves = if numbers.is_empty() { Vec::new() } else { vec![numbers, rest] };
            return halves.into_iter().flat_map(|half| valid(root, programs, half)).collect();
        }
        numbers.retain(|number| !wrong.contains(number));
    }
    numbers
}

/// An empty folder with the runner.
fn folder(name: &str) -> PathBuf {
    let root = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = std::fs::remove_dir_all(&root);
    std::fs::create_dir_all(&root).expect("a folder");
    std::fs::write(root.join("Run.java"), RUNNER).expect("a file");
    root
}

/// Compiles the programs with these numbers, or what javac says.
fn compile(root: &Path, programs: &[String], numbers: &[usize]) -> Result<(), String> {
    let mut javac = Command::new("javac");
    javac.current_dir(root).args(["-nowarn", "-Xlint:none", "-Xmaxerrs", "10000", "-d", ".", "Run.java"]);
    for &number in numbers {
        let folder = root.join(format!("c{number}"));
        std::fs::create_dir_all(&folder).expect("a folder");
        std::fs::write(folder.join("A.java"), &programs[number]).expect("a file");
        javac.arg(format!("c{number}/A.java"));
    }
    let compiled = javac.output().expect("javac runs");
    if compiled.status.success() { Ok(()) } else { Err(String::from_utf8_lossy(&compiled.stderr).into_owned()) }
}

/// How each program ends, as `Run` says.
fn run(root: &Path, count: usize) -> Vec<Thrown> {
    let mut java = Command::new("java");
    java.current_dir(root).args(["-ea", "-cp", ".", "Run", &count.to_string()]);
    let ran = java.output().expect("java runs");
    assert!(ran.status.success(), "{}", String::from_utf8_lossy(&ran.stderr));
    let printed = String::from_utf8_lossy(&ran.stdout).into_owned();
    let lines = printed.lines().map(|line| line.split_once('\t').expect("class and message"));
    let all: Vec<Thrown> =
        lines.map(|(class, message)| Thrown { class: class.to_owned(), message: message.to_owned() }).collect();
    assert_eq!(all.len(), count);
    all
}
