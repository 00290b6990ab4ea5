//! Restricts errors to reachable code: Java constructs that the analysis does not support are errors only
//! in methods, initialisers and classes that a run may use.

use std::cell::LazyCell;

use fixedbitset::FixedBitSet;
use rustc_hash::FxHashMap;

use super::classes::{CONSTRUCTOR, ClassTable};
use super::syntax::Member;
use crate::base::{CompactSort, Diagnostic, FileId, Idx, Severity, Span};
use crate::program::cfa::ProcedureId;
use crate::program::objects::{Callee, ClassId, Operation, Program};

/// The codes of unsupported Java constructs.
const NOT_MODELLED: [&str; 4] = ["java/unsupported", "java/no-code", "java/unknown-class", "java/size"];

/// Whether this is an error in any Java program.
pub fn is_mistake(diagnostic: &Diagnostic) -> bool {
    diagnostic.severity == Severity::Error && !NOT_MODELLED.contains(&diagnostic.code)
}

/// The code affected by a construct.
enum Owner {
    /// Runs of these procedures.
    Procedures(Vec<ProcedureId>),
    /// Uses of the class.
    Class(ClassId),
    /// None, because uses are reported separately.
    Nobody,
}

/// Replaces the errors about constructs that no run from `entry` reaches by one note per file. `lowered` are the
/// diagnostics of each procedure.
pub fn drop_unreached(
    table: &ClassTable<'_>,
    program: &Program,
    entry: ProcedureId,
    lowered: Vec<(ProcedureId, Vec<Diagnostic>)>,
    diagnostics: &mut Vec<Diagnostic>,
) {
    let reached: FixedBitSet = program.reachable(entry).into_iter().map(Idx::index).collect();
    let is_used = |class: ClassId| {
        reached.ones().map(ProcedureId::at).any(|id| {
            let creates = |operation: &Operation| match operation {
                Operation::New { class: of, .. } => program.is_subclass(*of, class),
                _ => false,
            };
            let procedure = &program.procedures[id];
            program.is_subclass(procedure.class, class) || procedure.cfa.edges.iter().any(|e| creates(&e.operation))
        })
    };
    let owners = LazyCell::new(|| owners(table));
    let matters = |d: &Diagnostic| {
        let Some(span) = d.span.filter(|_| NOT_MODELLED.contains(&d.code)) else { return true };
        let around =
            owners.iter().filter(|(of, _)| of.file == span.file && of.start <= span.start && span.end <= of.end);
        match around.min_by_key(|(of, _)| of.end - of.start).map(|(_, owner)| owner) {
            Some(Owner::Procedures(procedures)) => procedures.iter().any(|p| reached.contains(p.index())),
            Some(Owner::Class(class)) => is_used(*class),
            Some(Owner::Nobody) => false,
            None => true,
        }
    };
    let mut unreached: Vec<Diagnostic> = Vec::new();
    let mut kept = Vec::new();
    for diagnostic in std::mem::take(diagnostics) {
        if matters(&diagnostic) { kept.push(diagnostic) } else { unreached.push(diagnostic) }
    }
    for (procedure, found) in lowered {
        let is_reached = reached.contains(procedure.index());
        for diagnostic in found {
            // Notes and warnings describe how code is analysed, which does not apply there.
            let is_harmless = NOT_MODELLED.contains(&diagnostic.code) || diagnostic.severity != Severity::Error;
            match is_reached || !is_harmless {
                true => kept.push(diagnostic),
                false if diagnostic.severity == Severity::Error => unreached.push(diagnostic),
                false => {}
            }
        }
    }
    *diagnostics = kept;
    diagnostics.extend(notes(unreached, &program.qualified_name(entry)));
}

