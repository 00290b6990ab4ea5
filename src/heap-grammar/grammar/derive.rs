//! Enumeration of the language of a heap, by size.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use indexmap::IndexSet;
use rustc_hash::FxBuildHasher;

use super::Grammar;
use crate::heap::{Canoniser, ExternalOrder, Heap, Nonterminal};

impl Grammar {
    /// The results of all derivation steps at the first nonterminal edge.
    pub fn derive_first(&self, heap: &Heap) -> Vec<Heap> {
        self.derive_at(heap, 0).into_iter().map(|(_, derived)| derived).collect()
    }

    /// The results of all derivation steps at this nonterminal edge, each with the position of its rule among those of
    /// the label; none if there is no such edge. Rules whose result is not a heap are omitted: together, the results
    /// have the language of `heap`.
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

/// Maximum number of vertices, in total, of all heaps visited by an enumeration.
const VERTEX_LIMIT: usize = 2_000_000;

/// The heaps without nonterminals in the language of a heap that have at most a given number of
/// [objects](Heap::objects): in canonical form, without duplicates, small ones first, those of equal size in
/// breadth-first order.
///
/// Derivations replace the first nonterminal edge; the order of replacement does not change the language
/// (context-freeness of hyperedge replacement). Heaps that derive no heap within the given size are dropped at once.
pub struct Derivations<'g> {
    grammar: &'g Grammar,
    objects: usize,
    canoniser: Canoniser,
    seen: IndexSet<Heap, FxBuildHasher>,
    /// The number of vertices left of [`VERTEX_LIMIT`].
    pub(super) room: usize,
    /// Numbers of heaps to continue with, ordered by the size of the smallest heap that each describes.
    queue: BinaryHeap<Reverse<(usize, usize)>>,
}

impl<'g> Derivations<'g> {
    /// Starts from `heap`, for heaps with at most `objects` objects.
    pub fn new(grammar: &'g Grammar, heap: &Heap, objects: usize) -> Self {
        let (canoniser, seen, queue) = (Canoniser::default(), IndexSet::default(), BinaryHeap::new());
        let mut derivations = Self { grammar, objects, canoniser, seen, room: VERTEX_LIMIT, queue };
        derivations.add(heap.clone());
        derivations
    }

    /// Visits heaps with at most so many vertices in total.
    pub fn within(mut self, vertices: usize) -> Self {
        self.room = self.room.min(vertices);
        self
    }

    /// Whether the enumeration ended early because too many heaps were visited.
    pub fn gave_up(&self) -> bool {
        self.room == 0
    }

    fn add(&mut self, mut heap: Heap) {
        let Some(size) = self.grammar.smallest(&heap).filter(|&size| size <= self.objects) else { return };
        self.canoniser.canonicalise(&mut heap, ExternalOrder::Fixed);
        let vertices = heap.vertex_bound();
        let (number, is_new) = self.seen.insert_full(heap);
        if is_new {
            self.room = self.room.saturating_sub(vertices.max(1));
            self.queue.push(Reverse((size, number)));
        }
    }
}

impl Iterator for Derivations<'_> {
    type Item = Heap;

    fn next(&mut self) -> Option<Heap> {
        while !self.gave_up() {
            let Reverse((_, number)) = self.queue.pop()?;
            let heap = self.seen.get_index(number)?.clone();
            if heap.nonterminals().is_empty() {
                return Some(heap);
            }
            self.grammar.derive_first(&heap).into_iter().for_each(|derived| self.add(derived));
        }
        None
    }
}

/// The first `limit` of the [`Derivations`] of `heap` with at most `objects` objects.
pub fn derivations(grammar: &Grammar, heap: &Heap, objects: usize, limit: usize) -> Vec<Heap> {
    Derivations::new(grammar, heap, objects).take(limit).collect()
}
