//! What the pictures show.

use super::pass::Explored;
use super::place;
use crate::base::Idx;
use crate::heap::{Alphabet, Constant, Heap, HeapId, TypeId, VariableKind, VertexId};
use crate::logic::{Formulas, Truth};
use crate::outcome::view::{
    ComponentView, EdgeKind, EdgeView, HeapView, NonterminalView, SelectorView, StateKind, StateSpaceView, StateView,
    VertexKind, VertexView,
};
use crate::rsm::{self, ComponentId, NodeId, Step};
use crate::semantics::heap_program::Contexts;

/// Of a state space with more states only the first ones found are shown.
pub const STATE_LIMIT: usize = 50_000;

/// The state space, or the part found first if the whole is too large to look at. A state's number is that of its node.
pub(super) fn state_space(explored: &mut Explored, formulas: &Formulas) -> StateSpaceView {
    let Explored { system, rsm: exploration, labels, .. } = explored;
    let is_shown = |node: NodeId| node.index() < STATE_LIMIT;
    let contexts = Contexts::new(system, &[]);
    let mut states = Vec::new();
    for (_, node) in exploration.nodes.iter_enumerated().take(STATE_LIMIT) {
        let state = node.state;
        let place = place::of(system, state.point);
        let main = node.component == ComponentId::at(0);
        let mut holds = |p| labels.truth(system, &contexts, Contexts::NONE, state, p) == Truth::True;
        let holding = formulas.propositions().filter(|(_, p)| main && holds(p));
        states.push(StateView {
            id: place::state_name(system, state),
            component: node.component.0,
            kind: StateKind::Inner,
            location: state.point.0,
            file: place.file,
            line: place.line,
            column: place.column,
            end_line: place.end_line,
            end_column: place.end_column,
            heap: state.heap.0,
            vertices: u32::at(system.store().get(state.heap).vertex_bound()),
            labels: holding.map(|(_, p)| p.to_string()).collect(),
        });
    }
    let mut components = Vec::new();
    for (id, component) in exploration.components.iter_enumerated() {
        let shown = |nodes: &[NodeId]| -> Vec<NodeId> { nodes.iter().copied().filter(|&n| is_shown(n)).collect() };
        let (entries, exits) = (shown(&component.entries), shown(&component.exits));
        let procedure = component
            .entries
            .first()
            .map_or(String::new(), |&n| place::of(system, exploration.nodes[n].state.point).method);
        for &entry in entries.iter().filter(|_| id.index() == 0) {
            states[entry.index()].kind = StateKind::Initial;
        }
        for &exit in exits.iter().filter(|_| id.index() == 0) {
            let terminated = system.is_terminated(exploration.nodes[exit].state);
            states[exit.index()].kind = if terminated { StateKind::Final } else { StateKind::Exception };
        }
        for &fault in component.faults.iter().filter(|&&n| is_shown(n)) {
            states[fault.index()].kind = StateKind::NullDereference;
        }
        let numbers = |nodes: Vec<NodeId>| nodes.into_iter().map(|n| n.0).collect();
        components.push(ComponentView { procedure, entries: numbers(entries), exits: numbers(exits) });
    }
    let mut edges = Vec::new();
    for (id, node) in exploration.nodes.iter_enumerated().take(STATE_LIMIT) {
        let mut add = |target: NodeId, kind, exit| {
            let label = match kind {
                EdgeKind::Step | EdgeKind::Summary | EdgeKind::Call => {
                    place::operation_between(system, node.state, Some(exploration.nodes[target].state))
                }
                EdgeKind::Return | EdgeKind::Stutter => String::new(),
            };
            edges.push(EdgeView { source: id.0, target: target.0, kind, exit, label });
        };
        for edge in exploration.edges_of(id).filter(|e| is_shown(e.target)) {
            let (kind, exit) = match edge.kind {
                rsm::EdgeKind::Step => (EdgeKind::Step, None),
                rsm::EdgeKind::Summary(exit) => (EdgeKind::Summary, Some(exit.0).filter(|_| is_shown(exit))),
                rsm::EdgeKind::Call => (EdgeKind::Call, None),
            };
            add(edge.target, kind, exit);
        }
        let main_exit = node.step == Some(Step::Exit) && node.component == ComponentId::at(0);
        if main_exit || node.step == Some(Step::Fault) {
            add(id, EdgeKind::Stutter, None);
        }
    }
    StateSpaceView { components, states, edges }
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
