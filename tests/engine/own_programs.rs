//! Programs as people bring them: a class and a method, nothing else. The table in `docs/own-programs.md`.

use std::path::Path;

use expect_test::expect_file;
use hrglass::base::{Severity, Silent};
use hrglass::editor::load_program;
use hrglass::report::Verdict;
use hrglass::session::run;
use hrglass::task::{Language, NoFiles, Overrides};
use serde::Deserialize;

use crate::support::own::own_program;
use crate::support::program::program;

/// A program with the method that is asked about.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct OwnProgram {
    file: String,
    entry: String,
    /// Whether its memory safety is `satisfied` or `violated`, for structures as they are meant.
    memory_safety: String,
}

const TEXT: &str = "# Programs as people bring them\n\n\
    Sixty classes, written as students and engineers write them before anybody tried to check them: generics, `main`, arrays, strings, nested \
    classes, iterators. Each is checked as it is, with `hrglass check FILE.java --entry METHOD`: which structure the classes are is found out by \
    the [proposal](input-formats.md#programs-alone). The third column is the truth, for structures as they are meant.\n\n\
    - *suspected*: a run of the abstraction fails, and no execution was found that does.\n\
    - *refused*: the method reaches a construct that is not modelled.\n\n";

/// What is found of a program.
fn found(own: &OwnProgram, text: &str) -> (&'static str, String) {
    let budgets = Overrides { max_states: Some(4_000), max_heap: Some(60), ..Overrides::default() };
    let overrides = Overrides { entry: Some(own.entry.clone()), ..budgets };
    let loaded = load_program(text, &own.file, Language::Java, &mut NoFiles, &overrides);
    let session = run(&loaded, &mut Silent);
    let report = session.report();
    let Some(judgement) = report.memory_safety() else {
        let error = report.diagnostics.iter().find(|diagnostic| diagnostic.severity == Severity::Error);
        return ("refused", error.map_or_else(String::new, |error| error.message.to_string()));
    };
    let reason = judgement.reason.as_deref().unwrap_or_default().to_owned();
    match judgement.verdict {
        Verdict::Satisfied => ("satisfied", String::new()),
        Verdict::Violated => ("violated", String::new()),
        Verdict::Suspected => ("suspected", reason),
        Verdict::Unknown => ("unknown", reason),
    }
}

/// To update it: `UPDATE_EXPECT=1 cargo test own_programs::`.
#[test]
fn the_documented_table_is_up_to_date() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/own");
    let read = |path: &str| std::fs::read_to_string(folder.join(path)).expect("text");
    let programs: Vec<OwnProgram> = serde_json::from_str(&read("programs.json")).expect("programs");
    let (mut rows, mut right, mut beyond, mut wrong) = (String::new(), 0, 0, Vec::new());
    for own in &programs {
        let (text, path) = own_program(&own.file);
        let (verdict, reason) = found(own, &text);
        right += u32::from(verdict == own.memory_safety);
        beyond += u32::from(verdict == "violated" && own.memory_safety == "satisfied");
        if verdict == "satisfied" && own.memory_safety == "violated" {
            wrong.push(own.entry.as_str());
        }
        let reason = reason.replace('|', "\\|");
        let link = format!("[{}](../{path})", own.entry);
        rows += &format!("| {link} | {} | {verdict} | {reason} |\n", own.memory_safety);
    }
    let head = format!(
        "{right} of {} verdicts are definite and right. {} on heaps that nobody means: payload that is null, or structures \
         that no proposal knows.\n\n",
        programs.len(),
        if beyond == 1 { "1 violation is".to_owned() } else { format!("{beyond} violations are") },
    );
    let table = "| method | memory safety | verdict | why |\n| --- | --- | --- | --- |\n";
    expect_file!["../../docs/own-programs.md"].assert_eq(&format!("{TEXT}{head}{table}{rows}"));
    assert!(wrong.is_empty(), "satisfied, but wrong: {wrong:?}");
}

/// What the analysed method does not reach refuses nothing.
#[test]
fn settings_beside_which_there_is_more_are_read() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/own/settings");
    let mut checked = 0;
    for entry in std::fs::read_dir(&folder).expect("a folder").flatten() {
        let files = std::fs::read_dir(entry.path()).expect("a folder").flatten().map(|file| file.path());
        for path in files.filter(|path| path.extension().is_some_and(|extension| extension == "attestor")) {
            let output = program(&entry.path()).arg("check").arg(&path).output().expect("the program");
            let [shown, said] = [&output.stdout, &output.stderr].map(|text| String::from_utf8_lossy(text).into_owned());
            assert!(!said.contains("error"), "{}: {said}", path.display());
            assert!(shown.contains("memory safety"), "{}: {shown}", path.display());
            checked += 1;
        }
    }
    assert_eq!(checked, 10);
}
