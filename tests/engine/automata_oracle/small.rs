//! All operations on all small automata, and on random ones.

use hrglass::base::Random;
use hrglass::tree_automata::{StateId, Tree, TreeAutomaton};

use super::definitions::*;
use super::generate::{BINARY, MIXED, UNARY, all, all_small, copied, permutation, permuted, random, variant};
use super::naive::{Alphabet, Naive, States, Term, terms, terms_by_size};
use super::relations;
use crate::support::cases;

/// A set of roots that differs from automaton to automaton.
fn some_roots(naive: &Naive, case: usize) -> States {
    (case as u64).wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 40 & ((1 << naive.states) - 1)
}

fn with_trees(terms: Vec<Term>) -> Vec<(Term, Tree)> {
    terms.into_iter().map(|term| (term.clone(), term.tree())).collect()
}

/// Random automata over each alphabet.
fn each_random(count: u64, largest: usize, check: impl Fn(&Naive, &mut Random)) {
    for case in cases::seeds(count) {
        let chosen = &mut Random::scattered(case);
        let alphabet = *chosen.one_of(&[UNARY, BINARY, MIXED]);
        let naive = random(alphabet, chosen, largest);
        check(&naive, chosen);
    }
}

#[test]
fn the_oracle_knows_all_profiles() {
    // The naive closure has the states of every tree, and of nothing else.
    for naive in all(BINARY, 2).step_by(29) {
        let mut of_trees: Vec<States> = terms(BINARY, 4).iter().map(|term| naive.states_of(term)).collect();
        of_trees.sort();
        of_trees.dedup();
        let profiles = naive.profiles();
        assert!(of_trees.iter().eq(profiles.keys()), "{naive:?}");
        profiles.iter().for_each(|(states, term)| assert_eq!(naive.states_of(term), *states));
    }
}

#[test]
fn rules_are_sorted_and_different() {
    each_random(300, 5, |naive, chosen| {
        let mut automaton = naive.automaton();
        let all: Vec<_> = automaton.all_rules().map(|(state, rule)| (state, rule.clone())).collect();
        assert!(all.is_sorted_by(|a, b| a < b), "{naive:?}");
        assert_eq!(all.len(), naive.rules.len());
        let mut other = TreeAutomaton::new();
        automaton.states().for_each(|_| _ = other.add_state());
        for at in permutation(all.len(), chosen) {
            let (state, rule) = all[at].clone();
            other.add_rule(state, rule.clone());
            automaton.add_rule(state, rule);
        }
        assert_eq!((&other, other.rule_count()), (&automaton, all.len()));
        for (state, rule) in &all {
            let with = other.rules_with(*state, rule.symbol);
            assert!(with.contains(rule) && with.iter().all(|other| other.symbol == rule.symbol));
        }
    });
}

#[test]
fn membership_is_by_runs() {
    for (alphabet, states, height) in [(UNARY, 3, 6), (BINARY, 2, 3)] {
        let trees = with_trees(terms(alphabet, height));
        all(alphabet, states).for_each(|naive| membership(&naive, &trees));
    }
    let trees = with_trees(terms_by_size(MIXED, 5));
    for case in cases::seeds(100) {
        membership(&random(MIXED, &mut Random::scattered(case), 6), &trees);
    }
}

#[test]
fn trimming_keeps_what_runs_use() {
    for (case, naive) in all_small().enumerate() {
        trim(&naive, some_roots(&naive, case));
    }
    each_random(1000, 5, |naive, chosen| trim(naive, chosen.below(1 << naive.states) as States));
}

#[test]
fn trees_come_in_their_order() {
    let by_size = |alphabet: Alphabet, size| terms_by_size(alphabet, size);
    let (words, binary, mixed) = (by_size(UNARY, 5), by_size(BINARY, 5), by_size(MIXED, 4));
    for naive in all_small().step_by(2) {
        trees_by_size(&naive, if naive.alphabet == UNARY { &words } else { &binary });
    }
    for case in cases::seeds(200) {
        trees_by_size(&random(MIXED, &mut Random::scattered(case), 5), &mixed);
    }
}

#[test]
fn union_and_intersection() {
    let two: Vec<Naive> = all(UNARY, 2).collect();
    for naive in &two {
        for other in &two {
            union(naive, other);
            intersection(naive, other);
        }
    }
    let binary: Vec<Naive> = all(BINARY, 2).collect();
    for (at, naive) in binary.iter().enumerate().step_by(3) {
        intersection(naive, &binary[(at * 1_597) % binary.len()]);
    }
    each_random(500, 4, |naive, chosen| {
        let other = variant(naive, chosen);
        union(naive, &other);
        if naive.states * other.states <= 16 {
            intersection(naive, &other);
        }
    });
}

#[test]
fn determinisation_and_complement() {
    all_small().step_by(2).for_each(|naive| determinise(&naive));
    each_random(300, 3, |naive, _| determinise(naive));
}

#[test]
fn bisimulation_and_canonical_form() {
    let chosen = &mut Random::scattered(1);
    for (case, naive) in all_small().enumerate() {
        bisimulation(&naive, some_roots(&naive, case));
        canonical(&naive, some_roots(&naive, case), chosen);
    }
    each_random(1000, 6, |naive, chosen| {
        let naive = if chosen.one_in(2) { variant(naive, chosen) } else { naive.clone() };
        let roots = chosen.below(1 << naive.states) as States;
        bisimulation(&naive, roots);
        canonical(&naive, roots, chosen);
    });
}

#[test]
fn bisimulation_of_many_copies() {
    each_random(400, 5, |naive, chosen| {
        let naive = copied(naive, chosen);
        let roots: Vec<StateId> = naive.automaton().states().collect();
        bisimulation_count(&naive, &roots);
        // Permuted, everything looks the same after merging and in canonical form.
        let normal = |naive: &Naive, roots: &[StateId]| {
            let (merged, roots) = naive.automaton().merge_bisimilar(roots);
            merged.canonical(&roots)
        };
        let permutation = permutation(naive.states, chosen);
        let renamed: Vec<StateId> = roots.iter().map(|root| StateId(permutation[root.0 as usize] as u32)).collect();
        assert_eq!(normal(&permuted(&naive, &permutation), &renamed), normal(&naive, &roots), "{naive:?}");
    });
}

#[test]
fn simulation_and_reduction() {
    let mut before: Option<Naive> = None;
    for (case, naive) in all_small().enumerate() {
        let other = before.filter(|before| before.alphabet == naive.alphabet).unwrap_or(naive.clone());
        relations::downward_simulation(&naive, &other);
        relations::reduction(&naive, some_roots(&naive, case));
        before = Some(naive);
    }
    each_random(700, 6, |naive, chosen| {
        let other = variant(naive, chosen);
        relations::downward_simulation(naive, naive);
        if naive.states + other.states <= 10 {
            relations::downward_simulation(naive, &other);
        }
        relations::reduction(naive, chosen.below(1 << naive.states) as States);
    });
}

#[test]
fn upward_simulation() {
    let (words, binary, mixed) = (terms(UNARY, 4), terms(BINARY, 2), terms_by_size(MIXED, 3));
    let trees = |naive: &Naive| match naive.alphabet.len() {
        2 => &words[..],
        3 => &binary[..],
        _ => &mixed[..],
    };
    for (case, naive) in all_small().enumerate() {
        relations::upward_simulation(&naive, some_roots(&naive, case), trees(&naive));
    }
    each_random(500, 5, |naive, chosen| {
        relations::upward_simulation(naive, chosen.below(1 << naive.states) as States, trees(naive));
    });
}
