//! Facts beside the shape: what predicates over numbers, flags and references that the heap does not follow are known to be in a state.
//!
//! A predicate belongs to a point. Its terms are over *symbols*: locals, fields of objects to which a local leads, and numbers of objects
//! that are reached from there; the heap says which of these are the same. A state knows of each predicate that it holds, that it does not,
//! or nothing. Predicates come from runs that no execution confirms and that numbers exclude ([`path`]): weakest preconditions along them,
//! by the same functions with which steps are executed ([`step`]). Equations between numbers and [`sizes`] are [learned](learn) from the
//! whole program.

mod learn;
mod path;
mod sizes;
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
use learn::{Equations, keep_holders};
use numbers::{Notation, expression};
use program::objects::{Call, LocalId};
use step::{CallStep, ReturnStep, SimpleStep, Step};
use store::Store;
use symbols::{FramedSymbol, HeapView, Symbol};

newtype_index! {
    /// The facts of a state.
    pub struct FactsId;
}

impl FactsId {
    /// Nothing is known.
    pub const NONE: Self = Self(0);
}

/// A point has at most so many predicates.
const PREDICATES: usize = 40;

/// The facts with which a run may go on; none if no run does.
pub(super) type Possible = SmallVec<[FactsId; 1]>;

/// The predicates at points.
type Predicates = FxHashMap<Point, Vec<TermId>>;

/// The facts of a program: which predicates there are, and what is known of them.
#[derive(Clone, Default)]
pub struct Facts {
    predicates: Predicates,
    /// Points at which combinations of predicates are told apart.
    exact: FxHashSet<Point>,
    store: Rc<RefCell<Store>>,
    /// Whether predicates are equations that were learned.
    has_equations: bool,
    /// While equations are learned, those found so far.
    learned: Option<Rc<RefCell<Equations>>>,
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

    /// Whether what follows holds for structures with fewer than 2^30 objects only.
    pub fn limits_sizes(&self) -> bool {
        self.has_equations
    }

    /// Some of the predicates, as conditions of the program: those that are about its own variables, first those with sizes, then in the
    /// order of points.
    fn written(&self, program: &HeapProgram, most: usize) -> Vec<String> {
        let store = self.store.borrow();
        let notation = if program.semantics.is_manual() { Notation::C } else { Notation::Java };
        let mut points: Vec<(&Point, &Vec<TermId>)> = self.predicates.iter().collect();
        points.compact_sort();
        let sizes = store.symbols.known_sizes();
        let mut found: Vec<String> = Vec::new();
        let mut predicates: Vec<TermId> = points.into_iter().flat_map(|(_, predicates)| predicates).copied().collect();
        let is_size = |variable: VariableId| {
            let of = store.symbols.of(store.terms.term_of(variable));
            matches!(of, Some(FramedSymbol { symbol: Symbol::Size { .. }, .. }))
        };
        predicates.sort_by_key(|&predicate| !store.terms.variables(predicate).into_iter().any(is_size));
        for predicate in predicates {
            let variable = |variable: VariableId| {
                let FramedSymbol { symbol, .. } = store.symbols.of(store.terms.term_of(variable))?;
                program.semantics.text(symbol, sizes.as_deref())
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
                if let Some(base) = symbol.and_then(|framed| framed.symbol.base()) {
                    points.keep(point, base);
                }
            }
        }
    }

    /// The facts that are not about objects of these locals.
    pub(super) fn without(&self, facts: &[FactsId], forgotten: &[LocalId]) -> Possible {
        let store = &mut *self.store.borrow_mut();
        let mut left = Possible::new();
        for &facts in facts {
            let kept = store.without(facts, |symbol| symbol.base().is_some_and(|base| forgotten.contains(&base)));
            if !left.contains(&kept) {
                left.push(kept);
            }
        }
        left
    }

    /// The facts after a step of one procedure to a point; none if no run takes it.
    fn after(&self, known: FactsId, step: &SimpleStep<'_>, point: Point) -> Possible {
        let store = &mut *self.store.borrow_mut();
        let guard = step.guard(&mut store.terms, &mut store.symbols);
        let given = store.seen(known, step.from);
        self.post(store, given, guard, point, step)
    }

    /// The facts with which a callee starts.
    fn entered(&self, known: FactsId, call: &CallStep<'_>, point: Point) -> Possible {
        let store = &mut *self.store.borrow_mut();
        let given = store.seen(known, call.from);
        self.post(store, given, Terms::TRUE, point, call)
    }

