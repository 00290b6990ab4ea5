//! Graph grammars as documents: plain data, with strings for labels and a source position for each part.
//!
//! Reading checks the syntactic form; ranks, productivity and the like are checked when the grammar is built.

use serde_json::{Value, json};

use super::Grammar;
use crate::heap::Alphabet;
use crate::heap::document::{HeapDocument, NODE_LIMIT, Renaming, name, reject_indexed};
use base::json::{Fields, JsonNode};
use base::{Diagnostic, Severity, Span, Text, msg, text};

/// A nonterminal may have at most this many tentacles.
pub const RANK_LIMIT: u32 = 64;

/// A grammar: declarations of nonterminals in order; a nonterminal may be declared several times.
#[derive(Clone, Debug)]
pub struct GrammarDocument {
    /// The declarations.
    pub nonterminals: Vec<NonterminalDocument>,
}

/// A declaration of a nonterminal with some of its rules.
#[derive(Clone, Debug)]
pub struct NonterminalDocument {
    /// Its name.
    pub name: String,
    /// The number of its tentacles.
    pub rank: u32,
    /// For each tentacle, whether the nonterminal never derives an outgoing selector there; `None` if it is to be
    /// computed.
    pub reduction: Option<Vec<bool>>,
    /// The right-hand sides; the i-th external node corresponds to the i-th tentacle.
    pub rules: Vec<HeapDocument>,
    /// The position of the declaration.
    pub span: Span,
}

impl GrammarDocument {
    /// The grammar in `node`, or `None` together with errors.
    pub fn read(node: &JsonNode, diagnostics: &mut Vec<Diagnostic>) -> Option<GrammarDocument> {
        let items = node.array(text!("a grammar"), diagnostics)?;
        let mut found = Vec::new();
        let mut room = NODE_LIMIT;
        let nonterminals = items.iter().filter_map(|item| NonterminalDocument::read(item, &mut room, &mut found));
        let grammar = GrammarDocument { nonterminals: nonterminals.collect() };
        let failed = base::has_errors(&found);
        diagnostics.append(&mut found);
        (!failed).then_some(grammar)
    }

    /// A document for a compiled grammar; its source positions are meaningless.
    pub fn of(grammar: &Grammar, alphabet: &Alphabet) -> GrammarDocument {
        let mut nonterminals: Vec<NonterminalDocument> = Vec::new();
        for (_, rule) in grammar.rules() {
            let info = alphabet.nonterminal(rule.label);
            let body = HeapDocument::of(&rule.body, alphabet);
            match nonterminals.last_mut().filter(|last| last.name == info.name) {
                Some(last) => last.rules.push(body),
                None => nonterminals.push(NonterminalDocument {
                    name: info.name.clone(),
                    rank: info.rank() as u32,
                    reduction: Some(info.reduction.clone()),
                    span: body.span,
                    rules: vec![body],
                }),
            }
        }
        GrammarDocument { nonterminals }
    }

    /// The document as JSON. [`GrammarDocument::read`] is its inverse.
    pub fn to_value(&self) -> Value {
        self.nonterminals.iter().map(NonterminalDocument::to_value).collect()
    }

    /// Strict JSON text of the document.
    pub fn to_json(&self) -> String {
        base::json::pretty(&self.to_value())
    }

    /// All right-hand sides.
    pub fn rules(&self) -> impl Iterator<Item = &HeapDocument> {
        self.nonterminals.iter().flat_map(|n| &n.rules)
    }

    /// Renames types and selectors; reports selectors that coincide afterwards.
    pub fn rename(&mut self, renaming: &Renaming, diagnostics: &mut Vec<Diagnostic>) {
        for rule in self.nonterminals.iter_mut().flat_map(|n| &mut n.rules) {
            rule.rename(renaming, diagnostics);
        }
    }
}

impl NonterminalDocument {
    /// Reads a declaration; `room` is the number of nodes that the grammar may still have.
    fn read(node: &JsonNode, room: &mut usize, diagnostics: &mut Vec<Diagnostic>) -> Option<NonterminalDocument> {
        let mut fields = Fields::new(node, text!("a nonterminal"), diagnostics)?;
        let name =
            fields.require("nonterminal", diagnostics).and_then(|n| name(n, text!("the nonterminal"), diagnostics));
        let rank_node = fields.require("rank", diagnostics);
        let rank = rank_node.and_then(|n| n.natural(text!("the rank"), diagnostics));
        let reduction = fields.take("reductionTentacles").map(|n| read_reduction(n, rank, diagnostics));
        let rules = fields.require("rules", diagnostics).and_then(|n| n.array(text!("the rules"), diagnostics));
        reject_indexed(fields.take("index"), diagnostics);
        fields.finish(Severity::Warning, diagnostics);
        let (name, rank, rank_node) = (name?, rank?, rank_node?);
        if rank > RANK_LIMIT {
            let message = msg!("`{name}` has rank {rank}; at most {RANK_LIMIT} is possible");
            diagnostics.push(Diagnostic::error("grammar/rank", rank_node.span, message));
            return None;
        }
        let rules = read_rules(rules?, room, diagnostics)?;
        let reduction = match reduction {
            Some(given) => Some(given?),
            None => None,
        };
        Some(NonterminalDocument { name, rank, reduction, rules, span: node.span })
    }

