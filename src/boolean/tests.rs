//! Text in, text out: boolean programs to listings of recursive state machines, or to diagnostics.

mod conditions;
mod constants;
mod diagnostics;
mod expressions;
mod robustness;
mod statements;

use expect_test::Expect;

use super::{BooleanOptions, parse_boolean};
use base::{Diagnostic, FileId, Severity, Sources};
use program::guarded::Ersm;

fn parse_files(texts: &[&str], options: &BooleanOptions) -> (Sources, Option<Ersm>, Vec<Diagnostic>) {
    let mut sources = Sources::default();
    let files: Vec<FileId> = texts.iter().enumerate().map(|(i, text)| sources.add(format!("F{i}.bp"), *text)).collect();
    let (ersm, diagnostics) = parse_boolean(&sources, &files, options);
    (sources, ersm, diagnostics)
}

/// `line:column: severity code: message (advice)`, one line each, notes below.
fn render(sources: &Sources, diagnostics: &[Diagnostic]) -> String {
    let mut text = String::new();
    for diagnostic in diagnostics {
        let r = diagnostic.render(sources);
        let severity = match r.severity {
            Severity::Error => "",
            Severity::Warning => "warning ",
            Severity::Note => "note ",
        };
        let place = r.line.zip(r.column).map_or(String::new(), |(line, column)| format!("{line}:{column}: "));
        let advice = r.suggestion.map_or(String::new(), |s| format!(" ({s})"));
        text += &format!("{place}{severity}{}: {}{advice}\n", r.code, r.message);
        r.notes.iter().for_each(|note| text += &format!("  {note}\n"));
    }
    text
}

/// A program without errors.
#[track_caller]
fn accepted(text: &str) -> Ersm {
    let (sources, ersm, diagnostics) = parse_files(&[text], &BooleanOptions::default());
    ersm.unwrap_or_else(|| panic!("{}", render(&sources, &diagnostics)))
}

/// The listings of all procedures of a program without errors.
#[track_caller]
fn check(text: &str, expected: Expect) {
    let ersm = accepted(text);
    let listings: Vec<String> = ersm.components.indices().map(|id| ersm.listing(id)).collect();
    expected.assert_eq(&listings.join("\n"));
}

/// The same for the statements of a procedure with some variables.
#[track_caller]
fn check_statements(statements: &str, expected: Expect) {
    let text = format!("decl g; void main() begin decl a, b, c; decl i : int[0..7], j : int<4>; {statements} end");
    check(&text, expected);
}

/// The diagnostics of a program.
#[track_caller]
fn findings(text: &str, expected: Expect) {
    let (sources, _, diagnostics) = parse_files(&[text], &BooleanOptions::default());
    expected.assert_eq(&render(&sources, &diagnostics));
}

/// The diagnostics of the statements of a procedure with some variables, on the line of the statements.
#[track_caller]
fn findings_in(statements: &str, expected: Expect) {
    findings(
        &format!("decl g; void main() begin decl a, b, c; decl i : int[0..7], j : int<4>;\n{statements}\nend"),
        expected,
    );
}
