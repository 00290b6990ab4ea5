//! One strategy on one task: what it generates, and its verdicts.

use std::cell::RefCell;
use std::collections::BTreeSet;

use super::dereference;
use super::evidence::{FailingRun, KeptRun, evidence};
use super::growing::GrowingMachine;
use super::place;
use super::prepare::{Prepared, Property};
use crate::base::{Idx, Limits, Observer, Phase, Progress, Shared, Stop};
use crate::check::replay::Claim;
use crate::check::{self, Danger, Generation, GrowthListener, Parts, Place, RunState, Runs, Skip, memory_safety};
use crate::program::ProcedureId;
use crate::report::evidence::EvidenceStatus;
use crate::report::{
    Assumption, ExplorationStatistics, Judgement, PropertyReport, PropertyStatistics, Run, RunStep, Verdict,
};
use crate::rsm::{NodeId, Rsm};
use crate::semantics::heap_program::{HeapProgram, Labels, Point, Scope, State};
use crate::tableau::{self, Outcome};
use crate::task::Strategy;

/// A failing run shows the calls on it as long as it has at most this many steps.
const RUN_LIMIT: usize = 2_000;

/// What is found is shown once in so many steps at most: it costs more than asking whether to go on.
const SHOW_INTERVAL: usize = 1024;

/// Of a call stack at most this many frames are listed.
const STACK_LIMIT: usize = 64;

/// A program, as far as it has been generated.
pub(super) struct Explored {
    pub system: HeapProgram,
    pub rsm: Rsm<State>,
    pub labels: Labels,
    /// Why some runs may be missing from the start: a contract or an initial heap is too large.
    failed: Option<Stop>,
}

impl Explored {
    fn new(task: &Prepared, strategy: Strategy, observer: &mut dyn Observer) -> Self {
        // Top level looks at states of the entry procedure only.
        let scope = if strategy == Strategy::TopLevel { Scope::Entry } else { Scope::AllProcedures };
        let mut system = HeapProgram::new(task.model.clone(), &task.kept(), scope);
        let reading = Progress { phase: Phase::Reading, states: 0, frontier: 0 };
        let trusted = task.contracts.iter().try_for_each(|c| observer.ask(reading).and_then(|()| system.trust(c)));
        let initial = trusted.and_then(|()| task.initial.as_ref().map_err(Clone::clone));
        let mut start = |heap| observer.ask(reading).and_then(|()| system.start_from(std::slice::from_ref(heap)));
        let failed = initial.and_then(|heaps| heaps.iter().try_for_each(&mut start)).err();
        let labels = Labels::new(&system);
        Self { system, rsm: Rsm::default(), labels, failed }
    }

    /// Generates what is missing; `growing` is shown meanwhile.
    fn complete(
        &mut self,
        task: &Prepared,
        limits: &Limits,
        mut growing: Option<&mut GrowingMachine>,
        observer: &mut dyn Observer,
    ) {
        let Self { system, rsm, .. } = self;
        let mut asked = 0_usize;
        let mut watch = |system: &HeapProgram, rsm: &Rsm<State>, progress| {
            if asked.is_multiple_of(SHOW_INTERVAL)
                && let Some(growing) = &mut growing
            {
                growing.show(system, rsm, observer);
            }
            asked += 1;
            observer.progress(progress)
        };
        if rsm.entries().is_empty() {
            // It has not been started, or could not be; then it cannot be now.
            *rsm = Rsm::default();
        }
        rsm.stop = None;
        // Why it ended early stands in the machine.
        let _ = rsm.start(system, limits).and_then(|()| {
            let entries = rsm.entries().to_vec();
            rsm.complete_watched(system, &entries, task.order, limits, &mut watch)
        });
        self.rsm.check_invariants();
        let stop = self.failed.clone().or_else(|| self.rsm.stop.take());
        self.rsm.stop = stop.or_else(|| check::lost(&self.system, &self.rsm));
    }

    /// Figures of what was generated.
    pub fn statistics(&self) -> ExplorationStatistics {
        let rsm = &self.rsm;
        ExplorationStatistics {
            states_main: self.states_main(),
            states_total: u32::at(rsm.nodes.len()),
            transitions_total: u32::at(rsm.edge_count()),
            states_final: u32::at(rsm.components.get(Rsm::<State>::MAIN).map_or(0, |c| c.exits.len())),
            contracts: u32::at(rsm.components.len().saturating_sub(1)),
            heaps: u32::at(self.system.store().len()),
            peak_vertices: self.system.store().peak_vertices(),
            partial: rsm.stop.is_some(),
            read_ms: None,
            generate_ms: None,
            confirm_ms: None,
        }
    }

