//! Runs that numbers exclude, and the predicates that show it.

use rustc_hash::{FxHashMap, FxHashSet};

use super::super::{HeapProgram, HeapState, Point, PointKind};
use super::step::{CallStep, ReturnStep, SimpleStep, Step};
use super::symbols::{FramedSymbol, HeapView, Symbol, Symbols, is_followed};
use super::{Facts, Store};
use base::{Idx, Observer, Stop};
use bitvec::{Operator, Substitution, TermId, Terms};
use heap_grammar::heap::Heap;
use numbers::{InfeasiblePath, PathCheck, PathStep, atoms, check_path, is_infeasible, sort_of};
use program::cfa::Location;
use program::objects::{Call, Operation, OperationEdge};
use rsm::{Path, Visit};

/// Longer runs are not looked at.
const VISITS: usize = 4_000;

/// A state of a run, and the call in which it is.
struct Place {
    state: HeapState,
    heap: Heap,
    frame: u32,
    /// Its position on the run.
    number: u32,
}

/// How two states follow each other.
#[derive(Clone, Copy)]
enum Way {
    Step,
    Call,
    /// From the call at this place.
    Return(usize),
    /// A whole call that is not shown.
    Folded,
}

impl HeapProgram {
    /// Looks whether numbers exclude a run: then the facts with more predicates, which show it, or with more points at which combinations
    /// are told apart. `None` if some values take the run, or nothing is new.
    ///
    /// # Errors
    /// If the observer ends the search.
    pub fn refute(&self, run: &Path<HeapState>, observer: &mut dyn Observer) -> Result<Option<Facts>, Stop> {
        let visits = unrolled(run);
        if visits.len() > VISITS || visits.len() < 2 {
            return Ok(None);
        }
        let mut facts = self.facts.clone().unwrap_or_default();
        let mut added = false;
        {
            let shared = std::rc::Rc::clone(&facts.store);
            let store = &mut *shared.borrow_mut();
            let (places, ways) = self.places(&visits);
            let steps = self.steps(&places, &ways, store);
            // The end of a run says why no run like it fails; its beginning, only that numbers start otherwise.
            let mut start = 0;
            let mut end = steps.len();
            while start + 1 < end {
                let middle = start.midpoint(end);
                match is_infeasible(&steps[middle..], &mut store.terms, observer)? {
                    true => start = middle,
                    false => end = middle,
                }
            }
            let (steps, places) = (&steps[start..], &places[start..]);
            let PathCheck::Infeasible(infeasible) = check_path(steps, &mut store.terms, observer)? else {
                return Ok(None);
            };
            if facts.has_equations {
                added |= self.add_lasting(&mut facts, store, &infeasible, steps, places);
            }
            for only_needed in [true, false] {
                let symbols = &mut store.symbols;
                let mut name = |terms: &mut Terms, step: usize, atom: TermId, there: &mut Substitution| {
                    self.name(terms, symbols, &places[step], atom, there)
                };
                let found = infeasible.atoms(only_needed, &mut name, &mut store.terms, observer)?;
                for (step, atoms) in found {
                    let point = places[step].state.point;
                    for atom in atoms {
                        added |= facts.add(&store.terms, point, atom);
                    }
                }
                if added {
                    break;
                }
            }
        }
        // Predicates that are there, and do not exclude the run by themselves, do so together.
        let before = facts.exact.len();
        if !added {
            facts.exact.extend(visits.iter().map(|visit| visit.state.point));
        }
        Ok((added || facts.exact.len() > before).then_some(facts))
    }

    /// Adds the conditions by which a path is infeasible at the points after them, as long as nothing in them is assigned. Weakest
    /// preconditions do not have them there; with equations that say how often a loop has run, they are what is missing. Whether any are
    /// new.
    fn add_lasting(
        &self,
        facts: &mut Facts,
        store: &mut Store,
        infeasible: &InfeasiblePath<'_>,
        steps: &[PathStep],
        places: &[Place],
    ) -> bool {
        let last = infeasible.needed.last().copied().unwrap_or(0);
        let mut added = false;
        for &from in &infeasible.needed {
            let frame = places[from].frame;
            for atom in conditions_of(&mut store.terms, steps[from].guard) {
                let Some(predicate) = self.own(store, frame, atom) else { continue };
                let variables = store.terms.variables(atom).into_iter().map(|variable| store.terms.term_of(variable));
                let variables: Vec<TermId> = variables.collect();
                let mut lasts = true;
                for at in from..last {
                    lasts &= !steps[at].next.iter().any(|(assigned, _)| variables.contains(assigned));
                    if places[at + 1].frame == frame {
                        let point = places[at + 1].state.point;
                        added |= lasts && facts.add(&store.terms, point, predicate);
                    }
                }
                // A loop that counts to a bound ends at the bound.
                if let Some(reversed) = reversed(&mut store.terms, predicate) {
                    for place in places[..=last].iter().filter(|place| place.frame == frame) {
                        added |= facts.add(&store.terms, place.state.point, reversed);
                    }
                }
            }
        }
        added
    }

