//! Handlers of implicit exceptions: those of dereferences of null, and of indices out of bounds.
//!
//! If no such exception is handled, a run that dereferences null stays there, so that its end shows the location and
//! the call stack, and bounds are not checked. Before any run, the program is therefore searched for a matching
//! handler, or a `finally`, on some call stack.

use std::collections::{BTreeMap, BTreeSet};

use super::{ClassId, Condition, Location, Operand, Operation, OperationEdge, Procedure, ProcedureId, Program, Step};
use base::{CollectByInsertion, IndexVec};

/// For each procedure, whether a caller may handle an exception with which it ends.
type Handled = IndexVec<ProcedureId, bool>;

impl Program {
    /// Directs dereferences of null to the first matching [handler](OperationEdge::on_null), or nowhere if no call stack from
    /// `entry` has one; without a handler, indices are within [bounds](Condition::OutOfBounds). Unreachable locations
    /// are removed.
    pub fn settle_exceptions(&mut self, entry: ProcedureId) {
        let reachable = self.reachable(entry);
        let mut classes: BTreeSet<ClassId> = self.null_dereference.into_iter().collect_by_insertion();
        for procedure in reachable.iter().map(|&id| &self.procedures[id]) {
            let failing = procedure.cfa.edges.iter().filter(|edge| is_out_of_bounds(edge, false));
            classes.extend(failing.filter_map(|edge| Some(procedure.thrown_at(edge.target)?.0)));
        }
        let handled = |class| (class, self.handled_by_callers(&reachable, class));
        let handled: BTreeMap<ClassId, Handled> = classes.into_iter().map(handled).collect_by_insertion();
        if handled.is_empty() {
            return;
        }
        for &id in &reachable {
            self.settle(id, &handled);
        }
        let throws = |&id: &ProcedureId| self.procedures[id].cfa.edges.iter().any(|edge| edge.on_null.is_some());
        self.null_dereference = self.null_dereference.filter(|_| reachable.iter().any(throws));
    }

    fn settle(&mut self, id: ProcedureId, handled: &BTreeMap<ClassId, Handled>) {
        let procedure = &self.procedures[id];
        let seen = |class: ClassId, thrown: Location| {
            let landing = self.landing(procedure, class, thrown);
            (handled[&class][id] || landing != procedure.exceptional_exit).then_some(landing)
        };
        let is_unseen = |edge: &&OperationEdge| {
            let thrown = procedure.thrown_at(edge.target);
            is_out_of_bounds(edge, false) && thrown.is_some_and(|(class, at)| seen(class, at).is_none())
        };
        let unseen: BTreeSet<Location> =
            procedure.cfa.edges.iter().filter(is_unseen).map(|edge| edge.source).collect_by_insertion();
        let mut edges = procedure.cfa.edges.as_slice().to_vec();
        edges.retain(|edge| !(is_out_of_bounds(edge, false) && unseen.contains(&edge.source)));
        for edge in &mut edges {
            edge.on_null = edge.on_null.zip(self.null_dereference).and_then(|(thrown, class)| seen(class, thrown));
            if is_out_of_bounds(edge, true) && unseen.contains(&edge.source) {
                edge.operation = Operation::Skip;
                let execution = edge.execution.get_or_insert_default();
                // What is tested here is tested again where the index is used.
                if execution.instead.take().is_none() {
                    execution.then.insert(0, Step::assume_bounds());
                }
            }
        }
        let procedure = &mut self.procedures[id];
        procedure.ignores_bounds |= !unseen.is_empty();
        procedure.cfa.edges = edges.into_iter().collect();
        procedure.keep_reachable();
    }

    /// For each procedure, whether a direct or indirect caller may handle an exception of a class.
    fn handled_by_callers(&self, reachable: &[ProcedureId], class: ClassId) -> Handled {
        let mut handled = IndexVec::filled(false, self.procedures.len());
        // For each caller, the procedures whose exceptions it passes on.
        let mut passed_on: IndexVec<ProcedureId, Vec<ProcedureId>> =
            IndexVec::filled(Vec::new(), self.procedures.len());
        // A client ends where a call fails that is checked: what it handles then is thrown on purpose.
        for &caller in reachable.iter().filter(|&&id| !self.is_client(id) || self.checked.is_some()) {
            let procedure = &self.procedures[caller];
            for edge in &procedure.cfa.edges {
                let Operation::Call(call) = &edge.operation else { continue };
                let passes = self.landing(procedure, class, call.exceptional) == procedure.exceptional_exit;
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

    /// The location at which an exception of a class thrown at `at` is handled, or the exceptional exit.
    pub fn landing(&self, procedure: &Procedure, class: ClassId, mut at: Location) -> Location {
        // Every location is passed at most once, because nothing changes on the way.
        for _ in procedure.cfa.locations.indices() {
            let mut next = None;
            for (_, edge) in procedure.cfa.edges_from(at) {
                let passes = match &edge.operation {
                    Operation::Skip => true,
                    Operation::Assume(Condition::InstanceOf { operand, class: handled, negated })
                        if *operand == Operand::Local(procedure.exception) =>
                    {
                        self.is_subclass(class, *handled) != *negated
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

impl Procedure {
    /// The class of the exception thrown at a location, and the target of the throw.
    pub(super) fn thrown_at(&self, location: Location) -> Option<(ClassId, Location)> {
        self.cfa.edges_from(location).find_map(|(_, edge)| match edge.operation {
            Operation::New { target, class } if target == self.exception => Some((class, edge.target)),
            _ => None,
        })
    }
}

fn is_out_of_bounds(edge: &OperationEdge, is_negated: bool) -> bool {
    matches!(edge.operation, Operation::Assume(Condition::OutOfBounds { negated }) if negated == is_negated)
}
