//! What stands behind a violation: its replay, told in the words of reports.

mod loss;

use std::collections::BTreeSet;

use super::explored::Explored;
use super::prepare::PreparedHeapTask;
use super::runs::{ContextNode, RunState, StaysInCall};
use super::strategy::Calls;
use crate::heap_program::PointKind;
use analysis::only_run::ShownExecution;
use analysis::replay::{
    Counterexample, Guide, GuideStep, ReplayClaim, ReplayEffort, ReplayResult, ReplayTask, ReportedRun, Stay, replay,
    reported_run, trace,
};
use analysis::{LabelledRun, RunClaim};
use base::{CollectByInsertion, Idx, Message, Observer, msg};
use interpreter::{Seen, Watch};
use ltl::logic::FormulaId;
use program::cfa::ProcedureId;
use report::evidence::{Departure, Evidence, Loss};
use report::heap::HeapView;
use report::remedy::Remedy;
use rsm::{NodeId, Path, Step, Visit};

/// A failing run of the analysis.
pub(super) struct FailingRun {
    pub path: Path<NodeId>,
    /// Whether null has been dereferenced in a call that is one step, in the last state.
    pub fault_in_call: bool,
}

impl FailingRun {
    /// A run on which a property fails.
    pub(crate) fn of(run: &Path<RunState>, places: &[ContextNode]) -> Self {
        let place = |state: &RunState| places[state.index()];
        let mut path = run.map(|state| place(state).node);
        let stays = run.states().next_back().and_then(|state| place(state).stays);
        if stays == Some(StaysInCall::Endless) {
            // The run stays in the calling state, which stands before.
            path.visits.pop();
            path.cycle = path.len().checked_sub(1).map(u32::at);
        }
        Self { path, fault_in_call: stays == Some(StaysInCall::Fault) }
    }

    /// Where a concrete run has to go.
    fn guide(&self, explored: &Explored) -> Guide {
        let points = explored.system.points();
        let mut depths: Vec<u32> = Vec::new();
        let mut steps = Vec::new();
        for &Visit { state: node, caller, folded } in &self.path.visits {
            let depth = caller.map_or(1, |c| depths[c as usize] + 1);
            depths.push(depth);
            let kind = points.kind(explored.rsm.nodes[node].state.point);
            let (instance, stay) = match kind {
                PointKind::At(instance, location) => (instance, Stay::At(location)),
                PointKind::Fault(instance, edge) => (instance, Stay::Fault(edge)),
            };
            steps.push(GuideStep { procedure: points.instance(instance).procedure, stay, depth, folded });
        }
        if let Some(last) = steps.last_mut().filter(|_| self.fault_in_call) {
            last.stay = Stay::FaultInCall;
        }
        let last = self.path.states().next_back().and_then(|&node| explored.rsm.nodes[node].step);
        let ended = matches!(last, Some(Step::Exit | Step::Fault)) || self.fault_in_call;
        let stays = self.path.cycle.is_some_and(|start| start as usize + 1 == steps.len());
        let cycle = self.path.cycle.filter(|_| !(ended && stays));
        let again = steps.last().map_or(0, |end: &GuideStep| match last {
            Some(Step::Call) if !end.folded => end.depth + 1,
            Some(Step::Exit) => end.depth - 1,
            _ => end.depth,
        });
        let growth = cycle.map_or(0, |start| again.saturating_sub(steps[start as usize].depth));
        Guide { steps, cycle, growth }
    }
}

/// A counterexample that can be looked at.
pub(super) struct KeptRun {
    pub counterexample: Counterexample,
    /// The heaps of its states, as far as these are told.
    pub heaps: Vec<HeapView>,
    /// What holds in its states, if a formula or monitor is claimed.
    pub labelled: Option<LabelledRun>,
    /// The formula that fails on it; none if it is memory safety, or a monitor has found it.
    pub formula: Option<FormulaId>,
    /// What is wrong in it, and where, if it uses memory wrongly or comes to an error.
    pub fault: Option<Message>,
}

impl KeptRun {
    /// A run on which a claim is true.
    pub(super) fn of(shown: ShownExecution, claim: ReplayClaim<'_>) -> Self {
        let formula = match claim {
            ReplayClaim::Shows(_, RunClaim::Violates(formula)) => Some(formula),
            ReplayClaim::Shows(_, RunClaim::IsFound(_)) | ReplayClaim::Comes(_) => None,
        };
        let ShownExecution { counterexample, heaps, labelled, fault } = shown;
        Self { counterexample, heaps, labelled, formula, fault }
    }
}

