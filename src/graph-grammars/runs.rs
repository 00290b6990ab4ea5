//! The runs of a heap program as one property sees them.

use std::collections::BTreeSet;
use std::rc::Rc;

use indexmap::IndexSet;
use rustc_hash::{FxBuildHasher, FxHashMap};

use super::endless::endless_calls;
use crate::heap_program::{ContextId, Contexts, HeapLabels, HeapProgram, HeapState, NEIGHBOURHOOD, VISITED};
use analysis::{Claim, LabelledRun};
use base::{
    CollectByInsertion, CompactSort, Idx, IndexVec, Limits, Observer, Phase, Progress, Shared, Stop, newtype_index,
};
use heap_grammar::heap::Variable;
use ltl::logic::{Formulas, Proposition, PropositionId, Tail, Truth};
use ltl::tableau::{Labelled, asked_by_guards, asked_where};
use program::cfa::ProcedureId;
use rsm::{
    Arithmetic, ComponentId, EdgeKind, Flow, Node, NodeId, Order, Parts, Path, Ranges, RecursiveSystem, Rsm,
    SizeContracts, SizedRsm, Sizes, Step, Transition,
};

newtype_index! {
    /// A state of [`Runs`].
    pub struct RunState;
}

/// Which calls are one step, with the effect that their contracts say; states inside them are not looked at.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Skip<'a> {
    /// All: the strategy *top level*.
    All,
    /// Those of these procedures.
    Procedures(&'a BTreeSet<ProcedureId>),
}

/// How much of the program there is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Generation {
    /// It was generated before, as far as the limits allowed; nothing is added.
    Done,
    /// It is generated as it is asked for.
    OnDemand,
}

/// A node of the program's machine in a context.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct ContextNode {
    /// The node.
    pub node: NodeId,
    /// What is below on the call stack.
    pub context: ContextId,
    /// Whether the run stays in a skipped call from this node, and why.
    pub stays: Option<StaysInCall>,
}

/// Why a run does not come back from a skipped call.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum StaysInCall {
    /// Null has been dereferenced.
    Fault,
    /// A reference is used that is not followed: nothing is known of the run from there.
    GivenUp,
    /// The callee runs for ever. As its states are not looked at, the run stays in the calling state.
    Endless,
}

/// The runs of a program that a property is about: labels depend on the calling context, skipped calls are one step, and
/// where the property follows a marked object, runs begin with one.
///
/// A skipped call that never returns stays where it is. One that may return is followed there; that it may run for ever as
/// well is only looked at [when asked](Runs::staying_in).
pub(crate) struct Runs<'a> {
    program: &'a mut HeapProgram,
    rsm: &'a mut Rsm<HeapState>,
    labels: &'a mut HeapLabels,
    /// The propositions that are asked for in callees; contexts show what these look at.
    in_callees: Vec<PropositionId>,
    contexts: Contexts,
    formulas: &'a Formulas,
    /// The markings that the property speaks of: it is about the runs on which they are set.
    marks: Vec<Variable>,
    skip: Skip<'a>,
    /// Skipped calls in which runs also stay for ever.
    endless: &'a BTreeSet<NodeId>,
    generation: Generation,
    limits: &'a Limits,
    observer: Shared<'a>,
    growth: Option<&'a mut GrowthListener<'a>>,
    /// How many nodes were expanded.
    expanded: u32,
    places: IndexSet<ContextNode, FxBuildHasher>,
    /// Components of skipped callees all of which is generated.
    completed: BTreeSet<ComponentId>,
    /// Components in which null may be dereferenced, and those in which a run may be given up, in themselves or in a call. Absent if more
    /// has been generated since.
    faulty: Option<[IndexVec<ComponentId, bool>; 2]>,
    /// Where objects go on transitions of the machine.
    flows: FxHashMap<(NodeId, NodeId), Rc<[Flow]>>,
    nodes: Vec<NodeId>,
    found: Vec<ContextId>,
}

/// Is shown the program's machine now and then while it is generated.
pub(crate) type GrowthListener<'a> = dyn FnMut(&HeapProgram, &Rsm<HeapState>) + 'a;

