//! Values of expressions.

use super::super::typed::{Kind, Sign, bit_width};
use super::addressed::shift;
use super::floating::is_truth_of_floats;
use super::place::Place;
use super::*;
use crate::unsupported::Construct;
use program::objects::{Binary, Comparison, Condition, Failure, Unary};

impl Lowering<'_> {
    /// The value of an expression. What recurs most has a small stack frame.
    pub(super) fn value(&mut self, node: &Node) -> Operand {
        match &node.kind {
            Kind::Binary(operator, left, right) => self.binary_value(*operator, left, right, node),
            Kind::Convert(inner) => self.converted(inner, node),
            Kind::Variable(_) | Kind::Dereference(_) | Kind::Member(..) | Kind::Index(..) | Kind::Literal(..) => {
                let place = self.place(node);
                let value = self.read(&place, node.ty, node.span);
                self.narrowed(value, bit_width(&self.checked.types, node), node.ty, node.span)
            }
            Kind::Call(function, arguments) => self.call(*function, arguments, node, true),
            _ => self.other_value(node),
        }
    }

    fn binary_value(&mut self, operator: Binary, left: &Node, right: &Node, node: &Node) -> Operand {
        let value = self.value(left);
        let left = self.protected(value, right);
        let distance_is_signed = self.checked.types.integer(right.ty).is_none_or(|integer| integer.signed);
        let right = self.value(right);
        self.arithmetic(operator, left, right, distance_is_signed, node.ty, node.span)
    }

    fn other_value(&mut self, node: &Node) -> Operand {
        let span = node.span;
        match &node.kind {
            Kind::Integer(value) => Operand::Integer(*value),
            Kind::Floating(number) => self.floating_constant(*number, node.ty, span),
            Kind::Math(function, arguments) if !is_truth(node) => self.math(*function, arguments, node),
            Kind::Null => Operand::Null,
            Kind::Address(inner) => self.address(inner, span),
            Kind::Decay(array) => self.decayed(array, node.ty, span),
            Kind::Truth(_)
            | Kind::Not(_)
            | Kind::Compare(..)
            | Kind::Math(..)
            | Kind::And(..)
            | Kind::Or(..)
            | Kind::Conditional(..) => {
                if let Kind::Truth(inner) = &node.kind
                    && is_truth(inner)
                {
                    return self.value(inner);
                }
                if node.ty == TypeId::VOID {
                    self.effect(node);
                    return Operand::Integer(0);
                }
                let target = self.temporary(node.ty);
                self.value_into(target, node, span);
                Operand::Local(target)
            }
            Kind::Unary(sign, operand) => {
                let (ty, value) = (self.integer_of(node.ty), self.value(operand));
                match sign {
                    Sign::Negate => self.binary(Binary::Subtract, ty, Operand::Integer(0), value, node.ty, span),
                    Sign::Complement => {
                        let target = self.temporary(node.ty);
                        self.assign(target, Rvalue::Unary(Unary::Complement(ty), value), span);
                        Operand::Local(target)
                    }
                }
            }
            Kind::Comma(first, second) => {
                self.effect(first);
                self.value(second)
            }
            Kind::Assign(place, value) => {
                let ty = place.ty;
                let to = self.written(place);
                if self.checked.types.structure(ty).is_some() {
                    let from = self.place(value);
                    self.copy(&to, &from, ty, span);
                    return Operand::Integer(0);
                }
                let width = bit_width(&self.checked.types, place);
                if let (Place::Local(local), None) = (&to, width) {
                    let local = *local;
                    self.value_into(local, value, span);
                    return Operand::Local(local);
                }
                let value = self.value(value);
                let value = self.narrowed(value, width, ty, span);
                self.write(&to, value, ty, span);
                match to {
                    Place::Local(local) => Operand::Local(local),
                    _ => value,
                }
            }
            Kind::Compound(operator, place, value, computed) => self.compound(*operator, place, value, *computed, span),
            Kind::Step { place, by, is_postfix } => {
                let (ty, width) = (place.ty, bit_width(&self.checked.types, place));
                let to = self.written(place);
                let old = self.read(&to, ty, span);
                if self.checked.types.pointee(ty).is_some() {
                    let kept = match old {
                        Operand::Local(local) if *is_postfix => Operand::Local(self.copied_pointer(local, span)),
                        _ => old,
                    };
                    let new = self.stepped_pointer(&to, Operand::Integer(*by), Binary::Add, ty, span);
                    return if *is_postfix { kept } else { new };
                }
                let old = self.narrowed(old, width, ty, span);
                let kept = match (*is_postfix, &to, old) {
                    (true, Place::Local(_), Operand::Local(_)) => {
                        let copy = self.temporary(ty);
                        self.assign(copy, Rvalue::Operand(old), span);
                        Operand::Local(copy)
                    }
                    _ => old,
                };
                let new = self.stepped(old, *by, ty, span);
                let new = self.narrowed(new, width, ty, span);
                self.write(&to, new, ty, span);
                match (*is_postfix, to) {
                    (true, _) => kept,
                    (false, Place::Local(local)) => Operand::Local(local),
                    (false, _) => new,
                }
            }
            Kind::Block(block) => self.block_value(*block, node.ty),
            Kind::Discard(inner) => {
                self.effect(inner);
                Operand::Integer(0)
            }
            Kind::Advance(pointer, distance) => {
                if let Some((base, shift)) = shift(&self.checked.types, node) {
                    return self.shifted(base, &shift, node);
                }
                let (base, (operator, by)) = (self.value(pointer), distance_of(distance));
                let base = self.protected(base, by);
                let number = self.value(by);
                if !self.has_range(node.ty) {
                    self.unsupported(&Construct::PointerArithmetic, span);
                    return Operand::Null;
                }
                let number = self.as_index(number, by.ty, span);
                self.advanced(base, number, operator, span)
            }
            Kind::Difference(left, right) => {
                let first = self.value(left);
                let first = self.protected(first, right);
                let second = self.value(right);
                if !self.has_range(left.ty) {
                    self.unsupported(&Construct::PointerArithmetic, span);
                    return Operand::Integer(0);
                }
                self.distance(first, second, span)
            }
            Kind::Unsupported(what) => {
                self.unsupported(what, span);
                Operand::Integer(0)
            }
            Kind::Function(_) => {
                self.unsupported(&Construct::FunctionPointer, span);
                Operand::Null
            }
            Kind::Text(_) => {
                self.unsupported(&Construct::StringText, span);
                Operand::Null
            }
            // The others are above.
            _ => Operand::Integer(0),
        }
    }

    /// Evaluates an expression whose value is not used.
    pub(super) fn effect(&mut self, node: &Node) {
        let span = node.span;
        match &node.kind {
            Kind::Discard(inner) | Kind::Convert(inner) | Kind::Truth(inner) | Kind::Not(inner) => self.effect(inner),
            Kind::Comma(first, second) => {
                self.effect(first);
                self.effect(second);
            }
            Kind::Step { place, by, .. } => {
                let (ty, width) = (place.ty, bit_width(&self.checked.types, place));
                let to = self.written(place);
                if self.checked.types.pointee(ty).is_some() {
                    self.stepped_pointer(&to, Operand::Integer(*by), Binary::Add, ty, span);
                    return;
                }
                let old = self.read(&to, ty, span);
                let old = self.narrowed(old, width, ty, span);
                let new = self.stepped(old, *by, ty, span);
                let new = self.narrowed(new, width, ty, span);
                self.write(&to, new, ty, span);
            }
            Kind::Call(function, arguments) => {
                self.call(*function, arguments, node, false);
            }
            Kind::Conditional(condition, yes, no) => {
                let (is_true, is_false, after) = (self.graph.fresh(), self.graph.fresh(), self.graph.fresh());
                self.condition(condition, is_true, is_false);
                for (start, branch) in [(is_true, yes), (is_false, no)] {
                    self.graph.here = start;
                    self.effect(branch);
                    self.graph.goto(after, span);
                }
                self.graph.here = after;
            }
            Kind::And(..) | Kind::Or(..) => {
                let after = self.graph.fresh();
                self.condition(node, after, after);
                self.graph.here = after;
            }
            Kind::Block(block) => self.statement(*block),
            // The place is not read.
            Kind::Variable(_) | Kind::Text(_) | Kind::Integer(_) | Kind::Null => {}
            _ if self.checked.types.structure(node.ty).is_some() && !matches!(node.kind, Kind::Assign(..)) => {
                self.place(node);
            }
            _ => {
                self.value(node);
            }
        }
    }

    /// Evaluates an expression into a local of its type.
    pub(super) fn value_into(&mut self, target: LocalId, node: &Node, span: Span) {
        match &node.kind {
            Kind::Truth(inner) if is_truth(inner) => self.value_into(target, inner, span),
            _ if is_truth(node) => {
                let (yes, no, after) = (self.graph.fresh(), self.graph.fresh(), self.graph.fresh());
                self.condition(node, yes, no);
                for (start, value) in [(yes, 1), (no, 0)] {
                    self.graph.here = start;
                    self.assign(target, Rvalue::Operand(Operand::Integer(value)), span);
                    self.graph.goto(after, span);
                }
                self.graph.here = after;
            }
            Kind::Conditional(condition, yes, no) if self.checked.types.structure(node.ty).is_none() => {
                let (is_true, is_false, after) = (self.graph.fresh(), self.graph.fresh(), self.graph.fresh());
                self.condition(condition, is_true, is_false);
                for (start, branch) in [(is_true, yes), (is_false, no)] {
                    self.graph.here = start;
                    self.value_into(target, branch, span);
                    self.graph.goto(after, span);
                }
                self.graph.here = after;
            }
            _ => {
                let value = self.value(node);
                self.write_local(target, value, span);
            }
        }
    }

    /// The value of an operand that the evaluation of another one may change.
    pub(super) fn protected(&mut self, value: Operand, later: &Node) -> Operand {
        let Operand::Local(local) = value else { return value };
        if !self.graph.is_declared(local) || !assigns(later) {
            return value;
        }
        Operand::Local(self.copied_pointer(local, later.span))
    }

    /// 1 into `target` if the operand differs from `zero`, else 0.
    pub(super) fn truth_into(&mut self, target: LocalId, operand: Operand, zero: Operand, span: Span) {
        let (yes, no, after) = (self.graph.fresh(), self.graph.fresh(), self.graph.fresh());
        let condition = Condition::Compare { comparison: Comparison::NotEqual, left: operand, right: zero };
        self.graph.branch(condition, yes, no, span);
        for (start, value) in [(yes, 1), (no, 0)] {
            self.graph.here = start;
            self.assign(target, Rvalue::Operand(Operand::Integer(value)), span);
            self.graph.goto(after, span);
        }
        self.graph.here = after;
    }

    fn converted(&mut self, inner: &Node, node: &Node) -> Operand {
        let (from, to, span) = (inner.ty, node.ty, node.span);
        let types = &self.checked.types;
        if let (Some(source), Some(target)) = (types.integer(from), types.integer(to)) {
            let value = self.value(inner);
            return self.convert_integer(value, source, target, to, span);
        }
        let (Some(_), Some(target)) = (types.pointee(from), types.pointee(to)) else {
            let value = self.value(inner);
            if types.pointee(from).is_some() && types.integer(to).is_some() {
                return self.number_of(value, to, span);
            }
            self.unsupported(&Construct::Conversion, span);
            return Operand::Null;
        };
        self.converted_pointer(inner, node, target.ty)
    }

    /// The number of a pointer: 0 if it is null, otherwise not known.
    fn number_of(&mut self, pointer: Operand, ty: TypeId, span: Span) -> Operand {
        let target = self.temporary(ty);
        let (null, other, after) = (self.graph.fresh(), self.graph.fresh(), self.graph.fresh());
        let is_null = Condition::Compare { comparison: Comparison::Equal, left: pointer, right: Operand::Null };
        self.graph.branch(is_null, null, other, span);
        for (start, value) in [(null, Rvalue::Operand(Operand::Integer(0))), (other, Rvalue::Unknown)] {
            self.graph.here = start;
            self.assign(target, value, span);
            self.graph.goto(after, span);
        }
        self.graph.here = after;
        Operand::Local(target)
    }

    /// A number as one of another type.
    pub(super) fn convert_integer(
        &mut self,
        value: Operand,
        from: Integer,
        to: Integer,
        ty: TypeId,
        span: Span,
    ) -> Operand {
        if let Operand::Integer(number) = value {
            return Operand::Integer(to.wrap(number, self.model()));
        }
        if from.fits(to, self.model()) {
            return value;
        }
        let target = self.temporary(ty);
        let lowered = self.integer_type(to);
        self.assign(target, Rvalue::Unary(Unary::Convert(lowered), value), span);
        Operand::Local(target)
    }

    /// An arithmetic operation with the failures that it may have.
    fn arithmetic(
        &mut self,
        operator: Binary,
        left: Operand,
        right: Operand,
        distance_is_signed: bool,
        ty: TypeId,
        span: Span,
    ) -> Operand {
        let lowered = self.integer_of(ty);
        match operator {
            Binary::Divide | Binary::Remainder => {
                let zero =
                    Condition::Compare { comparison: Comparison::Equal, left: right, right: Operand::Integer(0) };
                self.fail_unless_constant(right, |divisor| divisor != 0, vec![zero], Failure::DivisionByZero, span);
            }
            Binary::ShiftLeft | Binary::ShiftRight => {
                let bits = i64::from(lowered.bits);
                let compare =
                    |comparison, bound| Condition::Compare { comparison, left: right, right: Operand::Integer(bound) };
                let mut checks = vec![compare(Comparison::GreaterEqual, bits)];
                if distance_is_signed {
                    checks.push(compare(Comparison::Less, 0));
                }
                self.fail_unless_constant(right, |d| (0..bits).contains(&d), checks, Failure::ShiftDistance, span);
            }
            _ => {}
        }
        self.binary(operator, lowered, left, right, ty, span)
    }

    fn fail_unless_constant(
        &mut self,
        operand: Operand,
        is_good: impl Fn(i64) -> bool,
        checks: Vec<Condition>,
        failure: Failure,
        span: Span,
    ) {
        match operand {
            Operand::Integer(number) if is_good(number) => {}
            Operand::Integer(_) => {
                self.graph.fail(failure, span);
                self.graph.here = self.graph.fresh();
            }
            _ => checks.into_iter().for_each(|check| self.fail_if(check, failure, span)),
        }
    }

    fn binary(
        &mut self,
        operator: Binary,
        lowered: IntegerType,
        left: Operand,
        right: Operand,
        ty: TypeId,
        span: Span,
    ) -> Operand {
        let may_overflow = !matches!(
            operator,
            Binary::And | Binary::Or | Binary::Xor | Binary::ShiftRight | Binary::ShiftRightUnsigned
        );
        if self.options.overflow && lowered.signed && lowered.bits >= 32 && may_overflow {
            let condition = Condition::Overflows { operator, ty: lowered, left, right, negated: false };
            self.fail_if(condition, Failure::Overflow, span);
        }
        let target = self.temporary(ty);
        self.assign(target, Rvalue::Binary { operator, ty: lowered, left, right }, span);
        Operand::Local(target)
    }

    /// The value of `++` and `--`.
    fn stepped(&mut self, old: Operand, by: i64, ty: TypeId, span: Span) -> Operand {
        if self.checked.types.integer(ty) == Some(Integer::BOOL) {
            let sum = self.binary(Binary::Add, IntegerType::INT, old, Operand::Integer(by), TypeId::INT, span);
            let target = self.temporary(ty);
            self.truth_into(target, sum, Operand::Integer(0), span);
            return Operand::Local(target);
        }
        if self.is_number_of_floats(ty) {
            return self.floating_stepped(old, by, ty, span);
        }
        let lowered = self.integer_of(ty);
        let (operator, one) = if by > 0 { (Binary::Add, by) } else { (Binary::Subtract, -by) };
        self.binary(operator, lowered, old, Operand::Integer(one), ty, span)
    }

    fn compound(&mut self, operator: Binary, place: &Node, value: &Node, computed: TypeId, span: Span) -> Operand {
        if self.is_number_of_floats(computed) {
            return self.floating_compound(operator, place, value, computed, span);
        }
        let (ty, width) = (place.ty, bit_width(&self.checked.types, place));
        let to = self.written(place);
        if self.checked.types.pointee(ty).is_some() {
            let by = self.value(value);
            return self.stepped_pointer(&to, by, operator, ty, span);
        }
        let old = self.read(&to, ty, span);
        let old = self.narrowed(old, width, ty, span);
        let old = self.protected(old, value);
        let types = &self.checked.types;
        let (Some(own), Some(wide)) = (types.integer(ty), types.integer(computed)) else { return old };
        let old = self.convert_integer(old, own, wide, computed, span);
        let distance_is_signed = self.checked.types.integer(value.ty).is_none_or(|integer| integer.signed);
        let right = self.value(value);
        let result = self.arithmetic(operator, old, right, distance_is_signed, computed, span);
        let result = match own {
            Integer::BOOL => {
                let target = self.temporary(ty);
                self.truth_into(target, result, Operand::Integer(0), span);
                Operand::Local(target)
            }
            _ => self.convert_integer(result, wide, own, ty, span),
        };
        let result = self.narrowed(result, width, ty, span);
        self.write(&to, result, ty, span);
        match to {
            Place::Local(local) => Operand::Local(local),
            _ => result,
        }
    }
}

/// The number that is added to a pointer, or subtracted from it.
fn distance_of(distance: &Node) -> (Binary, &Node) {
    match &distance.kind {
        Kind::Unary(Sign::Negate, by) => (Binary::Subtract, by),
        _ => (Binary::Add, distance),
    }
}

/// Whether an expression only has the values 0 and 1.
fn is_truth(node: &Node) -> bool {
    matches!(node.kind, Kind::Truth(_) | Kind::Not(_) | Kind::Compare(..) | Kind::And(..) | Kind::Or(..))
        || is_truth_of_floats(&node.kind)
}

/// Whether the evaluation of an expression may assign a local variable.
pub(super) fn assigns(node: &Node) -> bool {
    let mut found = matches!(node.kind, Kind::Assign(..) | Kind::Compound(..) | Kind::Step { .. } | Kind::Block(_));
    node.kind.for_each_operand(|operand| found = found || assigns(operand));
    found
}
