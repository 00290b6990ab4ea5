//! A run on a whole input, from its start.

use std::rc::Rc;

use rustc_hash::FxHashMap;

use super::{ReplayClaim, ReplayTask};
use crate::LabelledRun;
use base::{Idx, IndexVec};
use heap_grammar::heap::{Heap, VertexId};
use interpreter::{Configuration, End, Machine, Mark, Script};
use ltl::logic::{Proposition, Tail, Truth};
use program::cfa::{Location, ProcedureId};
use program::objects::Program;

/// A state of a run that is looked at.
#[derive(Clone)]
pub struct ObservedState<'a> {
    /// Memory and call stack.
    pub machine: Machine<'a>,
    /// The end, if the operation here cannot be executed.
    pub fault: Option<End>,
}

/// A run on a whole input.
#[derive(Clone)]
pub struct Trace<'a> {
    /// Its states, those that are looked at.
    pub moments: Vec<ObservedState<'a>>,
    /// Its last state, looked at or not, in which all is decided that the run depends on.
    pub last: Machine<'a>,
    /// How it goes on after the last.
    pub tail: Tail,
    /// How it has ended, if it has.
    pub end: Option<End>,
    /// The first place where it depends on something that the program's model does not say: the result of a method that is
    /// not given, a comparison of numbers with fractions.
    pub assumes: Option<(ProcedureId, Location)>,
    /// The number of its steps.
    pub steps: u32,
    /// What it has cost, in steps of a small machine.
    pub cost: u32,
}

/// A state that is kept costs a step more for so many objects and frames.
const SIZE_PER_STEP: usize = 8;

/// A trace that costs more is cut.
const COST: u32 = 30_000;

/// Runs the program on a heap without nonterminals, as a script says, for at most `length` steps, until it ends or is seen
/// to repeat itself for ever.
pub fn trace<'a>(task: &ReplayTask<'a>, input: &Heap, script: &Script, length: u32) -> Trace<'a> {
    let mut machine = Machine::new(task.setting, input);
    let mut trace = Trace {
        moments: Vec::new(),
        last: machine.clone(),
        tail: Tail::Cut,
        end: None,
        assumes: None,
        steps: 0,
        cost: 0,
    };
    let mut loops = Loops::new(task);
    while trace.steps < length && trace.cost < COST {
        let again = loops.closes(&machine, trace.moments.len());
        trace.cost += loops.cost;
        if let Some(tail) = again {
            trace.tail = tail;
            trace.last = machine;
            return trace;
        }
        if task.watch.sees(&machine) {
            trace.moments.push(ObservedState { machine: machine.clone(), fault: None });
            trace.cost += u32::at(machine.size() / SIZE_PER_STEP);
        }
        trace.steps += 1;
        trace.cost += 1;
        let ended = machine.step_by(script);
        trace.assumes = machine.assumed();
        let Err(end) = ended else { continue };
        trace.end = Some(end);
        if end.is_fault() {
            trace.moments.push(ObservedState { machine: machine.clone(), fault: Some(end) });
        }
        trace.last = machine;
        trace.tail = tail(end, task.setting.program);
        return trace;
    }
    trace.last = machine;
    trace
}

/// How a run goes on after its end. Nothing is said of how one would continue that has ended itself; in C also if it has not come to its
/// end, nor failed.
pub(crate) fn tail(end: End, program: &Program) -> Tail {
    let is_cut = end == End::Ended || program.is_manual() && !matches!(end, End::Returned | End::Failed(_));
    if end.is_final() && !is_cut { Tail::Stutters } else { Tail::Cut }
}

