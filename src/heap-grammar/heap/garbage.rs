//! Garbage: everything not reachable from a variable, marking, external vertex or constant.

use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use super::{Alphabet, Canoniser, ExternalOrder, Heap, NonterminalEdge, TypeId, VertexId};
use base::Idx;

/// Reachability over selectors and nonterminals, with its workspace.
///
/// From a vertex, its selectors lead to their targets, and a nonterminal edge attached to it at a tentacle that is not
/// a reduction tentacle leads to every vertex of that edge.
#[derive(Default)]
pub struct Reach {
    seen: Vec<bool>,
    stack: Vec<VertexId>,
    /// For each vertex the nonterminal edges attached to it at tentacles that are not reduction tentacles.
    outgoing: Vec<SmallVec<[u32; 4]>>,
}

impl Reach {
    /// Marks the vertices reachable from the roots, roots included; vertices for which `border` holds are reached but
    /// not left.
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

    /// Removes everything that is not reachable from a variable or an external vertex; returns whether there was
    /// anything. A nonterminal edge is garbage if no reached vertex is attached to it at a tentacle that may have
    /// selectors.
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

/// Number of isomorphic parts of garbage to keep.
const EQUAL_PARTS: u32 = 2;

impl Reach {
    /// If garbage is kept, removes all but two of the isomorphic parts that share only constants with the rest of the
    /// heap; returns whether anything was removed.
    ///
    /// No operation accesses such parts, so they never change, and a recursion or loop that drops objects in every
    /// iteration would accumulate any number of them. No proposition distinguishes two from more, provided that
    /// everything a nonterminal derives is connected: then neither a heap with two such parts nor one with three is in
    /// the language of a single edge.
    pub fn thin_garbage(&mut self, heap: &mut Heap, alphabet: &Alphabet, canoniser: &mut Canoniser) -> bool {
        let is_constant = |v: VertexId| matches!(heap.vertex_type(v), TypeId::NULL | TypeId::INT);
        self.from_roots(heap, alphabet, roots(heap), |_| false);
        let garbage: SmallVec<[VertexId; 16]> =
            heap.vertices().filter(|&v| !self.reached(v) && !is_constant(v)).collect();
        if garbage.len() <= EQUAL_PARTS as usize {
            return false;
        }
        let part = heap.parts(is_constant);
        // By part, whether it is garbage that was not visited yet.
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

/// The vertices from which an edge can be entered.
pub(super) fn outgoing_tentacles<'a>(
    alphabet: &'a Alphabet,
    edge: &'a NonterminalEdge,
) -> impl Iterator<Item = VertexId> + 'a {
    let reduction = &alphabet.nonterminal(edge.label).reduction;
    edge.tentacles.iter().zip(reduction).filter(|&(_, &reduction)| !reduction).map(|(&t, _)| t)
}

impl Heap {
    /// Removes the vertices of numbers to which only their constant is attached, so that equal heaps are equal whatever
    /// numbers were used before. The null vertex stays.
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
