//! The front end for a subset of Java 17: `lexer` → `parser` → `classes` → `lower`.
//!
//! The subset: classes (static nested ones are called `Outer$Inner`), interfaces, inheritance and dynamic dispatch,
//! overloading, constructors and initialisers, all statements but loops over collections, and all expressions on
//! references, integers and booleans. Packages and imports are read and ignored: every class is one of the given files
//! or one of a few library classes without fields. Generic types are erased; where an erased value is assigned to
//! something more special, the cast that a compiler would insert is inserted.
//!
//! What it means, where that is not obvious:
//! - Dereferencing null is not an exception that can be caught, but an error of its own.
//! - Division by zero, failing casts and failing assertions (which are taken as enabled) throw exceptions.
//! - `float`, `double`, strings, boxes, `java.util.Random` and static fields that are no constants have unknown values.
//! - Output is skipped, with a note; its arguments are evaluated.
//! - Checked exceptions, access rights and the rules for generic types are not checked: programs
//!   that a compiler rejects for these are read as if it did not.
//!
//! Everything else that is Java but not in the subset (arrays, lambda expressions, inner and anonymous classes,
//! enums, records, threads, static fields of reference type, calls of code that is not given) is an error at its place.

mod assigned;
mod classes;
mod constants;
mod entry;
mod graph;
mod lexer;
mod library;
mod lower;
mod parser;
mod syntax;
#[cfg(test)]
mod tests;
mod types;

use crate::base::{Diagnostic, FileId, Sources, has_errors};
use crate::program::Program;

pub use entry::{find_entry, signature};

/// How programs are read.
#[derive(Clone, Debug, Default)]
pub struct JavaOptions {
    /// Methods without code, as `Class.method` or `method`, whose calls have no effect on the heap and an unknown result.
    pub assume_pure: Vec<String>,
}

/// Reads a program from some of the sources.
///
/// All findings are returned, sorted by place; there is a program if and only if none of them is an error.
pub fn parse_java(sources: &Sources, files: &[FileId], options: &JavaOptions) -> (Option<Program>, Vec<Diagnostic>) {
    let mut diagnostics = Vec::new();
    let mut tree = syntax::Tree::default();
    for &file in files {
        parser::parse_file(sources, file, &mut tree, &mut diagnostics);
    }
    let mut table = classes::ClassTable::new(&tree, &mut diagnostics);
    let program = lower::lower(&mut table, options, &mut diagnostics);
    // Copies of `finally` blocks are reported once for each copy.
    let place = |d: &Diagnostic| d.span.map(|s| (s.file, s.start, s.end));
    diagnostics.sort_by(|a, b| place(a).cmp(&place(b)).then_with(|| a.message.cmp(&b.message)));
    diagnostics.dedup();
    let program = (!has_errors(&diagnostics)).then_some(program);
    (program, diagnostics)
}