    /// A condition on a path as one about any call of its procedure, if it is about variables of the program only.
    fn own(&self, store: &mut Store, frame: u32, condition: TermId) -> Option<TermId> {
        let Store { terms, symbols, .. } = store;
        let sizes = symbols.known_sizes();
        let mut own = |terms: &mut Terms, variable: TermId| {
            let FramedSymbol { symbol, .. } = symbols.of(variable).filter(|of| of.frame == frame)?;
            self.semantics.text(symbol, sizes.as_deref())?;
            Some((variable, symbols.variable(terms, 0, symbol, self.semantics.type_of(symbol))))
        };
        let variables = terms.variables(condition).into_iter().map(|variable| terms.term_of(variable));
        let variables: Vec<TermId> = variables.collect();
        let own: Option<Vec<_>> = variables.into_iter().map(|variable| own(terms, variable)).collect();
        Some(Substitution::new(own?).apply(terms, condition))
    }

    /// An atom on a path as one about any call of the procedure in which a step begins. What is not its own is named by a symbol that has
    /// the same value there, as parameters have that of arguments.
    fn name(
        &self,
        terms: &mut Terms,
        symbols: &mut Symbols,
        place: &Place,
        atom: TermId,
        there: &mut Substitution,
    ) -> Option<TermId> {
        let mut images = Vec::new();
        for variable in terms.variables(atom) {
            let variable = terms.term_of(variable);
            let symbol = match symbols.of(variable)? {
                FramedSymbol { frame, symbol } if frame == place.frame => symbol,
                FramedSymbol { symbol, .. } => {
                    let view = self.view(place);
                    // Where a procedure ends, it may have read what it was passed for the last time.
                    let procedure = view.procedure();
                    let given = procedure.given().filter(|&local| procedure.is_unchanged(local));
                    let of_given =
                        given.filter(|_| symbol.base().is_some()).map(|local| symbol.about(view.instance, local));
                    let value = there.apply(terms, variable);
                    let has_value = |symbol: &Symbol| {
                        let own = symbols.variable(terms, place.frame, *symbol, self.semantics.type_of(*symbol));
                        there.apply(terms, own) == value
                    };
                    of_given.chain(symbols_of(view)).find(has_value)?
                }
            };
            images.push((variable, symbols.variable(terms, 0, symbol, self.semantics.type_of(symbol))));
        }
        Some(Substitution::new(images).apply(terms, atom))
    }

    fn places(&self, visits: &[Visit<HeapState>]) -> (Vec<Place>, Vec<Way>) {
        let mut frames: FxHashMap<Option<u32>, u32> = FxHashMap::default();
        let mut places = Vec::with_capacity(visits.len());
        for visit in visits {
            let next = frames.len() as u32;
            let frame = *frames.entry(visit.caller).or_insert(next);
            let number = u32::at(places.len());
            places.push(Place { state: visit.state, heap: self.heaps.get(visit.state.heap), frame, number });
        }
        let ways = visits.windows(2).enumerate().map(|(at, pair)| match pair {
            [_, next] if next.caller == Some(at as u32) => Way::Call,
            [this, next] if next.caller == this.caller => {
                if this.folded {
                    Way::Folded
                } else {
                    Way::Step
                }
            }
            [this, _] => this.caller.map_or(Way::Folded, |call| Way::Return(call as usize)),
            _ => Way::Folded,
        });
        let ways = ways.collect();
        (places, ways)
    }

    fn view<'a>(&'a self, place: &'a Place) -> HeapView<'a> {
        let instance = self.semantics.points.instance_of(place.state.point);
        HeapView { semantics: &self.semantics, instance, heap: &place.heap, frame: place.frame, place: place.number }
    }

    fn steps(&self, places: &[Place], ways: &[Way], store: &mut Store) -> Vec<PathStep> {
        let pairs = places.windows(2).zip(ways);
        let mut steps = Vec::new();
        for (pair, &way) in pairs {
            let [this, next] = pair else { continue };
            let mut step = match way {
                Way::Step => self.simple(this, next, store),
                Way::Call => self.entering(this, next, store),
                Way::Return(call) => self.leaving(&places[call], this, next, store),
                Way::Folded => self.opaque(this, next, store),
            };
            let known = store.seen(this.state.facts, self.view(this));
            let known = store.symbols.bounded(&mut store.terms, known);
            step.guard = store.terms.and(step.guard, known);
            step.next.extend(self.sizes_at(next, store));
            steps.push(step);
        }
        steps
    }

