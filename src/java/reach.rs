//! Java constructs that the analysis does not support: runs that come to one are given up there. Those in methods, initialisers
//! and classes that no run uses have no effect.

use std::cell::LazyCell;
use std::collections::BTreeSet;

use fixedbitset::FixedBitSet;
use rustc_hash::FxHashMap;

use super::classes::{CONSTRUCTOR, ClassTable};
use super::syntax::Member;
use base::{CollectByInsertion, CompactSort, Diagnostic, FileId, Idx, Message, Severity, Span, msg};
use program::cfa::ProcedureId;
use program::objects::{ClassId, Operation, OperationEdge, Program};

/// The codes of unsupported Java constructs.
const NOT_MODELLED: [&str; 4] = ["java/unsupported", "java/no-code", "java/unknown-class", "java/size"];

/// Whether this is an error in any Java program.
pub(crate) fn is_mistake(diagnostic: &Diagnostic) -> bool {
    diagnostic.severity == Severity::Error && !NOT_MODELLED.contains(&diagnostic.code)
}

/// Whether this is about what Java allows and is not modelled, and no run is given up for it yet.
pub(crate) fn is_unmodelled(diagnostic: &Diagnostic) -> bool {
    diagnostic.severity == Severity::Error && NOT_MODELLED.contains(&diagnostic.code)
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

/// Gives runs up that come to what is not modelled, and sorts such diagnostics: warnings where a run from `entry` may come to them, and one
/// note per file for all others. `lowered` are the diagnostics of each procedure, which gives runs up already.
pub(crate) fn settle(
    table: &ClassTable<'_>,
    program: &mut Program,
    entry: ProcedureId,
    lowered: Vec<(ProcedureId, Vec<Diagnostic>)>,
    diagnostics: &mut Vec<Diagnostic>,
) {
    let before = Reached::new(program, entry);
    let mut unreached: Vec<Diagnostic> = Vec::new();
    let mut kept = Vec::new();
    let owners = LazyCell::new(|| owners(table));
    for diagnostic in std::mem::take(diagnostics) {
        let Some(span) = diagnostic.span.filter(|_| is_unmodelled(&diagnostic)) else {
            kept.push(diagnostic);
            continue;
        };
        let around =
            owners.iter().filter(|(of, _)| of.file == span.file && of.start <= span.start && span.end <= of.end);
        let matters = match around.min_by_key(|(of, _)| of.end - of.start).map(|(_, owner)| owner) {
            Some(Owner::Procedures(procedures)) => {
                procedures.iter().for_each(|&id| program.procedures[id].give_up(&diagnostic.message, span));
                procedures.iter().any(|id| before.procedures.contains(id.index()))
            }
            Some(Owner::Class(class)) => {
                give_up_class(program, *class, &diagnostic.message, span);
                before.uses(program, *class)
            }
            Some(Owner::Nobody) => false,
            None => {
                program.procedures[entry].give_up(&diagnostic.message, span);
                true
            }
        };
        if matters { kept.push(given_up(diagnostic)) } else { unreached.push(diagnostic) }
    }
    let reached = Reached::new(program, entry).procedures;
    for (procedure, found) in lowered {
        let is_reached = reached.contains(procedure.index());
        for diagnostic in found {
            // Notes and warnings describe how code is analysed, which does not apply there.
            match (is_reached, NOT_MODELLED.contains(&diagnostic.code)) {
                (true, true) => kept.push(given_up(diagnostic)),
                (false, true) => unreached.push(diagnostic),
                (true, false) => kept.push(diagnostic),
                (false, false) if diagnostic.severity == Severity::Error => kept.push(diagnostic),
                (false, false) => {}
            }
        }
    }
    // What the library has and no run comes to is of no interest.
    unreached.retain(|diagnostic| !diagnostic.span.is_some_and(Span::is_of_library));
    *diagnostics = kept;
    diagnostics.extend(notes(unreached, &program.qualified_name(entry)));
}

/// What runs may come to.
struct Reached {
    procedures: FixedBitSet,
    /// The classes of the objects that they may create.
    created: BTreeSet<ClassId>,
}

impl Reached {
    fn new(program: &Program, entry: ProcedureId) -> Self {
        let reached = program.reachable(entry);
        let edges = reached.iter().flat_map(|&id| &program.procedures[id].cfa.edges);
        let created = edges.filter_map(|edge| match edge.operation {
            Operation::New { class, .. } => Some(class),
            _ => None,
        });
        Self { created: created.collect_by_insertion(), procedures: reached.into_iter().map(Idx::index).collect() }
    }

    /// Whether they create objects of a class, or call its procedures.
    fn uses(&self, program: &Program, class: ClassId) -> bool {
        let of_procedures = self.procedures.ones().map(|id| program.procedures[ProcedureId::at(id)].class);
        of_procedures.chain(self.created.iter().copied()).any(|of| program.is_subclass(of, class))
    }
}

/// Gives runs up that use a class.
fn give_up_class(program: &mut Program, class: ClassId, why: &Message, span: Span) {
    let within: BTreeSet<ClassId> =
        program.classes.indices().filter(|&of| program.is_subclass(of, class)).collect_by_insertion();
    for procedure in program.procedures.iter_mut() {
        if within.contains(&procedure.class) {
            procedure.give_up(why, span);
        } else {
            let creates = |edge: &OperationEdge| matches!(edge.operation, Operation::New { class: of, .. } if within.contains(&of));
            procedure.give_up_at(creates, why);
        }
    }
}

/// A warning about what is not modelled, and what follows.
fn given_up(diagnostic: Diagnostic) -> Diagnostic {
    let message = msg!("{}, so runs are not followed from here on", diagnostic.message);
    Diagnostic { severity: Severity::Warning, message, ..diagnostic }
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
        let why = first.message;
        let message = match more {
            0 => msg!("`{entry}` does not reach this, so it is ignored: {why}"),
            1 => msg!("`{entry}` does not reach this, so it is ignored, like one other place: {why}"),
            more => msg!("`{entry}` does not reach this, so it is ignored, like {more} other places: {why}"),
        };
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