/// What [`Runs`] are made of.
pub(crate) struct RunsParts<'a> {
    /// The program.
    pub program: &'a mut HeapProgram,
    /// Its machine, as far as it has been generated.
    pub rsm: &'a mut Rsm<HeapState>,
    /// Its labels.
    pub labels: &'a mut HeapLabels,
    /// Who watches when a skipped call is explored.
    pub observer: Shared<'a>,
    /// Who looks at the machine while it is generated.
    pub growth: Option<&'a mut GrowthListener<'a>>,
}

impl<'a> Runs<'a> {
    /// The runs that a claim is about.
    pub(crate) fn new(
        parts: RunsParts<'a>,
        formulas: &'a Formulas,
        claim: &Claim,
        skip: Skip<'a>,
        generation: Generation,
        limits: &'a Limits,
    ) -> Self {
        let RunsParts { program, rsm, labels, observer, growth } = parts;
        let ids = claim.refutation().propositions(formulas);
        let propositions = ids.iter().map(|&p| formulas.proposition(p));
        let marking = |p: &Proposition| match p {
            _ if p.asks_where() => Some(VISITED),
            _ if p.asks_for_neighbours() => Some(NEIGHBOURHOOD),
            _ => None,
        };
        let names = propositions.filter_map(marking);
        let marks = names.filter_map(|name| program.model().alphabet.find_variable(name)).collect();
        // Callees are not looked at if all calls are skipped, and they are never at the end of the entry procedure.
        let is_false = |p| matches!(formulas.proposition(p), Proposition::Terminated | Proposition::Exception);
        let in_callees = match claim {
            _ if skip == Skip::All => Vec::new(),
            Claim::Holds(_, formula) => asked_where(formulas, *formula, is_false),
            Claim::Nothing(monitor) => asked_by_guards(formulas, monitor, is_false),
        };
        let seen: Vec<&Proposition> = in_callees.iter().map(|&p| formulas.proposition(p)).collect();
        Self {
            contexts: Contexts::new(program, &seen),
            in_callees,
            program,
            rsm,
            labels,
            formulas,
            marks,
            skip,
            endless: const { &BTreeSet::new() },
            generation,
            limits,
            observer,
            growth,
            expanded: 0,
            places: IndexSet::default(),
            completed: BTreeSet::new(),
            faulty: None,
            flows: FxHashMap::default(),
            nodes: Vec::new(),
            found: Vec::new(),
        }
    }

    /// The same, but runs also stay for ever in these calls.
    pub(crate) fn staying_in(self, endless: &'a BTreeSet<NodeId>) -> Self {
        Self { endless, ..self }
    }

    /// The skipped calls met that may also run for ever, as far as the machine knows: each with the methods that may.
    pub(crate) fn endless_calls(&mut self) -> Result<Vec<(NodeId, ProcedureId)>, Stop> {
        let is_call =
            |place: &&ContextNode| self.rsm.nodes[place.node].step == Some(Step::Call) && self.is_skipped(place.node);
        let calls: BTreeSet<NodeId> = self.places.iter().filter(is_call).map(|place| place.node).collect_by_insertion();
        endless_calls(self.rsm, self.program, &calls, false)
    }

    fn procedure(&self, node: NodeId) -> ProcedureId {
        let points = self.program.points();
        points.instance(points.instance_of(self.rsm.nodes[node].state.point)).procedure
    }

    /// What a state is.
    pub(crate) fn place(&self, state: RunState) -> ContextNode {
        self.places[state.index()]
    }

    /// All states met, in order of their numbers.
    pub(crate) fn into_places(self) -> Vec<ContextNode> {
        self.places.into_iter().collect()
    }

    /// A run with what holds in its states, as far as the property asks for it.
    pub(crate) fn labelled(&mut self, run: &Path<RunState>, claim: &Claim) -> LabelledRun {
        let tail = run.cycle.map_or(Tail::Cut, |start| Tail::Repeats(start as usize));
        let states: Vec<RunState> = run.states().copied().collect();
        let formulas = self.formulas;
        let label = |at: usize, id| self.known(states[at], id);
        LabelledRun::new(formulas, claim.refutation(), states.len(), tail, label)
    }

