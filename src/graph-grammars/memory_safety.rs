//! What no run may do. In Java nothing that a run throws stays unhandled, dereferences of null included; it does not cover bounds of
//! strings and arrays, nor the sizes of stack and heap. In C a run may not use memory wrongly, lose it, or come to an error.

use std::collections::{BTreeMap, BTreeSet};

use super::client_calls;
use crate::heap_program::{HeapProgram, HeapState, PointKind};
use analysis::danger::{self, Danger};
use base::{CollectByInsertion, Idx, Span};
use program::Fault;
use rsm::{ComponentId, Edge, NodeId, Path, Rsm};

/// Where something goes wrong: in a state, or on an edge from it.
struct Place {
    node: NodeId,
    lossy: Option<Edge>,
    fault: Fault,
}

/// The run to the first reachable state in which something forbidden happens, in order of discovery. `None` is a proof only if the
/// exploration is complete.
pub(crate) fn memory_safety(
    system: &HeapProgram,
    rsm: &Rsm<HeapState>,
    danger: Danger,
) -> Option<(Path<NodeId>, Fault)> {
    let ends = rsm.components.iter().flat_map(|component| &component.faults).chain(exits(rsm));
    let wrong = ends.filter_map(|&node| Some(Place { node, lossy: None, fault: fault_in(system, rsm, node)? }));
    let mut places: Vec<Place> = wrong.collect();
    if system.model().program.is_manual() {
        let state = |node: NodeId| rsm.nodes[node].state;
        let edges = rsm.nodes.indices().flat_map(|node| rsm.edges_of(node));
        let lossy = edges.filter(|edge| system.loses(state(edge.source), state(edge.target)));
        places.extend(lossy.map(|edge| Place { node: edge.source, lossy: Some(edge), fault: Fault::Lost }));
    }
    if let Some(at) = danger.place() {
        places.retain(|place| danger.is_fault(place.fault));
        let wrong: BTreeMap<NodeId, Fault> =
            places.iter().map(|place| (place.node, place.fault)).collect_by_insertion();
        return client_calls::failing(system, rsm, &wrong, at);
    }
    let forbidden = places.into_iter().filter(|place| danger.is_fault(place.fault));
    let Place { node, lossy, fault } = forbidden.min_by_key(|place| place.node)?;
    let mut run = rsm.run_to(node);
    lossy.into_iter().for_each(|edge| run.follow(edge));
    Some((run, fault))
}

/// Where a run loses an object when it comes to its last state.
pub(crate) fn losing_step(system: &HeapProgram, rsm: &Rsm<HeapState>, run: &Path<NodeId>) -> Option<Span> {
    let points = system.points();
    let states = run.states().filter_map(|&node| match points.kind(rsm.nodes[node].state.point) {
        PointKind::At(instance, location) => Some((points.instance(instance).procedure, location)),
        PointKind::Fault(..) => None,
    });
    danger::losing_step(&system.model().program, states)
}

fn exits(rsm: &Rsm<HeapState>) -> &[NodeId] {
    rsm.components.get(ComponentId::at(0)).map_or(&[], |main| &main.exits)
}

/// What is wrong in a state in which a run ends.
fn fault_in(system: &HeapProgram, rsm: &Rsm<HeapState>, node: NodeId) -> Option<Fault> {
    let state = rsm.nodes[node].state;
    if let Some(fault) = system.fault(state) {
        return Some(fault);
    }
    if system.is_null_dereference(state) {
        return Some(Fault::NullDereference);
    }
    if system.is_thrown(state) {
        let kind = system.exception(state).map(|class| system.model().program.exception_kind(class));
        return Some(Fault::Thrown(kind));
    }
    if !system.model().program.is_manual() {
        return None;
    }
    let has_ended = system.is_terminated(state) || system.has_ended(state);
    (has_ended && leaves(system, rsm, node)).then_some(Fault::NotFreed)
}

/// Whether objects may be left that are not freed when a run ends in a state: in its heap, or in what its callers see of theirs.
fn leaves(system: &HeapProgram, rsm: &Rsm<HeapState>, node: NodeId) -> bool {
    let state = |node: NodeId| rsm.nodes[node].state;
    let mut seen = BTreeSet::from([rsm.nodes[node].component]);
    let mut open = vec![rsm.nodes[node].component];
    while let Some(component) = open.pop() {
        let callee = &rsm.components[component];
        for &call in &callee.callers {
            if callee.entries.iter().any(|&entry| system.leaves_unfreed(state(call), state(entry))) {
                return true;
            }
            let caller = rsm.nodes[call].component;
            if seen.insert(caller) {
                open.push(caller);
            }
        }
    }
    system.has_unfreed(state(node))
}
