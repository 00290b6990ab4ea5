//! The machine of a program while it is generated, as observers are shown it.

use super::place;
use crate::heap_program::{HeapProgram, HeapState, PointKind};
use analysis::states::DescribeStates;
use base::{Growth, Idx, Observer};
use report::space::StateKind;
use rsm::{NodeId, Rsm};

/// More states are not shown before the end: one cannot follow them, and the drawing of the end is the better one.
const LIMIT: usize = 5_000;

/// What observers have been shown of a machine. Whatever the moments at which they look, together they see the same.
#[derive(Default)]
pub(super) struct GrowingMachine {
    /// The number of nodes that have been shown.
    nodes: usize,
    /// The number of edges that have been looked at.
    edges: usize,
}

impl GrowingMachine {
    /// Shows what is new, if that is wanted.
    pub(crate) fn show(&mut self, system: &HeapProgram, rsm: &Rsm<HeapState>, observer: &mut dyn Observer) {
        if !observer.wants_growth() {
            return;
        }
        let (known, count) = (self.nodes, rsm.nodes.len().min(LIMIT));
        let edges = rsm.edges_since(self.edges, count);
        self.edges = rsm.edge_count();
        let mut growth = Growth::default();
        // Each state is found by the first edge that leads to it, from a state with a smaller number.
        let mut parents: Vec<Option<u32>> = vec![None; count - known];
        for edge in &edges {
            if let Some(new) = edge.target.index().checked_sub(known) {
                parents[new].get_or_insert(edge.source.0);
            }
            growth.edges.push([edge.source.0, edge.target.0]);
        }
        for (id, parent) in (known..count).map(NodeId::at).zip(parents) {
            let node = &rsm.nodes[id];
            growth.parents.push(parent);
            growth.kinds.push(kind(system, rsm, id) as u8);
            growth.components.push(node.component.0);
            growth.lines.push(place::of(system, node.state.point).line);
        }
        self.nodes = count;
        if !growth.parents.is_empty() || !growth.edges.is_empty() {
            observer.growth(growth);
        }
    }
}

/// What is special about a node, as far as its state says: it may not have been expanded.
fn kind(system: &HeapProgram, rsm: &Rsm<HeapState>, node: NodeId) -> StateKind {
    let state = rsm.nodes[node].state;
    if matches!(system.points().kind(state.point), PointKind::Fault(..)) {
        DescribeStates::fault(system, state)
    } else if system.is_terminated(state) {
        StateKind::Final
    } else if system.is_exception(state) {
        StateKind::Exception
    } else if rsm.entries().contains(&node) {
        StateKind::Initial
    } else {
        StateKind::Inner
    }
}
