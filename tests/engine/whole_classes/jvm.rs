//! A JVM calls the methods of classes at random: those that are proved do not fail.

use std::fmt::Write;

use hrglass::report::assumption::AssumptionKind;
use hrglass::report::{PropertyReport, Verdict};

use super::checked;
use crate::java_constructs::jvm::thrown_if_valid;
use crate::support::jdk;

const CALLS: &str = include_str!("Calls.java");

/// The methods that verdicts assume not to be called.
fn left_out(reports: &[PropertyReport]) -> Vec<String> {
    let assumptions = reports.iter().flat_map(|report| &report.judgement.assumptions);
    let words = assumptions.map(|assumption| assumption.words.to_string());
    let left_out = words.filter(|words| words.starts_with("no client calls"));
    let names = left_out.flat_map(|words| words.split('`').skip(1).step_by(2).map(str::to_owned).collect::<Vec<_>>());
    names.collect()
}

/// A program in a package of its own, with a method that tells which calls of a class fail.
fn judged(number: usize, text: &str, class: &str, sequences: usize, left_out: &[String]) -> String {
    let is_kept = |line: &&str| !line.starts_with("package ");
    let mut program = format!("package c{number};\n");
    for line in text.lines().filter(is_kept) {
        // A file has one public class, and this one has another name.
        _ = writeln!(program, "{}", line.strip_prefix("public ").unwrap_or(line));
    }
    let names: String = left_out.iter().map(|name| format!(", \"{name}\"")).collect();
    program
        + &format!(
            "class A {{ static String f() {{ return Calls.failing({class}.class, {sequences}{names}); }} }}\n{CALLS}"
        )
}

/// What a JVM says of classes and of what is proved of them.
pub struct Refutation {
    /// What is proved and fails.
    pub wrong: Vec<String>,
    /// How many classes the compiler accepts.
    pub valid: usize,
    /// How many methods, or classes without a report for each, are proved …
    pub proved: usize,
    /// … and how many fail.
    pub failing: usize,
}

/// Calls methods of classes at random, each given with its name, in so many sequences; `folder` is where that is done.
pub fn refute(
    folder: &str,
    classes: &[(String, String)],
    reports: &[Vec<PropertyReport>],
    sequences: usize,
) -> Refutation {
    let programs: Vec<String> = classes
        .iter()
        .zip(reports)
        .enumerate()
        .map(|(number, ((class, text), reports))| judged(number, text, class, sequences, &left_out(reports)))
        .collect();
    let mut found = Refutation { wrong: Vec::new(), valid: 0, proved: 0, failing: 0 };
    for (((class, text), reports), thrown) in classes.iter().zip(reports).zip(thrown_if_valid(folder, &programs)) {
        let Some(thrown) = thrown else { continue };
        assert_eq!(thrown.class, "nothing", "{class}: {}", thrown.message);
        found.valid += 1;
        let fails: Vec<&str> = thrown.message.split(';').filter(|name| !name.is_empty()).collect();
        found.failing += fails.len();
        let [whole, parts @ ..] = &reports[..] else { panic!("{class}") };
        let said = if parts.is_empty() { std::slice::from_ref(whole) } else { parts };
        for report in said.iter().filter(|report| report.judgement.verdict == Verdict::Satisfied) {
            found.proved += 1;
            let assumes_bounds = report.judgement.assumes(AssumptionKind::Bounds);
            let refuted = fails.iter().find(|call| {
                let (name, kind) = call.rsplit_once(' ').expect("a kind");
                let is_of = parts.is_empty() || report.id == name || report.id.ends_with(&format!(".{name}"));
                is_of && !(kind == "index" && assumes_bounds)
            });
            found.wrong.extend(refuted.map(|call| format!("{class}: {} is satisfied, and {call}\n{text}", report.id)));
        }
    }
    found
}

#[test]
fn no_sequence_of_calls_fails_where_a_method_is_proved() {
    if !jdk::is_there() {
        eprintln!("skipped: there is no JDK on the PATH");
        return;
    }
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/own/programs");
    let mut files: Vec<_> =
        std::fs::read_dir(folder).expect("a folder").map(|file| file.expect("a file").path()).collect();
    files.retain(|file| file.extension().is_some_and(|extension| extension == "java"));
    files.sort();
    let classes: Vec<(String, String)> = files
        .iter()
        .map(|file| {
            let class = file.file_stem().expect("a name").to_string_lossy().into_owned();
            (class, std::fs::read_to_string(file).expect("a text"))
        })
        .collect();
    let reports: Vec<Vec<PropertyReport>> = classes.iter().map(|(class, text)| checked(text, class)).collect();
    let Refutation { wrong, valid, proved, failing } = refute("classes", &classes, &reports, 4_000);
    println!("{valid} classes, {proved} methods or classes proved, {failing} methods fail");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(valid * 4 > classes.len() * 3 && proved > classes.len() / 2 && failing > 5, "{valid} {proved} {failing}");
}
