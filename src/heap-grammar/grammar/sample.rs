//! Random heaps of the language of a heap.
//!
//! The numbers of objects that a nonterminal edge can derive are computed beforehand, by closings (see `close`), which
//! determine the compatible derivations. So every choice leads to a heap of the size that was drawn.

use std::ops::RangeInclusive;

use super::close::{Closing, Cost, Way};
use super::{Grammar, RuleId};
use crate::heap::document::NODE_LIMIT;
use crate::heap::{Heap, Nonterminal, NonterminalEdge};
use base::{IndexVec, Random};

/// Maximum number of steps of a draw: rules that add nothing, which checks reject, could be applied for ever.
const STEP_LIMIT: usize = 100_000;

/// A way to derive the edges of a heap: the closing of each, and the possible numbers of objects.
struct Plan {
    inner: Vec<usize>,
    /// `sums[i][n]`: the edges from `i` on can have `n` objects in total.
    sums: Vec<Vec<bool>>,
}

impl Plan {
    fn new(way: Way, room: usize) -> Self {
        let mut sums = vec![vec![false; room]; way.inner.len() + 1];
        sums[way.inner.len()].iter_mut().take(1).for_each(|none| *none = true);
        Self { inner: way.inner, sums }
    }

    /// Computes whether the edges can have `size` objects, given the `sizes` up to that number.
    fn update(&mut self, edges: &[NonterminalEdge], sizes: &Sizes, size: usize) {
        for i in (0..self.inner.len()).rev() {
            let own = &sizes[edges[i].label][self.inner[i]];
            let rest = &self.sums[i + 1];
            self.sums[i][size] |= (0..=size).any(|n| own[n] && rest[size - n]);
        }
    }
}

/// A rule with plans for the edges of its body.
struct Expansion {
    rule: RuleId,
    /// The number of its own objects.
    own: usize,
    plan: Plan,
}

impl Expansion {
    fn can_have(&self, size: usize) -> bool {
        size.checked_sub(self.own).is_some_and(|rest| self.plan.sums[0][rest])
    }
}

/// For each nonterminal, closing and number of objects, whether there is such a derivation.
type Sizes = IndexVec<Nonterminal, Vec<Vec<bool>>>;

/// Draws heaps from the language of a heap.
///
/// Every heap of the language can be drawn, unless there are very many compatible combinations of derived selectors;
/// the heaps are not equally likely. First the size is drawn uniformly, then the rules, among those that lead to this
/// size.
pub struct Sampler<'g> {
    grammar: &'g Grammar,
    start: Heap,
    plans: Vec<Plan>,
    sizes: Sizes,
    /// By nonterminal and closing.
    expansions: IndexVec<Nonterminal, Vec<Vec<Expansion>>>,
    largest: usize,
}

impl<'g> Sampler<'g> {
    /// Prepares draws of heaps with at most `largest` objects, and never more than [`NODE_LIMIT`]. The memory needed is
    /// linear in `largest`, the time at most quadratic.
    pub fn new(grammar: &'g Grammar, start: &Heap, largest: usize) -> Self {
        let largest = largest.min(NODE_LIMIT);
        let (closings, room) = (grammar.closings(), largest + 1);
        let labels = closings.labels().map(|label| closings.of(label));
        let mut expansions: IndexVec<Nonterminal, Vec<Vec<Expansion>>> =
            labels.clone().map(|of| of.iter().map(|_| Vec::new()).collect()).collect();
        for (id, rule) in grammar.rules() {
            let externals = rule.body.externals();
            for way in closings.ways(&rule.body, externals, true) {
                let given = way.given_to(externals);
                let types = way.types_of(rule);
                let same = |c: &Closing| c.given == given && c.types == types;
                let Some(number) = closings.of(rule.label).iter().position(same) else { continue };
                let expansion = Expansion { rule: id, own: Cost::of(rule).objects, plan: Plan::new(way, room) };
                expansions[rule.label][number].push(expansion);
            }
        }
        let plans = closings.ways(start, &[], true).into_iter().map(|way| Plan::new(way, room)).collect();
        let sizes = labels.map(|of| vec![vec![false; room]; of.len()]).collect();
        let mut sampler = Self { grammar, start: start.clone(), plans, sizes, expansions, largest };
        (0..=largest).for_each(|size| sampler.complete(size));
        sampler
    }

    /// Computes which derivations have `size` objects, given those that have fewer.
    fn complete(&mut self, size: usize) {
        let mut changed = true;
        while std::mem::take(&mut changed) {
            for (label, of) in self.expansions.indices().zip(self.expansions.iter_mut()) {
                for (number, expansion) in
                    of.iter_mut().enumerate().flat_map(|(i, es)| es.iter_mut().map(move |e| (i, e)))
                {
                    let edges = self.grammar.rules[expansion.rule].body.nonterminals();
                    expansion.plan.update(edges, &self.sizes, size);
                    if expansion.can_have(size) && !self.sizes[label][number][size] {
                        self.sizes[label][number][size] = true;
                        changed = true;
                    }
                }
            }
        }
        self.plans.iter_mut().for_each(|plan| plan.update(self.start.nonterminals(), &self.sizes, size));
    }

    /// The numbers of objects of heaps in the language, up to the largest prepared, ascending.
    pub fn sizes(&self) -> impl Iterator<Item = usize> {
        let own = self.start.objects();
        (own..=self.largest).filter(move |size| self.plans.iter().any(|plan| plan.sums[0][size - own]))
    }

    /// Draws a heap without nonterminals whose number of objects is in `sizes`; the vertices of the start keep their
    /// ids. Equal random numbers give equal heaps. `None` if the language has no heap of such a size.
    pub fn draw(&self, sizes: RangeInclusive<usize>, random: &mut Random) -> Option<Heap> {
        let size = pick(self.sizes().filter(|size| sizes.contains(size)), random)? - self.start.objects();
        let plan = pick(self.plans.iter().filter(|plan| plan.sums[0][size]), random)?;
        let mut heap = self.start.clone();
        // For each nonterminal edge, the number of its closing and of its objects.
        let mut open: Vec<(usize, usize)> = Vec::new();
        self.share(plan, heap.nonterminals(), size, &mut open, random);
        for _ in 0..STEP_LIMIT {
            let Some((number, size)) = open.pop() else { return Some(heap) };
            let label = heap.nonterminals()[open.len()].label;
            let expansion = pick(self.expansions[label][number].iter().filter(|e| e.can_have(size)), random)?;
            let body = &self.grammar.rules[expansion.rule].body;
            if !heap.replace(open.len(), body) {
                return None;
            }
            self.share(&expansion.plan, body.nonterminals(), size - expansion.own, &mut open, random);
        }
        None
    }

    /// Distributes `size` objects among the edges of a heap.
    fn share(
        &self,
        plan: &Plan,
        edges: &[NonterminalEdge],
        mut size: usize,
        open: &mut Vec<(usize, usize)>,
        random: &mut Random,
    ) {
        for (i, (edge, &number)) in edges.iter().zip(&plan.inner).enumerate() {
            let own = &self.sizes[edge.label][number];
            let possible = (0..=size).filter(|&n| own[n] && plan.sums[i + 1][size - n]);
            let share = pick(possible, random).unwrap_or(0);
            open.push((number, share));
            size -= share;
        }
    }
}

/// One of these, uniformly.
fn pick<T>(from: impl Iterator<Item = T>, random: &mut Random) -> Option<T> {
    let mut from: Vec<T> = from.collect();
    (!from.is_empty()).then(|| from.swap_remove(random.below(from.len())))
}
