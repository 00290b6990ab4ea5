//! Which calls may run for ever.

use std::collections::BTreeSet;

use crate::heap_program::{HeapProgram, HeapState};
use base::{CompactSort, IndexVec, Stop, StrongComponents};
use program::cfa::ProcedureId;
use rsm::{Edge, NodeId, Rsm, SizedGraph, SizedRsm, Step};

/// Those of some calls that may run for ever, as far as the machine knows, with the procedures that may. What has not been
/// generated counts as endless. `by_size`: a loop that sizes make impossible does not, which takes longer to find out.
pub(super) fn endless_calls(
    rsm: &Rsm<HeapState>,
    program: &mut HeapProgram,
    calls: &BTreeSet<NodeId>,
    by_size: bool,
) -> Result<Vec<(NodeId, ProcedureId)>, Stop> {
    let entries = calls.iter().flat_map(|&call| rsm.successors(call).iter().map(move |&entry| (call, entry)));
    let entries: Vec<(NodeId, NodeId)> = entries.collect();
    let endless = endless(rsm, program, entries.iter().map(|&(_, entry)| entry), by_size)?;
    let points = program.points();
    let procedure = |node: NodeId| points.instance(points.instance_of(rsm.nodes[node].state.point)).procedure;
    let calls = entries.into_iter().filter(|&(_, entry)| endless[entry]);
    Ok(calls.map(|(call, entry)| (call, procedure(entry))).collect())
}

/// By node that is reached from some nodes, whether some run of the machine from there never leaves the procedure of the node:
/// it goes round a loop, or calls without end, or cannot go on.
fn endless(
    rsm: &Rsm<HeapState>,
    program: &mut HeapProgram,
    from: impl Iterator<Item = NodeId>,
    by_size: bool,
) -> Result<IndexVec<NodeId, bool>, Stop> {
    let mut endless: IndexVec<NodeId, bool> = IndexVec::filled(false, rsm.nodes.len());
    let mut reached: IndexVec<NodeId, bool> = IndexVec::filled(false, rsm.nodes.len());
    let mut edges: Vec<(u32, u32)> = Vec::new();
    let mut open: Vec<NodeId> = from.collect();
    while let Some(node) = open.pop() {
        if !std::mem::replace(&mut reached[node], true) {
            for edge in rsm.edges_of(node) {
                edges.push((node.0, edge.target.0));
                open.push(edge.target);
            }
        }
    }
    let mut predecessors: IndexVec<NodeId, Vec<NodeId>> = IndexVec::filled(Vec::new(), rsm.nodes.len());
    edges.iter().for_each(|&(source, target)| predecessors[NodeId(target)].push(NodeId(source)));
    for part in StrongComponents::new(rsm.nodes.len(), &edges).components {
        let mut nodes: Vec<NodeId> = part.into_iter().map(NodeId).filter(|&node| reached[node]).collect();
        if nodes.is_empty() {
            continue;
        }
        nodes.compact_sort();
        let mut inside: Vec<Edge> = Vec::new();
        for &node in &nodes {
            inside.extend(rsm.edges_of(node).filter(|edge| nodes.binary_search(&edge.target).is_ok()));
        }
        let goes_on = match inside.is_empty() {
            true => {
                let node = &rsm.nodes[nodes[0]];
                !matches!(node.step, Some(Step::Exit | Step::Fault)) && rsm.edges_of(nodes[0]).next().is_none()
            }
            false if !by_size => true,
            false => {
                let graph = SizedGraph::of(&mut SizedRsm { rsm, sizes: program }, &nodes, &inside)?;
                let (ranking, left) = graph.rank(&mut |_| true);
                left.is_some() || !graph.is_proved_by(&ranking, &mut |_| true)
            }
        };
        if goes_on {
            open.extend(nodes);
        }
    }
    while let Some(node) = open.pop() {
        if !std::mem::replace(&mut endless[node], true) {
            open.extend(&predecessors[node]);
        }
    }
    Ok(endless)
}
