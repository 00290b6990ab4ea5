//! Hyperedge replacement grammars: the shapes that heaps may have.
//!
//! Applied forwards, a rule *materialises* a part of the heap that a nonterminal hides; applied backwards, it
//! *abstracts* a part of the heap.

mod absent;
mod abstraction;
mod automaton;
mod build;
mod certain;
mod check;
mod close;
mod collapse;
mod confluence;
mod connected;
pub mod definitions;
mod derive;
pub mod document;
mod entered;
mod given;
mod isolated;
mod materialise;
mod needed;
mod refine;
mod sample;
mod spines;

use std::cell::OnceCell;

use crate::heap::{Alphabet, Heap, Nonterminal, Pattern, Selector, TypeId};
use base::json::parse;
use base::{CompactSort, IndexVec, Rendered, Sources, Span, has_errors, newtype_index};

pub use absent::ReferenceFields;
pub use abstraction::AbstractionOptions;
pub use automaton::{AutomatonState, HeapAutomaton, Reachability, Sharing, SharingState};
pub use build::build_rules;
pub use check::{check, check_abstraction, check_attached, check_productive, check_rules};
pub use confluence::Confluence;
pub use connected::falls_apart;
pub use derive::{Derivations, derivations};
pub use entered::{Entered, ReachedPart};
pub use given::split_by_fields;
pub use materialise::Unbounded;
pub use refine::{Refinement, refine};
pub use sample::Sampler;
pub use spines::split_paths;

use certain::Certain;
use close::Closings;
use collapse::collapsed;
use confluence::confluence;
use document::GrammarDocument;
use materialise::Materialisation;

newtype_index! {
    /// A rule of a grammar.
    pub struct RuleId;
}

/// A rule `X → R`; external vertex `i` of the body corresponds to tentacle `i`.
#[derive(Clone, Debug)]
pub struct Rule {
    /// The left-hand side.
    pub label: Nonterminal,
    /// The right-hand side.
    pub body: Heap,
    /// Its position in the source; `None` for refined rules.
    pub span: Option<Span>,
}

/// A pattern whose image abstraction replaces by one nonterminal edge.
#[derive(Clone, Debug)]
struct Fold {
    label: Nonterminal,
    pattern: Pattern,
    /// For each tentacle the corresponding external vertex of the pattern: not the identity if the rule is collapsed.
    tentacles: Vec<usize>,
    collapsed: bool,
    /// The rule from which the pattern was made.
    rule: RuleId,
}

/// A hyperedge replacement grammar, compiled for both directions [HMC 2.2]. By default it has no rules.
#[derive(Clone, Debug, Default)]
pub struct Grammar {
    rules: IndexVec<RuleId, Rule>,
    /// In the order in which abstraction tries them: by nonterminal as declared, its rules before its collapsed rules.
    folds: Vec<Fold>,
    /// Whether collapsed rules were left out, so that folds cannot undo every derivation step.
    lacks_folds: bool,
    certain: Certain,
    materialisation: Materialisation,
    types: Vec<TypeId>,
    /// The pairs of type and selector that occur in rules, sorted.
    fields: Vec<(TypeId, Selector)>,
    confluence: OnceCell<Confluence>,
    closings: OnceCell<Closings>,
}

/// Maximum number of critical pairs in the test of confluence.
const CONFLUENCE_LIMIT: usize = 2_000;

/// Maximum number of collapsed rules, exceeded only by grammars with hundreds of rules of rank 8. Folding less is
/// sound, but then a heap that cannot be folded [proves nothing](Grammar::is_invertible).
const COLLAPSED_LIMIT: usize = 50_000;

impl Grammar {
    /// Reads and compiles a grammar document, with an alphabet of its labels.
    ///
    /// # Errors
    /// All diagnostics of the document, each with its position.
    pub fn read(text: &str) -> Result<(Alphabet, Grammar), Vec<Rendered>> {
        let mut sources = Sources::default();
        let file = sources.add("grammar", text);
        let mut found = Vec::new();
        let document = parse(file, text, &mut found).and_then(|node| GrammarDocument::read(&node, &mut found));
        let mut alphabet = Alphabet::default();
        let (rules, more) = build_rules(document.as_slice(), &mut alphabet);
        found.extend(more);
        found.extend(check_rules(&alphabet, &rules));
        if has_errors(&found) {
            return Err(found.iter().map(|diagnostic| diagnostic.render(&sources)).collect());
        }
        let grammar = Grammar::new(&alphabet, rules);
        Ok((alphabet, grammar))
    }

