//! Runs over global states.

use std::hash::Hash;

use super::conditions::{ConditionSets, FairEdge};
use super::lasso::expanded;
use super::machine::{Edge, EdgeKind, NodeId, Rsm};
use crate::base::{Idx, IndexVec};

/// A global state of a run: the node on top of the call stack, and where the rest of the stack is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Visit {
    /// The node.
    pub node: NodeId,
    /// Position in the run of the call that the node runs in; `None` in the entry component.
    pub caller: Option<u32>,
    /// Whether a whole call, which is not shown, lies between this visit and the next.
    pub folded: bool,
}

/// A run from an entry of the entry component on: finite, or with a part that repeats for ever.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Run {
    /// The global states in order.
    pub visits: Vec<Visit>,
    /// Where the part begins that is repeated after the last visit. If calls begin in it that do not return, the
    /// stack grows with every repetition.
    pub cycle: Option<u32>,
}

impl Run {
    /// The suspended callers at a position, outermost first.
    pub fn stack(&self, position: usize) -> Vec<NodeId> {
        let mut stack = Vec::new();
        let mut visit = self.visits.get(position);
        while let Some(caller) = visit.and_then(|v| v.caller) {
            visit = self.visits.get(caller as usize);
            stack.extend(visit.map(|v| v.node));
        }
        stack.reverse();
        stack
    }

    /// Appends the target of a step or call, or of a whole call that is not shown.
    pub(super) fn follow(&mut self, edge: Edge) {
        let Some(position) = self.visits.len().checked_sub(1) else { return };
        let last = &mut self.visits[position];
        last.folded |= matches!(edge.kind, EdgeKind::Summary(_));
        let caller = if edge.kind == EdgeKind::Call { Some(u32::at(position)) } else { last.caller };
        self.visits.push(Visit { node: edge.target, caller, folded: false });
    }
}

impl<S: Clone + Eq + Hash> Rsm<S> {
    /// A run to `node` with as few edges as possible, a whole call counting as one; such calls are not shown. Empty if
    /// the node is not reached.
    ///
    /// Every path along steps, summaries and calls is a run: a summary stands for a call that has returned, a call edge
    /// for one that has not.
    pub fn run_to(&self, node: NodeId) -> Run {
        let Some((first, path)) = self.path_to(node) else { return Run::default() };
        let mut run = Run { visits: vec![Visit { node: first, caller: None, folded: false }], cycle: None };
        path.iter().for_each(|&edge| run.follow(edge));
        run
    }

    /// The same run, with the calls on it shown, the outer ones first, as long as it has at most `limit` visits.
    pub fn whole_run_to(&self, node: NodeId, limit: usize) -> Run {
        let Some((first, path)) = self.path_to(node) else { return Run::default() };
        // All that led to the discovery of a summary was found before it.
        let edges = self.edges_since(0, self.nodes.len());
        let met = ConditionSets::NONE;
        let edges: Vec<FairEdge> = edges.into_iter().map(|edge| FairEdge { edge, met }).collect();
        expanded(self, &edges, first, &path, limit)
    }

    /// The first node of a shortest path to `node`, and its edges.
    fn path_to(&self, node: NodeId) -> Option<(NodeId, Vec<Edge>)> {
        let mut reached: IndexVec<NodeId, bool> = IndexVec::filled(false, self.nodes.len());
        let mut arrival: IndexVec<NodeId, Option<Edge>> = IndexVec::filled(None, self.nodes.len());
        let mut queue = self.entries().to_vec();
        for &start in &queue {
            reached[start] = true;
        }
        let mut position = 0;
        while let Some(&source) = queue.get(position)
            && !reached[node]
        {
            position += 1;
            for edge in self.edges_of(source) {
                if !std::mem::replace(&mut reached[edge.target], true) {
                    arrival[edge.target] = Some(edge);
                    queue.push(edge.target);
                }
            }
        }
        if !reached[node] {
            return None;
        }
        let mut path = Vec::new();
        let mut first = node;
        while let Some(edge) = arrival[first] {
            path.push(edge);
            first = edge.source;
        }
        path.reverse();
        Some((first, path))
    }
}
