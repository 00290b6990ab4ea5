//! What happens in single calls of the most general client of a class.

use std::collections::{BTreeMap, BTreeSet};

use super::explored::Explored;
use crate::heap_program::{HeapProgram, HeapState};
use base::{CollectByInsertion, Message, Span, msg};
use program::Fault;
use program::objects::{ClientCall, Operation, OperationEdge};
use report::Judgement;
use report::assumption::{Assumption, AssumptionKind};
use rsm::{ComponentId, Edge, EdgeKind, NodeId, Path, Rsm, Step};

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

/// The places of the calls of the client in which runs are given up, each with a node where that happens.
fn given_up_calls(explored: &Explored) -> Vec<(Span, NodeId)> {
    let Explored { system, rsm, .. } = explored;
    let faults = rsm.components.iter().flat_map(|component| &component.faults);
    let mut open: Vec<(NodeId, ComponentId)> = faults
        .filter(|&&node| system.is_given_up(rsm.nodes[node].state))
        .map(|&node| (node, rsm.nodes[node].component))
        .collect();
    let mut seen: BTreeSet<ComponentId> = open.iter().map(|&(_, component)| component).collect_by_insertion();
    let mut found: Vec<(Span, NodeId)> = Vec::new();
    while let Some((node, component)) = open.pop() {
        for &call in &rsm.components[component].callers {
            let caller = rsm.nodes[call].component;
            let span = system.span(rsm.nodes[call].state.point);
            if is_main(rsm, call) {
                if found.iter().all(|(known, _)| *known != span) {
                    found.push((span, node));
                }
            } else if seen.insert(caller) {
                open.push((node, caller));
            }
        }
    }
    found
}

/// Where a run is given up in a call at a place.
pub(super) fn given_up(explored: &Explored, at: Span) -> Option<NodeId> {
    given_up_calls(explored).into_iter().find(|(span, _)| *span == at).map(|(_, node)| node)
}

/// What is assumed where a method is safe: that no client calls those in which runs are given up, nor goes on after a failure.
pub(super) fn assumed(explored: &Explored, fails: bool) -> Vec<Assumption> {
    let given_up = given_up_calls(explored);
    let calls = calls(explored).into_iter().filter(|call| given_up.iter().any(|(span, _)| *span == call.span));
    let names: Vec<Message> = calls.map(|call| Message::code(&call.name)).collect();
    let left_out = (!names.is_empty()).then(|| {
        let methods = Message::any_of(names);
        msg!("no client calls {methods}, of which not all is followed")
    });
    let uncalled = uncalled_names(explored, None);
    let lacking = (!uncalled.is_empty())
        .then(|| msg!("no client calls {}, as nothing makes the objects that this needs", Message::any_of(uncalled)));
    let goes_on = fails.then(|| msg!("clients do not go on after a call has failed"));
    let words = left_out.into_iter().chain(lacking).chain(goes_on);
    words.map(|words| Assumption::new(AssumptionKind::Client, words)).collect()
}

/// That nothing is known of calls to which no run comes, at one place, at all, or of the only procedure that is checked: of what is proved of
/// them nothing follows.
pub(super) fn uncalled(explored: &Explored, at: Option<Span>) -> Option<Judgement> {
    let program = &explored.system.model().program;
    let names = match program.checked {
        None => uncalled_names(explored, at),
        Some(checked) => {
            let client = &program.procedures[explored.system.model().entry];
            let calls_it = |edge: &&OperationEdge| match &edge.operation {
                Operation::Call(call) => call.callee.candidates().any(|callee| callee == checked),
                _ => false,
            };
            let places: Vec<Span> = client.cfa.edges.iter().filter(calls_it).map(|edge| edge.span).collect();
            let is_called = called(explored).iter().any(|place| places.contains(place));
            Vec::from_iter((!is_called).then(|| Message::code(program.qualified_name(checked))))
        }
    };
    if names.is_empty() {
        return None;
    }
    let methods = Message::any_of(names);
    Some(Judgement::unknown_because(msg!("nothing makes the objects that a call of {methods} needs")))
}

/// The places at which the client makes calls.
fn called(explored: &Explored) -> Vec<Span> {
    let Explored { system, rsm, .. } = explored;
    let nodes = rsm.nodes.iter().filter(|node| node.component == Machine::MAIN && node.step == Some(Step::Call));
    nodes.map(|node| system.span(node.state.point)).collect()
}

fn uncalled_names(explored: &Explored, at: Option<Span>) -> Vec<Message> {
    let called = called(explored);
    let is_asked = |call: &ClientCall| at.is_none_or(|at| at == call.span);
    let uncalled = calls(explored).into_iter().filter(|call| is_asked(call) && !called.contains(&call.span));
    uncalled.map(|call| Message::code(&call.name)).collect()
}

fn calls(explored: &Explored) -> Vec<ClientCall> {
    let model = explored.system.model();
    model.program.client_calls(model.entry)
}