    /// Whether a proposition holds in a state, as far as the property asks for it there.
    pub(crate) fn known(&mut self, state: RunState, id: PropositionId) -> Truth {
        let component = self.rsm.nodes[self.place(state).node].component;
        if self.is_determined(component, id) { self.label(state, id).unwrap_or(Truth::Unknown) } else { Truth::Unknown }
    }

    /// Whether states of a component determine a proposition, with their contexts: those in callees show what the property
    /// asks for there.
    fn is_determined(&self, component: ComponentId, id: PropositionId) -> bool {
        component == Rsm::<HeapState>::MAIN || self.is_of_top(id) || self.in_callees.contains(&id)
    }

    /// Whether the location on top of the call stack determines a proposition.
    fn is_of_top(&self, id: PropositionId) -> bool {
        let proposition = self.formulas.proposition(id);
        proposition.is_of_place() && !matches!(proposition, Proposition::During { .. })
    }

    /// Number of contexts met.
    pub(crate) fn context_count(&self) -> usize {
        self.contexts.len()
    }

    fn state(&mut self, node: NodeId, context: ContextId) -> RunState {
        RunState::at(self.places.insert_full(ContextNode { node, context, stays: None }).0)
    }

    /// What a node does next; `None` if that is beyond what was generated.
    fn expand(&mut self, node: NodeId) -> Result<Option<Step>, Stop> {
        match self.generation {
            Generation::Done => Ok(self.rsm.nodes[node].step),
            Generation::OnDemand => {
                if let Some(growth) = &mut self.growth {
                    self.expanded = self.expanded.wrapping_add(1);
                    if self.expanded.is_multiple_of(256) {
                        growth(self.program, self.rsm);
                    }
                }
                self.rsm.expand(self.program, node, self.limits).map(Some)
            }
        }
    }

    /// Fills `self.nodes` with the nodes where a call goes on when the callee leaves at `exit`.
    fn returns(&mut self, call: NodeId, exit: NodeId) -> Result<(), Stop> {
        let range = match self.generation {
            Generation::Done => self.rsm.known_returns(call, exit).unwrap_or_default(),
            Generation::OnDemand => self.rsm.returns(self.program, call, exit, self.limits)?,
        };
        self.nodes.extend(range.map(|position| self.rsm.target(position)));
        Ok(())
    }

    /// Whether a call is one step. A virtual call is if all methods that it may mean are skipped: what happens in the
    /// others must be looked at.
    fn is_skipped(&self, call: NodeId) -> bool {
        let Skip::Procedures(skipped) = self.skip else { return true };
        !skipped.is_empty() && self.rsm.successors(call).iter().all(|&entry| skipped.contains(&self.procedure(entry)))
    }

    /// A call as one step.
    fn skip(&mut self, call: NodeId, context: ContextId, states: &mut Vec<RunState>) -> Result<Step, Stop> {
        let entries = self.rsm.successors(call).to_vec();
        if self.generation == Generation::OnDemand {
            let open: Vec<NodeId> =
                entries.iter().copied().filter(|&e| !self.completed.contains(&self.rsm.nodes[e].component)).collect();
            self.rsm.complete(self.program, &open, Order::DepthFirst, self.limits, &mut self.observer)?;
            self.completed.extend(open.iter().map(|&e| self.rsm.nodes[e].component));
            if !open.is_empty() {
                self.faulty = None;
            }
        }
        self.nodes.clear();
        for entry in &entries {
            let callee = self.rsm.nodes[*entry].component;
            for exit in 0..self.rsm.components[callee].exits.len() {
                self.returns(call, self.rsm.components[callee].exits[exit])?;
            }
        }
        // Two exits of a callee may lead to the same state.
        self.nodes.compact_sort();
        self.nodes.dedup();
        for node in 0..self.nodes.len() {
            states.push(self.state(self.nodes[node], context));
        }
        let (rsm, program) = (&*self.rsm, &*self.program);
        let faulty = self.faulty.get_or_insert_with(|| {
            let stays = |state| !program.is_cut(state) && !program.is_given_up(state);
            [components_with(rsm, stays), components_with(rsm, |state| program.is_given_up(state))]
        });
        for (stays, components) in [StaysInCall::Fault, StaysInCall::GivenUp].into_iter().zip(faulty) {
            if entries.iter().any(|&entry| components[rsm.nodes[entry].component]) {
                let inside = ContextNode { node: call, context, stays: Some(stays) };
                states.push(RunState::at(self.places.insert_full(inside).0));
            }
        }
        let is_whole = self.generation == Generation::OnDemand || self.rsm.stop.is_none();
        let diverges = states.is_empty() && !entries.is_empty() && is_whole;
        if self.endless.contains(&call) && !diverges {
            let inside = ContextNode { node: call, context, stays: Some(StaysInCall::Endless) };
            states.push(RunState::at(self.places.insert_full(inside).0));
        }
        Ok(if diverges { Step::Fault } else { Step::Internal })
    }
}

