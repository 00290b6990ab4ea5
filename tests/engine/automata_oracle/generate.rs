//! Automata: all small ones, and random ones.

use hrglass::base::Random;

use super::naive::{Alphabet, Naive, NaiveRule, tuples};

/// A leaf and a symbol with one child: words over one letter.
pub const UNARY: Alphabet = &[0, 1];
/// Two leaves, and a symbol with two children.
pub const BINARY: Alphabet = &[0, 0, 2];
/// A symbol of each rank up to 3, and a second leaf.
pub const MIXED: Alphabet = &[0, 0, 1, 2, 3];

/// All possible rules.
fn rules(alphabet: Alphabet, states: usize) -> Vec<NaiveRule> {
    let all: Vec<usize> = (0..states).collect();
    let of_symbol = |(symbol, &rank): (usize, &usize)| -> Vec<NaiveRule> {
        let children = tuples(&all, rank);
        all.iter().flat_map(|&state| children.iter().map(move |c| (state, symbol as u32, c.clone()))).collect()
    };
    alphabet.iter().enumerate().flat_map(of_symbol).collect()
}

/// All automata with so many states.
pub fn all(alphabet: Alphabet, states: usize) -> impl Iterator<Item = Naive> {
    let rules = rules(alphabet, states);
    (0..1u64 << rules.len()).map(move |chosen| {
        let rules = rules.iter().enumerate().filter(|(bit, _)| chosen >> bit & 1 == 1).map(|(_, rule)| rule.clone());
        Naive { alphabet, states, rules: rules.collect() }
    })
}

/// All automata that the tests go through: of up to 3 states over words, and of up to 2 over binary trees.
pub fn all_small() -> impl Iterator<Item = Naive> {
    (0..=3).flat_map(|states| all(UNARY, states)).chain((1..=2).flat_map(|states| all(BINARY, states)))
}

/// A random automaton.
pub fn random(alphabet: Alphabet, random: &mut Random, largest: usize) -> Naive {
    let states = 1 + random.below(largest);
    let mut automaton = Naive { alphabet, states, rules: Vec::new() };
    for _ in 0..states + random.below(3 * states + 1) {
        add_rule(&mut automaton, random);
    }
    automaton
}

fn add_rule(automaton: &mut Naive, random: &mut Random) {
    let symbol = random.below(automaton.alphabet.len());
    let children = (0..automaton.alphabet[symbol]).map(|_| random.below(automaton.states)).collect();
    let rule = (random.below(automaton.states), symbol as u32, children);
    if !automaton.rules.contains(&rule) {
        automaton.rules.push(rule);
    }
}

/// An automaton that resembles another one: states are split in two, whose rules are divided between them; some rules are added or removed, so that
/// languages are often included in each other.
pub fn variant(automaton: &Naive, random: &mut Random) -> Naive {
    let mut copies: Vec<Vec<usize>> = Vec::new();
    let mut states = 0;
    for _ in 0..automaton.states {
        let count = 1 + usize::from(random.one_in(3));
        copies.push((states..states + count).collect());
        states += count;
    }
    let mut rules = Vec::new();
    for (state, symbol, children) in &automaton.rules {
        let targets = if random.one_in(2) { copies[*state].clone() } else { vec![*random.one_of(&copies[*state])] };
        for target in targets {
            if random.one_in(2) {
                rules.push((target, *symbol, children.iter().map(|&child| *random.one_of(&copies[child])).collect()));
            } else {
                let all = children.iter().fold(vec![Vec::new()], |all: Vec<Vec<usize>>, &child| {
                    all.iter().flat_map(|c| copies[child].iter().map(move |&copy| [&c[..], &[copy]].concat())).collect()
                });
                rules.extend(all.into_iter().map(|children| (target, *symbol, children)));
            }
        }
    }
    rules.sort();
    rules.dedup();
    let mut result = Naive { alphabet: automaton.alphabet, states, rules };
    if random.one_in(2) {
        add_rule(&mut result, random);
    }
    if random.one_in(4) && !result.rules.is_empty() {
        let removed = random.below(result.rules.len());
        result.rules.remove(removed);
    }
    result
}

/// An automaton in which each state is replaced by several copies. The rules of a copy lead to any copies, so that all are bisimilar; some rules are added.
pub fn copied(automaton: &Naive, random: &mut Random) -> Naive {
    let copies = 1 + random.below(8);
    let mut rules = Vec::new();
    for (state, symbol, children) in &automaton.rules {
        for copy in 0..copies {
            let children = children.iter().map(|child| child * copies + random.below(copies)).collect();
            rules.push((state * copies + copy, *symbol, children));
        }
    }
    let mut result = Naive { alphabet: automaton.alphabet, states: automaton.states * copies, rules };
    (0..random.below(3)).for_each(|_| add_rule(&mut result, random));
    result
}

/// A random permutation.
pub fn permutation(length: usize, random: &mut Random) -> Vec<usize> {
    let mut permutation: Vec<usize> = (0..length).collect();
    for end in (1..length).rev() {
        permutation.swap(end, random.below(end + 1));
    }
    permutation
}

/// The automaton with other numbers of states, and its rules in another order.
pub fn permuted(automaton: &Naive, permutation: &[usize]) -> Naive {
    let rename = |(state, symbol, children): &NaiveRule| {
        (permutation[*state], *symbol, children.iter().map(|&child| permutation[child]).collect())
    };
    Naive { rules: automaton.rules.iter().rev().map(rename).collect(), ..automaton.clone() }
}
