//! Simulations, and reduction by them, compared with their definitions.

use std::collections::BTreeSet;

use hrglass::tree_automata::{StateId, StateRelation};

use super::definitions::same_languages;
use super::naive::{Naive, NaiveRule, States, Term, list};

type Pairs = BTreeSet<(usize, usize)>;

fn pairs(relation: &StateRelation, left: usize, right: usize) -> Pairs {
    let all = (0..left).flat_map(|q| (0..right).map(move |r| (q, r)));
    let found: Pairs = all.filter(|&(q, r)| relation.contains(StateId(q as u32), StateId(r as u32))).collect();
    let related = (0..left).flat_map(|q| relation.related(StateId(q as u32)).map(move |r| (q, r.0 as usize)));
    assert!(related.eq(found.iter().copied()));
    found
}

/// The greatest relation all of whose pairs fulfil a condition on the relation.
fn greatest(left: usize, right: usize, holds: impl Fn(&Pairs, usize, usize) -> bool) -> Pairs {
    let mut relation: Pairs = (0..left).flat_map(|q| (0..right).map(move |r| (q, r))).collect();
    loop {
        let next: Pairs = relation.iter().copied().filter(|&(q, r)| holds(&relation, q, r)).collect();
        if next == relation {
            return relation;
        }
        relation = next;
    }
}

fn downward(naive: &Naive, other: &Naive) -> Pairs {
    greatest(naive.states, other.states, |relation, q, r| {
        naive.of_state(q).all(|(_, symbol, children)| {
            other.of_state(r).any(|(_, candidate, others)| {
                symbol == candidate && children.iter().zip(others).all(|(&q, &r)| relation.contains(&(q, r)))
            })
        })
    })
}

fn upward(naive: &Naive, downward: &Pairs, accepting: States) -> Pairs {
    greatest(naive.states, naive.states, |relation, q, r| {
        let fits = |(p, symbol, children): &NaiveRule, position: usize| {
            naive.rules.iter().any(|(s, candidate, others)| {
                let other = |at: usize| at == position || downward.contains(&(children[at], others[at]));
                symbol == candidate
                    && others[position] == r
                    && relation.contains(&(*p, *s))
                    && (0..children.len()).all(other)
            })
        };
        (accepting >> q & 1 == 0 || accepting >> r & 1 == 1)
            && naive.rules.iter().all(|rule| (0..rule.2.len()).all(|at| rule.2[at] != q || fits(rule, at)))
    })
}

pub fn downward_simulation(naive: &Naive, other: &Naive) {
    let (automaton, others) = (naive.automaton(), other.automaton());
    let between = pairs(&automaton.downward_simulation_in(&others), naive.states, other.states);
    assert_eq!(between, downward(naive, other), "{naive:?}\n{other:?}");
    let within = pairs(&automaton.downward_simulation(), naive.states, naive.states);
    assert_eq!(within, downward(naive, naive), "{naive:?}");
    for (states, term) in naive.beside(other).profiles() {
        for &(q, r) in &between {
            assert!(states >> q & 1 <= states >> (naive.states + r) & 1, "{q} {r} {term:?}\n{naive:?}\n{other:?}");
        }
    }
}

pub fn upward_simulation(naive: &Naive, accepting: States, terms: &[Term]) {
    let automaton = naive.automaton();
    let simulation = automaton.downward_simulation();
    let found = automaton.upward_simulation(&simulation, &list(accepting));
    let found = pairs(&found, naive.states, naive.states);
    let expected = upward(naive, &downward(naive, naive), accepting);
    assert_eq!(found, expected, "{accepting:b} {naive:?}");
    // Contexts: a leaf of a tree is the hole, with exactly one state.
    for term in terms {
        let leaves = (0..term.size).filter(|&at| is_leaf(term, at));
        for hole in leaves {
            let accepts = |q: usize| states_around(naive, term, hole, q) & accepting != 0;
            for &(q, r) in found.iter().filter(|(q, _)| accepts(*q)) {
                assert!(accepts(r), "{q} {r} {hole} {term:?} {naive:?}");
            }
        }
    }
}

/// Whether the node with this number, in prefix order, is a leaf.
fn is_leaf(term: &Term, at: usize) -> bool {
    if at == 0 {
        return term.children.is_empty();
    }
    let mut at = at - 1;
    for child in &term.children {
        if at < child.size {
            return is_leaf(child, at);
        }
        at -= child.size;
    }
    unreachable!("a node of the tree")
}

/// The states of a tree in which the node `hole` has this state only.
fn states_around(naive: &Naive, term: &Term, hole: usize, state: usize) -> States {
    if hole == 0 {
        return 1 << state;
    }
    let mut at = hole - 1;
    let mut children = Vec::new();
    for child in &term.children {
        let inside = at < child.size;
        children.push(if inside { states_around(naive, child, at, state) } else { naive.states_of(child) });
        // The hole is in one child only.
        at = if inside { usize::MAX } else { at.saturating_sub(child.size) };
        if inside {
            at = usize::MAX;
        }
    }
    let fits = |rule: &&NaiveRule| {
        rule.1 == term.symbol && rule.2.iter().zip(&children).all(|(child, states)| states >> child & 1 == 1)
    };
    naive.rules.iter().filter(fits).fold(0, |states, rule| states | 1 << rule.0)
}

pub fn reduction(naive: &Naive, roots: States) {
    let roots = list(roots);
    let automaton = naive.automaton();
    let (reduced, moved) = automaton.reduce(&roots);
    same_languages(naive, &roots, &reduced, &moved);
    let (merged, _) = automaton.merge_bisimilar(&roots);
    assert!(reduced.state_count() <= merged.state_count() && reduced.rule_count() <= merged.rule_count(), "{naive:?}");
    let result = Naive::of(naive.alphabet, &reduced);
    let simulation = downward(&result, &result);
    for &(q, r) in &simulation {
        assert!(q == r || !simulation.contains(&(r, q)), "{q} and {r} are equivalent: {naive:?}");
    }
    for rule in &result.rules {
        let simulated = |other: &NaiveRule| {
            other != rule
                && (other.0, other.1) == (rule.0, rule.1)
                && rule.2.iter().zip(&other.2).all(|(&q, &r)| simulation.contains(&(q, r)))
        };
        assert!(!result.rules.iter().any(simulated), "{rule:?} is simulated: {naive:?}");
    }
    assert_eq!(reduced.reduce(&moved), (reduced, moved), "{naive:?}");
}
