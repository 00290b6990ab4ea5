//! Single texts: programs, formulas, propositions, JSON.

use std::rc::Rc;

use hrglass::base::{FileId, Sources, has_errors, json as reader};
use hrglass::c::{COptions, DataModel, outline, parse_c};
use hrglass::forest_automata::give_boxes;
use hrglass::forest_automata::semantics::ForestProgram;
use hrglass::grammar::build_rules;
use hrglass::grammar::definitions::{Notation, Scope, definitions_of, formula_of, shown_definitions};
use hrglass::heap::{Alphabet, Role, build_heap};
use hrglass::java::{JavaOptions, find_entry, parse_all};
use hrglass::logic::{Formulas, negation_normal_form, parse_formula, parse_proposition};
use hrglass::separation::{Definition, parse_cases, parse_definitions};

use super::{SEPARATOR, show};

/// One or more files.
pub fn java(input: &str) {
    let mut sources = Sources::default();
    let texts = input.split(SEPARATOR).enumerate();
    let files: Vec<FileId> = texts.map(|(number, text)| sources.add(format!("F{number}.java"), text)).collect();
    let options = JavaOptions { assume_pure: vec!["unknown".to_owned()], ..JavaOptions::default() };
    let (program, diagnostics) = parse_all(&sources, &files, &options);
    show(&diagnostics, &sources);
    assert_eq!(program.is_none(), has_errors(&diagnostics));
    let Some(program) = program else { return };
    for id in program.procedures.indices() {
        program.listing(id);
        if let Err(error) = find_entry(&program, &program.qualified_name(id)) {
            show(&[error], &sources);
        }
    }
    // The same text must give the same program and the same diagnostics.
    let (again, same) = parse_all(&sources, &files, &options);
    assert_eq!((again.map(|p| p.procedures.len()), same), (Some(program.procedures.len()), diagnostics));
}

/// One or more files.
pub fn c(input: &str) {
    let mut sources = Sources::default();
    let texts = input.split(SEPARATOR).enumerate();
    let name = |number: usize| if number == 0 { "main.c".to_owned() } else { format!("part{number}.h") };
    let files: Vec<FileId> = texts.map(|(number, text)| sources.add(name(number), text)).collect();
    let declared = outline(&sources, &files, COptions::default()).program;
    let entry = declared.procedures.iter().next_back().map_or_else(|| "main".to_owned(), |last| last.name.clone());
    for model in [DataModel::Ilp32, DataModel::Lp64] {
        let options = COptions { model, overflow: true, ..COptions::default() };
        let (program, diagnostics) = parse_c(&sources, &files, options, &entry);
        show(&diagnostics, &sources);
        assert_eq!(program.is_none(), has_errors(&diagnostics));
        let Some((program, _)) = program else { continue };
        let listings = |program: &hrglass::program::objects::Program| -> Vec<String> {
            program.procedures.indices().map(|id| program.listing(id)).collect()
        };
        // The same text must give the same program and the same diagnostics.
        let (again, same) = parse_c(&sources, &files, options, &entry);
        assert_eq!((again.map(|(p, _)| listings(&p)), same), (Some(listings(&program)), diagnostics));
    }
}

/// One formula. Printing and parsing it again must give the same formula.
pub fn formula(text: &str) {
    let mut sources = Sources::default();
    let file = sources.add("formula", text);
    let mut formulas = Formulas::new();
    let (formula, diagnostics) = parse_formula(text, file, &mut formulas);
    assert_eq!(formula.is_none(), !diagnostics.is_empty());
    assert!(diagnostics.iter().all(|d| d.span.is_some()));
    show(&diagnostics, &sources);
    let Some(formula) = formula else { return };
    let normal = negation_normal_form(&mut formulas, formula).formula();
    for formula in [formula, normal] {
        let printed = formulas.display(formula).to_string();
        // Only normal forms may share subformulas, which makes their text longer.
        if !printed.ends_with('…') {
            assert_eq!(parse_formula(&printed, file, &mut formulas), (Some(formula), vec![]), "{printed}");
        }
    }
    assert!(!formulas.display(formula).to_string().ends_with('…'));
}

