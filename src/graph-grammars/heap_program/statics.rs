//! Static fields count as variables: propositions ignore the object that holds them.

use super::HeapModel;
use super::context::is_named;
use heap_grammar::heap::{Heap, VertexId};

impl HeapModel {
    /// The vertex of the object that holds the static fields. No rule contains its type, so its selectors are always
    /// concrete.
    pub(super) fn statics_of(&self, heap: &Heap) -> Option<VertexId> {
        let statics = self.statics?;
        heap.vertices().find(|&v| heap.vertex_type(v) == statics)
    }

    /// The vertices that static fields or named variables point to; a variable is named by the program or by an initial
    /// heap.
    pub(super) fn named_vertices<'h>(&'h self, heap: &'h Heap) -> impl Iterator<Item = VertexId> + 'h {
        let variables = heap.variables().iter().filter(|&&(v, _)| is_named(&self.alphabet, v)).map(|&(_, t)| t);
        let fields = self.statics_of(heap).into_iter().flat_map(|statics| heap.selectors(statics));
        variables.chain(fields.map(|&(_, target)| target))
    }

    /// Removes the object that holds the static fields from a heap, but not the targets of these fields. Returns
    /// whether it was there.
    pub(super) fn cut_statics(&self, heap: &mut Heap) -> bool {
        let Some(statics) = self.statics_of(heap) else { return false };
        heap.retain_vertices(|v| v != statics);
        true
    }
}
