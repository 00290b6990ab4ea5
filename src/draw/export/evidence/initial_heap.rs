//! The input of an executed run as an initial heap for tasks.

use base::{Idx, Spanned};
use heap_grammar::heap::document::{HeapDocument, SelectorDocument, VariableDocument};
use interpreter::{ExecutedRun, Origin, Setting};
use program::objects::{LocalId, Procedure};

/// The type of the nodes of numbers.
const NUMBER: &str = "int";

/// The input, with the numbers that the run has decided.
pub(super) fn document(run: &ExecutedRun<'_>) -> HeapDocument {
    let Setting { program, entry, alphabet, .. } = run.setting;
    let entry = &program.procedures[entry];
    let mut document = HeapDocument::of(run.input, alphabet);
    for variable in &mut document.variables {
        let is_named = |&local: &LocalId| entry.locals[local].name == variable.name;
        if let Some(local) = entry.receiver.iter().chain(&entry.parameters).copied().find(is_named) {
            variable.name = parameter_name(entry, local);
        }
    }
    let span = document.span;
    // In the last state, everything has been decided that mattered.
    let (last, _) = run.execute(ExecutedRun::LENGTH, |_| {});
    for open in last.symbols() {
        // References that are not followed are no part of a heap.
        let Some(number) = open.value.filter(|_| !open.ty.is_reference()) else { continue };
        match open.origin {
            Origin::Field(object, field) => {
                let Some(vertex) = last.objects()[object].vertex else { continue };
                let target = number_node(&mut document, number);
                document.selectors.push(SelectorDocument { label: field.to_owned(), origin: vertex.0, target, span });
            }
            Origin::Parameter(local) => {
                let target = number_node(&mut document, number);
                document.variables.push(VariableDocument { name: parameter_name(entry, local), target, span });
            }
            Origin::Vertex(vertex) => {
                let target = number_node(&mut document, number);
                let targets = document.selectors.iter_mut().map(|s| &mut s.target);
                let all = targets.chain(document.variables.iter_mut().map(|v| &mut v.target));
                all.filter(|t| **t == vertex.0).for_each(|t| *t = target);
            }
            Origin::Operation
            | Origin::Object
            | Origin::Passed
            | Origin::Drawn
            | Origin::Length(_)
            | Origin::Letter(_) => {}
        }
    }
    document
}

/// What initial heaps call a parameter of the entry procedure.
fn parameter_name(entry: &Procedure, local: LocalId) -> String {
    let position = entry.parameters.iter().position(|&parameter| parameter == local);
    position.map_or_else(|| "@this:".to_owned(), |position| format!("@parameter{position}:"))
}

/// The node of a number; a constant is on one node only.
fn number_node(document: &mut HeapDocument, number: i64) -> u32 {
    let name = number.to_string();
    if let Some(known) = document.variables.iter().find(|variable| variable.name == name) {
        return known.target;
    }
    let (span, target) = (document.span, u32::at(document.nodes.len()));
    document.nodes.push(Spanned { value: NUMBER.to_owned(), span });
    document.variables.push(VariableDocument { name, target, span });
    target
}