/// The text between the braces of one proposition. Printing and parsing it again must give the same proposition.
pub fn proposition(text: &str) {
    let mut sources = Sources::default();
    let file = sources.add("proposition", text);
    match parse_proposition(text, file, 0) {
        Ok(proposition) => {
            let printed = proposition.to_string();
            let inside = printed.strip_prefix('{').and_then(|p| p.strip_suffix('}')).unwrap_or(&printed);
            assert_eq!(parse_proposition(inside, file, 0), Ok(proposition), "{printed}");
        }
        Err(error) => {
            assert!(error.span.is_some());
            show(&[error], &sources);
        }
    }
}

/// A program for definitions of boxes: two classes with fields of the same names, and a part.
const CLASSES: &str = "#include <stdlib.h>
struct node { struct node *next; struct node *prev; int data; };
struct item { struct node link; struct item *inner; };
int main(void) { struct node *a = malloc(sizeof *a); struct item *b = malloc(sizeof *b); b->link.next = a; return 0; }";

/// Definitions of separation logic. Printing and parsing them again must give the same definitions; as boxes and as a grammar they are right or
/// reported. What is shown of a grammar reads back without errors.
pub fn definitions(text: &str) {
    let mut sources = Sources::default();
    let file = sources.add("boxes", text);
    let program_file = sources.add("classes.c", CLASSES);
    let (definitions, diagnostics) = parse_definitions(text, file);
    show(&diagnostics, &sources);
    let print = |definitions: &[Definition]| -> Vec<String> { definitions.iter().map(ToString::to_string).collect() };
    let printed = print(&definitions);
    let (again, wrong) = parse_definitions(&printed.join("\n"), file);
    assert_eq!((print(&again), wrong), (printed, vec![]));
    grammar_of(text, &definitions, &mut sources);
    let (program, _) = parse_c(&sources, &[program_file], COptions::default(), "main");
    let (program, entry) = program.expect("a program");
    let mut system = ForestProgram::new(Rc::new(program), entry, 1);
    let diagnostics = give_boxes(&mut system, &definitions);
    show(&diagnostics, &sources);
    assert!(diagnostics.iter().all(|d| d.span.is_some() && d.suggestion.is_some()), "{diagnostics:?}");
}

/// Definitions as a grammar, and the text as a formula over it.
fn grammar_of(text: &str, definitions: &[Definition], sources: &mut Sources) {
    let mut notation = Notation::new(Scope::default(), std::iter::empty());
    let mut found = Vec::new();
    let grammars = notation.define(&[definitions], &mut found);
    show(&found, sources);
    let file = sources.add("formula", text);
    let (cases, wrong) = parse_cases(text, file);
    show(&wrong, sources);
    assert!(!cases.is_empty() || has_errors(&wrong), "{text}");
    let mut alphabet = Alphabet::default();
    build_rules(&grammars, &mut alphabet);
    let mut of_formula = Vec::new();
    let heaps = notation.heaps(&cases, &mut of_formula);
    show(&of_formula, sources);
    for heap in heaps {
        let _ = build_heap(&heap, &mut alphabet, Role::Program);
        formula_of(&heap, Scope::default(), grammars.iter());
    }
    if !has_errors(&found) {
        let shown = shown_definitions(&definitions_of(&grammars[0]));
        let file = sources.add("shown", shown.as_str());
        let (again, mut found) = parse_definitions(&shown, file);
        Notation::new(Scope::default(), std::iter::empty()).define(&[&again], &mut found);
        assert!(!has_errors(&found), "{found:?}\n{shown}");
    }
}

/// One JSON value. Writing and reading it again must give the same value.
pub fn json(text: &str) {
    let mut sources = Sources::default();
    let file = sources.add("value.json", text);
    let mut diagnostics = Vec::new();
    let node = reader::parse(file, text, &mut diagnostics);
    super::found_or_reported(node.is_some(), &diagnostics, text);
    show(&diagnostics, &sources);
    let Some(node) = node.filter(|_| !has_errors(&diagnostics)) else { return };
    let value = node.to_value();
    for written in [reader::pretty(&value), value.to_string()] {
        let mut found = Vec::new();
        let again = reader::parse(file, &written, &mut found).map(|node| node.to_value());
        assert_eq!((again.as_ref(), found), (Some(&value), vec![]), "{written}");
        assert!(serde_json::from_str::<serde_json::Value>(&written).is_ok(), "{written}");
    }
}
