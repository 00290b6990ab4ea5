//! Heaps as hypergraphs.
//!
//! This file has the tuple and its accessors; each operation has a file of its own.

mod alphabet;
mod build;
mod canonical;

pub mod document;
mod edit;
mod embed;
mod garbage;
mod host;
mod invariants;
mod notation;
mod origin;
mod parts;
mod store;

use smallvec::SmallVec;

use base::{IndexVec, newtype_index};

pub use alphabet::{Alphabet, Constant, NonterminalInfo, Untracked, VariableKind};
pub use build::{Role, build_heap};
pub use canonical::{Canoniser, ExternalOrder};
pub use edit::Images;
pub use embed::{Embedding, EmbeddingEffort, Pattern};
pub use garbage::Reach;
pub use host::{Admissibility, Blocked, Host};
pub use notation::{parse_heap, print_heap};
pub use origin::PartSet;
use origin::{Origin, Origins};
pub use store::{HeapId, HeapStore, TooLarge};

newtype_index! {
    /// A vertex of one heap.
    pub struct VertexId;
    /// The type (class) of a vertex.
    pub struct TypeId;
    /// The label of selector edges: a field.
    pub struct Selector;
    /// The label of a variable edge: a program variable, constant or marking.
    pub struct Variable;
    /// The label of nonterminal edges.
    pub struct Nonterminal;
}

impl TypeId {
    /// The type of the one null vertex.
    pub const NULL: TypeId = TypeId(0);
    /// The type of tracked numbers and booleans.
    pub const INT: TypeId = TypeId(1);
    /// The type of what stands for objects that are gone, in programs that manage their memory. Such a vertex has no selectors.
    pub const FREED: TypeId = TypeId(u16::MAX as u32);
    /// The type of removed vertices, until [`Heap::compact`].
    const REMOVED: TypeId = TypeId(u32::MAX);

    /// Whether a vertex of this type may be the image of an external vertex of type `of_rule` in the body of a rule.
    /// Types must be equal: objects of subclasses do not match. Null matches any object type, and so does what is gone.
    pub fn stands_for(self, of_rule: TypeId) -> bool {
        self == of_rule || (matches!(self, TypeId::NULL | TypeId::FREED) && of_rule != TypeId::INT)
    }

    /// Whether vertices of this type have no selectors: null, numbers, and what is gone.
    pub fn is_leaf(self) -> bool {
        matches!(self, TypeId::NULL | TypeId::INT | TypeId::FREED)
    }
}

/// Outgoing selector edges of a vertex: `(label, target)`, at most one for each label.
pub type Selectors = SmallVec<[(Selector, VertexId); 2]>;

/// A vertex with its outgoing selector edges.
#[derive(PartialEq, Eq, Hash, Debug)]
pub struct Vertex {
    /// Its type.
    pub ty: TypeId,
    /// Its selector edges, sorted by label.
    pub selectors: Selectors,
    origin: Origin,
}

impl Vertex {
    fn is_object(&self) -> bool {
        !self.ty.is_leaf() && self.ty != TypeId::REMOVED
    }
}

/// A nonterminal edge, which abstracts a part of the heap.
#[derive(PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct NonterminalEdge {
    /// Its label.
    pub label: Nonterminal,
    /// The attached vertices; as many as the rank of the label. A vertex may occur several times.
    pub tentacles: SmallVec<[VertexId; 4]>,
    origin: Origin,
}

// Heaps are cloned in every step. A derived clone would copy small vectors element by element, not as one block.

impl Clone for Vertex {
    fn clone(&self) -> Self {
        Self { ty: self.ty, selectors: SmallVec::from_slice(&self.selectors), origin: self.origin }
    }
}

impl Clone for NonterminalEdge {
    fn clone(&self) -> Self {
        Self { label: self.label, tentacles: SmallVec::from_slice(&self.tentacles), origin: self.origin }
    }
}

