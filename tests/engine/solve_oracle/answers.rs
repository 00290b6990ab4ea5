//! Answers to random formulas: by z3, by evaluation of models, and by asking again about cores.

use hrglass::base::{Random, Silent, Stop};
use hrglass::bitvec::{Answer, Evaluation, Solver, Sort, Substitution, TermId, Terms, smtlib};

use super::formula::{Formula, Node};
use super::naive::{self, ON_VECTORS, PREDICATES};
use super::{text, z3};
use crate::support::cases;

/// The answer to a formula; `None` if it takes too many conflicts. Models are checked.
fn answer(formula: &Formula, terms: &mut Terms) -> Option<(Answer, TermId)> {
    let all = formula.terms(terms);
    let last = *all.last().expect("a node");
    let mut solver = Solver::with_limits(20_000, 1_000_000);
    let asked = solver.assert(terms, last, &mut Silent).and_then(|()| solver.check(terms, &[], &mut Silent));
    match asked {
        Ok(Answer::Satisfiable) => {
            let model = solver.model();
            assert_eq!(model.value(terms, last), 1, "the model of {formula:?} as terms");
            let variables: Vec<TermId> = all
                .iter()
                .zip(&formula.nodes)
                .filter(|(_, n)| matches!(n.0, Node::Variable))
                .map(|(&t, _)| t)
                .collect();
            let values = formula.values(|at| model.value(terms, variables[at]));
            assert_eq!(values.last(), Some(&1), "the model of {formula:?} by definition");
            Some((Answer::Satisfiable, last))
        }
        Ok(answer) => Some((answer, last)),
        Err(Stop::Budget(..)) => None,
        Err(stop) => panic!("{stop:?}"),
    }
}

#[test]
fn random_formulas_have_the_answers_of_z3() {
    let count = cases::scaled(200);
    let there = z3::is_there();
    let (mut known, mut satisfiable, mut compared) = (0, 0, 0);
    for start in (0..count).step_by(1000) {
        let (mut scripts, mut answers) = (Vec::new(), Vec::new());
        for seed in start..count.min(start + 1000) {
            let random = &mut Random::scattered(seed as u64);
            let widest = *random.one_of(&[4, 8, 12, 33, 64]);
            let formula = Formula::random(random, widest);
            let mut terms = Terms::new();
            let Some((answer, term)) = answer(&formula, &mut terms) else { continue };
            known += 1;
            satisfiable += usize::from(answer == Answer::Satisfiable);
            // As it was meant, and as it was simplified.
            scripts.extend([text::script(&formula), smtlib::script(&terms, &[term])]);
            answers.extend([(seed, answer), (seed, answer)]);
        }
        if there {
            for (theirs, (seed, ours)) in z3::answers("answers", &scripts).iter().zip(&answers) {
                let same = match theirs.as_str() {
                    "sat" => *ours == Answer::Satisfiable,
                    "unsat" => *ours == Answer::Unsatisfiable,
                    _ => continue,
                };
                compared += 1;
                assert!(same, "formula {seed}: {ours:?}, but z3 says {theirs}");
            }
        }
    }
    println!("{count} formulas, {known} answers, {satisfiable} satisfiable, {compared} compared with z3");
    assert!(known > count * 9 / 10, "{known} of {count}");
    assert!(satisfiable > count / 5 && known - satisfiable > count / 8, "{satisfiable} of {known}");
    assert!(!there || compared > 2 * known * 9 / 10, "{compared} of {}", 2 * known);
}

/// The circuit of an operation relates all values of its operands to the defined result, and to no other.
#[test]
fn circuits_compute_what_is_defined() {
    for width in 1..=4u8 {
        let sort = Sort::Bits(width);
        for &operation in ON_VECTORS.iter().chain(PREDICATES) {
            let mut terms = Terms::new();
            let operands = [terms.variable(sort), terms.variable(sort)];
            let term = naive::term(&mut terms, operation, &operands);
            let result = terms.variable(terms.sort(term));
            let defined = terms.equal(result, term);
            let mut solver = Solver::new();
            solver.assert(&terms, defined, &mut Silent).expect("no limit is met");
            for number in 0..1u64 << (2 * width) {
                let values = [number & sort.mask(), number >> width];
                let mut assumptions: Vec<TermId> = Vec::new();
                for (operand, value) in operands.into_iter().zip(values) {
                    let value = terms.constant(sort, value);
                    assumptions.push(terms.equal(operand, value));
                }
                let expected = naive::value(operation, &values.map(|value| (value, sort)));
                let answer = solver.check(&terms, &assumptions, &mut Silent);
                assert_eq!(answer, Ok(Answer::Satisfiable), "{operation:?} on {values:?} of {width} bits");
                let found = solver.model().value(&terms, result);
                assert_eq!(found, expected, "{operation:?} on {values:?} of {width} bits");
                let expected = terms.constant(terms.sort(term), expected);
                let same = terms.equal(result, expected);
                assumptions.push(terms.not(same));
                let answer = solver.check(&terms, &assumptions, &mut Silent);
                assert_eq!(answer, Ok(Answer::Unsatisfiable), "{operation:?} on {values:?} of {width} bits");
            }
        }
    }
}

