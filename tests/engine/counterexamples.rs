//! Replays every violation in the gallery and the benchmark; `docs/counterexamples.md` has the results.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::Path;

use hrglass::base::Silent;
use hrglass::report::evidence::Loss;
use hrglass::report::heap::VertexKind;
use hrglass::report::{Judgement, Report, Verdict};
use hrglass::session::run;
use hrglass::task::load;
use serde_json::json;

use crate::support::folder::Folder;
use crate::support::tasks::tasks;

const STRATEGIES: [&str; 4] = ["top-level", "rsm", "on-the-fly", "hybrid"];

/// The report of every task with heaps, with every strategy; failing runs of boolean programs are always executed.
fn reports() -> Vec<(String, Report)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("examples");
    let report = |(path, mut task): (std::path::PathBuf, serde_json::Value)| {
        if !task["options"].is_object() {
            task["options"] = json!({});
        }
        task["options"]["strategy"] = json!("all");
        let mut files = Folder(path.parent().expect("a folder").to_owned());
        let loaded = load(&task.to_string(), "task.json", &mut files);
        let name = path.strip_prefix(&root).expect("an example").with_extension("");
        (name.display().to_string().replace('\\', "/"), run(&loaded, &mut Silent).report().clone())
    };
    tasks("examples").into_iter().filter(|(_, task)| task["analysis"] == "heap").map(report).collect()
}

/// The cell of one violation.
fn cell(judgement: &Judgement) -> String {
    let evidence = judgement.evidence.as_ref().expect("a failing run is replayed");
    match (&evidence.counterexample, &evidence.departure) {
        (Some(run), _) => {
            let objects = run.input.vertices.iter().filter(|v| v.kind == VertexKind::Object).count();
            format!("{objects}{}", if run.follows { "" } else { ", elsewhere" })
        }
        (None, Some(departure)) => match departure.loss {
            Loss::Cycle => "suspected (cycle)".to_owned(),
            loss => format!("suspected ({})", format!("{loss:?}").to_lowercase()),
        },
        (None, None) => panic!("neither executed nor explained: {evidence:?}"),
    }
}

/// A line for every property that is violated or suspected with some strategy, followed by the sums.
fn table() -> String {
    let mut out =
        "| Task | Property | top level | rsm | on the fly | hybrid |\n| --- | --- | --- | --- | --- | --- |\n"
            .to_owned();
    let mut sums: BTreeMap<String, usize> = BTreeMap::new();
    for (name, report) in reports() {
        let mut rows: BTreeMap<&str, BTreeMap<&str, &Judgement>> = BTreeMap::new();
        for property in report.of_task() {
            rows.entry(&property.id).or_default().insert(&property.strategy, &property.judgement);
        }
        if let Some(safety) = report.memory_safety() {
            rows.insert("memory safety", STRATEGIES.map(|s| (s, safety)).into_iter().collect());
        }
        for (property, judgements) in rows {
            if judgements.values().all(|j| j.run.is_none()) {
                continue;
            }
            let mut cells = Vec::new();
            for strategy in STRATEGIES {
                // What is checked of everything that is generated is checked once, whatever the strategy.
                let once = judgements.values().next().filter(|_| judgements.len() == 1);
                let judgement = judgements.get(strategy).or(once).expect("a judgement");
                if judgement.run.is_none() {
                    assert!(judgement.evidence.is_none(), "{name}: {property}");
                    cells.push("–".to_owned());
                    continue;
                }
                let sum = if judgement.verdict == Verdict::Violated { "violated" } else { "suspected" };
                *sums.entry(sum.to_owned()).or_default() += 1;
                cells.push(cell(judgement));
            }
            let _ = writeln!(out, "| {name} | {property} | {} |", cells.join(" | "));
        }
    }
    let sums: Vec<String> = sums.iter().map(|(status, count)| format!("{count} {status}")).collect();
    let _ = writeln!(out, "\nFailing runs, each strategy counted: {}.", sums.join(", "));
    out
}

#[test]
fn the_table_is_what_the_engine_finds() {
    const HEADING: &str = "## Results\n\n";
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/counterexamples.md");
    let text = std::fs::read_to_string(&path).expect("the document");
    let (before, written) = text.split_once(HEADING).expect("results");
    let found = table();
    if std::env::var_os("UPDATE_EXPECT").is_some() {
        std::fs::write(&path, format!("{before}{HEADING}{found}")).expect("a place to write");
        return;
    }
    assert_eq!(written, found, "docs/counterexamples.md: update it with UPDATE_EXPECT=1");
}

#[test]
fn the_steps_of_abstract_runs_lead_to_their_states() {
    for folder in ["examples", "tests/tasks"] {
        for (path, mut task) in tasks(folder).into_iter().filter(|(_, task)| task["analysis"] == "heap") {
            if !task["options"].is_object() {
                task["options"] = json!({});
            }
            task["options"]["strategy"] = json!("all");
            let mut files = Folder(path.parent().expect("a folder").to_owned());
            let session = run(&load(&task.to_string(), "task.json", &mut files), &mut Silent);
            let Some(space) = session.unlabelled_space() else { continue };
            for property in &session.report().properties {
                let run = property.judgement.run.iter().flat_map(|run| run.prefix.iter().chain(&run.cycle));
                for step in run {
                    let shown = step.index.and_then(|index| space.states.get(index as usize));
                    assert!(shown.is_none_or(|state| state.id == step.state), "{path:?} {}: {step:?}", property.id);
                }
            }
        }
    }
}

/// A number that a run draws is told where it is drawn, if the run depends on it.
#[test]
fn drawn_numbers_are_told() {
    let text = "extern int __VERIFIER_nondet_int(void); void reach_error(void);
int main(void) {
  int n = __VERIFIER_nondet_int();
  int m = __VERIFIER_nondet_int();
  if (n == 3) reach_error();
  return 0;
}";
    for analysis in ["heap", "forest"] {
        let task = json!({"schema": "hrglass.task/1", "analysis": analysis,
            "properties": [{"id": "unreach-call", "check": "unreach-call"}],
            "program": {"language": "c", "entry": "main", "files": [{"name": "a.c", "text": text}]}});
        let report = run(&load(&task.to_string(), "task.json", &mut Folder("".into())), &mut Silent).report().clone();
        let property = report.properties.iter().find(|property| property.id == "unreach-call").expect("it is asked");
        assert_eq!(property.judgement.verdict, Verdict::Violated, "{analysis}: {:?}", property.judgement);
        let evidence = property.judgement.evidence.as_ref().expect("it is executed");
        let steps = &evidence.counterexample.as_ref().expect("a run").steps;
        let told: Vec<(u32, &str, &str)> = steps
            .iter()
            .flat_map(|step| step.drawn.iter().map(|drawn| (step.line, drawn.name.as_str(), drawn.value.as_str())))
            .collect();
        assert!(told.contains(&(3, "n", "3")) && told.iter().all(|(_, name, _)| *name != "m"), "{analysis}: {told:?}");
    }
}
