//! States from which nothing is known of a run, because it uses a reference that is not followed, or does what is not modelled.

use std::collections::BTreeSet;

use super::explored::Explored;
use super::place;
use crate::heap_program::{HeapState, PointKind};
use base::{Message, Stop, msg};
use program::objects::{FieldId, Local, LocalId, LocalKind, Operand, Operation, Procedure};
use report::Judgement;
use report::remedy::Remedy;
use rsm::NodeId;

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
    let (mut what, mut source) = (msg!("a reference"), None);
    if let PointKind::Fault(instance, edge) = explored.system.points().kind(state.point) {
        let procedure = &model.program.procedures[explored.system.points().instance(instance).procedure];
        if let Some(why) = procedure.cfa.edges[edge].operation.given_up() {
            let place = place::of(&explored.system, state.point);
            let why = msg!("a run is not followed from {}:{} on: {why}", Message::verbatim(&place.file), place.line);
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
            let Local { name, kind, .. } = &procedure.locals[local];
            if *kind == LocalKind::Declared {
                what = Message::code(name);
            }
            source = loaded_from(procedure, local).map(|field| model.program.fields[field].name.clone());
        }
    }
    let place = place::of(&explored.system, state.point);
    let advice = match &source {
        Some(field) => msg!("it comes from the field `{field}`, which no rule and no initial heap mentions"),
        None => {
            msg!("it comes from a field that no rule and no initial heap mentions, from an array, or from a library")
        }
    };
    let why = msg!("{what} is not followed, and used at {}:{}: {advice}", Message::verbatim(&place.file), place.line);
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
