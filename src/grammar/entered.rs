//! What is reached for certain from a tentacle of a nonterminal edge, whatever the edge derives.

use std::collections::BTreeMap;

use smallvec::SmallVec;

use super::Grammar;
use crate::base::Idx;
use crate::heap::{Alphabet, Heap, Nonterminal, VertexId};

/// For each tentacle at which nonterminal edges are entered: what every heap that they derive shows from there.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Entered {
    /// By label and tentacle.
    known: BTreeMap<(Nonterminal, usize), Reached>,
}

/// What is reached from a tentacle.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Reached {
    /// By tentacle, whether it is reached in every derived heap.
    tentacles: SmallVec<[bool; 4]>,
    /// Whether every selector of every derived heap is.
    whole: bool,
}

impl Entered {
    /// Of the nonterminals of a grammar: the greatest solution of what its rules say of each other, so that what is
    /// claimed holds of every derivation, by induction.
    pub fn new(grammar: &Grammar) -> Self {
        let mut entered = Self { known: BTreeMap::new() };
        for (_, rule) in grammar.rules() {
            let rank = rule.body.externals().len();
            for tentacle in 0..rank {
                let all = Reached { tentacles: SmallVec::from_elem(true, rank), whole: true };
                entered.known.insert((rule.label, tentacle), all);
            }
        }
        loop {
            let before = entered.clone();
            for (_, rule) in grammar.rules() {
                for (tentacle, &start) in rule.body.externals().iter().enumerate() {
                    let (seen, whole) = entered.from(&rule.body, start);
                    let Some(known) = entered.known.get_mut(&(rule.label, tentacle)) else { continue };
                    known.whole &= whole;
                    for (reached, v) in known.tentacles.iter_mut().zip(rule.body.externals()) {
                        *reached &= seen[v.index()];
                    }
                }
            }
            if entered == before {
                return entered;
            }
        }
    }

    /// The vertices that a vertex reaches for certain, and whether these are the sources of everything in the heap.
    fn from(&self, heap: &Heap, start: VertexId) -> (Vec<bool>, bool) {
        let mut seen = vec![false; heap.vertex_bound()];
        let mut open = vec![start];
        while let Some(vertex) = open.pop() {
            if std::mem::replace(&mut seen[vertex.index()], true) {
                continue;
            }
            open.extend(heap.selectors(vertex).iter().map(|&(_, target)| target));
            for edge in heap.nonterminals() {
                let here = edge.tentacles.iter().enumerate().filter(|&(_, &t)| t == vertex);
                for known in here.filter_map(|(i, _)| self.known.get(&(edge.label, i))) {
                    let reached = edge.tentacles.iter().zip(&known.tentacles).filter(|&(_, &is)| is);
                    open.extend(reached.map(|(&t, _)| t));
                }
            }
        }
        let is_whole = |position: usize| {
            let edge = &heap.nonterminals()[position];
            let tentacles = edge.tentacles.iter().enumerate().filter(|(_, t)| seen[t.index()]);
            tentacles.into_iter().any(|(i, _)| self.known.get(&(edge.label, i)).is_some_and(|known| known.whole))
        };
        // An object without any edge is not reached.
        let whole = heap.vertices().all(|v| seen[v.index()] || heap.is_external(v) || Self::is_attached(heap, v))
            && heap.selector_edges().all(|(source, ..)| seen[source.index()])
            && (0..heap.nonterminals().len()).all(is_whole);
        (seen, whole)
    }

    /// Whether the vertices of a heap together reach every object of every heap that it describes.
    pub fn reach_all(&self, heap: &Heap) -> bool {
        heap.nonterminals().iter().all(|edge| {
            let known = (0..edge.tentacles.len()).filter_map(|tentacle| self.known.get(&(edge.label, tentacle)));
            known.into_iter().any(|known| known.whole)
        })
    }

    /// Whether a vertex reaches everything in a heap, whatever its nonterminal edges derive: every selector, and every
    /// vertex at a tentacle that is none of reduction. Isolated vertices do not count.
    pub fn reaches_all(&self, heap: &Heap, alphabet: &Alphabet, start: VertexId) -> bool {
        let (seen, whole) = self.from(heap, start);
        let sources = heap.nonterminals().iter().flat_map(|edge| {
            let reduction = &alphabet.nonterminal(edge.label).reduction;
            edge.tentacles.iter().zip(reduction).filter(|&(_, &reduction)| !reduction).map(|(&t, _)| t)
        });
        whole && sources.into_iter().all(|v| seen[v.index()] || Some(v) == heap.null())
    }
    /// Whether something is attached to a vertex.
    fn is_attached(heap: &Heap, vertex: VertexId) -> bool {
        heap.selector_edges().any(|(source, _, target)| source == vertex || target == vertex)
            || heap.nonterminals().iter().any(|edge| edge.tentacles.contains(&vertex))
            || heap.variables().iter().any(|&(_, target)| target == vertex)
    }
}
