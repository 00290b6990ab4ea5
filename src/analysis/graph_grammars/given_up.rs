//! States from which nothing is known of a run, because it uses a reference that is not followed, or does what is not modelled.

use std::collections::BTreeSet;

use super::explored::Explored;
use super::place;
use crate::base::Stop;
use crate::program::objects::{FieldId, LocalId, Operand, Operation, Procedure, is_program_name};
use crate::report::Judgement;
use crate::report::remedy::Remedy;
use crate::rsm::NodeId;
use crate::semantics::heap_program::{HeapState, PointKind};

/// The first such state, in order of discovery.
pub(super) fn anywhere(explored: &Explored) -> Option<NodeId> {
    let Explored { system, rsm, .. } = explored;
    let faults = rsm.components.iter().flat_map(|component| &component.faults);
    let given_up = faults.copied().filter(|&node| system.is_given_up(rsm.nodes[node].state));
    given_up.min()
}

/// Such a state at a node, or in the call there.
pub(super) fn at(explored: &Explored, node: NodeId) -> Option<HeapState> {
    let Explored { system, rsm, .. } = explored;
    let mut open = vec![node];
    let mut seen = BTreeSet::new();
    while let Some(node) = open.pop() {
        if system.is_given_up(rsm.nodes[node].state) {
            return Some(rsm.nodes[node].state);
        }
        for &entry in
            rsm.successors(node).iter().filter(|&&entry| rsm.nodes[entry].component != rsm.nodes[node].component)
        {
            let component = rsm.nodes[entry].component;
            if seen.insert(component) {
                open.extend(&rsm.components[component].faults);
                open.extend(rsm.nodes.indices().filter(|&inner| rsm.nodes[inner].component == component));
            }
        }
    }
    None
}

/// That nothing is known from there on, why, and what may help.
pub(super) fn judgement(explored: &Explored, state: HeapState) -> Judgement {
    let model = explored.system.model();
    let (mut what, mut source) = ("a reference".to_owned(), None);
    if let PointKind::Fault(instance, edge) = explored.system.points().kind(state.point) {
        let procedure = &model.program.procedures[explored.system.points().instance(instance).procedure];
        if let Some(why) = procedure.cfa.edges[edge].operation.given_up() {
            let place = place::of(&explored.system, state.point);
            let why = format!("a run is not followed from {}:{} on: {why}", place.file, place.line);
            let remedies = vec![Remedy::Entry { file: place.file, line: place.line }];
            return Judgement { remedies, ..Judgement::unknown(&Stop::Incomplete(why), None) };
        }
        let used = match procedure.cfa.edges[edge].operation {
            // That its base is followed was found before.
            Operation::Store { value: Operand::Local(local), .. } if explored.system.follows_base(state) => Some(local),
            ref operation => operation.dereferences().and_then(|used| match used {
                Operand::Local(local) => Some(local),
                _ => None,
            }),
        };
        if let Some(local) = used {
            let name = &procedure.locals[local].name;
            if is_program_name(name) {
                what = format!("`{name}`");
            }
            source = loaded_from(procedure, local).map(|field| model.program.fields[field].name.clone());
        }
    }
    let place = place::of(&explored.system, state.point);
    let advice = match &source {
        Some(field) => format!("it comes from the field `{field}`, which no rule and no initial heap mentions"),
        None => "it comes from a field that no rule and no initial heap mentions, from an array, or from a library"
            .to_owned(),
    };
    let why = format!("{what} is not followed, and used at {}:{}: {advice}", place.file, place.line);
    let remedies = source.into_iter().map(|field| Remedy::Field { field }).collect();
    Judgement { remedies, ..Judgement::unknown(&Stop::Incomplete(why), None) }
}

/// The field from which a procedure loads a local.
fn loaded_from(procedure: &Procedure, local: LocalId) -> Option<FieldId> {
    procedure.cfa.edges.iter().find_map(|edge| match edge.operation {
        Operation::Load { target, field, .. } if target == local => Some(field),
        _ => None,
    })
}
