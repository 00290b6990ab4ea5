//! Exceptions with which runs end, by what is wrong.

use std::collections::BTreeSet;

use super::{ClassId, Operand, Operation, Program, Rvalue};
use crate::cfa::ProcedureId;
use base::CollectByInsertion;

/// The names of classes of exceptions that the virtual machine throws start with this, before the name of their superclass, which programs
/// see: what the program throws itself is told apart from them.
pub const RAISED: &str = "raised ";

/// What is wrong when a run ends with an exception.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum ExceptionKind {
    /// Null was dereferenced, or passed to a method of the library that needs an object.
    NullDereference,
    /// An index was out of bounds, or the size of an array negative.
    OutOfBounds,
    /// An object was cast to a class that it has not.
    WrongCast,
    /// A number was divided by zero.
    DivisionByZero,
    /// An assertion failed.
    Assertion,
    /// The program, or its library, has thrown something else.
    Other,
}

/// The name that programs see of a class: of an exception that the virtual machine throws it is the one of its superclass.
pub fn seen_class(name: &str) -> &str {
    name.strip_prefix(RAISED).unwrap_or(name)
}

impl ExceptionKind {
    /// Those that are not thrown on purpose.
    pub const FAILURES: &'static [ExceptionKind] = Self::ALL.split_at(5).0;

    /// Every kind, in the order of reports.
    pub const ALL: [ExceptionKind; 6] = [
        ExceptionKind::NullDereference,
        ExceptionKind::OutOfBounds,
        ExceptionKind::WrongCast,
        ExceptionKind::DivisionByZero,
        ExceptionKind::Assertion,
        ExceptionKind::Other,
    ];
}

impl Program {
    /// What is wrong when a run ends with an exception of this class.
    pub fn exception_kind(&self, class: ClassId) -> ExceptionKind {
        let kind = self.ancestry(class).find_map(|class| self.classes[class].exception);
        kind.unwrap_or(ExceptionKind::Other)
    }

    /// The kinds of exceptions that may be thrown in the procedures that `entry` may call, but for indices that are
    /// [taken](super::Procedure::ignores_bounds) to be within bounds.
    pub fn exception_kinds(&self, entry: ProcedureId) -> BTreeSet<ExceptionKind> {
        let throwable = self.class_named("Throwable");
        let error = self.classes.iter().find_map(|class| class.exception.filter(|_| class.name == "AssertionError"));
        let reachable = self.reachable(entry);
        let procedures = reachable.iter().map(|&id| &self.procedures[id]);
        let edges = procedures.flat_map(|procedure| procedure.cfa.edges.iter().map(move |edge| (procedure, edge)));
        let kinds = edges.flat_map(|(procedure, edge)| match edge.operation {
            Operation::New { class, .. } => {
                let is_thrown = throwable.is_some_and(|throwable| self.is_subclass(class, throwable));
                [is_thrown.then(|| self.exception_kind(class)), None]
            }
            // It may come from the input.
            Operation::Assign { target, value: Rvalue::Operand(Operand::Local(_)) | Rvalue::Object }
                if target == procedure.exception =>
            {
                [Some(ExceptionKind::Other), error]
            }
            ref operation => [procedure.dereferences(operation).map(|_| ExceptionKind::NullDereference), None],
        });
        kinds.flatten().collect_by_insertion()
    }
}
