//! Connectedness of derived heaps.

use petgraph::unionfind::UnionFind;

use super::Grammar;
use crate::heap::{Heap, TypeId, VertexId};
use base::Idx;

impl Grammar {
    /// Whether every heap that a nonterminal derives is connected and has an edge, ignoring null and numbers.
    pub fn derives_connected(&self) -> bool {
        self.rules().all(|(_, rule)| is_connected(&rule.body))
    }
}

/// Whether the body of a rule is connected whichever of its external vertices are null.
fn is_connected(body: &Heap) -> bool {
    let externals = body.externals();
    let has_edge = body.selector_edges().next().is_some() || !body.nonterminals().is_empty();
    let may_be_null = |nulls: u32| {
        let is_null = |v: VertexId| {
            is_constant(body, v) || externals.iter().enumerate().any(|(i, &e)| e == v && nulls >> i & 1 == 1)
        };
        // Null has no fields, so this rule does not apply.
        let impossible = body.selector_edges().any(|(source, ..)| is_null(source));
        let lost = body.nonterminals().iter().any(|edge| edge.tentacles.iter().all(|&t| is_null(t)));
        impossible || (!lost && parts(body, is_null).iter().filter(|part| part.vertices > 0).count() <= 1)
    };
    has_edge && externals.len() <= MAX_RANK && (0..1 << externals.len()).all(may_be_null)
}

/// Nonterminals of higher rank are not checked.
const MAX_RANK: usize = 8;

/// A connected component of a heap.
#[derive(Clone, Copy, Default)]
struct Part {
    vertices: u32,
    edges: u32,
}

/// Whether a heap has at least two components whatever its nonterminal edges derive, ignoring null, numbers, and
/// vertices without edges.
pub fn falls_apart(heap: &Heap) -> bool {
    parts(heap, |v| is_constant(heap, v)).iter().filter(|part| part.edges > 0).count() >= 2
}

fn is_constant(heap: &Heap, vertex: VertexId) -> bool {
    matches!(heap.vertex_type(vertex), TypeId::NULL | TypeId::INT)
}

/// The components of a heap without the vertices `left_out`, provided that every nonterminal edge connects its
/// tentacles.
fn parts(heap: &Heap, left_out: impl Fn(VertexId) -> bool) -> Vec<Part> {
    let mut union: UnionFind<usize> = UnionFind::new(heap.vertex_bound());
    let mut first_of_edges = Vec::new();
    for (source, _, target) in heap.selector_edges().filter(|&(source, ..)| !left_out(source)) {
        if !left_out(target) {
            union.union(source.index(), target.index());
        }
        first_of_edges.push(source);
    }
    for edge in heap.nonterminals() {
        let mut tentacles = edge.tentacles.iter().copied().filter(|&t| !left_out(t));
        let Some(first) = tentacles.next() else { continue };
        tentacles.for_each(|t| {
            union.union(first.index(), t.index());
        });
        first_of_edges.push(first);
    }
    let mut parts = vec![Part::default(); heap.vertex_bound()];
    heap.vertices().filter(|&v| !left_out(v)).for_each(|v| parts[union.find(v.index())].vertices += 1);
    first_of_edges.iter().for_each(|v| parts[union.find(v.index())].edges += 1);
    parts
}