/// The components with such an error state, in themselves or in a call.
fn components_with(rsm: &Rsm<HeapState>, is_such: impl Fn(HeapState) -> bool) -> IndexVec<ComponentId, bool> {
    let stays = |&node: &NodeId| is_such(rsm.nodes[node].state);
    let mut faulty: IndexVec<ComponentId, bool> = rsm.components.iter().map(|c| c.faults.iter().any(stays)).collect();
    let mut open: Vec<ComponentId> = faulty.iter_enumerated().filter(|&(_, &f)| f).map(|(id, _)| id).collect();
    while let Some(component) = open.pop() {
        for &caller in &rsm.components[component].callers {
            let caller = rsm.nodes[caller].component;
            if !std::mem::replace(&mut faulty[caller], true) {
                open.push(caller);
            }
        }
    }
    faulty
}

impl RecursiveSystem for Runs<'_> {
    type State = RunState;

    fn entry(&mut self, states: &mut Vec<RunState>) -> Result<(), Stop> {
        if self.generation == Generation::OnDemand {
            self.rsm.start(self.program, self.limits)?;
        }
        for entry in 0..self.rsm.entries().len() {
            let entry = self.rsm.entries()[entry];
            let heap = self.program.store().get(self.rsm.nodes[entry].state.heap);
            if self.marks.iter().all(|&mark| heap.variable(mark).is_some()) {
                states.push(self.state(entry, Contexts::NONE));
            }
        }
        Ok(())
    }

    fn step(&mut self, &state: &RunState, states: &mut Vec<RunState>) -> Result<Step, Stop> {
        let ContextNode { node, context, stays } = self.place(state);
        if let Some(stays) = stays {
            return Ok(if stays == StaysInCall::GivenUp { Step::Internal } else { Step::Fault });
        }
        let Some(step) = self.expand(node)? else { return Ok(Step::Internal) };
        match step {
            Step::Fault if self.program.is_given_up(self.rsm.nodes[node].state) => return Ok(Step::Internal),
            // The run ends here.
            Step::Fault if self.program.is_cut(self.rsm.nodes[node].state) => return Ok(Step::Internal),
            Step::Exit | Step::Fault => {}
            Step::Internal => {
                for position in 0..self.rsm.successors(node).len() {
                    let target = self.rsm.successors(node)[position];
                    states.push(self.state(target, context));
                }
            }
            Step::Call if self.is_skipped(node) => return self.skip(node, context, states),
            Step::Call => {
                for position in 0..self.rsm.successors(node).len() {
                    let entry = self.rsm.successors(node)[position];
                    let [caller, callee] = [node, entry].map(|n| self.rsm.nodes[n].state);
                    let mut found = std::mem::take(&mut self.found);
                    found.clear();
                    self.contexts.extend(self.program, context, caller, callee, &mut found)?;
                    for &context in &found {
                        states.push(self.state(entry, context));
                    }
                    self.found = found;
                }
            }
        }
        Ok(step)
    }

    fn resume(
        &mut self,
        &call: &RunState,
        _: &RunState,
        &exit: &RunState,
        states: &mut Vec<RunState>,
    ) -> Result<(), Stop> {
        let ContextNode { node, context, .. } = self.place(call);
        self.nodes.clear();
        self.returns(node, self.place(exit).node)?;
        for position in 0..self.nodes.len() {
            states.push(self.state(self.nodes[position], context));
        }
        Ok(())
    }
}

