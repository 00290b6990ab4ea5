//! Which dereferences of null throw an exception that somebody may see.
//!
//! Where nobody does, a run that dereferences null stays there: its end shows the place and the call stack. So it is
//! decided before the run whether a handler on some call stack fits, or a `finally` is on the way.

use super::{Condition, EdgeId, Location, Operand, Operation, Procedure, ProcedureId, Program};
use crate::base::{Idx, IndexVec};

impl Program {
    /// Lets dereferences of null go to the [handler](super::Edge::on_null) that is reached first, or nowhere if there is
    /// none on any call stack from `entry`. Locations that nothing reaches any more are dropped.
    pub fn settle_dereferences(&mut self, entry: ProcedureId) {
        if self.null_dereference.is_none() {
            return;
        }
        let reachable = self.reachable(entry);
        let handled = self.handled_by_callers(&reachable);
        let mut throws = false;
        for &id in &reachable {
            let procedure = &self.procedures[id];
            let is_seen = |at: Location| handled[id] || at != procedure.exceptional_exit;
            let landing = |edge: EdgeId| {
                procedure.edges[edge].on_null.map(|thrown| self.landing(procedure, thrown)).filter(|&at| is_seen(at))
            };
            let landings: Vec<_> = procedure.edges.indices().map(landing).collect();
            throws |= landings.iter().any(Option::is_some);
            let procedure = &mut self.procedures[id];
            for (edge, landing) in landings.into_iter().enumerate() {
                procedure.edges[EdgeId::at(edge)].on_null = landing;
            }
            procedure.keep_reachable();
        }
        self.null_dereference = self.null_dereference.filter(|_| throws);
    }

    /// For each procedure whether a caller may handle what a dereference of null throws there, directly or not.
    fn handled_by_callers(&self, reachable: &[ProcedureId]) -> IndexVec<ProcedureId, bool> {
        let mut handled = IndexVec::filled(false, self.procedures.len());
        // For each caller the procedures whose exceptions it passes on.
        let mut passed_on: IndexVec<ProcedureId, Vec<ProcedureId>> =
            IndexVec::filled(Vec::new(), self.procedures.len());
        for &caller in reachable {
            let procedure = &self.procedures[caller];
            for edge in &procedure.edges {
                let Operation::Call(call) = &edge.operation else { continue };
                let passes = self.landing(procedure, call.exceptional) == procedure.exceptional_exit;
                for callee in call.callee.candidates() {
                    handled[callee] |= !passes;
                    if passes {
                        passed_on[caller].push(callee);
                    }
                }
            }
        }
        let mut open: Vec<ProcedureId> = reachable.iter().copied().filter(|&id| handled[id]).collect();
        while let Some(caller) = open.pop() {
            for &callee in &passed_on[caller] {
                if !std::mem::replace(&mut handled[callee], true) {
                    open.push(callee);
                }
            }
        }
        handled
    }

    /// Where the exception of a dereference of null goes from a location, past the handlers that it does not fit.
    fn landing(&self, procedure: &Procedure, mut at: Location) -> Location {
        // Every location is passed once at most: nothing changes on the way.
        for _ in procedure.locations.indices() {
            let mut next = None;
            for (_, edge) in procedure.edges_from(at) {
                let passes = match &edge.operation {
                    Operation::Skip => true,
                    Operation::Assume(Condition::InstanceOf { operand, class, negated })
                        if *operand == Operand::Local(procedure.exception) =>
                    {
                        let thrown = self.null_dereference;
                        thrown.is_some_and(|thrown| self.is_subclass(thrown, *class)) != *negated
                    }
                    _ => return at,
                };
                if passes {
                    next = Some(edge.target);
                }
            }
            match next {
                Some(target) => at = target,
                None => return at,
            }
        }
        at
    }
}
