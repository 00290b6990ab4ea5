//! A heap together with what became of its parts on the way from another heap.

use std::collections::BTreeMap;

use crate::draw::scene::Change;
use crate::report::heap::{HeapView, VertexKind};

/// What is said about a part.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Mark {
    /// What became of it; `None`: nothing.
    pub change: Option<Change>,
    /// Its number in the heap that is looked at; absent if it is gone.
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
    /// What is there and what is gone.
    pub heap: HeapView,
    pub vertices: Vec<Mark>,
    pub selectors: Vec<Option<Change>>,
    pub nonterminals: Vec<Mark>,
    /// The flags that are new or gone, by vertex.
    pub flags: BTreeMap<(u32, Flag, String), Change>,
}

impl MarkedHeap {
    /// A heap of which nothing is said.
    pub fn plain(heap: &HeapView) -> Self {
        let marks = |count: usize| (0..count as u32).map(|n| Mark { change: None, number: Some(n) }).collect();
        Self {
            vertices: marks(heap.vertices.len()),
            selectors: vec![None; heap.selectors.len()],
            nonterminals: marks(heap.nonterminals.len()),
            flags: BTreeMap::new(),
            heap: heap.clone(),
        }
    }

    /// What became of a flag at a vertex.
    pub fn flag(&self, vertex: u32, flag: Flag, name: &str) -> Option<Change> {
        self.flags.get(&(vertex, flag, name.to_owned())).copied()
    }

    /// What a vertex is called in descriptions.
    pub fn name(&self, vertex: u32) -> String {
        let Some(view) = self.heap.vertices.get(vertex as usize) else { return format!("vertex {vertex}") };
        match (view.kind, self.vertices[vertex as usize].number) {
            (VertexKind::Null, _) => "null".into(),
            (VertexKind::Constant, _) => view.constants.join("/"),
            (VertexKind::Object, Some(number)) => format!("vertex {number}"),
            (VertexKind::Object, None) => format!("a {} object", view.ty),
        }
    }
}
