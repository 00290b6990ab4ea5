//! The front end for a subset of Java 17: `lexer` → `parser` → `classes` → `lower`.
//!
//! The subset: classes (nested ones are called `Outer$Inner`), interfaces, inheritance and dynamic dispatch, overloading,
//! constructors and initialisers, all statements except loops over collections, and all expressions on references, integers
//! and booleans. Every class is one of the given files, or one of a few library
//! classes without fields, if the file imports it; of the packages of the program nothing else is checked. Generic types are erased; where an erased value is assigned to a more specific type, the cast
//! that a compiler would insert is inserted. `docs/java.md` lists each construct and its treatment.
//!
//! Semantics that is not obvious:
//! - Dereferences of null, division by zero, failing casts and failing assertions (which are enabled) throw
//!   exceptions. It depends on the entry method whether any code [observes](program::objects::Program::settle_exceptions) that null
//!   is dereferenced, or that an index is out of bounds.
//! - Stack and heap are unlimited.
//! - Static fields are the fields of one object; classes are initialised by procedures called `<clinit>`.
//! - `float`, `double`, strings, boxes and `java.util.Random` have unknown values; strings of objects call `toString`.
//! - Output is skipped, with a note; its arguments are evaluated, and converted to strings.
//! - Checked exceptions, access rights and the rules for generic types are not checked: programs
//!   that a compiler rejects for these are accepted.
//!
//! Runs are given up where they come to other Java constructs (threads, calls of code that is not given): nothing is known of how they
//! continue. That is a warning.

mod assigned;
mod classes;
mod client;
mod constants;
mod entry;
mod file_classes;
mod lexer;
mod library;
mod lower;
mod made;
mod parser;
mod reach;
mod statics;
mod syntax;
#[cfg(test)]
mod tests;
mod texts;
mod types;
mod vocabulary;

use std::collections::BTreeSet;

use indexmap::IndexSet;

use base::{CompactSort, Diagnostic, FileId, Idx, Sources, Span, has_errors, library_file, library_package};
use program::cfa::ProcedureId;
use program::objects::{CLIENT, ClientLimits, Program};

use lexer::Name;

pub use entry::{find_entry, headline, signature};
pub use file_classes::{FileClasses, file_classes};
pub use vocabulary::vocabulary;

/// Options for reading programs.
#[derive(Clone, Debug, Default)]
pub struct JavaOptions {
    /// Methods without code, as `Class.method` or `method`, whose calls have no effect on the heap and an unknown result.
    pub assume_pure: Vec<String>,
    /// What the most general client of a class leaves out.
    pub client_limits: ClientLimits,
}

/// Reads a program from some of the sources, for runs that start in the method `entry`.
///
/// Returns all diagnostics, sorted by position; there is a program, with this method, if and only if none of them is an
/// error. Runs are [given up](program::objects::Operation::GiveUp) where they come to Java constructs that are not modelled.
pub fn parse_java(
    sources: &Sources,
    files: &[FileId],
    options: &JavaOptions,
    entry: &str,
) -> (Option<(Program, ProcedureId)>, Vec<Diagnostic>) {
    let (tree, mut diagnostics) = parse_with_client(sources, files, options.client_limits, entry);
    let mut table = classes::ClassTable::new(&tree, options, &mut diagnostics);
    let outline = lower::outline(&mut table);
    let mut entry = find_entry(&outline, entry);
    let mut checked = None;
    if options.client_limits.to_entry
        && let (Ok(method), Some(client)) = (&mut entry, outline.procedures.indices().find(|&id| outline.is_client(id)))
    {
        checked = Some(std::mem::replace(method, client));
    }
    table.entry_class = entry.as_ref().ok().and_then(|&entry| table.class_of(entry));
    let (mut program, found) = lower::lower(&mut table, &mut diagnostics);
    match entry {
        Ok(entry) => {
            program.checked = checked;
            let changed = statics::Changed::of(&tree, &program);
            lower::begin_run(&table, &mut program, entry);
            diagnostics.extend(made::settle(&table, &mut program, entry));
            reach::settle(&table, &mut program, entry, found, &mut diagnostics);
            diagnostics.extend(changed.assumed(&program, entry));
            // All objects of a complete program are its own.
            let is_complete = program.procedures[entry].name == "main" && program.procedures[entry].receiver.is_none();
            diagnostics.retain(|diagnostic| !is_complete || diagnostic.code != "assumption/types");
            sort(&mut diagnostics);
            ((!has_errors(&diagnostics)).then_some((program, entry)), diagnostics)
        }
        Err(error) => {
            diagnostics.extend(found.into_iter().flat_map(|(_, found)| found));
            sort(&mut diagnostics);
            // Other errors may be the reason why the method is not found.
            if !diagnostics.iter().any(reach::is_mistake) {
                diagnostics.push(error);
            }
            (None, diagnostics)
        }
    }
}

