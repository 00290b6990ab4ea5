//! A bounded part of the campaign against unsoundness: results of the analysis are compared with concrete runs, on the
//! project's tasks and on random ones. For more, use `HRGLASS_CASES=100` or `hrglass fuzz`.

use std::path::Path;

use hrglass::campaign::{
    CampaignEffort, CampaignStatistics, RANDOM_GRAMMAR, try_random, try_random_endings, try_task, with_strategies,
};
use hrglass::task::load;
use serde_json::{Value as Json, json};

use crate::support::cases;
use crate::support::folder::Folder;
use crate::support::tasks::tasks;

fn effort(inputs: usize, runs: usize) -> CampaignEffort {
    CampaignEffort { inputs, runs: cases::scaled(runs), steps: 40 }
}

/// Tasks whose runs begin with objects of lambda expressions, or end where a class is not given: what states say of both is not compared.
fn is_left_out(path: &Path) -> bool {
    ["own/event-queue.json", "unknown/a-class-of-the-library.json"].iter().any(|name| path.ends_with(name))
}

/// Checks every task of a folder, with all strategies at larger scales; returns the statistics.
#[track_caller]
fn all_agree(folder: &str, effort: CampaignEffort) -> CampaignStatistics {
    let mut statistics = CampaignStatistics::default();
    let mut wrong = Vec::new();
    // A sample if there are many tasks; all of them at larger scales.
    let every = if folder == "examples" { usize::from(cases::factor() == 1) + 1 } else { 1 };
    for (path, task) in tasks(folder).into_iter().step_by(every).filter(|(path, _)| !is_left_out(path)) {
        let parent = path.parent().expect("a folder");
        let loaded = load(&task.to_string(), "task.json", &mut Folder(parent.to_owned()));
        let mut task: Json = serde_json::from_str(&loaded.task.to_json()).expect("a document");
        // Every violation is replayed, which takes most of the time.
        let all = if cases::factor() > 1 {
            add_negations(&mut task);
            with_strategies(&task)
        } else {
            vec![task]
        };
        for task in all {
            if let Some(failure) = try_task(&task, effort, &mut statistics) {
                wrong.push(format!("{}: {:?}\n{}", path.display(), failure.finding, failure.task));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    eprintln!("{folder}:\n{statistics}");
    statistics
}

/// Adds the negation of each property: if all runs agree, one of the two should be satisfied; a wrong analysis might
/// satisfy the other.
fn add_negations(task: &mut Json) {
    let Some(properties) = task["properties"].as_array_mut() else { return };
    let negation = |p: &Json| {
        Some(json!({"id": format!("not {}", p["id"].as_str()?), "ltl": format!("!({})", p["ltl"].as_str()?)}))
    };
    let negations: Vec<Json> = properties.iter().filter_map(negation).collect();
    properties.extend(negations);
}

#[track_caller]
fn random_tasks_agree(seed: u64, count: usize, grammars: &[&str]) -> CampaignStatistics {
    let mut statistics = CampaignStatistics::default();
    let effort = CampaignEffort { inputs: 2, runs: 2, steps: 40 };
    for number in 0..cases::scaled(count) {
        if let Some(failure) = try_random(seed, number as u64, grammars, effort, &mut statistics) {
            panic!("program {number}: {:?}\n{}", failure.finding, failure.task);
        }
    }
    eprintln!("{grammars:?}:\n{statistics}");
    statistics
}

#[test]
fn examples_and_benchmark() {
    let tried = all_agree("examples", effort(1, 1));
    assert!(tried.followed * 2 > tried.runs && tried.ended * 2 > tried.runs, "{tried}");
    assert!(tried.covered_in_callees > 0 && tried.failing > 0, "{tried}");
}

#[test]
fn shortcuts_that_go_wrong_elsewhere() {
    let tried = all_agree("tests/tasks/unsound", effort(1, 2));
    assert!(tried.exhausted > 0 && tried.satisfied_confirmed > 0 && tried.violated_confirmed > 0, "{tried}");
}

#[test]
fn calls() {
    let tried = all_agree("tests/tasks/hierarchy", effort(1, 2));
    assert!(tried.covered_in_callees > 0, "{tried}");
}

#[test]
fn what_was_found_before() {
    all_agree("tests/tasks/soundness", effort(6, 1));
}

/// Objects shared by caller and callee must not be mixed up.
#[test]
fn two_shared_objects() {
    let text = "class N { N next;\nstatic void main() {\nN x = new N();\nN y = new N();\nx.next = x;\ntwo(y, x);\n\
                x.next = y;\n}\nstatic void two(N p, N q) {\nN r = q;\n}\n}\n";
    let equations = ["x == p", "x == q", "y == p", "y == q", "x.next == x", "x.next == q", "main::y == r"];
    let properties = equations.map(|e| json!({"id": e, "ltl": format!("F ({{in(two)}} & {{{e}}})")}));
    let mut task = json!({"schema": "hrglass.task/1", "title": "two shared objects", "grammars": [],
        "program": {"language": "java", "entry": "N.main", "files": [{"name": "N.java", "text": text}]},
        "properties": properties, "options": {"strategy": "rsm"}});
    add_negations(&mut task);
    let mut tried = CampaignStatistics::default();
    let failure = try_task(&task, effort(1, 1), &mut tried);
    assert!(failure.is_none(), "{failure:?}");
    // There is one run, so one property of each pair is satisfied, the other is violated, and memory is safe.
    assert_eq!((tried.exhausted, tried.satisfied_confirmed), (1, 8));
    assert_eq!((tried.violated_confirmed, tried.spurious), (7, 0));
}

/// Two calls that differ only in their return locations must not be taken for an infinite run.
#[test]
fn two_calls_that_look_alike() {
    let text = "class N { N next;\nN(N next) { this.next = next; }\nstatic void main() {\n\
                N x = new N(new N(new N(new N(new N(new N(new N(null)))))));\nwalk(x);\nwalk(x);\n}\n\
                static void walk(N x) {\nN y = x.next;\nif (y != null) { walk(y); }\n}\n}\n";
    let task = json!({"schema": "hrglass.task/1", "title": "two calls that look alike", "grammars": [],
        "program": {"language": "java", "entry": "N.main", "files": [{"name": "N.java", "text": text}]},
        "properties": [{"id": "ends", "ltl": "F {terminated}"}], "options": {"strategy": "top-level"}});
    let mut tried = CampaignStatistics::default();
    let failure = try_task(&task, CampaignEffort { steps: 400, ..effort(1, 1) }, &mut tried);
    assert!(failure.is_none(), "{failure:?}");
    assert_eq!((tried.exhausted, tried.satisfied_confirmed), (1, 2));
}

#[test]
fn random_programs_on_lists() {
    let tried = random_tasks_agree(1, 10, &["SLList"]);
    assert!(tried.tasks * 2 > 10 && tried.followed * 2 > tried.runs && tried.failing > 0, "{tried}");
    assert!(tried.covered_in_callees > 0, "{tried}");
}

#[test]
fn random_programs_on_other_structures() {
    // Replaying violations of shapes is slow with grammars of many rules.
    let tried = random_tasks_agree(2, 6, &["DLList", "CSLList"]);
    assert!(tried.tasks * 2 > 6 && tried.failing > 0, "{tried}");
}

#[test]
fn random_programs_with_random_grammars() {
    let tried = random_tasks_agree(3, 60, &[RANDOM_GRAMMAR]);
    assert!(tried.tasks * 2 > 60 && tried.exhausted > 0 && tried.failing > 0, "{tried}");
}

/// What is proved to come to an end does so.
#[test]
fn random_programs_come_to_their_end() {
    let (count, seed) = (150 * cases::factor(), cases::seed(4));
    let mut tried = CampaignStatistics::default();
    let effort = CampaignEffort { inputs: 3, runs: 2, steps: 1_500 };
    for program in 0..count {
        if let Some(failure) = try_random_endings(seed, program, &[], effort, &mut tried) {
            panic!("program {program}: {:?}\n{}", failure.finding, failure.task);
        }
    }
    eprintln!("{tried}");
    assert!(tried.satisfied > 0 && tried.violated > 0 && tried.failing > 0 && tried.satisfied_confirmed > 0, "{tried}");
}
