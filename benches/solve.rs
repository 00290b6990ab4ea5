//! Building and deciding formulas over bit-vectors. Conflicts and clauses are printed to standard error.

use divan::Bencher;
use hrglass::base::Silent;
use hrglass::bitvec::{Answer, Solver, Sort, TermId, Terms};

fn main() {
    divan::main();
}

/// Builds a formula and decides it.
fn decide(bencher: Bencher, name: &str, expected: Answer, formula: impl Fn(&mut Terms) -> TermId + Sync) {
    let run = || {
        let mut terms = Terms::new();
        let formula = formula(&mut terms);
        let mut solver = Solver::new();
        solver.assert(&terms, formula, &mut Silent).expect("few clauses");
        assert_eq!(solver.check(&terms, &[], &mut Silent), Ok(expected));
        solver.statistics()
    };
    eprintln!("figures {name} {:?}", run());
    bencher.bench(run);
}

/// Two factors of a product of primes, of 32 bits.
#[divan::bench(args = [1_000_003 * 37, 2_003 * 3_001], sample_count = 10)]
fn factors(bencher: Bencher, product: u64) {
    decide(bencher, &format!("factors {product}"), Answer::Satisfiable, |terms| {
        let (x, y) = (terms.variable(Sort::Bits(32)), terms.variable(Sort::Bits(32)));
        let (exact, goal, one) = (terms.multiply(x, y), terms.bits(32, product), terms.bits(32, 1));
        let (equal, overflows) = (terms.equal(exact, goal), terms.unsigned_multiply_overflows(x, y));
        let (fits, above, below) = (terms.not(overflows), terms.unsigned_less(one, x), terms.unsigned_less(x, y));
        terms.all(&[equal, fits, above, below])
    });
}

/// `x * (y + z) = x * y + x * z`.
#[divan::bench(args = [4, 5, 6], sample_count = 10)]
fn distribution(bencher: Bencher, width: u8) {
    decide(bencher, &format!("distribution {width}"), Answer::Unsatisfiable, |terms| {
        let [x, y, z] = std::array::from_fn(|_| terms.variable(Sort::Bits(width)));
        let sum = terms.add(y, z);
        let (left, first, second) = (terms.multiply(x, sum), terms.multiply(x, y), terms.multiply(x, z));
        let right = terms.add(first, second);
        let equal = terms.equal(left, right);
        terms.not(equal)
    });
}

/// Quotient and remainder make up the dividend.
#[divan::bench(args = [4, 6, 8], sample_count = 10)]
fn division(bencher: Bencher, width: u8) {
    decide(bencher, &format!("division {width}"), Answer::Unsatisfiable, |terms| {
        let (x, y) = (terms.variable(Sort::Bits(width)), terms.variable(Sort::Bits(width)));
        let (quotient, remainder) = (terms.signed_divide(x, y), terms.signed_remainder(x, y));
        let product = terms.multiply(quotient, y);
        let sum = terms.add(product, remainder);
        let equal = terms.equal(sum, x);
        terms.not(equal)
    });
}

/// A quotient and a remainder that are given.
#[divan::bench(args = [16, 32, 64])]
fn quotient(bencher: Bencher, width: u8) {
    decide(bencher, &format!("quotient {width}"), Answer::Satisfiable, |terms| {
        let (x, y) = (terms.variable(Sort::Bits(width)), terms.variable(Sort::Bits(width)));
        let (quotient, remainder) = (terms.unsigned_divide(x, y), terms.unsigned_remainder(x, y));
        let (goal, rest) = (terms.bits(width, 123), terms.bits(width, 17));
        let (equal, left) = (terms.equal(quotient, goal), terms.equal(remainder, rest));
        terms.and(equal, left)
    });
}

