//! How one state leads to another, stage by stage.

use super::explored::Explored;
use crate::heap_program::Act;
use heap_grammar::heap::{Heap, HeapId, Nonterminal};
use report::stage::{StageKind, StageView};
use rsm::{EdgeKind, NodeId};

/// The stages of the step between two nodes. `None` if there is no such step, or it cannot be followed any more.
pub(super) fn stages(explored: &mut Explored, source: NodeId, target: NodeId) -> Option<Vec<StageView>> {
    let edge = explored.rsm.edges_of(source).find(|edge| edge.target == target)?;
    let (from, to) = (explored.rsm.nodes[source].state, explored.rsm.nodes[target].state);
    let stage = |kind, heap: HeapId| StageView { kind, content: heap.0, boxes: Vec::new() };
    match edge.kind {
        EdgeKind::Call => return Some(vec![stage(StageKind::Enter, to.heap)]),
        EdgeKind::Summary(_) => return Some(vec![stage(StageKind::Leave, to.heap)]),
        EdgeKind::Step => {}
    }
    let found = explored.system.stages(from, to).ok().flatten()?;
    let mut before = explored.system.store().get(from.heap);
    let views = found.into_iter().map(|(act, id)| {
        let heap = explored.system.store().get(id);
        let (kind, named) = match act {
            Act::Materialise => (StageKind::Materialise, more(explored, &before, &heap)),
            Act::Execute => (StageKind::Execute, Vec::new()),
            Act::Forget => (StageKind::Forget, Vec::new()),
            Act::Fold => (StageKind::Abstract, more(explored, &heap, &before)),
        };
        before = heap;
        StageView { boxes: named, ..stage(kind, id) }
    });
    Some(views.collect())
}

/// The names of the nonterminals of which the first heap has more edges than the second.
fn more(explored: &Explored, first: &Heap, second: &Heap) -> Vec<String> {
    let count = |heap: &Heap, label: Nonterminal| heap.nonterminals().iter().filter(|edge| edge.label == label).count();
    let alphabet = &explored.system.model().alphabet;
    let mut found: Vec<String> = Vec::new();
    for edge in first.nonterminals() {
        let name = &alphabet.nonterminal(edge.label).name;
        if count(first, edge.label) > count(second, edge.label) && !found.contains(name) {
            found.push(name.clone());
        }
    }
    found
}
