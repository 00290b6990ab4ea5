//! Host graphs: heaps prepared for the search for right-hand sides of rules.

use smallvec::SmallVec;

use super::{Alphabet, Heap, VariableKind, VertexId};
use base::Idx;

/// Restrictions of abstraction: vertices that must keep their selectors, and pairs that must stay separate.
#[derive(Clone, Default, Debug)]
pub struct Blocked {
    /// By vertex, whether it must keep its selectors.
    pub sources: Vec<bool>,
    /// Selector edges between marked vertices; no embedding may contain both ends.
    pub pairs: SmallVec<[(VertexId, VertexId); 4]>,
}

/// Conditions under which a vertex must keep its selectors.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Admissibility {
    /// External vertices and vertices with variables or simple markings must.
    pub on: bool,
    /// Vertices with constants must, too.
    pub constants: bool,
    /// Vertices with composed markings must, too.
    pub markings: bool,
}

impl Blocked {
    /// Whether a vertex must keep its selectors.
    pub(super) fn contains(&self, vertex: VertexId) -> bool {
        self.sources.get(vertex.index()).copied().unwrap_or(false)
    }

    /// The restrictions that [`Admissibility`] implies for a heap, and the edges between marked vertices, which always
    /// stay concrete.
    pub fn new(heap: &Heap, alphabet: &Alphabet, admissibility: Admissibility) -> Self {
        let mut sources = Vec::new();
        if admissibility.on {
            sources.resize(heap.vertex_bound(), false);
            let constants =
                || heap.variables().iter().filter(|&&(v, _)| alphabet.constant(v).is_some()).map(|&(_, t)| t);
            for &external in heap.externals() {
                if admissibility.constants || !constants().any(|c| c == external) {
                    sources[external.index()] = true;
                }
            }
            for &(variable, target) in heap.variables() {
                sources[target.index()] |= match alphabet.kind(variable) {
                    VariableKind::Constant(_) => admissibility.constants,
                    VariableKind::Marking { composed } => !composed || admissibility.markings,
                    VariableKind::Program => true,
                };
            }
        }
        let marked = |v: VertexId| {
            let mut here = heap.variables().iter().filter(|&&(_, t)| t == v);
            here.any(|&(variable, _)| matches!(alphabet.kind(variable), VariableKind::Marking { .. }))
        };
        let any_marking =
            heap.variables().iter().any(|&(v, _)| matches!(alphabet.kind(v), VariableKind::Marking { .. }));
        let pairs = match any_marking {
            false => SmallVec::new(),
            true => heap.selector_edges().filter(|&(s, _, t)| marked(s) && marked(t)).map(|(s, _, t)| (s, t)).collect(),
        };
        Self { sources, pairs }
    }
}

/// A set of numbers modulo 64: a Bloom filter.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct Mask(u64);

impl Mask {
    /// Whether the set may contain all of `other`.
    pub(super) fn covers(self, other: Self) -> bool {
        other.0 & !self.0 == 0
    }
}

impl FromIterator<u32> for Mask {
    fn from_iter<I: IntoIterator<Item = u32>>(numbers: I) -> Self {
        Self(numbers.into_iter().fold(0, |mask, number| mask | 1 << (number % 64)))
    }
}

/// The edge ends at a vertex: their number, and a hash of them.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(super) struct EdgeEnds {
    count: u32,
    /// The sum of the hashes of the ends.
    hash: u32,
}

impl EdgeEnds {
    /// For every vertex its ends of selectors, in both directions, and tentacles. Variables count as ends, too, and so
    /// does the outside of an external vertex.
    pub(super) fn of_vertices(heap: &Heap) -> Vec<Self> {
        let mut ends = vec![Self::default(); heap.vertex_bound()];
        let mut add = |vertex: VertexId, kind: usize, label: u32| {
            let mixed = (u64::from(label) << 16 | kind as u64).wrapping_mul(0x9E37_79B9_7F4A_7C15);
            let here = &mut ends[vertex.index()];
            here.count += 1;
            here.hash = here.hash.wrapping_add((mixed >> 32) as u32 ^ (mixed >> 16) as u32);
        };
        for (source, label, target) in heap.selector_edges() {
            add(source, 0, label.0);
            add(target, 1, label.0);
        }
        for edge in &heap.nonterminals {
            edge.tentacles.iter().enumerate().for_each(|(position, &t)| add(t, 2 + position, edge.label.0));
        }
        for v in heap.variables.iter().map(|(_, v)| v).chain(&heap.externals) {
            ends[v.index()].count += 1;
        }
        ends
    }

    /// Its number in a [`Mask`].
    pub(super) fn number(self) -> u32 {
        self.hash
    }
}

/// A heap with the indices that every search in it uses: the host graph of graph transformation.
pub struct Host<'h> {
    pub(super) heap: &'h Heap,
    /// By vertex.
    pub(super) ends: Vec<EdgeEnds>,
    /// The edge ends that occur at some vertex.
    pub(super) all_ends: Mask,
    pub(super) blocked: Blocked,
    /// The vertices that have selectors and may lose them, in order: usually few in a heap that was abstract before the
    /// last step.
    pub(super) sources: SmallVec<[Source; 8]>,
    /// The labels of its nonterminal edges.
    pub(super) nonterminals: Mask,
}

/// A vertex that has selectors and may lose them.
#[derive(Clone, Copy, Debug)]
pub(super) struct Source {
    pub vertex: VertexId,
    pub labels: Mask,
}

impl<'h> Host<'h> {
    /// Prepares searches in a heap.
    pub fn new(heap: &'h Heap, blocked: Blocked) -> Self {
        let ends = EdgeEnds::of_vertices(heap);
        let sources = heap.vertices().filter(|&v| !heap.selectors(v).is_empty() && !blocked.contains(v));
        Self {
            heap,
            sources: sources.map(|vertex| Source { vertex, labels: selector_labels(heap, vertex) }).collect(),
            nonterminals: nonterminal_labels(heap),
            all_ends: ends.iter().map(|ends| ends.number()).collect(),
            ends,
            blocked,
        }
    }
}

/// The labels of the selectors of a vertex.
pub(super) fn selector_labels(heap: &Heap, vertex: VertexId) -> Mask {
    heap.selectors(vertex).iter().map(|&(label, _)| label.0).collect()
}

/// The labels of the nonterminal edges of a heap.
pub(super) fn nonterminal_labels(heap: &Heap) -> Mask {
    heap.nonterminals.iter().map(|edge| edge.label.0).collect()
}
