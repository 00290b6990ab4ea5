//! The laws of the operations that do not compare automata.

use hrglass::base::{Random, Silent};
use hrglass::tree_automata::{StateId, Tree, TreeAutomaton, Work};

use super::generate::{permutation, permuted};
use super::naive::{Naive, NaiveRule, States, Term, list, set};

/// Each single root keeps its language.
#[track_caller]
pub fn same_languages(naive: &Naive, roots: &[StateId], result: &TreeAutomaton, result_roots: &[StateId]) {
    assert_eq!(roots.len(), result_roots.len());
    let result = Naive::of(naive.alphabet, result);
    let profiles = naive.beside(&result).profiles();
    for (before, after) in roots.iter().zip(result_roots) {
        for (states, term) in &profiles {
            let is = (states >> before.0 & 1, states >> (naive.states + after.0 as usize) & 1);
            assert_eq!(is.0, is.1, "{term:?} {before:?} {after:?}\n{naive:?}\n{result:?}");
        }
    }
}

pub fn membership(naive: &Naive, trees: &[(Term, Tree)]) {
    let automaton = naive.automaton();
    for (term, tree) in trees {
        let expected = naive.states_of(term);
        assert_eq!(set(&automaton.states_of(tree)), expected, "{term:?} {naive:?}");
        for state in automaton.states() {
            assert_eq!(automaton.accepts(state, tree), expected >> state.0 & 1 == 1);
        }
    }
}

/// The states that are reachable in runs of some roots.
fn used(naive: &Naive, productive: States, roots: States) -> States {
    let mut used = roots;
    loop {
        let of_used = naive.rules.iter().filter(|(state, _, _)| used >> state & 1 == 1);
        let runs = of_used.filter(|(_, _, children)| children.iter().all(|child| productive >> child & 1 == 1));
        let next = runs.flat_map(|(_, _, children)| children).fold(used, |used, child| used | 1 << child);
        if next == used {
            return used;
        }
        used = next;
    }
}

pub fn trim(naive: &Naive, roots: States) {
    let automaton = naive.automaton();
    let productive = naive.profiles().keys().fold(0, |all, states| all | states);
    assert_eq!(automaton.productive().ones().fold(0, |all: u64, state| all | 1 << state), productive, "{naive:?}");
    automaton.states().for_each(|state| assert_eq!(automaton.is_empty(state), productive >> state.0 & 1 == 0));
    let roots = list(roots);
    let (trimmed, moved) = automaton.trim(&roots);
    same_languages(naive, &roots, &trimmed, &moved);
    assert_eq!(trimmed.state_count() as u32, used(naive, productive, set(&roots)).count_ones(), "{naive:?}");
    for (root, moved) in roots.iter().zip(&moved) {
        assert!(productive >> root.0 & 1 == 1 || trimmed.rules(*moved).is_empty());
    }
    let result = Naive::of(naive.alphabet, &trimmed);
    let productive = result.profiles().keys().fold(0, |all, states| all | states);
    assert!(result.rules.iter().all(|(_, _, children)| children.iter().all(|child| productive >> child & 1 == 1)));
    assert_eq!(trimmed.trim(&moved), (trimmed, moved), "{naive:?}");
}

/// `terms` are all up to a size, in order.
pub fn trees_by_size(naive: &Naive, terms: &[Term]) {
    let automaton = naive.automaton();
    let largest = terms.last().expect("trees").size;
    for state in automaton.states() {
        let expected: Vec<&Term> = terms.iter().filter(|term| naive.states_of(term) >> state.0 & 1 == 1).collect();
        let found: Vec<Term> = automaton.trees(state, expected.len() + 1).map(|tree| Term::of(&tree)).collect();
        assert_eq!(found.iter().take(expected.len()).collect::<Vec<_>>(), expected, "{state:?} {naive:?}");
        if let Some(next) = found.get(expected.len()) {
            assert!(next.size > largest && naive.states_of(next) >> state.0 & 1 == 1, "{next:?} {naive:?}");
        }
        let smallest = automaton.smallest_tree(state).map(|tree| Term::of(&tree));
        assert_eq!(smallest.as_ref(), found.first());
        assert_eq!(smallest.is_none(), automaton.is_empty(state));
        // A smaller limit changes no tree.
        for limit in [0, 1, found.len() / 2] {
            let fewer: Vec<Term> = automaton.trees(state, limit).map(|tree| Term::of(&tree)).collect();
            assert_eq!(fewer, found[..limit.min(found.len())], "{limit} {state:?} {naive:?}");
        }
    }
}

pub fn union(naive: &Naive, other: &Naive) {
    let mut both = naive.automaton();
    let moved = both.append(&other.automaton());
    let states: Vec<StateId> = other.automaton().states().map(moved).collect();
    assert_eq!(states, (naive.states..naive.states + other.states).map(|s| StateId(s as u32)).collect::<Vec<_>>());
    assert_eq!(both, naive.beside(other).automaton());
}

