//! Which selectors nonterminals give to the vertices at which they are attached.
//!
//! A rule may leave out a selector that other rules of its nonterminal have. Then an edge with this label does not say
//! whether a field is hidden in it, and making the field concrete would lose the heaps in which it is not. So grammars are
//! [split](split_by_fields) until every nonterminal either always gives a tentacle a selector, or never does.

use super::automaton::{AutomatonState, HeapAutomaton};
use super::{Grammar, Refinement, refine};
use crate::base::{CompactSort, Idx, Observer, Stop};
use crate::heap::{Alphabet, Heap, Selector, VertexId};

/// The heap automaton whose state is the set of selectors of each external vertex: their number, then the selectors, for one
/// external after the other.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Fields;

impl Fields {
    /// For every vertex its selectors, each as often as it is given, sorted.
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

/// The parts of a state, by external.
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

    /// No vertex has a selector twice, and only objects have any.
    fn is_possible(&self, heap: &Heap, edges: &[&AutomatonState]) -> bool {
        let fields = Self::of(heap, edges);
        heap.vertices().all(|v| {
            let given = &fields[v.index()];
            given.windows(2).all(|pair| pair[0] != pair[1]) && (given.is_empty() || heap.is_object(v))
        })
    }
}

/// Splits a grammar so that all heaps that a nonterminal derives give its tentacles the same selectors. In most grammars
/// they do already, and the result is the given one.
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
