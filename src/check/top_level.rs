//! The strategy *top level*: the entry procedure only; a call is one step, with the effect that its contracts say.

use crate::base::{Idx, IndexVec, Stop, newtype_index};
use crate::heap::Variable;
use crate::logic::{FormulaId, Formulas, Proposition, PropositionId, Truth};
use crate::rsm::{ComponentId, EdgeKind, NodeId, RecursiveSystem, Rsm, Step};
use crate::semantics::heap_program::{HeapProgram, Labels, NEIGHBOURHOOD, State, VISITED};
use crate::tableau::Labelled;

newtype_index! {
    /// A state of the entry procedure, as this strategy sees it.
    pub struct TopState;
}

/// What a state is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Kind {
    /// A node of the entry component.
    Node(NodeId),
    /// Inside a call from this node null has been dereferenced; the run stays there.
    FaultInCall(NodeId),
}

/// The states of the entry component as a Kripke structure.
///
/// A final state stays where it is; so does a state in which null has been dereferenced, here or inside a call, and a
/// call that never returns. Where the exploration ended early, states have no successors.
pub struct TopLevel<'a> {
    system: &'a HeapProgram,
    labels: &'a mut Labels,
    formulas: &'a Formulas,
    exploration: &'a Rsm<State>,
    /// The markings that the formula speaks of: it is about the runs on which they are set.
    marks: Vec<Variable>,
    states: IndexVec<TopState, Kind>,
    number: IndexVec<NodeId, Option<TopState>>,
    /// The state in which a call from a node faults, if it may.
    fault: IndexVec<NodeId, Option<TopState>>,
}

impl<'a> TopLevel<'a> {
    /// The structure of an exploration of `system`, for `formula` of `formulas`.
    pub fn new(
        system: &'a HeapProgram,
        exploration: &'a Rsm<State>,
        formulas: &'a Formulas,
        formula: FormulaId,
        labels: &'a mut Labels,
    ) -> Self {
        let count = exploration.nodes.len();
        let marking = |p: PropositionId| match formulas.proposition(p) {
            Proposition::Visited(_) => Some(VISITED),
            Proposition::IdenticNeighbours => Some(NEIGHBOURHOOD),
            _ => None,
        };
        let names = formulas.propositions_in(formula).into_iter().filter_map(marking);
        let marks = names.filter_map(|name| system.model().alphabet.find_variable(name)).collect();
        let mut this = Self {
            system,
            labels,
            formulas,
            exploration,
            marks,
            states: IndexVec::new(),
            number: IndexVec::filled(None, count),
            fault: IndexVec::filled(None, count),
        };
        let main = ComponentId::at(0);
        for (id, _) in exploration.nodes.iter_enumerated().filter(|(_, n)| n.component == main) {
            this.number[id] = Some(this.states.push(Kind::Node(id)));
        }
        let faulty = faulty_components(exploration);
        for edge in exploration.edges() {
            let calls_fault = edge.kind == EdgeKind::Call && faulty[exploration.nodes[edge.target].component];
            if calls_fault && this.number[edge.source].is_some() && this.fault[edge.source].is_none() {
                this.fault[edge.source] = Some(this.states.push(Kind::FaultInCall(edge.source)));
            }
        }
        this
    }

    /// The node of a state, and whether the run is stuck in a call from there.
    pub fn node(&self, state: TopState) -> (NodeId, bool) {
        match self.states[state] {
            Kind::Node(node) => (node, false),
            Kind::FaultInCall(node) => (node, true),
        }
    }

    /// Number of states.
    pub fn len(&self) -> usize {
        self.states.len()
    }

    /// Whether there is no state.
    pub fn is_empty(&self) -> bool {
        self.states.is_empty()
    }
}

/// The components in which null may be dereferenced, in themselves or in a call.
fn faulty_components(exploration: &Rsm<State>) -> IndexVec<ComponentId, bool> {
    let mut faulty: IndexVec<ComponentId, bool> = exploration.components.iter().map(|c| !c.faults.is_empty()).collect();
    let mut open: Vec<ComponentId> = faulty.iter_enumerated().filter(|&(_, &f)| f).map(|(id, _)| id).collect();
    while let Some(component) = open.pop() {
        for &caller in &exploration.components[component].callers {
            let caller = exploration.nodes[caller].component;
            if !std::mem::replace(&mut faulty[caller], true) {
                open.push(caller);
            }
        }
    }
    faulty
}

impl RecursiveSystem for TopLevel<'_> {
    type State = TopState;

    fn entry(&mut self, states: &mut Vec<TopState>) -> Result<(), Stop> {
        let marked = |n: &&NodeId| {
            let heap = self.system.store().get(self.exploration.nodes[**n].state.heap);
            self.marks.iter().all(|&mark| heap.variable(mark).is_some())
        };
        states.extend(self.exploration.entries().iter().filter(marked).filter_map(|&n| self.number[n]));
        Ok(())
    }

    fn step(&mut self, &state: &TopState, states: &mut Vec<TopState>) -> Result<Step, Stop> {
        let Kind::Node(node) = self.states[state] else { return Ok(Step::Fault) };
        let edges = self.exploration.edges_of(node).filter(|e| e.kind != EdgeKind::Call);
        states.extend(edges.filter_map(|e| self.number[e.target]));
        states.extend(self.fault[node]);
        match self.exploration.nodes[node].step {
            Some(step @ (Step::Exit | Step::Fault)) => return Ok(step),
            Some(Step::Call) if states.is_empty() && self.exploration.stop.is_none() => return Ok(Step::Fault),
            Some(Step::Call | Step::Internal) | None => {}
        }
        Ok(Step::Internal)
    }

    fn resume(&mut self, _: &TopState, _: &TopState, _: &TopState, _: &mut Vec<TopState>) -> Result<(), Stop> {
        Ok(())
    }
}

impl Labelled for TopLevel<'_> {
    fn label(&mut self, state: TopState, proposition: PropositionId) -> Result<Truth, Stop> {
        let proposition = self.formulas.proposition(proposition);
        Ok(match (self.states[state], proposition) {
            (Kind::Node(node), _) => self.labels.truth(self.system, self.exploration.nodes[node].state, proposition),
            (Kind::FaultInCall(_), Proposition::NullDereference) => Truth::True,
            (Kind::FaultInCall(_), Proposition::Terminated | Proposition::Exception) => Truth::False,
            // The heap inside the call is not looked at.
            (Kind::FaultInCall(_), _) => Truth::Unknown,
        })
    }
}
