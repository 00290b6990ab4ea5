//! Which selectors nonterminals give to their tentacles in every derivation.

use super::Rule;
use crate::base::{CompactSort, IndexVec};
use crate::heap::{Alphabet, Heap, Nonterminal, Selector, VertexId};

/// For each tentacle of each nonterminal the selectors that every derivation gives it.
#[derive(Clone, Debug)]
pub(super) struct Certain(IndexVec<Nonterminal, Vec<Option<Vec<Selector>>>>);

impl Certain {
    /// The greatest solution of what the rules say of each other; `None`, which means all, where nothing is derived.
    pub fn new<'r>(alphabet: &Alphabet, rules: impl Iterator<Item = &'r Rule> + Clone) -> Self {
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

    /// The selectors that a vertex has in every heap of the language, each as often as it is given; none if nothing is known.
    pub fn at(&self, heap: &Heap, vertex: VertexId) -> Vec<Selector> {
        let mut given: Vec<Selector> = heap.selectors(vertex).iter().map(|&(selector, _)| selector).collect();
        given.extend(self.tentacles(heap, vertex).flatten().flatten());
        given
    }

    /// As [`Certain::at`]; `None` if an edge at the vertex derives nothing, so that everything is true of it.
    fn known_at(&self, heap: &Heap, vertex: VertexId) -> Option<Vec<Selector>> {
        self.tentacles(heap, vertex).all(|known| known.is_some()).then(|| self.at(heap, vertex))
    }

    /// What is known of the tentacles at a vertex.
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

    /// Whether the language of a heap, or of every heap that it is a part of, is empty for certain: a vertex would have a
    /// selector twice, or null or a number one at all.
    pub fn is_empty(&self, heap: &Heap) -> bool {
        heap.vertices().any(|vertex| {
            let mut given = self.at(heap, vertex);
            given.compact_sort();
            given.windows(2).any(|pair| pair[0] == pair[1]) || (!given.is_empty() && !heap.is_object(vertex))
        })
    }
}
