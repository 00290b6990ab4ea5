//! `hrglass grammar`.

mod learn;
mod sample;

use std::path::Path;

use clap::Subcommand;

use super::message::excerpts;
use super::{Outcome, complain, files, print};
use base::{Diagnostic, FileId, Message, Severity, Sources, has_errors, json, msg};
use heap_grammar::grammar::definitions::{Notation, Scope, definitions_of, shown_definitions};
use heap_grammar::grammar::document::GrammarDocument;
use heap_grammar::grammar::{self, build_rules, check_rules};
use heap_grammar::heap::Alphabet;
use heap_grammar::separation::parse_definitions;
use task::{ALIASES, WRITTEN, predefined_grammar, predefined_grammars};

#[derive(clap::Args)]
pub(super) struct Grammar {
    #[command(subcommand)]
    action: Action,
}

#[derive(Subcommand)]
enum Action {
    /// Report errors in a grammar
    Check {
        /// A grammar as JSON or, in a file `.sl`, as definitions; or the name of a predefined one
        #[arg(value_name = "FILE")]
        file: String,
    },
    /// Print a grammar with its rules
    Show {
        /// A grammar as JSON or, in a file `.sl`, as definitions; or the name of a predefined one; without it, the predefined grammars are
        /// listed
        #[arg(value_name = "FILE")]
        file: Option<String>,
        /// The output format
        #[arg(long, value_enum, default_value = "notation")]
        format: Format,
    },
    /// List the short names of predefined grammars, for formulas
    List,
    /// Print heaps that a nonterminal derives: the smallest ones, or random ones
    #[command(after_help = "\
Examples:
  hrglass grammar sample BT --count 20
  hrglass grammar sample SLList --at @parameter0:,null --min-objects 3 --count 1 --format json > list.json
  hrglass grammar sample SkipList --seed 7 --min-objects 5 --max-objects 12 --count 3
  hrglass grammar sample mine.json --nonterminal Tree --format dot | dot -Tsvg -O")]
    Sample(sample::Sample),
    /// Print a grammar for the heaps of a program, learned by forest automata
    #[command(after_help = "\
Examples:
  hrglass grammar learn List.java --entry List.reverse > learned.json
  hrglass grammar learn forest/java-tree --as-task > tree.json && hrglass check tree.json")]
    Learn(Box<learn::Learn>),
}

#[derive(Clone, Copy, clap::ValueEnum)]
enum Format {
    /// One rule per line.
    Notation,
    /// Inductive definitions of separation logic, as in files `.sl`.
    Definitions,
    /// JSON.
    Json,
}

impl Grammar {
    pub(crate) fn run(self) -> Outcome {
        match self.action {
            Action::Check { file } => read(&file, Severity::Note).map_or(Outcome::WrongInput, |read| {
                let (nonterminals, rules) = (read.document.nonterminals.len(), read.document.rules().count());
                print(&format!("{file}: {}\n", msg!("{nonterminals} nonterminals, {rules} rules")));
                Outcome::Satisfied
            }),
            Action::Show { file: Some(file), format } => {
                read(&file, Severity::Note).map_or(Outcome::WrongInput, |read| {
                    print(&match format {
                        Format::Notation => notation(&read.document),
                        Format::Definitions => shown_definitions(&definitions_of(&read.document)),
                        Format::Json => read.document.to_json(),
                    });
                    Outcome::Satisfied
                })
            }
            Action::List => {
                let lines =
                    ALIASES.iter().map(|alias| format!("{:58} {}: {}\n", alias.usage(), alias.grammar, alias.words));
                print(&lines.collect::<String>());
                Outcome::Satisfied
            }
            Action::Show { file: None, .. } => {
                let names = predefined_grammars().iter().map(|(name, _)| format!("{name}\n"));
                print(&names.collect::<String>());
                Outcome::Satisfied
            }
            Action::Learn(learn) => learn.run(),
            Action::Sample(sample) => read(&sample.file, Severity::Warning)
                .map_or(Outcome::WrongInput, |read| sample.run(read.alphabet, &read.grammar)),
        }
    }
}

/// A grammar without errors.
struct Read {
    document: GrammarDocument,
    alphabet: Alphabet,
    grammar: grammar::Grammar,
}

/// Reads a file or predefined grammar, and prints the diagnostics of the analysis, down to `severity`. `None` if there
/// are errors.
fn read(file: &str, severity: Severity) -> Option<Read> {
    let text = match files::read_text(Path::new(file)) {
        Ok(text) => text,
        Err(why) => match predefined_grammar(file) {
            Some(text) => text.to_owned(),
            None => {
                complain(&format!("hrglass: {}\n", files::unreadable(file, &why)));
                return None;
            }
        },
    };
    let mut sources = Sources::default();
    let id = sources.add(file, text.as_str());
    let mut diagnostics: Vec<Diagnostic> = Vec::new();
    let document = match file.ends_with(WRITTEN) {
        true => read_definitions(id, &text, &mut diagnostics),
        false => json::parse(id, &text, &mut diagnostics).and_then(|n| GrammarDocument::read(&n, &mut diagnostics)),
    };
    let built = document.and_then(|document| {
        let mut alphabet = Alphabet::default();
        let (rules, found) = build_rules(std::slice::from_ref(&document), &mut alphabet);
        diagnostics.extend(found);
        diagnostics.extend(check_rules(&alphabet, &rules));
        if has_errors(&diagnostics) {
            return None;
        }
        let grammar = grammar::Grammar::new(&alphabet, rules);
        diagnostics.extend(grammar::check(&alphabet, &grammar));
        Some(Read { document, alphabet, grammar })
    });
    diagnostics.retain(|d| d.severity <= severity);
    complain(&excerpts(&diagnostics, &sources));
    built.filter(|_| !has_errors(&diagnostics))
}

/// The grammar that definitions give without a program: they name their classes.
fn read_definitions(file: FileId, text: &str, diagnostics: &mut Vec<Diagnostic>) -> Option<GrammarDocument> {
    let (definitions, found) = parse_definitions(text, file);
    diagnostics.extend(found);
    let mut notation = Notation::new(Scope::default(), std::iter::empty());
    notation.define(&[&definitions], diagnostics).pop().filter(|_| !has_errors(diagnostics))
}

/// Rules as text: `RefSLList(1,3) → 1.next = 2; RefSLList(2,3)`. Vertices count from 1.
fn notation(grammar: &GrammarDocument) -> String {
    let mut out = String::new();
    for nonterminal in &grammar.nonterminals {
        let mut heading = msg!("{}, rank {}", Message::verbatim(&nonterminal.name), nonterminal.rank);
        if let Some(flags) = &nonterminal.reduction {
            let free: Vec<String> =
                (1..).zip(flags).filter(|(_, f)| **f).map(|(i, _): (u32, _)| i.to_string()).collect();
            heading = match free.as_slice() {
                [] => msg!("{heading}, no selectors at none"),
                free => msg!("{heading}, no selectors at {}", Message::verbatim(free.join(","))),
            };
        }
        out.push_str(&format!("{heading}\n"));
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
