//! Definite assignment (JLS 16): no local is read before it has a value.

use fixedbitset::FixedBitSet;

use base::{Diagnostic, Idx, IndexVec, msg};
use program::cfa::Location;
use program::objects::{Local, LocalKind, Procedure};

/// Reports every named local that may be read before it is assigned, once.
///
/// Solves the forward equations `set(v) = ⋂ over edges u→v of set(u) ∪ defines` on the finished automaton.
pub(crate) fn check(procedure: &Procedure, diagnostics: &mut Vec<Diagnostic>) {
    let Some(sets) = assigned(procedure) else { return };
    let mut reported = FixedBitSet::with_capacity(procedure.locals.len());
    for edge in &procedure.cfa.edges {
        let Some(set) = &sets[edge.source] else { continue };
        edge.operation.for_each_use(|local| {
            let Local { name, kind, .. } = &procedure.locals[local];
            if !set.contains(local.index()) && *kind == LocalKind::Declared && !reported.put(local.index()) {
                let message = msg!("variable `{name}` may not have been assigned");
                diagnostics.push(Diagnostic::error("java/unassigned", edge.span, message));
            }
        });
    }
}

type Sets = IndexVec<Location, Option<FixedBitSet>>;

fn assigned(procedure: &Procedure) -> Option<Sets> {
    let locals = procedure.locals.len();
    let mut sets: Sets = IndexVec::filled(None, procedure.cfa.locations.len());
    let mut entry = FixedBitSet::with_capacity(locals);
    for &parameter in procedure.receiver.iter().chain(&procedure.parameters).chain(&procedure.statics) {
        entry.insert(parameter.index());
    }
    if procedure.cfa.locations.is_empty() {
        return None;
    }
    sets[procedure.cfa.entry] = Some(entry);
    loop {
        let mut changed = false;
        for edge in &procedure.cfa.edges {
            let Some(mut set) = sets[edge.source].clone() else { continue };
            for handler in edge.handlers() {
                changed |= meet(&mut sets, handler, &set);
            }
            if let Some(target) = edge.operation.defines() {
                set.insert(target.index());
            }
            changed |= meet(&mut sets, edge.target, &set);
        }
        if !changed {
            return Some(sets);
        }
    }
}

fn meet(sets: &mut Sets, location: Location, set: &FixedBitSet) -> bool {
    match &mut sets[location] {
        Some(known) => {
            let changes = !known.is_subset(set);
            if changes {
                known.intersect_with(set);
            }
            changes
        }
        empty => {
            *empty = Some(set.clone());
            true
        }
    }
}
