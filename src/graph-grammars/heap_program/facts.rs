//! Facts beside the shape: what predicates over numbers, flags and references that the heap does not follow are known to be in a state.
//!
//! A predicate belongs to a point. Its terms are over *symbols*: locals, and fields of objects to which a local leads; the heap says which
//! of these are the same. A state knows of each predicate that it holds, that it does not, or nothing. Predicates come from runs that no
//! execution confirms and that numbers exclude ([`path`]): weakest preconditions along them, by the same functions with which steps are
//! executed ([`step`]).

mod path;
mod step;
mod store;
mod symbols;

use std::cell::RefCell;
use std::rc::Rc;

use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::{SmallVec, smallvec};

use super::split::CallSite;
use super::transfer::ActiveEdge;
use super::{HeapProgram, HeapState, Point, Points};
use base::{CompactSort, newtype_index};
use bitvec::{Operator, Substitution, TermId, Terms, VariableId};
use heap_grammar::heap::Heap;
use numbers::{Notation, expression};
use program::objects::Call;
use step::{CallStep, ReturnStep, SimpleStep};
use store::Store;
use symbols::{FramedSymbol, HeapView, Symbol, Symbols};

newtype_index! {
    /// The facts of a state.
    pub struct FactsId;
}

impl FactsId {
    /// Nothing is known.
    pub const NONE: Self = Self(0);
}

/// A point has at most so many predicates.
const PREDICATES: usize = 24;

/// The facts with which a run may go on; none if no run does.
type Possible = SmallVec<[FactsId; 1]>;

/// The predicates at points.
type Predicates = FxHashMap<Point, Vec<TermId>>;

/// The facts of a program: which predicates there are, and what is known of them.
#[derive(Clone, Default)]
pub struct Facts {
    predicates: Predicates,
    /// Points at which combinations of predicates are told apart.
    exact: FxHashSet<Point>,
    store: Rc<RefCell<Store>>,
}

impl Facts {
    /// Adds a predicate at a point, unless it, its negation or too many are there. Returns whether it was added.
    fn add(&mut self, terms: &Terms, point: Point, predicate: TermId) -> bool {
        let positive =
            if terms.operator(predicate) == Operator::Not { terms.operands(predicate)[0] } else { predicate };
        if terms.value(positive).is_some() {
            return false;
        }
        let known = self.predicates.entry(point).or_default();
        let is_new = known.len() < PREDICATES && !known.contains(&positive);
        if is_new {
            known.push(positive);
        }
        is_new
    }

    /// Some of the predicates, as conditions of the program: those that are about its own variables, in the order of points.
    fn written(&self, program: &HeapProgram, most: usize) -> Vec<String> {
        let store = self.store.borrow();
        let notation = if program.semantics.is_manual() { Notation::C } else { Notation::Java };
        let mut points: Vec<(&Point, &Vec<TermId>)> = self.predicates.iter().collect();
        points.compact_sort();
        let mut found: Vec<String> = Vec::new();
        for &predicate in points.into_iter().flat_map(|(_, predicates)| predicates) {
            let variable = |variable: VariableId| {
                let FramedSymbol { symbol, .. } = store.symbols.of(store.terms.term_of(variable))?;
                program.semantics.text(symbol)
            };
            let text = expression(&store.terms, predicate, notation, &variable);
            if let Some(text) = text.filter(|text| found.len() < most && !found.contains(text)) {
                found.push(text);
            }
        }
        found
    }

    /// Keeps the locals that predicates need to find objects.
    pub(super) fn keep_bases(&self, points: &mut Points) {
        let store = self.store.borrow();
        for (&point, predicates) in &self.predicates {
            for variable in store.terms.variables_of(predicates) {
                let symbol = store.symbols.of(store.terms.term_of(variable));
                if let Some(FramedSymbol { symbol: Symbol::Field { base, .. }, .. }) = symbol {
                    points.keep(point, base);
                }
            }
        }
    }

    /// The facts after a step of one procedure to a point; none if no run takes it.
    fn after(&self, known: FactsId, step: &SimpleStep<'_>, point: Point) -> Possible {
        let store = &mut *self.store.borrow_mut();
        let guard = step.guard(&mut store.terms, &mut store.symbols);
        let given = store.seen(known, step.from);
        let before = |terms: &mut Terms, symbols: &mut Symbols, symbol| step.before(terms, symbols, symbol);
        self.post(store, given, guard, point, before)
    }

    /// The facts with which a callee starts.
    fn entered(&self, known: FactsId, call: &CallStep<'_>, point: Point) -> Possible {
        let store = &mut *self.store.borrow_mut();
        let given = store.seen(known, call.from);
        let before = |terms: &mut Terms, symbols: &mut Symbols, symbol| call.before(terms, symbols, symbol);
        self.post(store, given, Terms::TRUE, point, before)
    }

    /// The facts after the return from a call.
    fn returned(&self, known: FactsId, exit: FactsId, step: &ReturnStep<'_>, point: Point) -> Possible {
        let store = &mut *self.store.borrow_mut();
        let given = store.seen(known, step.caller);
        let facts = store.given(exit);
        let guard = step.known_at_exit(&mut store.terms, &mut store.symbols, facts);
        let before = |terms: &mut Terms, symbols: &mut Symbols, symbol| step.before(terms, symbols, symbol);
        self.post(store, given, guard, point, before)
    }

