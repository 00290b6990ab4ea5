//! Which numbers and sizes keep step: the equations that hold between them at points, found as the program is explored.
//!
//! As long as they are learned, the facts of a state are the equations of its point when it was found. A step adds what it makes of them to
//! the affine hull at the next point, of which only finitely many are larger: then the states there are found again. What is learned is
//! only a suggestion: as predicates, the equations are followed like all others.

use std::collections::BTreeMap;
use std::rc::Rc;

use rustc_hash::FxHashMap;
use smallvec::smallvec;

use super::super::layout::NOWHERE;
use super::super::{Point, Points, Semantics};
use super::sizes::{Along, Sizes};
use super::step::Step;
use super::symbols::{Symbol, Symbols};
use super::{Facts, FactsId, Possible, Store};
use bitvec::{Operator, TermId, Terms};
use numbers::{AffineHull, affine_image};
use program::objects::{ClassId, FieldId, LocalId, Type};

/// So many numbers are compared at a point.
const NUMBERS: usize = 24;

/// An equation between more numbers is left out.
const COMPARED: usize = 4;

/// The width of the numbers that are compared.
const WIDTH: u8 = 32;

/// Equations that do not hold modulo 2^width hold modulo 2 to this power at most.
const BITS: u32 = 1;

/// The equations at points.
#[derive(Default)]
pub(super) struct Equations {
    /// What may be compared at a point.
    numbers: FxHashMap<Point, Rc<[Symbol]>>,
    /// By what is there.
    hulls: BTreeMap<(Point, Vec<Symbol>), AffineHull>,
}

impl Equations {
    /// Adds what a step leads to, and returns the equations that hold after it; none if no run takes it.
    pub(super) fn learn(&mut self, store: &mut Store, given: TermId, point: Point, step: &dyn Step) -> Possible {
        let Store { terms, symbols, .. } = store;
        let semantics = step.semantics();
        let numbers = self.numbers.entry(point).or_insert_with(|| numbers_at(semantics, symbols, point));
        let numbers: Vec<Symbol> = numbers.iter().copied().filter(|&symbol| step.is_defined(symbol)).collect();
        let values: Vec<TermId> = numbers.iter().map(|&symbol| step.before(terms, symbols, symbol)).collect();
        let Some(points) = affine_image(terms, given, &values) else { return Possible::new() };
        let Some(first) = points.first() else { return smallvec![FactsId::NONE] };
        let hull = self.hulls.entry((point, numbers.clone()));
        let hull = hull.or_insert_with(|| AffineHull::new(u32::from(WIDTH), first));
        points.iter().for_each(|point| hull.add(point));
        hull.weaken(BITS);
        let conditions = conditions(hull, &numbers, semantics, store);
        smallvec![store.known(conditions)]
    }

    /// Suggests the equations as predicates. Whether any are new, with a size.
    pub(super) fn suggest(&self, facts: &mut Facts, semantics: &Semantics) -> bool {
        let shared = Rc::clone(&facts.store);
        let store = &mut *shared.borrow_mut();
        let mut are_any = false;
        for ((point, numbers), hull) in &self.hulls {
            for condition in conditions(hull, numbers, semantics, store) {
                let variables = store.terms.variables(condition);
                let symbols = variables.iter().filter_map(|&variable| store.symbols.of(store.terms.term_of(variable)));
                let sizes = symbols.filter(|of| matches!(of.symbol, Symbol::Size { .. })).count();
                let is_exact = !store.terms.subterms(&[condition]).iter().any(|&term| is_masked(&store.terms, term));
                if is_exact && variables.len() <= COMPARED {
                    are_any |= facts.add(&store.terms, *point, condition) && sizes > 0;
                }
            }
        }
        are_any
    }
}

/// Keeps what a procedure is given all the time, as far as numbers of it may be compared: so what is known of these is not lost where the
/// procedure does not need them for a while.
pub(super) fn keep_holders(semantics: &Semantics, symbols: &mut Symbols) -> Points {
    let mut points = semantics.points.clone();
    let sizes = symbols.sizes(semantics);
    for point in semantics.points.all() {
        let Some((procedure, _)) = semantics.place(point) else { continue };
        for local in procedure.given().filter(|&local| procedure.is_unchanged(local)) {
            if let Type::Reference(class) = procedure.locals[local].ty
                && !numbers_of(semantics, &sizes, class).is_empty()
            {
                points.keep(point, local);
            }
        }
    }
    points
}

/// A number of an object: one of its fields, or a size.
enum Number {
    Field(FieldId),
    Size(Option<FieldId>, Along),
}

/// The numbers of objects of a class. Those inside of a structure are data.
fn numbers_of(semantics: &Semantics, sizes: &Sizes, class: ClassId) -> Vec<Number> {
    let of_structure = sizes.of_class(class);
    if !of_structure.is_empty() {
        return of_structure.iter().map(|&along| Number::Size(None, along)).collect();
    }
    let program = &semantics.model.program;
    let fields = program.ancestry(class).flat_map(|class| program.classes[class].fields.iter().copied());
    let modelled = fields.filter(|&field| semantics.layout.fields[field].selector != NOWHERE);
    let number = |field: FieldId| match program.fields[field].ty {
        Type::Integer(ty) if ty.bits == WIDTH => vec![Number::Field(field)],
        Type::Reference(to) => sizes.of_class(to).iter().map(|&along| Number::Size(Some(field), along)).collect(),
        _ => Vec::new(),
    };
    modelled.flat_map(number).collect()
}

/// What may be compared at a point.
fn numbers_at(semantics: &Semantics, symbols: &mut Symbols, point: Point) -> Rc<[Symbol]> {
    let Some((procedure, _)) = semantics.place(point) else { return Rc::new([]) };
    let of = semantics.points.instance_of(point);
    let sizes = symbols.sizes(semantics);
    let is_kept = |local: LocalId| semantics.points.keeps(point, semantics.points.variable(of, local));
    let mut found = Vec::new();
    for (base, local) in procedure.locals.iter_enumerated().filter(|&(local, _)| is_kept(local)) {
        match local.ty {
            Type::Integer(ty) if ty.bits == WIDTH => found.push(Symbol::Local(of, base)),
            Type::Reference(class) => {
                found.extend(numbers_of(semantics, &sizes, class).into_iter().map(|number| match number {
                    Number::Field(field) => Symbol::Field { of, base, field },
                    Number::Size(field, along) => Symbol::Size { of, base, field, along },
                }));
            }
            _ => {}
        }
    }
    found.truncate(NUMBERS);
    found.into()
}

/// Whether only some bits are compared.
fn is_masked(terms: &Terms, term: TermId) -> bool {
    terms.operator(term) == Operator::And
}

/// The equations of a hull as conditions.
fn conditions(hull: &AffineHull, numbers: &[Symbol], semantics: &Semantics, store: &mut Store) -> Vec<TermId> {
    let Store { terms, symbols, .. } = store;
    let variable = |&symbol: &Symbol| symbols.variable(terms, 0, symbol, semantics.type_of(symbol));
    let variables: Vec<TermId> = numbers.iter().map(variable).collect();
    hull.conditions(&variables, terms)
}