    fn states_main(&self) -> u32 {
        u32::at(self.rsm.nodes.iter().filter(|n| n.component == Rsm::<State>::MAIN).count())
    }

    /// The steps of a run: each a node, the position of its caller, and whether a whole call follows that is not shown.
    /// `again` is the position that follows the last.
    fn steps(&self, visits: &[(NodeId, Option<u32>, bool)], again: Option<usize>) -> Vec<RunStep> {
        let state = |position: usize| visits.get(position).map(|v| self.rsm.nodes[v.0].state);
        let step = |(position, &(node, caller, folded)): (usize, &(NodeId, Option<u32>, bool))| {
            let here = self.rsm.nodes[node].state;
            let place = place::of(&self.system, here.point);
            let next = state(position + 1).or_else(|| again.and_then(state));
            RunStep {
                state: place::state_name(&self.system, here),
                index: Some(node.0),
                method: place.method,
                file: place.file,
                line: place.line,
                operation: place::operation_between(&self.system, here, next),
                stack: self.stack(visits, caller),
                folded,
                values: Vec::new(),
            }
        };
        visits.iter().enumerate().map(step).collect()
    }

    /// The suspended callers, outermost first.
    fn stack(&self, visits: &[(NodeId, Option<u32>, bool)], mut caller: Option<u32>) -> Vec<String> {
        let mut stack = Vec::new();
        let mut hidden = 0;
        while let Some(&(node, below, _)) = caller.and_then(|c| visits.get(c.index())) {
            if stack.len() < STACK_LIMIT {
                let place = place::of(&self.system, self.rsm.nodes[node].state.point);
                stack.push(format!("{}:{}", place.method, place.line));
            } else {
                hidden += 1;
            }
            caller = below;
        }
        if hidden > 0 {
            stack.push(format!("… {hidden} more"));
        }
        stack.reverse();
        stack
    }

    /// What names a node whichever way it was generated: the content hashes of the entry state of its component, 0 in
    /// the entry component, and of its state.
    pub fn key(&self, node: NodeId) -> (u64, u64) {
        let hash = |node: NodeId| place::state_hash(&self.system, self.rsm.nodes[node].state);
        let component = self.rsm.nodes[node].component;
        let entry = match component == Rsm::<State>::MAIN {
            true => 0,
            false => self.rsm.components[component].entries.first().map_or(0, |&entry| hash(entry)),
        };
        (entry, hash(node))
    }
}

/// A check by tableau.
struct Checked {
    outcome: Outcome<RunState>,
    /// What its states are.
    places: Vec<Place>,
    contexts: usize,
    /// Of what is satisfied: the skipped calls that may run for ever, with the methods called.
    endless: Vec<(NodeId, ProcedureId)>,
    /// Why some runs may not have been looked at.
    missing: Option<Stop>,
}

/// A judgement with what stands behind it.
struct Confirmed {
    judgement: Judgement,
    run: Option<tableau::Run<RunState>>,
    kept: Option<KeptRun>,
    /// Where the abstraction may be refined.
    points: Option<Vec<Point>>,
}

impl Confirmed {
    /// Whether a concrete run confirms a violation.
    fn is_real(&self) -> bool {
        self.judgement.evidence.as_ref().is_some_and(|e| e.status == EvidenceStatus::Real)
    }
}

/// A property that was checked.
pub(super) struct Judged {
    pub report: PropertyReport,
    pub outcome: Outcome<RunState>,
    /// The run in the report.
    pub run: Option<tableau::Run<RunState>>,
    /// The counterexample in the report.
    pub kept: Option<KeptRun>,
    pub nodes: Nodes,
}

/// The nodes of the states that a formula sees.
pub(super) enum Nodes {
    /// Those of what is shown.
    Shown(Vec<NodeId>),
    /// Those of another machine, by their [keys](Explored::key).
    Other(Vec<(u64, u64)>),
}

/// One strategy at work on a task.
pub(super) struct Pass<'a> {
    task: &'a Prepared,
    strategy: Strategy,
    limits: Limits,
    /// Points at which the abstraction is refined.
    refined: Vec<Point>,
    /// Whether what it generates is shown, so that nodes can be found there by their numbers.
    is_shown: bool,
    /// What is shown while it is generated.
    growing: Option<GrowingMachine>,
    pub explored: Explored,
    pub generate_ms: f64,
}