    /// The sizes of which a state knows something. How they change is not followed along a run, only what is known of them.
    fn sizes_at(&self, place: &Place, store: &mut Store) -> Vec<(TermId, TermId)> {
        let facts = store.given(place.state.facts);
        let Store { terms, symbols, .. } = store;
        let mut sizes = Vec::new();
        for variable in terms.variables(facts) {
            if let Some(FramedSymbol { symbol: symbol @ Symbol::Size { .. }, .. }) = symbols.of(terms.term_of(variable))
            {
                let ty = self.semantics.type_of(symbol);
                sizes.push((symbols.variable(terms, place.frame, symbol, ty), terms.variable(sort_of(ty))));
            }
        }
        sizes
    }

    /// A step of one procedure.
    fn simple(&self, this: &Place, next: &Place, store: &mut Store) -> PathStep {
        let from = self.view(this);
        let Some((edge, throws)) = self.edge_between(this.state.point, next.state.point) else {
            return match this.state.point == next.state.point {
                true => PathStep { guard: Terms::TRUE, next: Vec::new() },
                false => self.opaque(this, next, store),
            };
        };
        if matches!(self.semantics.points.kind(next.state.point), PointKind::Fault(..)) {
            return PathStep { guard: Terms::TRUE, next: Vec::new() };
        }
        let step = SimpleStep { from, edge, after: &next.heap, throws };
        let Store { terms, symbols, .. } = store;
        let guard = step.guard(terms, symbols);
        // What is not read any more still is what it was, for the caller.
        let mut changed = symbols_of(self.view(next));
        changed.extend(symbols_of(from).into_iter().filter(|symbol| !step.moves(*symbol)));
        let mut seen = FxHashSet::default();
        changed.retain(|symbol| seen.insert(*symbol));
        let before = |terms: &mut Terms, symbols: &mut Symbols, symbol| step.before(terms, symbols, symbol);
        let next = self.assignments_of(changed, next.frame, store, before);
        PathStep { guard, next }
    }

    /// A call.
    fn entering(&self, this: &Place, next: &Place, store: &mut Store) -> PathStep {
        let from = self.view(this);
        let Some(call) = self.call_at(this.state.point) else { return self.opaque(this, next, store) };
        let step = CallStep { from, call, callee: self.semantics.points.instance_of(next.state.point) };
        let next = self.assignments(next, store, |terms, symbols, symbol| step.before(terms, symbols, symbol));
        PathStep { guard: Terms::TRUE, next }
    }

    /// The return from a call.
    fn leaving(&self, call: &Place, exit: &Place, next: &Place, store: &mut Store) -> PathStep {
        let (caller, callee) = (self.view(call), self.view(exit));
        let Some(operation) = self.call_at(call.state.point) else { return self.opaque(call, next, store) };
        let procedure = self.semantics.points.instance(callee.instance).procedure;
        let written = store.writes.of(&self.semantics.model.program, procedure);
        let returns = self.semantics.location(exit.state.point) == Some(callee.procedure().cfa.exit);
        let step = ReturnStep { caller, call: operation, callee, returns, written: &written };
        let next = self.assignments(next, store, |terms, symbols, symbol| step.before(terms, symbols, symbol));
        PathStep { guard: Terms::TRUE, next }
    }

    /// A step of which nothing is known.
    fn opaque(&self, this: &Place, next: &Place, store: &mut Store) -> PathStep {
        let defined = self.call_at(this.state.point).and_then(|call| call.target);
        let is_changed = |symbol: Symbol| match symbol {
            Symbol::Local(_, local) => defined.is_none() || defined == Some(local),
            Symbol::Field { .. } | Symbol::Size { .. } => true,
        };
        let variable = |terms: &mut Terms, symbols: &mut Symbols, symbol: Symbol| match is_changed(symbol) {
            true => terms.variable(sort_of(self.semantics.type_of(symbol))),
            false => symbols.variable(terms, next.frame, symbol, self.semantics.type_of(symbol)),
        };
        let next = self.assignments(next, store, variable);
        PathStep { guard: Terms::TRUE, next }
    }

