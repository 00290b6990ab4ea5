//! What is written of concrete runs behind violations, for use elsewhere.

mod java;
mod shapes;

use std::path::Path;

use crate::support::folder::Folder;
use crate::support::tasks::tasks;
use hrglass::base::Silent;
use hrglass::report::evidence::{Evidence, EvidenceKind, EvidenceStatus};
use hrglass::report::{Judgement, Report, Verdict};
use hrglass::session::Session;
use hrglass::session::run;
use hrglass::task::{Loaded, load};
use serde_json::{Value, json};

fn read(task: &Value, path: &Path) -> Loaded {
    let folder = path.parent().map(Path::to_path_buf).unwrap_or_default();
    load(&task.to_string(), "task.json", &mut Folder(folder))
}

/// All judgements, as files about them are asked for.
fn judgements(report: &Report) -> Vec<(Option<u32>, &Judgement)> {
    let properties = (0_u32..).zip(&report.properties).map(|(at, p)| (Some(at), &p.judgement));
    report.memory_safety.iter().map(|judgement| (None, judgement)).chain(properties).collect()
}

fn is_real(judgement: &Judgement) -> bool {
    judgement.evidence.as_ref().is_some_and(|e: &Evidence| e.status == EvidenceStatus::Real)
}

/// The real violations of a task.
fn violations(session: &Session) -> Vec<Option<u32>> {
    judgements(session.report()).into_iter().filter(|(_, j)| is_real(j)).map(|(at, _)| at).collect()
}

/// All tasks of the project in which something is violated, as they were run.
fn violated() -> Vec<(String, Value, Loaded, Session)> {
    let all = ["examples", "tests/tasks"].iter().flat_map(|folder| tasks(folder));
    let expects = |task: &Value| task["expected"].to_string().contains("violated");
    let read = |(path, task): (std::path::PathBuf, Value)| {
        let loaded = read(&task, &path);
        let session = run(&loaded, &mut Silent);
        (path.display().to_string(), task, loaded, session)
    };
    all.filter(|(_, task)| expects(task)).map(read).collect()
}

/// A task that starts on the input of a counterexample only fails again.
#[test]
fn inputs_of_counterexamples_are_initial_heaps() {
    let mut count = 0;
    for (path, _, loaded, session) in violated() {
        for property in violations(&session) {
            let file = session.evidence_file(property, EvidenceKind::Input).expect("a file");
            let mut again = serde_json::to_value(&loaded.task).expect("plain data");
            again["initial"] = json!([{ "heap": serde_json::from_str::<Value>(&file.text).expect("strict JSON") }]);
            // Other formulas may follow objects, of which the input may have none.
            let about = property.map(|at| session.report().properties[at as usize].id.clone());
            again["properties"].as_array_mut().expect("a list").retain(|p| p["id"].as_str() == about.as_deref());
            (again["expected"], again["view"]) = (json!({}), json!({}));
            // What was executed is the program, not what a contract says of it.
            again["contracts"] = json!([]);
            let strategy = property.map(|at| session.report().properties[at as usize].strategy.clone());
            let again = load(&again.to_string(), "task.json", &mut hrglass::task::NoFiles);
            assert!(!hrglass::base::has_errors(&again.diagnostics), "{path}: {}\n{:?}", file.text, again.diagnostics);
            let second = run(&again, &mut Silent);
            let verdict = match strategy {
                None => second.report().memory_safety.as_ref().map(|j| j.verdict),
                Some(strategy) => {
                    let found = second.report().properties.iter().find(|p| p.strategy == strategy);
                    found.map(|p| p.judgement.verdict)
                }
            };
            assert_eq!(verdict, Some(Verdict::Violated), "{path}: {} {property:?}\n{}", file.name, file.text);
            count += 1;
        }
        assert!(session.evidence_file(Some(u32::MAX), EvidenceKind::Input).is_none());
    }
    assert!(count > 40, "{count} counterexamples");
}
