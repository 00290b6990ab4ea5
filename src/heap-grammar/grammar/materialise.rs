//! Materialisation: making concrete a selector that a nonterminal hides.

use std::collections::BTreeSet;

use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use super::{Grammar, RuleId};
use crate::heap::{
    Alphabet, Canoniser, EmbeddingEffort, ExternalOrder, Heap, Nonterminal, NonterminalEdge, Selector, TypeId, VertexId,
};
use base::{CollectByInsertion, CompactSort, IndexVec};

/// Maximum number of bodies for one tentacle and selector; with more, the selector counts as not concretisable in
/// finitely many ways.
const BODY_LIMIT: usize = 64;

/// The effort for folding all bodies and computing their canonical forms; it is exceeded with the same consequence.
const EFFORT: u64 = 2_000_000;

/// A selector hidden at a tentacle cannot be made concrete in finitely many ways, or only in more ways than the limits
/// allow.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Unbounded {
    /// The nonterminal.
    pub label: Nonterminal,
    /// Its tentacle.
    pub tentacle: usize,
}

/// A tentacle of a nonterminal, and a selector that the nonterminal may give it.
type Place = (Nonterminal, usize, Selector);

/// For every place at which a nonterminal may hide a selector, the ways to make it concrete.
///
/// For the place `(N, t, f)`, the bodies have `f` at external `t` and together describe every heap of `L(N)` in which
/// external `t` has `f`. If the rules of `N` that directly have the selector there suffice (the grammar is *locally
/// concretisable*), they are the bodies. Otherwise there are also rules in which the nonterminal that hides the
/// selector is replaced by its own bodies, folded as far as the selector stays visible.
#[derive(Clone, Debug, Default)]
pub(super) struct Materialisation {
    bodies: FxHashMap<Place, Vec<Heap>>,
    /// Places at which rules alone did not suffice, with a rule that they do not cover.
    pub(super) repaired: Vec<(Place, RuleId)>,
    /// Places for which no finite set of bodies was found; their known bodies are incomplete.
    pub(super) unbounded: Vec<(Place, RuleId)>,
    /// For every place, the minimum number of derivation steps that make the selector concrete.
    missing: FxHashMap<Place, u32>,
}

impl Materialisation {
    pub(super) fn new(alphabet: &Alphabet, grammar: &Grammar) -> Self {
        let missing = hiding_places(alphabet, grammar);
        let mut places: Vec<Place> = missing.keys().copied().collect();
        places.compact_sort();
        let mut canoniser = Canoniser::default();
        let mut bodies: FxHashMap<Place, Vec<Heap>> = FxHashMap::default();
        for &(label, tentacle, selector) in &places {
            let direct = grammar.rules.iter().filter(|r| r.label == label).map(|r| &r.body);
            let direct = direct.filter(|b| b.target(b.externals()[tentacle], selector).is_some());
            let canonical = direct.map(|b| {
                let mut body = b.clone();
                canoniser.canonicalise(&mut body, ExternalOrder::Fixed);
                body
            });
            bodies.insert((label, tentacle, selector), canonical.collect());
        }
        let mut result = Self { bodies, repaired: Vec::new(), unbounded: Vec::new(), missing };
        let mut effort = EmbeddingEffort::of(EFFORT);
        // A new body at one place may give new bodies at places whose rules lead there: repeat up to the fixpoint.
        loop {
            let mut changed = false;
            for &place in &places {
                changed |= result.cover(place, grammar, &mut canoniser, &mut effort);
            }
            if !changed {
                return result;
            }
        }
    }

