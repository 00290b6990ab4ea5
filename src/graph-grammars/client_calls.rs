//! What happens in single calls of the most general client of a class.

use std::collections::BTreeMap;

use super::explored::Explored;
use crate::heap_program::{HeapProgram, HeapState};
use base::{Message, Span, msg};
use program::Fault;
use report::assumption::{Assumption, AssumptionKind};
use rsm::{Edge, EdgeKind, NodeId, Path, Rsm};

type Machine = Rsm<HeapState>;

fn is_main(rsm: &Machine, node: NodeId) -> bool {
    rsm.nodes[node].component == Machine::MAIN
}

/// The shortest run that ends in a node inside of a call at a place, or where the client handles what that has thrown.
fn shortest_run(system: &HeapProgram, rsm: &Machine, at: Span, is_target: impl Fn(NodeId) -> bool) -> Path<NodeId> {
    let stands_there = |node: NodeId| system.span(rsm.nodes[node].state.point) == at;
    let is_followed =
        |edge: Edge| edge.kind != EdgeKind::Call || !is_main(rsm, edge.source) || stands_there(edge.source);
    rsm.shortest_run(|node| is_target(node) && (!is_main(rsm, node) || stands_there(node)), is_followed)
}

/// The shortest run on which a call at a place ends in one of some faults.
pub(super) fn failing(
    system: &HeapProgram,
    rsm: &Machine,
    wrong: &BTreeMap<NodeId, Fault>,
    at: Span,
) -> Option<(Path<NodeId>, Fault)> {
    // An exception that leaves the client comes from where the call is handled.
    let thrown_to = |node: NodeId| {
        let mut ends = rsm.successors(node).iter().filter(|&&end| is_main(rsm, end));
        if is_main(rsm, node) { ends.find_map(|end| Some((*end, *wrong.get(end)?))) } else { None }
    };
    let is_wrong =
        |node: NodeId| if is_main(rsm, node) { thrown_to(node).is_some() } else { wrong.contains_key(&node) };
    let mut run = shortest_run(system, rsm, at, is_wrong);
    let last = *run.states().next_back()?;
    let Some((end, fault)) = thrown_to(last) else { return Some((run, *wrong.get(&last)?)) };
    run.follow(Edge { source: last, target: end, kind: EdgeKind::Step });
    Some((run, fault))
}

/// Where a run is given up in a call at a place.
pub(super) fn given_up(explored: &Explored, at: Span) -> Option<NodeId> {
    let Explored { system, rsm, .. } = explored;
    let run = shortest_run(system, rsm, at, |node| system.is_given_up(rsm.nodes[node].state));
    run.states().next_back().copied()
}

/// That no client calls the other methods in which runs are given up, if there are some.
pub(super) fn without_given_up(explored: &Explored) -> Option<Assumption> {
    let model = explored.system.model();
    let calls = model.program.client_calls(model.entry);
    let given_up = calls.iter().filter(|call| given_up(explored, call.span).is_some());
    let names: Vec<Message> = given_up.map(|call| Message::code(&call.name)).collect();
    if names.is_empty() {
        return None;
    }
    let methods = Message::any_of(names);
    Some(Assumption::new(AssumptionKind::Client, msg!("no client calls {methods}, of which not all is followed")))
}
