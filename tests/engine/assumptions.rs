//! What verdicts take for granted is a part of them.

use std::collections::BTreeSet;

use hrglass::base::Silent;
use hrglass::editor::load_program;
use hrglass::report::Judgement;
use hrglass::report::assumption::{Assumption, AssumptionKind};
use hrglass::session::run;
use hrglass::task::{Language, Loaded, NoFiles, Overrides, load};
use serde_json::json;

fn judgements(loaded: &Loaded) -> Vec<(String, Judgement)> {
    let session = run(loaded, &mut Silent);
    let report = session.report();
    assert!(!report.properties.is_empty(), "{:?}", report.diagnostics);
    report.properties.iter().map(|property| (property.id.clone(), property.judgement.clone())).collect()
}

/// What is assumed of each property, besides what is assumed of every program.
fn assumed(loaded: &Loaded) -> Vec<String> {
    let words = |judgement: &Judgement| Assumption::in_words(&judgement.assumptions);
    judgements(loaded)
        .iter()
        .map(|(id, judgement)| format!("{id} {:?} {}", judgement.verdict, words(judgement).unwrap_or_default()))
        .collect()
}

fn program(text: &str, language: Language, overrides: &Overrides) -> Loaded {
    let name = if language == Language::C { "a.c" } else { "A.java" };
    load_program(text, name, language, &mut NoFiles, overrides)
}

fn entry(name: &str) -> Overrides {
    Overrides { entry: Some(name.to_owned()), ..Overrides::default() }
}

/// The table of the documentation has each kind once.
#[test]
fn the_documentation_lists_all_kinds() {
    let name = |kind| serde_json::to_value(kind).expect("JSON").as_str().expect("a name").to_owned();
    let known: BTreeSet<String> = AssumptionKind::ALL.into_iter().map(name).collect();
    let rows = include_str!("../../docs/assumptions.md").lines().skip_while(|line| !line.starts_with("| ---"));
    let rows = rows.filter_map(|line| line.strip_prefix("| `"));
    let listed: Vec<String> = rows.filter_map(|row| Some(row.split_once('`')?.0.to_owned())).collect();
    assert_eq!(listed.iter().cloned().collect::<BTreeSet<String>>(), known);
    assert_eq!(listed.len(), known.len());
}

#[test]
fn every_program_may_use_stack_and_memory() {
    let java = "class A { static void f() { } }";
    let c = "void reach_error(void) { } int main(void) { reach_error(); return 0; }";
    for (text, language, start) in [(java, Language::Java, "A.f"), (c, Language::C, "main")] {
        for (id, judgement) in judgements(&program(text, language, &entry(start))) {
            assert!(judgement.assumes(AssumptionKind::Stack) && judgement.assumes(AssumptionKind::Allocation), "{id}");
            assert_eq!(Assumption::in_words(&judgement.assumptions), None, "{id}");
        }
    }
}

/// The structure that is proposed, and what parameters hold.
#[test]
fn proposed_inputs_are_assumed() {
    let text = "class A { A next; Object data; static int f(A a, A b) { int n = 0; while (a != null) { a = a.next; n++; } \
                return n + b.data.hashCode(); } }";
    let found = assumed(&program(text, Language::Java, &entry("A.f")));
    assert!(found[0].contains("`a` is any list through `next`"), "{found:?}");
}

/// Where there is no static variable, or the library is called, nothing is assumed.
#[test]
fn functions_of_others_in_c_are_assumed_to_change_no_static_variable() {
    let start = "void reach_error(void); void other(void); int abs(int);";
    let text = format!("{start} int g; int main(void) {{ other(); if (g) reach_error(); return 0; }}");
    let said = assumed(&program(&text, Language::C, &entry("main")));
    assert_eq!(said, ["unreach-call Satisfied if `other` changes no static variable and nothing that one leads to"]);
    for text in [
        format!("{start} int main(void) {{ int g = 0; other(); if (g) reach_error(); return 0; }}"),
        format!("{start} int g; int main(void) {{ abs(1); if (g) reach_error(); return 0; }}"),
    ] {
        assert_eq!(assumed(&program(&text, Language::C, &entry("main"))), ["unreach-call Satisfied "]);
    }
}

#[test]
fn methods_without_a_body_are_assumed_to_be_pure() {
    let text = "class A { static native int g(); static void f() { if (g() > 0) g(); } }";
    let pure = Overrides { assume_pure: vec!["A.g".to_owned()], ..entry("A.f") };
    let found = assumed(&program(text, Language::Java, &pure));
    assert_eq!(found, ["memorySafety Satisfied if `A.g` changes nothing, and returns some value"]);
    let unused = Overrides { assume_pure: vec!["A.h".to_owned()], ..entry("A.f") };
    let text = "class A { static native int h(); static void f() { } }";
    assert_eq!(assumed(&program(text, Language::Java, &unused)), ["memorySafety Satisfied "]);
}

#[test]
fn contracts_are_assumed() {
    let text = include_str!("../tasks/contracts/trusted.json");
    let found = assumed(&load(text, "task.json", &mut NoFiles));
    assert!(
        found.iter().all(|it| it.ends_with("if every call of `SLList.last` does what its contracts say")),
        "{found:?}"
    );
}

/// In C, what a property does not look for may end a run earlier.
#[test]
fn undefined_steps_before_are_assumed_away() {
    let text = "void reach_error(void) { } int main(void) { int n; int d; if (n / d > 3 && d == 0) reach_error(); return 1 << n; }";
    let check = |checks: &[&str]| {
        let properties: Vec<_> = checks.iter().map(|check| json!({"id": check, "check": check})).collect();
        let task = json!({"schema": "hrglass.task/1", "analysis": "blocks", "properties": properties,
            "program": {"language": "c", "entry": "main", "files": [{"name": "a.c", "text": text}]}});
        assumed(&load(&task.to_string(), "task.json", &mut NoFiles))
    };
    let found = check(&["unreach-call"]);
    assert_eq!(
        found,
        [
            "unreach-call Satisfied if no run comes earlier to division by zero, and no run comes earlier to shift distance out of range"
        ]
    );
    // A run may come there.
    assert_eq!(check(&["no-division-by-zero", "unreach-call"])[1], found[0]);
    let found = check(&["no-invalid-shift"]);
    assert_eq!(found, ["no-invalid-shift Violated if no run comes earlier to division by zero"]);
}

/// Properties that are satisfied together assume nothing of each other: no run has a first step that one of them excludes.
#[test]
fn satisfied_properties_discharge_each_other() {
    let example = |wanted: &str| {
        let mut examples = hrglass::task::examples().iter();
        let (id, text) = examples.find(|(id, _)| *id == wanted).expect("an example");
        assumed(&load(text, id, &mut NoFiles))
    };
    let found = example("forest/sll-bubble-sort");
    assert!(found.len() > 2 && found.iter().all(|it| it.ends_with(" Satisfied ")), "{found:?}");
    let faulty = example("forest/sll-delete-faulty");
    assert!(faulty.iter().any(|it| it.contains("Violated")), "{faulty:?}");
    assert!(faulty.iter().any(|it| it.contains("Violated if no run comes earlier to")), "{faulty:?}");
}