    /// Adds bodies for the heaps that the bodies of `place` do not cover yet; returns whether there were any.
    fn cover(
        &mut self,
        place: Place,
        grammar: &Grammar,
        canoniser: &mut Canoniser,
        effort: &mut EmbeddingEffort,
    ) -> bool {
        let (label, tentacle, selector) = place;
        let mut changed = false;
        for (id, rule) in grammar.rules.iter_enumerated().filter(|(_, r)| r.label == label) {
            let external = rule.body.externals()[tentacle];
            if rule.body.target(external, selector).is_some() {
                continue;
            }
            for (position, inner) in attached(&rule.body, external) {
                let edge = rule.body.nonterminals()[position].label;
                let inner_bodies = self.bodies.get(&(edge, inner, selector)).cloned().unwrap_or_default();
                for inner_body in inner_bodies {
                    if effort.is_used_up() {
                        self.give_up(place, id);
                        return changed;
                    }
                    let Some(mut body) = typed_for(&rule.body, position, &inner_body) else { continue };
                    if !body.replace(position, &inner_body) {
                        continue;
                    }
                    grammar.fold_around(&mut body, external, effort);
                    canoniser.canonicalise(&mut body, ExternalOrder::Fixed);
                    // Visiting a vertex takes longer than a step of a search.
                    effort.spend(8 * (body.vertex_bound() + canoniser.work()));
                    let known = self.bodies.entry(place).or_default();
                    if known.contains(&body) {
                        continue;
                    }
                    if known.len() == BODY_LIMIT {
                        self.give_up(place, id);
                        return changed;
                    }
                    known.push(body);
                    self.repaired.push((place, id));
                    changed = true;
                }
            }
        }
        changed
    }

    /// Records that no finite set of bodies was found for a place, because of a rule.
    fn give_up(&mut self, place: Place, rule: RuleId) {
        if self.unbounded.iter().all(|(p, _)| *p != place) {
            self.unbounded.push((place, rule));
        }
    }

    fn bodies(&self, place: Place) -> &[Heap] {
        self.bodies.get(&place).map_or(&[], Vec::as_slice)
    }
}

/// The body of a rule, with null at the external vertices that must be null when a nonterminal edge at them is replaced
/// by `inner`, which needs another type there. `None` if no such heap exists.
fn typed_for(body: &Heap, position: usize, inner: &Heap) -> Option<Heap> {
    let mut typed = body.clone();
    for (&vertex, &external) in body.nonterminals()[position].tentacles.iter().zip(inner.externals()) {
        let (ty, of_rule) = (typed.vertex_type(vertex), inner.vertex_type(external));
        if ty.stands_for(of_rule) {
            continue;
        }
        let may_be_null = body.is_external(vertex) && body.selectors(vertex).is_empty();
        if !may_be_null || ty == TypeId::INT || of_rule == TypeId::INT {
            return None;
        }
        typed.set_type(vertex, TypeId::NULL);
    }
    Some(typed)
}

/// The edges and tentacles attached to `vertex`.
fn attached(heap: &Heap, vertex: VertexId) -> SmallVec<[(usize, usize); 4]> {
    let edges = heap.nonterminals().iter().enumerate();
    edges
        .flat_map(|(e, edge)| {
            edge.tentacles.iter().enumerate().filter(|&(_, &t)| t == vertex).map(move |(t, _)| (e, t))
        })
        .collect()
}

/// Every place at which some derivation gives the tentacle the selector, with the minimum number of steps: a least
/// fixpoint over the rules, in rounds.
fn hiding_places(alphabet: &Alphabet, grammar: &Grammar) -> FxHashMap<Place, u32> {
    let mut hidden: IndexVec<Nonterminal, Vec<Vec<Selector>>> =
        alphabet.nonterminals().map(|(_, info)| vec![Vec::new(); info.rank()]).collect();
    let mut missing = FxHashMap::default();
    for round in 1.. {
        let mut found: Vec<Place> = Vec::new();
        for rule in &grammar.rules {
            for (tentacle, &external) in rule.body.externals().iter().enumerate() {
                let direct = rule.body.selectors(external).iter().map(|&(label, _)| label);
                let edges = rule.body.nonterminals();
                let through = attached(&rule.body, external);
                let through = through.iter().flat_map(|&(e, t)| hidden[edges[e].label][t].iter().copied());
                found.extend(direct.chain(through).map(|selector| (rule.label, tentacle, selector)));
            }
        }
        let before = missing.len();
        for place in found {
            missing.entry(place).or_insert_with(|| {
                hidden[place.0][place.1].push(place.2);
                round
            });
        }
        if missing.len() == before {
            break;
        }
    }
    missing
}