/// Removes the methods of lambda expressions from calls if no run from `entry` creates their objects.
pub fn drop_functions(table: &ClassTable<'_>, program: &mut Program, entry: ProcedureId) {
    let class_of = |id: ProcedureId, program: &Program| {
        let class = program.procedures[id].class;
        table.is_function(class).then_some(class)
    };
    let mut created: Vec<ClassId> = Vec::new();
    let mut reached = FixedBitSet::with_capacity(program.procedures.len());
    let mut rest = vec![entry];
    // Methods that are called, but of objects that nothing has created yet.
    let mut waiting: Vec<ProcedureId> = Vec::new();
    while let Some(id) = rest.pop() {
        if class_of(id, program).is_some_and(|class| !created.contains(&class)) {
            waiting.push(id);
            continue;
        }
        if reached.put(id.index()) {
            continue;
        }
        for edge in &program.procedures[id].cfa.edges {
            match &edge.operation {
                Operation::Call(call) => rest.extend(call.callee.candidates()),
                Operation::New { class, .. } if table.is_function(*class) && !created.contains(class) => {
                    created.push(*class);
                    rest.append(&mut waiting);
                }
                _ => {}
            }
        }
    }
    let exists =
        |program: &Program, id: ProcedureId| class_of(id, program).is_none_or(|class| created.contains(&class));
    for id in reached.ones().map(ProcedureId::at) {
        for edge in program.procedures[id].cfa.edges.indices().collect::<Vec<_>>() {
            let Operation::Call(call) = &program.procedures[id].cfa.edges[edge].operation else { continue };
            let callee = match &call.callee {
                Callee::Static(callee) if !exists(program, *callee) => Callee::Virtual(Vec::new()),
                Callee::Static(_) => continue,
                Callee::Virtual(all) => {
                    Callee::Virtual(all.iter().copied().filter(|&(_, callee)| exists(program, callee)).collect())
                }
            };
            if let Operation::Call(call) = &mut program.procedures[id].cfa.edges[edge].operation {
                call.callee = callee;
            }
        }
    }
}

/// One note per file, at the first position.
fn notes(mut unreached: Vec<Diagnostic>, entry: &str) -> Vec<Diagnostic> {
    let place = |d: &Diagnostic| d.span.map(|s| (s.file, s.start, s.end));
    unreached.compact_sort_by(|a, b| place(a).cmp(&place(b)).then_with(|| a.message.cmp(&b.message)));
    unreached.dedup_by(|a, b| place(a) == place(b));
    let mut notes: Vec<(FileId, usize, Diagnostic)> = Vec::new();
    for diagnostic in unreached {
        let Some(span) = diagnostic.span else { continue };
        match notes.last_mut().filter(|(file, ..)| *file == span.file) {
            Some((_, count, _)) => *count += 1,
            None => notes.push((span.file, 0, diagnostic)),
        }
    }
    let note = |(_, more, first): (FileId, usize, Diagnostic)| {
        let others = match more {
            0 => String::new(),
            1 => ", like one other place".to_owned(),
            more => format!(", like {more} other places"),
        };
        let message = format!("`{entry}` does not reach this, so it is ignored{others}: {}", first.message);
        Diagnostic::note("java/not-reached", first.span, message)
    };
    notes.into_iter().map(note).collect()
}

/// The code affected by each part of the declared classes. The smallest enclosing part counts.
fn owners(table: &ClassTable<'_>) -> Vec<(Span, Owner)> {
    let mut owners = Vec::new();
    let mut declared: FxHashMap<Span, Vec<ProcedureId>> = FxHashMap::default();
    for method in &table.methods {
        if let (Some(declaration), Some(procedure)) = (method.declaration, method.procedure) {
            declared.entry(declaration.span).or_default().push(procedure);
        }
    }
    for (index, declaration) in table.tree.classes.iter().enumerate() {
        let class = ClassId::at(index);
        let info = &table.classes[class];
        // The position of a library interface is one in the program.
        if declaration.is_library {
            continue;
        }
        owners.push((declaration.span, Owner::Class(class)));
        owners.extend(declaration.interfaces.iter().map(|interface| (interface.span, Owner::Nobody)));
        let procedures = |of_constructors: bool| -> Vec<ProcedureId> {
            let methods = info.methods.iter().map(|&m| &table.methods[m]);
            methods.filter(|m| (&*m.name == CONSTRUCTOR) == of_constructors).filter_map(|m| m.procedure).collect()
        };
        let initialisers = |is_static: bool| match is_static {
            true => info.initialiser.iter().map(|own| own.procedure).collect(),
            false => procedures(true),
        };
        for member in info.members {
            match member {
                Member::Field(field) => {
                    owners.push((field.ty.span, Owner::Nobody));
                    owners.push((field.span, Owner::Procedures(initialisers(field.modifiers.is_static))));
                }
                Member::Initializer(block) => {
                    owners.push((table.tree.statements[*block].span, Owner::Procedures(initialisers(false))));
                }
                Member::StaticInitializer(block) => {
                    owners.push((table.tree.statements[*block].span, Owner::Procedures(initialisers(true))));
                }
                Member::Method(method) => {
                    // Diagnostics at the name are about the existence of the method.
                    owners.push((method.name_span, Owner::Class(class)));
                    owners.push((method.span, Owner::Procedures(declared.remove(&method.span).unwrap_or_default())));
                }
            }
        }
    }
    owners
}