impl Sizes for Runs<'_> {
    type State = RunState;

    fn parts(&mut self, &state: &RunState) -> Parts {
        let node = self.place(state).node;
        self.program.parts(&self.rsm.nodes[node].state)
    }

    fn flows(&mut self, transition: Transition<&RunState>) -> Result<Rc<[Flow]>, Stop> {
        let places = transition.map(|&state| self.place(state));
        let transition = places.map(|place| place.node);
        Ok(match (transition, places) {
            // A run stays here for ever.
            (Transition::Step { source, target }, Transition::Step { target: ContextNode { stays, .. }, .. })
                if source == target && (stays.is_some() || self.rsm.nodes[source].step != Some(Step::Internal)) =>
            {
                [Flow::identity(self.program.parts(&self.rsm.nodes[source].state))].into()
            }
            (Transition::Step { source, target }, _) if self.rsm.nodes[source].step == Some(Step::Call) => {
                if let Some(known) = self.flows.get(&(source, target)) {
                    return Ok(Rc::clone(known));
                }
                let (rsm, sizes) = (&*self.rsm, &mut *self.program);
                let mut machine = SizedRsm { rsm, sizes };
                let contracts = SizeContracts::new(&mut machine, &[source])?;
                let mut flows = Vec::new();
                for edge in rsm.edges_of(source).filter(|edge| edge.target == target && edge.kind != EdgeKind::Call) {
                    flows.extend_from_slice(&contracts.flows(&mut machine, edge)?);
                }
                let flows: Rc<[Flow]> = flows.into();
                self.flows.insert((source, target), Rc::clone(&flows));
                flows
            }
            _ => self.program.flows(transition.map(|node| &self.rsm.nodes[node].state))?,
        })
    }

    fn numbers(&mut self, &state: &RunState) -> Ranges {
        let node = self.place(state).node;
        self.program.numbers(&self.rsm.nodes[node].state)
    }

    fn arithmetic(&mut self, &source: &RunState, &target: &RunState, enters: bool) -> Vec<Arithmetic> {
        let [source, target] = [source, target].map(|state| self.place(state));
        // Where a run stays for ever nothing is executed.
        let stays = source.node == target.node && self.rsm.nodes[source.node].step != Some(Step::Internal);
        if stays || target.stays.is_some() {
            return Vec::new();
        }
        let [source, target] = [source.node, target.node].map(|node| self.rsm.nodes[node].state);
        self.program.arithmetic(&source, &target, enters)
    }
}

impl Labelled for Runs<'_> {
    fn sizes(&mut self) -> Option<Box<dyn Sizes<State = RunState> + '_>> {
        Some(Box::new(self))
    }

    fn label(&mut self, state: RunState, id: PropositionId) -> Result<Truth, Stop> {
        // A property may ask for thousands in one state.
        let (states, frontier) = (u32::at(self.places.len()), 0);
        self.observer.ask(Progress { phase: Phase::Checking, states, frontier })?;
        let proposition = self.formulas.proposition(id);
        let ContextNode { node, context, stays } = self.place(state);
        Ok(match (stays, proposition) {
            (None | Some(StaysInCall::Endless), _) => {
                let &Node { state, component, .. } = &self.rsm.nodes[node];
                if self.program.is_given_up(state) {
                    return Ok(Truth::Unknown);
                }
                let is_determined = self.is_determined(component, id);
                debug_assert!(is_determined);
                if !is_determined {
                    return Ok(Truth::Unknown);
                }
                self.labels.truth(self.program, &self.contexts, context, state, proposition)
            }
            // In C it is a failure: everything else ends the run.
            (Some(StaysInCall::Fault), Proposition::NullDereference) => {
                (!self.program.model().program.is_manual()).into()
            }
            (Some(StaysInCall::Fault), Proposition::Terminated | Proposition::Exception) => Truth::False,
            // The heap inside the call is not looked at.
            (Some(StaysInCall::Fault | StaysInCall::GivenUp), _) => Truth::Unknown,
        })
    }

    fn is_cut(&self, state: RunState) -> bool {
        let ContextNode { node, stays, .. } = self.place(state);
        stays.is_none() && self.program.is_cut(self.rsm.nodes[node].state)
    }

    fn is_cheap(&self, proposition: PropositionId) -> bool {
        self.is_of_top(proposition)
    }
}
