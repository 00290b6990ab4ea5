//! Of the structures that a client holds, each is followed by itself.
//!
//! What clients do with objects that share nothing does not depend on the order in which they do it, as long as no call takes objects of two
//! structures. So the head of a client's loop needs no states with several of them: each alone is a state there. The number of states is
//! then the sum over the structures, not the product.

use smallvec::SmallVec;

use super::facts::Possible;
use super::{HeapProgram, Point, Semantics};
use base::{Idx, IndexVec};
use heap_grammar::heap::{Heap, VariableKind, VertexId};
use program::objects::LocalId;

/// A heap with one of the structures that a client holds: the variables that led to others are null.
pub(super) struct Structure {
    pub heap: Heap,
    /// These variables.
    pub forgotten: Vec<LocalId>,
}

impl HeapProgram {
    /// What is left of facts once some variables are null.
    pub(super) fn facts_without(&self, facts: &[super::FactsId], forgotten: &[LocalId]) -> Possible {
        match &self.facts {
            Some(known) => known.without(facts, forgotten),
            None => Possible::from_slice(facts),
        }
    }
}

impl Semantics {
    /// The structures that a client holds at the head of its loop, if these are several. None share anything but what static fields hold:
    /// if there are any, all that happens may depend on them.
    pub(super) fn structures(&self, heap: &Heap, point: Point) -> SmallVec<[Structure; 2]> {
        if !self.points.tells_structures_apart(point) || self.model.statics_of(heap).is_some() {
            return SmallVec::new();
        }
        let Some(null) = heap.null() else { return SmallVec::new() };
        let is_own = |variable| self.model.alphabet.kind(variable) == VariableKind::Program;
        let mut is_shared: IndexVec<VertexId, bool> = IndexVec::filled(true, heap.vertex_bound());
        heap.vertices().filter(|&v| heap.is_object(v)).for_each(|v| is_shared[v] = false);
        heap.variables().iter().filter(|&&(variable, _)| !is_own(variable)).for_each(|&(_, v)| is_shared[v] = true);
        let part = heap.parts(|v| is_shared[v]);
        let held = self.points.instance(self.points.instance_of(point)).locals().filter_map(|(local, variable)| {
            let object = heap.variable(variable).filter(|&v| !is_shared[v] && self.points.keeps(point, variable))?;
            Some((local, variable, part[object.index()]))
        });
        let held: Vec<_> = held.collect();
        let mut parts: SmallVec<[u32; 4]> = held.iter().map(|&(_, _, part)| part).collect();
        parts.sort_unstable();
        parts.dedup();
        if parts.len() < 2 {
            return SmallVec::new();
        }
        let structures = parts.iter().map(|&kept| {
            let (mut heap, mut forgotten) = (heap.clone(), Vec::new());
            for &(local, variable, _) in held.iter().filter(|&&(_, _, part)| part != kept) {
                heap.bind(variable, null);
                forgotten.push(local);
            }
            Structure { heap, forgotten }
        });
        structures.collect()
    }
}
