//! Which nodes of a machine a run may go on from for ever.

use crate::base::IndexVec;
use crate::rsm::{NodeId, Rsm, Step};

/// By node, whether some run of the machine from there never leaves the procedure of the node: it goes round a loop, or
/// calls without end, or cannot go on. What has not been generated counts as endless.
pub(super) fn endless<S>(rsm: &Rsm<S>) -> IndexVec<NodeId, bool> {
    let mut endless: IndexVec<NodeId, bool> = IndexVec::filled(true, rsm.nodes.len());
    let mut predecessors: IndexVec<NodeId, Vec<NodeId>> = IndexVec::filled(Vec::new(), rsm.nodes.len());
    let mut left: IndexVec<NodeId, usize> = IndexVec::filled(0, rsm.nodes.len());
    for edge in rsm.edges() {
        predecessors[edge.target].push(edge.source);
        left[edge.source] += 1;
    }
    // What is left when nodes from which all ways have ended are taken away again and again has a way to a cycle.
    let ends = |node: &NodeId| matches!(rsm.nodes[*node].step, Some(Step::Exit | Step::Fault));
    let mut open: Vec<NodeId> = rsm.nodes.indices().filter(ends).collect();
    while let Some(node) = open.pop() {
        endless[node] = false;
        for &before in &predecessors[node] {
            left[before] -= 1;
            if left[before] == 0 {
                open.push(before);
            }
        }
    }
    endless
}
