//! Programs in C as students write them: a file and a function, nothing else. What is proposed for them, the verdicts, and what GCC's sanitizers say.

use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use hrglass::base::{Random, Silent};
use hrglass::editor::{NamedText, import_files, load_program, suggest};
use hrglass::report::Verdict;
use hrglass::session::run;
use hrglass::task::{Language, NoFiles, Overrides};
use serde::Deserialize;

use crate::support::gcc;

/// A program with the functions that are asked about.
#[derive(Deserialize)]
struct OwnProgram {
    file: String,
    /// Functions that make structures of `n` objects, for runs.
    build: String,
    entries: Vec<Entry>,
}

/// A function.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Entry {
    entry: String,
    /// Whether it is `satisfied` or `violated` that memory is used as it should be.
    memory_safety: String,
    /// What is found, if it is something else.
    found: Option<String>,
    /// Statements that call it on a structure of `n` objects, and free what there is then.
    run: String,
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/own/c")
}

fn text_of(file: &str) -> String {
    std::fs::read_to_string(folder().join(file)).expect("text")
}

fn programs() -> Vec<OwnProgram> {
    serde_json::from_str(&text_of("programs.json")).expect("programs")
}

/// What is found of a function.
fn found(file: &str, text: &str, entry: &str) -> &'static str {
    let budgets = Overrides { max_states: Some(4_000), max_heap: Some(60), ..Overrides::default() };
    let overrides = Overrides { entry: Some(entry.to_owned()), ..budgets };
    let loaded = load_program(text, file, Language::C, &mut NoFiles, &overrides);
    let session = run(&loaded, &mut Silent);
    let properties = &session.report().properties;
    let any = |verdict| properties.iter().any(|property| property.judgement.verdict == verdict);
    if any(Verdict::Violated) {
        "violated"
    } else if any(Verdict::Suspected) {
        "suspected"
    } else if !properties.is_empty() && properties.iter().all(|p| p.judgement.verdict == Verdict::Satisfied) {
        "satisfied"
    } else {
        "unknown"
    }
}

#[test]
fn functions_of_students_have_the_expected_verdicts() {
    let (mut wrong, mut definite, mut all) = (String::new(), 0, 0);
    for OwnProgram { file, entries, .. } in programs() {
        let text = text_of(&file);
        for Entry { entry, memory_safety, found: other, .. } in entries {
            let verdict = found(&file, &text, &entry);
            all += 1;
            definite += u32::from(verdict == memory_safety);
            let expected = other.as_ref().unwrap_or(&memory_safety);
            if verdict != expected {
                let _ = writeln!(wrong, "{file} {entry}: {verdict} instead of {expected}");
            }
            assert!(verdict != "satisfied" || memory_safety == "satisfied", "{file} {entry}");
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
    assert!(definite * 20 >= all * 19, "{definite} of {all}");
}

/// The table is the truth: what it calls satisfied runs without errors on structures of up to three objects, and what it calls violated does not.
#[test]
fn sanitizers_find_what_the_table_says() {
    if !gcc::is_there() {
        return;
    }
    let folder = gcc::folder("own-c-programs");
    for OwnProgram { file, build, entries } in programs() {
        let mut program =
            format!("#define main own_main\n{}\n#undef main\n#include <stdlib.h>\n{build}\n", text_of(&file));
        let mut cases = String::new();
        for (number, Entry { run, .. }) in entries.iter().enumerate() {
            let _ = writeln!(program, "static void run{number}(int n) {{ {run} }}");
            let _ = writeln!(cases, "case {number}: run{number}(atoi(words[2])); break;");
        }
        let _ = writeln!(
            program,
            "int main(int count, char **words) {{ switch (atoi(words[1])) {{ {cases} }} return 0; }}"
        );
        let binary = gcc::compiled(&folder, &["-fsanitize=address,undefined", "-fno-sanitize-recover"], &program);
        for (number, Entry { entry, memory_safety, .. }) in entries.iter().enumerate() {
            let is_right = (0..=3).all(|count| {
                let mut run = Command::new(&binary);
                run.args([number.to_string(), count.to_string()]).stdout(Stdio::null()).stderr(Stdio::null());
                run.status().expect("it runs").success()
            });
            assert_eq!(is_right, memory_safety == "satisfied", "{file} {entry}");
        }
    }
}

/// Whatever is missing in a program, something is said of it.
#[test]
fn parts_of_programs_cause_no_panic() {
    let mut random = Random::new(3);
    for OwnProgram { file, .. } in programs() {
        let whole = text_of(&file);
        for _ in 0..3 {
            let from = random.below(whole.len());
            let to = from + random.below((whole.len() - from).min(200));
            let text = [whole.get(..from), whole.get(to..)].into_iter().flatten().collect::<String>();
            let gathered = import_files(&[NamedText { name: file.clone(), text }]);
            assert!(gathered.task.is_some() || !gathered.diagnostics.is_empty(), "{file}");
            gathered.task.iter().for_each(|task| _ = suggest(task));
        }
    }
}
