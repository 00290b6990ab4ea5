//! Selectors that nonterminals give to the vertices they are attached to.
//!
//! A rule may omit a selector that other rules of its nonterminal have. Then an edge with this label does not determine
//! whether a field is hidden in it, and making the field concrete would lose the heaps in which it is not. Grammars are
//! therefore [split](split_by_fields) until every nonterminal either always or never gives a tentacle a selector.

use super::automaton::{AutomatonState, HeapAutomaton};
use super::{Grammar, Refinement, refine};
use crate::heap::{Alphabet, Heap, Selector, VertexId};
use base::{CompactSort, Idx, Observer, Stop};

/// The heap automaton whose state is the set of selectors of each external vertex: for one external after the other,
/// their number followed by the selectors.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Fields;

impl Fields {
    /// For every vertex its selectors, with multiplicity, sorted.
    fn of(heap: &Heap, edges: &[&AutomatonState]) -> Vec<Vec<u64>> {
        let label = |selector: Selector| selector.index() as u64;
        let own = |v| heap.selectors(VertexId::at(v)).iter().map(|&(selector, _)| label(selector)).collect();
        let mut fields: Vec<Vec<u64>> = (0..heap.vertex_bound()).map(own).collect();
        for (edge, state) in heap.nonterminals().iter().zip(edges) {
            for (vertex, given) in edge.tentacles.iter().zip(by_external(state)) {
                fields[vertex.index()].extend(given);
            }
        }
        fields.iter_mut().for_each(|of_vertex| of_vertex.compact_sort());
        fields
    }
}

/// The part of each external in a state.
fn by_external(state: &AutomatonState) -> impl Iterator<Item = &[u64]> {
    let mut rest = state.as_slice();
    std::iter::from_fn(move || {
        let (&count, more) = rest.split_first()?;
        let (given, after) = more.split_at(usize::try_from(count).ok()?);
        rest = after;
        Some(given)
    })
}

impl HeapAutomaton for Fields {
    fn state(&self, heap: &Heap, edges: &[&AutomatonState]) -> AutomatonState {
        let fields = Self::of(heap, edges);
        let of_external = |v: &VertexId| {
            let given = &fields[v.index()];
            std::iter::once(given.len() as u64).chain(given.iter().copied())
        };
        heap.externals().iter().flat_map(of_external).collect()
    }

    /// No vertex has a selector twice, and only objects have selectors.
    fn is_possible(&self, heap: &Heap, edges: &[&AutomatonState]) -> bool {
        let fields = Self::of(heap, edges);
        heap.vertices().all(|v| {
            let given = &fields[v.index()];
            given.windows(2).all(|pair| pair[0] != pair[1]) && (given.is_empty() || heap.is_object(v))
        })
    }
}

/// Splits a grammar so that all heaps derived from a nonterminal give its tentacles the same selectors. Most grammars
/// have this property, and are returned unchanged.
///
/// # Errors
/// As those of [`refine()`].
pub fn split_by_fields(
    alphabet: &mut Alphabet,
    grammar: &Grammar,
    observer: &mut dyn Observer,
) -> Result<Refinement, Stop> {
    let split = refine(alphabet, grammar, &[&Fields], observer)?;
    if split.is_split {
        for (label, state) in split.labels_with_state(0) {
            alphabet.set_reduction(label, by_external(state).map(<[u64]>::is_empty).collect());
        }
    }
    Ok(split)
}
