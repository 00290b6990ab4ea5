//! The front end for C11 with the extensions of GNU that programs contain: `preprocess` (with `lexer`) → `parser` →
//! `check` → `lower`.
//!
//! Semantics that is not obvious:
//! - Integers have exactly the types of the [data model](DataModel); signed operations wrap around, and their overflow is a
//!   failure only if [asked for](COptions::overflow). Division by zero, shift distances out of range and
//!   indices out of bounds are failures always.
//! - Variables without an initial value start with any value.
//! - Functions without a body return any value and change only the numbers that their arguments point to.
//! - Operands are evaluated from left to right.
//! - Pointers point to structures, to variables, members and elements whose address is taken, or to what they are parts of. There is no
//!   other arithmetic on pointers; memory is unlimited, and managed by the program.
//!
//! C that is valid but not supported (unions, bit-fields, floating-point numbers, pointers to functions, arithmetic on
//! pointers, …) is an error where the entry function may reach it. `docs/c.md` lists each construct and its treatment.

mod check;
mod constants;
mod lexer;
mod lower;
mod parser;
mod preprocess;
mod sequence;
mod syntax;
#[cfg(test)]
mod tests;
mod typed;
mod types;

use rustc_hash::FxHashSet;

use crate::base::{CompactSort, Diagnostic, FileId, Sources, Span, has_errors};
use crate::program::cfa::ProcedureId;
use crate::program::objects::Program;

pub use types::DataModel;

/// Options for reading programs.
#[derive(Clone, Copy, Debug, Default)]
pub struct COptions {
    /// The sizes of `long` and of pointers.
    pub model: DataModel,
    /// Whether overflow of signed operations is a failure.
    pub overflow: bool,
    /// Whether runs start with a heap that gives the arguments of the entry function. Otherwise its parameters have any value, and pointers
    /// are not supported.
    pub has_input: bool,
}

/// The data model that a program was written for: that of the competition on software verification if it uses
/// the conventions of the competition, otherwise that of 64-bit systems.
pub fn usual_model(text: &str) -> DataModel {
    if text.contains("__VERIFIER_") { DataModel::Ilp32 } else { DataModel::Lp64 }
}

/// Reads a program from some of the sources, for runs that start in the function `entry`. Files called `*.h` are read where others
/// include them.
///
/// Returns all diagnostics, sorted by position; there is a program, with this function, if and only if none of them is an
/// error. What is not supported is an error only where the function may reach it.
pub fn parse_c(
    sources: &Sources,
    files: &[FileId],
    options: COptions,
    entry: &str,
) -> (Option<(Program, ProcedureId)>, Vec<Diagnostic>) {
    let mut diagnostics = Vec::new();
    let checked = read(sources, files, options.model, &mut diagnostics);
    // After a mistake there may be no function to start with.
    let program = match has_errors(&diagnostics) {
        true => None,
        false => {
            sequence::check_sequencing(&checked, &mut diagnostics);
            lower::lower(&checked, options, entry, &mut diagnostics)
        }
    };
    sort(&mut diagnostics);
    (program.filter(|_| !has_errors(&diagnostics)), diagnostics)
}

/// The names of the functions with a body: the candidates for the entry.
pub fn functions(sources: &Sources, files: &[FileId]) -> Vec<String> {
    let checked = read(sources, files, DataModel::default(), &mut Vec::new());
    checked.functions.iter().filter(|f| f.body.is_some()).map(|f| f.name.to_string()).collect()
}

fn read(sources: &Sources, files: &[FileId], model: DataModel, diagnostics: &mut Vec<Diagnostic>) -> typed::Checked {
    let mut tree = syntax::Tree::default();
    let mut uses = Vec::new();
    let is_header = |file: FileId| sources.file(file).name.ends_with(".h");
    let only_headers = files.iter().all(|&file| is_header(file));
    for &file in files.iter().filter(|&&file| only_headers || !is_header(file)) {
        let (tokens, used) = preprocess::preprocess(sources, files, file, model, diagnostics);
        uses.extend(used);
        let length = sources.file(file).text.len();
        tree.externals.push(syntax::External::File);
        parser::parse_unit(tokens, Span::new(file, length, length), model, &mut tree, diagnostics);
    }
    let checked = check::check(&tree, model, diagnostics);
    explain_macros(&uses, diagnostics);
    checked
}

/// Adds the definitions of macros to errors in their uses.
fn explain_macros(uses: &[preprocess::MacroUse], diagnostics: &mut [Diagnostic]) {
    let inside = |use_span: Span, span: Span| {
        use_span.file == span.file && use_span.start <= span.start && span.end <= use_span.end && span.end > span.start
    };
    // More are not shown.
    for diagnostic in diagnostics.iter_mut().take(200) {
        let Some(span) = diagnostic.span else { continue };
        if let Some(used) = uses.iter().find(|used| inside(used.span, span)) {
            let message = format!("the definition of the macro `{}`", used.name);
            if !diagnostic.labels.iter().any(|label| label.span == used.definition) {
                *diagnostic = diagnostic.clone().label(used.definition, message);
            }
        }
    }
}

/// Sorts by position and removes duplicates.
fn sort(diagnostics: &mut Vec<Diagnostic>) {
    let place = |d: &Diagnostic| d.span.map(|s| (s.file, s.start, s.end));
    diagnostics.compact_sort_by(|a, b| place(a).cmp(&place(b)).then_with(|| a.message.cmp(&b.message)));
    let mut seen = FxHashSet::default();
    diagnostics.retain(|d| seen.insert((d.span, d.message.clone())));
}
