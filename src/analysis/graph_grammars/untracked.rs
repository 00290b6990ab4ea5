//! Fields that are no part of the shape: neither rules nor initial heaps mention them, although they mention objects that have them.

use std::collections::BTreeSet;

use crate::analysis::foreign;
use crate::base::{CollectByInsertion, Diagnostic};
use crate::heap::document::HeapDocument;
use crate::heap::{Alphabet, Selector};
use crate::logic::{Formulas, Proposition};
use crate::program::cfa::ProcedureId;
use crate::program::objects::{ClassId, FieldId, Operation, Program, Type, UntrackedReferences};
use crate::task::Loaded;

/// The fields that are not followed.
#[derive(Clone, Default)]
pub(super) struct UntrackedFields {
    pub all: Vec<FieldId>,
    /// Whether the types of some of them say that they lead to objects of the shape.
    pub into_shape: bool,
}

impl UntrackedFields {
    /// Those of a task, of the fields that procedures access which `entry` may call. There are none in programs that manage their memory.
    pub fn new(loaded: &Loaded, (program, entry): (&Program, ProcedureId), formulas: &Formulas) -> Self {
        let asks_for_neighbours = formulas.propositions().any(|(_, p)| *p == Proposition::IdenticNeighbours);
        if program.is_manual() || asks_for_neighbours {
            return Self::default();
        }
        let (mut types, mut mentioned): (BTreeSet<&str>, BTreeSet<&str>) = Default::default();
        for heap in foreign::documents(loaded) {
            heap.nodes.iter().for_each(|node| _ = types.insert(&node.value));
            heap.selectors.iter().for_each(|selector| _ = mentioned.insert(&selector.label));
        }
        for (_, proposition) in formulas.propositions() {
            fields_of(proposition).iter().for_each(|field| _ = mentioned.insert(field));
        }
        let has_shape = |declared: ClassId| {
            let mut classes = program.classes.iter_enumerated();
            classes.any(|(id, class)| types.contains(class.name.as_str()) && program.is_subclass(id, declared))
        };
        let leads = |field: &FieldId| match program.fields[*field].ty {
            Type::Reference(class) => program.classes[class].span.is_some() && has_shape(class),
            _ => false,
        };
        // Of objects that only the program makes, all references into the shape are known.
        let is_input = |heap: &HeapDocument| {
            let objects = heap.nodes.iter().filter(|node| program.class_named(&node.value).is_some());
            !heap.hyperedges.is_empty() || objects.count() > 0
        };
        let has_input = loaded.initial.iter().any(|initial| is_input(&initial.heap));
        let is_untracked = |field: &FieldId| {
            let declared = &program.fields[*field];
            declared.ty.is_reference()
                && !mentioned.contains(declared.name.as_str())
                && has_shape(declared.class)
                && (has_input || !leads(field))
        };
        let all: Vec<FieldId> = used_fields(program, entry).into_iter().filter(is_untracked).collect();
        Self { into_shape: all.iter().any(leads), all }
    }
}

/// The fields that a proposition mentions.
fn fields_of(proposition: &Proposition) -> &[String] {
    match proposition {
        Proposition::Reachable { selectors, .. } | Proposition::Reached { selectors, .. } => selectors,
        Proposition::Compare { field: Some(field), .. } | Proposition::Unchanged(field) => std::slice::from_ref(field),
        _ => &[],
    }
}

/// The fields that procedures access which `entry` may call.
fn used_fields(program: &Program, entry: ProcedureId) -> BTreeSet<FieldId> {
    let edges = program.reachable(entry).into_iter().flat_map(|id| &program.procedures[id].cfa.edges);
    let field = |operation: &Operation| match *operation {
        Operation::Load { field, .. } | Operation::Store { field, .. } => Some(field),
        _ => None,
    };
    edges.filter_map(|edge| field(&edge.operation)).collect_by_insertion()
}

/// A note for each field that is loaded and not followed.
pub(super) fn notes(program: &Program, entry: ProcedureId, untracked: &[FieldId]) -> Vec<Diagnostic> {
    let procedures = program.reachable(entry);
    let loads = |field: FieldId| {
        let mut edges = procedures.iter().flat_map(|&id| &program.procedures[id].cfa.edges);
        edges.any(|edge| matches!(edge.operation, Operation::Load { field: loaded, .. } if loaded == field))
    };
    let note = |&field: &FieldId| {
        let declared = &program.fields[field];
        let name = &declared.name;
        let message = format!("the field `{name}` is not followed: no rule and no initial heap mentions it");
        let advice = format!("if the shape depends on it, add `{name}` to the grammar and to the initial heaps");
        Diagnostic::note("heap/untracked", declared.span, message).suggest(advice)
    };
    untracked.iter().filter(|&&field| loads(field)).map(note).collect()
}

/// The selectors of fields that are followed, but may hold references that are not.
pub(super) fn held_by(program: &Program, alphabet: &Alphabet, may_hold: &UntrackedReferences) -> Vec<Selector> {
    may_hold.fields().filter_map(|field| alphabet.find_selector(&program.fields[field].name)).collect()
}
