//! Which variables and fields may hold references that are not followed.

use std::collections::BTreeSet;

use super::{FieldId, LocalId, Operand, Operation, ProcedureId, Program, Rvalue};
use crate::base::CollectByInsertion;

/// The variables and fields that may hold a [reference that is not followed](Rvalue::Unknown).
#[derive(Clone, Default, Debug)]
pub struct UntrackedReferences {
    locals: BTreeSet<(ProcedureId, LocalId)>,
    fields: BTreeSet<FieldId>,
}

impl UntrackedReferences {
    /// Those of the procedures that `entry` may call, if loads of some fields are not followed.
    pub fn new(program: &Program, entry: ProcedureId, fields: &[FieldId]) -> Self {
        let mut found = Self { locals: BTreeSet::new(), fields: fields.iter().copied().collect_by_insertion() };
        let start = &program.procedures[entry];
        for &local in &start.parameters {
            let ty = start.locals[local].ty;
            if program.is_foreign(ty) && !program.is_command_line(start, ty) {
                found.locals.insert((entry, local));
            }
        }
        let reachable = program.reachable(entry);
        while reachable.iter().any(|&id| found.grows(program, id)) {}
        found
    }

    /// Whether a local may hold one.
    pub fn has_local(&self, procedure: ProcedureId, local: LocalId) -> bool {
        self.locals.contains(&(procedure, local))
    }

    /// Whether there are any.
    pub fn is_empty(&self) -> bool {
        self.locals.is_empty()
    }

    /// The fields that may hold one.
    pub fn fields(&self) -> impl Iterator<Item = FieldId> {
        self.fields.iter().copied()
    }

    /// Adds what the edges of a procedure copy; returns whether anything was added.
    fn grows(&mut self, program: &Program, id: ProcedureId) -> bool {
        let before = (self.locals.len(), self.fields.len());
        let procedure = &program.procedures[id];
        for edge in &procedure.cfa.edges {
            match &edge.operation {
                Operation::Assign { target, value: Rvalue::Unknown | Rvalue::Drawn }
                    if procedure.locals[*target].ty.is_reference() =>
                {
                    self.locals.insert((id, *target));
                }
                Operation::Assign { target, value: Rvalue::Operand(operand) } if self.holds(id, *operand) => {
                    self.locals.insert((id, *target));
                }
                Operation::Load { target, field, .. } if self.fields.contains(field) => {
                    self.locals.insert((id, *target));
                }
                Operation::Store { field, value, .. } if self.holds(id, *value) => {
                    self.fields.insert(*field);
                }
                Operation::Call(call) => {
                    for callee in call.callee.candidates() {
                        let called = &program.procedures[callee];
                        for (&parameter, &argument) in called.parameters.iter().zip(&call.arguments) {
                            if self.holds(id, argument) {
                                self.locals.insert((callee, parameter));
                            }
                        }
                        let left = [(call.target, called.returned), (Some(procedure.exception), called.exception)];
                        for (target, result) in left {
                            if let Some(target) = target.filter(|_| self.has_local(callee, result)) {
                                self.locals.insert((id, target));
                            }
                        }
                    }
                }
                _ => {}
            }
        }
        before != (self.locals.len(), self.fields.len())
    }

    fn holds(&self, procedure: ProcedureId, operand: Operand) -> bool {
        matches!(operand, Operand::Local(local) if self.has_local(procedure, local))
    }
}