/// The search for concrete runs behind failing runs of the analysis.
#[derive(Clone, Copy)]
pub(super) struct Confirmation<'a> {
    pub task: &'a PreparedHeapTask,
    pub explored: &'a Explored,
    pub calls: Calls,
    pub claim: ReplayClaim<'a>,
    /// Whether other runs are looked for as well, which depends on the claim only.
    pub anywhere: bool,
}

impl<'a> Confirmation<'a> {
    /// The names of procedures whose calls are one step.
    pub(super) fn skipped(&self) -> Vec<String> {
        let program = &self.explored.system.model().program;
        self.task.skipped.iter().map(|&id| program.qualified_name(id)).collect()
    }

    /// Which states of runs are looked at.
    pub(super) fn watch<'w>(&self, skipped: &'w [String]) -> Watch<'w>
    where
        'a: 'w,
    {
        let seen = match self.calls {
            // Memory safety is about all states, whatever the strategy.
            _ if matches!(self.claim, ReplayClaim::Comes(_)) => Seen::AllBut(&[]),
            Calls::Skipped => Seen::Entry,
            Calls::Followed => Seen::AllBut(skipped),
        };
        Watch::new(&self.explored.system.model().sources, seen, self.explored.garbage())
    }

    /// What runs are to show.
    pub(super) fn replayed<'w>(&self, watch: &'w Watch<'w>) -> ReplayTask<'w>
    where
        'a: 'w,
    {
        let sequences = &self.task.sequences;
        ReplayTask { setting: self.explored.setting(), inputs: &self.task.inputs, watch, claim: self.claim, sequences }
    }
}

/// Looks for a concrete run behind a failing run. Where there is none, also what may help.
pub(super) fn evidence(
    confirmation: Confirmation<'_>,
    run: &FailingRun,
    observer: &mut dyn Observer,
) -> (Evidence, Vec<Remedy>, Option<KeptRun>) {
    let Confirmation { task, explored, claim, anywhere, .. } = confirmation;
    let program = &explored.system.model().program;
    let skipped = confirmation.skipped();
    let watch = confirmation.watch(&skipped);
    let replayed = confirmation.replayed(&watch);
    let guide = run.guide(explored);
    let effort = ReplayEffort::for_states(explored.rsm.nodes.len());
    match replay(&replayed, &guide, anywhere, effort, observer) {
        Ok(ReplayResult::Real(counterexample)) => {
            let mut trace = trace(&replayed, &counterexample.input, &counterexample.script, effort.length);
            trace.shorten(&replayed, counterexample.marked);
            let ReportedRun { run, heaps, fault, left_out } = reported_run(&replayed, &guide, &counterexample, &trace);
            if let Some(field) = left_out {
                let reason = msg!("the initial heaps say nothing of `{field}`, on which the failing run depends");
                let departure = Departure { position: None, loss: Loss::Other, lost_at: None, reason };
                return (Evidence::departed(departure), vec![Remedy::Field { field }], None);
            }
            let labelled = trace.labelled(&replayed, counterexample.marked);
            let kept = KeptRun::of(ShownExecution { counterexample, heaps, labelled, fault }, claim);
            (Evidence::of(run), Vec::new(), Some(kept))
        }
        Ok(ReplayResult::Nothing(_)) if !task.contracts.is_empty() => {
            let reason =
                msg!("contracts are trusted, and the methods themselves allow fewer results than their contracts");
            let procedures: BTreeSet<ProcedureId> =
                task.contracts.iter().map(|contract| contract.procedure).collect_by_insertion();
            let methods = procedures.into_iter().map(|procedure| program.qualified_name(procedure)).collect();
            let departure = Departure { position: None, loss: Loss::Other, lost_at: None, reason };
            (Evidence::departed(departure), vec![Remedy::Contracts { methods }], None)
        }
        Ok(ReplayResult::Nothing(nothing)) => {
            let (departure, condition) = loss::of(explored, run, nothing);
            // More precise heaps do not know more numbers.
            let is_improvable = task.is_improvable && departure.loss != Loss::Number;
            let remedies = condition.into_iter().chain(is_improvable.then_some(Remedy::Abstraction)).collect();
            (Evidence::departed(departure), remedies, None)
        }
        Err(stop) => {
            let departure = Departure { position: None, loss: Loss::Effort, lost_at: None, reason: stop.message() };
            (Evidence::departed(departure), Remedy::of_stop(&stop).into_iter().collect(), None)
        }
    }
}
