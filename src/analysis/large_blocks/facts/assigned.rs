//! Which local a name stands for: the one of that name that was assigned last.

use fixedbitset::FixedBitSet;

use super::locals_named;
use crate::base::IndexVec;
use crate::program::cfa::{Location, Transition};
use crate::program::objects::{LocalId, Operation, Procedure};

/// For every location of a procedure, the locals of one name that may have been assigned last since it was called, or
/// none. Several locals of disjoint scopes may share a name.
pub(super) struct LastAssigned {
    locals: Vec<LocalId>,
    /// One bit for each local, and a last one for none.
    at: IndexVec<Location, FixedBitSet>,
}

/// What a name stands for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Binding {
    /// Nothing has been assigned.
    Unbound,
    /// This local.
    Local(LocalId),
    /// That depends on the run.
    Unknown,
}

impl LastAssigned {
    /// Solves the forward data-flow equations. Parameters are assigned when a procedure is called; of
    /// static fields only the entry procedure knows when they are there.
    pub fn new(procedure: &Procedure, name: &str) -> Self {
        let locals: Vec<LocalId> = locals_named(procedure, name).collect();
        let none = locals.len();
        let bit = |local: LocalId| locals.iter().position(|&known| known == local);
        let mut at = IndexVec::filled(FixedBitSet::with_capacity(none + 1), procedure.cfa.locations.len());
        let parameters = procedure.receiver.iter().chain(&procedure.parameters);
        let first = parameters.filter_map(|&parameter| bit(parameter)).next_back().unwrap_or(none);
        at[procedure.cfa.entry].insert(first);
        let mut pending = vec![procedure.cfa.entry];
        while let Some(location) = pending.pop() {
            for (_, edge) in procedure.cfa.edges_from(location) {
                let before = at[location].clone();
                let assigned = edge.operation.defines().and_then(bit);
                let after = match assigned {
                    Some(local) => std::iter::once(local).collect(),
                    None => before.clone(),
                };
                // What throws has assigned nothing but the exception.
                let thrown = matches!(edge.operation, Operation::Call(_)) || edge.on_null.is_some();
                let handlers = Transition::handlers(edge).filter(|_| thrown).map(|handler| (handler, &before));
                for (target, found) in std::iter::once((edge.target, &after)).chain(handlers) {
                    if !found.is_subset(&at[target]) {
                        at[target].union_with(found);
                        pending.push(target);
                    }
                }
            }
        }
        Self { locals, at }
    }

    /// What the name stands for at a location.
    pub fn at(&self, location: Location) -> Binding {
        let mut found = self.at[location].ones();
        match (found.next(), found.next()) {
            (Some(one), None) => self.locals.get(one).map_or(Binding::Unbound, |&local| Binding::Local(local)),
            _ => Binding::Unknown,
        }
    }
}
