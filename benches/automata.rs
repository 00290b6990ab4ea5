//! Operations on tree automata: lists, trees and random automata. Sizes and steps are printed to standard error.

use divan::Bencher;
use hrglass::base::{Random, Silent};
use hrglass::tree_automata::{Rule, StateId, Symbol, TreeAutomaton, Work};

fn main() {
    divan::main();
}

/// What the automata look like.
#[derive(Clone, Copy, Debug)]
enum Shape {
    /// Lists with two kinds of nodes, as of a loop that was unrolled: they have at least as many nodes as there are states before the cycle.
    Lists,
    /// Binary trees, unrolled in the same way.
    Trees,
    /// Two rules for each state, over symbols of ranks 0 to 2.
    Random,
}

const SHAPES: [Shape; 3] = [Shape::Lists, Shape::Trees, Shape::Random];
const SIZES: [usize; 3] = [10, 50, 200];

fn each() -> impl Iterator<Item = (Shape, usize)> {
    SHAPES.into_iter().flat_map(|shape| SIZES.map(|size| (shape, size)))
}

fn rule(symbol: usize, children: &[usize]) -> Rule {
    Rule { symbol: Symbol(symbol as u32), children: children.iter().map(|&child| StateId(child as u32)).collect() }
}

/// An automaton with so many states. `unrolled` is the share of the states that are before the loop, from 0 to 4.
fn automaton(shape: Shape, size: usize, unrolled: usize) -> TreeAutomaton {
    let mut automaton = TreeAutomaton::new();
    (0..size).for_each(|_| _ = automaton.add_state());
    let back = size * unrolled / 5;
    let next = |state: usize| if state + 1 < size { state + 1 } else { back };
    let chosen = &mut Random::scattered(size as u64);
    for state in 0..size {
        let mut add = |rule| automaton.add_rule(StateId(state as u32), rule);
        match shape {
            Shape::Lists => {
                if state >= back {
                    add(rule(0, &[]));
                }
                add(rule(2, &[next(state)]));
                add(rule(3, &[next(state)]));
            }
            Shape::Trees => {
                if state >= back {
                    add(rule(0, &[]));
                }
                add(rule(4, &[next(state), next(next(state))]));
                add(rule(4, &[next(next(state)), next(state)]));
            }
            Shape::Random => {
                for _ in 0..2 {
                    match chosen.below(5) {
                        0 => add(rule(chosen.below(2), &[])),
                        1 | 2 => add(rule(2 + chosen.below(2), &[chosen.below(size)])),
                        _ => add(rule(4 + chosen.below(2), &[chosen.below(size), chosen.below(size)])),
                    }
                }
            }
        }
    }
    automaton
}

/// An automaton, and one in which each state has more trees: a shorter unrolling, and for random automata some more rules.
fn pair(shape: Shape, size: usize) -> (TreeAutomaton, TreeAutomaton) {
    let (smaller, mut larger) = (automaton(shape, size, 4), automaton(shape, size, 2));
    if let Shape::Random = shape {
        let chosen = &mut Random::scattered(7);
        for _ in 0..size / 5 {
            let (state, from) = (StateId(chosen.below(size) as u32), StateId(chosen.below(size) as u32));
            let added = larger.rules(from)[0].clone();
            larger.add_rule(state, added);
        }
    }
    (smaller, larger)
}

/// For each state, whether its language is included in that of the state with the same number: one call for all of them.
fn include(bencher: Bencher, name: &str, smaller: &TreeAutomaton, larger: &TreeAutomaton) {
    let roots: Vec<[StateId; 1]> = smaller.states().map(|state| [state]).collect();
    let questions: Vec<(StateId, &[StateId])> = roots.iter().map(|root| (root[0], &root[..])).collect();
    let run = || {
        let silent = &mut Silent;
        let work = &mut Work::new(10_000_000, silent);
        let answer = smaller.inclusions(larger, &questions, work);
        (answer, work.steps())
    };
    let (answer, steps) = run();
    eprintln!("figures {name}: {:?}, {steps} steps", answer.map(|inclusion| inclusion.holds()));
    bencher.bench(run);
}