impl Grammar {
    /// Whether some nonterminal edge at `vertex` may hide its selector edge `selector`. Null, numbers and what is gone have
    /// no selectors, whatever the tentacle may have elsewhere.
    pub fn hides(&self, heap: &Heap, vertex: VertexId, selector: Selector) -> bool {
        let object = !heap.vertex_type(vertex).is_leaf();
        let places = attached(heap, vertex).into_iter().map(|(e, t)| (heap.nonterminals()[e].label, t, selector));
        object && places.into_iter().any(|place| self.materialisation.missing.contains_key(&place))
    }

    /// An object with a selector edge that two parts of a heap have, or null with one that some part has, in a grammar that is
    /// [split](super::split_by_fields).
    ///
    /// Law: then the language of the heap is empty.
    pub fn owned_twice(&self, heap: &Heap) -> Option<(VertexId, Selector)> {
        let owners = |vertex: VertexId, selector: Selector| {
            let shown = usize::from(heap.target(vertex, selector).is_some());
            let edges = attached(heap, vertex).into_iter().filter(|&(e, t)| {
                self.materialisation.missing.contains_key(&(heap.nonterminals()[e].label, t, selector))
            });
            // Two tentacles of one edge may be at the only element of a structure.
            let edges: BTreeSet<usize> = edges.map(|(e, _)| e).collect_by_insertion();
            shown + edges.len()
        };
        let hidden = self.materialisation.missing.keys().map(|&(.., selector)| selector);
        let selectors: BTreeSet<Selector> = hidden.collect_by_insertion();
        let mut places = heap.vertices().flat_map(|vertex| selectors.iter().map(move |&selector| (vertex, selector)));
        places.find(|&(vertex, selector)| owners(vertex, selector) > usize::from(!heap.vertex_type(vertex).is_leaf()))
    }

    /// All ways to make `vertex.selector` concrete [HMC 2.2]: one heap for every nonterminal edge and tentacle at the
    /// vertex that may hide it, and for each of its bodies. Empty if nothing hides the selector.
    ///
    /// Law: the language of `heap`, restricted to heaps in which the vertex has the selector, is contained in the union
    /// of the languages of the results. If the grammar is [split](super::split_by_fields), these are all heaps of the
    /// language if some edge hides the selector, and none otherwise.
    ///
    /// # Errors
    /// If no finite number of ways is known.
    pub fn materialise(&self, heap: &Heap, vertex: VertexId, selector: Selector) -> Result<Vec<Heap>, Unbounded> {
        let mut results = Vec::new();
        for (position, tentacle) in attached(heap, vertex) {
            let label = heap.nonterminals()[position].label;
            if self.materialisation.unbounded.iter().any(|&(place, _)| place == (label, tentacle, selector)) {
                return Err(Unbounded { label, tentacle });
            }
            for body in self.materialisation.bodies((label, tentacle, selector)) {
                let mut result = heap.clone();
                if result.replace(position, body) {
                    results.push(result);
                }
            }
        }
        Ok(results)
    }

    /// All derivation steps at edges that may hide `vertex.selector`, sorted by the number of steps that are then still
    /// needed to make the selector concrete; results in which the vertex does not have the selector come last. Empty if
    /// nothing hides the selector.
    ///
    /// If the rules that directly have the selector suffice at an edge, steps that leave it hidden are omitted: lists
    /// that are also concatenations of lists would be derived in as many ways as there are trees with that many leaves.
    ///
    /// Unlike the results of [`Grammar::materialise`], whose bodies may be folded and then describe more than the rules
    /// derive, these describe only heaps in the language of `heap`.
    ///
    /// Law: repeated until nothing hides the selector, the results together have the language of `heap`.
    pub fn derive_towards(&self, heap: &Heap, vertex: VertexId, selector: Selector) -> Vec<Heap> {
        let mut edges: SmallVec<[usize; 4]> = SmallVec::new();
        for (position, tentacle) in attached(heap, vertex) {
            let place = (heap.nonterminals()[position].label, tentacle, selector);
            if self.materialisation.missing.contains_key(&place) && !edges.contains(&position) {
                edges.push(position);
            }
        }
        let mut results: Vec<(u32, Heap)> = Vec::new();
        for edge in edges {
            let at_once = self.shows_at_once(heap, edge, vertex, selector);
            let steps = self.derive_at(heap, edge).into_iter().map(|(_, derived)| derived);
            let steps = steps.map(|derived| (self.missing_steps(&derived, vertex, selector), derived));
            let wanted = steps.filter(|(missing, _)| !at_once || missing.is_none_or(|missing| missing == 0));
            results.extend(wanted.map(|(missing, derived)| (missing.unwrap_or(u32::MAX), derived)));
        }
        results.compact_sort_by_key(|&(missing, _)| missing);
        results.into_iter().map(|(_, derived)| derived).collect()
    }

