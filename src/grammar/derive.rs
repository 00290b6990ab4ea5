//! Heaps of the language of a heap, by size.

use indexmap::IndexSet;
use rustc_hash::FxBuildHasher;

use super::Grammar;
use crate::heap::{Canoniser, ExternalOrder, Heap, Nonterminal};

impl Grammar {
    /// Every heap that one derivation step at the first nonterminal edge gives.
    pub fn derive_first(&self, heap: &Heap) -> Vec<Heap> {
        self.derive_at(heap, 0).into_iter().map(|(_, derived)| derived).collect()
    }

    /// Every heap that one derivation step at this nonterminal edge gives, with the position of the rule among those of the
    /// label; none if there is no such edge. Rules that give no heap are left out: together the heaps have the language of
    /// `heap`.
    pub fn derive_at(&self, heap: &Heap, edge: usize) -> Vec<(usize, Heap)> {
        let Some(label) = heap.nonterminals().get(edge).map(|e| e.label) else { return Vec::new() };
        self.bodies(label)
            .enumerate()
            .filter_map(|(position, body)| {
                let mut derived = heap.clone();
                derived.replace(edge, body).then_some((position, derived))
            })
            .collect()
    }

    /// The bodies of the rules of a label, in order.
    pub fn bodies(&self, label: Nonterminal) -> impl Iterator<Item = &Heap> {
        self.rules.iter().filter(move |r| r.label == label).map(|r| &r.body)
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
