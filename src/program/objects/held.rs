//! Which variables hold what they lead to, whether anything reads them again or not: those that are in scope.

use super::{LocalId, LocalKind, Procedure};
use crate::cfa::Location;

impl Procedure {
    /// Whether a variable that the program declares is in scope at a location. At its exits, a procedure has none any more.
    pub fn is_in_scope(&self, local: LocalId, location: Location) -> bool {
        let declared = &self.locals[local];
        declared.kind == LocalKind::Declared
            && location != self.cfa.exit
            && location != self.exceptional_exit
            && declared.scope.is_none_or(|scope| scope.contains(self.cfa.locations[location]))
    }

    /// The receiver and the parameters.
    pub fn given(&self) -> impl Iterator<Item = LocalId> {
        self.receiver.into_iter().chain(self.parameters.iter().copied())
    }

    /// Whether a parameter, or the receiver, is the same all the time: what it leads to is what the caller holds.
    pub fn is_unchanged(&self, local: LocalId) -> bool {
        self.given().any(|given| given == local)
            && self.cfa.edges.iter().all(|edge| edge.operation.defines() != Some(local))
    }
}
