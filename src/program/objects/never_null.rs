//! Fields that are never null, as every constructor sets them.

use std::collections::BTreeSet;

use super::{ClassId, Comparison, Condition, FieldId, LocalId, Operand, Operation, Procedure, Program, Rvalue};
use crate::cfa::{Location, ProcedureId};
use base::{CollectByInsertion, Idx};

impl Program {
    /// Whether a field is null in no object that a constructor has finished: the constructors of each class of its objects set it, and
    /// whatever the program stores there is an object that it has made or tested.
    pub fn is_never_null(&self, field: FieldId) -> bool {
        let stores_objects = self.procedures.indices().all(|id| {
            self.procedures[id].cfa.edges.iter().all(|edge| match edge.operation {
                Operation::Store { field: stored, value, .. } if stored == field => {
                    self.is_object(id, value, edge.source, &mut BTreeSet::new())
                }
                _ => true,
            })
        });
        stores_objects && self.is_set_by_constructors(field)
    }

    /// Whether each constructor of a class of objects with the field stores something there before anything else can refer to the object.
    pub fn is_set_by_constructors(&self, field: FieldId) -> bool {
        let own = self.fields[field].class;
        let mut classes = self.classes.indices().filter(|&class| self.is_subclass(class, own));
        self.classes[own].span.is_some() && classes.all(|class| self.constructors_set(class, field))
    }

    fn constructors(&self, class: ClassId) -> impl Iterator<Item = ProcedureId> {
        self.classes[class].procedures.iter().copied().filter(|&id| self.procedures[id].name == "<init>")
    }

    /// Whether there are constructors of a class, and all set the field; one that is not written is that of the superclass.
    fn constructors_set(&self, class: ClassId, field: FieldId) -> bool {
        let mut constructors = self.constructors(class).peekable();
        if constructors.peek().is_none() {
            let above = self.classes[class].superclass.filter(|_| class != self.fields[field].class);
            return above.is_some_and(|above| self.constructors_set(above, field));
        }
        constructors.all(|constructor| self.sets(constructor, field, &mut BTreeSet::new()))
    }

    /// Whether a constructor keeps its object to itself, and has set the field whenever it returns. `open` are those that call it.
    fn sets(&self, id: ProcedureId, field: FieldId, open: &mut BTreeSet<ProcedureId>) -> bool {
        let procedure = &self.procedures[id];
        if !open.insert(id) || !procedure.keeps_receiver(self) {
            return false;
        }
        let mut is_set = |operation: &Operation| match operation {
            Operation::Store { base, field: stored, .. } => Some(*base) == procedure.receiver && *stored == field,
            Operation::Call(call) if call.receiver == procedure.receiver.map(Operand::Local) => {
                call.callee.candidates().all(|callee| self.sets(callee, field, open))
            }
            _ => false,
        };
        let cuts: Vec<bool> = procedure.cfa.edges.iter().map(|edge| is_set(&edge.operation)).collect();
        let all_keep = procedure.cfa.edges.iter().all(|edge| match &edge.operation {
            Operation::Call(call) if call.receiver == procedure.receiver.map(Operand::Local) => {
                call.callee.candidates().all(|callee| self.procedures[callee].keeps_receiver(self))
            }
            _ => true,
        });
        open.remove(&id);
        all_keep && !procedure.reaches(procedure.cfa.exit, &cuts)
    }

    /// Whether a value of a procedure is an object at a location: made there, found not to be null, or returned by a call that returns only such
    /// values. `open` are the procedures that are taken to do so, as their results are being looked at.
    fn is_object(&self, id: ProcedureId, value: Operand, at: Location, open: &mut BTreeSet<ProcedureId>) -> bool {
        let Operand::Local(local) = value else { return false };
        let procedure = &self.procedures[id];
        let mut definitions =
            procedure.cfa.edges.iter().filter(|edge| edge.operation.defines() == Some(local)).peekable();
        if definitions.peek().is_none() {
            return procedure.is_tested(value, at);
        }
        !procedure.is_given(local) && definitions.all(|edge| self.makes_object(&edge.operation, open))
    }

    /// Whether the value that an operation assigns is an object.
    fn makes_object(&self, operation: &Operation, open: &mut BTreeSet<ProcedureId>) -> bool {
        match operation {
            Operation::New { .. } | Operation::Assign { value: Rvalue::Object | Rvalue::Opaque, .. } => true,
            Operation::Call(call) => call.callee.candidates().all(|callee| self.returns_object(callee, open)),
            _ => false,
        }
    }

    /// Whether whatever a procedure returns is an object.
    fn returns_object(&self, id: ProcedureId, open: &mut BTreeSet<ProcedureId>) -> bool {
        let procedure = &self.procedures[id];
        if !open.insert(id) {
            return true;
        }
        let mut results =
            procedure.cfa.edges.iter().filter(|edge| edge.operation.defines() == Some(procedure.returned)).peekable();
        results.peek().is_some()
            && results.all(|edge| match edge.operation {
                Operation::Assign { value: Rvalue::Operand(value), .. } => self.is_object(id, value, edge.source, open),
                ref operation => self.makes_object(operation, open),
            })
    }
}

impl Procedure {
    /// Whether its receiver is only used to access its fields, and to call other constructors.
    fn keeps_receiver(&self, program: &Program) -> bool {
        let Some(this) = self.receiver else { return false };
        self.cfa.edges.iter().all(|edge| match &edge.operation {
            Operation::Load { target, .. } => *target != this,
            Operation::Store { value, .. } => *value != Operand::Local(this),
            Operation::Call(call) => {
                let is_constructor =
                    || call.callee.candidates().all(|callee| program.procedures[callee].name == "<init>");
                !call.arguments.contains(&Operand::Local(this))
                    && (call.receiver != Some(Operand::Local(this)) || is_constructor())
            }
            operation => {
                let mut is_used = operation.defines() == Some(this);
                operation.for_each_use(|local| is_used |= local == this);
                !is_used || matches!(operation, Operation::Assume(_) | Operation::RequireNonNull(_))
            }
        })
    }

    /// Whether a value is found not to be null on all paths to a location.
    fn is_tested(&self, value: Operand, at: Location) -> bool {
        let is_test = |operation: &Operation| match operation {
            Operation::RequireNonNull(operand) => *operand == value,
            Operation::Assume(Condition::Compare { comparison: Comparison::NotEqual, left, right }) => {
                [(*left, *right), (*right, *left)].contains(&(value, Operand::Null))
            }
            _ => false,
        };
        let cuts: Vec<bool> = self.cfa.edges.iter().map(|edge| is_test(&edge.operation)).collect();
        !self.reaches(at, &cuts)
    }

    /// Whether a local has a value at the start.
    fn is_given(&self, local: LocalId) -> bool {
        self.receiver == Some(local) || self.parameters.contains(&local)
    }

    /// Whether a location is reached from the entry without some edges.
    fn reaches(&self, goal: Location, without: &[bool]) -> bool {
        let mut open = vec![self.cfa.entry];
        let mut seen: BTreeSet<Location> = open.iter().copied().collect_by_insertion();
        while let Some(location) = open.pop() {
            if location == goal {
                return true;
            }
            for (id, edge) in self.cfa.edges_from(location) {
                // What an operation has not done when it throws, it has not done.
                let next = (!without[id.index()]).then_some(edge.target).into_iter().chain(edge.handlers());
                open.extend(next.filter(|&target| seen.insert(target)));
            }
        }
        false
    }
}
