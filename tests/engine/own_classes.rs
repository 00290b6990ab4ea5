//! Whole classes as people bring them: the table in `docs/own-classes.md`.

use std::fmt::Write as _;
use std::path::Path;

use expect_test::expect_file;
use hrglass::base::Silent;
use hrglass::editor::load_program;
use hrglass::report::{Judgement, PropertyReport, Verdict};
use hrglass::session::run;
use hrglass::task::{Language, NoFiles, Overrides};
use serde::Deserialize;

/// A class, and the calls that can fail.
#[derive(Deserialize)]
struct OwnClass {
    class: String,
    /// Those that some sequence of calls makes fail; a random tester on a JVM has found no others. None if the class is safe.
    #[serde(default)]
    fails: Vec<Failing>,
}

#[derive(Deserialize)]
struct Failing {
    method: String,
}

const TEXT: &str = "# Classes as people bring them\n\n\
    Sixty classes, written as courses and engineers have them by authors who did not know this program; half of them have a fault that a \
    person would make. Each is checked as a [whole](java.md#whole-classes), with at most 3,000 states. *Decided* are the calls that are \
    proved, or fail in an executed sequence of calls; the last column has those that can fail, in bold where such a sequence was found.\n\n";

/// What is said of a class: of all calls together, then of each.
fn checked(class: &str) -> Vec<PropertyReport> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/own/classes").join(format!("{class}.java"));
    let text = std::fs::read_to_string(path).expect("text");
    let overrides = Overrides {
        entry: Some(format!("{class}.*")),
        max_states: Some(3_000),
        max_heap: Some(50),
        ..Overrides::default()
    };
    let loaded = load_program(&text, &format!("{class}.java"), Language::Java, &mut NoFiles, &overrides);
    let session = run(&loaded, &mut Silent);
    session.report().properties.clone()
}

/// Whether a proof leaves out what such a class may fail for.
fn is_limited(judgement: &Judgement) -> bool {
    let limits = ["within bounds", "only public methods", "only until they call", "no object twice"];
    judgement.assumptions.iter().any(|it| limits.iter().any(|limit| it.words.as_str().contains(limit)))
}

/// To update it: `UPDATE_EXPECT=1 cargo test own_classes::`.
#[test]
fn the_documented_table_is_up_to_date() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/own");
    let text = std::fs::read_to_string(folder.join("classes.json")).expect("text");
    let classes: Vec<OwnClass> = serde_json::from_str(&text).expect("classes");
    let (mut rows, mut right, mut found_faults, mut wrong) = (String::new(), 0, 0, Vec::new());
    for OwnClass { class, fails } in &classes {
        let reports = checked(class);
        let whole = &reports.first().expect("a verdict").judgement;
        let all = whole.verdict;
        let calls = reports.get(1..).unwrap_or_default();
        // An iterator is called as the program calls its class.
        let last = |call: &str| call.split_once('.').map(|(_, method)| method.to_owned());
        let is_same = |id: &str, method: &str| id == method || last(id).is_some() && last(id) == last(method);
        for call in calls {
            let can_fail = fails.iter().any(|failing| is_same(&call.id, &failing.method));
            let is_wrong = match call.judgement.verdict {
                // What fails may be what such clients do not do.
                Verdict::Satisfied => can_fail && !is_limited(&call.judgement),
                Verdict::Violated => !can_fail,
                _ => false,
            };
            if is_wrong {
                wrong.push(format!("{class}: {} is {:?}", call.id, call.judgement.verdict));
            }
        }
        let is_decided = |call: &&PropertyReport| call.judgement.is_decided();
        let decided = match calls {
            [] if all == Verdict::Satisfied => "all".to_owned(),
            [] => "none".to_owned(),
            calls => format!("{} of {}", calls.iter().filter(is_decided).count(), calls.len()),
        };
        let is_found = |method: &str| {
            let violated =
                |call: &PropertyReport| call.judgement.verdict == Verdict::Violated && is_same(&call.id, method);
            calls.iter().any(violated)
        };
        let listed: Vec<String> = fails
            .iter()
            .map(|Failing { method }| if is_found(method) { format!("**`{method}`**") } else { format!("`{method}`") })
            .collect();
        let is_all =
            if calls.is_empty() { all == Verdict::Satisfied } else { calls.iter().all(|call| is_decided(&call)) };
        // What it assumes is what is wrong with it.
        let is_assumed = all == Verdict::Satisfied && !fails.is_empty() && is_limited(whole);
        right += u32::from(is_all && !is_assumed);
        found_faults += u32::from(!fails.is_empty() && all == Verdict::Violated);
        _ = writeln!(
            rows,
            "| [{class}](../tests/own/classes/{class}.java) | {}{} | {decided} | {} |",
            format!("{all:?}").to_lowercase(),
            if is_assumed { " if indices are within bounds" } else { "" },
            listed.join(", ")
        );
        if !is_assumed && all == if fails.is_empty() { Verdict::Violated } else { Verdict::Satisfied } {
            wrong.push(format!("{class} is {all:?}"));
        }
    }
    let faults = classes.iter().filter(|class| !class.fails.is_empty()).count();
    let head = format!(
        "All calls of {right} of the {} classes are decided; a failing sequence was executed of {found_faults} of the {faults} with a fault.\n\n",
        classes.len()
    );
    let table = "| class | verdict | decided | can fail |\n| --- | --- | --- | --- |\n";
    expect_file!["../../docs/own-classes.md"].assert_eq(&format!("{TEXT}{head}{table}{rows}"));
    assert!(wrong.is_empty(), "{wrong:#?}");
}
