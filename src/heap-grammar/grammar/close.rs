//! Closing heaps: replacing nonterminal edges by derivations that are as small as possible.
//!
//! Derivations are compatible depending on the selectors that they give to the vertices they are attached to: a vertex
//! has each selector at most once, null and numbers have none. So for each nonterminal there is a smallest derivation
//! for each set of selectors that it may give its tentacles, and for each choice of their types. In most grammars there
//! is one such set.

use super::{Grammar, Rule, RuleId};
use crate::heap::document::NODE_LIMIT;
use crate::heap::{Heap, Nonterminal, NonterminalEdge, Selector, TypeId, VertexId};
use base::{CompactSort, Idx, IndexVec};

/// Maximum number of ways to close a heap; the cheapest are kept. Only adversarial grammars have more.
const WAY_LIMIT: usize = 64;

/// The size of a derivation: first by number of objects, then by number of steps. Neither may exceed [`NODE_LIMIT`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default, Debug)]
pub(super) struct Cost {
    pub objects: usize,
    pub steps: usize,
}

impl Cost {
    fn and(self, other: Cost) -> Option<Cost> {
        let sum = Cost { objects: self.objects + other.objects, steps: self.steps + other.steps };
        (sum.objects.max(sum.steps) <= NODE_LIMIT).then_some(sum)
    }

    /// The cost of one application of a rule, without its nonterminals.
    pub(super) fn of(rule: &Rule) -> Cost {
        let body = &rule.body;
        let own = |&v: &VertexId| !body.is_external(v) && body.is_object(v);
        Cost { objects: body.vertices().filter(own).count(), steps: 1 }
    }
}

/// The cheapest of the derivations of a nonterminal that give its tentacles the same selectors and begin with a rule
/// for the same types.
#[derive(Clone, Debug)]
pub(super) struct Closing {
    /// Pairs of tentacle and selector given to it, sorted.
    pub given: Vec<(usize, Selector)>,
    /// The types of the rule's externals, by tentacle.
    pub types: Vec<TypeId>,
    cost: Cost,
    rule: RuleId,
    inner: Vec<usize>,
}

/// Compatible closings of all nonterminal edges of a heap.
#[derive(Clone, Default, Debug)]
pub(super) struct Way {
    /// The resulting selectors of vertices, sorted; only as long as they are needed.
    given: Vec<(VertexId, Selector)>,
    /// The external vertices of a rule that are null because its edges need other types there; sorted.
    nulls: Vec<VertexId>,
    /// The total cost of the closings.
    cost: Cost,
    /// For each edge, the number of its closing.
    pub inner: Vec<usize>,
}

impl Way {
    /// Extends this way by a closing of the next edge, if they are compatible.
    fn and(
        &self,
        heap: &Heap,
        interface: &[VertexId],
        edge: &NonterminalEdge,
        number: usize,
        closing: &Closing,
    ) -> Option<Way> {
        let mut nulls = self.nulls.clone();
        for (&vertex, &ty) in edge.tentacles.iter().zip(&closing.types) {
            let own = heap.vertex_type(vertex);
            match nulls.binary_search(&vertex) {
                _ if own.stands_for(ty) => {}
                Err(place) if interface.contains(&vertex) && own != TypeId::INT && ty != TypeId::INT => {
                    nulls.insert(place, vertex);
                }
                Ok(_) if ty != TypeId::INT => {}
                _ => return None,
            }
        }
        let mut given = self.given.clone();
        for &(tentacle, selector) in &closing.given {
            let gift = (edge.tentacles[tentacle], selector);
            match given.binary_search(&gift) {
                Err(place) if heap.is_object(gift.0) => given.insert(place, gift),
                _ => return None,
            }
        }
        if given.iter().any(|(vertex, _)| nulls.contains(vertex)) {
            return None;
        }
        let cost = self.cost.and(closing.cost)?;
        Some(Way { given, nulls, cost, inner: self.inner.iter().copied().chain([number]).collect() })
    }

    /// The types of the externals of a rule derived in this way.
    pub(super) fn types_of(&self, rule: &Rule) -> Vec<TypeId> {
        let externals = rule.body.externals().iter().zip(types_of(rule));
        externals.map(|(v, ty)| if self.nulls.contains(v) { TypeId::NULL } else { ty }).collect()
    }

    /// The selectors that the body of a rule, derived in this way, gives its externals: pairs of position and selector,
    /// sorted.
    pub(super) fn given_to(&self, externals: &[VertexId]) -> Vec<(usize, Selector)> {
        let position = |vertex| externals.iter().position(|&e| e == vertex);
        let mut given: Vec<_> = self.given.iter().filter_map(|&(v, selector)| Some((position(v)?, selector))).collect();
        given.compact_sort();
        given
    }
}

/// The closings of each nonterminal, numbered.
#[derive(Clone, Debug)]
pub(super) struct Closings(IndexVec<Nonterminal, Vec<Closing>>);

