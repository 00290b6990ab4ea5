//! What can be looked at of heap programs: states, heaps, labels.

use std::ops::Range;

use indexmap::IndexSet;

use super::explored::Explored;
use super::{descents, place};
use crate::heap_program::{Contexts, HeapProgram, HeapState, Instance, PointKind};
use analysis::states::{DescribeStates, SourcePlace, edge_of, operation_of};
use base::Idx;
use heap_grammar::grammar::definitions::{Scope, ScopeType, ScopeVariable, formula_of};
use heap_grammar::grammar::document::GrammarDocument;
use heap_grammar::heap::document::HeapDocument;
use heap_grammar::heap::{Alphabet, Canoniser, Constant, ExternalOrder, Heap, HeapId, TypeId, VariableKind, VertexId};
use ltl::logic::{Formulas, Truth};
use program::Fault;
use program::cfa::Location;
use report::content::ContentKind;
use report::heap::{HeapView, NonterminalView, SelectorView, VertexKind, VertexView};
use report::space::{StateKind, StateSpaceView};
use rsm::{Rank, Rsm};
use task::separation::scope;

/// While the states of a picture are labelled, so many heaps are met at most to find out about their shapes: about half a
/// second. Labels are a service to the reader, and no verdict depends on them.
const FOLDING_LIMIT: usize = 20_000;

impl DescribeStates<HeapState> for HeapProgram {
    const CONTENTS: ContentKind = ContentKind::Heaps;

    fn place(&self, state: HeapState) -> SourcePlace {
        place::of(self, state.point)
    }

    fn name(&self, state: HeapState) -> String {
        place::state_name(self, state)
    }

    fn location(&self, state: HeapState) -> u32 {
        state.point.0
    }

    fn content(&self, state: HeapState) -> (u32, u32) {
        (state.heap.0, u32::at(self.store().get(state.heap).vertex_bound()))
    }

    fn ends(&self, state: HeapState) -> StateKind {
        if self.is_exceptional_exit(state) { StateKind::Exception } else { StateKind::Final }
    }

    fn fault(&self, state: HeapState) -> StateKind {
        match self.fault(state) {
            _ if self.is_null_dereference(state) => StateKind::NullDereference,
            None => StateKind::Final,
            Some(Fault::NotFollowed) => StateKind::Inner,
            Some(_) => StateKind::Failed,
        }
    }

    fn operation(&self, state: HeapState, next: Option<HeapState>) -> String {
        let program = &self.model().program;
        let procedure = |instance| self.points().instance(instance).procedure;
        match self.points().kind(state.point) {
            PointKind::At(instance, location) => {
                operation_of(program, procedure(instance), location, target(self, instance, next))
            }
            PointKind::Fault(instance, edge) => {
                let procedure = &program.procedures[procedure(instance)];
                program.operation(procedure, &procedure.cfa.edges[edge].operation)
            }
        }
    }

    fn condition(&self, state: HeapState, next: Option<HeapState>) -> Option<bool> {
        let PointKind::At(instance, location) = self.points().kind(state.point) else { return None };
        let procedure = self.points().instance(instance).procedure;
        edge_of(&self.model().program, procedure, location, target(self, instance, next))?.condition
    }

    fn measure(&self, state: HeapState, rank: &Rank) -> String {
        descents::value(self, state, rank)
    }

    fn is_trusted(&self, state: HeapState) -> bool {
        HeapProgram::is_trusted(self, state)
    }
}

/// The location of the next state, if it is in the same instance of a procedure. No condition fails, so the edges of a location with several
/// lead to locations.
fn target(system: &HeapProgram, instance: Instance, next: Option<HeapState>) -> Option<Location> {
    match system.points().kind(next?.point) {
        PointKind::At(other, target) if other == instance => Some(target),
        _ => None,
    }
}

