//! Model checking with the textbook's automaton: its states are guesses of the truth of subformulas.
//!
//! A guess determines for each temporal subformula whether it (for `X a`: whether `a`) holds at the *next* position.
//! Together with the labels of the current position, it determines the truth of every subformula at the current
//! position. Guesses of successive positions must be consistent, and every promise must be fulfilled infinitely often
//! (Vardi and Wolper 1986; Baier and Katoen 2008, section 5.2).

use hrglass::logic::{Binary, Unary};
use petgraph::algo::kosaraju_scc;
use petgraph::graph::{DiGraph, NodeIndex};
use petgraph::visit::Dfs;

use super::ltl::{Ltl, Op};

/// The guesses for one formula, numbered from 0.
pub struct Guesses {
    /// Their number.
    pub count: usize,
    /// The set of all promises.
    pub promises: u32,
    /// By labels, then by guess.
    moments: Vec<ObservedState>,
}

/// A position with these labels and this guess.
#[derive(Clone, Copy)]
pub struct ObservedState {
    /// The guess required at the previous position.
    pub before: usize,
    /// Whether the formula holds.
    pub holds: bool,
    /// The fulfilled promises, as bits.
    pub kept: u32,
}

impl Guesses {
    pub fn new(ltl: &Ltl) -> Self {
        let temporal: Vec<usize> = (0..ltl.0.len()).filter(|&i| is_temporal(ltl.0[i])).collect();
        let count = 1_usize << temporal.len();
        let bits = |holds: &dyn Fn(usize) -> bool| -> usize {
            temporal.iter().enumerate().filter(|&(_, &i)| holds(i)).map(|(bit, _)| 1 << bit).sum()
        };
        let moment = |labels: u8, guess: usize| {
            let values = evaluate(ltl, &temporal, labels, guess);
            let promised = |i: usize| match ltl.0[i] {
                Op::Unary(Unary::Next, a) => values >> a & 1 == 1,
                _ => values >> i & 1 == 1,
            };
            ObservedState {
                before: bits(&promised),
                holds: values >> (ltl.0.len() - 1) & 1 == 1,
                kept: bits(&|i| keeps_promise(ltl.0[i], i, values)) as u32,
            }
        };
        let moments = (0..8).flat_map(|labels| (0..count).map(move |guess| (labels, guess)));
        Self { count, promises: count as u32 - 1, moments: moments.map(|(l, g)| moment(l, g)).collect() }
    }

    pub fn at(&self, labels: u8, guess: usize) -> ObservedState {
        self.moments[labels as usize * self.count + guess]
    }
}

/// Whether some run of a system violates the formula. The system is given by its initial states, and the successors and
/// labels of each state.
pub fn has_violation(initial: &[u32], successors: &[Vec<u32>], labels: &[u8], ltl: &Ltl) -> bool {
    let guesses = Guesses::new(ltl);
    let mut graph = DiGraph::<(), ()>::new();
    for _ in 0..labels.len() * guesses.count {
        graph.add_node(());
    }
    let node = |state: usize, guess: usize| NodeIndex::new(state * guesses.count + guess);
    for (state, successors) in successors.iter().enumerate() {
        for next in successors.iter().map(|&next| next as usize) {
            for guess in 0..guesses.count {
                graph.add_edge(node(state, guesses.at(labels[next], guess).before), node(next, guess), ());
            }
        }
    }

    let mut search = Dfs::empty(&graph);
    for state in initial.iter().map(|&state| state as usize) {
        for guess in (0..guesses.count).filter(|&guess| !guesses.at(labels[state], guess).holds) {
            search.move_to(node(state, guess));
            while search.next(&graph).is_some() {}
        }
    }
    kosaraju_scc(&graph).into_iter().any(|component| {
        let is_cycle = component.len() > 1 || graph.contains_edge(component[0], component[0]);
        let kept = component.iter().map(|n| {
            let (state, guess) = (n.index() / guesses.count, n.index() % guesses.count);
            guesses.at(labels[state], guess).kept
        });
        search.discovered.contains(component[0].index())
            && is_cycle
            && kept.fold(0, |all, kept| all | kept) == guesses.promises
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

/// Whether a temporal formula has no pending promise: if `a U b` is true, `b` must hold at some time; if `a R b` is
/// false, `b` must be false at some time; and so on.
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
