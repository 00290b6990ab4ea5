//! A run may be stopped at any moment: what it says then is what it would have said, or that it was stopped.

use std::ops::ControlFlow;

use hrglass::base::{Growth, Observer, Progress, Silent, Stop};
use hrglass::outcome::report::{Report, Verdict};
use hrglass::run::run;
use hrglass::task::{Loaded, NoFiles, Overrides, Strategy, example, load_with};

/// Says stop at its question number `at`, and at those after it unless it says so only `once`. Looks at what grows at every
/// question number that `every` divides.
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
        assert_eq!(growth.positions.len(), growth.lines.len());
    }
}

/// Tasks small enough to be run again and again, with calls, recursion, marked heaps, refined grammars and failing runs.
const TASKS: [&str; 8] = [
    "lists/reverse",
    "lists/find-middle-faulty",
    "recursion/reverse",
    "doubly-linked/insert-faulty",
    "trees/leftmost",
    "hierarchy/reverse-inside",
    "inheritance/dispatch",
    "control-flow/finally",
];

fn loaded(name: &str, strategy: Strategy) -> Loaded {
    let overrides = Overrides { strategy: Some(strategy), ..Overrides::default() };
    load_with(example(name).expect("an example"), "task.json", &mut NoFiles, &overrides)
}

/// All verdicts with their reasons: those of the properties, then memory safety.
fn verdicts(report: &Report) -> Vec<(Verdict, Option<&str>)> {
    let judgements = report.properties.iter().map(|p| &p.judgement).chain(&report.memory_safety);
    judgements.map(|j| (j.verdict, j.reason.as_deref())).collect()
}

/// The numbers of questions at which a run of so many is stopped: the first and the last of them, and some in between.
fn moments(questions: u32) -> impl Iterator<Item = u32> {
    let near = 12;
    let stride = (questions / 40).max(1);
    (0..=questions).filter(move |&k| k < near || k + near >= questions || k.is_multiple_of(stride))
}

#[test]
fn at_any_moment() {
    for name in TASKS {
        for strategy in Strategy::ALL {
            let task = loaded(name, strategy);
            let mut patient = Stopper::new(u32::MAX, false);
            let whole = run(&task, &mut patient).report().clone();
            assert!(patient.asked > 0, "{name} {strategy:?} was never watched");
            for (at, once) in moments(patient.asked).flat_map(|at| [(at, false), (at, true)]) {
                let mut session = run(&task, &mut Stopper::new(at, once));
                let report = session.report().clone();
                assert_eq!(report.diagnostics, whole.diagnostics);
                let (found, right) = (verdicts(&report), verdicts(&whole));
                assert_eq!(found.len(), right.len());
                for (found, right) in found.iter().zip(&right) {
                    let stopped = (Verdict::Unknown, Some("stopped by the user"));
                    assert!(
                        found.0 == right.0 || *found == stopped,
                        "{name} {strategy:?} at {at}: {found:?} {right:?}"
                    );
                }
                if at >= patient.asked {
                    assert_eq!(report, whole);
                }
                // What there is can be looked at.
                session.state_space().expect("it ran");
                (0..report.properties.len() as u32).for_each(|property| drop(session.proof(property)));
            }
        }
    }
}

#[test]
fn whoever_says_stop_at_once_is_heard() {
    for name in TASKS {
        for strategy in Strategy::ALL {
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
