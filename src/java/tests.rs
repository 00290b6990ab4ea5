//! Text in, text out: Java to listings of control-flow automata, or to diagnostics.

mod closures;
mod diagnostics;
mod entry;
mod exceptions;
mod expressions;
mod file_classes;
mod initialise;
mod library;
mod objects;
mod reach;
mod robustness;
mod statements;
mod text;

use expect_test::Expect;

use super::{JavaOptions, parse_all, parse_java};
use base::{Diagnostic, FileId, Severity, Sources};
use program::objects::Program;

fn parse_files(texts: &[&str], options: &JavaOptions) -> (Sources, Option<Program>, Vec<Diagnostic>) {
    let mut sources = Sources::default();
    let files: Vec<FileId> =
        texts.iter().enumerate().map(|(i, text)| sources.add(format!("F{i}.java"), *text)).collect();
    let (program, diagnostics) = parse_all(&sources, &files, options);
    (sources, program, diagnostics)
}

/// `file:line:column: severity: message (advice)`, one line each.
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
    }
    text
}

fn listings(program: &Program) -> String {
    program.procedures.indices().map(|id| program.listing(id)).collect::<Vec<_>>().join("\n")
}

/// The listings of all procedures of a program without errors.
#[track_caller]
fn check(java: &str, expected: Expect) {
    let (sources, program, diagnostics) = parse_files(&[java], &JavaOptions::default());
    match program {
        Some(program) => expected.assert_eq(&listings(&program)),
        None => panic!("{}", render(&sources, &diagnostics)),
    }
}

/// The same for the body of a static method in a class with lists and boxes.
#[track_caller]
fn check_body(signature: &str, body: &str, expected: Expect) {
    let java = format!(
        "abstract class T {{ static {signature} {{ {body} }} static native void use(int i, boolean b); }}\n\
         class List {{ List next; int n; boolean b; byte small; }}"
    );
    check(&java, expected);
}

/// The listings of the procedures that a run reaches, from `entry` on.
#[track_caller]
fn check_run(java: &str, entry: &str, expected: Expect) {
    let mut sources = Sources::default();
    let file = sources.add("A.java", java);
    let (program, diagnostics) = parse_java(&sources, &[file], &JavaOptions::default(), entry);
    let Some((program, entry)) = program else { panic!("{}", render(&sources, &diagnostics)) };
    let analysed: Vec<String> = program.reachable(entry).into_iter().map(|id| program.listing(id)).collect();
    expected.assert_eq(&analysed.concat());
}

/// The diagnostics of a program.
#[track_caller]
fn check_diagnostics(java: &str, expected: Expect) {
    let (sources, program, diagnostics) = parse_files(&[java], &JavaOptions::default());
    let errors = diagnostics.iter().any(|d| d.severity == Severity::Error);
    assert_eq!(program.is_none(), errors, "a program if and only if there is no error");
    expected.assert_eq(&render(&sources, &diagnostics));
}
