//! Text in, text out: C to listings of control-flow automata, or to diagnostics.

mod diagnostics;
mod floating;
mod headers;
mod lowering;
mod memory;
mod preprocessor;
mod robustness;

use expect_test::Expect;

use super::{COptions, DataModel, parse_c};
use base::{Diagnostic, FileId, Severity, Sources};
use program::cfa::ProcedureId;
use program::objects::{Operation, Program};

const OPTIONS: COptions<'_> = COptions {
    model: DataModel::Ilp32,
    preamble: "",
    folders: &[],
    overflow: false,
    has_input: false,
    only_call: None,
};

fn parse_files(
    files: &[(&str, &str)],
    options: COptions<'_>,
) -> (Sources, Option<(Program, ProcedureId)>, Vec<Diagnostic>) {
    let mut sources = Sources::default();
    let files: Vec<FileId> = files.iter().map(|(name, text)| sources.add(*name, *text)).collect();
    let (program, diagnostics) = parse_c(&sources, &files, options, "main");
    program.iter().for_each(|(program, _)| assert_branches_are_conditions(program));
    (sources, program, diagnostics)
}

/// Where several edges leave a location, conditions tell which one is taken.
fn assert_branches_are_conditions(program: &Program) {
    for (id, procedure) in program.procedures.iter_enumerated() {
        for edge in &procedure.cfa.edges {
            let is_alone = procedure.cfa.edges_from(edge.source).count() == 1;
            assert!(is_alone || matches!(edge.operation, Operation::Assume(_)), "{}", program.listing(id));
        }
    }
}

/// `line:column: severity: message (advice)`, one line each, with the notes below.
fn render(sources: &Sources, diagnostics: &[Diagnostic]) -> String {
    let mut text = String::new();
    for diagnostic in diagnostics {
        let r = diagnostic.render(sources);
        let severity = match r.severity {
            Severity::Error => "",
            Severity::Warning => "warning: ",
            Severity::Note => "note: ",
        };
        let place = match (r.file, r.line, r.column) {
            (Some(file), Some(line), Some(column)) => format!("{file}:{line}:{column}: "),
            _ => String::new(),
        };
        let advice = r.suggestion.map_or(String::new(), |s| format!(" ({s})"));
        text += &format!("{place}{severity}{}{advice}\n", r.message);
        r.notes.iter().for_each(|note| text += &format!("  {note}\n"));
    }
    text
}

fn listings(program: &Program) -> String {
    program.procedures.indices().map(|id| program.listing(id)).collect::<Vec<_>>().join("\n")
}

/// The listings of the procedures that `main` reaches.
#[track_caller]
fn check_with(options: COptions<'_>, c: &str, expected: Expect) {
    let (sources, program, diagnostics) = parse_files(&[("a.c", c)], options);
    match program {
        Some((program, _)) => expected.assert_eq(&listings(&program)),
        None => panic!("{}", render(&sources, &diagnostics)),
    }
}

#[track_caller]
fn check(c: &str, expected: Expect) {
    check_with(OPTIONS, c, expected);
}

/// The same for the body of `main`, with some variables.
#[track_caller]
fn check_body(body: &str, expected: Expect) {
    check(&format!("int any(void); void main(int x, int y, unsigned u) {{ {body} }}"), expected);
}

/// The diagnostics of a program.
#[track_caller]
fn check_diagnostics(c: &str, expected: Expect) {
    check_files(&[("a.c", c)], expected);
}

#[track_caller]
fn check_files(files: &[(&str, &str)], expected: Expect) {
    let (sources, program, diagnostics) = parse_files(files, OPTIONS);
    let errors = diagnostics.iter().any(|d| d.severity == Severity::Error);
    assert_eq!(program.is_none(), errors, "a program if and only if there is no error");
    expected.assert_eq(&render(&sources, &diagnostics));
}
