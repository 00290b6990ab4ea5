//! Proof structures as data: assertions `s ⊢ Φ`, what follows from what, and where the proof fails.

use serde::{Deserialize, Serialize};

use crate::space::EdgeKind;
use base::CompactSort;

/// Of a proof structure with more assertions only these many are shown.
pub const ASSERTION_LIMIT: usize = 20_000;

/// What became of an assertion.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub enum AssertionStatus {
    /// It was reduced to the assertions that follow.
    Reduced,
    /// It holds: one of its formulas is true at its state.
    Proved,
    /// None of its formulas is true at its state.
    Refuted,
    /// Its state leaves a procedure: what is left to prove is proved where the callers go on.
    HandedOn,
    /// It was not looked at, or its state has no successors.
    Open,
}

/// An assertion: at a state one of the formulas is claimed to hold.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct AssertionView {
    /// Number of the state in the state-space view, if it is there.
    pub state: Option<u32>,
    /// Number of the model-checking contract that it belongs to; 0: none.
    pub contract: u32,
    /// Qualified name of the procedure.
    pub method: String,
    /// Name of the file.
    pub file: String,
    /// Line of the statement about to be executed.
    pub line: u32,
    /// Whether the proof starts here.
    pub initial: bool,
    /// What became of it.
    pub status: AssertionStatus,
    /// The formulas, printed.
    pub formulas: Vec<String>,
    /// For an assertion that is proved or refuted the rules that end it, as in [`ProofEdgeView::rules`]; else empty.
    pub rules: String,
    /// If infinitely many steps through it are impossible: the measures that show it, printed, those of outer loops first. A
    /// measure is a number of elements of parts of the heap, as in `|List(x, null)| + 1`, or a difference of variables. Along
    /// edges inside of a loop it never grows, and along some it gets smaller.
    pub measures: Vec<String>,
    /// The step of the construction at which it came into being. Laws: 0 for initial assertions and no other; assertions
    /// are numbered in this order.
    pub born: u32,
    /// The step after which nothing was left to do for it: it was refuted or lies on the way to the failure, or nothing
    /// that it rests on fails, but for what is handed on to callers. Absent if that never happened.
    pub settled: Option<u32>,
}

/// An edge of a proof structure.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct ProofEdgeView {
    /// This assertion rests …
    pub source: u32,
    /// … on this one.
    pub target: u32,
    /// A step, a whole call, or the way into a callee.
    pub kind: EdgeKind,
    /// The operation between their states, printed.
    pub label: String,
    /// The rules that lead from the one to the other, in an order in which they are applied, separated by spaces: `⊭` a
    /// false literal is left out, `∨`, `∧`, `U` and `R` by operator, `X` last, on to the next state. Those of a whole call are
    /// the rules at the call, `contract`, and the rules at the exit of the callee.
    pub rules: String,
    /// The step at which it was found. Law: both ends are there by then.
    pub step: u32,
    /// Position in the measures of its source of one that gets smaller along it, so that no run takes it infinitely often.
    pub decreasing: Option<u32>,
}

/// A proof structure.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct ProofView {
    /// The assertions, in order of discovery.
    pub assertions: Vec<AssertionView>,
    /// The edges, sorted by source.
    pub edges: Vec<ProofEdgeView>,
    /// Where the proof fails, from an initial assertion on: to one that is refuted, or round a cycle. Empty if it does not.
    pub failing: Vec<u32>,
    /// Position in `failing` of the assertion to which its last one leads back; absent without a cycle.
    pub cycle: Option<u32>,
    /// Number of assertions that are not shown.
    pub hidden: u32,
    /// Number of steps of the construction; at each, the rules are applied to one assertion.
    pub steps: u32,
}

impl ProofView {
    /// The edges on the way to the failure, sorted, as source and target.
    pub fn failing_edges(&self) -> Vec<(u32, u32)> {
        let mut edges: Vec<(u32, u32)> = self.failing.windows(2).map(|pair| (pair[0], pair[1])).collect();
        let back = self.cycle.and_then(|c| self.failing.get(c as usize));
        edges.extend(self.failing.last().copied().zip(back.copied()));
        edges.compact_sort();
        edges
    }