#[test]
fn cores_are_unsatisfiable_and_minimal_ones_minimal() {
    let (mut cores, mut smaller) = (0, 0);
    for seed in cases::seeds(150) {
        let random = &mut Random::scattered(seed + 1_000_000);
        // Several formulas over the same variables, of which some contradict each other.
        let formula = Formula::random(random, *random.clone().one_of(&[3, 6, 10]));
        let mut terms = Terms::new();
        let all = formula.terms(&mut terms);
        let booleans: Vec<TermId> =
            all.into_iter().filter(|&term| terms.width(term) == 1 && is_boolean(&terms, term)).collect();
        let assumptions: Vec<TermId> = (0..12)
            .map(|_| {
                let term = *random.one_of(&booleans);
                if random.one_in(2) { terms.not(term) } else { term }
            })
            .collect();
        let mut solver = Solver::new();
        if solver.check(&terms, &assumptions, &mut Silent) == Ok(Answer::Satisfiable) {
            let model = solver.model();
            assert!(assumptions.iter().all(|&term| model.value(&terms, term) == 1), "formula {seed}");
            continue;
        }
        cores += 1;
        let core = solver.core().to_vec();
        let unsatisfiable =
            |terms: &Terms, some: &[TermId]| Solver::new().check(terms, some, &mut Silent) == Ok(Answer::Unsatisfiable);
        assert!(core.iter().all(|term| assumptions.contains(term)), "formula {seed}");
        assert!(unsatisfiable(&terms, &core), "formula {seed}: {core:?} of {assumptions:?}");
        let minimal = solver.minimal_core(&terms, 100, &mut Silent).expect("no limit is met").to_vec();
        assert!(unsatisfiable(&terms, &minimal), "formula {seed}: {minimal:?} of {core:?}");
        for at in 0..minimal.len() {
            let rest = [&minimal[..at], &minimal[at + 1..]].concat();
            assert!(!unsatisfiable(&terms, &rest), "formula {seed}: {rest:?} of {minimal:?}");
        }
        smaller += usize::from(core.len() < assumptions.len());
        // The solver is not spoilt.
        assert_eq!(solver.check(&terms, &minimal[1..], &mut Silent), Ok(Answer::Satisfiable), "formula {seed}");
    }
    assert!(cores > cases::scaled(30) && smaller > cores / 2, "{cores} cores, {smaller} smaller");
}

fn is_boolean(terms: &Terms, term: TermId) -> bool {
    terms.sort(term) == Sort::Boolean
}

#[test]
fn one_solver_answers_many_queries_as_fresh_ones_do() {
    for seed in cases::seeds(12) {
        let random = &mut Random::scattered(seed + 2_000_000);
        let formula = Formula::random(random, 8);
        let mut terms = Terms::new();
        let all = formula.terms(&mut terms);
        let booleans: Vec<TermId> = all.into_iter().filter(|&term| is_boolean(&terms, term)).collect();
        let mut solver = Solver::new();
        let mut asserted = Vec::new();
        for query in 0..30 {
            let assumptions: Vec<TermId> = (0..3)
                .map(|_| {
                    let term = *random.one_of(&booleans);
                    if random.one_in(2) { terms.not(term) } else { term }
                })
                .collect();
            let mut fresh = Solver::new();
            let everything: Vec<TermId> = asserted.iter().chain(&assumptions).copied().collect();
            let expected = fresh.check(&terms, &everything, &mut Silent);
            assert_eq!(solver.check(&terms, &assumptions, &mut Silent), expected, "formula {seed}, query {query}");
            if expected == Ok(Answer::Satisfiable) && random.one_in(4) {
                let clause = terms.any(&assumptions);
                solver.assert(&terms, clause, &mut Silent).expect("no limit is met");
                asserted.push(clause);
            }
        }
    }
}

/// What is replaced before evaluation is what would be assigned.
#[test]
fn substitution_commutes_with_evaluation() {
    for seed in cases::seeds(100) {
        let random = &mut Random::scattered(seed + 3_000_000);
        let formula = Formula::random(random, *random.clone().one_of(&[5, 64]));
        let mut terms = Terms::new();
        let all = formula.terms(&mut terms);
        let variables: Vec<TermId> =
            all.iter().zip(&formula.nodes).filter(|(_, n)| matches!(n.0, Node::Variable)).map(|(&t, _)| t).collect();
        let values: Vec<u64> = variables
            .iter()
            .map(|&variable| {
                let any = (random.below(1 << 31) as u64) << 40 | random.below(1 << 31) as u64;
                any & terms.sort(variable).mask()
            })
            .collect();
        // Half of them become constants, the others new variables.
        let mut assigned = std::collections::BTreeMap::new();
        let mut images = Vec::new();
        for (&variable, &value) in variables.iter().zip(&values) {
            let sort = terms.sort(variable);
            let image = if random.one_in(2) { terms.constant(sort, value) } else { terms.variable(sort) };
            for term in terms.variables(image) {
                assigned.insert(term, value);
            }
            images.push((variable, image));
        }
        let mut substitution = Substitution::new(images);
        let expected = formula.values(|at| values[at]);
        for (&term, expected) in all.iter().zip(expected) {
            let image = substitution.apply(&mut terms, term);
            assert!(terms.variables(image).iter().all(|variable| assigned.contains_key(variable)), "formula {seed}");
            let value = Evaluation::new(&terms, |variable| assigned[&variable]).value(image);
            assert_eq!(value, expected, "formula {seed}");
        }
    }
}
