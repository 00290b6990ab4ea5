//! What GCC and a JVM say of the conditions of rows.

use std::fmt::Write;
use std::path::Path;
use std::process::Command;

use super::Fate;
use super::row::{Row, java};
use crate::support::{gcc, jdk};

/// The rows that a compiler must have, with each of their tokens; those that are unknown are compiled and not run.
fn judged(rows: &[Row]) -> impl Iterator<Item = (&Row, &String)> {
    let rows = rows.iter().filter(|row| row.is_judged && row.fate != Fate::Error);
    rows.flat_map(|row| row.tokens.iter().map(move |token| (row, token)))
}

/// The snippets whose condition is false, as GCC says.
pub fn by_gcc(rows: &[Row]) -> Vec<String> {
    if !gcc::is_there() {
        return Vec::new();
    }
    let folder = gcc::folder("tokens");
    let mut wrong = Vec::new();
    for (row, token) in judged(rows) {
        let [declarations, statements, condition] = row.parts(token, row.fate != Fate::Harmless);
        let is_run = !condition.is_empty() && row.fate != Fate::Unknown;
        let condition = if condition.is_empty() { "1" } else { &condition };
        let text = format!(
            "static int nondet(void) {{ return 0; }}\n{declarations}\nstatic int holds(void) {{\n{statements}\nreturn ({condition}); }}\n\
             int main(void) {{ return {}; }}\n",
            if is_run { "holds() ? 0 : 42" } else { "(long)holds == 1" }
        );
        let (file, binary) = (folder.join("token.c"), folder.join("token"));
        std::fs::write(&file, &text).expect("it is written");
        let compiled = Command::new("gcc").args(["-std=gnu11", "-O0", "-w", "-o"]).arg(&binary).arg(&file).output();
        let compiled = compiled.expect("gcc runs");
        if !compiled.status.success() {
            wrong.push(format!("`{token}`: {}", String::from_utf8_lossy(&compiled.stderr)));
        } else if !Command::new(&binary).status().expect("it runs").success() {
            wrong.push(format!("`{token}`: {text}"));
        }
    }
    wrong
}

/// The snippets whose condition is false, as a JVM says.
pub fn by_jvm(rows: &[Row]) -> Vec<String> {
    if !jdk::is_there() {
        return Vec::new();
    }
    let root = Path::new(env!("CARGO_TARGET_TMPDIR")).join("tokens-java");
    let _ = std::fs::remove_dir_all(&root);
    let mut javac = Command::new("javac");
    let mut calls = String::new();
    let mut names = Vec::new();
    for (number, (row, token)) in judged(rows).enumerate() {
        let [declarations, statements, condition] = row.parts(token, row.fate != Fate::Harmless);
        let is_run = row.fate != Fate::Unknown;
        let condition = if condition.is_empty() { "1 == 1".to_owned() } else { condition };
        let method = format!("public static boolean holds() {{\n{statements}\nreturn ({condition});\n}}");
        let folder = root.join(format!("t{number}"));
        std::fs::create_dir_all(&folder).expect("a folder");
        let text = format!("package t{number};\n{}", java("A", &declarations, &method));
        std::fs::write(folder.join("A.java"), text).expect("a file");
        javac.arg(format!("t{number}/A.java"));
        let _ = writeln!(
            calls,
            "System.out.println({});",
            if is_run { format!("t{number}.A.holds()") } else { "true".to_owned() }
        );
        names.push(token.clone());
    }
    let run = format!("public class Run {{ public static void main(String[] words) {{\n{calls}}} }}\n");
    std::fs::write(root.join("Run.java"), run).expect("a file");
    let compiled = javac.current_dir(&root).args(["-nowarn", "-Xlint:none", "-d", ".", "Run.java"]).output();
    let compiled = compiled.expect("javac runs");
    assert!(compiled.status.success(), "{}", String::from_utf8_lossy(&compiled.stderr));
    let ran = Command::new("java").current_dir(&root).args(["-ea", "-cp", ".", "Run"]).output().expect("java runs");
    assert!(ran.status.success(), "{}", String::from_utf8_lossy(&ran.stderr));
    let said = String::from_utf8_lossy(&ran.stdout).into_owned();
    names.into_iter().zip(said.lines()).filter(|(_, said)| *said != "true").map(|(name, _)| name).collect()
}
