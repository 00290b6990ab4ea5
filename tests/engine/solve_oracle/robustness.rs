//! Wide vectors, deep and wide terms, and budgets that end.

use hrglass::base::{Patience, Random, Resource, Silent, Stop};
use hrglass::bitvec::{Answer, Evaluation, Solver, Sort, Substitution, TermId, Terms, smtlib};

use super::formula::{Formula, Node};
use crate::support::cases;

/// As on small vectors, where all values are tried; here on some, near the extremes as often as elsewhere.
#[test]
fn wide_terms_have_their_meaning_under_random_assignments() {
    for seed in cases::seeds(1000) {
        let random = &mut Random::scattered(seed + 5_000_000);
        let formula = Formula::random(random, 64);
        let mut terms = Terms::new();
        let all = formula.terms(&mut terms);
        let sorts: Vec<Sort> =
            formula.nodes.iter().filter(|(node, _)| matches!(node, Node::Variable)).map(|&(_, sort)| sort).collect();
        for _ in 0..8 {
            let assignment: Vec<u64> = sorts
                .iter()
                .map(|sort| {
                    let any = (random.below(1 << 31) as u64) << 33 ^ random.below(1 << 31) as u64;
                    let offset = random.below(3) as u64;
                    let near = random.one_of(&[0, u64::MAX, sort.sign_bit(), any]).wrapping_add(offset);
                    near & sort.mask()
                })
                .collect();
            let expected = formula.values(|at| assignment[at]);
            let mut evaluation = Evaluation::new(&terms, |variable| assignment[variable.0 as usize]);
            for (at, (&term, expected)) in all.iter().zip(expected).enumerate() {
                assert_eq!(evaluation.value(term), expected, "formula {seed}, node {at}: {formula:?}, {assignment:?}");
            }
        }
    }
}

#[test]
fn deep_terms_need_no_native_stack() {
    let run = || {
        let mut terms = Terms::new();
        let sort = Sort::Bits(3);
        let variables: Vec<TermId> = (0..4).map(|_| terms.variable(sort)).collect();
        let (one, five) = (terms.constant(sort, 1), terms.constant(sort, 5));
        let mut deep = variables[0];
        let mut condition = Terms::TRUE;
        for step in 0..8_000 {
            let other = variables[1 + step % 3];
            deep = match step % 7 {
                0 => terms.xor(deep, other),
                1 => terms.add(deep, one),
                2 => terms.not(deep),
                3 => terms.ite(condition, five, deep),
                4 => terms.or(deep, other),
                5 => terms.negate(deep),
                _ => {
                    let low = terms.extract(deep, 0, 2);
                    terms.sign_extend(low, 3)
                }
            };
            let equal = terms.equal(deep, five);
            let less = terms.signed_less(other, deep);
            let both = terms.iff(equal, condition);
            condition = terms.or(less, both);
        }
        assert!(terms.size(&[condition]) > 8_000, "{}", terms.size(&[condition]));
        assert_eq!(terms.variables(condition).len(), 4);
        assert!(smtlib::script(&terms, &[condition]).len() > 8_000);
        let mut solver = Solver::new();
        solver.assert(&terms, condition, &mut Silent).expect("no limit is met");
        let answer = solver.check(&terms, &[], &mut Silent).expect("no limit is met");
        let values: Vec<bool> = (0..1 << 12)
            .map(|number: u64| Evaluation::new(&terms, |v| number >> (3 * v.0)).holds(condition))
            .take(64)
            .collect();
        assert!(answer == Answer::Satisfiable || values.iter().all(|holds| !holds));
        let images: Vec<(TermId, TermId)> = variables.iter().map(|&variable| (variable, one)).collect();
        let image = Substitution::new(images).apply(&mut terms, condition);
        let value = Evaluation::new(&terms, |_| 1).value(condition);
        assert_eq!(terms.value(image), Some(value));
    };
    // What a WebAssembly module has.
    std::thread::Builder::new().stack_size(1 << 20).spawn(run).expect("a thread").join().expect("no overflow");
}

/// `x * y` is a product of two primes.
fn factors(terms: &mut Terms) -> TermId {
    let (x, y) = (terms.variable(Sort::Bits(24)), terms.variable(Sort::Bits(24)));
    let (product, goal, one) = (terms.multiply(x, y), terms.bits(24, 4093 * 4091), terms.bits(24, 1));
    let overflows = terms.unsigned_multiply_overflows(x, y);
    let (equal, fits) = (terms.equal(product, goal), terms.not(overflows));
    let (above, below) = (terms.unsigned_less(one, x), terms.unsigned_less(x, y));
    terms.all(&[equal, fits, above, below])
}

#[test]
fn budgets_end_searches_and_the_solver_can_be_used_on() {
    let mut terms = Terms::new();
    let formula = factors(&mut terms);
    let mut few_clauses = Solver::with_limits(1_000_000, 500);
    let stop = few_clauses.assert(&terms, formula, &mut Silent);
    assert_eq!(stop, Err(Stop::Budget(Resource::Clauses, 500)));
    let mut few_conflicts = Solver::with_limits(20, 1_000_000);
    assert_eq!(few_conflicts.assert(&terms, formula, &mut Silent), Ok(()));
    let stop = few_conflicts.check(&terms, &[], &mut Silent);
    assert_eq!(stop, Err(Stop::Budget(Resource::Conflicts, 20)));
    let answer = few_conflicts.check(&terms, &[Terms::FALSE], &mut Silent);
    assert_eq!(answer, Ok(Answer::Unsatisfiable));
    assert_eq!(few_conflicts.core(), [Terms::FALSE]);
    let mut solver = Solver::new();
    assert_eq!(solver.assert(&terms, formula, &mut Silent), Ok(()));
    assert_eq!(solver.check(&terms, &[], &mut Patience(1)), Err(Stop::Cancelled));
    assert_eq!(solver.check(&terms, &[], &mut Silent), Ok(Answer::Satisfiable));
    let model = solver.model();
    let values: Vec<u64> = terms.variables(formula).into_iter().map(|variable| model.of(variable)).collect();
    assert_eq!(values, [4091, 4093]);
}

#[test]
fn the_same_calls_give_the_same_answers() {
    let run = || {
        let mut terms = Terms::new();
        let formula = factors(&mut terms);
        let mut solver = Solver::new();
        assert_eq!(solver.assert(&terms, formula, &mut Silent), Ok(()));
        let mut over = terms.subterms(&[formula]);
        over.retain(|&term| terms.sort(term) == Sort::Boolean);
        let mut cubes = Vec::new();
        let mut each = |cube: &_| {
            cubes.push(<[(TermId, bool)]>::to_vec(cube));
            Ok(())
        };
        assert_eq!(solver.all_models(&terms, Terms::TRUE, &over, &mut Silent, &mut each), Ok(()));
        (cubes, solver.statistics())
    };
    assert_eq!(run(), run());
}