/// "Yes", mostly by simulation.
#[divan::bench(args = each())]
fn inclusion_holds(bencher: Bencher, (shape, size): (Shape, usize)) {
    let (smaller, larger) = pair(shape, size);
    include(bencher, &format!("inclusion_holds {shape:?} {size}"), &smaller, &larger);
}

/// Mostly "no".
#[divan::bench(args = each())]
fn inclusion_fails(bencher: Bencher, (shape, size): (Shape, usize)) {
    let (smaller, larger) = pair(shape, size);
    include(bencher, &format!("inclusion_fails {shape:?} {size}"), &larger, &smaller);
}

/// "Yes", without help by simulation: every state of the first is split in two by the rules.
#[divan::bench(args = each())]
fn inclusion_of_union(bencher: Bencher, (shape, size): (Shape, usize)) {
    let whole = automaton(shape, size, 2);
    let (mut parts, mut copies) = (TreeAutomaton::new(), Vec::new());
    for state in whole.states() {
        copies.push((0..whole.rules(state).len().max(1)).map(|_| parts.add_state()).collect::<Vec<_>>());
    }
    for state in whole.states() {
        for (rule, &part) in whole.rules(state).iter().zip(&copies[state.0 as usize]) {
            let choices: Vec<&Vec<StateId>> = rule.children.iter().map(|child| &copies[child.0 as usize]).collect();
            let count: usize = choices.iter().map(|choice| choice.len()).product();
            for tuple in 0..count {
                let mut number = tuple;
                let mut children = rule.children.clone();
                for (child, choice) in children.iter_mut().zip(&choices) {
                    *child = choice[number % choice.len()];
                    number /= choice.len();
                }
                parts.add_rule(part, Rule { symbol: rule.symbol, children });
            }
        }
    }
    let run = || {
        let silent = &mut Silent;
        let work = &mut Work::new(10_000_000, silent);
        let answer = whole.inclusion(&[StateId(0)], &parts, &copies[0], work);
        (answer, work.steps())
    };
    let (answer, steps) = run();
    let answer = answer.map(|inclusion| inclusion.holds());
    eprintln!("figures inclusion_of_union {shape:?} {size}: {answer:?}, {} states, {steps} steps", parts.state_count());
    bencher.bench(run);
}

/// Maximal downward simulation.
#[divan::bench(args = each())]
fn downward_simulation(bencher: Bencher, (shape, size): (Shape, usize)) {
    let automaton = automaton(shape, size, 4);
    bencher.bench(|| automaton.downward_simulation());
}

/// Maximal upward simulation.
#[divan::bench(args = each())]
fn upward_simulation(bencher: Bencher, (shape, size): (Shape, usize)) {
    let automaton = automaton(shape, size, 4);
    let simulation = automaton.downward_simulation();
    bencher.bench(|| automaton.upward_simulation(&simulation, &[StateId(0)]));
}

/// Reduction by downward simulation.
#[divan::bench(args = each())]
fn reduction(bencher: Bencher, (shape, size): (Shape, usize)) {
    let automaton = automaton(shape, size, 4);
    let reduced = automaton.reduce(&[StateId(0)]).0;
    eprintln!("figures reduction {shape:?} {size}: {} states, {} rules", reduced.state_count(), reduced.rule_count());
    bencher.bench(|| automaton.reduce(&[StateId(0)]));
}

/// Reduction by bisimulation.
#[divan::bench(args = each())]
fn bisimulation(bencher: Bencher, (shape, size): (Shape, usize)) {
    let automaton = automaton(shape, size, 4);
    let merged = automaton.merge_bisimilar(&[StateId(0)]).0;
    eprintln!("figures bisimulation {shape:?} {size}: {} states, {} rules", merged.state_count(), merged.rule_count());
    bencher.bench(|| automaton.merge_bisimilar(&[StateId(0)]));
}

/// Canonical form of what bisimulation leaves.
#[divan::bench(args = each())]
fn canonical_form(bencher: Bencher, (shape, size): (Shape, usize)) {
    let automaton = automaton(shape, size, 4);
    let (merged, roots) = automaton.merge_bisimilar(&[StateId(0)]);
    bencher.bench(|| merged.canonical(&roots));
}
