//! Operations that change a heap.

use smallvec::SmallVec;

use super::{Heap, Nonterminal, NonterminalEdge, Origin, Selector, Selectors, TypeId, Variable, Vertex, VertexId};
use base::{Idx, IndexVec};

/// Images of the vertices of an inserted heap, by position.
pub type Images = SmallVec<[VertexId; 16]>;

impl Heap {
    /// Adds a vertex.
    pub fn add_vertex(&mut self, ty: TypeId) -> VertexId {
        let origin = if ty.is_leaf() { Origin::default() } else { self.origins.created() };
        self.push_vertex(ty, origin)
    }

    fn push_vertex(&mut self, ty: TypeId, origin: Origin) -> VertexId {
        self.vertices.push(Vertex { ty, selectors: Selectors::new(), origin })
    }

    /// Changes the type of a vertex.
    pub fn set_type(&mut self, vertex: VertexId, ty: TypeId) {
        self.vertices[vertex].ty = ty;
    }

    /// Makes `source.selector` point to `target`.
    pub fn set_selector(&mut self, source: VertexId, selector: Selector, target: VertexId) {
        let selectors = &mut self.vertices[source].selectors;
        match selectors.binary_search_by_key(&selector, |&(label, _)| label) {
            Ok(at) => selectors[at].1 = target,
            Err(at) => selectors.insert(at, (selector, target)),
        }
    }

    /// Removes `source.selector`, if it is there.
    pub fn remove_selector(&mut self, source: VertexId, selector: Selector) {
        self.vertices[source].selectors.retain(|&mut (label, _)| label != selector);
    }

    /// Removes all selector edges from `source`.
    pub fn remove_selectors(&mut self, source: VertexId) {
        self.vertices[source].selectors.clear();
    }

    /// Keeps the selector edges for whose source type and label `keep` returns true.
    pub fn retain_selectors(&mut self, mut keep: impl FnMut(TypeId, Selector) -> bool) {
        for vertex in self.vertices.iter_mut() {
            let ty = vertex.ty;
            vertex.selectors.retain(|&mut (label, _)| keep(ty, label));
        }
    }

    /// Makes `variable` point to `target`.
    pub fn bind(&mut self, variable: Variable, target: VertexId) {
        match self.variables.binary_search_by_key(&variable, |&(v, _)| v) {
            Ok(at) => self.variables[at].1 = target,
            Err(at) => self.variables.insert(at, (variable, target)),
        }
    }

    /// Removes the edge of `variable`, if it is there.
    pub fn unbind(&mut self, variable: Variable) {
        self.variables.retain(|&(v, _)| v != variable);
    }

    /// Keeps the variable edges for which `keep` returns true.
    pub fn retain_variables(&mut self, mut keep: impl FnMut(Variable) -> bool) {
        self.variables.retain(|&(v, _)| keep(v));
    }

    /// Adds a nonterminal edge; there must be as many tentacles as the rank of the label.
    pub fn add_nonterminal(&mut self, label: Nonterminal, tentacles: impl IntoIterator<Item = VertexId>) {
        self.push_nonterminal(label, tentacles.into_iter().collect(), Origin::default());
    }

    /// As [`Heap::add_nonterminal`], with an origin.
    pub(super) fn push_nonterminal(&mut self, label: Nonterminal, tentacles: SmallVec<[VertexId; 4]>, origin: Origin) {
        self.nonterminals.push(NonterminalEdge { label, tentacles, origin });
    }

    /// Keeps the nonterminal edges for which `keep` returns true.
    pub fn retain_nonterminals(&mut self, keep: impl FnMut(&NonterminalEdge) -> bool) {
        self.nonterminals.retain(keep);
    }

    /// Gives every nonterminal edge a new label of equal rank.
    pub fn relabel(&mut self, mut label: impl FnMut(usize, Nonterminal) -> Nonterminal) {
        for (position, edge) in self.nonterminals.iter_mut().enumerate() {
            edge.label = label(position, edge.label);
        }
    }

    /// Makes `externals` the sequence of external vertices; they must be pairwise different.
    pub fn set_externals(&mut self, externals: impl IntoIterator<Item = VertexId>) {
        self.externals = externals.into_iter().collect();
    }

    /// The vertex of a constant, created if it is missing.
    pub fn constant(&mut self, constant: Variable) -> VertexId {
        self.variable(constant).unwrap_or_else(|| {
            let ty = if constant == Variable::NULL { TypeId::NULL } else { TypeId::INT };
            let vertex = self.add_vertex(ty);
            self.bind(constant, vertex);
            vertex
        })
    }

    /// Redirects every selector, variable and tentacle at a vertex to another one. Selectors of the vertex itself stay, and so does its
    /// being external.
    pub fn redirect(&mut self, from: VertexId, to: VertexId) {
        let image = |target: &mut VertexId| {
            if *target == from {
                *target = to;
            }
        };
        self.vertices.iter_mut().flat_map(|vertex| &mut vertex.selectors).for_each(|(_, target)| image(target));
        self.nonterminals.iter_mut().flat_map(|edge| &mut edge.tentacles).for_each(image);
        self.variables.iter_mut().for_each(|(_, target)| image(target));
    }

