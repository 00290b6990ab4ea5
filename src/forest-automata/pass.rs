//! The verdicts: what was explored, and what was executed of it.

use std::rc::Rc;

use super::evidence::{Confirmed, evidence, replayed, watch};
use super::explored::ExploredForests;
use super::prepare::{ForestProperty, PreparedForestTask};
use super::views;
use crate::semantics::Fault;
use analysis::danger::{located, losing_step, nothing_undefined, uncaught, words};
use analysis::only_run::{self, JudgedRun, OnlyRun};
use analysis::{Attempt, Pass};
use base::{Idx, Limits, Observer, Resource, Span, Stop, msg};
use program::objects::Branches;
use report::heap::HeapView;
use report::remedy::Remedy;
use report::setting::AbstractionSetting;
use report::{Judgement, PropertyReport, PropertyStatistics, Verdict};
use rsm::{NodeId, Path};
use task::Strategy;

/// A refined exploration may have so many times the states of the one before, …
const MORE_STATES: usize = 3;

/// … or this many.
const FEW_STATES: usize = 1_000;

/// If the program has more states, its parts are explored, each by itself, …
const MANY_STATES: u32 = 3_000;

/// … up to so many states altogether.
const STATES_OF_PARTS: u32 = 6_000;

/// Heaps of so many vertices are small, even if the whole has not come to larger ones.
const SMALL_HEAPS: u32 = 16;

/// What is kept of a check to be shown.
#[derive(Default)]
pub struct KeptForestCheck {
    /// The heaps of the executed run.
    pub(super) heaps: Vec<HeapView>,
}

/// Sets of memories, merged where they agree down to a height.
pub struct ForestPass<'a> {
    task: &'a PreparedForestTask,
    height: usize,
    pub(super) explored: ExploredForests,
    /// The run of a program that has no other.
    only_run: Option<OnlyRun<'a>>,
    /// If not the program was explored but its parts: how many.
    parts: Option<usize>,
    pub(super) generate_ms: f64,
}

impl<'a> ForestPass<'a> {
    /// Generates all states with the least precision.
    pub(super) fn new(task: &'a PreparedForestTask, observer: &mut dyn Observer) -> Self {
        let only_run = task.only_run(observer);
        let most = if only_run.is_some() { only_run::STATES } else { u32::MAX };
        let limits = Limits { states: task.limits.states.min(most), ..task.limits };
        let in_parts = if only_run.is_some() { None } else { Self::in_parts(task, &limits, observer) };
        let pass = in_parts.unwrap_or_else(|| Self::with_height(task, 1, limits, observer));
        Self { only_run, ..pass }
    }

    /// The [parts](program::objects::Program::in_parts) of the program, if it has many states and nothing goes wrong in any part.
    fn in_parts(task: &'a PreparedForestTask, limits: &Limits, observer: &mut dyn Observer) -> Option<Self> {
        let taken_apart = |branches| task.program.in_parts(task.entry, branches);
        let start = observer.now();
        let few = Limits { states: MANY_STATES, ..*limits };
        let free = taken_apart(Branches::Free).filter(|_| limits.states > few.states)?;
        let whole = ExploredForests::new(task, &task.program, 1, &few, observer);
        if !matches!(whole.rsm.stop, Some(Stop::Budget(Resource::States, _))) {
            let generate_ms = observer.since(start);
            return Some(Self { task, height: 1, explored: whole, only_run: None, parts: None, generate_ms });
        }
        // Parts have smaller heaps than the whole, or they are not worth it.
        let largest = u32::at(whole.system.largest_forest()).max(SMALL_HEAPS);
        let heap_vertices = limits.heap_vertices.min(largest);
        let limits = Limits { states: limits.states.min(STATES_OF_PARTS), heap_vertices };
        let decided = taken_apart(Branches::Decided);
        decided.into_iter().chain([free]).find_map(|(program, count)| {
            let explored = ExploredForests::new(task, &Rc::new(program), 1, &limits, observer);
            let is_open = explored.rsm.stop.is_some() || explored.given_up().is_some();
            let fails = |property: &ForestProperty| explored.danger(property.danger).is_some();
            let generate_ms = observer.since(start);
            (!is_open && !task.properties.iter().any(fails)).then(|| Self {
                task,
                height: 1,
                explored,
                only_run: None,
                parts: Some(count),
                generate_ms,
            })
        })
    }