    /// Whether the rules that directly have the selector derive everything in which the edge gives it to the vertex.
    fn shows_at_once(&self, heap: &Heap, edge: usize, vertex: VertexId, selector: Selector) -> bool {
        let Materialisation { repaired, unbounded, .. } = &self.materialisation;
        let NonterminalEdge { label, tentacles, .. } = &heap.nonterminals()[edge];
        let places = tentacles.iter().enumerate().filter(|&(_, &t)| t == vertex).map(|(t, _)| (*label, t, selector));
        places.into_iter().all(|place| repaired.iter().chain(unbounded).all(|(other, _)| *other != place))
    }

    /// The minimum number of derivation steps until `vertex.selector` is concrete; `None` if nothing hides it.
    fn missing_steps(&self, heap: &Heap, vertex: VertexId, selector: Selector) -> Option<u32> {
        if heap.target(vertex, selector).is_some() {
            return Some(0);
        }
        let places = attached(heap, vertex).into_iter().map(|(e, t)| (heap.nonterminals()[e].label, t, selector));
        places.filter_map(|place| self.materialisation.missing.get(&place).copied()).min()
    }

    /// Materialises as long as `hidden` returns a hidden selector. Returns all resulting heaps, in the order of the
    /// rules, or `None` if there are more than `limit` or infinitely many.
    pub fn materialise_all(
        &self,
        heap: Heap,
        limit: usize,
        hidden: impl Fn(&Heap) -> Option<(VertexId, Selector)>,
    ) -> Option<Vec<Heap>> {
        let mut results = Vec::new();
        let mut open = vec![heap];
        while let Some(heap) = open.pop() {
            match hidden(&heap) {
                Some((vertex, selector)) => {
                    open.extend(self.materialise(&heap, vertex, selector).ok()?.into_iter().rev())
                }
                None => results.push(heap),
            }
            if open.len() + results.len() > limit {
                return None;
            }
        }
        Some(results)
    }

    /// Whether some derivation of a nonterminal gives a tentacle a selector.
    pub fn may_give(&self, label: Nonterminal, tentacle: usize, selector: Selector) -> bool {
        self.materialisation.missing.contains_key(&(label, tentacle, selector))
    }

    /// Whether `vertex.selector` is not concrete but may be hidden.
    pub fn is_hidden(&self, heap: &Heap, vertex: VertexId, selector: Selector) -> bool {
        heap.target(vertex, selector).is_none() && self.hides(heap, vertex, selector)
    }

    /// Places at which materialisation needs more than the given rules: nonterminal, tentacle, selector, and a rule
    /// that the others do not cover.
    pub fn repaired(&self) -> impl Iterator<Item = (Nonterminal, usize, Selector, RuleId)> + '_ {
        self.materialisation
            .repaired
            .iter()
            .map(|&((label, tentacle, selector), rule)| (label, tentacle, selector, rule))
    }

    /// Places at which a selector cannot be made concrete in finitely many ways; analyses reject such a grammar.
    pub fn unbounded(&self) -> impl Iterator<Item = (Nonterminal, usize, Selector, RuleId)> + '_ {
        self.materialisation
            .unbounded
            .iter()
            .map(|&((label, tentacle, selector), rule)| (label, tentacle, selector, rule))
    }
}