    /// Removes a vertex with its selector edges; the caller must have removed or redirected all other edges at it. The
    /// ids of other vertices are preserved until [`Heap::compact`].
    pub(super) fn remove_vertex(&mut self, vertex: VertexId) {
        self.vertices[vertex] = Vertex { ty: TypeId::REMOVED, selectors: Selectors::new(), origin: Origin::default() };
    }

    /// Removes the vertices for which `keep` returns false, with every edge at them, and renumbers the others in order.
    pub fn retain_vertices(&mut self, mut keep: impl FnMut(VertexId) -> bool) {
        const GONE: VertexId = VertexId(u32::MAX);
        let mut renumbered = IndexVec::filled(GONE, self.vertices.len());
        let mut next = 0;
        for (id, vertex) in self.vertices.iter_enumerated() {
            if vertex.ty != TypeId::REMOVED && keep(id) {
                renumbered[id] = VertexId::at(next);
                next += 1;
            }
        }
        if next == self.vertices.len() {
            return;
        }
        let image = |v: VertexId| renumbered[v];
        let old = std::mem::take(&mut self.vertices);
        for (id, vertex) in old.iter_enumerated().filter(|&(id, _)| image(id) != GONE) {
            let kept = vertex.selectors.iter().filter(|&&(_, t)| image(t) != GONE);
            let selectors = kept.map(|&(label, t)| (label, image(t))).collect();
            let new = self.vertices.push(Vertex { ty: vertex.ty, selectors, origin: vertex.origin });
            debug_assert_eq!(new, image(id));
        }
        self.nonterminals.retain_mut(|edge| {
            edge.tentacles.iter_mut().for_each(|t| *t = image(*t));
            !edge.tentacles.contains(&GONE)
        });
        self.variables.retain_mut(|(_, target)| {
            *target = image(*target);
            *target != GONE
        });
        self.externals.retain(|v| {
            *v = image(*v);
            *v != GONE
        });
        self.check_invariants();
    }

    /// Renumbers the vertices after calls of [`Heap::remove_vertex`].
    pub fn compact(&mut self) {
        self.retain_vertices(|_| true);
    }

    /// Replaces the nonterminal edge at `position` by `body`: external vertex `i` of the body becomes the vertex at
    /// tentacle `i`, constants of the body become those of the heap, all other vertices are new (one forward
    /// derivation step, `H ⇒ H[e ↦ body]` [HMC 2.2]).
    ///
    /// Returns false, leaving the heap in an unspecified state, if the result is not a heap: null or a number with a
    /// selector, a second selector edge with the same label at a vertex, a constant of the body on an external vertex
    /// that is attached to something else, or an external vertex attached to one whose type does not
    /// [fit](TypeId::stands_for). Such a derivation has an empty language.
    #[must_use]
    pub fn replace(&mut self, position: usize, body: &Heap) -> bool {
        let edge = self.nonterminals.remove(position);
        let (first_edge, first_vertex) = (self.nonterminals.len(), self.vertices.len());
        let fits = self.insert(body, &edge.tentacles).is_some();
        self.come_from(edge.origin, first_edge, first_vertex);
        fits
    }

    /// Adds `body` with its external vertex `i` identified with vertex `attached[i]`, as in [`Heap::replace`]. Returns
    /// the images of the body's vertices, or `None` where `replace` returns false.
    #[must_use]
    pub fn insert(&mut self, body: &Heap, attached: &[VertexId]) -> Option<Images> {
        let mut image = Images::from_elem(VertexId(u32::MAX), body.vertices.len());
        for (&external, &vertex) in body.externals.iter().zip(attached) {
            if !self.vertices[vertex].ty.stands_for(body.vertices[external].ty) {
                return None;
            }
            image[external.index()] = vertex;
        }
        for &(variable, vertex) in &body.variables {
            let Vertex { ty, origin, .. } = body.vertices[vertex];
            let attached = image[vertex.index()];
            let is_attached = attached.0 != u32::MAX;
            let here = match self.variable(variable) {
                Some(here) if is_attached && here != attached => return None,
                Some(here) => here,
                None if is_attached => attached,
                None => self.push_vertex(ty, origin),
            };
            self.bind(variable, here);
            image[vertex.index()] = here;
        }
        for (id, vertex) in body.vertices.iter_enumerated() {
            if image[id.index()].0 == u32::MAX {
                image[id.index()] = match self.null() {
                    Some(null) if vertex.ty == TypeId::NULL => null,
                    _ => self.push_vertex(vertex.ty, vertex.origin),
                };
            }
        }
        for (source, label, target) in body.selector_edges() {
            let source = image[source.index()];
            if self.vertices[source].ty.is_leaf() || self.target(source, label).is_some() {
                return None;
            }
            self.set_selector(source, label, image[target.index()]);
        }
        for edge in &body.nonterminals {
            let tentacles = edge.tentacles.iter().map(|t| image[t.index()]).collect();
            self.push_nonterminal(edge.label, tentacles, edge.origin);
        }
        self.check_invariants();
        Some(image)
    }
}