    /// The facts after the return from a call.
    fn returned(&self, known: FactsId, exit: FactsId, step: &ReturnStep<'_>, point: Point) -> Possible {
        let store = &mut *self.store.borrow_mut();
        let given = store.seen(known, step.caller);
        let facts = store.given(exit);
        let guard = step.known_at_exit(&mut store.terms, &mut store.symbols, facts);
        self.post(store, given, guard, point, step)
    }

    /// The facts that follow at a point; none if no run comes there.
    fn post(&self, store: &mut Store, given: TermId, guard: TermId, point: Point, step: &dyn Step) -> Possible {
        let about = store.about(given, guard);
        let both = store.terms.and(about, guard);
        if about != Terms::TRUE && !store.is_possible(both) {
            return Possible::new();
        }
        let given = store.terms.and(given, guard);
        // What a heap says of sizes may contradict facts by itself.
        if given == Terms::FALSE || (self.has_equations || self.learned.is_some()) && !store.is_possible(given) {
            return Possible::new();
        }
        if let Some(learned) = &self.learned {
            return learned.borrow_mut().learn(store, given, point, step);
        }
        let (mut found, mut open) = (Vec::new(), Vec::new());
        for &predicate in self.predicates.get(&point).into_iter().flatten() {
            let mut images = Substitution::default();
            for variable in store.terms.variables(predicate) {
                let variable = store.terms.term_of(variable);
                if let Some(FramedSymbol { symbol, .. }) = store.symbols.of(variable) {
                    let image = step.before(&mut store.terms, &mut store.symbols, symbol);
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
    /// Learns, as the program is explored, which numbers and sizes keep step. Contract: no state was generated.
    pub fn learn_equations(&mut self, facts: Option<&Facts>) {
        let facts = Facts {
            predicates: Predicates::default(),
            learned: Some(Rc::default()),
            ..facts.cloned().unwrap_or_default()
        };
        self.semantics.points = keep_holders(&self.semantics, &mut facts.store.borrow_mut().symbols);
        self.facts = Some(facts);
    }

    /// The facts with the equations that were learned; `None` if there are none with a size that are new.
    pub fn with_learned(&self, facts: Option<&Facts>) -> Option<Facts> {
        let own = self.facts.as_ref()?;
        let mut facts = Facts { learned: None, has_equations: true, ..facts.unwrap_or(own).clone() };
        let equations = own.learned.as_ref()?.borrow();
        equations.suggest(&mut facts, &self.semantics).then_some(facts)
    }

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
        let view = HeapView { semantics: &self.semantics, instance, heap: before, frame: 0, place: 0 };
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
        let view = HeapView { semantics: &self.semantics, instance, heap, frame: 0, place: 0 };
        facts.after(from.facts, &SimpleStep { from: view, edge, after: heap, throws: true }, point)
    }

    /// The facts with which a callee starts.
    pub(super) fn facts_of_call(&self, from: HeapState, site: &CallSite<'_>, point: Point) -> Possible {
        let Some(facts) = &self.facts else { return smallvec![FactsId::NONE] };
        let view = HeapView { semantics: &self.semantics, instance: site.caller, heap: site.heap, frame: 0, place: 0 };
        facts.entered(from.facts, &CallStep { from: view, call: site.call, callee: site.callee }, point)
    }

    /// The facts after a call that was entered in one state and left in another one.
    pub(super) fn facts_of_return(&self, from: HeapState, call: &Call, exit: HeapState, point: Point) -> Possible {
        let Some(facts) = &self.facts else { return smallvec![FactsId::NONE] };
        let (before, after) = (self.heaps.get(from.heap), self.heaps.get(exit.heap));
        let [caller, callee] = [from, exit].map(|state| self.semantics.points.instance_of(state.point));
        let procedure = self.semantics.points.instance(callee).procedure;
        let written = facts.store.borrow_mut().writes.of(&self.semantics.model.program, procedure);
        let caller = HeapView { semantics: &self.semantics, instance: caller, heap: &before, frame: 0, place: 0 };
        let callee = HeapView { semantics: &self.semantics, instance: callee, heap: &after, frame: 1, place: 1 };
        let returns = self.semantics.location(exit.point) == Some(callee.procedure().cfa.exit);
        facts.returned(from.facts, exit.facts, &ReturnStep { caller, call, callee, returns, written: &written }, point)
    }

    /// Whether the facts of a state are possible in a heap that describes a part of it.
    pub(super) fn facts_allow(&self, from: HeapState, heap: &Heap) -> bool {
        let Some(facts) = &self.facts else { return true };
        let instance = self.semantics.points.instance_of(from.point);
        let view = HeapView { semantics: &self.semantics, instance, heap, frame: 0, place: 0 };
        let store = &mut *facts.store.borrow_mut();
        store.seen(from.facts, view) != Terms::FALSE
    }
}
