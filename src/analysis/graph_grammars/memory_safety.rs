//! Memory safety: nothing that a run throws stays unhandled, dereferences of null included. It does not cover bounds of
//! strings and arrays, nor the sizes of stack and heap.

use crate::base::Idx;
use crate::rsm::{ComponentId, NodeId, Rsm};
use crate::semantics::heap_program::{HeapProgram, HeapState};

/// What can go wrong in a run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Danger {
    /// Null has been dereferenced, and nothing has handled that, in this node.
    NullDereference(NodeId),
    /// The entry procedure ends with an exception in this node.
    Exception(NodeId),
}

impl Danger {
    /// Where it goes wrong.
    pub fn node(self) -> NodeId {
        match self {
            Danger::NullDereference(node) | Danger::Exception(node) => node,
        }
    }
}

/// The first reachable node in which something goes wrong, in order of discovery. `None` is a proof only if the
/// exploration is complete.
pub fn memory_safety(system: &HeapProgram, exploration: &Rsm<HeapState>) -> Option<Danger> {
    let faults = exploration.components.iter().flat_map(|c| &c.faults).map(|&n| Danger::NullDereference(n));
    let exits = exploration.components.get(ComponentId::at(0)).map_or(&[][..], |c| &c.exits);
    let exceptions =
        exits.iter().filter(|&&n| !system.is_terminated(exploration.nodes[n].state)).map(|&n| Danger::Exception(n));
    faults.chain(exceptions).min_by_key(|danger| danger.node())
}