/// A heap configuration `H = (V, E, att, lab, ext)` [HMC 2.2].
///
/// Edges are stored by kind: selectors at their source, nonterminals and variables in lists.
///
/// Invariants: at most one selector edge for each vertex and label; at most one edge for each variable, sorted by
/// variable; as many tentacles as the rank of the label; external vertices are pairwise different, except in frames of
/// callers, which list several sequences; in every heap of a program exactly one vertex has type [`TypeId::NULL`], and
/// it carries the constant `null` (rule bodies need not have one).
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Heap {
    vertices: IndexVec<VertexId, Vertex>,
    nonterminals: Vec<NonterminalEdge>,
    variables: Vec<(Variable, VertexId)>,
    externals: SmallVec<[VertexId; 4]>,
    /// Where its objects come from, if that is [followed](Heap::follow).
    origins: Origins,
}

impl Heap {
    /// The heap without vertices.
    pub fn new() -> Self {
        Self::default()
    }

    /// The heap with only the null vertex.
    pub fn with_null() -> Self {
        let mut heap = Self::new();
        let null = heap.add_vertex(TypeId::NULL);
        heap.bind(Variable::NULL, null);
        heap
    }

    /// An upper bound of the vertex ids; the number of vertices of a compact heap.
    pub fn vertex_bound(&self) -> usize {
        self.vertices.len()
    }

    /// The vertices in order.
    pub fn vertices(&self) -> impl Iterator<Item = VertexId> + '_ {
        self.vertices.iter_enumerated().filter(|(_, v)| v.ty != TypeId::REMOVED).map(|(id, _)| id)
    }

    /// The type of a vertex.
    pub fn vertex_type(&self, vertex: VertexId) -> TypeId {
        self.vertices[vertex].ty
    }

    /// The vertices of constants that are not external, including null if it is not named; in the body of a rule, these
    /// have the same image in every embedding into a heap.
    pub fn constants(&self) -> SmallVec<[(VertexId, Variable); 2]> {
        let mut constants: SmallVec<[(VertexId, Variable); 2]> = self.variables.iter().map(|&(v, t)| (t, v)).collect();
        let unnamed = |&v: &VertexId| self.vertex_type(v) == TypeId::NULL && !self.is_external(v);
        for v in self.vertices().filter(unnamed) {
            if constants.iter().all(|&(c, _)| c != v) {
                constants.push((v, Variable::NULL));
            }
        }
        constants
    }

    /// Whether a vertex is an object: neither null nor a number, and not gone.
    pub fn is_object(&self, vertex: VertexId) -> bool {
        self.vertices[vertex].is_object()
    }

    /// The number of objects.
    pub fn objects(&self) -> usize {
        self.vertices().filter(|&v| self.is_object(v)).count()
    }

    /// The outgoing selector edges of a vertex, sorted by label.
    pub fn selectors(&self, vertex: VertexId) -> &[(Selector, VertexId)] {
        &self.vertices[vertex].selectors
    }

    /// The target of `vertex.selector`.
    pub fn target(&self, vertex: VertexId, selector: Selector) -> Option<VertexId> {
        self.vertices[vertex].selectors.iter().find(|&&(label, _)| label == selector).map(|&(_, target)| target)
    }

    /// All selector edges `(source, label, target)` in order of their sources.
    pub fn selector_edges(&self) -> impl Iterator<Item = (VertexId, Selector, VertexId)> + '_ {
        self.vertices.iter_enumerated().flat_map(|(source, v)| v.selectors.iter().map(move |&(l, t)| (source, l, t)))
    }

    /// The nonterminal edges.
    pub fn nonterminals(&self) -> &[NonterminalEdge] {
        &self.nonterminals
    }

    /// The variable edges, sorted by variable.
    pub fn variables(&self) -> &[(Variable, VertexId)] {
        &self.variables
    }

    /// The target of a variable.
    pub fn variable(&self, variable: Variable) -> Option<VertexId> {
        // There are few variables, so a scan is faster than a binary search.
        self.variables.iter().find(|&&(v, _)| v == variable).map(|&(_, target)| target)
    }

    /// The null vertex; every heap of a program has one.
    pub fn null(&self) -> Option<VertexId> {
        self.variable(Variable::NULL)
    }

    /// The external vertices in order.
    pub fn externals(&self) -> &[VertexId] {
        &self.externals
    }

    /// Whether the vertex is external.
    pub fn is_external(&self, vertex: VertexId) -> bool {
        self.externals.contains(&vertex)
    }
}

#[cfg(test)]
mod tests;
