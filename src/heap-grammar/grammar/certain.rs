//! Selectors that nonterminals give to their tentacles in every derivation.

use super::Rule;
use crate::heap::{Alphabet, Heap, Nonterminal, Selector, VertexId};
use base::{CompactSort, IndexVec};

/// For each tentacle of each nonterminal, the selectors that every derivation gives it.
#[derive(Clone, Debug, Default)]
pub(super) struct Certain(IndexVec<Nonterminal, Vec<Option<Vec<Selector>>>>);

impl Certain {
    /// The greatest solution of the equations given by the rules; `None`, for all selectors, if nothing is derived.
    pub(super) fn new<'r>(alphabet: &Alphabet, rules: impl Iterator<Item = &'r Rule> + Clone) -> Self {
        let mut certain = Self(alphabet.nonterminals().map(|(_, info)| vec![None; info.rank()]).collect());
        loop {
            let mut changed = false;
            for rule in rules.clone() {
                for (tentacle, &external) in rule.body.externals().iter().enumerate() {
                    let Some(here) = certain.known_at(&rule.body, external) else { continue };
                    let known = &mut certain.0[rule.label][tentacle];
                    let before = known.as_ref().map(Vec::len);
                    match known {
                        Some(selectors) => selectors.retain(|s| here.contains(s)),
                        None => *known = Some(here),
                    }
                    changed |= known.as_ref().map(Vec::len) != before;
                }
            }
            if !changed {
                return certain;
            }
        }
    }

    /// The selectors that a vertex has in every heap of the language, with multiplicity; none if nothing is known.
    pub(super) fn at(&self, heap: &Heap, vertex: VertexId) -> Vec<Selector> {
        let mut given: Vec<Selector> = heap.selectors(vertex).iter().map(|&(selector, _)| selector).collect();
        given.extend(self.tentacles(heap, vertex).flatten().flatten());
        given
    }

    /// As [`Certain::at`]; `None` if an edge at the vertex derives nothing, so that every statement about it is true.
    fn known_at(&self, heap: &Heap, vertex: VertexId) -> Option<Vec<Selector>> {
        self.tentacles(heap, vertex).all(|known| known.is_some()).then(|| self.at(heap, vertex))
    }

    /// The selectors of each tentacle attached to the vertex.
    fn tentacles<'h>(
        &'h self,
        heap: &'h Heap,
        vertex: VertexId,
    ) -> impl Iterator<Item = &'h Option<Vec<Selector>>> + 'h {
        heap.nonterminals().iter().flat_map(move |edge| {
            let here = edge.tentacles.iter().zip(&self.0[edge.label]).filter(move |&(&t, _)| t == vertex);
            here.map(|(_, known)| known)
        })
    }

    /// Whether the language of this heap, and of every heap that contains it, is certainly empty: a vertex would have a
    /// selector twice, or null or a number would have one.
    pub(super) fn is_empty(&self, heap: &Heap) -> bool {
        heap.vertices().any(|vertex| {
            let mut given = self.at(heap, vertex);
            given.compact_sort();
            given.windows(2).any(|pair| pair[0] == pair[1]) || (!given.is_empty() && !heap.is_object(vertex))
        })
    }
}
