//! The parts of a heap that share nothing.

use petgraph::unionfind::UnionFind;

use super::{Heap, VertexId};
use base::Idx;

impl Heap {
    /// The part to which each vertex belongs, by its number: objects are in the same part if selectors or nonterminal edges connect them,
    /// in any direction, by way of vertices that are not shared. Vertices that are shared are parts of their own.
    pub fn parts(&self, is_shared: impl Fn(VertexId) -> bool) -> Vec<u32> {
        let mut parts = UnionFind::<u32>::new(self.vertex_bound());
        let mut join = |touched: &[VertexId]| {
            let mut own = touched.iter().filter(|&&v| !is_shared(v));
            if let Some(first) = own.next() {
                own.for_each(|v| _ = parts.union(u32::at(first.index()), u32::at(v.index())));
            }
        };
        self.selector_edges().for_each(|(source, _, target)| join(&[source, target]));
        self.nonterminals().iter().for_each(|edge| join(&edge.tentacles));
        parts.into_labeling()
    }
}
