//! Runs that numbers exclude, and the predicates that show it.

use rustc_hash::{FxHashMap, FxHashSet};

use super::super::{HeapProgram, HeapState, Point, PointKind};
use super::step::{CallStep, ReturnStep, SimpleStep};
use super::symbols::{FramedSymbol, HeapView, Symbol, Symbols, is_followed};
use super::{Facts, Store};
use base::{Observer, Stop};
use bitvec::{Substitution, TermId, Terms};
use heap_grammar::heap::Heap;
use numbers::{PathCheck, PathStep, check_path, sort_of};
use program::cfa::Location;
use program::objects::{Call, Operation, OperationEdge, Type};
use rsm::{Path, Visit};

/// Longer runs are not looked at.
const VISITS: usize = 4_000;

/// A state of a run, and the call in which it is.
struct Place {
    state: HeapState,
    heap: Heap,
    frame: u32,
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
            let PathCheck::Infeasible(infeasible) = check_path(&steps, &mut store.terms, observer)? else {
                return Ok(None);
            };
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
                _ => {
                    let value = there.apply(terms, variable);
                    let has_value = |symbol: &Symbol| {
                        let own = symbols.variable(terms, place.frame, *symbol, self.type_of(*symbol));
                        there.apply(terms, own) == value
                    };
                    symbols_of(self.view(place)).into_iter().find(has_value)?
                }
            };
            images.push((variable, symbols.variable(terms, 0, symbol, self.type_of(symbol))));
        }
        Some(Substitution::new(images).apply(terms, atom))
    }

    fn type_of(&self, symbol: Symbol) -> Type {
        match symbol {
            Symbol::Local(instance, local) => self.semantics.procedure(instance).locals[local].ty,
            Symbol::Field { field, .. } => self.semantics.model.program.fields[field].ty,
        }
    }

    fn places(&self, visits: &[Visit<HeapState>]) -> (Vec<Place>, Vec<Way>) {
        let mut frames: FxHashMap<Option<u32>, u32> = FxHashMap::default();
        let mut places = Vec::with_capacity(visits.len());
        for visit in visits {
            let next = frames.len() as u32;
            let frame = *frames.entry(visit.caller).or_insert(next);
            places.push(Place { state: visit.state, heap: self.heaps.get(visit.state.heap), frame });
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
        HeapView { semantics: &self.semantics, instance, heap: &place.heap, frame: place.frame }
    }

    fn steps(&self, places: &[Place], ways: &[Way], store: &mut Store) -> Vec<PathStep> {
        let pairs = places.windows(2).zip(ways);
        let mut steps = Vec::new();
        for (pair, &way) in pairs {
            let [this, next] = pair else { continue };
            steps.push(match way {
                Way::Step => self.simple(this, next, store),
                Way::Call => self.entering(this, next, store),
                Way::Return(call) => self.leaving(&places[call], this, next, store),
                Way::Folded => self.opaque(this, next, store),
            });
        }
        steps
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
            Symbol::Field { .. } => true,
        };
        let variable = |terms: &mut Terms, symbols: &mut Symbols, symbol: Symbol| match is_changed(symbol) {
            true => terms.variable(sort_of(self.type_of(symbol))),
            false => symbols.variable(terms, next.frame, symbol, self.type_of(symbol)),
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
            let variable = symbols.variable(terms, frame, symbol, self.type_of(symbol));
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
