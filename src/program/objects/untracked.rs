//! Which variables and fields may hold references that are not followed.

use std::collections::BTreeSet;

use super::{Call, ClassId, FieldId, LocalId, Operand, Operation, ProcedureId, Program, Rvalue, Type};
use base::CollectByInsertion;

/// The variables and fields that may hold a [reference that is not followed](Rvalue::Unknown).
#[derive(Clone, Default, Debug)]
pub struct UntrackedReferences {
    locals: BTreeSet<(ProcedureId, LocalId)>,
    fields: BTreeSet<FieldId>,
    weak: BTreeSet<FieldId>,
    follows_nothing: bool,
}

/// What is not followed at the start.
#[derive(Clone, Copy, Debug)]
pub struct NotFollowed<'a> {
    /// Loads of these fields.
    pub fields: &'a [FieldId],
    /// The receiver and parameters of the entry that refer to objects which are not followed.
    pub given: &'a [LocalId],
    /// Whether the objects that the program makes are not followed, either.
    pub made: bool,
}

impl Program {
    /// Whether a procedure calls a comparator: if it is not followed, it is assumed that it returns a number and changes nothing.
    pub fn is_comparison(&self, caller: ProcedureId, call: &Call) -> bool {
        let Some(Operand::Local(receiver)) = call.receiver else { return false };
        let ty = self.procedures[caller].locals[receiver].ty;
        let is_comparator = matches!(ty, Type::Reference(class) if self.classes[class].name == COMPARATOR);
        let mut callees = call.callee.candidates();
        is_comparator && self.is_foreign(ty) && callees.all(|callee| self.procedures[callee].name == "compare")
    }
}

/// The interface of what compares objects.
const COMPARATOR: &str = "Comparator";

impl UntrackedReferences {
    /// Those of the procedures that `entry` may call; `is_shape` says which fields must be known.
    pub fn new(
        program: &Program,
        entry: ProcedureId,
        start: NotFollowed<'_>,
        is_shape: &dyn Fn(FieldId) -> bool,
    ) -> Self {
        let fields = start.fields.iter().copied().collect_by_insertion();
        let locals = start.given.iter().map(|&local| (entry, local)).collect_by_insertion();
        let mut found = Self { locals, fields, weak: BTreeSet::new(), follows_nothing: start.made };
        let start = &program.procedures[entry];
        for &local in &start.parameters {
            let ty = start.locals[local].ty;
            if program.is_foreign(ty) && !program.is_command_line(start, ty) {
                found.locals.insert((entry, local));
            }
        }
        let reachable = program.reachable(entry);
        while reachable.iter().any(|&id| found.grows(program, id, is_shape)) {}
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

    /// Whether a field is no part of the shape, and may be stored in objects that are not followed. Any object may be one of these, so that
    /// nothing is known of the field of any object.
    pub fn is_weak(&self, field: FieldId) -> bool {
        self.weak.contains(&field)
    }

    /// Whether an object of a class that the program makes is not followed.
    pub fn is_made(&self, program: &Program, class: ClassId) -> bool {
        self.follows_nothing && program.classes[class].span.is_some()
    }

    /// The fields that may hold one.
    pub fn fields(&self) -> impl Iterator<Item = FieldId> {
        self.fields.iter().copied()
    }

    /// Adds what the edges of a procedure copy; returns whether anything was added.
    fn grows(&mut self, program: &Program, id: ProcedureId, is_shape: &dyn Fn(FieldId) -> bool) -> bool {
        if program.is_manual() {
            return false;
        }
        let before = (self.locals.len(), self.fields.len(), self.weak.len());
        let procedure = &program.procedures[id];
        for edge in &procedure.cfa.edges {
            match &edge.operation {
                Operation::Assign { target, value: Rvalue::Unknown | Rvalue::Object | Rvalue::Drawn }
                    if procedure.locals[*target].ty.is_reference() =>
                {
                    self.locals.insert((id, *target));
                }
                Operation::Assign { target, value: Rvalue::Operand(operand) } if self.holds(id, *operand) => {
                    self.locals.insert((id, *target));
                }
                Operation::Load { target, base, field }
                    if self.fields.contains(field)
                        || program.fields[*field].ty.is_reference() && self.has_local(id, *base) =>
                {
                    self.locals.insert((id, *target));
                }
                Operation::New { target, class } if self.is_made(program, *class) => {
                    self.locals.insert((id, *target));
                }
                Operation::Store { base, field, value } => {
                    let is_reference = program.fields[*field].ty.is_reference();
                    let is_weak = self.has_local(id, *base) && !is_shape(*field);
                    if is_weak {
                        self.weak.insert(*field);
                    }
                    if self.holds(id, *value) || is_weak && is_reference {
                        self.fields.insert(*field);
                    }
                }
                Operation::Call(call) => {
                    for callee in call.callee.candidates() {
                        let called = &program.procedures[callee];
                        if let (Some(this), Some(receiver)) = (called.receiver, call.receiver)
                            && self.holds(id, receiver)
                        {
                            self.locals.insert((callee, this));
                        }
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
        before != (self.locals.len(), self.fields.len(), self.weak.len())
    }

    /// Whether an operand may be one.
    pub fn holds(&self, procedure: ProcedureId, operand: Operand) -> bool {
        matches!(operand, Operand::Local(local) if self.has_local(procedure, local))
    }
}
