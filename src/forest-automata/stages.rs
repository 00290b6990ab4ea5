//! How one state leads to another, stage by stage.

use std::collections::BTreeMap;

use super::explored::ExploredForests;
use super::picture;
use crate::semantics::{Act, Stage, Way};
use report::heap::HeapView;
use report::stage::StageKind;
use rsm::{EdgeKind, NodeId};
use tree_automata::forest::BoxId;

/// The stages of the step between two nodes: what is done, the boxes that it is done with, and the result. `None` if there is no such step, or it
/// cannot be followed any more.
pub(super) fn stages(
    explored: &mut ExploredForests,
    source: NodeId,
    target: NodeId,
) -> Option<Vec<(StageKind, Vec<String>, HeapView)>> {
    let edge = explored.rsm.edges_of(source).find(|edge| edge.target == target)?;
    let (from, to) = (explored.state(source), explored.state(target));
    let callee = match edge.kind {
        EdgeKind::Summary(exit) => {
            let component = &explored.rsm.components[explored.rsm.nodes[exit].component];
            Some((explored.state(*component.entries.first()?), explored.state(exit)))
        }
        EdgeKind::Step | EdgeKind::Call => None,
    };
    let way = match (edge.kind, &callee) {
        (EdgeKind::Call, _) => Way::Call,
        (_, Some((entry, exit))) => Way::Return(entry, exit),
        (_, None) => Way::Step,
    };
    let stages = match explored.is_skipped(&explored.rsm.nodes[source].state) {
        true => Vec::new(),
        false => explored.system.stages(&from, &to, way).ok().flatten()?,
    };
    let system = &explored.system;
    let mut boxes = system.alphabet.box_uses(&system.forest(from.forest).automaton);
    let view = |Stage { act, forest }: Stage| {
        let before = std::mem::replace(&mut boxes, system.alphabet.box_uses(&forest.automaton));
        // The boxes of which the first has more than the second.
        let more = |first: &BTreeMap<BoxId, usize>, second: &BTreeMap<BoxId, usize>| -> Vec<String> {
            let more = first.iter().filter(|(id, uses)| second.get(id).is_none_or(|other| other < uses));
            more.map(|(&id, _)| explored.names.of(id)).collect()
        };
        let named = match act {
            Act::Isolate => more(&before, &boxes),
            Act::Widen | Act::Fold => more(&boxes, &before),
            Act::Execute | Act::Forget | Act::Cut | Act::Merge | Act::Include => Vec::new(),
        };
        let procedure = if act == Act::Isolate { from.procedure } else { to.procedure };
        (kind(act), named, picture::memories(explored, procedure, &forest))
    };
    Some(stages.into_iter().map(view).collect())
}

fn kind(act: Act) -> StageKind {
    match act {
        Act::Isolate => StageKind::Isolate,
        Act::Execute => StageKind::Execute,
        Act::Forget => StageKind::Forget,
        Act::Widen => StageKind::Widen,
        Act::Cut => StageKind::Cut,
        Act::Fold => StageKind::Fold,
        Act::Merge => StageKind::Merge,
        Act::Include => StageKind::Include,
    }
}