    /// The symbols of a state with what they were before the step to it, as far as they have changed.
    fn assignments(
        &self,
        at: &Place,
        store: &mut Store,
        before: impl FnMut(&mut Terms, &mut Symbols, Symbol) -> TermId,
    ) -> Vec<(TermId, TermId)> {
        self.assignments_of(symbols_of(self.view(at)), at.frame, store, before)
    }

    /// The same of some symbols of a call.
    fn assignments_of(
        &self,
        of: Vec<Symbol>,
        frame: u32,
        store: &mut Store,
        mut before: impl FnMut(&mut Terms, &mut Symbols, Symbol) -> TermId,
    ) -> Vec<(TermId, TermId)> {
        let Store { terms, symbols, .. } = store;
        let mut found = Vec::new();
        for symbol in of {
            let value = before(terms, symbols, symbol);
            let variable = symbols.variable(terms, frame, symbol, self.semantics.type_of(symbol));
            if value != variable {
                found.push((variable, value));
            }
        }
        found
    }

    /// The edge between two points of a procedure, and whether it throws; `None` if there are several.
    fn edge_between(&self, from: Point, to: Point) -> Option<(&OperationEdge, bool)> {
        let (procedure, source) = self.semantics.place(from)?;
        let leads = |edge: &OperationEdge, to: Location| match edge.target == to {
            true => Some(false),
            false => (edge.on_null == Some(to)).then_some(true),
        };
        match self.semantics.points.kind(to) {
            PointKind::Fault(_, edge) => Some((&procedure.cfa.edges[edge], false)),
            PointKind::At(_, to) => {
                let edges = procedure.cfa.edges_from(source);
                let mut ways = edges.filter_map(|(_, edge)| Some((edge, leads(edge, to)?)));
                let way = ways.next()?;
                ways.next().is_none().then_some(way)
            }
        }
    }

    fn call_at(&self, point: Point) -> Option<&Call> {
        let (procedure, location) = self.semantics.place(point)?;
        match &procedure.cfa.edges_from(location).next()?.1.operation {
            Operation::Call(call) => Some(call),
            _ => None,
        }
    }
}

/// The atoms of a guard, also with what variables are equal to in their places.
fn conditions_of(terms: &mut Terms, guard: TermId) -> Vec<TermId> {
    let conjuncts = match terms.operator(guard) {
        Operator::And => terms.operands(guard).to_vec(),
        _ => vec![guard],
    };
    let mut equal = Vec::new();
    for conjunct in conjuncts {
        if let (Operator::Equal, &[a, b]) = (terms.operator(conjunct), terms.operands(conjunct)) {
            let is_variable = |term: TermId| matches!(terms.operator(term), Operator::Variable(_));
            equal.extend([(a, b), (b, a)].into_iter().filter(|&(variable, _)| is_variable(variable)));
        }
    }
    let mut found = atoms(terms, guard);
    for at in 0..found.len() {
        for &pair in &equal {
            let other = Substitution::new([pair]).apply(terms, found[at]);
            if terms.value(other).is_none() && !found.contains(&other) {
                found.push(other);
            }
        }
    }
    found
}

/// `b < a` for `a < b`.
fn reversed(terms: &mut Terms, condition: TermId) -> Option<TermId> {
    let condition = if terms.operator(condition) == Operator::Not { terms.operands(condition)[0] } else { condition };
    match (terms.operator(condition), terms.operands(condition)) {
        (Operator::SignedLess, &[a, b]) => Some(terms.signed_less(b, a)),
        (Operator::UnsignedLess, &[a, b]) => Some(terms.unsigned_less(b, a)),
        _ => None,
    }
}

/// What may be known in a state.
fn symbols_of(view: HeapView<'_>) -> Vec<Symbol> {
    let of = view.instance;
    let locals = view.procedure().locals.iter_enumerated().filter(|(_, local)| is_followed(local.ty));
    let locals = locals.map(|(local, _)| Symbol::Local(of, local));
    let fields = view
        .bases()
        .flat_map(|(base, object)| view.fields(object).into_iter().map(move |field| Symbol::Field { of, base, field }));
    locals.chain(fields).collect()
}

/// The states of a run; what repeats for ever, once more.
fn unrolled(run: &Path<HeapState>) -> Vec<Visit<HeapState>> {
    let mut visits = run.visits.clone();
    let length = visits.len();
    let Some(start) = run.cycle.map(|start| start as usize) else { return visits };
    if start + 1 == length || visits[start].caller != visits[length - 1].caller {
        return visits;
    }
    let shift = (length - start) as u32;
    let again = run.visits[start..].iter().map(|visit| Visit {
        caller: visit.caller.map(|caller| if caller as usize >= start { caller + shift } else { caller }),
        ..*visit
    });
    visits.extend(again);
    visits
}