impl Closings {
    /// The least fixpoint of the rules.
    pub(super) fn new(rules: &IndexVec<RuleId, Rule>) -> Self {
        let bodies = rules.iter().flat_map(|r| r.body.nonterminals().iter().map(|e| e.label).chain([r.label]));
        let labels = bodies.map(|label| label.index() + 1).max().unwrap_or(0);
        let mut closings = Self(IndexVec::filled(Vec::new(), labels));
        let mut changed = Vec::new();
        let mut first = true;
        while first || changed.contains(&true) {
            let before = std::mem::replace(&mut changed, vec![false; labels]);
            for (id, rule) in rules.iter_enumerated() {
                let body = &rule.body;
                if !first && !body.nonterminals().iter().any(|e| before[e.label.index()]) {
                    continue;
                }
                for way in closings.ways(body, body.externals(), false) {
                    let Some(cost) = way.cost.and(Cost::of(rule)) else { continue };
                    let given = way.given_to(body.externals());
                    let types = way.types_of(rule);
                    let closing = Closing { given, types, cost, rule: id, inner: way.inner };
                    changed[rule.label.index()] |= closings.improve(rule.label, closing);
                }
            }
            first = false;
        }
        closings
    }

    /// Adds a closing if it is new or cheaper than the known one; returns whether it was.
    ///
    /// A closing costs more than each one inside it, even after those were replaced; so no closing contains itself.
    fn improve(&mut self, label: Nonterminal, closing: Closing) -> bool {
        let known = &mut self.0[label];
        match known.iter().position(|c| (&c.given, &c.types) == (&closing.given, &closing.types)) {
            Some(same) if known[same].cost <= closing.cost => return false,
            Some(same) => known[same] = closing,
            None if known.len() == WAY_LIMIT => return false,
            None => known.push(closing),
        }
        true
    }

    /// The nonterminals of the rules.
    pub(super) fn labels(&self) -> impl Iterator<Item = Nonterminal> + Clone {
        (0..self.0.len()).map(Nonterminal::at)
    }

    /// The closings of a nonterminal; none if it derives nothing.
    pub(super) fn of(&self, label: Nonterminal) -> &[Closing] {
        self.0.get(label).map_or(&[], Vec::as_slice)
    }

    /// The ways to close a heap, cheapest first: all of them, or only the cheapest among those that give the same
    /// selectors to the `interface`. Vertices outside the interface are not attached to anything else.
    pub(super) fn ways(&self, heap: &Heap, interface: &[VertexId], all: bool) -> Vec<Way> {
        // By vertex, the last edge for which its selectors matter.
        let mut matters = vec![0; heap.vertex_bound()];
        for (position, edge) in heap.nonterminals().iter().enumerate() {
            edge.tentacles.iter().for_each(|t| matters[t.index()] = position + 1);
        }
        interface.iter().for_each(|v| matters[v.index()] = usize::MAX);
        if heap.selector_edges().any(|(source, ..)| !heap.is_object(source)) {
            return Vec::new();
        }
        let own = heap.selector_edges().map(|(source, selector, _)| (source, selector));
        let given = own.filter(|(source, _)| matters[source.index()] > 0).collect();
        let mut ways = vec![Way { given, ..Way::default() }];
        for (position, edge) in heap.nonterminals().iter().enumerate() {
            let closings = || self.of(edge.label).iter().enumerate();
            let mut longer: Vec<Way> = ways
                .iter()
                .flat_map(|way| {
                    closings().filter_map(move |(number, closing)| way.and(heap, interface, edge, number, closing))
                })
                .collect();
            longer.iter_mut().for_each(|way| way.given.retain(|(v, _)| matters[v.index()] > position + 1));
            longer.compact_sort_by_key(|way| way.cost);
            if !all {
                let mut seen = std::collections::BTreeSet::new();
                longer.retain(|way| seen.insert((way.given.clone(), way.nulls.clone())));
            }
            longer.truncate(WAY_LIMIT);
            ways = longer;
        }
        ways
    }
}

/// The types of the external vertices of a rule.
pub(super) fn types_of(rule: &Rule) -> Vec<TypeId> {
    rule.body.externals().iter().map(|&external| rule.body.vertex_type(external)).collect()
}

impl Grammar {
    pub(super) fn closings(&self) -> &Closings {
        self.closings.get_or_init(|| Closings::new(&self.rules))
    }

    fn cheapest(&self, heap: &Heap) -> Option<Way> {
        self.closings().ways(heap, &[], false).into_iter().next()
    }

    /// The number of [objects](Heap::objects) of the smallest heaps in the language of `heap`; `None` if
    /// [`closed`](Self::closed) gives none.
    pub fn smallest(&self, heap: &Heap) -> Option<usize> {
        Some(heap.objects() + self.cheapest(heap)?.cost.objects)
    }

    /// A smallest heap without nonterminals in the language of `heap`: every nonterminal edge is replaced by a derivation
    /// that adds as few objects as possible, in as few steps as possible. Vertices of `heap` keep their ids.
    ///
    /// `None` if the language is empty, or all of its heaps have more than [`NODE_LIMIT`] objects besides those of `heap`.
    pub fn closed(&self, heap: &Heap) -> Option<Heap> {
        let mut closed = heap.clone();
        // For each nonterminal edge, the number of its closing.
        let mut open = self.cheapest(heap)?.inner;
        while let Some(number) = open.pop() {
            let position = open.len();
            let closing = &self.closings().of(closed.nonterminals()[position].label)[number];
            if !closed.replace(position, &self.rules[closing.rule].body) {
                return None;
            }
            open.extend(&closing.inner);
        }
        Some(closed)
    }
}
