//! Reachability along selectors inside nonterminal edges, over all derivations: certain and possible.

use std::borrow::Cow;
use std::collections::BTreeMap;

use smallvec::SmallVec;

use super::Grammar;
use crate::heap::{Alphabet, Heap, Nonterminal, Selector, VertexId};
use base::Idx;

/// Reachability inside nonterminal edges from each of their tentacles.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Entered {
    /// By label and tentacle.
    known: BTreeMap<(Nonterminal, usize), Reached>,
}

/// Reachability from a tentacle.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Reached {
    /// By tentacle, whether it is reached in every derived heap.
    certain: SmallVec<[bool; 4]>,
    /// By tentacle, whether it is reached in some derived heap.
    possible: SmallVec<[bool; 4]>,
    /// Whether some derived heap gives the tentacle a selector; if none does, nothing is reached.
    enters: bool,
    /// Whether every selector of every derived heap is reached.
    selectors: bool,
    /// Whether every object of every derived heap is reached, too, even one without selectors.
    objects: bool,
}

/// The part of a heap reachable from some of its vertices.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ReachedPart {
    /// By vertex.
    pub vertices: Vec<bool>,
    /// By position of nonterminal edge, whether all of the edge is reached; otherwise nothing in it is.
    pub edges: Vec<bool>,
}

/// Certain or possible reachability.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Mode {
    Certain,
    Possible,
}

impl Entered {
    /// Computes reachability for the nonterminals of a grammar. Properties of every derivation are the greatest
    /// solution of the equations given by the rules, properties of some derivation the least; both by induction on
    /// derivations.
    pub fn new(grammar: &Grammar) -> Self {
        Self::of(grammar.rules().map(|(_, rule)| (rule.label, Cow::Borrowed(&rule.body))).collect())
    }

    /// The same along some selectors only: in heaps from which the others have been [removed](Heap::retain_selectors).
    pub fn along(grammar: &Grammar, selectors: &[Selector]) -> Self {
        let without_others = |body: &Heap| {
            let mut body = body.clone();
            body.retain_selectors(|_, selector| selectors.contains(&selector));
            body
        };
        Self::of(grammar.rules().map(|(_, rule)| (rule.label, Cow::Owned(without_others(&rule.body)))).collect())
    }

    fn of(rules: Vec<(Nonterminal, Cow<'_, Heap>)>) -> Self {
        let mut entered = Self { known: BTreeMap::new() };
        for (label, body) in &rules {
            let rank = body.externals().len();
            for tentacle in 0..rank {
                let start = Reached {
                    certain: SmallVec::from_elem(true, rank),
                    possible: SmallVec::from_elem(false, rank),
                    enters: false,
                    selectors: true,
                    objects: true,
                };
                entered.known.insert((*label, tentacle), start);
            }
        }
        loop {
            let before = entered.clone();
            for (label, body) in &rules {
                for tentacle in 0..body.externals().len() {
                    entered.learn(*label, body, tentacle);
                }
            }
            if entered == before {
                return entered;
            }
        }
    }

    /// Whether some derived heap gives a tentacle of a nonterminal edge a selector.
    pub fn enters(&self, label: Nonterminal, tentacle: usize) -> bool {
        self.known.get(&(label, tentacle)).is_some_and(|known| known.enters)
    }

    /// Applies the equations of a rule for one tentacle.
    fn learn(&mut self, label: Nonterminal, body: &Heap, tentacle: usize) {
        let start = body.externals()[tentacle];
        let certain = self.reached(body, &[start], Mode::Certain);
        let possible = self.reached(body, &[start], Mode::Possible);
        let selectors = self.has_all_selectors(body, &certain);
        let is_found = |v: VertexId| certain[v.index()] || body.is_external(v) || !body.is_object(v);
        let objects = selectors
            && body.vertices().all(is_found)
            && (0..body.nonterminals().len()).all(|edge| self.is_whole(body, edge, &certain, |known| known.objects));
        let enters = !body.selectors(start).is_empty() || self.edges_at(body, start).any(|known| known.enters);
        let Some(known) = self.known.get_mut(&(label, tentacle)) else { return };
        known.selectors &= selectors;
        known.objects &= objects;
        known.enters |= enters;
        for (i, v) in body.externals().iter().enumerate() {
            known.certain[i] &= certain[v.index()];
            known.possible[i] |= possible[v.index()];
        }
    }

    /// The reachability of the edges at a vertex, once for each tentacle attached to it.
    fn edges_at<'a>(&'a self, heap: &'a Heap, vertex: VertexId) -> impl Iterator<Item = &'a Reached> + 'a {
        let tentacles =
            heap.nonterminals().iter().flat_map(|edge| edge.tentacles.iter().enumerate().map(move |t| (edge, t)));
        tentacles.filter(move |(_, (_, t))| **t == vertex).filter_map(|(edge, (i, _))| self.known.get(&(edge.label, i)))
    }

