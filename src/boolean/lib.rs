//! The front end for boolean programs, with bounded integers: `lexer` → `parser` → `lower`.
//!
//! The language is the union of its dialects: procedures with any number of results, parallel assignments with
//! constraints, nondeterminism, invariants of procedures, `goto` with several labels. In addition there are integers of a given
//! range, which wrap around. Threads are an error.
//!
//! Semantics that is not obvious:
//! - A variable without initial value has any value, and so does a result that no `return` has set.
//! - `*` is chosen anew whenever it is evaluated. Alone on a right-hand side it is any value of the variable, elsewhere a boolean.
//! - An integer where a boolean is expected means `!= 0`; a boolean where an integer is expected is 0 or 1.
//! - `a / 0` is 0 and `a % 0` is `a`.
//! - The operators `!`, `~` and unary `-` apply to the next operand only; `=` binds tighter than `&`. If dialects
//!   parse an expression differently, a note says so.

mod condition;
mod lexer;
mod lower;
mod parser;
mod syntax;
#[cfg(test)]
mod tests;

use indexmap::IndexSet;

use base::{CompactSort, Diagnostic, FileId, Sources, has_errors};
use program::guarded::{Domain, Ersm};

pub use condition::{Condition, parse_condition};

/// Options for reading programs.
#[derive(Clone, Debug, Default)]
pub struct BooleanOptions {
    /// The entry procedure; `None`: `main`, or the only procedure.
    pub entry: Option<String>,
}

/// The names that formulas can use.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct BooleanNames {
    /// The boolean variables: the global ones, then those of the entry procedure.
    pub variables: Vec<String>,
    /// The labels of all procedures.
    pub labels: Vec<String>,
}

/// The names in a program with these files, each once, in text order. If the program has errors, those that can be
/// read.
pub fn names(sources: &Sources, files: &[FileId], entry: &str) -> BooleanNames {
    let program = parse(sources, files, &mut Vec::new());
    let start = program.functions.iter().filter(|f| f.name.text == entry || program.functions.len() == 1);
    let locals = start.flat_map(|f| f.parameters.iter().chain(&f.locals));
    let variables = program.globals.iter().chain(locals).filter(|declared| declared.domain == Domain::Boolean);
    let labels = program.functions.iter().flat_map(|f| &f.labels).map(|(name, _)| name.text);
    let distinct = |names: IndexSet<&str>| names.into_iter().map(str::to_owned).collect();
    BooleanNames {
        variables: distinct(variables.map(|declared| declared.name.text).collect()),
        labels: distinct(labels.collect()),
    }
}

fn parse<'a>(sources: &'a Sources, files: &[FileId], diagnostics: &mut Vec<Diagnostic>) -> syntax::Program<'a> {
    let mut program = syntax::Program::default();
    for &file in files {
        parser::parse_file(sources, file, &mut program, diagnostics);
    }
    program
}

/// Reads a program from some of the sources, treated as one text.
///
/// Returns all diagnostics, sorted by position; there is a program if and only if none of them is an error.
pub fn parse_boolean(sources: &Sources, files: &[FileId], options: &BooleanOptions) -> (Option<Ersm>, Vec<Diagnostic>) {
    let mut diagnostics = Vec::new();
    let program = parse(sources, files, &mut diagnostics);
    let ersm = lower::lower(&program, options, &mut diagnostics);
    let place = |d: &Diagnostic| d.span.map(|s| (s.file, s.start, s.end));
    diagnostics.compact_sort_by(|a, b| place(a).cmp(&place(b)).then_with(|| a.message.cmp(&b.message)));
    let ersm = ersm.filter(|_| !has_errors(&diagnostics));
    (ersm, diagnostics)
}
