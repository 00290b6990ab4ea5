//! A run may be stopped at any moment: the report then agrees with that of the complete run, or says that the run was
//! stopped.

use std::ops::ControlFlow;

use hrglass::base::{Growth, Observer, Phase, Progress, Silent, Stop};
use hrglass::report::{Report, Verdict};
use hrglass::session::run;
use hrglass::task::{Analysis, Loaded, NoFiles, Overrides, Strategy, example, load, load_with};
use serde_json::json;

/// Stops at progress report number `at`, and at all later ones unless only `once`. Requests the growing state space
/// every `every`-th time it is asked.
struct Stopper {
    asked: u32,
    at: u32,
    once: bool,
    looked: u32,
    every: u32,
}

impl Stopper {
    fn new(at: u32, once: bool) -> Self {
        Self { asked: 0, at, once, looked: 0, every: 0 }
    }
}

impl Observer for Stopper {
    fn progress(&mut self, _: Progress) -> ControlFlow<Stop> {
        let number = self.asked;
        self.asked += 1;
        let stops = if self.once { number == self.at } else { number >= self.at };
        if stops { ControlFlow::Break(Stop::Cancelled) } else { ControlFlow::Continue(()) }
    }

    fn wants_growth(&mut self) -> bool {
        self.looked += 1;
        self.every > 0 && self.looked.is_multiple_of(self.every)
    }

    fn growth(&mut self, growth: Growth) {
        assert_eq!(growth.parents.len(), growth.lines.len());
    }
}

/// Tasks small enough to be run many times, with calls, recursion, marked heaps, refined grammars and failing runs.
const TASKS: [&str; 8] = [
    "lists/reverse",
    "lists/find-middle-faulty",
    "lists/even-list",
    "recursion/reverse",
    "doubly-linked/insert-faulty",
    "hierarchy/round-a-ring",
    "inheritance/dispatch",
    "control-flow/finally",
];

fn loaded(name: &str, strategy: Strategy) -> Loaded {
    let overrides = Overrides { strategy: Some(strategy), ..Overrides::default() };
    load_with(example(name).expect("an example"), "task.json", &mut NoFiles, &overrides)
}

/// All verdicts with their reasons.
fn verdicts(report: &Report) -> Vec<(Verdict, Option<&str>)> {
    let judgements = report.properties.iter().map(|p| &p.judgement);
    judgements.map(|j| (j.verdict, j.reason.as_deref())).collect()
}

/// The progress reports at which a run with this many is stopped: the first and the last of them, and some in between.
fn moments(questions: u32) -> impl Iterator<Item = u32> {
    let near = 4;
    // A stride that is independent of the periods that occur in runs.
    let stride = questions / 13 + 1;
    (0..=questions).filter(move |&k| k < near || k + near > questions || k.is_multiple_of(stride))
}

#[test]
fn at_any_moment() {
    for name in TASKS {
        for strategy in Strategy::ALL.into_iter().filter(|s| s.fits(Analysis::Heap)) {
            let task = loaded(name, strategy);
            let mut patient = Stopper::new(u32::MAX, false);
            let whole = run(&task, &mut patient).report().clone();
            assert!(patient.asked > 0, "{name} {strategy:?} was never watched");
            for (at, once) in moments(patient.asked).zip([false, true].into_iter().cycle()) {
                let mut session = run(&task, &mut Stopper::new(at, once));
                let report = session.report().clone();
                assert_eq!(report.diagnostics, whole.diagnostics);
                let (found, right) = (verdicts(&report), verdicts(&whole));
                assert_eq!(found.len(), right.len());
                for (found, right) in found.iter().zip(&right) {
                    let stopped = (Verdict::Unknown, Some("stopped by the user"));
                    // A failing run was found, and its execution stopped.
                    let not_executed = (found.0, right.0) == (Verdict::Suspected, Verdict::Violated);
                    assert!(
                        found.0 == right.0 || not_executed || *found == stopped,
                        "{name} {strategy:?} at {at}: {found:?} {right:?}"
                    );
                }
                assert!(at < patient.asked || report == whole, "{name} {strategy:?}");
                // The part that was generated can be shown.
                session.state_space().expect("it ran");
                (0..report.properties.len() as u32).for_each(|property| drop(session.proof(property)));
            }
        }
    }
}

#[test]
fn boolean_programs_at_any_moment() {
    let own = ["swaps", "few-values-first"].map(|name| format!("tests/tasks/boolean/{name}"));
    let shown = ["locks", "mutual-recursion", "quicksort"].map(|name| format!("examples/boolean/{name}"));
    for name in own.into_iter().chain(shown) {
        let path = format!("{}/{name}.json", env!("CARGO_MANIFEST_DIR"));
        let text = std::fs::read_to_string(path).expect("a task");
        for strategy in [Strategy::Explicit, Strategy::Symbolic, Strategy::Auto] {
            let overrides = Overrides { strategy: Some(strategy), ..Overrides::default() };
            let task = load_with(&text, "task.json", &mut NoFiles, &overrides);
            let mut patient = Stopper::new(u32::MAX, false);
            let whole = run(&task, &mut patient).report().clone();
            assert!(patient.asked > 0, "{name} {strategy:?} was never watched");
            for (at, once) in moments(patient.asked).zip([false, true].into_iter().cycle()) {
                let mut session = run(&task, &mut Stopper::new(at, once));
                let report = session.report().clone();
                session.state_space().expect("it ran");
                for (found, right) in verdicts(&report).into_iter().zip(verdicts(&whole)) {
                    let stopped = (Verdict::Unknown, Some("stopped by the user"));
                    assert!(found.0 == right.0 || found == stopped, "{name} {strategy:?} at {at}: {found:?} {right:?}");
                }
            }
        }
    }
}

