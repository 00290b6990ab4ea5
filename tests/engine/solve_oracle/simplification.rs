//! Every constructor on all small instances: what it builds has the value that its operation defines.

use hrglass::base::Random;
use hrglass::bitvec::{Evaluation, Sort, TermId, Terms};

use super::naive::{self, ON_BOOLEANS, ON_VECTORS, Operation, PREDICATES, UNARY_PREDICATES};
use crate::support::cases;

/// A term with its value under every assignment.
#[derive(Clone)]
struct Table {
    term: TermId,
    sort: Sort,
    values: Vec<u64>,
}

/// Terms over variables of small sorts.
struct Universe {
    terms: Terms,
    /// The values of all variables, for every assignment.
    assignments: Vec<Vec<u64>>,
}

impl Universe {
    /// With these variables and their tables.
    fn new(sorts: &[Sort]) -> (Self, Vec<Table>) {
        let mut terms = Terms::new();
        let mut assignments = vec![Vec::new()];
        for sort in sorts {
            assignments = assignments
                .iter()
                .flat_map(|before| (0..=sort.mask()).map(|value| [before.as_slice(), &[value]].concat()))
                .collect();
        }
        let variables = sorts.iter().enumerate().map(|(at, &sort)| {
            let values = assignments.iter().map(|values| values[at]).collect();
            Table { term: terms.variable(sort), sort, values }
        });
        let variables = variables.collect();
        (Self { terms, assignments }, variables)
    }

    fn constant(&mut self, sort: Sort, value: u64) -> Table {
        let term = self.terms.constant(sort, value);
        Table { term, sort, values: vec![value; self.assignments.len()] }
    }

    /// The operation on these, which is checked under every assignment.
    #[track_caller]
    fn apply(&mut self, operation: Operation, on: &[&Table]) -> Table {
        let operands: Vec<TermId> = on.iter().map(|table| table.term).collect();
        let sorts: Vec<Sort> = on.iter().map(|table| table.sort).collect();
        let term = naive::term(&mut self.terms, operation, &operands);
        let sort = naive::sort(operation, &sorts);
        assert_eq!(self.terms.sort(term), sort, "{operation:?}");
        let values: Vec<u64> = (0..self.assignments.len())
            .map(|at| {
                let values: Vec<(u64, Sort)> = on.iter().map(|table| (table.values[at], table.sort)).collect();
                naive::value(operation, &values)
            })
            .collect();
        for (assignment, &value) in self.assignments.iter().zip(&values) {
            let found = Evaluation::new(&self.terms, |variable| assignment[variable.0 as usize]).value(term);
            let shown = || operands.iter().map(|&operand| show(&self.terms, operand)).collect::<Vec<_>>();
            assert_eq!(
                found,
                value,
                "{operation:?} on {:?} of {sorts:?}: {} in {assignment:?}",
                shown(),
                show(&self.terms, term)
            );
        }
        Table { term, sort, values }
    }
}

/// A small term as text.
fn show(terms: &Terms, term: TermId) -> String {
    let operands: Vec<String> = terms.operands(term).iter().map(|&operand| show(terms, operand)).collect();
    format!("({:?}:{} {})", terms.operator(term), terms.width(term), operands.join(" "))
}

#[test]
fn operations_on_variables_and_constants_have_their_meaning() {
    for width in 1..=4u8 {
        let sort = Sort::Bits(width);
        let (mut universe, mut tables) = Universe::new(&[sort, sort]);
        tables.extend((0..=sort.mask()).map(|value| universe.constant(sort, value)));
        for a in &tables {
            for &operation in UNARY_PREDICATES.iter().chain(&[Operation::Not, Operation::Negate]) {
                universe.apply(operation, &[a]);
            }
            for b in &tables {
                for &operation in ON_VECTORS.iter().chain(PREDICATES).chain(&[Operation::Concat]) {
                    universe.apply(operation, &[a, b]);
                }
            }
            for low in 0..width {
                (1..=width - low).for_each(|bits| _ = universe.apply(Operation::Extract(low, bits), &[a]));
            }
            for wider in width..=6 {
                universe.apply(Operation::ZeroExtend(wider), &[a]);
                universe.apply(Operation::SignExtend(wider), &[a]);
            }
        }
    }
}

#[test]
fn operations_on_operations_have_their_meaning() {
    let sort = Sort::Bits(2);
    let (mut universe, mut tables) = Universe::new(&[sort, sort, Sort::Boolean]);
    let condition = tables.pop().expect("three variables");
    let constants: Vec<Table> = (0..=3).map(|value| universe.constant(sort, value)).collect();
    tables.extend(constants);
    let plain = tables.clone();
    let mut add = |table: Table| {
        if tables.iter().all(|other| other.term != table.term) {
            tables.push(table);
        }
    };
    for a in &plain {
        add(universe.apply(Operation::Not, &[a]));
        add(universe.apply(Operation::Negate, &[a]));
        for b in &plain {
            ON_VECTORS.iter().for_each(|&operation| add(universe.apply(operation, &[a, b])));
            add(universe.apply(Operation::Ite, &[&condition, a, b]));
            let both = universe.apply(Operation::Concat, &[a, b]);
            add(universe.apply(Operation::Extract(1, 2), &[&both]));
        }
    }
    assert!(tables.len() > 100, "{}", tables.len());
    // One of the operations on each pair in turn, or several.
    let operations: Vec<Operation> = ON_VECTORS.iter().chain(PREDICATES).copied().collect();
    let several = cases::scaled(1).min(operations.len());
    let mut turn = operations.iter().cycle();
    for a in &tables {
        UNARY_PREDICATES.iter().for_each(|&operation| _ = universe.apply(operation, &[a]));
        for b in &tables {
            turn.by_ref().take(several).for_each(|&operation| _ = universe.apply(operation, &[a, b]));
        }
    }
}

