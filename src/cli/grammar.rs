//! `hrglass grammar`.

use std::path::Path;

use clap::Subcommand;

use super::message::excerpts;
use super::{Outcome, complain, files, print};
use crate::base::{Diagnostic, Sources, json};
use crate::grammar::document::GrammarDocument;
use crate::grammar::{build_rules, check_rules};
use crate::heap::Alphabet;
use crate::task::{PREDEFINED_GRAMMARS, predefined_grammar};

#[derive(clap::Args)]
pub(super) struct Grammar {
    #[command(subcommand)]
    action: Action,
}

#[derive(Subcommand)]
enum Action {
    /// Report what is wrong with a grammar
    Check {
        /// A grammar as JSON, or the name of a predefined one
        #[arg(value_name = "FILE")]
        file: String,
    },
    /// Print a grammar, its rules in short notation
    Show {
        /// A grammar as JSON, or the name of a predefined one; without it, the predefined grammars are listed
        #[arg(value_name = "FILE")]
        file: Option<String>,
    },
}

impl Grammar {
    pub fn run(self) -> Outcome {
        let (file, shows) = match &self.action {
            Action::Check { file } => (file, false),
            Action::Show { file: Some(file) } => (file, true),
            Action::Show { file: None } => {
                let names = PREDEFINED_GRAMMARS.iter().map(|(name, _)| format!("{name}\n"));
                print(&names.collect::<String>());
                return Outcome::Satisfied;
            }
        };
        let text = match files::read_text(Path::new(file)) {
            Ok(text) => text,
            Err(why) => match predefined_grammar(file) {
                Some(text) => text.to_owned(),
                None => {
                    complain(&format!("hrglass: cannot read `{file}`: {why}\n"));
                    return Outcome::WrongInput;
                }
            },
        };
        let mut sources = Sources::default();
        let id = sources.add(file, text.as_str());
        let mut diagnostics: Vec<Diagnostic> = Vec::new();
        let node = json::parse(id, &text, &mut diagnostics);
        let grammar = node.and_then(|n| GrammarDocument::read(&n, &mut diagnostics));
        if let Some(grammar) = &grammar {
            diagnostics.extend(findings(grammar));
        }
        complain(&excerpts(&diagnostics, &sources));
        let Some(grammar) = grammar.filter(|_| !crate::base::has_errors(&diagnostics)) else {
            return Outcome::WrongInput;
        };
        if shows {
            print(&notation(&grammar));
        } else {
            let (nonterminals, rules) = (grammar.nonterminals.len(), grammar.rules().count());
            print(&format!("{file}: {nonterminals} nonterminals, {rules} rules\n"));
        }
        Outcome::Satisfied
    }
}

/// What the analysis would say about the grammar.
fn findings(document: &GrammarDocument) -> Vec<Diagnostic> {
    let mut alphabet = Alphabet::default();
    let (rules, mut found) = build_rules(std::slice::from_ref(document), &mut alphabet);
    found.extend(check_rules(&alphabet, &rules));
    if !crate::base::has_errors(&found) {
        let grammar = crate::grammar::Grammar::new(&alphabet, rules);
        found.extend(crate::grammar::check(&alphabet, &grammar));
    }
    found
}

/// Rules as text: `RefSLList(1,3) → 1.next = 2; RefSLList(2,3)`. Vertices count from 1.
fn notation(grammar: &GrammarDocument) -> String {
    let mut out = String::new();
    for nonterminal in &grammar.nonterminals {
        let reduction = nonterminal.reduction.as_ref().map_or(String::new(), |flags| {
            let free: Vec<String> =
                (1..).zip(flags).filter(|(_, f)| **f).map(|(i, _): (u32, _)| i.to_string()).collect();
            format!(", no selectors at {}", if free.is_empty() { "none".to_owned() } else { free.join(",") })
        });
        out.push_str(&format!("{}, rank {}{reduction}\n", nonterminal.name, nonterminal.rank));
        for rule in &nonterminal.rules {
            let vertex = |n: u32| {
                let is_null = rule.nodes.get(n as usize).is_some_and(|t| t.value == "NULL");
                if is_null { "null".to_owned() } else { (n + 1).to_string() }
            };
            let vertices = |ns: &mut dyn Iterator<Item = u32>| ns.map(vertex).collect::<Vec<_>>().join(",");
            let selectors =
                rule.selectors.iter().map(|s| format!("{}.{} = {}", vertex(s.origin), s.label, vertex(s.target)));
            let edges =
                rule.hyperedges.iter().map(|h| format!("{}({})", h.label, vertices(&mut h.tentacles.iter().copied())));
            let parts: Vec<String> = selectors.chain(edges).collect();
            let head = vertices(&mut rule.externals.iter().map(|e| e.value));
            out.push_str(&format!("  {}({head}) → {}\n", nonterminal.name, parts.join("; ")));
        }
    }
    out
}