    /// Compiles rules over declared nonterminals; reduction tentacles that were not declared must have been
    /// [computed](compute_reduction). Bodies have as many externals as their label has tentacles.
    pub fn new(alphabet: &Alphabet, rules: impl IntoIterator<Item = Rule>) -> Self {
        let mut rules: Vec<Rule> = rules.into_iter().collect();
        rules.compact_sort_by_key(|r| r.label);
        let rules: IndexVec<RuleId, Rule> = rules.into_iter().collect();
        rules.iter().for_each(|rule| rule.body.check_body(alphabet));
        let mut folds = Vec::new();
        let certain = Certain::new(alphabet, rules.iter());
        let (mut room, mut lacks_folds) = (COLLAPSED_LIMIT, false);
        for (label, _) in alphabet.nonterminals() {
            let own = || rules.iter_enumerated().filter(|(_, r)| r.label == label);
            folds.extend(own().map(|(id, rule)| Fold {
                label,
                pattern: Pattern::new(&rule.body),
                tentacles: (0..rule.body.externals().len()).collect(),
                collapsed: false,
                rule: id,
            }));
            let before = folds.len();
            for (id, rule) in own() {
                let all = collapsed(rule, &certain).filter(|all| all.len() <= room - (folds.len() - before));
                lacks_folds |= all.is_none();
                folds.extend(all.into_iter().flatten().map(|(body, tentacles)| Fold {
                    label,
                    pattern: Pattern::new(&body),
                    tentacles,
                    collapsed: true,
                    rule: id,
                }));
            }
            room -= folds.len() - before;
        }
        let bodies = || rules.iter().map(|r| &r.body);
        let mut types: Vec<TypeId> = bodies().flat_map(|b| b.vertices().map(|v| b.vertex_type(v))).collect();
        types.compact_sort();
        types.dedup();
        let own_fields = |b: &Heap| b.selector_edges().map(|(v, l, _)| (b.vertex_type(v), l)).collect::<Vec<_>>();
        let mut fields: Vec<(TypeId, Selector)> = bodies().flat_map(own_fields).collect();
        fields.compact_sort();
        fields.dedup();
        let mut grammar = Self {
            rules,
            folds,
            lacks_folds,
            certain,
            materialisation: Materialisation::default(),
            types,
            fields,
            confluence: OnceCell::new(),
            closings: OnceCell::new(),
        };
        grammar.materialisation = Materialisation::new(alphabet, &grammar);
        grammar
    }

    /// The rules, sorted by nonterminal, and otherwise in the given order.
    pub fn rules(&self) -> impl Iterator<Item = (RuleId, &Rule)> {
        self.rules.iter_enumerated()
    }

    /// Whether normal forms are unique; tested on first use.
    pub fn confluence(&self) -> &Confluence {
        self.confluence.get_or_init(|| confluence(self, CONFLUENCE_LIMIT))
    }

    /// Whether every derivation step can be undone by a fold, so that every heap of a language can be folded back to
    /// the heap that it is derived from. False only if rules of high rank have too many collapsed rules.
    pub fn is_invertible(&self) -> bool {
        !self.lacks_folds
    }

    /// Whether some rule has a vertex of this type.
    pub fn knows_type(&self, ty: TypeId) -> bool {
        self.types.binary_search(&ty).is_ok()
    }

    /// Whether some rule has a vertex of this type with this selector.
    pub fn knows_field(&self, ty: TypeId, selector: Selector) -> bool {
        self.fields.binary_search(&(ty, selector)).is_ok()
    }
}

/// Sets the reduction tentacles of nonterminals to the greatest assignment in which no rule gives a reduction tentacle
/// an outgoing selector, directly or through another nonterminal's tentacle that is not a reduction tentacle.
/// Nonterminals that are not `open` keep their declared ones.
pub fn compute_reduction(alphabet: &mut Alphabet, rules: &[Rule], open: impl Fn(Nonterminal) -> bool) {
    let labels: Vec<Nonterminal> = alphabet.nonterminals().map(|(id, _)| id).filter(|&id| open(id)).collect();
    for &label in &labels {
        let rank = alphabet.nonterminal(label).rank();
        alphabet.set_reduction(label, vec![true; rank]);
    }
    loop {
        let mut changed = false;
        for rule in rules.iter().filter(|r| open(r.label)) {
            for (position, &external) in rule.body.externals().iter().enumerate() {
                let through = |edge: &crate::heap::NonterminalEdge| {
                    let reduction = &alphabet.nonterminal(edge.label).reduction;
                    edge.tentacles.iter().zip(reduction).any(|(&t, &reduction)| t == external && !reduction)
                };
                let produces =
                    !rule.body.selectors(external).is_empty() || rule.body.nonterminals().iter().any(through);
                let mut reduction = alphabet.nonterminal(rule.label).reduction.clone();
                if produces && reduction.get(position) == Some(&true) {
                    reduction[position] = false;
                    alphabet.set_reduction(rule.label, reduction);
                    changed = true;
                }
            }
        }
        if !changed {
            return;
        }
    }
}

#[cfg(test)]
mod tests;
