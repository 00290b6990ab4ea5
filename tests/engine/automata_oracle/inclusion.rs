//! Inclusion, compared with all reachable sets of states, and with the intersection with the complement.

use hrglass::base::{Random, Silent};
use hrglass::tree_automata::{Inclusion, StateId, Symbol, TreeAutomaton, Work};

use super::generate::{BINARY, MIXED, UNARY, all, random, variant};
use super::naive::{Naive, States, Term, list};
use crate::support::cases;

/// The first question that has another answer than the definition, as text. Counts the questions that hold.
fn check(naive: &Naive, other: &Naive, questions: &[(usize, States)]) -> usize {
    let (automaton, others) = (naive.automaton(), other.automaton());
    let silent = &mut Silent;
    let work = &mut Work::new(10_000_000, silent);
    let profiles = naive.beside(other).profiles();
    let holds = |&(q, right): &(usize, States)| {
        profiles.keys().all(|states| states >> q & 1 == 0 || states >> naive.states & right != 0)
    };
    let witnessed = |(q, right): (usize, States), term: &Term| {
        naive.states_of(term) >> q & 1 == 1 && other.states_of(term) & right == 0
    };
    let mut count = 0;
    for question in questions {
        let (root, roots) = (StateId(question.0 as u32), list(question.1));
        match automaton.inclusion(&[root], &others, &roots, work).expect("little work") {
            Inclusion::Holds => assert!(holds(question), "{question:?} does not hold\n{naive:?}\n{other:?}"),
            Inclusion::Fails { witness, .. } => {
                assert!(witnessed(*question, &Term::of(&witness)), "{question:?} {witness:?}\n{naive:?}\n{other:?}");
            }
        }
        count += usize::from(holds(question));
    }
    // All at a time.
    let lists: Vec<Vec<StateId>> = questions.iter().map(|question| list(question.1)).collect();
    let together: Vec<(StateId, &[StateId])> =
        questions.iter().zip(&lists).map(|(question, right)| (StateId(question.0 as u32), &right[..])).collect();
    match automaton.inclusions(&others, &together, work).expect("little work") {
        Inclusion::Holds => assert_eq!(count, questions.len(), "{naive:?}\n{other:?}"),
        Inclusion::Fails { question, witness } => {
            let term = Term::of(&witness);
            assert!(witnessed(questions[question], &term), "{question} {term:?}\n{naive:?}\n{other:?}");
        }
    }
    // Those that hold.
    let held: Vec<_> =
        together.iter().zip(questions).filter(|(_, question)| holds(question)).map(|(q, _)| *q).collect();
    assert_eq!(automaton.inclusions(&others, &held, work), Ok(Inclusion::Holds), "{naive:?}\n{other:?}");
    count
}

/// All questions with one state on the left.
fn all_questions(naive: &Naive, other: &Naive) -> Vec<(usize, States)> {
    (0..naive.states).flat_map(|q| (0..1 << other.states).map(move |right| (q, right))).collect()
}

#[test]
fn within_all_small_automata() {
    for (alphabet, states) in [(UNARY, 1), (UNARY, 2), (BINARY, 1), (BINARY, 2)] {
        for naive in all(alphabet, states) {
            check(&naive, &naive, &all_questions(&naive, &naive));
        }
    }
    for naive in all(UNARY, 3).step_by(3) {
        check(&naive, &naive, &all_questions(&naive, &naive));
    }
}

#[test]
fn between_all_pairs_of_small_automata() {
    let mut held = 0;
    for naive in all(UNARY, 2) {
        for other in all(UNARY, 2) {
            held += check(&naive, &other, &all_questions(&naive, &other));
        }
    }
    assert_eq!(held, 19_148, "of 32,768");
    let unary: Vec<Naive> = all(UNARY, 3).step_by(5).collect();
    for (at, naive) in unary.iter().enumerate() {
        let other = &unary[(at * 37) % unary.len()];
        check(naive, other, &all_questions(naive, other));
    }
    for other in all(BINARY, 1) {
        for naive in all(BINARY, 2).step_by(7) {
            check(&naive, &other, &all_questions(&naive, &other));
            check(&other, &naive, &all_questions(&other, &naive));
        }
    }
    let binary: Vec<Naive> = all(BINARY, 2).collect();
    for (at, naive) in binary.iter().enumerate().step_by(3) {
        let other = &binary[(at * 1_597) % binary.len()];
        check(naive, other, &all_questions(naive, other));
    }
}

#[test]
fn between_random_automata() {
    let (mut held, mut asked) = (0, 0);
    for case in cases::seeds(2000) {
        let chosen = &mut Random::scattered(case);
        let alphabet = *chosen.one_of(&[UNARY, BINARY, MIXED]);
        let naive = random(alphabet, chosen, 4);
        let other = if chosen.one_in(4) { random(alphabet, chosen, 5) } else { variant(&naive, chosen) };
        let (left, right) = if chosen.one_in(2) { (naive, other) } else { (other, naive) };
        if alphabet == MIXED && left.states + right.states > 7 {
            // The oracle goes through all triples of sets of states.
            continue;
        }
        let questions: Vec<(usize, States)> =
            (0..6).map(|_| (chosen.below(left.states), chosen.below(1 << right.states) as States)).collect();
        held += check(&left, &right, &questions);
        asked += questions.len();
    }
    // Both answers are frequent.
    assert!(held * 5 > asked && held * 5 < asked * 4, "{held} of {asked}");
}

/// Whether `L(root) ⊆ L(others)`: the intersection with the complement is empty.
fn by_complement(automaton: &TreeAutomaton, root: StateId, other: &TreeAutomaton, others: &[StateId]) -> Option<bool> {
    let alphabet: Vec<(Symbol, usize)> = MIXED.iter().enumerate().map(|(s, &rank)| (Symbol(s as u32), rank)).collect();
    let silent = &mut Silent;
    let work = &mut Work::new(100_000, silent);
    let (complement, roots) = other.complement(others, &alphabet, work).ok()?;
    let pairs: Vec<(StateId, StateId)> = roots.iter().map(|&other| (root, other)).collect();
    let (common, roots) = automaton.intersection(&complement, &pairs);
    Some(roots.iter().all(|&root| common.is_empty(root)))
}

#[test]
fn a_second_method_agrees_on_larger_automata() {
    let (mut held, mut failed) = (0, 0);
    for case in cases::seeds(100) {
        let chosen = &mut Random::scattered(case);
        let naive = random(MIXED, chosen, 8);
        let other = variant(&naive, chosen);
        let (automaton, others) = (naive.automaton(), other.automaton());
        for _ in 0..4 {
            let root = StateId(chosen.below(naive.states) as u32);
            let right: Vec<StateId> = others.states().filter(|_| chosen.one_in(3)).collect();
            let silent = &mut Silent;
            let work = &mut Work::new(10_000_000, silent);
            let found = automaton.inclusion(&[root], &others, &right, work).expect("little work");
            let Some(expected) = by_complement(&automaton, root, &others, &right) else { continue };
            assert_eq!(found.holds(), expected, "{root:?} {right:?}\n{naive:?}\n{other:?}");
            if let Inclusion::Fails { witness, .. } = found {
                assert!(automaton.accepts(root, &witness));
                assert!(!right.iter().any(|&state| others.accepts(state, &witness)));
                failed += 1;
            } else {
                held += 1;
            }
        }
    }
    assert!(held > 60 && failed > 60, "{held} {failed}");
}
