//! Recursive state machines as pushdown systems.
//!
//! The stack: a node, the suspended calls, each with its entry, and a bottom symbol. The control states: numbers
//! whose meaning is up to the caller, and pairs of such a number and an exit that was just left.

use std::collections::BTreeSet;

use hrglass::rsm::Step;

use super::system::System;
use crate::support::buchi::Guesses;
use crate::support::ltl::Ltl;
use crate::support::saturation::{Pushdown, Rule, Word};

/// A step of a run; `stays` if it is the self-loop of a fault.
pub struct Move {
    pub source: u32,
    pub target: u32,
    pub stays: bool,
}

/// Whether some run violates the formula: a run of the product with the guesses that fulfils all promises.
pub fn has_violation(system: &System, ltl: &Ltl) -> bool {
    let guesses = Guesses::new(ltl);
    let labels = |node: u32| system.node(node).labels;
    let before = |target: u32, guess: usize| guesses.at(labels(target), guess).before;
    let visited = |step: Move, guess: usize| guesses.at(labels(step.source), guess).kept;
    let starts = |node: u32, guess: usize| !guesses.at(labels(node), guess).holds;
    pushdown(system, guesses.count, before, visited, starts).has_fair_run(guesses.promises)
}

/// The pushdown system of the product with an automaton of `count` states: `before` is the state of the automaton
/// before it reaches a node in a state, `visited` are the acceptance sets of a step from a state, `starts` are the initial
/// states.
///
/// Symbols: the nodes; the bottom; the calls.
pub fn pushdown(
    system: &System,
    count: usize,
    before: impl Fn(u32, usize) -> usize,
    visited: impl Fn(Move, usize) -> u32,
    starts: impl Fn(u32, usize) -> bool,
) -> Pushdown {
    let nodes = system.nodes.len() as u32;
    let bottom = nodes;
    let calls = system.calls();
    let exits: Vec<u32> = (0..nodes).filter(|&u| system.node(u).step == Step::Exit).collect();
    let mut rules = Vec::new();
    for source in 0..nodes {
        let node = system.node(source);
        // All steps to a target: the state before, the state after, the acceptance sets.
        let moves = |target: u32| {
            let step = |after: usize| {
                let state = before(target, after);
                (state as u32, after as u32, visited(Move { source, target, stays: node.step == Step::Fault }, state))
            };
            (0..count).map(step).collect::<Vec<_>>()
        };
        let mut step = |target: u32, symbol: u32, word: Word| {
            for (state, to, visited) in moves(target) {
                rules.push(Rule { from: (state, symbol), to, word, visited });
            }
        };
        match node.step {
            Step::Internal => node.next.iter().for_each(|&target| step(target, source, Word::One(target))),
            Step::Fault => step(source, source, Word::One(source)),
            Step::Call => {
                for (position, &(_, entry)) in calls.iter().enumerate().filter(|(_, call)| call.0 == source) {
                    step(entry, source, Word::Two(entry, bottom + 1 + position as u32));
                }
            }
            Step::Exit => {
                let number = exits.iter().position(|&x| x == source).expect("it is an exit");
                let leaving = |state: u32| (1 + number as u32) * count as u32 + state;
                for state in 0..count as u32 {
                    rules.push(Rule { from: (state, source), to: leaving(state), word: Word::Nothing, visited: 0 });
                }
                for &target in system.end(source) {
                    for (state, to, visited) in moves(target) {
                        rules.push(Rule {
                            from: (leaving(state), bottom),
                            to,
                            word: Word::Two(target, bottom),
                            visited,
                        });
                    }
                }
                for (position, &(call, entry)) in calls.iter().enumerate() {
                    for &target in system.back(call, entry, source) {
                        for (state, to, visited) in moves(target) {
                            let from = (leaving(state), bottom + 1 + position as u32);
                            rules.push(Rule { from, to, word: Word::One(target), visited });
                        }
                    }
                }
            }
        }
    }
    let pairs = system.entry.iter().flat_map(|&node| (0..count).map(move |state| (node, state)));
    Pushdown {
        controls: ((1 + exits.len()) * count) as u32,
        symbols: bottom + 1 + calls.len() as u32,
        rules,
        initial: pairs.filter(|&(node, state)| starts(node, state)).map(|(n, s)| (s as u32, n, bottom)).collect(),
    }
}

/// The entry of the component (`None` if the run began in it) and a node.
pub type Frame = (Option<u32>, u32);

/// All nodes on top of the stacks of reachable global states.
pub fn reachable(system: &System) -> BTreeSet<Frame> {
    let heads = pushdown(system, 1, |_, _| 0, |_, _| 0, |_, _| true).reachable();
    let nodes = system.nodes.len() as u32;
    // Control state 0 is the only one that is not just after an exit.
    let inside = heads.into_iter().filter(|(_, (control, symbol))| *control == 0 && *symbol < nodes);
    inside.map(|(frame, (_, node))| (frame.map(|(_, entry)| entry), node)).collect()
}