    fn to_value(&self) -> Value {
        let mut value = json!({"nonterminal": self.name, "rank": self.rank});
        if let Some(reduction) = &self.reduction {
            value["reductionTentacles"] = json!(reduction);
        }
        value["rules"] = self.rules.iter().map(HeapDocument::to_value).collect();
        value
    }
}

fn read_rules(items: &[JsonNode], room: &mut usize, diagnostics: &mut Vec<Diagnostic>) -> Option<Vec<HeapDocument>> {
    let mut rules = Vec::with_capacity(items.len());
    for item in items {
        let Some(rule) = HeapDocument::read(item, diagnostics) else { continue };
        let Some(left) = room.checked_sub(rule.nodes.len()) else {
            let message = msg!("the rules of the grammar have more than {NODE_LIMIT} nodes");
            diagnostics.push(Diagnostic::error("grammar/too-large", item.span, message));
            return None;
        };
        *room = left;
        rules.push(rule);
    }
    (rules.len() == items.len()).then_some(rules)
}

fn read_reduction(node: &JsonNode, rank: Option<u32>, diagnostics: &mut Vec<Diagnostic>) -> Option<Vec<bool>> {
    let items = node.array(Text::Code("reductionTentacles"), diagnostics)?;
    let flags: Option<Vec<bool>> =
        items.iter().map(|n| n.boolean(text!("a reduction tentacle"), diagnostics)).collect();
    let (flags, rank) = (flags?, rank?);
    if flags.len() != rank as usize {
        let message = msg!("there are {} reduction tentacles, but the rank is {rank}", flags.len());
        diagnostics.push(Diagnostic::error("grammar/reduction-tentacles", node.span, message));
        return None;
    }
    Some(flags)
}

#[cfg(test)]
mod tests {
    use super::*;
    use base::{Sources, json};

    fn read(text: &str) -> (Option<GrammarDocument>, Vec<Diagnostic>) {
        let mut diagnostics = Vec::new();
        let file = Sources::default().add("grammar.json", text);
        let node = json::parse(file, text, &mut diagnostics);
        (node.and_then(|n| GrammarDocument::read(&n, &mut diagnostics)), diagnostics)
    }

    const RULE: &str = "{nodes:[{type:A,number:2}],externals:[0,1],variables:[],selectors:[],hyperedges:[]}";

    fn chain(more: &str) -> String {
        format!("[{{nonterminal: Chain, rank: 2, rules: [{RULE}, {RULE}]{more}}}]")
    }

    #[track_caller]
    fn rejects(text: &str, code: &str) {
        let (grammar, diagnostics) = read(text);
        assert!(grammar.is_none());
        assert!(diagnostics.iter().any(|d| d.code == code), "{diagnostics:?}");
    }

    #[test]
    fn reading_and_writing() {
        let grammar = read(&chain(", reductionTentacles: [false, true]")).0.unwrap();
        assert_eq!(grammar.nonterminals[0].reduction, Some(vec![false, true]));
        assert_eq!(grammar.rules().count(), 2);
        let written = grammar.to_json();
        assert_eq!(read(&written).0.unwrap().to_json(), written);
    }

    #[test]
    fn wrong_grammars() {
        rejects("{}", "json/wrong-type");
        rejects("[{}]", "json/missing-key");
        rejects(&chain(", reductionTentacles: [true]"), "grammar/reduction-tentacles");
        rejects(&chain(", index: [s]"), "heap/indexed");
        rejects("[{nonterminal: N, rank: 1000, rules: []}]", "grammar/rank");
        rejects("[{nonterminal: N, rank: 1, rules: [[]]}]", "json/wrong-type");
        let large = RULE.replace("number:2", "number:9000");
        rejects(&format!("[{{nonterminal: N, rank: 2, rules: [{large}, {large}]}}]"), "grammar/too-large");
    }

    #[test]
    fn the_predefined_grammars_are_read_and_written() {
        for name in ["SLList", "DLList", "BT"] {
            let path = format!("{}/../../grammars/{name}.json", env!("CARGO_MANIFEST_DIR"));
            let (grammar, diagnostics) = read(&std::fs::read_to_string(path).unwrap());
            assert_eq!(diagnostics, []);
            let written = grammar.unwrap().to_json();
            assert_eq!(read(&written).0.unwrap().to_json(), written);
        }
    }
}
