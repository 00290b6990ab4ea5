//! Which calls may run for ever.

use std::collections::BTreeSet;
use std::collections::hash_map::Entry;

use petgraph::algo::kosaraju_scc;
use petgraph::graph::{DiGraph, NodeIndex};
use rustc_hash::FxHashMap;

use crate::base::{CompactSort, IndexVec, Stop};
use crate::program::cfa::ProcedureId;
use crate::rsm::{Edge, NodeId, Rsm, SizedGraph, Step};
use crate::semantics::heap_program::{HeapProgram, HeapState};

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
    let mut predecessors: IndexVec<NodeId, Vec<NodeId>> = IndexVec::filled(Vec::new(), rsm.nodes.len());
    let mut graph: DiGraph<NodeId, ()> = DiGraph::new();
    let mut numbers: FxHashMap<NodeId, NodeIndex> = FxHashMap::default();
    let mut open: Vec<NodeId> = from.collect();
    while let Some(node) = open.pop() {
        if let Entry::Vacant(new) = numbers.entry(node) {
            new.insert(graph.add_node(node));
            open.extend(rsm.edges_of(node).map(|edge| edge.target));
        }
    }
    for (number, node) in graph.node_indices().zip(graph.node_weights().copied().collect::<Vec<_>>()) {
        for edge in rsm.edges_of(node) {
            predecessors[edge.target].push(node);
            graph.add_edge(number, numbers[&edge.target], ());
        }
    }
    for part in kosaraju_scc(&graph) {
        let mut nodes: Vec<NodeId> = part.iter().map(|&number| graph[number]).collect();
        nodes.compact_sort();
        let inside =
            nodes.iter().flat_map(|&node| rsm.edges_of(node)).filter(|e| nodes.binary_search(&e.target).is_ok());
        let inside: Vec<Edge> = inside.collect();
        let goes_on = match inside.is_empty() {
            true => {
                let node = &rsm.nodes[nodes[0]];
                !matches!(node.step, Some(Step::Exit | Step::Fault)) && rsm.edges_of(nodes[0]).next().is_none()
            }
            false if !by_size => true,
            false => {
                let graph = SizedGraph::of(rsm, &nodes, inside.into_iter(), program)?;
                let (ranking, left) = graph.rank(|_| true);
                left.is_some() || !graph.is_proved_by(&ranking, |_| true)
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