    /// At most `limit` assertions: first those on the way to the failure, then those reached by the fewest edges.
    pub fn limited(mut self, limit: usize) -> Self {
        let count = self.assertions.len();
        if count <= limit {
            return self;
        }
        let initial = (0u32..).zip(&self.assertions).filter(|(_, a)| a.initial).map(|(i, _)| i);
        let mut queue: Vec<u32> = Vec::with_capacity(limit);
        let mut kept = vec![false; count];
        let mut add = |queue: &mut Vec<u32>, assertion: u32| {
            if queue.len() < limit && !std::mem::replace(&mut kept[assertion as usize], true) {
                queue.push(assertion);
            }
        };
        self.failing.iter().copied().chain(initial).for_each(|a| add(&mut queue, a));
        let mut position = 0;
        while let Some(&source) = queue.get(position) {
            position += 1;
            let first = self.edges.partition_point(|e| e.source < source);
            let own = self.edges[first..].iter().take_while(|e| e.source == source);
            own.for_each(|e| add(&mut queue, e.target));
        }
        let mut number = vec![None; count];
        let shown = kept.iter().enumerate().filter(|(_, kept)| **kept);
        shown.enumerate().for_each(|(new, (old, _))| number[old] = Some(new as u32));
        let renumbered = |old: u32| number[old as usize];
        self.hidden += (count - queue.len()) as u32;
        self.assertions = self.assertions.into_iter().zip(&kept).filter(|(_, kept)| **kept).map(|(a, _)| a).collect();
        self.edges = self
            .edges
            .into_iter()
            .filter_map(|e| Some(ProofEdgeView { source: renumbered(e.source)?, target: renumbered(e.target)?, ..e }))
            .collect();
        self.failing = self.failing.into_iter().map_while(renumbered).collect();
        self.cycle = self.cycle.filter(|&c| (c as usize) < self.failing.len());
        self
    }
}

/// A proof structure with these edges; assertion 0 is initial. For tests.
#[cfg(any(test, feature = "testing"))]
pub fn proof_of_edges(count: u32, edges: &[(u32, u32)], failing: &[u32], cycle: Option<u32>) -> ProofView {
    let assertion = |n: u32| AssertionView {
        state: Some(n),
        contract: 0,
        method: "A.f".into(),
        file: "A.java".into(),
        line: n,
        initial: n == 0,
        status: if edges.iter().any(|e| e.0 == n) { AssertionStatus::Reduced } else { AssertionStatus::Proved },
        formulas: vec!["F {a}".into()],
        rules: String::new(),
        measures: Vec::new(),
        born: n,
        settled: None,
    };
    let edge = |&(source, target): &(u32, u32)| ProofEdgeView {
        source,
        target,
        kind: EdgeKind::Step,
        label: String::new(),
        rules: "U ⊭ X".into(),
        step: target,
        decreasing: None,
    };
    ProofView {
        assertions: (0..count).map(assertion).collect(),
        edges: edges.iter().map(edge).collect(),
        failing: failing.to_vec(),
        cycle,
        hidden: 0,
        steps: count,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The lines of the assertions shown, the edges, the failing path and the number hidden.
    fn text(view: &ProofView) -> String {
        let lines: Vec<u32> = view.assertions.iter().map(|a| a.line).collect();
        let edges: Vec<(u32, u32)> = view.edges.iter().map(|e| (e.source, e.target)).collect();
        format!("{lines:?} {edges:?} {:?} {:?} {}", view.failing, view.cycle, view.hidden)
    }

    /// A tree, breadth first: 0 has 1 and 2, 1 has 3 and 4, 2 has 5 and 6, and so on.
    fn tree(count: u32) -> Vec<(u32, u32)> {
        (1..count).map(|v| ((v - 1) / 2, v)).collect()
    }

    #[test]
    fn what_fits_is_kept_as_it_is() {
        let view = proof_of_edges(7, &tree(7), &[0, 2, 6], None);
        assert_eq!(view.clone().limited(7), view);
    }

    #[test]
    fn the_failing_path_comes_first_then_what_is_near() {
        let view = proof_of_edges(15, &tree(15), &[0, 2, 6, 14], None).limited(6);
        assert_eq!(text(&view), "[0, 1, 2, 5, 6, 14] [(0, 1), (0, 2), (2, 3), (2, 4), (4, 5)] [0, 2, 4, 5] None 9");
    }

    #[test]
    fn a_failing_cycle_longer_than_the_limit_is_cut() {
        let chain: Vec<(u32, u32)> = (0..9).map(|v| (v, v + 1)).chain([(9, 4)]).collect();
        let failing: Vec<u32> = (0..10).collect();
        assert_eq!(
            text(&proof_of_edges(10, &chain, &failing, Some(4)).limited(3)),
            "[0, 1, 2] [(0, 1), (1, 2)] [0, 1, 2] None 7"
        );
        assert_eq!(proof_of_edges(10, &chain, &failing, Some(4)).limited(10).cycle, Some(4));
    }
}
