//! Binary operators.

use super::super::syntax::{BinaryOperator, ExprId};
use super::super::types::Ty;
use super::{Emitter, Lowering, Target, Typed};
use base::{Span, msg};
use program::objects::{Binary, ClassId, Comparison, Condition, Operand, Rvalue};

impl Emitter<'_, '_> {
    /// The result of an operation on two values.
    pub(super) fn arithmetic(&mut self, operator: Binary, a: Typed, b: Typed, target: Target, span: Span) -> Typed {
        if operator == Binary::Add && self.types_of(&[a, b]).into_iter().any(|ty| self.table.is_string(ty)) {
            let parts = [self.convert_to_text(a, span), self.convert_to_text(b, span)];
            return self.text_of(&parts, target, span);
        }
        let a = self.unboxed(a, span);
        let b = self.unboxed(b, span);
        if a.ty == Ty::Error || b.ty == Ty::Error {
            return Typed::error();
        }
        let logical = matches!(operator, Binary::And | Binary::Or | Binary::Xor);
        let shift = matches!(operator, Binary::ShiftLeft | Binary::ShiftRight | Binary::ShiftRightUnsigned);
        let (left, right) = (a.operand, b.operand);
        let result = |ty: Ty| Rvalue::Binary { operator, ty: ty.promoted(), left, right };
        let (x, y) = (numeric(a.ty), numeric(b.ty));
        if logical && (a.ty == Ty::Boolean || b.ty == Ty::Boolean) {
            let boolean = |ty| matches!(ty, Ty::Boolean | Ty::Any);
            if boolean(a.ty) && boolean(b.ty) {
                return self.any(result(Ty::Boolean), target, Ty::Boolean, span);
            }
        }
        let (Some(x), Some(y)) = (x, y) else {
            let error = self.inapplicable(a.ty, b.ty, span);
            if a.erased || b.erased {
                self.advise_cast();
            }
            return error;
        };
        let ty = x.promoted_with(if shift { Ty::Int } else { y });
        if ty.is_floating() || y.is_floating() {
            if logical || shift {
                return self.inapplicable(a.ty, b.ty, span);
            }
            return self.unknown(target, ty, span);
        }
        if matches!(operator, Binary::Divide | Binary::Remainder) {
            self.check_divisor(b.operand, span);
        }
        self.any(result(ty), target, ty, span)
    }

    fn inapplicable(&mut self, a: Ty, b: Ty, span: Span) -> Typed {
        let (a, b) = (self.table.type_name(a), self.table.type_name(b));
        self.error("java/type", span, msg!("this operator does not apply to `{a}` and `{b}`"))
    }

    /// Throws if the divisor is zero.
    pub(super) fn check_divisor(&mut self, divisor: Operand, span: Span) {
        if matches!(divisor, Operand::Integer(n) if n != 0) {
            return;
        }
        let (fails, after) = (self.graph.fresh(), self.graph.fresh());
        if divisor == Operand::Integer(0) {
            self.graph.goto(fails, span);
        } else {
            let right = Operand::Integer(0);
            let condition = Condition::Compare { comparison: Comparison::Equal, left: divisor, right };
            self.graph.branch(condition, fails, after, span);
        }
        self.graph.here = fails;
        self.raise("ArithmeticException", span);
        self.graph.here = after;
    }

    /// Throws a new exception of a library class, as the library does on purpose.
    pub(super) fn throw_new(&mut self, class: &str, span: Span) {
        // Only called with names of library classes.
        let class = self.table.library(class).unwrap_or(ClassId(0));
        self.throw_of(class, span);
    }

    /// Throws what the virtual machine throws where the program can only see this class of the library.
    pub(super) fn raise(&mut self, class: &str, span: Span) {
        let class = self.table.raised(class);
        self.throw_of(class, span);
    }

    fn throw_of(&mut self, class: ClassId, span: Span) {
        let target = self.graph.exception;
        let handler = self.handler();
        self.graph.edge(program::objects::Operation::New { target, class }, handler, span);
    }
}

impl Lowering<'_, '_> {
    /// `left operator right`, which is the expression `e`.
    pub(super) fn binary(
        &mut self,
        e: ExprId,
        operator: BinaryOperator,
        left: ExprId,
        right: ExprId,
        target: Target,
    ) -> Typed {
        let Some(operation) = operation(operator) else { return self.truth(e, target) };
        let a = self.value(left);
        let a = self.protect(a, &[right], self.span(left));
        let b = self.value(right);
        self.code.arithmetic(operation, a, b, target, self.span(e))
    }
}

/// The type of a number; unknown values may be numbers.
fn numeric(ty: Ty) -> Option<Ty> {
    match ty {
        Ty::Any => Some(Ty::Int),
        _ => ty.is_numeric().then_some(ty),
    }
}

/// The operation of an arithmetic or bitwise operator.
pub(super) fn operation(operator: BinaryOperator) -> Option<Binary> {
    Some(match operator {
        BinaryOperator::Add => Binary::Add,
        BinaryOperator::Subtract => Binary::Subtract,
        BinaryOperator::Multiply => Binary::Multiply,
        BinaryOperator::Divide => Binary::Divide,
        BinaryOperator::Remainder => Binary::Remainder,
        BinaryOperator::And => Binary::And,
        BinaryOperator::Or => Binary::Or,
        BinaryOperator::Xor => Binary::Xor,
        BinaryOperator::ShiftLeft => Binary::ShiftLeft,
        BinaryOperator::ShiftRight => Binary::ShiftRight,
        BinaryOperator::ShiftRightUnsigned => Binary::ShiftRightUnsigned,
        _ => return None,
    })
}
