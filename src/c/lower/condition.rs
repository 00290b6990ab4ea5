//! Conditions: branches without values.

use super::super::typed::Kind;
use super::*;
use crate::unsupported::Construct;
use program::objects::{Comparison, Condition, Unary};

impl Lowering<'_> {
    /// Continues at `yes` if the expression is not zero, otherwise at `no`.
    pub(super) fn condition(&mut self, node: &Node, yes: Location, no: Location) {
        let span = node.span;
        match &node.kind {
            Kind::Integer(value) => self.graph.goto(if *value != 0 { yes } else { no }, span),
            Kind::Null => self.graph.goto(no, span),
            Kind::Not(inner) => self.condition(inner, no, yes),
            Kind::Truth(inner) => self.condition(inner, yes, no),
            Kind::And(left, right) => {
                let next = self.graph.fresh();
                self.condition(left, next, no);
                self.graph.here = next;
                self.condition(right, yes, no);
            }
            Kind::Or(left, right) => {
                let next = self.graph.fresh();
                self.condition(left, yes, next);
                self.graph.here = next;
                self.condition(right, yes, no);
            }
            Kind::Comma(first, second) => {
                self.effect(first);
                self.condition(second, yes, no);
            }
            Kind::Conditional(condition, left, right) => {
                let (is_true, is_false) = (self.graph.fresh(), self.graph.fresh());
                self.condition(condition, is_true, is_false);
                self.graph.here = is_true;
                self.condition(left, yes, no);
                self.graph.here = is_false;
                self.condition(right, yes, no);
            }
            // A wider number is zero exactly if this one is.
            Kind::Convert(inner) if self.keeps_zero(inner.ty, node.ty) => self.condition(inner, yes, no),
            Kind::Compare(comparison, left, right) => {
                let compared = left.ty;
                let left = self.value(left);
                let left = self.protected(left, right);
                let right = self.value(right);
                self.compare(*comparison, left, right, compared, yes, no, span);
            }
            _ if self.floating_condition(node, yes, no) => {}
            _ => {
                let ty = node.ty;
                let value = self.value(node);
                let zero = match self.checked.types.pointee(ty) {
                    Some(_) => Operand::Null,
                    None => Operand::Integer(0),
                };
                self.compare(Comparison::NotEqual, value, zero, ty, yes, no, span);
            }
        }
    }

    fn keeps_zero(&self, from: TypeId, to: TypeId) -> bool {
        let types = &self.checked.types;
        match (types.integer(from), types.integer(to)) {
            (Some(from), Some(to)) => to.size(self.model()) >= from.size(self.model()),
            _ => false,
        }
    }

    /// Branches on a comparison of two values of a type.
    #[expect(clippy::too_many_arguments, reason = "a branch has all of these")]
    pub(super) fn compare(
        &mut self,
        comparison: Comparison,
        left: Operand,
        right: Operand,
        ty: TypeId,
        yes: Location,
        no: Location,
        span: Span,
    ) {
        let is_pointer = self.checked.types.pointee(ty).is_some();
        if is_pointer && !matches!(comparison, Comparison::Equal | Comparison::NotEqual) && !self.has_range(ty) {
            self.unsupported(&Construct::PointerOrder, span);
            return;
        }
        let is_null = left == Operand::Null || right == Operand::Null;
        let may_differ = |operand| self.range(operand).0 != Operand::Integer(0);
        let is_equality = matches!(comparison, Comparison::Equal | Comparison::NotEqual);
        if is_pointer && !(is_equality && (is_null || !may_differ(left) && !may_differ(right))) {
            self.compare_pointers(comparison, (left, right), (yes, no), span);
            return;
        }
        let mut left = left;
        let lowered = self.checked.types.integer(ty).map(|integer| self.integer_type(integer));
        if let Some(wide) = lowered.filter(|lowered| lowered.is_unsigned_64())
            && !matches!(comparison, Comparison::Equal | Comparison::NotEqual)
            && !self.is_unsigned_64(left)
            && !self.is_unsigned_64(right)
        {
            // One operand must say that the comparison is one of unsigned numbers.
            let target = self.graph.temporary(Lowered::Integer(wide));
            self.assign(target, Rvalue::Unary(Unary::Convert(wide), left), span);
            left = Operand::Local(target);
        }
        if let (Operand::Integer(a), Operand::Integer(b)) = (left, right)
            && matches!(comparison, Comparison::Equal | Comparison::NotEqual)
        {
            let holds = (a == b) == (comparison == Comparison::Equal);
            self.graph.goto(if holds { yes } else { no }, span);
            return;
        }
        self.graph.branch(Condition::Compare { comparison, left, right }, yes, no, span);
    }

    fn is_unsigned_64(&self, operand: Operand) -> bool {
        match operand {
            Operand::Local(local) => {
                matches!(self.graph.type_of(local), Lowered::Integer(ty) if ty.is_unsigned_64())
            }
            _ => false,
        }
    }
}
