//! Backward confluence: does every heap have one abstract normal form?

use super::{Grammar, RuleId};
use crate::heap::{Alphabet, Canoniser, ExternalOrder, Heap};

/// What a bounded test of backward confluence found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Confluence {
    /// No counterexample among the heaps tried.
    NoCounterexample {
        /// How many heaps were tried.
        tried: usize,
    },
    /// Two rules fold the same heap into heaps with different normal forms.
    Fails {
        /// The heap.
        heap: Heap,
        /// The two rules.
        rules: (RuleId, RuleId),
    },
}

/// Tests backward confluence on the heaps that two derivation steps give: a necessary condition, checked on the
/// critical pairs in which one rule's image overlaps with another's, bounded by `limit` heaps.
pub fn confluence(grammar: &Grammar, alphabet: &Alphabet, limit: usize) -> Confluence {
    let mut canoniser = Canoniser::default();
    let mut normal = |mut heap: Heap| {
        canoniser.canonicalise(&mut heap, ExternalOrder::Fixed);
        let options = super::AbstractionOptions { admissibility: Default::default(), collapse: false };
        grammar.abstract_heap(&mut heap, alphabet, options);
        canoniser.canonicalise(&mut heap, ExternalOrder::Fixed);
        heap
    };
    let mut tried = 0;
    for (_, rule) in grammar.rules() {
        // A rule body with each of its edges replaced in each way: the overlaps of a rule with the rules below it.
        for position in 0..rule.body.nonterminals().len() {
            let label = rule.body.nonterminals()[position].label;
            for (_, inner) in grammar.rules().filter(|(_, r)| r.label == label) {
                let mut heap = rule.body.clone();
                if !heap.replace(position, &inner.body) {
                    continue;
                }
                tried += 1;
                if tried > limit {
                    return Confluence::NoCounterexample { tried: limit };
                }
                let folds = grammar.single_folds(&heap);
                let mut forms = folds.into_iter().map(|(id, folded)| (id, normal(folded)));
                let Some((first, expected)) = forms.next() else { continue };
                if let Some((other, _)) = forms.find(|(_, form)| *form != expected) {
                    return Confluence::Fails { heap, rules: (first, other) };
                }
            }
        }
    }
    Confluence::NoCounterexample { tried }
}
