//! Concrete runs as files, to be used elsewhere.

use crate::base::{Idx, Spanned};
use crate::check::replay::{Counterexample, Effort};
use crate::heap::document::{HeapDocument, SelectorDocument, VariableDocument};
use crate::outcome::evidence::{EvidenceFile, EvidenceKind};
use crate::program::{LocalId, Procedure};
use crate::run::Session;
use crate::semantics::concrete::{Machine, Origin, Setting};

/// What files about memory safety are called.
const MEMORY_SAFETY: &str = "memorySafety";

/// The type of the nodes of numbers.
const NUMBER: &str = "int";

impl Session {
    /// The concrete run behind the judgement with this position in [`Report::properties`], or behind that of memory safety,
    /// as a file; absent if there is no such run.
    ///
    /// [`Report::properties`]: crate::outcome::report::Report::properties
    pub fn evidence_file(&self, property: Option<u32>, kind: EvidenceKind) -> Option<EvidenceFile> {
        let counterexample = self.counterexample(property)?;
        let setting = self.setting()?;
        match kind {
            EvidenceKind::Input => {
                let text = input_document(&last_state(setting, counterexample), counterexample).to_json();
                Some(EvidenceFile { name: format!("{}.json", self.file_name(property)), text })
            }
            EvidenceKind::Junit => None,
        }
    }

    /// What is executed.
    fn setting(&self) -> Option<Setting<'_>> {
        let model = self.done.as_ref()?.shown.system.model();
        let (program, alphabet, grammar) = (&model.program, &model.alphabet, &model.given);
        Some(Setting { program, entry: model.entry, alphabet, grammar })
    }

    /// What files about a judgement are called: `property`, or `property-strategy` if there are several; distinct for
    /// distinct judgements, even where case does not matter.
    fn file_name(&self, property: Option<u32>) -> String {
        let name = |property: &crate::outcome::report::PropertyReport| {
            let several = self.report.properties.iter().filter(|other| other.id == property.id).count() > 1;
            let strategy = if several { format!("-{}", property.strategy) } else { String::new() };
            let plain = |c: char| if c.is_ascii_alphanumeric() || c == '_' { c } else { '-' };
            format!("{}{strategy}", property.id.chars().map(plain).collect::<String>())
        };
        let Some(property) = property.map(|p| p as usize) else { return MEMORY_SAFETY.to_owned() };
        let names: Vec<String> = self.report.properties.iter().take(property + 1).map(name).collect();
        let Some((own, earlier)) = names.split_last() else { return MEMORY_SAFETY.to_owned() };
        let taken = |other: &str| other.eq_ignore_ascii_case(own);
        match taken(MEMORY_SAFETY) || earlier.iter().any(|other| taken(other)) {
            true => format!("{own}-{}", property + 1),
            false => own.clone(),
        }
    }
}

/// The last state of a concrete run, in which everything has been decided that mattered.
fn last_state<'a>(setting: Setting<'a>, counterexample: &Counterexample) -> Machine<'a> {
    let mut machine = Machine::new(setting, &counterexample.input);
    let steps = Effort::default().length;
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
            Origin::Operation => {}
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
