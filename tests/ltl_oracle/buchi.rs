//! Model checking with the textbook's automaton: its states are guesses of what holds.
//!
//! A guess says for each temporal subformula whether it (for `X a`: whether `a`) holds at the *next* position. With the labels of
//! the present position the truth of every subformula at the present position follows. Guesses of successive positions
//! must fit, and what is promised must be kept infinitely often (Vardi and Wolper 1986; Baier and Katoen 2008, section 5.2).

use hrglass::logic::{Binary, Unary};
use petgraph::algo::kosaraju_scc;
use petgraph::graph::{DiGraph, NodeIndex};
use petgraph::visit::Dfs;

use crate::ltl::{Ltl, Op};
use crate::system::System;

/// Whether some run of the system violates the formula; labels must be known.
pub fn has_violation(system: &System, ltl: &Ltl) -> bool {
    let temporal: Vec<usize> = (0..ltl.0.len()).filter(|&i| is_temporal(ltl.0[i])).collect();
    let guesses = 1_usize << temporal.len();
    let values: Vec<Vec<u32>> =
        system.labels.iter().map(|&l| (0..guesses).map(|g| evaluate(ltl, &temporal, l, g)).collect()).collect();
    // What the guess before must have been.
    let before = |values: u32| -> usize {
        let promised = |&i: &usize| match ltl.0[i] {
            Op::Unary(Unary::Next, a) => values >> a & 1 == 1,
            _ => values >> i & 1 == 1,
        };
        temporal.iter().enumerate().filter(|(_, i)| promised(i)).map(|(bit, _)| 1 << bit).sum()
    };

    let mut graph = DiGraph::<(), ()>::new();
    for _ in 0..system.labels.len() * guesses {
        graph.add_node(());
    }
    let node = |state: usize, guess: usize| NodeIndex::new(state * guesses + guess);
    for (state, successors) in system.successors.iter().enumerate() {
        for &next in successors {
            for (guess, &values) in values[next as usize].iter().enumerate() {
                graph.add_edge(node(state, before(values)), node(next as usize, guess), ());
            }
        }
    }

    let mut search = Dfs::empty(&graph);
    for &state in &system.initial {
        let state = state as usize;
        for guess in (0..guesses).filter(|&guess| values[state][guess] >> (ltl.0.len() - 1) & 1 == 0) {
            search.move_to(node(state, guess));
            while search.next(&graph).is_some() {}
        }
    }
    kosaraju_scc(&graph).into_iter().any(|component| {
        let is_cycle = component.len() > 1 || graph.contains_edge(component[0], component[0]);
        let kept = |&i: &usize| {
            component.iter().any(|n| keeps_promise(ltl.0[i], i, values[n.index() / guesses][n.index() % guesses]))
        };
        search.discovered.contains(component[0].index()) && is_cycle && temporal.iter().all(kept)
    })
}

fn is_temporal(op: Op) -> bool {
    match op {
        Op::Unary(operator, _) => operator != Unary::Not,
        Op::Binary(operator, ..) => {
            matches!(operator, Binary::Until | Binary::Release | Binary::WeakUntil | Binary::StrongRelease)
        }
        _ => false,
    }
}

/// The truth of all subformulas, as bits, from labels and a guess.
fn evaluate(ltl: &Ltl, temporal: &[usize], labels: u8, guess: usize) -> u32 {
    let mut values = 0_u32;
    for (i, op) in ltl.0.iter().enumerate() {
        let v = |a: usize| values >> a & 1 == 1;
        let next = temporal.iter().position(|&t| t == i).is_some_and(|bit| guess >> bit & 1 == 1);
        let value = match *op {
            Op::True => true,
            Op::False => false,
            Op::Atom(p) => labels >> p & 1 == 1,
            Op::Unary(Unary::Not, a) => !v(a),
            Op::Unary(Unary::Next, _) => next,
            Op::Unary(Unary::Finally, a) => v(a) || next,
            Op::Unary(Unary::Globally, a) => v(a) && next,
            Op::Binary(Binary::And, a, b) => v(a) && v(b),
            Op::Binary(Binary::Or, a, b) => v(a) || v(b),
            Op::Binary(Binary::Implies, a, b) => !v(a) || v(b),
            Op::Binary(Binary::Iff, a, b) => v(a) == v(b),
            Op::Binary(Binary::Until | Binary::WeakUntil, a, b) => v(b) || (v(a) && next),
            Op::Binary(Binary::Release | Binary::StrongRelease, a, b) => v(b) && (v(a) || next),
        };
        values |= u32::from(value) << i;
    }
    values
}

/// Whether nothing is owed on account of a temporal formula: `a U b` true needs `b` at some time, `a R b` false needs `b` to
/// be false at some time, and so on.
fn keeps_promise(op: Op, i: usize, values: u32) -> bool {
    let v = |a: usize| values >> a & 1 == 1;
    match op {
        Op::Unary(Unary::Finally, a) => !v(i) || v(a),
        Op::Unary(Unary::Globally, a) => v(i) || !v(a),
        Op::Binary(Binary::Until, _, b) => !v(i) || v(b),
        Op::Binary(Binary::Release, _, b) => v(i) || !v(b),
        Op::Binary(Binary::WeakUntil, a, _) => v(i) || !v(a),
        Op::Binary(Binary::StrongRelease, a, _) => !v(i) || v(a),
        _ => true,
    }
}
