//! A heap whose parts are marked with their changes from another heap.

use std::collections::BTreeMap;

use crate::scene::Change;
use base::{Message, msg};
use report::heap::{HeapView, VertexKind};

/// The mark of a part.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Mark {
    /// Its change; `None` if it is unchanged.
    pub change: Option<Change>,
    /// Its number in the current heap; absent if it was removed.
    pub number: Option<u32>,
}

/// The two kinds of flags at a vertex.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Flag {
    Variable,
    Marking,
}

/// A heap in which each part has a mark.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct MarkedHeap {
    /// The current parts together with the removed ones.
    pub heap: HeapView,
    pub vertices: Vec<Mark>,
    pub selectors: Vec<Option<Change>>,
    pub nonterminals: Vec<Mark>,
    /// The flags that were added or removed, by vertex.
    pub flags: BTreeMap<(u32, Flag, String), Change>,
}

impl MarkedHeap {
    /// A heap without changes.
    pub(crate) fn plain(heap: &HeapView) -> Self {
        let marks = |count: usize| (0..count as u32).map(|n| Mark { change: None, number: Some(n) }).collect();
        Self {
            vertices: marks(heap.vertices.len()),
            selectors: vec![None; heap.selectors.len()],
            nonterminals: marks(heap.nonterminals.len()),
            flags: BTreeMap::new(),
            heap: heap.clone(),
        }
    }

    /// The change of a flag at a vertex.
    pub(crate) fn flag(&self, vertex: u32, flag: Flag, name: &str) -> Option<Change> {
        self.flags.get(&(vertex, flag, name.to_owned())).copied()
    }

    /// The name of a vertex in descriptions.
    pub(crate) fn name(&self, vertex: u32) -> Message {
        let Some(view) = self.heap.vertices.get(vertex as usize) else { return msg!("vertex {vertex}") };
        match (view.kind, self.vertices[vertex as usize].number) {
            (VertexKind::Null, _) => Message::verbatim("null"),
            (VertexKind::Constant, _) => Message::verbatim(view.constants.join("/")),
            (VertexKind::Object, Some(number)) => msg!("vertex {number}"),
            (VertexKind::Choice, _) => msg!("a choice"),
            (VertexKind::Object, None) => msg!("a {} object", Message::verbatim(&view.ty)),
        }
    }
}
