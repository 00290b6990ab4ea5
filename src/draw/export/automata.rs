//! Control-flow automata as data.

use serde::Serialize;

use base::Sources;
use program::guarded::Ersm;
use program::objects::Program;

/// The control-flow automata of a program.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct AutomataView {
    /// One for each procedure.
    procedures: Vec<AutomatonView>,
}

/// A control-flow automaton. Its locations are numbers.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
struct AutomatonView {
    /// Qualified name of the procedure.
    name: String,
    /// Name of the file.
    file: String,
    /// Where the procedure starts.
    entry: u32,
    /// Where it returns.
    exit: u32,
    /// Where exceptions leave it; absent in boolean programs, which have none.
    #[serde(skip_serializing_if = "Option::is_none")]
    exceptional_exit: Option<u32>,
    /// Where assertions have failed; absent in programs with heaps.
    #[serde(skip_serializing_if = "Option::is_none")]
    faults: Option<Vec<u32>>,
    /// Its edges.
    edges: Vec<OperationView>,
}

/// An edge of a control-flow automaton.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct OperationView {
    /// From this location …
    source: u32,
    /// … to this one.
    target: u32,
    /// The operation, printed.
    operation: String,
    /// Line of the statement.
    line: u32,
}

/// The automata of all procedures.
pub fn of_program(program: &Program, sources: &Sources) -> AutomataView {
    let procedures = program.procedures.iter_enumerated().map(|(id, procedure)| {
        let edges = procedure.cfa.edges.iter().map(|edge| OperationView {
            source: edge.source.0,
            target: edge.target.0,
            operation: program.operation(procedure, &edge.operation),
            line: sources.line_of(edge.span),
        });
        AutomatonView {
            name: program.qualified_name(id),
            file: sources.file(procedure.span.file).name.clone(),
            entry: procedure.cfa.entry.0,
            exit: procedure.cfa.exit.0,
            exceptional_exit: Some(procedure.exceptional_exit.0),
            faults: None,
            edges: edges.collect(),
        }
    });
    AutomataView { procedures: procedures.collect() }
}

/// The automata of all components of a boolean program.
pub fn of_ersm(program: &Ersm, sources: &Sources) -> AutomataView {
    let procedures = program.components.iter_enumerated().map(|(id, component)| {
        let edges = component.cfa.edges.iter().map(|edge| OperationView {
            source: edge.source.0,
            target: edge.target.0,
            operation: program.operation(id, edge),
            line: sources.line_of(component.cfa.locations[edge.source].span),
        });
        let faults = component.cfa.locations.iter_enumerated().filter(|(_, place)| place.is_fault).map(|(id, _)| id.0);
        AutomatonView {
            name: component.name.clone(),
            file: sources.file(component.span.file).name.clone(),
            entry: component.cfa.entry.0,
            exit: component.cfa.exit.0,
            exceptional_exit: None,
            faults: Some(faults.collect()),
            edges: edges.collect(),
        }
    });
    AutomataView { procedures: procedures.collect() }
}
