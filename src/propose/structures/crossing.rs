//! Fields that lead across structures: to objects that also are where they are without them, such as the ends of the edges of a graph.

use super::classes::ClassGraph;
use super::flow::{Flow, Place};
use program::objects::{FieldId, Operand, Operation, Program, Role};

/// The fields that lead from the elements of a row to objects of other classes, are set only by constructors, to what these are given, and
/// get objects to which other fields refer, too. That is no part of a structure: it may lead to any object. C has no constructors.
pub(super) fn crossing(graph: &ClassGraph<'_>) -> Vec<FieldId> {
    let program = graph.program;
    if program.is_manual() {
        return Vec::new();
    }
    let is_candidate = |&field: &FieldId| is_row_with(graph, field) && is_given_to_constructors(program, field);
    let candidates: Vec<FieldId> = program.fields.indices().filter(is_candidate).collect();
    if candidates.is_empty() {
        return candidates;
    }
    let flow = Flow::of(program, program.procedures.indices());
    candidates.into_iter().filter(|&field| is_shared(graph, &flow, field)).collect()
}

/// Whether the objects of a class refer to objects of their class, and by this field to those of classes that are not related to it.
fn is_row_with(graph: &ClassGraph<'_>, field: FieldId) -> bool {
    let declared = &graph.program.fields[field];
    let own = graph.objects(declared.class);
    let leads_back = |other: FieldId| other != field && graph.targets(other).iter().any(|target| own.contains(target));
    let targets = graph.targets(field);
    let fields = &graph.program.classes[declared.class].fields;
    declared.role == Role::Plain
        && !graph.is_outer(field)
        && !targets.is_empty()
        && !targets.iter().any(|target| own.contains(target))
        && fields.iter().any(|&other| leads_back(other))
}

fn is_given_to_constructors(program: &Program, field: FieldId) -> bool {
    let class = program.fields[field].class;
    program.procedures.iter().all(|procedure| {
        procedure.cfa.edges.iter().all(|edge| match edge.operation {
            Operation::Store { field: stored, value, .. } if stored == field => {
                let is_given = matches!(value, Operand::Local(local) if procedure.parameters.contains(&local));
                procedure.class == class && procedure.name == "<init>" && is_given
            }
            _ => true,
        })
    })
}

/// Whether what is stored in a field comes from another field, from a variable whose value another field gets, or from outside of the
/// program: a parameter that no call sets.
fn is_shared(graph: &ClassGraph<'_>, flow: &Flow, field: FieldId) -> bool {
    let targets = graph.targets(field);
    let is_other = |place: &Place| match *place {
        Place::Field(other) => other != field && graph.targets(other).iter().any(|target| targets.contains(target)),
        Place::Null | Place::Local(..) => false,
    };
    let is_given = |place: &Place| match *place {
        Place::Local(id, local) => {
            let procedure = &graph.program.procedures[id];
            procedure.name != "<init>" && procedure.parameters.contains(&local) && !flow.gets(*place)
        }
        Place::Field(_) | Place::Null => false,
    };
    let mut sources = flow.sources(field).filter(|place| *place != Place::Null);
    sources.any(|place| is_given(&place) || flow.from([place]).iter().any(is_other))
}
