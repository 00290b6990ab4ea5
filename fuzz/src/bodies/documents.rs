//! Documents: heaps, grammars, contracts, tasks in all their forms.

use hrglass::base::{Diagnostic, Message, Sources, has_errors, json};
use hrglass::editor::{NamedText, import_files};
use hrglass::grammar::document::GrammarDocument;
use hrglass::grammar::{Grammar, build_rules, check, check_rules};
use hrglass::heap::document::{ContractDocument, HeapDocument};
use hrglass::heap::{Alphabet, Canoniser, ExternalOrder, Role, build_heap};
use hrglass::task::link::{decode, encode};
use hrglass::task::settings::{export_settings, import_arguments};
use hrglass::task::{Files, Loaded, NoFiles, Overrides, load};
use serde_json::Value;

use super::{SEPARATOR, sections, show};

/// Reads a document; the result is a document or an error. Writing and reading it again must give the same document.
fn document<T>(
    text: &str,
    read: impl Fn(&json::JsonNode, &mut Vec<Diagnostic>) -> Option<T>,
    write: impl Fn(&T) -> Value,
) -> Option<T> {
    let mut diagnostics = Vec::new();
    let mut sources = Sources::default();
    let file = sources.add("document.json", text);
    let found = json::parse(file, text, &mut diagnostics).and_then(|node| read(&node, &mut diagnostics));
    super::found_or_reported(found.is_some(), &diagnostics, text);
    show(&diagnostics, &sources);
    let found = found.filter(|_| !has_errors(&diagnostics))?;
    let written = json::pretty(&write(&found));
    let mut diagnostics = Vec::new();
    let again = json::parse(file, &written, &mut diagnostics).and_then(|node| read(&node, &mut diagnostics));
    assert!(!has_errors(&diagnostics), "{diagnostics:?}\n{written}");
    assert_eq!(again.map(|again| json::pretty(&write(&again))), Some(written));
    Some(found)
}

/// An initial heap or the body of a rule.
pub fn heap(text: &str) {
    let Some(heap) = document(text, HeapDocument::read, HeapDocument::to_value) else { return };
    for role in [Role::RuleBody, Role::Program] {
        let mut alphabet = Alphabet::default();
        for edge in &heap.hyperedges {
            if alphabet.find_nonterminal(&edge.label).is_none() {
                alphabet.declare(&edge.label, vec![false; edge.tentacles.len()]);
            }
        }
        let Ok(mut built) = build_heap(&heap, &mut alphabet, role) else { continue };
        let mut canoniser = Canoniser::default();
        canoniser.canonicalise(&mut built, ExternalOrder::Fixed);
        let once = built.clone();
        canoniser.canonicalise(&mut built, ExternalOrder::Fixed);
        assert_eq!(built, once, "{text}");
    }
}

/// A grammar, compiled if it has no errors.
pub fn grammar(text: &str) {
    let Some(grammar) = document(text, GrammarDocument::read, GrammarDocument::to_value) else { return };
    let mut alphabet = Alphabet::default();
    let (rules, found) = build_rules(&[grammar], &mut alphabet);
    if has_errors(&found) || !check_rules(&alphabet, &rules).is_empty() {
        return;
    }
    let compiled = Grammar::new(&alphabet, rules);
    check(&alphabet, &compiled);
}

/// A contract.
pub fn contract(text: &str) {
    document(text, ContractDocument::read, ContractDocument::to_value);
}

/// A file system in which every file has the same text.
struct Everywhere<'a>(&'a str);

impl Files for Everywhere<'_> {
    fn read(&mut self, _: &str) -> Result<String, Message> {
        Ok(self.0.to_owned())
    }

    fn list(&mut self, _: &str) -> Result<Vec<String>, Message> {
        Ok(vec!["A.java".to_owned(), "Ring.java".to_owned()])
    }
}

/// A task that is accepted can be written and read again.
fn loaded(loaded: &Loaded) {
    show(&loaded.diagnostics, &loaded.sources);
    if !has_errors(&loaded.diagnostics) {
        let again = load(&loaded.task.to_json(), "again.json", &mut NoFiles);
        assert!(!has_errors(&again.diagnostics), "{:?}\n{}", again.diagnostics, loaded.task.to_json());
        assert_eq!(again.task, loaded.task);
        let _ = export_settings(&loaded.task);
    }
}

/// A task document, and the text of every file that it refers to.
pub fn task(input: &str) {
    let [text, files] = sections(input);
    loaded(&load(text, "task.json", &mut Everywhere(files)));
}

/// A settings file, as a file and as arguments, and the text of every file that it refers to.
pub fn settings(input: &str) {
    let [text, files] = sections(input);
    loaded(&load(text, "run.attestor", &mut Everywhere(files)));
    let words: Vec<String> = text.split_whitespace().map(str::to_owned).collect();
    loaded(&import_arguments(None, &words, &mut Everywhere(files), &Overrides::default()));
}

/// Files of all kinds; the first line of each is its name.
pub fn files(input: &str) {
    let named = |section: &str| {
        let (name, text) = section.split_once('\n').unwrap_or((section, ""));
        NamedText { name: name.to_owned(), text: text.to_owned() }
    };
    let files: Vec<NamedText> = input.split(SEPARATOR).map(named).collect();
    let gathered = import_files(&files);
    let failed = gathered.diagnostics.iter().any(|d| d.severity == hrglass::base::Severity::Error);
    assert_eq!(gathered.task.is_none(), failed, "{gathered:?}");
    if let Some(task) = gathered.task {
        let found = load(&task, "task.json", &mut NoFiles);
        assert!(!has_errors(&found.diagnostics), "{:?}\n{task}", found.diagnostics);
        loaded(&found);
    }
}

fn value(text: &str) -> Option<Value> {
    let mut found = Vec::new();
    let node = json::parse(Sources::default().add("", text), text, &mut found);
    node.filter(|_| !has_errors(&found)).map(|node| node.to_value())
}

/// A link, and a task document with `key=value` lines. Decoding the link of a task must give the same task.
pub fn link(input: &str) {
    let [text, task, view] = sections(input);
    match decode(text) {
        Ok(decoded) => {
            if let Ok(encoded) = encode(&decoded.task, &decoded.view) {
                // The order of keys may differ.
                let again = decode(&encoded.fragment);
                let again = again.unwrap_or_else(|error| panic!("{error:?}\n{}", encoded.fragment));
                assert_eq!((value(&again.task), again.view), (value(&decoded.task), decoded.view));
            }
        }
        Err(error) => assert!(error.span.is_none() && error.suggestion.is_some()),
    }
    let view: Vec<(String, String)> = view
        .lines()
        .filter_map(|line| line.split_once('='))
        .map(|(key, value)| (key.to_owned(), value.to_owned()))
        .collect();
    if let Ok(encoded) = encode(task, &view) {
        let fragment = encoded.fragment;
        assert!(fragment.is_ascii() && !fragment.contains([' ', '"', '<', '>']), "{fragment}");
        let decoded = decode(&fragment);
        let decoded = decoded.unwrap_or_else(|error| panic!("{error:?}\n{fragment}"));
        assert_eq!((value(&decoded.task), decoded.view), (value(task), view));
    }
}