impl<'a> Pass<'a> {
    /// Generates what the strategy generates first.
    pub fn new(task: &'a Prepared, strategy: Strategy, is_shown: bool, observer: &mut dyn Observer) -> Self {
        let start = observer.now();
        let mut pass = Self {
            task,
            strategy,
            limits: task.limits,
            refined: Vec::new(),
            // On the fly nothing is kept.
            is_shown: is_shown && strategy != Strategy::OnTheFly,
            growing: is_shown.then(GrowingMachine::default),
            explored: Explored::new(task, strategy, observer),
            generate_ms: 0.0,
        };
        pass.generate_first(observer);
        pass.generate_ms = task.prepare_ms + observer.since(start);
        pass
    }

    /// The same with an abstraction that keeps more at some points. It may generate a few times as much, no more.
    fn refined(&self, points: Vec<Point>, observer: &mut dyn Observer) -> Self {
        let most = u32::at(self.explored.rsm.nodes.len()).saturating_mul(4).saturating_add(2_000);
        let mut pass = Self {
            task: self.task,
            strategy: self.strategy,
            limits: Limits { states: self.limits.states.min(most), ..self.limits },
            refined: points,
            is_shown: false,
            growing: None,
            explored: Explored::new(self.task, self.strategy, observer),
            generate_ms: self.generate_ms,
        };
        pass.explored.system.refine_at(pass.refined.iter().copied());
        pass.generate_first(observer);
        pass
    }

    fn generate_first(&mut self, observer: &mut dyn Observer) {
        if matches!(self.strategy, Strategy::TopLevel | Strategy::Rsm) {
            self.explored.complete(self.task, &self.limits, self.growing.as_mut(), observer);
        }
    }

    fn unexplored(&self, observer: &mut dyn Observer) -> Explored {
        let mut explored = Explored::new(self.task, self.strategy, observer);
        explored.system.refine_at(self.refined.iter().copied());
        explored
    }

    /// Checks one property. If it fails on a run that no concrete run confirms, the abstraction is refined along that run
    /// and the property is checked again, once.
    pub fn judge(&mut self, property: &Property, observer: &mut dyn Observer) -> Judged {
        let (mut judged, points) = self.judge_as_is(property, observer);
        let Some(points) = points else { return judged };
        let start = observer.now();
        let (mut again, _) = self.refined(points, observer).judge_as_is(property, observer);
        // All of this is done to find out whether the first violation is real.
        let first = &mut judged.report.statistics;
        first.confirm_ms = first.confirm_ms.map(|ms| ms + observer.since(start));
        let own_check = again.report.statistics.check_ms.unwrap_or_default();
        let confirmed =
            first.check_ms.zip(first.confirm_ms).map(|(check, confirm)| (check + confirm - own_check).max(0.0));
        again.report.statistics.confirm_ms = confirmed;
        let judgement = &mut again.report.judgement;
        let is_real = judgement.evidence.as_ref().is_some_and(|e| e.status == EvidenceStatus::Real);
        if judgement.verdict == Verdict::Satisfied {
            judgement.reason = Some("a failing run was excluded by refining the abstraction along it".to_owned());
        } else if !is_real {
            if let Some(evidence) = &mut judged.report.judgement.evidence {
                evidence.refined = true;
            }
            return judged;
        }
        if let Some(evidence) = &mut judgement.evidence {
            evidence.refined = true;
        }
        again
    }

