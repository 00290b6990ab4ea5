//! Runs to a node.

use super::explore::{Edge, EdgeKind, Exploration, NodeId};
use crate::base::{Idx, IndexVec};

/// A step of a run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Visit {
    /// The node.
    pub node: NodeId,
    /// The edge that leads here; `None` at the start.
    pub edge: Option<Edge>,
    /// Position in the run of the call that the node runs in; `None` in the entry component.
    pub caller: Option<u32>,
}

/// A run from an entry of the entry component: steps, whole calls, and calls that have not yet returned.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Run {
    /// The nodes in order.
    pub visits: Vec<Visit>,
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
}

impl<S> Exploration<S> {
    /// A run to `node` with as few edges as possible, a summary counting as one.
    ///
    /// Every path along steps, summaries and calls is a run: a summary stands for a call that has returned, a call edge
    /// for one that has not.
    pub fn run_to(&self, node: NodeId) -> Run {
        let Some(entry) = self.components.as_slice().first() else { return Run::default() };
        let mut reached: IndexVec<NodeId, bool> = IndexVec::filled(false, self.nodes.len());
        let mut arrival: IndexVec<NodeId, Option<u32>> = IndexVec::filled(None, self.nodes.len());
        let mut queue = entry.entries.clone();
        for &start in &queue {
            reached[start] = true;
        }
        let mut position = 0;
        while let Some(&source) = queue.get(position)
            && !reached[node]
        {
            position += 1;
            let first = self.first_edge_of(source);
            for (offset, edge) in self.edges_of(source).iter().enumerate() {
                if !std::mem::replace(&mut reached[edge.target], true) {
                    arrival[edge.target] = Some(u32::at(first + offset));
                    queue.push(edge.target);
                }
            }
        }
        let mut path = Vec::new();
        let mut last = node;
        while let Some(edge) = arrival[last] {
            path.push(self.edges[edge.index()]);
            last = path[path.len() - 1].source;
        }
        path.reverse();
        let mut visits = vec![Visit { node: last, edge: None, caller: None }];
        for edge in path {
            let before = visits.len() - 1;
            let caller = if edge.kind == EdgeKind::Call { Some(u32::at(before)) } else { visits[before].caller };
            visits.push(Visit { node: edge.target, edge: Some(edge), caller });
        }
        Run { visits }
    }
}
