//! Concrete runs as files, to be used elsewhere.

use super::super::explored::Explored;
use super::super::replay::{Counterexample, ReplayEffort};
use super::super::shown::ShownHeaps;
use crate::base::{Idx, Spanned};
use crate::heap::document::{HeapDocument, SelectorDocument, VariableDocument};
use crate::program::objects::{LocalId, Procedure};
use crate::report::evidence::EvidenceFile;
use crate::report::{PropertyReport, Report};
use crate::semantics::concrete::{Machine, Origin, Setting};

/// The type of the nodes of numbers.
const NUMBER: &str = "int";

impl ShownHeaps {
    /// The input of an executed run as an initial heap for tasks.
    pub(in super::super) fn input_file(&self, report: &Report, property: u32) -> Option<EvidenceFile> {
        let counterexample = self.counterexample(property)?;
        let setting = setting(&self.explored);
        let text = input_document(&last_state(setting, counterexample), counterexample).to_json();
        let name = distinct_name(report, property, str::to_owned, |_| false);
        Some(EvidenceFile { name: format!("{name}.json"), text })
    }
}

/// What files about a result are called: `property`, or `property-strategy` if there are several, spelt in some way; distinct
/// for distinct results, even where case does not matter.
pub(in super::super) fn distinct_name(
    report: &Report,
    property: u32,
    spell: impl Fn(&str) -> String,
    is_taken: impl Fn(&str) -> bool,
) -> String {
    let properties = &report.properties;
    let name = |property: &PropertyReport| {
        let several = properties.iter().filter(|other| other.id == property.id).count() > 1;
        let strategy = if several { format!("-{}", property.strategy) } else { String::new() };
        let plain = |c: char| if c.is_ascii_alphanumeric() || c == '_' { c } else { '-' };
        spell(&format!("{}{strategy}", property.id.chars().map(plain).collect::<String>()))
    };
    let position = property as usize;
    let mut names: Vec<String> = properties.iter().take(position + 1).map(name).collect();
    let own = names.pop().unwrap_or_default();
    match is_taken(&own) || names.iter().any(|other| other.eq_ignore_ascii_case(&own)) {
        true => format!("{own}{position}"),
        false => own,
    }
}

/// What is executed.
pub(in super::super) fn setting(shown: &Explored) -> Setting<'_> {
    let model = shown.system.model();
    let (program, alphabet, grammar) = (&model.program, &model.alphabet, &model.given);
    Setting { program, entry: model.entry, alphabet, grammar }
}

/// The last state of a concrete run, in which everything has been decided that mattered.
fn last_state<'a>(setting: Setting<'a>, counterexample: &Counterexample) -> Machine<'a> {
    let mut machine = Machine::new(setting, &counterexample.input);
    let steps = ReplayEffort::LENGTH;
    (0..steps).try_for_each(|_| machine.step_by(&counterexample.script)).unwrap_or_default();
    machine
}

/// The input of a run as an initial heap for tasks, with the numbers that the run has decided.
fn input_document(last: &Machine<'_>, counterexample: &Counterexample) -> HeapDocument {
    let Setting { program, entry, alphabet, .. } = last.setting();
    let entry = &program.procedures[entry];
    let mut document = HeapDocument::of(&counterexample.input, alphabet);
    for variable in &mut document.variables {
        let is_named = |&local: &LocalId| entry.locals[local].name == variable.name;
        if let Some(local) = entry.receiver.iter().chain(&entry.parameters).copied().find(is_named) {
            variable.name = parameter_name(entry, local);
        }
    }
    let span = document.span;
    for open in last.symbols() {
        let Some(number) = open.value else { continue };
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
            Origin::Operation | Origin::Drawn => {}
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