#[test]
fn operations_on_parts_and_extensions_have_their_meaning() {
    let sort = Sort::Bits(4);
    let (mut universe, variables) = Universe::new(&[Sort::Bits(2), Sort::Bits(3)]);
    let [x, y] = &variables[..] else { unreachable!("two variables") };
    let mut tables: Vec<Table> = (0..=sort.mask()).map(|value| universe.constant(sort, value)).collect();
    for variable in [x, y] {
        for extend in [Operation::ZeroExtend(4), Operation::SignExtend(4)] {
            let extended = universe.apply(extend, &[variable]);
            tables.push(universe.apply(Operation::Not, &[&extended]));
            tables.push(universe.apply(Operation::Negate, &[&extended]));
            tables.push(extended);
        }
    }
    tables.push(universe.apply(Operation::Concat, &[x, x]));
    let (low, high) = (universe.constant(Sort::Bits(2), 1), universe.constant(Sort::Bits(2), 2));
    tables.push(universe.apply(Operation::Concat, &[x, &low]));
    tables.push(universe.apply(Operation::Concat, &[&high, x]));
    for a in &tables {
        UNARY_PREDICATES.iter().for_each(|&operation| _ = universe.apply(operation, &[a]));
        for low in 0..4 {
            (1..=4 - low).for_each(|bits| _ = universe.apply(Operation::Extract(low, bits), &[a]));
        }
        for b in &tables {
            for &operation in ON_VECTORS.iter().chain(PREDICATES) {
                let result = universe.apply(operation, &[a, b]);
                if result.sort == sort {
                    universe.apply(Operation::Extract(0, 3), &[&result]);
                }
            }
        }
    }
}

#[test]
fn nested_operations_have_their_meaning() {
    let rounds = cases::scaled(15);
    for seed in 0..rounds as u64 {
        let random = &mut Random::scattered(seed);
        let width = 1 + random.below(4) as u8;
        let sorts = [Sort::Bits(width), Sort::Bits(1 + random.below(3) as u8), Sort::Boolean, Sort::Boolean];
        let (mut universe, mut pool) = Universe::new(&sorts);
        for _ in 0..300 {
            let table = step(&mut universe, random, &pool);
            // Most simplifications are between terms that are near each other.
            if pool.len() > 40 {
                pool.remove(4 + random.below(pool.len() - 4));
            }
            pool.push(table);
        }
    }
}

/// A random operation on random tables.
fn step(universe: &mut Universe, random: &mut Random, pool: &[Table]) -> Table {
    let any = |random: &mut Random| random.one_of(pool).clone();
    let of = |universe: &mut Universe, random: &mut Random, sort: Sort| {
        let fitting: Vec<&Table> = pool.iter().filter(|table| table.sort == sort).collect();
        if fitting.is_empty() || random.one_in(4) {
            let value = random.below(1 << sort.width()) as u64;
            universe.constant(sort, value)
        } else {
            (*random.one_of(&fitting)).clone()
        }
    };
    let a = any(random);
    let width = a.sort.width() as u8;
    let b = of(universe, random, a.sort);
    let c = of(universe, random, a.sort);
    let condition = of(universe, random, Sort::Boolean);
    match random.below(12) {
        0 => return universe.apply(Operation::Not, &[&a]),
        1 | 2 => return universe.apply(Operation::Ite, &[&condition, &a, &b]),
        3 => return universe.apply(*random.one_of(&[Operation::All, Operation::Any]), &[&a, &b, &c]),
        _ => {}
    }
    if a.sort == Sort::Boolean {
        return universe.apply(*random.one_of(ON_BOOLEANS), &[&a, &b]);
    }
    match random.below(12) {
        0 => universe.apply(Operation::Sum, &[&a, &b, &c]),
        1 => universe.apply(Operation::Negate, &[&a]),
        2 if width < 8 => {
            let wider = width + random.below(4) as u8;
            universe.apply(*random.one_of(&[Operation::ZeroExtend(wider), Operation::SignExtend(wider)]), &[&a])
        }
        3 if width < 6 => universe.apply(Operation::Concat, &[&a, &b]),
        4 | 5 if width > 1 => {
            let low = random.below(width.into()) as u8;
            let bits = 1 + random.below((width - low).into()) as u8;
            universe.apply(Operation::Extract(low, bits), &[&a])
        }
        6 => universe.apply(*random.one_of(UNARY_PREDICATES), &[&a]),
        7..=9 => universe.apply(*random.one_of(PREDICATES), &[&a, &b]),
        _ => universe.apply(*random.one_of(ON_VECTORS), &[&a, &b]),
    }
}
