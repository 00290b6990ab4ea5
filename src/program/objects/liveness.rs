//! Live variables: the locals that may still be read after a location.

use fixedbitset::FixedBitSet;

use super::{LocalId, Operation, OperationEdge, Procedure, Step};
use crate::cfa::Location;
use base::{Idx, IndexVec};

/// For every location of a procedure, the set of locals that some path from it reads before it writes them. The result
/// is live at the exit, the exception at the exceptional exit, the object that holds the static fields everywhere.
#[derive(Clone, Debug)]
pub struct Liveness {
    live: IndexVec<Location, FixedBitSet>,
}

impl Liveness {
    /// Solves the backward data-flow equations `live(u) = ⋃ over edges u→v of uses ∪ (live(v) ∖ defines)`.
    pub fn new(procedure: &Procedure) -> Self {
        Self::with_uses(procedure, |operation, visit| operation.for_each_use(visit))
    }

    /// The same for those who do not follow what is in objects: the end of an object reads nothing.
    pub fn without_memory(procedure: &Procedure) -> Self {
        Self::with_uses(procedure, |operation, visit| match operation {
            Operation::Free(_) | Operation::End(_) => {}
            operation => operation.for_each_use(visit),
        })
    }

    /// The same for those who say which locals an operation reads.
    pub fn with_uses(procedure: &Procedure, uses: impl Fn(&Operation, &mut dyn FnMut(LocalId))) -> Self {
        Self::solve(procedure, |edge, visit| uses(&edge.operation, visit), |_| &[])
    }

    /// The same, and what only [execution](super::Execution) reads.
    pub fn with_execution(procedure: &Procedure, uses: impl Fn(&Operation, &mut dyn FnMut(LocalId))) -> Self {
        let all = |edge: &OperationEdge, visit: &mut dyn FnMut(LocalId)| {
            uses(&edge.operation, visit);
            edge.instead().into_iter().for_each(|instead| instead.for_each_use(&mut *visit));
        };
        Self::solve(procedure, all, OperationEdge::then)
    }

    fn solve(
        procedure: &Procedure,
        uses: impl Fn(&OperationEdge, &mut dyn FnMut(LocalId)),
        then: impl Fn(&OperationEdge) -> &[Step],
    ) -> Self {
        let locals = procedure.locals.len();
        let mut everywhere = FixedBitSet::with_capacity(locals);
        // Static fields are live until the run ends.
        everywhere.extend(procedure.statics.map(Idx::index));
        let mut live = IndexVec::filled(everywhere, procedure.cfa.locations.len());
        live[procedure.cfa.exit].insert(procedure.returned.index());
        live[procedure.exceptional_exit].insert(procedure.exception.index());
        procedure.cfa.solve_backward(&mut live, |edge, live, before| {
            for step in then(edge).iter().rev() {
                step.defines().into_iter().for_each(|target| before.set(target.index(), false));
                step.for_each_use(|local| before.insert(local.index()));
            }
            if let Some(target) = edge.operation.defines() {
                before.set(target.index(), false);
            }
            for handler in edge.handlers() {
                let mut thrown = live[handler].clone();
                thrown.set(procedure.exception.index(), false);
                before.union_with(&thrown);
            }
            uses(edge, &mut |local| before.insert(local.index()));
        });
        Self { live }
    }

    /// The locals that may be read at or after `location`.
    pub fn live_at(&self, location: Location) -> impl Iterator<Item = LocalId> + '_ {
        self.live[location].ones().map(LocalId::at)
    }

    /// Whether `local` may be read at or after `location`.
    pub fn is_live(&self, location: Location, local: LocalId) -> bool {
        self.live[location].contains(local.index())
    }
}
