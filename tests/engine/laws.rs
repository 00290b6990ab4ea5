//! Two laws of heaps and grammars, on random tasks with grammars of all kinds:
//!
//! - making a selector concrete, marking objects and splitting nonterminals lose no heap, and folding only adds heaps;
//! - a definite truth value of a proposition in a state is its truth value on every heap that the state describes.
//!
//! Both are checked by enumerating languages by the definition of hyperedge replacement, and evaluating propositions
//! by their definitions.
//!
//! `LAWS_TASKS` is a folder of other tasks; of one kind, `LAWS_FAILURES` are reported.

mod collections;
mod derive;
mod graph;
mod judge;
mod meaning;
mod read;
mod statistics;

use std::collections::BTreeMap;

use hrglass::base::Random;
use hrglass::campaign::{feature_tags, random_laws_task, shrink};
use serde_json::Value as Json;

use graph::{Names, show};
use judge::{Finding, Law, judge};
use statistics::Statistics;

use crate::support::cases;

/// The number of tasks in each quarter.
const TASKS: u64 = 500;

/// The task with a number.
fn task(number: u64) -> Json {
    random_laws_task(&mut Random::scattered(number.wrapping_mul(0x1_0000_0001)))
}

/// A smallest task that breaks the same law, in readable form: its rules and its initial heap, then the document.
fn told(number: u64, task: &Json, finding: &Finding) -> String {
    let is_same = |f: Finding| (f.law, f.about) == (finding.law, finding.about.clone());
    let small = shrink(task, |task| judge(task, &mut Statistics::default()).is_some_and(is_same));
    let found = judge(&small, &mut Statistics::default()).unwrap_or_else(|| finding.clone());
    let names = Names::default();
    let mut text = format!("HRGLASS_SEED={number}: {:?} {}\n{}\n", found.law, found.about, found.message);
    for (label, bodies) in read::grammar(&small, &names) {
        for body in bodies {
            text += &format!("{}  ->  {}\n", names.text(label), show(&body, &names));
        }
    }
    for initial in small["initial"].as_array().into_iter().flatten() {
        text += &format!("initially  {}\n", show(&read::heap(&initial["heap"], &names), &names));
    }
    text + &format!("{small}\n")
}

/// Checks one quarter of the tasks; the quarters run in parallel.
#[track_caller]
fn quarter(quarter: u64) {
    let mut statistics = Statistics::default();
    let first = cases::seed(0);
    // Maximum number of failures reported of each kind.
    let most = std::env::var("LAWS_FAILURES").ok().and_then(|number| number.parse().ok()).unwrap_or(1);
    let mut failures: BTreeMap<(Law, String), Vec<String>> = BTreeMap::new();
    for number in 0..TASKS * cases::factor() {
        let number = first + 4 * number + quarter;
        let task = task(number);
        if let Some(finding) = judge(&task, &mut statistics) {
            let same = failures.entry((finding.law, finding.about.clone())).or_default();
            if (same.len() as u64) < most {
                same.push(told(number, &task, &finding));
            }
        }
    }
    eprintln!("{statistics}");
    let all: Vec<&str> = failures.values().flatten().map(String::as_str).collect();
    assert!(failures.is_empty(), "{}", all.join("\n"));
    is_no_empty_test(&statistics);
}

/// Every kind of grammar occurs and is mostly accepted, every law and every proposition is checked, and truth values
/// are mostly definite.
fn is_no_empty_test(statistics: &Statistics) {
    for tag in feature_tags() {
        assert!(statistics.seen(tag) > 0, "{tag}: {statistics}");
        // Some engines reject these.
        let is_wrong = ["wrong reduction tentacles", "nameless null"].contains(&tag);
        assert!(is_wrong || statistics.accepted(tag) * 3 > statistics.seen(tag), "{tag}: {statistics}");
    }
    let Statistics { tasks, compared, undecided, .. } = *statistics;
    assert!(statistics.accepted("") * 4 > tasks * 3 && statistics.stopped * 3 < tasks, "{statistics}");
    assert!(statistics.covered_initially > tasks && statistics.materialised > tasks / 2, "{statistics}");
    assert!(statistics.kept > tasks && statistics.absent * 4 > tasks && statistics.folded > tasks / 2, "{statistics}");
    assert!(compared > 20 * tasks && undecided < compared, "{statistics}");
    let kinds =
        ["Compare", "Reachable", "Shape", "IsTree", "IsAcyclic", "IsGarbageFree", "Visited", "IdenticNeighbours"];
    for kind in kinds {
        assert!(statistics.definite(kind) * 100 > tasks, "{kind}: {statistics}");
    }
}

/// Checks the tasks of a folder that contain their grammars.
fn judge_folder(folder: &str) -> (Statistics, Vec<String>) {
    let mut statistics = Statistics::default();
    let mut broken = Vec::new();
    let mut files: Vec<_> = std::fs::read_dir(folder).expect("a folder").flatten().map(|f| f.path()).collect();
    files.retain(|f| f.extension().is_some_and(|e| e == "json"));
    files.sort();
    for file in files {
        let text = std::fs::read_to_string(&file).expect("text");
        let Ok(task) = serde_json::from_str::<Json>(&text) else { continue };
        let mut grammars = task["grammars"].as_array().into_iter().flatten();
        if task["analysis"] == "boolean" || !grammars.all(|g| g["grammar"].is_array()) {
            continue;
        }
        if let Some(found) = judge(&task, &mut statistics) {
            broken.push(format!("{}: {:?} {}\n{}\n", file.display(), found.law, found.about, found.message));
        }
    }
    (statistics, broken)
}

#[test]
fn first_quarter() {
    quarter(0);
}

#[test]
fn second_quarter() {
    quarter(1);
}

#[test]
fn third_quarter() {
    quarter(2);
}

#[test]
fn last_quarter() {
    quarter(3);
}

#[test]
fn collections_of_the_library() {
    let mut statistics = Statistics::default();
    for number in 0..100 * cases::factor() {
        let task = collections::task(&mut Random::scattered(cases::seed(number)));
        if let Some(found) = judge(&task, &mut statistics) {
            panic!("{:?} {}\n{}\n{task}", found.law, found.about, found.message);
        }
    }
    eprintln!("{statistics}");
    assert!(statistics.accepted("") == statistics.tasks, "{statistics}");
    for kind in ["Size", "Contains"] {
        assert!(statistics.definite(kind) > 5 * statistics.tasks, "{kind}: {statistics}");
    }
}

/// `LAWS_TASKS` is a folder of other tasks.
#[test]
fn tasks_that_were_wrong_once() {
    let folders = match std::env::var("LAWS_TASKS") {
        Ok(folder) => vec![folder],
        Err(_) => ["tests/tasks/soundness", "tests/tasks/unsound"].map(str::to_owned).to_vec(),
    };
    for folder in folders {
        let (statistics, broken) = judge_folder(&folder);
        assert!(broken.is_empty(), "{}", broken.join("\n"));
        assert!(statistics.accepted("") > 0 && statistics.compared > 0, "{folder}: {statistics}");
    }
}
