//! Dereferences of null that throw: those that the program handles, and where the one comes from that it does not.

use std::collections::BTreeSet;

use super::explored::Explored;
use crate::heap_program::Point;
use base::{CompactSort, Diagnostic, IndexVec, Message, msg};
use rsm::{EdgeKind, NodeId};

/// The error points of the dereferences whose exception may be the one that is in flight, or kept, in some of the nodes.
///
/// Follows the states backwards that have such an exception. Where a handler dereferences null while it keeps an
/// exception, both are found.
pub(super) fn origins(explored: &Explored, mut open: Vec<NodeId>) -> BTreeSet<Point> {
    let Explored { system, rsm, .. } = explored;
    let mut into: IndexVec<NodeId, Vec<(NodeId, EdgeKind)>> = IndexVec::filled(Vec::new(), rsm.nodes.len());
    for source in rsm.nodes.indices() {
        rsm.edges_of(source).for_each(|edge| into[edge.target].push((source, edge.kind)));
    }
    let has_exception = |node: NodeId| system.has_null_dereference(rsm.nodes[node].state);
    let mut origins = BTreeSet::new();
    let mut seen = IndexVec::filled(false, rsm.nodes.len());
    while let Some(node) = open.pop() {
        if std::mem::replace(&mut seen[node], true) || !has_exception(node) {
            continue;
        }
        for &(source, kind) in &into[node] {
            open.push(source);
            match kind {
                EdgeKind::Step => origins.extend(system.thrown_between(rsm.nodes[source].state, rsm.nodes[node].state)),
                EdgeKind::Summary(exit) => open.push(exit),
                EdgeKind::Call => {}
            }
        }
    }
    origins
}

/// A warning for each place where null is dereferenced and every exception is handled.
pub(super) fn warnings(explored: &Explored) -> Vec<Diagnostic> {
    let Explored { system, rsm, .. } = explored;
    if system.thrown().next().is_none() {
        return Vec::new();
    }
    let ends = rsm.components.iter().flat_map(|c| &c.faults).copied();
    let unhandled = origins(explored, ends.filter(|&node| system.is_thrown(rsm.nodes[node].state)).collect());
    let handled = system.thrown().filter(|point| !unhandled.contains(point));
    let mut spans: Vec<_> = handled.map(|point| system.span(point)).collect();
    spans.compact_sort_by_key(|span| (span.file, span.start, span.end));
    // The entry procedure counts as two where it calls itself, and `finally` blocks have copies.
    spans.dedup();
    let message = || msg!("null may be dereferenced here; the `NullPointerException` does not leave the entry method");
    spans.into_iter().map(|span| Diagnostic::warning("java/null-dereference", span, message())).collect()
}

/// What is wrong in a node where null is dereferenced, or where the entry procedure ends by such an exception.
pub(super) fn unhandled(explored: &Explored, node: NodeId) -> Message {
    let Explored { system, rsm, .. } = explored;
    if !system.is_thrown(rsm.nodes[node].state) {
        return msg!("null is dereferenced");
    }
    let sources = &system.model().sources;
    let place = |point| {
        let span = system.span(point);
        Message::verbatim(format!("{}:{}", sources.file(span.file).name, sources.line_of(span)))
    };
    let mut places: Vec<Message> = origins(explored, vec![node]).into_iter().map(place).collect();
    places.dedup();
    msg!("null is dereferenced at {}, and the exception is not caught", Message::any_of(places))
}