pub fn intersection(naive: &Naive, other: &Naive) {
    let (automaton, others) = (naive.automaton(), other.automaton());
    let pairs: Vec<(StateId, StateId)> =
        automaton.states().flat_map(|left| others.states().map(move |right| (left, right))).collect();
    let (result, roots) = automaton.intersection(&others, &pairs);
    assert_eq!(result.trim(&roots), (result.clone(), roots.clone()), "{naive:?} {other:?}");
    let result = Naive::of(naive.alphabet, &result);
    for (states, term) in naive.beside(other).beside(&result).profiles() {
        for ((left, right), root) in pairs.iter().zip(&roots) {
            let expected = states >> left.0 & states >> (naive.states + right.0 as usize) & 1;
            let found = states >> (naive.states + other.states + root.0 as usize) & 1;
            assert_eq!(found, expected, "{term:?} {left:?} {right:?}\n{naive:?}\n{other:?}");
        }
    }
    // A single pair needs no more than its part of the product.
    if let Some(&pair) = pairs.last() {
        let (single, root) = automaton.intersection(&others, &[pair]);
        assert!(single.state_count() <= result.states && root.len() == 1);
    }
}

pub fn determinise(naive: &Naive) {
    let silent = &mut Silent;
    let work = &mut Work::new(1_000_000, silent);
    let automaton = naive.automaton();
    let subsets = automaton.determinise(work).expect("little work");
    let members: Vec<States> = subsets.members.iter().map(|members| set(members)).collect();
    let result = Naive::of(naive.alphabet, &subsets.automaton);
    let profiles = naive.beside(&result).profiles();
    for (states, term) in &profiles {
        let (expected, found) = (states & ((1 << naive.states) - 1), list(states >> naive.states));
        let found: Vec<States> = found.iter().map(|state| members[state.0 as usize]).collect();
        let expected = if expected == 0 { vec![] } else { vec![expected] };
        assert_eq!(found, expected, "{term:?} {naive:?}");
    }
    let met = profiles.keys().fold(0, |all, states| all | states >> naive.states);
    assert_eq!(met.count_ones() as usize, result.states, "all subsets are states of a tree: {naive:?}");
    let alphabet: Vec<_> =
        naive.alphabet.iter().enumerate().map(|(s, &rank)| (hrglass::tree_automata::Symbol(s as u32), rank)).collect();
    for roots in 0..1 << naive.states {
        let (complement, others) = automaton.complement(&list(roots), &alphabet, work).expect("little work");
        let complement = Naive::of(naive.alphabet, &complement);
        for (states, term) in naive.beside(&complement).profiles() {
            let accepting = list(states >> naive.states).iter().filter(|state| others.contains(state)).count();
            assert_eq!(accepting, usize::from(states & roots == 0), "{term:?} {roots:b} {naive:?}");
        }
    }
}

/// The numbers of the classes of bisimilar states, by the definition.
fn bisimulation_classes(naive: &Naive) -> Vec<usize> {
    let behaviours = |classes: &[usize]| {
        let of_state = |state: usize| {
            let of_rule =
                |(_, symbol, children): &NaiveRule| (*symbol, children.iter().map(|&child| classes[child]).collect());
            let mut behaviour: Vec<(u32, Vec<usize>)> = naive.of_state(state).map(of_rule).collect();
            behaviour.sort();
            behaviour.dedup();
            (classes[state], behaviour)
        };
        (0..naive.states).map(of_state).collect::<Vec<_>>()
    };
    let mut classes = vec![0; naive.states];
    for _ in 0..naive.states {
        let behaviours = behaviours(&classes);
        classes = behaviours.iter().map(|b| behaviours.iter().position(|other| other == b).expect("itself")).collect();
    }
    classes
}

/// The number of classes of bisimilar states that some roots need.
pub fn bisimulation_count(naive: &Naive, roots: &[StateId]) {
    let (merged, moved) = naive.automaton().merge_bisimilar(roots);
    let (trimmed, _) = naive.automaton().trim(roots);
    let mut classes = bisimulation_classes(&Naive::of(naive.alphabet, &trimmed));
    classes.sort();
    classes.dedup();
    assert_eq!(merged.state_count(), classes.len(), "{naive:?}");
    assert_eq!(merged.merge_bisimilar(&moved), (merged, moved), "{naive:?}");
}

pub fn bisimulation(naive: &Naive, roots: States) {
    let roots = list(roots);
    let (merged, moved) = naive.automaton().merge_bisimilar(&roots);
    same_languages(naive, &roots, &merged, &moved);
    bisimulation_count(naive, &roots);
}

pub fn canonical(naive: &Naive, roots: States, random: &mut Random) {
    let roots = list(roots);
    let (merged, moved) = naive.automaton().merge_bisimilar(&roots);
    let (canonical, canonical_roots) = merged.canonical(&moved);
    same_languages(naive, &roots, &canonical, &canonical_roots);
    assert_eq!(canonical.canonical(&canonical_roots), (canonical.clone(), canonical_roots.clone()), "{naive:?}");
    assert_eq!((canonical.state_count(), canonical.rule_count()), (merged.state_count(), merged.rule_count()));
    // Not only after merging: states that are not bisimilar are enough.
    for naive in [naive.clone(), Naive::of(naive.alphabet, &merged)] {
        let mut classes = bisimulation_classes(&naive);
        classes.sort();
        classes.dedup();
        if classes.len() < naive.states {
            continue;
        }
        let all: Vec<StateId> = (0..naive.states).map(|state| StateId(state as u32)).collect();
        let some: Vec<StateId> = all.iter().copied().filter(|_| random.one_in(2)).collect();
        let expected = naive.automaton().canonical(&some);
        for _ in 0..3 {
            let permutation = permutation(naive.states, random);
            let renamed: Vec<StateId> = some.iter().map(|root| StateId(permutation[root.0 as usize] as u32)).collect();
            let found = permuted(&naive, &permutation).automaton().canonical(&renamed);
            assert_eq!(found, expected, "{permutation:?} {naive:?}");
        }
    }
}
