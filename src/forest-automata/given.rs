//! Boxes that a task gives as definitions of separation logic.
//!
//! *Check* the definitions by themselves; *find* the classes of the objects that they mention; *build* the automaton of each box. A predicate at an
//! object of which nothing else is said is a state of the automaton; any other one is a box in another box. What a box stands for is up to those who
//! give it: a box hides only what it has, so that a useless box makes no verdict wrong.

mod build;
mod check;
mod classes;
#[cfg(test)]
mod tests;

use super::names::BoxNames;
use crate::semantics::ForestProgram;
use base::{CompactSort, Diagnostic, has_errors};
use heap_grammar::separation::{Definition, parse_definitions};
use task::Loaded;

use build::Builder;
use check::Checked;
use classes::Classes;

pub(super) use build::{WORDS, any_value};

/// The definitions of a task's boxes.
pub(super) fn read(loaded: &Loaded, found: &mut Vec<Diagnostic>) -> Vec<Definition> {
    let mut definitions = Vec::new();
    for &file in &loaded.boxes {
        let (more, diagnostics) = parse_definitions(&loaded.sources.file(file).text, file);
        definitions.extend(more);
        found.extend(diagnostics);
    }
    definitions
}

/// Adds the boxes that definitions give to those that a program's alphabet has; with all that is wrong. If something is, not all boxes are added.
pub fn give_boxes(system: &mut ForestProgram, definitions: &[Definition]) -> Vec<Diagnostic> {
    add_boxes(system, definitions).1
}

/// Adds the boxes that definitions give to those that a program's alphabet has, up to the first that is wrong. With their names, and all that is
/// wrong.
pub(super) fn add_boxes(system: &mut ForestProgram, definitions: &[Definition]) -> (BoxNames, Vec<Diagnostic>) {
    let mut diagnostics = Vec::new();
    let checked = Checked::new(definitions, &mut diagnostics);
    let mut names = BoxNames::default();
    if has_errors(&diagnostics) {
        return (names, diagnostics);
    }
    let classes = Classes::new(system, &checked, &mut diagnostics);
    let mut ids = vec![None; definitions.len()];
    for place in checked.boxes(&mut diagnostics) {
        if has_errors(&diagnostics) {
            break;
        }
        if let Some(built) = Builder::new(system, &checked, &classes, &ids, &mut diagnostics).build(place) {
            ids[place] = Some(system.alphabet.boxes.push(built));
            names.given.push(definitions[place].name.text.clone());
        }
    }
    // A definition that is used several times says what is wrong with it once.
    diagnostics.compact_sort_by_key(|diagnostic| diagnostic.span);
    diagnostics.dedup();
    (names, diagnostics)
}
