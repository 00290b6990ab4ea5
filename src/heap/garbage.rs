//! Garbage: what no variable, marking, external vertex or constant reaches.

use petgraph::unionfind::UnionFind;
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use super::{Alphabet, Canoniser, ExternalOrder, Heap, NonterminalEdge, TypeId, VertexId};
use crate::base::Idx;

/// Reachability over selectors and nonterminals, with its workspace.
///
/// From a vertex one gets along its selectors and, through a nonterminal edge attached at a tentacle that is not a
/// reduction tentacle, to every vertex of that edge.
#[derive(Default)]
pub struct Reach {
    seen: Vec<bool>,
    stack: Vec<VertexId>,
    /// For each vertex the nonterminal edges attached to it at tentacles that are not reduction tentacles.
    outgoing: Vec<SmallVec<[u32; 4]>>,
}

impl Reach {
    /// Marks what the roots reach, themselves included; vertices for which `border` holds are reached but not left.
    pub fn from_roots(
        &mut self,
        heap: &Heap,
        alphabet: &Alphabet,
        roots: impl IntoIterator<Item = VertexId>,
        border: impl Fn(VertexId) -> bool,
    ) {
        let count = heap.vertex_bound();
        self.seen.clear();
        self.seen.resize(count, false);
        self.outgoing.iter_mut().for_each(SmallVec::clear);
        if self.outgoing.len() < count {
            self.outgoing.resize(count, SmallVec::new());
        }
        for (number, edge) in heap.nonterminals.iter().enumerate() {
            for v in outgoing_tentacles(alphabet, edge) {
                self.outgoing[v.index()].push(u32::at(number));
            }
        }
        self.stack.clear();
        for root in roots {
            self.visit(root);
        }
        while let Some(vertex) = self.stack.pop() {
            if border(vertex) {
                continue;
            }
            for &(_, target) in heap.selectors(vertex) {
                self.visit(target);
            }
            for position in 0..self.outgoing[vertex.index()].len() {
                let edge = &heap.nonterminals[self.outgoing[vertex.index()][position] as usize];
                edge.tentacles.iter().for_each(|&t| self.visit(t));
            }
        }
    }

    fn visit(&mut self, vertex: VertexId) {
        if !std::mem::replace(&mut self.seen[vertex.index()], true) {
            self.stack.push(vertex);
        }
    }

    /// Whether the last search reached `vertex`.
    pub fn reached(&self, vertex: VertexId) -> bool {
        self.seen[vertex.index()]
    }

    /// Removes what no variable and no external vertex reaches, and returns whether that was something.
    /// A nonterminal edge without a reached vertex at which it may have selectors describes garbage, too.
    pub fn collect_garbage(&mut self, heap: &mut Heap, alphabet: &Alphabet) -> bool {
        self.from_roots(heap, alphabet, roots(heap), |_| false);
        let edges = heap.nonterminals.len();
        let seen = &self.seen;
        heap.retain_nonterminals(|edge| outgoing_tentacles(alphabet, edge).any(|v| seen[v.index()]));
        let all = heap.vertices().all(|v| seen[v.index()]);
        if !all {
            heap.retain_vertices(|v| seen[v.index()]);
        }
        !all || heap.nonterminals.len() < edges
    }
}

/// Of equal parts of garbage so many are kept.
const EQUAL_PARTS: u32 = 2;

impl Reach {
    /// Where garbage is kept, keeps two of the parts of it that are isomorphic and have nothing in common with the rest but
    /// constants; returns whether that has removed something.
    ///
    /// No operation gets there, so such parts stay as they are, and a recursion or loop that drops objects in every round would
    /// collect any number of them. No proposition tells two from more, if whatever a nonterminal derives is connected: then
    /// a heap with two such parts is not in the language of one edge, and neither is one with three.
    pub fn thin_garbage(&mut self, heap: &mut Heap, alphabet: &Alphabet, canoniser: &mut Canoniser) -> bool {
        let is_constant = |v: VertexId| matches!(heap.vertex_type(v), TypeId::NULL | TypeId::INT);
        self.from_roots(heap, alphabet, roots(heap), |_| false);
        let garbage: SmallVec<[VertexId; 16]> =
            heap.vertices().filter(|&v| !self.reached(v) && !is_constant(v)).collect();
        if garbage.len() <= EQUAL_PARTS as usize {
            return false;
        }
        let mut parts = UnionFind::<u32>::new(heap.vertex_bound());
        let mut join = |touched: &[VertexId]| {
            let mut objects = touched.iter().filter(|&&v| !is_constant(v));
            if let Some(first) = objects.next() {
                objects.for_each(|v| _ = parts.union(first.0, v.0));
            }
        };
        heap.selector_edges().for_each(|(source, _, target)| join(&[source, target]));
        heap.nonterminals().iter().for_each(|edge| join(&edge.tentacles));
        let part: Vec<u32> = parts.into_labeling();
        // Of each part that was not looked at yet: those of the other vertices need not be.
        let mut open = vec![true; heap.vertex_bound()];
        heap.vertices()
            .filter(|&v| self.reached(v) && !is_constant(v))
            .for_each(|v| open[part[v.index()] as usize] = false);
        let mut counts: FxHashMap<Heap, u32> = FxHashMap::default();
        let mut gone: SmallVec<[u32; 8]> = SmallVec::new();
        for here in garbage.iter().map(|v| part[v.index()]) {
            if !std::mem::take(&mut open[here as usize]) {
                continue;
            }
            let mut shape = heap.clone();
            shape.set_externals([]);
            shape.retain_vertices(|v| is_constant(v) || part[v.index()] == here);
            canoniser.canonicalise(&mut shape, ExternalOrder::Fixed);
            let count = counts.entry(shape).or_default();
            *count += 1;
            if *count > EQUAL_PARTS {
                gone.push(here);
            }
        }
        if !gone.is_empty() {
            let keep: Vec<bool> = part.iter().map(|p| !gone.contains(p)).collect();
            heap.retain_vertices(|v| keep[v.index()]);
        }
        !gone.is_empty()
    }
}

fn roots(heap: &Heap) -> SmallVec<[VertexId; 16]> {
    heap.variables.iter().map(|&(_, v)| v).chain(heap.externals.iter().copied()).collect()
}

/// The vertices from which one gets into the edge.
pub(super) fn outgoing_tentacles<'a>(
    alphabet: &'a Alphabet,
    edge: &'a NonterminalEdge,
) -> impl Iterator<Item = VertexId> + 'a {
    let reduction = &alphabet.nonterminal(edge.label).reduction;
    edge.tentacles.iter().zip(reduction).filter(|&(_, &reduction)| !reduction).map(|(&t, _)| t)
}

impl Heap {
    /// Removes the vertices of numbers to which nothing but their constant is attached, so that equal heaps look equal
    /// whatever numbers were used on the way to them. The null vertex stays.
    pub fn drop_unused_numbers(&mut self) {
        let used = |v: VertexId| {
            self.externals.contains(&v)
                || self.variables.iter().filter(|&&(_, t)| t == v).count() > 1
                || self.selector_edges().any(|(s, _, t)| s == v || t == v)
                || self.nonterminals.iter().any(|e| e.touches(v))
        };
        let unused: SmallVec<[VertexId; 4]> =
            self.vertices().filter(|&v| self.vertex_type(v) == TypeId::INT && !used(v)).collect();
        if !unused.is_empty() {
            self.retain_vertices(|v| !unused.contains(&v));
        }
    }
}
