//! Programs in a real JVM: one compilation and one process for all of them.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;

use super::outcome::Answer;
use crate::support::jdk::JUNIT;

/// Programs and runs for one JVM.
#[derive(Default)]
pub struct Batch {
    /// By package, the files of programs: names and texts.
    pub files: BTreeMap<String, Vec<(String, String)>>,
    /// The cases to run, in the format of `RunPrograms`.
    pub cases: String,
}

impl Batch {
    /// Adds a run of a method of a program on the input given by the commands `orders`.
    pub fn call(&mut self, id: &str, package: &str, class: &str, method: &str, types: &[String], orders: &str) {
        let types: String = types.iter().map(|t| format!(" {t}")).collect();
        self.cases += &format!("case {id} {package} {class} {method}{types}\n{orders}run\n");
    }

    /// Adds a run of the tests of a class.
    pub fn test(&mut self, id: &str, package: &str, class: &str) {
        self.cases += &format!("case {id} {package} test {class}\nrun\n");
    }

    /// Runs everything in a folder of this name, which is emptied first. Rejected programs have an answer by their
    /// package.
    pub fn run(&self, name: &str) -> BTreeMap<String, Vec<Answer>> {
        // Several campaigns may run at the same time.
        let root = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("{name}-{}", std::process::id()));
        let _ = std::fs::remove_dir_all(&root);
        let programs = root.join("programs");
        for (package, files) in &self.files {
            let folder = programs.join(package);
            files.iter().for_each(|(name, text)| write(&folder.join(name), text));
        }
        let cases = root.join("cases.txt");
        write(&cases, &self.cases);
        let judge = compile_judge(&root);
        let mut java = Command::new("java");
        // Short runs are over before the optimising compiler pays off.
        java.args(["-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xshare:auto", "-cp"])
            .arg(&judge)
            .arg("RunPrograms");
        let output = java.arg(&programs).arg(&cases).arg(&judge).output().expect("Java runs");
        let (out, err) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
        assert!(output.status.success(), "{}\n{err}", root.display());
        let _ = std::fs::remove_dir_all(&root);
        let mut answers: BTreeMap<String, Vec<Answer>> = BTreeMap::new();
        for line in out.lines() {
            let (id, answer) = Answer::read(line);
            answers.entry(id).or_default().push(answer);
        }
        answers
    }
}

/// The compiled classes of `RunPrograms` and of the substitute for JUnit.
fn compile_judge(root: &Path) -> PathBuf {
    let (sources, classes) = (root.join("judge"), root.join("judge-classes"));
    let judge = ("RunPrograms.java", include_str!("RunPrograms.java"));
    let mut javac = Command::new("javac");
    javac.args(["-nowarn", "-XDignore.symbol.file", "-d"]).arg(&classes);
    for (name, text) in JUNIT.into_iter().chain([judge]) {
        write(&sources.join(name), text);
        javac.arg(sources.join(name));
    }
    let output = javac.output().expect("javac runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    classes
}

fn write(path: &Path, text: &str) {
    std::fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
    std::fs::write(path, text).expect("a file");
}
