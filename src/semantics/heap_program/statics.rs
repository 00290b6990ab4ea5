//! Static fields count as variables: the object that holds them is none of those that propositions are about.

use super::HeapModel;
use super::context::is_named;
use crate::heap::{Heap, VertexId};

impl HeapModel {
    /// The vertex of the object that holds the static fields. No rule knows its type, so its selectors are always concrete.
    pub(super) fn statics_of(&self, heap: &Heap) -> Option<VertexId> {
        let statics = self.statics?;
        heap.vertices().find(|&v| heap.vertex_type(v) == statics)
    }

    /// The vertices that a variable points to which the program, or an initial heap, names, and those of static fields.
    pub(super) fn named_vertices<'h>(&'h self, heap: &'h Heap) -> impl Iterator<Item = VertexId> + 'h {
        let variables = heap.variables().iter().filter(|&&(v, _)| is_named(&self.alphabet, v)).map(|&(_, t)| t);
        let fields = self.statics_of(heap).into_iter().flat_map(|statics| heap.selectors(statics));
        variables.chain(fields.map(|&(_, target)| target))
    }

    /// Takes the object that holds the static fields out of a heap; what they point to stays. Whether it was there.
    pub(super) fn cut_statics(&self, heap: &mut Heap) -> bool {
        let Some(statics) = self.statics_of(heap) else { return false };
        heap.retain_vertices(|v| v != statics);
        true
    }
}
