//! What the pictures show.

use std::ops::Range;

use super::pass::Explored;
use super::place::{self, Place};
use crate::base::Idx;
use crate::heap::{Alphabet, Constant, Heap, HeapId, TypeId, VariableKind, VertexId};
use crate::logic::{Formulas, Truth};
use crate::report::contracts::{ContractEnd, ContractExit, ContractState, ContractView};
use crate::report::heap::{HeapView, NonterminalView, SelectorView, VertexKind, VertexView};
use crate::report::space::{ComponentView, EdgeKind, EdgeView, StateKind, StateSpaceView, StateView};
use crate::rsm::{self, ComponentId, NodeId, Rsm, Step};
use crate::semantics::heap_program::{Contexts, HeapProgram, State};

/// Of a state space with more states only the first ones found are shown.
pub const STATE_LIMIT: usize = 50_000;

/// While the states of a picture are labelled, so many heaps are met at most to find out about their shapes: about half a
/// second. Labels are a service to the reader, and no verdict depends on them.
const FOLDING_LIMIT: usize = 20_000;

/// What pictures say of the states of a machine.
pub(super) trait Shows<S> {
    /// Where it is in the source.
    fn place(&self, state: S) -> Place;
    /// Its content hash.
    fn name(&self, state: S) -> String;
    /// The number of its location in the procedure.
    fn location(&self, state: S) -> u32;
    /// The number of its heap, and how many vertices that has.
    fn heap(&self, state: S) -> (u32, u32);
    /// How the entry procedure ends in this exit state.
    fn ends(&self, state: S) -> StateKind;
    /// What it is that stays where it is for ever before the end.
    fn fault(&self) -> StateKind;
    /// The operation that leads from one state to another.
    fn operation(&self, state: S, next: S) -> String;
    /// Whether the calls that enter here were not looked at.
    fn is_trusted(&self, state: S) -> bool;
}

/// The state space without labels, or the part found first if the whole is too large to look at. A state's number is that of
/// its node.
pub(super) fn state_space<S: Copy>(rsm: &Rsm<S>, shows: &impl Shows<S>) -> StateSpaceView {
    let is_shown = |node: NodeId| node.index() < STATE_LIMIT;
    let mut states = Vec::new();
    for node in rsm.nodes.iter().take(STATE_LIMIT) {
        let state = node.state;
        let place = shows.place(state);
        let (heap, vertices) = shows.heap(state);
        states.push(StateView {
            id: shows.name(state),
            component: node.component.0,
            kind: StateKind::Inner,
            location: shows.location(state),
            file: place.file,
            line: place.line,
            column: place.column,
            end_line: place.end_line,
            end_column: place.end_column,
            heap,
            vertices,
            labels: Vec::new(),
        });
    }
    let mut components = Vec::new();
    for (id, component) in rsm.components.iter_enumerated() {
        let shown = |nodes: &[NodeId]| -> Vec<NodeId> { nodes.iter().copied().filter(|&n| is_shown(n)).collect() };
        let (entries, exits) = (shown(&component.entries), shown(&component.exits));
        let procedure =
            component.entries.first().map_or(String::new(), |&node| shows.place(rsm.nodes[node].state).method);
        for &entry in entries.iter().filter(|_| id == Rsm::<S>::MAIN) {
            states[entry.index()].kind = StateKind::Initial;
        }
        for &exit in exits.iter().filter(|_| id == Rsm::<S>::MAIN) {
            states[exit.index()].kind = shows.ends(rsm.nodes[exit].state);
        }
        for &fault in component.faults.iter().filter(|&&n| is_shown(n)) {
            states[fault.index()].kind = shows.fault();
        }
        let numbers = |nodes: Vec<NodeId>| nodes.into_iter().map(|n| n.0).collect();
        components.push(ComponentView { procedure, entries: numbers(entries), exits: numbers(exits) });
    }
    let mut edges = Vec::new();
    for (id, node) in rsm.nodes.iter_enumerated().take(STATE_LIMIT) {
        let mut add = |target: NodeId, kind, exit| {
            let label = match kind {
                EdgeKind::Step | EdgeKind::Summary | EdgeKind::Call => {
                    shows.operation(node.state, rsm.nodes[target].state)
                }
                EdgeKind::Return | EdgeKind::Stutter => String::new(),
            };
            edges.push(EdgeView { source: id.0, target: target.0, kind, exit, label });
        };
        for edge in rsm.edges_of(id).filter(|e| is_shown(e.target)) {
            let (kind, exit) = match edge.kind {
                rsm::EdgeKind::Step => (EdgeKind::Step, None),
                rsm::EdgeKind::Summary(exit) => (EdgeKind::Summary, Some(exit.0).filter(|_| is_shown(exit))),
                rsm::EdgeKind::Call => (EdgeKind::Call, None),
            };
            add(edge.target, kind, exit);
        }
        let main_exit = node.step == Some(Step::Exit) && node.component == Rsm::<S>::MAIN;
        if main_exit || node.step == Some(Step::Fault) {
            add(id, EdgeKind::Stutter, None);
        }
    }
    StateSpaceView { components, states, edges, unlabelled: 0 }
}

