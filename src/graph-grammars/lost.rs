//! Runs that the exploration has lost: what keeps a complete exploration from being a proof.

use crate::heap_program::{HeapProgram, HeapState};
use base::{Message, Stop, msg};
use rsm::{EdgeKind, Node, Rsm, Step};

/// Why nothing may be called satisfied although the exploration is complete: there is no initial state, or a state
/// that is neither an end nor an error has no successor. Every heap goes on somehow in the concrete program, so such a
/// state stands for no heap, or for heaps that grammar and initial heaps do not describe rightly; which of the two is
/// not known.
pub(crate) fn lost(system: &HeapProgram, exploration: &Rsm<HeapState>) -> Option<Stop> {
    if exploration.entries().is_empty() {
        return Some(Stop::Incomplete(msg!("the initial heaps describe no heap, so there is no run to check")));
    }
    // No run comes to some states where one way is not taken.
    let goes_all_ways = |node: &Node<HeapState>| !system.leaves_out_edges(node.state.point);
    let stuck = exploration.nodes.iter_enumerated().filter(|(_, node)| goes_all_ways(node)).find(|&(id, node)| {
        let mut edges = exploration.edges_of(id);
        match node.step {
            Some(Step::Internal) => edges.next().is_none(),
            Some(Step::Call) => !edges.any(|e| e.kind == EdgeKind::Call),
            Some(Step::Exit | Step::Fault) | None => false,
        }
    });
    stuck.map(|(_, node)| {
        let span = system.span(node.state.point);
        let sources = &system.model().sources;
        let (file, line) = (Message::verbatim(&sources.file(span.file).name), sources.line_of(span));
        Stop::Incomplete(msg!(
            "at {file}:{line} an abstract heap has no successor: grammar and heaps contradict each other"
        ))
    })
}