    /// Also returns the points at which the abstraction may be refined, if the failing run may be spurious.
    fn judge_as_is(&mut self, property: &Property, observer: &mut dyn Observer) -> (Judged, Option<Vec<Point>>) {
        let start = observer.now();
        if self.strategy == Strategy::OnTheFly {
            self.explored = self.unexplored(observer);
        }
        let mut checked = self.check(property, &BTreeSet::new(), observer);
        let mut check_ms = observer.since(start);
        let mut confirmed = self.confirmed(property, &checked, observer);
        // A proof for the runs on which skipped calls return, while some may not.
        if confirmed.judgement.verdict == Verdict::Satisfied && !checked.endless.is_empty() {
            let again = observer.now();
            let endless = checked.endless.iter().map(|&(call, _)| call).collect();
            let with_endless = self.check(property, &endless, observer);
            check_ms += observer.since(again);
            if with_endless.outcome.verdict != tableau::Verdict::Satisfied {
                let failing = self.confirmed(property, &with_endless, observer);
                if failing.is_real() {
                    (checked, confirmed) = (with_endless, failing);
                } else {
                    confirmed.judgement.assumption = Some(self.assumption(&checked));
                }
            }
        }
        let Checked { outcome, places, contexts, .. } = checked;
        let Confirmed { judgement, run, kept, points } = confirmed;
        let formulas = &self.task.formulas;
        let rsm = &self.explored.rsm;
        let statistics = PropertyStatistics {
            states_main: self.explored.states_main(),
            states_total: u32::at(rsm.nodes.len()),
            partial: false,
            assertions: u32::at(outcome.proof.assertion_count()),
            proof_edges: u32::at(outcome.proof.edge_count()),
            contracts: u32::at(outcome.proof.contract_count()),
            contexts: u32::at(contexts),
            nodes: None,
            generate_ms: Some(self.generate_ms),
            check_ms: Some(check_ms),
            confirm_ms: run.is_some().then(|| (observer.since(start) - check_ms).max(0.0)),
        };
        let report = PropertyReport {
            id: property.id.clone(),
            ltl: formulas.display(property.formula).to_string(),
            strategy: self.strategy.name().to_owned(),
            judgement,
            statistics,
        };
        let nodes = places.iter().map(|place| place.node);
        let nodes = match self.is_shown {
            true => Nodes::Shown(nodes.collect()),
            false => Nodes::Other(nodes.map(|node| self.explored.key(node)).collect()),
        };
        (Judged { report, outcome, run, kept, nodes }, points)
    }

    /// Checks a property by tableau; runs also stay for ever in the calls of `endless`.
    fn check(&mut self, property: &Property, endless: &BTreeSet<NodeId>, observer: &mut dyn Observer) -> Checked {
        let Prepared { formulas, skipped, .. } = self.task;
        let limits = &self.limits;
        let (skip, generation) = match self.strategy {
            Strategy::TopLevel => (Skip::All, Generation::Done),
            Strategy::Rsm => (Skip::Procedures(skipped), Generation::Done),
            _ => (Skip::Procedures(skipped), Generation::OnDemand),
        };
        let Explored { system, rsm, labels, failed } = &mut self.explored;
        let missing = match generation {
            Generation::Done => rsm.stop.clone(),
            Generation::OnDemand => failed.clone(),
        };
        let watching = RefCell::new(&mut *observer);
        let ask = |progress: Progress| watching.borrow_mut().progress(progress);
        let mut show = |system: &HeapProgram, rsm: &Rsm<State>| {
            if let Some(growing) = &mut self.growing {
                growing.show(system, rsm, &mut **watching.borrow_mut());
            }
        };
        let growth = self.is_shown.then_some(&mut show as &mut GrowthListener);
        let parts = Parts { program: system, rsm, labels, observer: Shared(&ask), growth };
        let mut runs = Runs::new(parts, formulas, property.normal, skip, generation, limits).staying_in(endless);
        let outcome = tableau::check(&mut runs, formulas, property.normal, limits, &mut Shared(&ask));
        let endless = match outcome.verdict {
            tableau::Verdict::Satisfied => runs.endless_calls(),
            _ => Vec::new(),
        };
        Checked { outcome, contexts: runs.context_count(), endless, places: runs.into_places(), missing }
    }

    /// The judgement of a check, with the concrete run behind a failing one.
    fn confirmed(&self, property: &Property, checked: &Checked, observer: &mut dyn Observer) -> Confirmed {
        let (mut judgement, run) = self.judgement(&checked.outcome, &checked.places, checked.missing.clone());
        let failing = run.as_ref().map(|run| FailingRun::of(run, &checked.places));
        let claim = Claim::Fails(&self.task.formulas, property.formula);
        let (kept, points) = self.confirm(&mut judgement, claim, failing.as_ref(), observer);
        Confirmed { judgement, run, kept, points }
    }

    /// That the methods return which may run for ever in skipped calls.
    fn assumption(&self, checked: &Checked) -> Assumption {
        let procedures: BTreeSet<ProcedureId> = checked.endless.iter().map(|&(_, procedure)| procedure).collect();
        let program = &self.task.model.program;
        Assumption { returns: procedures.into_iter().map(|procedure| program.qualified_name(procedure)).collect() }
    }

    /// Looks for a concrete run behind the failing run of a judgement, and writes down what it finds.
    fn confirm(
        &self,
        judgement: &mut Judgement,
        claim: Claim<'_>,
        failing: Option<&FailingRun>,
        observer: &mut dyn Observer,
    ) -> (Option<KeptRun>, Option<Vec<Point>>) {
        let Some(failing) = failing else { return (None, None) };
        // A pass that refines another one knows that there is nothing elsewhere.
        let anywhere = self.refined.is_empty();
        let (evidence, kept) = evidence(self.task, &self.explored, self.strategy, claim, failing, anywhere, observer);
        let points = || failing.visits.iter().map(|&(node, ..)| self.explored.rsm.nodes[node].state.point).collect();
        // What is trusted speaks of heaps as they are folded now: with others it would not apply.
        let refinable = evidence.status == EvidenceStatus::PossiblySpurious && self.task.contracts.is_empty();
        let points = refinable.then(points);
        judgement.evidence = Some(evidence);
        (kept, points)
    }