/// The contracts of all procedures, one for each component.
pub(super) fn contracts<S: Copy>(rsm: &Rsm<S>, shows: &impl Shows<S>) -> Vec<ContractView> {
    let at = |&node: &NodeId| ContractState {
        heap: shows.heap(rsm.nodes[node].state).0,
        state: Some(node.0).filter(|_| node.index() < STATE_LIMIT),
    };
    let contract = |(id, component): (ComponentId, &rsm::Component)| {
        let exits = component.exits.iter().map(|node| {
            let exceptional = shows.ends(rsm.nodes[*node].state) == StateKind::Exception;
            let end = if exceptional { ContractEnd::Exception } else { ContractEnd::Returns };
            ContractExit { end, at: at(node) }
        });
        let fault = match shows.fault() {
            StateKind::Failed => ContractEnd::Failed,
            _ => ContractEnd::NullDereference,
        };
        let faults = component.faults.iter().map(|node| ContractExit { end: fault, at: at(node) });
        let mut exits: Vec<ContractExit> = exits.chain(faults).collect();
        exits.sort_by_key(|exit| exit.end);
        let entry = component.entries.first().map(|&node| rsm.nodes[node].state);
        ContractView {
            procedure: entry.map_or(String::new(), |state| shows.place(state).method),
            component: id.0,
            trusted: entry.is_some_and(|state| shows.is_trusted(state)),
            entries: component.entries.iter().map(at).collect(),
            exits,
            calls: u32::at(component.callers.len()),
        }
    };
    rsm.components.iter_enumerated().map(contract).collect()
}

impl Shows<State> for HeapProgram {
    fn place(&self, state: State) -> Place {
        place::of(self, state.point)
    }

    fn name(&self, state: State) -> String {
        place::state_name(self, state)
    }

    fn location(&self, state: State) -> u32 {
        state.point.0
    }

    fn heap(&self, state: State) -> (u32, u32) {
        (state.heap.0, u32::at(self.store().get(state.heap).vertex_bound()))
    }

    fn ends(&self, state: State) -> StateKind {
        if self.is_exceptional_exit(state) { StateKind::Exception } else { StateKind::Final }
    }

    fn fault(&self) -> StateKind {
        StateKind::NullDereference
    }

    fn operation(&self, state: State, next: State) -> String {
        place::operation_between(self, state, Some(next))
    }

    fn is_trusted(&self, state: State) -> bool {
        HeapProgram::is_trusted(self, state)
    }
}

/// Labels states of a program with heaps: propositions are shown in those of the entry procedure.
pub(super) fn label_heap_states(
    explored: &mut Explored,
    formulas: &Formulas,
    view: &mut StateSpaceView,
    states: Range<usize>,
) {
    let Explored { system, rsm, labels, .. } = explored;
    let contexts = Contexts::new(system, &[]);
    labels.limit_folding(FOLDING_LIMIT);
    for (shown, node) in view.states.iter_mut().zip(&rsm.nodes).take(states.end).skip(states.start) {
        let main = node.component == Rsm::<State>::MAIN;
        let mut holds = |p| labels.truth(system, &contexts, Contexts::NONE, node.state, p) == Truth::True;
        let holding = formulas.propositions().filter(|(_, p)| main && holds(p));
        shown.labels = holding.map(|(_, p)| p.to_string()).collect();
        view.unlabelled += u32::from(labels.take_cut());
    }
}

/// The names of the variables of the program that exist in a heap; none if there is no such heap.
pub(super) fn variables(explored: &Explored, number: u32) -> Vec<String> {
    let store = explored.system.store();
    if number as usize >= store.len() {
        return Vec::new();
    }
    let alphabet = &explored.system.model().alphabet;
    let heap = store.get(HeapId(number));
    let bound = heap.variables().iter().map(|&(name, _)| name);
    let program = bound.filter(|&x| alphabet.kind(x) == VariableKind::Program);
    program.map(|x| alphabet.variable_name(x).to_owned()).collect()
}

/// The heap with this number.
pub(super) fn heap(explored: &Explored, number: u32) -> Option<HeapView> {
    let store = explored.system.store();
    if number as usize >= store.len() {
        return None;
    }
    Some(heap_view(&store.get(HeapId(number)), &explored.system.model().alphabet))
}

/// What the picture of a compact heap shows.
pub fn heap_view(heap: &Heap, alphabet: &Alphabet) -> HeapView {
    let vertex = |v: VertexId| {
        let here = || heap.variables().iter().filter(move |&&(_, t)| t == v).map(|&(name, _)| name);
        let named = |wanted: fn(VariableKind) -> bool| -> Vec<String> {
            let names = here().filter(|&x| wanted(alphabet.kind(x)));
            names.map(|x| alphabet.variable_name(x).trim_start_matches('%').to_owned()).collect()
        };
        let constant = here().find_map(|x| alphabet.constant(x));
        let constants = match constant {
            Some(Constant::Null) => vec!["null".to_owned()],
            Some(Constant::Integer(0)) => vec!["0".to_owned(), "false".to_owned()],
            Some(Constant::Integer(1)) => vec!["1".to_owned(), "true".to_owned()],
            Some(Constant::Integer(n)) => vec![n.to_string()],
            None => Vec::new(),
        };
        let ty = heap.vertex_type(v);
        VertexView {
            ty: alphabet.type_name(ty).to_owned(),
            kind: match ty {
                TypeId::NULL => VertexKind::Null,
                TypeId::INT => VertexKind::Constant,
                _ => VertexKind::Object,
            },
            external: heap.externals().iter().position(|&e| e == v).map(|i| u32::at(i) + 1),
            variables: named(|k| k == VariableKind::Program),
            markings: named(|k| matches!(k, VariableKind::Marking { .. })),
            constants,
        }
    };
    let selectors = heap.selector_edges().map(|(source, label, target)| SelectorView {
        source: source.0,
        target: target.0,
        label: alphabet.selector_name(label).to_owned(),
    });
    let nonterminals = heap.nonterminals().iter().map(|edge| NonterminalView {
        label: alphabet.nonterminal(edge.label).name.clone(),
        tentacles: edge.tentacles.iter().map(|t| t.0).collect(),
    });
    HeapView {
        vertices: heap.vertices().map(vertex).collect(),
        selectors: selectors.collect(),
        nonterminals: nonterminals.collect(),
    }
}
