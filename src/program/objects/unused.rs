//! Arguments that a procedure only passes on: nothing that it does depends on them.

use std::collections::BTreeSet;

use super::{Call, Callee, Instead, Liveness, LocalId, Operand, Operation, Procedure, Program};
use crate::cfa::ProcedureId;

/// The parameters, receivers included, on which something depends, by procedure.
type NeededParameters = BTreeSet<(ProcedureId, LocalId)>;

impl Program {
    /// Passes null instead of references that the called procedures only pass on to procedures of which the same is true, and no
    /// receiver to those that only pass on theirs. Runs stay the same: what only [executions](super::Execution) need is passed by them. Parameters for
    /// which `keeps` is true are passed as before.
    pub fn drop_unused_arguments(&mut self, entry: ProcedureId, keeps: impl Fn(ProcedureId, LocalId) -> bool) {
        let reachable = self.reachable(entry);
        let needed = self.needed_parameters(&reachable, &keeps, false);
        let executed = self.needed_parameters(&reachable, &keeps, true);
        let is_needed = |callee: ProcedureId, parameter: LocalId| needed.contains(&(callee, parameter));
        let is_executed = |callee: ProcedureId, parameter: LocalId| executed.contains(&(callee, parameter));
        for id in reachable {
            let mut edges = std::mem::take(&mut self.procedures[id].cfa.edges);
            for edge in edges.iter_mut() {
                if let Operation::Call(call) = &mut edge.operation {
                    let caller = &self.procedures[id];
                    let (receiver, arguments) = (call.receiver, call.arguments.clone());
                    let mut unused = 0..arguments.len();
                    let passes_more = self.callee_without_receiver(caller, call, &is_needed)
                        != self.callee_without_receiver(caller, call, &is_executed)
                        || unused.any(|position| {
                            self.needs_argument(call, position, &is_executed)
                                && !self.needs_argument(call, position, &is_needed)
                        });
                    if passes_more {
                        edge.execution.get_or_insert_default().instead = Some(Instead::Pass { receiver, arguments });
                    }
                    if let Some(callee) = self.callee_without_receiver(caller, call, &is_needed) {
                        call.callee = Callee::Static(callee);
                        call.receiver = None;
                    }
                    let unused: Vec<usize> = (0..call.arguments.len())
                        .filter(|&position| !self.needs_argument(call, position, &is_needed))
                        .collect();
                    unused.into_iter().for_each(|position| call.arguments[position] = Operand::Null);
                }
            }
            self.procedures[id].cfa.edges = edges;
        }
    }

    /// The least set of parameters that contains what a procedure reads itself, or passes as one of the set; `executed`: also what only
    /// executions read.
    fn needed_parameters(
        &self,
        reachable: &[ProcedureId],
        keeps: &impl Fn(ProcedureId, LocalId) -> bool,
        executed: bool,
    ) -> NeededParameters {
        let mut needed = NeededParameters::new();
        loop {
            let before = needed.len();
            for &id in reachable {
                let procedure = &self.procedures[id];
                let is_needed = |callee: ProcedureId, parameter: LocalId| needed.contains(&(callee, parameter));
                let uses = |operation: &Operation, visit: &mut dyn FnMut(LocalId)| match operation {
                    Operation::Call(call) => self.used_operands(procedure, call, &is_needed).for_each(visit),
                    operation => operation.for_each_use(visit),
                };
                let liveness = match executed {
                    true => Liveness::with_execution(procedure, uses),
                    false => Liveness::with_uses(procedure, uses),
                };
                let parameters = procedure.receiver.iter().chain(&procedure.parameters);
                let live = parameters.filter(|&&p| liveness.is_live(procedure.cfa.entry, p) || keeps(id, p));
                let live: Vec<_> = live.map(|&parameter| (id, parameter)).collect();
                needed.extend(live);
            }
            if needed.len() == before {
                return needed;
            }
        }
    }

    /// The locals that a call passes to parameters that are needed.
    fn used_operands<'a>(
        &'a self,
        caller: &'a Procedure,
        call: &'a Call,
        is_needed: &'a dyn Fn(ProcedureId, LocalId) -> bool,
    ) -> impl Iterator<Item = LocalId> + 'a {
        let receiver = call.receiver.filter(|_| self.callee_without_receiver(caller, call, is_needed).is_none());
        let arguments = call.arguments.iter().enumerate();
        let arguments = arguments.filter(move |&(position, _)| self.needs_argument(call, position, is_needed));
        receiver.into_iter().chain(arguments.map(|(_, &argument)| argument)).filter_map(|operand| match operand {
            Operand::Local(local) => Some(local),
            Operand::Null | Operand::Integer(_) | Operand::Boolean(_) => None,
        })
    }

    /// The only procedure that a call may enter, if it passes on the receiver of the caller and that is not needed there.
    fn callee_without_receiver(
        &self,
        caller: &Procedure,
        call: &Call,
        is_needed: &dyn Fn(ProcedureId, LocalId) -> bool,
    ) -> Option<ProcedureId> {
        let own = caller.receiver.map(Operand::Local);
        if call.receiver.is_none() || call.receiver != own {
            return None;
        }
        let mut candidates = call.callee.candidates();
        let callee = candidates.next()?;
        let receiver = self.procedures[callee].receiver?;
        (candidates.all(|other| other == callee) && !is_needed(callee, receiver)).then_some(callee)
    }

    /// Whether some procedure that a call may enter needs an argument, or it is no reference.
    fn needs_argument(&self, call: &Call, position: usize, is_needed: &dyn Fn(ProcedureId, LocalId) -> bool) -> bool {
        call.callee.candidates().any(|callee| {
            let procedure = &self.procedures[callee];
            procedure
                .parameters
                .get(position)
                .is_none_or(|&parameter| !procedure.locals[parameter].ty.is_reference() || is_needed(callee, parameter))
        })
    }
}