    /// Null dereferences and uncaught exceptions, after everything has been [generated](Self::complete); refined as in
    /// [`Pass::judge`].
    pub fn memory_safety(&self, observer: &mut dyn Observer) -> (Judgement, Option<KeptRun>) {
        let (mut judgement, kept, points) = self.memory_safety_as_is(observer);
        let Some(points) = points else { return (judgement, kept) };
        let mut refined = self.refined(points, observer);
        refined.complete(observer);
        let (mut again, kept_again, _) = refined.memory_safety_as_is(observer);
        if again.verdict == Verdict::Satisfied {
            again.reason = Some("a failing run was excluded by refining the abstraction along it".to_owned());
            return (again, None);
        }
        let adopted = if kept_again.is_some() { &mut again } else { &mut judgement };
        if let Some(evidence) = &mut adopted.evidence {
            evidence.refined = true;
        }
        if kept_again.is_some() { (again, kept_again) } else { (judgement, kept) }
    }

    fn memory_safety_as_is(&self, observer: &mut dyn Observer) -> (Judgement, Option<KeptRun>, Option<Vec<Point>>) {
        let Explored { system, rsm, .. } = &self.explored;
        match (memory_safety(system, rsm), &rsm.stop) {
            (Some(danger), _) => {
                let what = match danger {
                    Danger::NullDereference(node) => dereference::unhandled(&self.explored, node),
                    Danger::Exception(_) => "an exception is not caught".to_owned(),
                };
                let failing = FailingRun::to(rsm, danger.node());
                let run = Run { prefix: self.explored.steps(&failing.visits, None), cycle: Vec::new() };
                let mut judgement = Judgement::violated(Some(what), run);
                let (kept, points) = self.confirm(&mut judgement, Claim::Unsafe, Some(&failing), observer);
                (judgement, kept, points)
            }
            (None, Some(stop)) => (Judgement::unknown(stop, None), None, None),
            (None, None) => (Judgement::satisfied(), None, None),
        }
    }

    /// Generates what is still missing, for memory safety and the pictures.
    pub fn complete(&mut self, observer: &mut dyn Observer) {
        match self.strategy {
            Strategy::TopLevel | Strategy::Rsm => {}
            Strategy::OnTheFly => {
                self.explored = self.unexplored(observer);
                self.explored.complete(self.task, &self.limits, self.growing.as_mut(), observer);
            }
            _ => {
                self.explored.complete(self.task, &self.limits, self.growing.as_mut(), observer);
            }
        }
    }

    /// The judgement, and its run. `missing`: why some runs may not have been looked at.
    fn judgement(
        &self,
        outcome: &Outcome<RunState>,
        places: &[Place],
        missing: Option<Stop>,
    ) -> (Judgement, Option<tableau::Run<RunState>>) {
        let judgement = match (&outcome.verdict, missing) {
            (tableau::Verdict::Violated, _) => {
                let Some(run) = outcome.run(RUN_LIMIT) else {
                    let why = Stop::Incomplete("the failing run was lost".to_owned());
                    return (Judgement::unknown(&why, None), None);
                };
                let visits: Vec<_> =
                    run.steps.iter().map(|s| (places[s.state.index()].node, s.caller, s.folded)).collect();
                let start = run.cycle.map(Idx::index);
                let mut prefix = self.explored.steps(&visits, start);
                let cycle = prefix.split_off(start.unwrap_or(prefix.len()));
                return (Judgement::violated(None, Run { prefix, cycle }), Some(run));
            }
            (_, Some(stop)) => Judgement::unknown(&stop, None),
            (tableau::Verdict::Unknown(stop), None) => {
                let place = outcome.culprit.map(|state| {
                    let state = self.explored.rsm.nodes[places[state.index()].node].state;
                    let place = place::of(&self.explored.system, state.point);
                    format!("{}:{} in {}", place.file, place.line, place.method)
                });
                Judgement::unknown(stop, place)
            }
            (tableau::Verdict::Satisfied, None) => Judgement::satisfied(),
        };
        (judgement, None)
    }
}