/// Reads a program from some of the sources, treating all of it as reached.
///
/// Returns all diagnostics, sorted by position; there is a program if and only if none of them is an error.
pub fn parse_all(sources: &Sources, files: &[FileId], options: &JavaOptions) -> (Option<Program>, Vec<Diagnostic>) {
    let (tree, mut diagnostics) = parse(sources, files);
    let mut table = classes::ClassTable::new(&tree, options, &mut diagnostics);
    let (program, found) = lower::lower(&mut table, &mut diagnostics);
    diagnostics.extend(found.into_iter().flat_map(|(_, found)| found));
    sort(&mut diagnostics);
    ((!has_errors(&diagnostics)).then_some(program), diagnostics)
}

/// The classes and methods of some of the sources, without code: the candidates for the entry method.
pub fn outline(sources: &Sources, files: &[FileId]) -> Program {
    let (tree, mut diagnostics) = parse(sources, files);
    let options = JavaOptions::default();
    lower::outline(&mut classes::ClassTable::new(&tree, &options, &mut diagnostics))
}

/// The names of the classes of some of the sources that clients can use, in text order: `Outer.Stack`. Runs of their clients start in
/// `Outer.Stack.*`.
pub fn classes_with_clients(sources: &Sources, files: &[FileId]) -> Vec<String> {
    let (tree, mut diagnostics) = parse(sources, files);
    let options = JavaOptions::default();
    let table = classes::ClassTable::new(&tree, &options, &mut diagnostics);
    client::classes(&table).into_iter().map(|class| table.type_name(types::Ty::Class(class))).collect()
}

/// The parameters and local variables of the method `entry` that point to objects of classes of the program, in
/// text order, each once: the names that formulas can use. If the program has errors, those that can be read.
pub fn object_variables(sources: &Sources, files: &[FileId], entry: &str) -> Vec<String> {
    let (tree, mut diagnostics) = parse_with_client(sources, files, ClientLimits::default(), entry);
    let options = JavaOptions::default();
    let mut table = classes::ClassTable::new(&tree, &options, &mut diagnostics);
    let Ok(entry) = find_entry(&lower::outline(&mut table), entry) else { return Vec::new() };
    let methods = table.methods.iter();
    let found = methods.filter(|m| m.procedure == Some(entry)).find_map(|m| Some((m.class, m.declaration?)));
    let Some((class, method)) = found else { return Vec::new() };
    let scope = classes::TypeScope { class: Some(class), type_parameters: &method.type_parameters };
    let Span { file, start, end } = method.span;
    let inside = |span: Span| span.file == file && start <= span.start && span.end <= end;
    let mut locals: Vec<_> = tree.statements.iter().filter(|s| inside(s.span)).collect();
    locals.compact_sort_by_key(|local| local.span.start);
    let locals = locals.into_iter().filter_map(|local| match &local.kind {
        syntax::StmtKind::Local { ty: Some(ty), name, .. } => Some((ty, name)),
        _ => None,
    });
    let mut names: IndexSet<&str> = IndexSet::new();
    for (ty, name) in method.parameters.iter().map(|p| (&p.ty, &p.name)).chain(locals) {
        if let Some((types::Ty::Class(class), _)) = table.resolve(ty, scope, &mut diagnostics)
            && table.classes[class].library.is_none()
        {
            names.insert(name);
        }
    }
    names.into_iter().map(str::to_owned).collect()
}