    /// By vertex, whether it is reachable from some vertices, these included.
    fn reached(&self, heap: &Heap, from: &[VertexId], mode: Mode) -> Vec<bool> {
        let mut seen = vec![false; heap.vertex_bound()];
        let mut open = from.to_vec();
        while let Some(vertex) = open.pop() {
            if std::mem::replace(&mut seen[vertex.index()], true) {
                continue;
            }
            // Null and numbers lead nowhere, whatever is attached to them.
            if !heap.is_object(vertex) && !heap.is_external(vertex) {
                continue;
            }
            open.extend(heap.selectors(vertex).iter().map(|&(_, target)| target));
            for edge in heap.nonterminals() {
                let here = edge.tentacles.iter().enumerate().filter(|&(_, &t)| t == vertex);
                for known in here.filter_map(|(i, _)| self.known.get(&(edge.label, i))) {
                    let which = if mode == Mode::Certain { &known.certain } else { &known.possible };
                    let reached = edge.tentacles.iter().zip(which).filter(|&(_, &is)| is);
                    open.extend(reached.map(|(&t, _)| t));
                }
            }
        }
        seen
    }

    /// Whether an edge is reached as a whole through one of the `seen` vertices.
    fn is_whole(&self, heap: &Heap, edge: usize, seen: &[bool], whole: impl Fn(&Reached) -> bool) -> bool {
        let edge = &heap.nonterminals()[edge];
        let mut tentacles = edge.tentacles.iter().enumerate().filter(|(_, t)| seen[t.index()]);
        tentacles.any(|(i, _)| self.known.get(&(edge.label, i)).is_some_and(&whole))
    }

    /// Whether the `seen` vertices are the sources of all selectors of the heap. Isolated objects are not considered.
    fn has_all_selectors(&self, heap: &Heap, seen: &[bool]) -> bool {
        let is_attached = |vertex: VertexId| {
            heap.selector_edges().any(|(source, _, target)| source == vertex || target == vertex)
                || heap.nonterminals().iter().any(|edge| edge.tentacles.contains(&vertex))
                || heap.variables().iter().any(|&(_, target)| target == vertex)
        };
        heap.vertices().all(|v| seen[v.index()] || heap.is_external(v) || is_attached(v))
            && heap.selector_edges().all(|(source, ..)| seen[source.index()])
            && (0..heap.nonterminals().len()).all(|edge| self.is_whole(heap, edge, seen, |known| known.selectors))
    }

    /// The part of a heap reachable from some of its vertices, if it is the same in every heap of the language: each
    /// vertex is either always or never reached, and so is everything that an edge derives.
    pub fn part(&self, heap: &Heap, from: &[VertexId]) -> Option<ReachedPart> {
        let vertices = self.reached(heap, from, Mode::Certain);
        let possible = self.reached(heap, from, Mode::Possible);
        if heap.vertices().any(|v| heap.is_object(v) && vertices[v.index()] != possible[v.index()]) {
            return None;
        }
        let of_edge = |position: usize| {
            let edge = &heap.nonterminals()[position];
            let is_seen = |t: &VertexId| vertices[t.index()] && heap.is_object(*t);
            let tentacles = edge.tentacles.iter().enumerate().filter(|(_, t)| is_seen(t));
            let mut known = tentacles.filter_map(|(i, _)| self.known.get(&(edge.label, i)));
            let is_entered = known.any(|known| known.enters);
            let is_whole = self.is_whole(heap, position, &vertices, |known| known.objects);
            (is_entered == is_whole).then_some(is_whole)
        };
        let edges = (0..heap.nonterminals().len()).map(of_edge).collect::<Option<Vec<bool>>>()?;
        Some(ReachedPart { vertices, edges })
    }

    /// Whether every object of every heap in the language is reachable from some vertex of `heap`.
    pub fn reach_all(&self, heap: &Heap) -> bool {
        let all: Vec<VertexId> = heap.vertices().collect();
        self.part(heap, &all).is_some_and(|part| part.edges.iter().all(|&is_reached| is_reached))
    }

    /// Whether everything in a heap is reachable from a vertex, whatever its nonterminal edges derive: every selector,
    /// and every vertex at a tentacle that is not a reduction tentacle. Isolated vertices do not count.
    pub fn reaches_all(&self, heap: &Heap, alphabet: &Alphabet, start: VertexId) -> bool {
        let seen = self.reached(heap, &[start], Mode::Certain);
        let sources = heap.nonterminals().iter().flat_map(|edge| {
            let reduction = &alphabet.nonterminal(edge.label).reduction;
            edge.tentacles.iter().zip(reduction).filter(|&(_, &reduction)| !reduction).map(|(&t, _)| t)
        });
        self.has_all_selectors(heap, &seen) && sources.into_iter().all(|v| seen[v.index()] || Some(v) == heap.null())
    }
}

impl ReachedPart {
    /// Whether this part is the whole heap, ignoring null and numbers.
    pub fn is_all_of(&self, heap: &Heap) -> bool {
        heap.vertices().all(|v| self.vertices[v.index()] || !heap.is_object(v)) && self.edges.iter().all(|&is| is)
    }

    /// Removes everything else from the heap. Unreached vertices attached to a reached edge stay, without selectors.
    pub fn cut_out(&self, heap: &mut Heap) {
        let lost: Vec<_> = heap.selector_edges().filter(|(source, ..)| !self.vertices[source.index()]).collect();
        lost.into_iter().for_each(|(source, label, _)| heap.remove_selector(source, label));
        let mut edges = self.edges.iter();
        heap.retain_nonterminals(|_| edges.next().is_some_and(|&is_reached| is_reached));
        let attached: Vec<VertexId> = heap.nonterminals().iter().flat_map(|e| e.tentacles.iter().copied()).collect();
        let constants: Vec<VertexId> = heap.vertices().filter(|&v| !heap.is_object(v)).collect();
        heap.retain_vertices(|v| self.vertices[v.index()] || attached.contains(&v) || constants.contains(&v));
    }
}