/// Labels states of a program with heaps: propositions are shown in those of the entry procedure.
pub(super) fn label_states(
    explored: &mut Explored,
    formulas: &Formulas,
    view: &mut StateSpaceView,
    states: Range<usize>,
) {
    let Explored { system, rsm, labels, .. } = explored;
    let contexts = Contexts::new(system, &[]);
    labels.limit_folding(FOLDING_LIMIT);
    for (shown, node) in view.states.iter_mut().zip(&rsm.nodes).take(states.end).skip(states.start) {
        let main = node.component == Rsm::<HeapState>::MAIN;
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
    program_variables(&store.get(HeapId(number)), &explored.system.model().alphabet)
}

/// The names of the variables of the program that a heap binds.
fn program_variables(heap: &Heap, alphabet: &Alphabet) -> Vec<String> {
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

/// The heap with this number as a formula, in which variables have their names.
pub(super) fn formula(explored: &Explored, number: u32) -> Option<String> {
    let store = explored.system.store();
    if number as usize >= store.len() {
        return None;
    }
    let grammar = GrammarDocument::of(explored.system.model().grammar(), &explored.system.model().alphabet);
    Some(written(explored, &store.get(HeapId(number)), &grammar))
}

/// The heaps with these numbers as formulas, without what formulas of the task follow; each once.
pub(super) fn invariant(explored: &Explored, numbers: &[u32]) -> Vec<String> {
    let store = explored.system.store();
    let alphabet = &explored.system.model().alphabet;
    let grammar = GrammarDocument::of(explored.system.model().grammar(), alphabet);
    let mut canoniser = Canoniser::default();
    let mut found = IndexSet::new();
    for &number in numbers.iter().filter(|&&number| (number as usize) < store.len()) {
        let mut heap = store.get(HeapId(number)).clone();
        heap.retain_variables(|x| !matches!(alphabet.kind(x), VariableKind::Marking { .. }));
        canoniser.canonicalise(&mut heap, ExternalOrder::Fixed);
        found.insert(written(explored, &heap, &grammar));
    }
    found.into_iter().collect()
}

/// A heap as a formula, in which variables have their names.
fn written(explored: &Explored, heap: &Heap, grammar: &GrammarDocument) -> String {
    let model = explored.system.model();
    let own = program_variables(heap, &model.alphabet).into_iter();
    let own = own.map(|name| ScopeVariable { in_heaps: name.clone(), name, ty: ScopeType::Unknown });
    let scope = Scope { variables: own.collect(), ..scope(&model.program, model.entry) };
    formula_of(&HeapDocument::of(heap, &model.alphabet), scope, std::iter::once(grammar)).to_string()
}

/// What the picture of a compact heap shows.
pub fn heap_view(heap: &Heap, alphabet: &Alphabet) -> HeapView {
    let vertex = |v: VertexId| {
        let here = || heap.variables().iter().filter(move |&&(_, t)| t == v).map(|&(name, _)| name);
        let named = |wanted: fn(VariableKind) -> bool| -> Vec<String> {
            let names = here().filter(|&x| wanted(alphabet.kind(x)));
            names.map(|x| alphabet.variable_name(x).trim_start_matches('%').to_owned()).collect()
        };
        let ty = heap.vertex_type(v);
        let is_gone = ty == TypeId::FREED;
        let constant = here().find_map(|x| alphabet.constant(x));
        let constants = match constant {
            Some(Constant::Null) => vec!["null".to_owned()],
            Some(Constant::Integer(0)) => vec!["0".to_owned(), "false".to_owned()],
            Some(Constant::Integer(1)) => vec!["1".to_owned(), "true".to_owned()],
            Some(Constant::Integer(n)) => vec![n.to_string()],
            Some(Constant::Untracked(_)) => vec!["not followed".to_owned()],
            None if is_gone => vec!["gone".to_owned()],
            None => Vec::new(),
        };
        VertexView {
            ty: if is_gone { "pointer" } else { alphabet.type_name(ty) }.to_owned(),
            kind: match ty {
                TypeId::NULL => VertexKind::Null,
                TypeId::INT => VertexKind::Constant,
                _ if is_gone => VertexKind::Constant,
                _ => VertexKind::Object,
            },
            external: heap.externals().iter().position(|&e| e == v).map(|i| u32::at(i) + 1),
            variables: named(|k| k == VariableKind::Program),
            markings: named(|k| matches!(k, VariableKind::Marking { .. })),
            constants,
            number: None,
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
        ..HeapView::default()
    }
}
