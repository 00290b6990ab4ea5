//! What static fields hold where a run starts: what they hold at first, although other code may have changed them before.

use fixedbitset::FixedBitSet;
use rustc_hash::FxHashSet;

use super::classes::{CONSTRUCTOR, STATIC_INITIALISER};
use super::syntax::{ExprKind, Tree};
use base::{Diagnostic, Idx, Span};
use program::cfa::ProcedureId;
use program::objects::{Callee, FieldId, Operation, Procedure, Program, STATICS, Type};
use program::statics::first_values;

/// The fields that code of a program changes, but for code that initialises them.
pub(crate) struct Changed {
    fields: FxHashSet<FieldId>,
}

impl Changed {
    /// Looks at all procedures, before a run is begun in one of them.
    pub(crate) fn of(tree: &Tree, program: &Program) -> Self {
        let statics = program.class_named(STATICS);
        let mut fields = FxHashSet::default();
        // Of code that is given up only its text is known.
        let mut named: FxHashSet<&str> = FxHashSet::default();
        for procedure in &program.procedures {
            let initialised = initialised(program, procedure);
            for edge in &procedure.cfa.edges {
                match &edge.operation {
                    Operation::Store { base, field, .. } => {
                        let is_static = Some(program.fields[*field].class) == statics;
                        let is_initial = match &*procedure.name {
                            STATIC_INITIALISER => {
                                !is_static || class_of(program, *field) == initialised.replace('$', ".")
                            }
                            CONSTRUCTOR => !is_static && Some(*base) == procedure.receiver,
                            _ => false,
                        };
                        if !is_initial {
                            fields.insert(*field);
                        }
                    }
                    Operation::GiveUp(_) => named.extend(assigned(tree, procedure.span)),
                    _ => {}
                }
            }
        }
        let is_named =
            |field: FieldId| program.fields[field].name.rsplit('.').next().is_some_and(|n| named.contains(n));
        fields.extend(program.fields.indices().filter(|&field| is_named(field)));
        Self { fields }
    }

    /// What a run from `entry` takes for granted, which has begun. A program starts in `main`, when nothing was changed.
    pub(crate) fn assumed(&self, program: &Program, entry: ProcedureId) -> Option<Diagnostic> {
        let start = &program.procedures[entry];
        if start.name == "main" && start.receiver.is_none() {
            return None;
        }
        let statics = program.class_named(STATICS)?;
        let is_static = |field: FieldId| program.fields[field].class == statics;
        let overwritten = overwritten(program, start);
        let mut read: FxHashSet<FieldId> = FxHashSet::default();
        for id in program.reachable(entry) {
            let loads = program.procedures[id].cfa.edges.iter().filter_map(|edge| match edge.operation {
                Operation::Load { field, .. } => Some(field),
                _ => None,
            });
            read.extend(loads.filter(|&field| is_static(field) && !overwritten.contains(&field)));
        }
        let mut leads = false;
        let fields = program.classes[statics].fields.iter().copied().filter(|field| read.contains(field));
        let names = fields.filter_map(|field| {
            let inside = self.changes_inside(program, program.fields[field].ty);
            leads |= inside;
            let is_changed = inside || self.fields.contains(&field);
            (is_changed && !program.fields[field].name.ends_with(".class")).then(|| program.fields[field].name.clone())
        });
        first_values(names.collect(), leads)
    }

    /// Whether a field of an object to which a value may lead is changed.
    fn changes_inside(&self, program: &Program, ty: Type) -> bool {
        let Type::Reference(class) = ty else { return false };
        let mut seen = FixedBitSet::with_capacity(program.classes.len());
        let mut open = vec![class];
        while let Some(declared) = open.pop() {
            if seen.put(declared.index()) {
                continue;
            }
            let objects = program.classes.indices().filter(|&class| program.is_subtype(class, declared));
            for class in objects.flat_map(|class| program.ancestry(class)) {
                for &field in &program.classes[class].fields {
                    if self.fields.contains(&field) {
                        return true;
                    }
                    if let Type::Reference(class) = program.fields[field].ty {
                        open.push(class);
                    }
                }
            }
        }
        false
    }
}

/// The class that a static initialiser initialises.
fn initialised<'p>(program: &'p Program, procedure: &Procedure) -> &'p str {
    &program.classes[procedure.class].name
}

/// The name of the class that declares a static field.
fn class_of(program: &Program, field: FieldId) -> &str {
    program.fields[field].name.rsplit_once('.').map_or("", |(class, _)| class)
}

/// The last names of what is assigned in a part of the text.
fn assigned(tree: &Tree, inside: Span) -> impl Iterator<Item = &str> {
    let is_inside = move |span: Span| span.file == inside.file && inside.start <= span.start && span.end <= inside.end;
    let targets = tree.expressions.iter().filter(move |e| is_inside(e.span)).filter_map(|e| match e.kind {
        ExprKind::Assign { target, .. } | ExprKind::Increment { target, .. } => Some(target),
        _ => None,
    });
    targets.filter_map(|target| match &tree.expressions[target].kind {
        ExprKind::Name(name) | ExprKind::Field { name, .. } | ExprKind::SuperField(name) => Some(&**name),
        _ => None,
    })
}

/// The static fields that a procedure assigns before anything else can see what they hold.
fn overwritten(program: &Program, procedure: &Procedure) -> FxHashSet<FieldId> {
    let (mut found, mut read) = (FxHashSet::default(), FxHashSet::default());
    let mut at = procedure.cfa.entry;
    for _ in procedure.cfa.edges.iter() {
        let mut edges = procedure.cfa.edges_from(at);
        let (Some((_, edge)), None) = (edges.next(), edges.next()) else { break };
        match &edge.operation {
            Operation::Load { field, .. } => _ = read.insert(*field),
            Operation::Store { base, field, .. } if Some(*base) == procedure.statics && !read.contains(field) => {
                found.insert(*field);
            }
            Operation::Call(call) => {
                let Callee::Static(callee) = call.callee else { break };
                if program.procedures[callee].name != STATIC_INITIALISER {
                    break;
                }
            }
            _ => {}
        }
        at = edge.target;
    }
    found
}
