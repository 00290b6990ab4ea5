//! Rules from which the others follow.

use rustc_hash::FxHashMap;

use super::{Grammar, Rule, RuleId};
use crate::heap::{Canoniser, EmbeddingEffort, ExternalOrder, Heap, NonterminalEdge};
use base::CompactSort;

/// Maximum number of heaps to which one is folded.
const FOLDINGS: usize = 100;

/// The effort for all foldings; rules for which it does not suffice are needed.
const EFFORT: u64 = 5_000_000;

/// The first rules of other derivations, for a rule, one of its edges, and a rule that is applied there.
struct Rederivations<'g> {
    grammar: &'g Grammar,
    known: FxHashMap<(RuleId, usize, RuleId), Vec<RuleId>>,
    /// The bodies with a selector, in canonical form.
    shown: Vec<(RuleId, Heap)>,
    effort: EmbeddingEffort,
}

impl Grammar {
    /// Rules that derive the same heaps as all rules do, in order. Those that are only there to be folded or materialised are left out: they join
    /// two lists, or take a list apart at its end.
    ///
    /// A rule `N → R` is not needed if some edge of `R`, whichever needed rule is applied to it, gives a heap that `N` derives starting with another needed rule, one
    /// with a selector. The parts that this derivation consists of have fewer selectors than the whole; by induction on their number, and
    /// then on the length of derivations, needed rules suffice.
    pub fn needed_rules(&self) -> Vec<&Rule> {
        let shown = self.rules.iter_enumerated().filter(|(_, rule)| rule.body.selector_edges().next().is_some());
        let canonical = |(id, rule): (RuleId, &Rule)| {
            let mut body = rule.body.clone();
            Canoniser::default().canonicalise(&mut body, ExternalOrder::Fixed);
            (id, body)
        };
        let shown = shown.map(canonical).collect();
        let (known, effort) = (FxHashMap::default(), EmbeddingEffort::of(EFFORT));
        let mut rederivations = Rederivations { grammar: self, known, shown, effort };
        let mut others: Vec<RuleId> = self.rules.indices().collect();
        others.compact_sort_by_key(|&id| (self.rules[id].body.nonterminals().len(), id));
        let mut needed: Vec<RuleId> = Vec::new();
        while let Some(position) = others.iter().position(|&id| !rederivations.suffice(&needed, id)) {
            needed.push(others.remove(position));
        }
        needed.compact_sort();
        needed.into_iter().map(|id| &self.rules[id]).collect()
    }
}

impl Rederivations<'_> {
    /// Whether a rule is not needed if these are there.
    fn suffice(&mut self, needed: &[RuleId], id: RuleId) -> bool {
        let rules = &self.grammar.rules;
        rules[id].body.nonterminals().iter().enumerate().any(|(edge, NonterminalEdge { label, .. })| {
            let mut inner = needed.iter().filter(|&&inner| rules[inner].label == *label);
            inner.all(|&inner| self.first_rules(id, edge, inner).iter().any(|first| needed.contains(first)))
        })
    }

    fn first_rules(&mut self, id: RuleId, edge: usize, inner: RuleId) -> &[RuleId] {
        let Self { grammar, known, shown, effort } = self;
        known.entry((id, edge, inner)).or_insert_with(|| {
            let Rule { label, body, .. } = &grammar.rules[id];
            let mut derived = body.clone();
            // What cannot be applied here may be if externals are null: then nothing is known.
            let folded = match derived.replace(edge, &grammar.rules[inner].body) {
                true => grammar.foldings_within(&derived, FOLDINGS, effort).unwrap_or_default(),
                false => Vec::new(),
            };
            let is_found = |body: &Heap| folded.iter().any(|(heap, _)| heap == body);
            let own = shown.iter().filter(|&&(first, _)| grammar.rules[first].label == *label);
            own.filter(|(_, body)| is_found(body)).map(|&(first, _)| first).collect()
        })
    }
}
