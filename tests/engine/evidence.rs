//! Files about concrete runs of violations.

mod executed;
mod java;
mod shapes;

use std::path::Path;

use crate::support::folder::Folder;
use crate::support::tasks::tasks;
use hrglass::base::Silent;
use hrglass::report::evidence::EvidenceKind;
use hrglass::report::{Judgement, Report, Verdict};
use hrglass::session::Session;
use hrglass::session::run;
use hrglass::task::{Loaded, load};
use serde_json::{Value, json};

fn read(task: &Value, path: &Path) -> Loaded {
    let folder = path.parent().map(Path::to_path_buf).unwrap_or_default();
    load(&task.to_string(), "task.json", &mut Folder(folder))
}

/// All judgements, with the numbers used to request files about them.
fn judgements(report: &Report) -> Vec<(u32, &Judgement)> {
    (0_u32..).zip(&report.properties).map(|(at, p)| (at, &p.judgement)).collect()
}

/// The violations of a task with heaps.
fn violations(session: &Session) -> Vec<u32> {
    if session.program().is_none() {
        return Vec::new();
    }
    judgements(session.report()).into_iter().filter(|(_, j)| j.verdict == Verdict::Violated).map(|(at, _)| at).collect()
}

/// All tasks of the project with a violation, and their sessions.
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

/// A task that starts with the input of a counterexample instead fails again.
#[test]
fn inputs_of_counterexamples_are_initial_heaps() {
    let mut count = 0;
    for (path, _, loaded, session) in violated() {
        for property in violations(&session) {
            let file = session.evidence_file(property, EvidenceKind::Input).expect("a file");
            let mut again = serde_json::to_value(&loaded.task).expect("plain data");
            again["initial"] = json!([{ "heap": serde_json::from_str::<Value>(&file.text).expect("strict JSON") }]);
            // Other formulas may track objects, and the input may have none.
            let about = &session.report().properties[property as usize];
            again["properties"].as_array_mut().expect("a list").retain(|p| p["id"].as_str() == Some(&about.id));
            (again["expected"], again["view"]) = (json!({}), json!({}));
            // Executions use the body of a method and not its contract.
            again["contracts"] = json!([]);
            let again = load(&again.to_string(), "task.json", &mut hrglass::task::NoFiles);
            assert!(!hrglass::base::has_errors(&again.diagnostics), "{path}: {}\n{:?}", file.text, again.diagnostics);
            let second = run(&again, &mut Silent);
            let mut found = second.report().properties.iter();
            let found = found.find(|p| (&p.id, &p.strategy) == (&about.id, &about.strategy));
            let verdict = found.map(|p| p.judgement.verdict);
            assert_eq!(verdict, Some(Verdict::Violated), "{path}: {} {property:?}\n{}", file.name, file.text);
            count += 1;
        }
        assert!(session.evidence_file(u32::MAX, EvidenceKind::Input).is_none());
    }
    assert!(count > 40, "{count} counterexamples");
}
