//! What is wrong with a grammar, said when it is loaded.

use super::{Confluence, Grammar, Rule};
use crate::base::{Diagnostic, Idx};
use crate::heap::{Alphabet, Nonterminal, TypeId};

/// Rules with more edges than this are refused: the search for embeddings recurses over them.
const EDGE_LIMIT: usize = 200;
/// Checks rules before they are compiled: ranks, sizes and types. A grammar with an error must not be compiled.
pub fn check_rules(alphabet: &Alphabet, rules: &[Rule]) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    for rule in rules {
        let info = alphabet.nonterminal(rule.label);
        let (name, rank, externals) = (&info.name, info.rank(), rule.body.externals().len());
        if rank != externals {
            let message = format!("a rule of {name} has {externals} external nodes, but the rank of {name} is {rank}");
            found.push(
                Diagnostic::error("grammar/rank", rule.span, message)
                    .suggest(format!("give the rule {rank} entries in \"externals\", one for each tentacle")),
            );
        }
        let edges = rule.body.selector_edges().count() + rule.body.nonterminals().len();
        if edges > EDGE_LIMIT {
            let message = format!("a rule of {name} has {edges} edges; at most {EDGE_LIMIT} are possible");
            found.push(Diagnostic::error("grammar/size", rule.span, message));
        }
        for (source, label, _) in rule.body.selector_edges() {
            if matches!(rule.body.vertex_type(source), TypeId::NULL | TypeId::INT) {
                let what = alphabet.type_name(rule.body.vertex_type(source));
                let message = format!("a vertex of type {what} has the selector {}", alphabet.selector_name(label));
                found.push(Diagnostic::error("grammar/type", rule.span, message));
            }
        }
    }
    found
}

/// Checks a compiled grammar: every nonterminal derives something, every selector can be made concrete, and normal
/// forms do not depend on the order of folding.
pub fn check(alphabet: &Alphabet, grammar: &Grammar) -> Vec<Diagnostic> {
    let mut found = unproductive(alphabet, grammar);
    let place = |label: Nonterminal, tentacle: usize, selector| {
        format!(
            "{} hides at tentacle {tentacle} of {}",
            alphabet.selector_name(selector),
            alphabet.nonterminal(label).name
        )
    };
    for (label, tentacle, selector, rule) in grammar.unbounded() {
        let span = grammar.rules[rule].span;
        let message =
            format!("the selector {} cannot be made concrete in finitely many ways", place(label, tentacle, selector));
        found.push(
            Diagnostic::error("grammar/concretisable", span, message).suggest(
                "add rules that have the selector directly at that external node and cover what this rule derives"
                    .to_owned(),
            ),
        );
    }
    let mut repaired: Vec<_> = grammar.repaired().collect();
    repaired.dedup();
    for (label, tentacle, selector, rule) in repaired {
        let span = grammar.rules[rule].span;
        let message = format!(
            "the rules that have the selector {} themselves do not cover this rule; it is expanded for materialisation",
            place(label, tentacle, selector)
        );
        found.push(Diagnostic::note("grammar/concretisable", span, message));
    }
    if let Confluence::Fails { rules: (first, second), .. } = grammar.confluence() {
        let name = |rule| &alphabet.nonterminal(grammar.rules[rule].label).name;
        let message = format!(
            "the grammar is not backward confluent: rules of {} and {} fold one heap into different normal forms, so \
             normal forms depend on the order of the rules",
            name(*first),
            name(*second)
        );
        found.push(Diagnostic::note("grammar/confluence", grammar.rules[*first].span, message));
    }
    found
}

/// Nonterminals that derive no heap without nonterminals.
fn unproductive(alphabet: &Alphabet, grammar: &Grammar) -> Vec<Diagnostic> {
    let mut productive = vec![false; alphabet.nonterminals().count()];
    loop {
        let mut changed = false;
        for rule in &grammar.rules {
            let derives = rule.body.nonterminals().iter().all(|e| productive[e.label.index()]);
            if derives && !std::mem::replace(&mut productive[rule.label.index()], true) {
                changed = true;
            }
        }
        if !changed {
            break;
        }
    }
    let labels = alphabet.nonterminals().filter(|(id, n)| !productive[id.index()] && n.origin == *id);
    labels
        .map(|(label, info)| {
            let span = grammar.rules.iter().find(|r| r.label == label).and_then(|r| r.span);
            let message =
                format!("{} derives no heap: each of its rules needs a nonterminal that derives none", info.name);
            Diagnostic::error("grammar/productive", span, message).suggest("add a rule without nonterminals".to_owned())
        })
        .collect()
}