    /// The facts that follow at a point; none if no run comes there.
    fn post(
        &self,
        store: &mut Store,
        given: TermId,
        guard: TermId,
        point: Point,
        mut before: impl FnMut(&mut Terms, &mut Symbols, Symbol) -> TermId,
    ) -> Possible {
        let about = store.about(given, guard);
        let both = store.terms.and(about, guard);
        if about != Terms::TRUE && !store.is_possible(both) {
            return Possible::new();
        }
        let given = store.terms.and(given, guard);
        if given == Terms::FALSE {
            return Possible::new();
        }
        let (mut found, mut open) = (Vec::new(), Vec::new());
        for &predicate in self.predicates.get(&point).into_iter().flatten() {
            let mut images = Substitution::default();
            for variable in store.terms.variables(predicate) {
                let variable = store.terms.term_of(variable);
                if let Some(FramedSymbol { symbol, .. }) = store.symbols.of(variable) {
                    let image = before(&mut store.terms, &mut store.symbols, symbol);
                    images.put(variable, image);
                }
            }
            let weakest = images.apply(&mut store.terms, predicate);
            match store.follows(given, weakest) {
                Some(true) => found.push(predicate),
                Some(false) => found.push(store.terms.not(predicate)),
                None => open.push((predicate, weakest)),
            }
        }
        // How open predicates depend on each other is told by their combinations.
        let combined = match self.exact.contains(&point) && open.len() > 1 {
            true => store.combinations(given, &open),
            false => vec![Vec::new()],
        };
        combined.into_iter().map(|more| store.known([&found[..], &more].concat())).collect()
    }
}

impl HeapProgram {
    /// Some of the conditions that are followed beside heaps.
    pub fn followed_conditions(&self, most: usize) -> Vec<String> {
        self.facts.as_ref().map_or_else(Vec::new, |facts| facts.written(self, most))
    }

    /// The facts after a step along an edge; none if no run takes it.
    pub(super) fn facts_after(
        &self,
        ActiveEdge { from, instance, edge, .. }: ActiveEdge<'_>,
        before: &Heap,
        after: &Heap,
        point: Point,
    ) -> Possible {
        let Some(facts) = &self.facts else { return smallvec![FactsId::NONE] };
        let view = HeapView { semantics: &self.semantics, instance, heap: before, frame: 0 };
        facts.after(from.facts, &SimpleStep { from: view, edge, after, throws: false }, point)
    }

    /// The facts where an exception is handled that the operation of an edge throws.
    pub(super) fn facts_thrown(
        &self,
        ActiveEdge { from, instance, edge, .. }: ActiveEdge<'_>,
        heap: &Heap,
        point: Point,
    ) -> Possible {
        let Some(facts) = &self.facts else { return smallvec![FactsId::NONE] };
        let view = HeapView { semantics: &self.semantics, instance, heap, frame: 0 };
        facts.after(from.facts, &SimpleStep { from: view, edge, after: heap, throws: true }, point)
    }

    /// The facts with which a callee starts.
    pub(super) fn facts_of_call(&self, from: HeapState, site: &CallSite<'_>, point: Point) -> Possible {
        let Some(facts) = &self.facts else { return smallvec![FactsId::NONE] };
        let view = HeapView { semantics: &self.semantics, instance: site.caller, heap: site.heap, frame: 0 };
        facts.entered(from.facts, &CallStep { from: view, call: site.call, callee: site.callee }, point)
    }

    /// The facts after a call that was entered in one state and left in another one.
    pub(super) fn facts_of_return(&self, from: HeapState, call: &Call, exit: HeapState, point: Point) -> Possible {
        let Some(facts) = &self.facts else { return smallvec![FactsId::NONE] };
        let (before, after) = (self.heaps.get(from.heap), self.heaps.get(exit.heap));
        let [caller, callee] = [from, exit].map(|state| self.semantics.points.instance_of(state.point));
        let procedure = self.semantics.points.instance(callee).procedure;
        let written = facts.store.borrow_mut().writes.of(&self.semantics.model.program, procedure);
        let caller = HeapView { semantics: &self.semantics, instance: caller, heap: &before, frame: 0 };
        let callee = HeapView { semantics: &self.semantics, instance: callee, heap: &after, frame: 1 };
        let returns = self.semantics.location(exit.point) == Some(callee.procedure().cfa.exit);
        facts.returned(from.facts, exit.facts, &ReturnStep { caller, call, callee, returns, written: &written }, point)
    }

    /// Whether the facts of a state are possible in a heap that describes a part of it.
    pub(super) fn facts_allow(&self, from: HeapState, heap: &Heap) -> bool {
        let Some(facts) = &self.facts else { return true };
        let instance = self.semantics.points.instance_of(from.point);
        let view = HeapView { semantics: &self.semantics, instance, heap, frame: 0 };
        let store = &mut *facts.store.borrow_mut();
        store.seen(from.facts, view) != Terms::FALSE
    }
}
