//! What the variables of a procedure hold.

use super::super::{Computation, Function, Instead, LocalId, Operand, OperationEdge, Procedure, Program, Rvalue, Type};
use super::{Content, Range};
use base::Idx;

/// The contents of the variables of a procedure at a location.
#[derive(Clone)]
pub(super) struct Values(pub(super) Vec<Content>);

impl Values {
    pub(super) fn of(&self, local: LocalId) -> Content {
        self.0[local.index()]
    }

    pub(super) fn operand(&self, operand: Operand) -> Content {
        match operand {
            Operand::Local(local) => self.of(local),
            Operand::Null => Content::NULL,
            Operand::Integer(number) => Content::number(Some(Range::only(number))),
            Operand::Boolean(is_true) => Content::number(Some(Range::only(is_true.into()))),
        }
    }

    /// The numbers that an operand may be, if it is one.
    pub(super) fn range(&self, procedure: &Procedure, operand: Operand) -> Option<Range> {
        let all = match operand {
            Operand::Local(local) => Range::new(procedure.locals[local].ty.range()?),
            _ => None,
        };
        self.operand(operand).numbers.or(all)
    }

    /// Restricts a number; returns whether any is left.
    pub(super) fn keep(&mut self, operand: Operand, numbers: Option<Range>) -> bool {
        if let (Operand::Local(local), Some(_)) = (operand, numbers) {
            self.0[local.index()].numbers = numbers;
        }
        numbers.is_some()
    }

    /// What an execution computes for a variable, where abstractions do not know it: arrays and their lengths.
    pub(super) fn computed(&self, edge: &OperationEdge, target: LocalId) -> Option<Content> {
        let Some(Instead::Compute(Computation { target: Some(own), function, arguments, .. })) = edge.instead() else {
            return None;
        };
        let lengths = |operand: Option<&Operand>| {
            let numbers = operand.and_then(|operand| self.operand(*operand).numbers);
            numbers.and_then(|numbers| numbers.intersection(Range::LENGTHS)).unwrap_or(Range::LENGTHS)
        };
        if *own != target {
            return None;
        }
        Some(match function {
            Function::Length => Content::number(Some(lengths(arguments.first()))),
            Function::NewArray { .. } | Function::Clone => Content::array(lengths(arguments.first())),
            Function::CopyOf(_) => Content::array(lengths(arguments.get(1))),
            Function::ArrayOf(_) => Content::array(Range::only(i64::try_from(arguments.len()).ok()?)),
            _ => return None,
        })
    }

    /// The numbers that an expression may be.
    pub(super) fn value(&self, procedure: &Procedure, value: &Rvalue, ty: Type) -> Option<Range> {
        let all = Range::new(ty.range()?);
        let found = match value {
            Rvalue::Unary(operator, operand) => self.range(procedure, *operand)?.unary(*operator),
            Rvalue::Binary { operator, ty, left, right } => {
                self.range(procedure, *left)?.binary(*operator, *ty, self.range(procedure, *right)?)
            }
            _ => None,
        };
        found.or(all)
    }

    pub(super) fn set(&mut self, local: LocalId, content: Content) {
        self.0[local.index()] = content;
    }

    /// Excludes null; returns whether any value is left.
    pub(super) fn exclude_null(&mut self, operand: Operand) -> bool {
        self.restrict(operand, |content| Content { null: false, ..content })
    }

    /// Restricts an operand that may have a value; returns whether any is left.
    pub(super) fn restrict(&mut self, operand: Operand, by: impl Fn(Content) -> Content) -> bool {
        let content = by(self.operand(operand));
        if let Operand::Local(local) = operand {
            self.set(local, content);
        }
        !content.is_nothing()
    }

    /// Joins others into them; returns whether anything was added.
    pub(super) fn join(&mut self, program: &Program, others: &Self) -> bool {
        let mut is_more = false;
        for (one, &other) in self.0.iter_mut().zip(&others.0) {
            let joined = program.join(*one, other);
            is_more |= joined != *one;
            *one = joined;
        }
        is_more
    }
}