#[test]
fn whoever_says_stop_at_once_is_heard() {
    for name in TASKS {
        for strategy in Strategy::ALL.into_iter().filter(|s| s.fits(Analysis::Heap)) {
            let report = run(&loaded(name, strategy), &mut Stopper::new(0, false)).report().clone();
            for (verdict, reason) in verdicts(&report) {
                assert_eq!((verdict, reason), (Verdict::Unknown, Some("stopped by the user")), "{name} {strategy:?}");
            }
        }
    }
}

#[test]
fn again_and_watched_it_says_the_same() {
    for name in TASKS {
        let task = loaded(name, Strategy::All);
        let mut first = run(&task, &mut Silent);
        let space = first.state_space();
        for every in [0, 1, 2, 7] {
            let mut observer = Stopper { every, ..Stopper::new(u32::MAX, false) };
            let mut again = run(&task, &mut observer);
            assert_eq!(again.report(), first.report(), "{name}");
            assert_eq!(again.state_space(), space, "{name}");
            for property in 0..first.report().properties.len() as u32 {
                assert_eq!(again.proof(property), first.proof(property), "{name}");
            }
        }
    }
}

/// Counts progress reports by phase, and never stops.
#[derive(Default)]
struct Counter {
    reading: u32,
    marking: u32,
    exploring: u32,
    checking: u32,
}

impl Observer for Counter {
    fn progress(&mut self, progress: Progress) -> ControlFlow<Stop> {
        match progress.phase {
            Phase::Reading => self.reading += 1,
            Phase::Marking => self.marking += 1,
            Phase::Exploring => self.exploring += 1,
            Phase::Checking => self.checking += 1,
            Phase::Replaying | Phase::Drawing => {}
        }
        ControlFlow::Continue(())
    }
}

#[test]
fn no_state_is_taken_up_without_asking() {
    for name in TASKS {
        let mut counter = Counter::default();
        let report = run(&loaded(name, Strategy::Rsm), &mut counter).report().clone();
        let states = report.exploration.expect("it ran").states_total;
        assert!(counter.exploring >= states, "{name}: asked {} times for {states} states", counter.exploring);
        let assertions: u32 = report.properties.iter().filter_map(|p| p.statistics.proof).map(|p| p.assertions).sum();
        assert!(counter.checking >= assertions, "{name}: asked {} times for {assertions} assertions", counter.checking);
    }
}

/// A list of this many objects that is not folded, marked at each of them, with propositions about all of its shapes.
fn long_list(objects: usize) -> String {
    let nodes = json!([{"type": "NULL", "number": 1}, {"type": "P", "number": objects}]);
    let next = |at: usize| json!({"label": "next", "origin": at, "target": if at == objects { 0 } else { at + 1 }});
    let heap = json!({"nodes": nodes, "externals": [], "hyperedges": [], "selectors": (1..=objects).map(next).collect::<Vec<_>>(),
        "variables": [{"name": "null", "target": 0}, {"name": "@parameter0:", "target": 1}]});
    let text = "class P { P next; static void main(P x) { while (x != null) { x = x.next; } } }";
    json!({"schema": "hrglass.task/1", "title": "long", "initial": [{"heap": heap}],
        "grammars": [{"predefined": "SLList", "rename": {"ListNode": "P"}}],
        "program": {"language": "java", "entry": "P.main", "files": [{"name": "P.java", "text": text}]},
        "properties": [{"ltl": "F {visited}"}, {"ltl": "G {isTree}"}, {"ltl": "G {isReachable(x, x)}"}]})
    .to_string()
}

#[test]
fn before_the_first_state_it_is_asked_as_well() {
    let task = load(&long_list(60), "task.json", &mut NoFiles);
    let mut counter = Counter::default();
    let mut whole = run(&task, &mut counter);
    assert!(counter.marking >= 60, "every marked heap is folded: asked {} times", counter.marking);
    assert!(counter.reading >= 10, "rules are refined and heaps are made ready: asked {} times", counter.reading);
    assert!(whole.state_space().is_some());
    for at in (0..counter.reading + counter.marking).step_by(7) {
        let report = run(&task, &mut Stopper::new(at, false)).report().clone();
        for (verdict, reason) in verdicts(&report) {
            assert_eq!((verdict, reason), (Verdict::Unknown, Some("stopped by the user")), "{at}");
        }
    }
}

#[test]
fn a_formula_with_many_propositions_is_asked_for_at_each() {
    let count = 200;
    let formula: Vec<String> = (0..count).map(|n| format!("{{x == {n}}}")).collect();
    let task = json!({"schema": "hrglass.task/1", "title": "many", "options": {"strategy": "hybrid"},
        "program": {"language": "java", "entry": "P.main",
            "files": [{"name": "P.java", "text": "class P { static void main(int x) { x = 1; } }"}]},
        "properties": [{"ltl": formula.join(" | ")}]});
    let mut counter = Counter::default();
    let report = run(&load(&task.to_string(), "task.json", &mut NoFiles), &mut counter).report().clone();
    assert_eq!(report.of_task().count(), 1);
    assert!(counter.checking >= count, "asked {} times", counter.checking);
}