    /// What the only run says of a property that is not decided otherwise, if there is one.
    fn executed(
        &self,
        property: &ForestProperty,
        attempt: Attempt<KeptForestCheck, usize>,
    ) -> Attempt<KeptForestCheck, usize> {
        let judge = |run: &OnlyRun<'a>| {
            let watch = watch(self.task);
            run.judge(&replayed(self.task, &watch, property.danger))
        };
        let Some(JudgedRun { judgement, shown }) = self.only_run.as_ref().and_then(judge) else { return attempt };
        let report = PropertyReport { judgement, ..attempt.report };
        let kept = KeptForestCheck { heaps: shown.map(|shown| shown.heaps).unwrap_or_default() };
        Attempt { report, kept, refinement: None }
    }

    /// Whether it refines nothing: what it generates is shown.
    fn is_first(&self) -> bool {
        self.height == 1
    }

    /// Where a run loses an object when it comes to its last state.
    fn losing_step(&self, path: &Path<NodeId>) -> Option<Span> {
        let states = path.states().map(|&node| self.explored.state(node));
        losing_step(&self.task.program, states.map(|state| (state.procedure, state.location)))
    }

    fn with_height(task: &'a PreparedForestTask, height: usize, limits: Limits, observer: &mut dyn Observer) -> Self {
        let start = observer.now();
        let explored = ExploredForests::new(task, &task.program, height, &limits, observer);
        Self { task, height, explored, only_run: None, parts: None, generate_ms: observer.since(start) }
    }
}

impl Pass for ForestPass<'_> {
    type Property = ForestProperty;
    type Kept = KeptForestCheck;
    /// Down to which height states must agree to be merged.
    type Precision = usize;

    const ROUNDS: u32 = 2;

    fn follows_bounds(&self) -> bool {
        self.only_run.as_ref().is_some_and(OnlyRun::follows_bounds)
    }

    fn attempt(&mut self, property: &ForestProperty, observer: &mut dyn Observer) -> Attempt<KeptForestCheck, usize> {
        let start = observer.now();
        let ExploredForests { system, rsm, .. } = &self.explored;
        let danger = self.explored.danger(property.danger);
        let check_ms = observer.since(start);
        let (mut kept, mut refinement) = (KeptForestCheck::default(), None);
        let mut judgement = match (danger, &rsm.stop, &self.task.inexact) {
            (Some((path, fault)), ..) => {
                let last = *path.states().next_back().expect("a run has a state");
                let place = views::place(system, &self.task.sources, self.explored.state(last));
                let Confirmed { evidence, remedies, heaps, fault: executed } =
                    evidence(self.task, &self.explored, &path, property.danger, self.is_first(), observer);
                refinement = (!evidence.is_executed()).then_some(self.height + 1);
                kept.heaps = heaps;
                let thrown = evidence.counterexample.as_ref().and_then(|run| run.thrown.as_ref());
                let what = thrown.map_or_else(|| words(fault), |class| uncaught(class));
                let what = match self.losing_step(&path).filter(|_| fault == Fault::Lost) {
                    Some(span) => {
                        located(&what, &self.task.sources.file(span.file).name, self.task.sources.line_of(span))
                    }
                    None => located(&what, &place.file, place.line),
                };
                let what = executed.unwrap_or(what);
                let run = self.explored.run(&path, &self.task.sources, self.is_first());
                Judgement { remedies, ..Judgement::suspected(Some(what), run).with_evidence(evidence) }
            }
            (None, Some(stop), _) => Judgement::unknown(stop, None),
            (None, None, Some(inexact)) => Judgement::unknown(&Stop::Incomplete(inexact.clone()), None),
            (None, None, None) => match self.explored.given_up() {
                Some(state) => Judgement::unknown(&views::given_up(system, &self.task.sources, state), None),
                None => {
                    let reason = |count| match count {
                        1 => msg!("what no object depends on was left out"),
                        _ => msg!(
                            "the program has {count} parts that have no object in common; each was explored by itself"
                        ),
                    };
                    let setting = self.parts.map(|_| AbstractionSetting::Apart);
                    Judgement { reason: self.parts.map(reason), setting, ..Judgement::satisfied() }
                }
            },
        };
        // What no box hides grows without end, or is merged too much.
        let is_open = refinement.is_some() || judgement.verdict == Verdict::Unknown && rsm.stop.is_some();
        if is_open && !self.task.learns {
            judgement.remedies.insert(0, Remedy::Boxes);
        }
        let looks_for = |fault| property.danger.is_fault(fault);
        judgement.assumptions.extend(nothing_undefined(&self.task.program, self.task.entry, looks_for));
        let statistics = PropertyStatistics {
            states_main: Some(self.explored.states_main()),
            states_total: u32::at(rsm.nodes.len()),
            generate_ms: Some(self.generate_ms),
            check_ms: Some(check_ms),
            confirm_ms: judgement.evidence.is_some().then(|| (observer.since(start) - check_ms).max(0.0)),
            ..PropertyStatistics::default()
        };
        let (id, claim) = (property.id.clone(), property.claim.clone());
        let report = PropertyReport { id, claim, strategy: Strategy::Auto.name().to_owned(), judgement, statistics };
        let attempt = Attempt { report, kept, refinement };
        let overrules = self.only_run.as_ref().is_some_and(OnlyRun::overrules);
        if attempt.report.judgement.is_decided() && !overrules { attempt } else { self.executed(property, attempt) }
    }

    fn refined(&self, height: usize, observer: &mut dyn Observer) -> Self {
        // There are often more states, but if there are many more, merging less is no help.
        let states = (self.explored.rsm.nodes.len() * MORE_STATES).max(FEW_STATES);
        let limits = Limits { states: self.task.limits.states.min(u32::at(states)), ..self.task.limits };
        Self::with_height(self.task, height, limits, observer)
    }
}
