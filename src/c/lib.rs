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
//! Runs that come to C that is valid but not supported (unions, complex numbers, pointers to functions, arithmetic on
//! pointers, …) are given up there, with a warning. `docs/c.md` lists each construct and its treatment.

mod attributes;
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
mod unsupported;
mod vocabulary;

use rustc_hash::FxHashSet;

use base::{CompactSort, Diagnostic, FileId, IndexVec, Sources, Span, has_errors, msg};
use program::cfa::ProcedureId;
use program::objects::Program;

pub use preprocess::included_names;
pub use types::DataModel;
pub use vocabulary::vocabulary;

/// Options for reading programs.
#[derive(Clone, Copy, Debug, Default)]
pub struct COptions<'a> {
    /// The sizes of `long` and of pointers.
    pub model: DataModel,
    /// Directives that stand before each file, such as `#define NDEBUG`.
    pub preamble: &'a str,
    /// The folders in which included files are looked for, after that of the file which includes them between quotes.
    pub folders: &'a [String],
    /// Whether overflow of signed operations is a failure.
    pub overflow: bool,
    /// Whether runs start with a heap that gives the arguments of the entry function. Otherwise its parameters have any value, and pointers
    /// are not supported.
    pub has_input: bool,
    /// The function that no run may call, if only that is an error. Otherwise errors are calls of `reach_error` and `__VERIFIER_error`, labels
    /// `ERROR`, and assertions that fail.
    pub only_call: Option<&'a str>,
}

/// The data model that a program was written for: that of the competition on software verification if it uses
/// the conventions of the competition, otherwise that of 64-bit systems.
pub fn usual_model(text: &str) -> DataModel {
    if text.contains("__VERIFIER_") { DataModel::Ilp32 } else { DataModel::Lp64 }
}

/// Reads a program from some of the sources, for runs that start in the function `entry`. Files called `*.h`, and those that others
/// include, are read where others include them.
///
/// Returns all diagnostics, sorted by position; there is a program, with this function, if and only if none of them is an
/// error. Runs are [given up](program::objects::Operation::GiveUp) where they come to what is not supported, with a warning where the
/// function may reach it.
pub fn parse_c(
    sources: &Sources,
    files: &[FileId],
    options: COptions<'_>,
    entry: &str,
) -> (Option<(Program, ProcedureId)>, Vec<Diagnostic>) {
    let mut diagnostics = Vec::new();
    let checked = read(sources, files, options, &mut diagnostics);
    // After a mistake there may be no function to start with.
    let program = match has_errors(&diagnostics) {
        true => None,
        false => {
            let unordered = sequence::unordered(&checked, &mut diagnostics);
            lower::lower(&checked, unordered, options, entry, &mut diagnostics)
        }
    };
    sort(&mut diagnostics);
    (program.filter(|_| !has_errors(&diagnostics)), diagnostics)
}

/// What a program declares.
pub struct Outline {
    /// All structures, and the functions with a body, without code.
    pub program: Program,
    /// More about these functions.
    pub functions: IndexVec<ProcedureId, Function>,
}

/// A function with a body.
pub struct Function {
    /// Its declaration: `struct node *reverse(struct node *head)`.
    pub prototype: String,
    /// Whether there is a loop in it.
    pub has_loop: bool,
    /// The type of its result.
    pub result: String,
    /// For each parameter, the type of what it points to; `None` if it is no pointer.
    pub pointees: Vec<Option<String>>,
}

/// What some of the sources declare. If the program has errors, that which can be read.
pub fn outline(sources: &Sources, files: &[FileId], options: COptions<'_>) -> Outline {
    let checked = read(sources, files, options, &mut Vec::new());
    let types = &checked.types;
    let function = |function: &typed::Function| {
        let types::Type::Function(signature) = types.get(function.ty) else { return None };
        let body = function.body.as_ref()?;
        let given = || body.parameters.iter().map(|&parameter| &checked.variables[parameter]);
        let parameters: Vec<String> = given().map(|given| declaration(&types.name(given.ty.ty), &given.name)).collect();
        let parameters = if parameters.is_empty() { "void".to_owned() } else { parameters.join(", ") };
        let result = types.name(signature.result);
        Some(Function {
            prototype: format!("{}({parameters})", declaration(&result, &function.name)),
            has_loop: has_loop(&checked, body.statement),
            result,
            pointees: given().map(|given| types.pointee(given.ty.ty).map(|to| types.name(to.ty))).collect(),
        })
    };
    Outline { program: lower::outline(&checked), functions: checked.functions.iter().filter_map(function).collect() }
}

/// `int n`, `struct node *head`.
fn declaration(ty: &str, name: &str) -> String {
    let space = if ty.ends_with('*') { "" } else { " " };
    format!("{ty}{space}{name}")
}

/// Whether a statement is or contains a loop.
fn has_loop(checked: &typed::Checked, statement: typed::StatementId) -> bool {
    use typed::StatementKind::{DoWhile, For, While};
    let mut open = vec![statement];
    while let Some(statement) = open.pop() {
        let Some(typed::Statement { kind, .. }) = checked.statements.get(statement) else { continue };
        if matches!(kind, While(..) | DoWhile(..) | For { .. }) {
            return true;
        }
        kind.for_each_statement(|inner| open.push(inner));
    }
    false
}

fn read(
    sources: &Sources,
    files: &[FileId],
    options: COptions<'_>,
    diagnostics: &mut Vec<Diagnostic>,
) -> typed::Checked {
    let model = options.model;
    let mut tree = syntax::Tree::default();
    let mut uses = Vec::new();
    let is_header = |file: FileId| sources.file(file).name.ends_with(".h");
    let only_headers = files.iter().all(|&file| is_header(file));
    let mut units = Vec::new();
    for &file in files.iter().filter(|&&file| only_headers || !is_header(file)) {
        let mut found = Vec::new();
        let unit = preprocess::preprocess(sources, files, file, options, &mut found);
        units.push((file, unit, found));
    }
    // What another file includes is a part of that.
    let others = |file: FileId| units.iter().filter(move |(other, ..)| *other != file);
    let is_part = |file: FileId| others(file).any(|(_, unit, _)| unit.included.contains(&file));
    let parts: Vec<FileId> = files.iter().copied().filter(|&file| is_part(file)).collect();
    let only_parts = units.iter().all(|(file, ..)| parts.contains(file));
    for (file, unit, found) in units.into_iter().filter(|(file, ..)| only_parts || !parts.contains(file)) {
        diagnostics.extend(found);
        uses.extend(unit.uses);
        tree.renamed.extend(unit.renamed);
        let length = sources.file(file).text.len();
        parser::parse_unit(unit.tokens, Span::new(file, length, length), model, &mut tree, diagnostics);
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
            let message = msg!("the definition of the macro `{}`", used.name);
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