impl Trace<'_> {
    /// Whether the claim is true of this run, and of which object of the input if the property follows one. Adds what that
    /// costs.
    pub(crate) fn shows(&mut self, task: &ReplayTask<'_>) -> Option<Option<VertexId>> {
        let mut candidates: Vec<Option<VertexId>> = vec![None];
        if task.claim.is_marked() {
            let objects = self.moments.first()?.machine.objects();
            candidates = objects.iter().filter_map(|object| object.vertex).map(Some).collect();
        }
        let found = candidates.iter().position(|&marked| self.fails(task, marked, self.moments.len(), self.tail));
        let judged = found.map_or(candidates.len(), |at| at + 1);
        let cost = u32::at(self.moments.len() * judged).saturating_add(task.watch.take_work());
        self.cost = self.cost.saturating_add(cost);
        found.map(|at| candidates[at])
    }

    /// Whether the property of the claim fails on the first states of this run.
    fn fails(&self, task: &ReplayTask<'_>, marked: Option<VertexId>, length: usize, tail: Tail) -> bool {
        let (Some(ObservedState { machine: start, .. }), Some(last)) = (self.moments.first(), length.checked_sub(1))
        else {
            return false;
        };
        let (formulas, claim) = match task.claim {
            ReplayClaim::Shows(formulas, claim) => (formulas, claim),
            ReplayClaim::Comes(danger) => {
                let end = self.end.filter(|_| length == self.moments.len());
                return danger.is_seen(&self.moments[last].machine, end);
            }
        };
        let mark = Mark::new(start, marked);
        claim.is_shown(formulas, length, tail, &|at, id| self.label(task, &mark, at, formulas.proposition(id)))
    }

    /// Whether a proposition holds in a state of this run.
    fn label(&self, task: &ReplayTask<'_>, mark: &Mark<'_>, at: usize, proposition: &Proposition) -> Truth {
        let ObservedState { machine, fault } = &self.moments[at];
        task.watch.truth(machine, *fault == Some(End::NullDereference), proposition, mark)
    }

    /// The run with what holds in its states, if the claim is about that.
    pub fn labelled(&self, task: &ReplayTask<'_>, marked: Option<VertexId>) -> Option<LabelledRun> {
        let ReplayClaim::Shows(formulas, claim) = task.claim else { return None };
        let mark = Mark::new(&self.moments.first()?.machine, marked);
        let label = |at, id| self.label(task, &mark, at, formulas.proposition(id));
        Some(LabelledRun::new(formulas, claim, self.moments.len(), self.tail, label))
    }

    /// Forgets the states after the first ones that suffice for the claim, whatever follows them.
    pub fn shorten(&mut self, task: &ReplayTask<'_>, marked: Option<VertexId>) {
        let suffices = |length: usize| self.fails(task, marked, length, Tail::Cut);
        let (mut few, mut many) = (0, self.moments.len());
        if !suffices(many) {
            return;
        }
        // If a prefix suffices, so does every longer one.
        while many - few > 1 {
            let middle = few.midpoint(many);
            if suffices(middle) { many = middle } else { few = middle }
        }
        if many < self.moments.len() {
            self.moments.truncate(many);
            self.last = self.moments[many - 1].machine.clone();
            (self.tail, self.end) = (Tail::Cut, None);
        }
    }
}

/// Notices that a run is again where it was.
struct Loops<'t, 'a> {
    task: &'t ReplayTask<'a>,
    /// States that may be met again: their depth, and how many states that are looked at were before them.
    met: FxHashMap<Rc<Configuration<'a>>, (usize, usize)>,
    /// Those of each depth, so that they are forgotten when the frame is left.
    by_depth: Vec<Vec<Rc<Configuration<'a>>>>,
    merges: FxHashMap<ProcedureId, IndexVec<Location, bool>>,
    whole: bool,
    /// What the last question has cost, in steps.
    cost: u32,
}

impl<'t, 'a> Loops<'t, 'a> {
    fn new(task: &'t ReplayTask<'a>) -> Self {
        let whole = task.claim.is_global();
        Self { task, met: FxHashMap::default(), by_depth: Vec::new(), merges: FxHashMap::default(), whole, cost: 0 }
    }

    /// How the run goes on if it was in such a state before and can repeat itself from there; `position` is the number of the
    /// state among those that are looked at, if it is.
    fn closes(&mut self, machine: &Machine<'a>, position: usize) -> Option<Tail> {
        let (top, depth) = (machine.top(), machine.depth());
        for left in self.by_depth.drain(depth.min(self.by_depth.len())..).flatten() {
            self.met.remove(&left);
        }
        let program = self.task.setting.program;
        // Every cycle goes through a place where ways meet, or through a call.
        let merges =
            self.merges.entry(top.procedure).or_insert_with(|| program.procedures[top.procedure].merge_points());
        self.cost = 0;
        // A sequence of calls goes on as its script says.
        let is_scripted = machine.is_in_client() && matches!(self.task.claim, ReplayClaim::Comes(_));
        if !merges[top.location] || is_scripted {
            return None;
        }
        self.cost = u32::at(machine.size());
        let configuration = Rc::new(machine.configuration(self.whole));
        if let Some(&(_, start)) = self.met.get(&configuration) {
            // A call that is one step and never returns stays where it is.
            return Some(if start == position { Tail::Stutters } else { Tail::Repeats(start) });
        }
        self.by_depth.resize(depth.max(self.by_depth.len()), Vec::new());
        self.by_depth[depth - 1].push(Rc::clone(&configuration));
        self.met.insert(configuration, (depth, position));
        None
    }
}
