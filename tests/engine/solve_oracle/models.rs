//! All models over some terms, compared with enumeration of all assignments.

use std::collections::BTreeSet;

use hrglass::base::{Random, Silent};
use hrglass::bitvec::{Cube, Solver, Sort, TermId, Terms};

use super::formula::{Formula, Node};
use crate::support::cases;

#[test]
fn all_models_are_those_of_all_assignments() {
    let (mut cubes, mut short, mut combinations) = (0, 0, 0);
    for seed in cases::seeds(250) {
        let random = &mut Random::scattered(seed + 4_000_000);
        let formula = loop {
            let formula = Formula::random(random, 3);
            if bits(&formula) <= 9 {
                break formula;
            }
        };
        let mut terms = Terms::new();
        let all = formula.terms(&mut terms);
        let booleans: Vec<usize> = (0..all.len()).filter(|&at| formula.nodes[at].1 == Sort::Boolean).collect();
        // Sometimes another one is asserted.
        let formula_at = *random.one_of(&booleans);
        let asserted = random.one_in(3).then(|| *random.one_of(&booleans));
        let over: Vec<usize> = (0..random.below(6)).map(|_| *random.one_of(&booleans)).collect();
        let over_terms: Vec<TermId> = over.iter().map(|&at| all[at]).collect();
        let mut expected = BTreeSet::new();
        for values in assignments(&formula) {
            if values[formula_at] == 1 && asserted.is_none_or(|at| values[at] == 1) {
                expected.insert(over.iter().map(|&at| values[at] == 1).collect::<Vec<bool>>());
            }
        }
        let mut solver = Solver::new();
        if let Some(at) = asserted {
            solver.assert(&terms, all[at], &mut Silent).expect("no limit is met");
        }
        // Twice, as blocking clauses of one enumeration must not affect the next.
        for _ in 0..2 {
            let mut found = BTreeSet::new();
            let mut each = |cube: &Cube| {
                cubes += 1;
                short += usize::from(cube.len() < over_terms.len());
                for number in 0..1u32 << over_terms.len() {
                    let values: Vec<bool> = (0..over_terms.len()).map(|at| number >> at & 1 == 1).collect();
                    // Equal terms have equal values.
                    let matches = |(term, value): &(TermId, bool)| {
                        over_terms.iter().zip(&values).all(|(other, found)| other != term || found == value)
                    };
                    let consistent = over_terms.iter().zip(&values).all(|(term, value)| {
                        over_terms.iter().zip(&values).all(|(other, found)| other != term || found == value)
                    });
                    if consistent && cube.iter().all(matches) {
                        found.insert(values);
                    }
                }
                Ok(())
            };
            solver.all_models(&terms, all[formula_at], &over_terms, &mut Silent, &mut each).expect("no limit is met");
            assert_eq!(found, expected, "formula {seed}: {formula:?} at {formula_at} over {over:?}, with {asserted:?}");
        }
        combinations += 2 * expected.len();
    }
    assert!(
        cubes > cases::scaled(150) && short > cubes / 20 && cubes < combinations,
        "{cubes}, {short}, {combinations}"
    );
}

/// The number of bits of all variables.
fn bits(formula: &Formula) -> u32 {
    formula.nodes.iter().filter(|(node, _)| matches!(node, Node::Variable)).map(|(_, sort)| sort.width()).sum()
}

/// The values of all nodes under every assignment.
fn assignments(formula: &Formula) -> Vec<Vec<u64>> {
    let sorts: Vec<Sort> =
        formula.nodes.iter().filter(|(node, _)| matches!(node, Node::Variable)).map(|&(_, sort)| sort).collect();
    let value = |number: u64, at: usize| {
        let before: u32 = sorts[..at].iter().map(|sort| sort.width()).sum();
        number >> before & sorts[at].mask()
    };
    (0..1u64 << bits(formula)).map(|number| formula.values(|at| value(number, at))).collect()
}

/// Variables of asserted terms are related, however irrelevant they are to the formula.
#[test]
fn what_is_asserted_relates_terms() {
    let mut terms = Terms::new();
    let [a, b, c] = std::array::from_fn(|_| terms.variable(Sort::Boolean));
    let differ = terms.xor(a, b);
    let mut solver = Solver::new();
    solver.assert(&terms, differ, &mut Silent).expect("no limit is met");
    let mut cubes = BTreeSet::new();
    let mut each = |cube: &Cube| {
        cubes.insert(cube.to_vec());
        Ok(())
    };
    solver.all_models(&terms, Terms::TRUE, &[a, b, c], &mut Silent, &mut each).expect("no limit is met");
    let expected = [vec![(a, false), (b, true)], vec![(a, true), (b, false)]];
    assert_eq!(cubes.into_iter().collect::<Vec<_>>(), expected);
}

/// Locks that are independent of each other, of which the formula speaks of one: one cube for all.
#[test]
fn terms_that_do_not_matter_are_left_out() {
    let mut terms = Terms::new();
    let locks: Vec<TermId> = (0..12).map(|_| terms.variable(Sort::Bits(32))).collect();
    let one = terms.bits(32, 1);
    let held: Vec<TermId> = locks.iter().map(|&lock| terms.equal(lock, one)).collect();
    let formula = terms.or(held[3], held[5]);
    let mut solver = Solver::new();
    let mut cubes = Vec::new();
    let mut each = |cube: &Cube| {
        cubes.push(cube.to_vec());
        Ok(())
    };
    solver.all_models(&terms, formula, &held, &mut Silent, &mut each).expect("no limit is met");
    let mut sizes: Vec<usize> = cubes.iter().map(Vec::len).collect();
    sizes.sort_unstable();
    assert_eq!(sizes, [1, 1]);
    assert!(cubes.iter().all(|cube| cube == &[(held[3], true)] || cube == &[(held[5], true)]), "{cubes:?}");
}