/// Remainders by constants, as in programs: `x % 10 = 3` and `x % 7 = 5` and `x / 1000 = 12345`.
#[divan::bench]
fn constant_division(bencher: Bencher) {
    decide(bencher, "constant_division", Answer::Satisfiable, |terms| {
        let x = terms.variable(Sort::Bits(32));
        let conjuncts = [(10, 3), (7, 5)].map(|(divisor, rest)| {
            let (divisor, rest) = (terms.bits(32, divisor), terms.bits(32, rest));
            let remainder = terms.signed_remainder(x, divisor);
            terms.equal(remainder, rest)
        });
        let (thousand, goal) = (terms.bits(32, 1000), terms.bits(32, 12345));
        let quotient = terms.signed_divide(x, thousand);
        let third = terms.equal(quotient, goal);
        terms.all(&[conjuncts[0], conjuncts[1], third])
    });
}

/// 200 queries about the values of 200 steps, each of which adds 1 or 3.
#[divan::bench]
fn incremental(bencher: Bencher) {
    let run = || {
        let mut terms = Terms::new();
        let mut solver = Solver::new();
        let mut value = terms.bits(32, 0);
        let (one, three) = (terms.bits(32, 1), terms.bits(32, 3));
        let mut satisfiable = 0;
        for step in 0..200 {
            let condition = terms.variable(Sort::Boolean);
            let added = terms.ite(condition, one, three);
            let next = terms.variable(Sort::Bits(32));
            let sum = terms.add(value, added);
            let equal = terms.equal(next, sum);
            solver.assert(&terms, equal, &mut Silent).expect("few clauses");
            value = next;
            let goal = terms.bits(32, 2 * step);
            let reached = terms.equal(value, goal);
            satisfiable += u32::from(solver.check(&terms, &[reached], &mut Silent) == Ok(Answer::Satisfiable));
        }
        assert_eq!(satisfiable, 100);
        solver.statistics()
    };
    eprintln!("figures incremental {:?}", run());
    bencher.bench(run);
}

/// All values of 12 predicates after a step, as in predicate abstraction.
#[divan::bench]
fn all_models(bencher: Bencher) {
    let run = || {
        let mut terms = Terms::new();
        let x: Vec<TermId> = (0..4).map(|_| terms.variable(Sort::Bits(32))).collect();
        let sum = terms.add(x[0], x[1]);
        let product = terms.multiply(x[1], sum);
        let condition = terms.signed_less(x[2], x[3]);
        let last = terms.ite(condition, sum, product);
        let mut over = Vec::new();
        for (value, bound) in [x[0], x[1], sum, last].into_iter().zip([0, 5, 100, 1000]) {
            let bound = terms.bits(32, bound);
            over.push(terms.signed_less(value, bound));
            over.push(terms.equal(value, bound));
            over.push(terms.signed_less(value, x[3]));
        }
        let mut cubes = 0;
        let mut each = |_: &_| {
            cubes += 1;
            Ok(())
        };
        let mut solver = Solver::new();
        solver.all_models(&terms, condition, &over, &mut Silent, &mut each).expect("few conflicts");
        (cubes, solver.statistics())
    };
    eprintln!("figures all_models {:?}", run());
    bencher.bench(run);
}

/// One iteration over so many locks, each taken and released under a condition of its own: none is released that is not held.
#[divan::bench(args = [15, 100])]
fn locks(bencher: Bencher, count: usize) {
    decide(bencher, &format!("locks {count}"), Answer::Unsatisfiable, |terms| {
        let (zero, one) = (terms.bits(32, 0), terms.bits(32, 1));
        let mut error = Terms::FALSE;
        let mut errors = Vec::new();
        for _ in 0..count {
            let condition = terms.variable(Sort::Bits(32));
            let equal = terms.equal(condition, zero);
            let taken = terms.not(equal);
            let lock = terms.ite(taken, one, zero);
            let held = terms.equal(lock, one);
            let not_held = terms.not(held);
            let not_before = terms.not(error);
            error = terms.all(&[not_before, taken, not_held]);
            errors.push(error);
        }
        terms.any(&errors)
    });
}
