//! From grammar documents to rules.

use super::document::GrammarDocument;
use super::{Rule, compute_reduction};
use crate::heap::{Alphabet, Nonterminal, Role, build_heap};
use base::{Diagnostic, Message, msg};

/// Declares the nonterminals of all documents and builds their rules, in order. A nonterminal may be declared several
/// times; its rules accumulate, and the first declaration determines its rank and its reduction tentacles. Reduction
/// tentacles that no declaration gives are computed. Declaring fewer than there are is harmless; declaring one to which
/// a rule gives a selector is an error.
pub fn build_rules(documents: &[GrammarDocument], alphabet: &mut Alphabet) -> (Vec<Rule>, Vec<Diagnostic>) {
    let mut found = Vec::new();
    let mut open: Vec<Nonterminal> = Vec::new();
    for declared in documents.iter().flat_map(|d| &d.nonterminals) {
        let rank = declared.rank as usize;
        match alphabet.find_nonterminal(&declared.name) {
            None => {
                let id =
                    alphabet.declare(&declared.name, declared.reduction.clone().unwrap_or_else(|| vec![true; rank]));
                if declared.reduction.is_none() {
                    open.push(id);
                }
            }
            Some(id) => {
                let first = alphabet.nonterminal(id);
                let differs = declared.reduction.as_ref().is_some_and(|r| !open.contains(&id) && *r != first.reduction);
                if first.rank() != rank || differs {
                    let message = msg!(
                        "{} was declared before with other tentacles; the first declaration is used",
                        Message::verbatim(&declared.name)
                    );
                    found.push(Diagnostic::warning("grammar/redeclared", declared.span, message));
                }
            }
        }
    }
    let mut rules: Vec<Rule> = Vec::new();
    for declared in documents.iter().flat_map(|d| &d.nonterminals) {
        let Some(label) = alphabet.find_nonterminal(&declared.name) else { continue };
        for document in &declared.rules {
            match build_heap(document, alphabet, Role::RuleBody) {
                // A rule that occurs in two files counts once.
                Ok(body) if rules.iter().any(|r| r.label == label && r.body == body) => {}
                Ok(body) => rules.push(Rule { label, body, span: Some(document.span) }),
                Err(errors) => found.extend(errors),
            }
        }
    }
    let mut computed = alphabet.clone();
    compute_reduction(&mut computed, &rules, |_| true);
    for (label, info) in alphabet.nonterminals().filter(|(label, _)| !open.contains(label)) {
        let given = info.reduction.iter().zip(&computed.nonterminal(label).reduction);
        for tentacle in given.enumerate().filter(|(_, (declared, is))| **declared && !**is).map(|(i, _)| i) {
            let span = documents.iter().flat_map(|d| &d.nonterminals).find(|n| n.name == info.name).map(|n| n.span);
            let message = msg!(
                "tentacle {tentacle} of {} is declared as a reduction tentacle, but a rule has a selector there",
                Message::verbatim(&info.name)
            );
            let computed: Vec<String> = computed.nonterminal(label).reduction.iter().map(bool::to_string).collect();
            found.push(
                Diagnostic::error("grammar/reduction-tentacles", span, message)
                    .suggest(msg!("remove \"reductionTentacles\", or write `[{}]`", computed.join(", "))),
            );
        }
    }
    compute_reduction(alphabet, &rules, |label| open.contains(&label));
    (rules, found)
}
