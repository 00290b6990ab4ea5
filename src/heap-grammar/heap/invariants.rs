//! Invariants of heaps, checked in debug builds after every operation.

use super::{Alphabet, Heap, TypeId, Variable, VertexId};
use base::Idx;

impl Heap {
    /// Panics if the heap is not well-formed. Vertices may have been removed, but no edge leads to them. Does nothing
    /// in release builds.
    #[track_caller]
    pub fn check_invariants(&self) {
        if !cfg!(debug_assertions) {
            return;
        }
        let is_there = |v: VertexId| self.vertices.get(v).is_some_and(|vertex| vertex.ty != TypeId::REMOVED);
        for (id, vertex) in self.vertices.iter_enumerated() {
            assert!(vertex.selectors.is_empty() || is_there(id), "{id:?} was removed and has selectors");
            assert!(vertex.selectors.is_sorted_by(|a, b| a.0 < b.0), "selectors are sorted, and each is there once");
            assert!(vertex.selectors.iter().all(|&(_, target)| is_there(target)), "a selector of {id:?} leads nowhere");
        }
        let mut tentacles = self.nonterminals.iter().flat_map(|edge| &edge.tentacles);
        assert!(tentacles.all(|&t| is_there(t)), "a tentacle leads nowhere");
        assert!(self.variables.is_sorted_by(|a, b| a.0 < b.0), "variables are sorted, and each is there once");
        assert!(self.variables.iter().all(|&(_, target)| is_there(target)), "a variable leads nowhere");
        if let Some(null) = self.variable(Variable::NULL) {
            assert!(self.vertex_type(null) == TypeId::NULL, "the constant null is on another vertex");
        }
        assert!(self.externals.iter().all(|&v| is_there(v)), "an external vertex is not there");
    }

    /// Panics if the heap cannot be the body of a rule: an edge has the wrong number of tentacles, or a vertex is
    /// external twice. Does nothing in release builds.
    #[track_caller]
    pub fn check_body(&self, alphabet: &Alphabet) {
        if !cfg!(debug_assertions) {
            return;
        }
        for edge in &self.nonterminals {
            let info = alphabet.nonterminal(edge.label);
            assert_eq!(edge.tentacles.len(), info.rank(), "tentacles of {}", info.name);
        }
        for (position, external) in self.externals.iter().enumerate() {
            assert!(!self.externals[..position].contains(external), "an external vertex occurs twice");
        }
    }

    /// Panics unless the heap is compact with sorted edges, as canonical forms are. Does nothing in release builds.
    #[track_caller]
    pub(super) fn check_canonical(&self) {
        if !cfg!(debug_assertions) {
            return;
        }
        self.check_invariants();
        assert!(self.vertices.iter().all(|vertex| vertex.ty != TypeId::REMOVED), "a vertex was removed");
        assert!(self.nonterminals.is_sorted(), "nonterminal edges are sorted");
        let first = self.variables.first().map_or(0, |(_, target)| target.index());
        assert_eq!(first, 0, "numbers begin at the first variable");
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Nonterminal, Selector};
    use super::*;

    fn pair() -> (Heap, VertexId, VertexId) {
        let mut heap = Heap::new();
        let (a, b) = (heap.add_vertex(TypeId(2)), heap.add_vertex(TypeId(2)));
        heap.set_selector(a, Selector(0), b);
        (heap, a, b)
    }

    #[test]
    fn heaps_that_are_edited_are_well_formed() {
        let (mut heap, a, b) = pair();
        heap.bind(Variable(7), b);
        heap.add_nonterminal(Nonterminal(0), [a, b]);
        heap.set_externals([b, a]);
        heap.check_invariants();
        heap.retain_vertices(|v| v == b);
        heap.check_invariants();
    }

    #[test]
    #[should_panic(expected = "leads nowhere")]
    fn a_selector_to_a_removed_vertex_is_noticed() {
        let (mut heap, _, b) = pair();
        heap.remove_vertex(b);
        heap.check_invariants();
    }

    #[test]
    #[should_panic(expected = "occurs twice")]
    fn an_external_vertex_that_occurs_twice_is_noticed() {
        let (mut heap, a, _) = pair();
        heap.set_externals([a, a]);
        heap.check_body(&Alphabet::default());
    }

    #[test]
    #[should_panic(expected = "tentacles of N")]
    fn a_wrong_number_of_tentacles_is_noticed() {
        let (mut heap, a, _) = pair();
        let mut alphabet = Alphabet::default();
        let label = alphabet.declare("N", vec![false, false]);
        heap.add_nonterminal(label, [a]);
        heap.check_body(&alphabet);
    }
}
