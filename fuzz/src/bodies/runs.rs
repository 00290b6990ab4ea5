//! Whole runs with tight limits.

use std::ops::ControlFlow;

use hrglass::base::{Message, Observer, Progress, Severity, Stop};
use hrglass::report::{Report, Verdict};
use hrglass::session::run;
use hrglass::task::{Analysis, Files, Language, Loaded, NoFiles, Overrides, Strategy, load_with};
use serde_json::{Map, Value, json};

use super::{sections, show};

/// Stops after this many progress reports.
struct Patience(u32);

impl Observer for Patience {
    fn progress(&mut self, _: Progress) -> ControlFlow<Stop> {
        match self.0.checked_sub(1) {
            Some(left) => {
                self.0 = left;
                ControlFlow::Continue(())
            }
            None => ControlFlow::Break(Stop::Cancelled),
        }
    }
}

fn confined() -> Overrides {
    Overrides { strategy: Some(Strategy::All), max_states: Some(200), max_heap: Some(30), ..Overrides::default() }
}

/// Runs with every strategy, requests all pictures, and checks that the report is consistent.
fn survive(loaded: &Loaded) {
    show(&loaded.diagnostics, &loaded.sources);
    // In large blocks each question to a solver is progress.
    let patience = if loaded.task.analysis == Analysis::Blocks { 500 } else { 100_000 };
    let mut session = run(loaded, &mut Patience(patience));
    let report = session.report().clone();
    let written = serde_json::to_string(&report).expect("a report can be written");
    assert_eq!(serde_json::from_str::<Report>(&written).expect("a report can be read"), report);
    for finding in &report.diagnostics {
        assert!(!finding.code.starts_with("internal/"), "{finding:?}");
    }
    let failed = report.diagnostics.iter().any(|d| d.severity == Severity::Error);
    if loaded.task.analysis == Analysis::Heap {
        assert_eq!(failed, report.exploration.is_none(), "{:?}", report.diagnostics);
        // In C it is not a property of its own.
        if loaded.task.program.language == Language::Java {
            assert_eq!(failed, report.memory_safety().is_none());
        }
    }
    assert!(!failed || report.properties.is_empty());
    for judgement in report.properties.iter().map(|p| &p.judgement) {
        assert_eq!(judgement.evidence.is_some(), judgement.run.is_some());
        assert_eq!(matches!(judgement.verdict, Verdict::Violated | Verdict::Suspected), judgement.run.is_some());
        assert!(judgement.verdict != Verdict::Unknown || judgement.reason.is_some());
        assert!(judgement.reason.as_ref().is_none_or(|why| !why.contains("fault of hrglass")), "{judgement:?}");
    }
    if let Some(space) = session.state_space() {
        space.states.iter().for_each(|state| assert!(session.scene(state.content).is_some()));
    }
    for property in 0..report.properties.len() {
        session.proof(property as u32);
    }
}

/// A boolean program and a formula.
pub fn boolean(input: &str) {
    let [program, formula] = sections(input);
    let files = json!([{"name": "program.bp", "text": program}]);
    let task = json!({
        "schema": "hrglass.task/1", "title": "", "analysis": "boolean",
        "program": {"language": "boolean", "files": files},
        "properties": [{"id": "F1", "ltl": formula}, {"id": "F2", "ltl": format!("!({formula})")}],
    });
    let limits = Overrides { max_states: Some(500), ..Overrides::default() };
    survive(&load_with(&task.to_string(), "task.json", &mut NoFiles, &limits));
}

/// A task document.
pub fn run_task(text: &str) {
    survive(&load_with(text, "task.json", &mut NoFiles, &confined()));
}

/// The parts of a task, one section each.
struct Parts<'a>([&'a str; 3]);

impl Files for Parts<'_> {
    fn read(&mut self, path: &str) -> Result<String, Message> {
        let names = ["Program.java", "grammar.json", "heap.json"];
        let position = names.iter().position(|name| *name == path);
        position.map(|position| self.0[position].to_owned()).ok_or_else(|| Message::verbatim("there is no such file"))
    }

    fn list(&mut self, _: &str) -> Result<Vec<String>, Message> {
        Err(Message::verbatim("there are no folders"))
    }
}

/// Entry method, options, formulas (one on each line), program, grammar and initial heap. The latter two may be empty.
pub fn parts(input: &str) {
    let [entry, options, formulas, java, grammar, heap] = sections(input);
    let options = serde_json::from_str::<Map<String, Value>>(options).unwrap_or_default();
    let formulas: Vec<Value> = formulas.lines().take(4).map(|formula| json!({"ltl": formula})).collect();
    let mut task = json!({"schema": "hrglass.task/1", "title": "parts", "options": options, "properties": formulas,
        "program": {"language": "java", "entry": entry, "files": [{"path": "Program.java"}]}});
    for (key, text, path) in [("grammars", grammar, "grammar.json"), ("initial", heap, "heap.json")] {
        if !text.trim().is_empty() {
            task[key] = json!([{"path": path}]);
        }
    }
    survive(&load_with(&task.to_string(), "task.json", &mut Parts([java, grammar, heap]), &confined()));
}