fn parse(sources: &Sources, files: &[FileId]) -> (syntax::Tree, Vec<Diagnostic>) {
    let mut diagnostics = Vec::new();
    let mut tree = syntax::Tree::default();
    for &file in files {
        parser::parse_file(sources, file, &mut tree, &mut diagnostics);
    }
    add_library(sources, &mut tree, &mut diagnostics);
    (tree, diagnostics)
}

/// The same with the most general client of a class, if runs start there, or in one that comes to the entry method.
fn parse_with_client(
    sources: &Sources,
    files: &[FileId],
    limits: ClientLimits,
    entry: &str,
) -> (syntax::Tree, Vec<Diagnostic>) {
    let (mut tree, mut diagnostics) = parse(sources, files);
    let of_class = client::class_of(entry);
    if of_class.is_none() && !limits.to_entry {
        return (tree, diagnostics);
    }
    let client = {
        let options = JavaOptions::default();
        let mut table = classes::ClassTable::new(&tree, &options, &mut Vec::new());
        match of_class {
            Some(path) => client::find(&table, &path).map(|class| (class, client::client(&table, class, limits))),
            None => {
                let entry = find_entry(&lower::outline(&mut table), entry).ok();
                let mut methods = table.methods.iter_enumerated();
                let found = methods.find(|(_, info)| entry.is_some() && info.procedure == entry);
                found.and_then(|(method, info)| Some((info.class, client::client_of_method(&table, method, limits)?)))
            }
        }
    };
    if let Some((class, (text, assumed))) = client {
        diagnostics.extend(assumed);
        parser::add_method(&mut tree, class.index(), CLIENT, text, &mut diagnostics);
    }
    (tree, diagnostics)
}

/// Adds the classes of the library whose code is given and that the program, or one of them, names.
fn add_library(sources: &Sources, tree: &mut syntax::Tree, diagnostics: &mut Vec<Diagnostic>) {
    let is_declared = |name: &str| tree.classes.iter().any(|class| class.outer.is_none() && *class.name == *name);
    let is_imported = |name: &str| {
        let mut imports = tree.imports.iter().filter(|import| import.class.is_none());
        imports.any(|import| library_package(name) == Some(&import.package))
    };
    let mut named = std::mem::take(&mut tree.named_library);
    named.retain(|name, &mut (_, is_qualified)| is_qualified || is_imported(name) || !is_declared(name));
    let usual: Vec<(Name, FileId)> = named
        .keys()
        .filter_map(|name| library::usual_class(name))
        .filter_map(|class| Some((class.into(), library_file(class)?)))
        .collect();
    named.extend(usual.into_iter().map(|(class, file)| (class, (file, true))));
    let mut added: BTreeSet<FileId> = BTreeSet::new();
    while let Some((_, (file, _))) = named.pop_first() {
        if added.insert(file) {
            parser::parse_library(sources, file, tree, diagnostics);
            named.append(&mut tree.named_library);
        }
    }
}

/// Sorts by position and removes duplicates, which come from copies of `finally` blocks.
fn sort(diagnostics: &mut Vec<Diagnostic>) {
    let place = |d: &Diagnostic| d.span.map(|s| (s.file, s.start, s.end));
    diagnostics.compact_sort_by(|a, b| place(a).cmp(&place(b)).then_with(|| a.message.cmp(&b.message)));
    diagnostics.dedup();
}
