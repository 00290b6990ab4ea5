//! Heaps of the language of a heap, by size.

use indexmap::IndexSet;
use rustc_hash::FxBuildHasher;

use super::Grammar;
use crate::heap::{Canoniser, ExternalOrder, Heap};

impl Grammar {
    /// Every heap that one derivation step at the first nonterminal edge gives.
    pub fn derive_first(&self, heap: &Heap) -> Vec<Heap> {
        let Some(edge) = heap.nonterminals().first() else { return Vec::new() };
        let bodies = self.rules.iter().filter(|r| r.label == edge.label).map(|r| &r.body);
        bodies
            .filter_map(|body| {
                let mut derived = heap.clone();
                derived.replace(0, body).then_some(derived)
            })
            .collect()
    }
}

/// The heaps without nonterminals in the language of `heap` that are derived through heaps of at most `vertices`
/// vertices and as many nonterminal edges, in canonical form and in breadth-first order; at most `limit`.
///
/// Derivations replace the first nonterminal edge; the order of replacement does not change the language
/// (context-freeness of hyperedge replacement).
pub fn derivations(grammar: &Grammar, heap: &Heap, vertices: usize, limit: usize) -> Vec<Heap> {
    let mut canoniser = Canoniser::default();
    let mut seen: IndexSet<Heap, FxBuildHasher> = IndexSet::default();
    let mut start = heap.clone();
    canoniser.canonicalise(&mut start, ExternalOrder::Fixed);
    seen.insert(start);
    let mut next = 0;
    let mut results = Vec::new();
    while let Some(heap) = seen.get_index(next).cloned() {
        next += 1;
        if heap.nonterminals().is_empty() {
            results.push(heap);
            if results.len() == limit {
                break;
            }
            continue;
        }
        for mut derived in grammar.derive_first(&heap) {
            if derived.vertex_bound() <= vertices && derived.nonterminals().len() <= vertices {
                canoniser.canonicalise(&mut derived, ExternalOrder::Fixed);
                seen.insert(derived);
            }
        }
    }
    results
}
