//! Operators, and the conversions of their operands (C11 6.3).

use super::super::syntax::{Infix, Prefix};
use super::super::typed::{Sign, bit_width};
use super::expression::is_lvalue;
use super::fold::{constant_result, holds, truth};
use super::*;
use crate::unsupported::Construct;
use base::msg;
use program::objects::{Binary, Comparison, FloatFunction};

/// What is done with a value that is converted as if by assignment.
#[derive(Clone, Copy)]
pub(super) enum ValueUse {
    Assign,
    Pass,
    Return,
}

impl Checker<'_> {
    fn operand_error(&mut self, operator: &str, span: Span, left: TypeId, right: Option<TypeId>) -> Node {
        if left == TypeId::ERROR || right == Some(TypeId::ERROR) {
            return Node::error(span);
        }
        let left = self.type_name(left);
        let message = match right {
            Some(right) => msg!("`{operator}` cannot be applied to `{left}` and `{}`", self.type_name(right)),
            None => msg!("`{operator}` cannot be applied to `{left}`"),
        };
        self.error("c/type", span, message)
    }

    pub(super) fn prefix(&mut self, prefix: Prefix, operand: ExprId, span: Span) -> Node {
        match prefix {
            Prefix::Address => {
                let node = self.expression(operand);
                if node.ty == TypeId::ERROR {
                    return node;
                }
                let ty = self.types.intern(Type::Pointer(Qualified { ty: node.ty, constant: node.constant }));
                if bit_width(&self.types, &node).is_some()
                    || matches!(&node.kind, Kind::Unsupported(Construct::BitField))
                {
                    return self.error("c/type", span, msg!("a bit-field has no address"));
                }
                if !is_lvalue(&node) && !matches!(node.kind, Kind::Function(_)) {
                    return self.error("c/type", span, msg!("only variables and parts of them have addresses"));
                }
                // `&*p` is `p`.
                if let Kind::Dereference(pointer) = node.kind {
                    return Node { span, constant: false, ..*pointer };
                }
                Node::new(Kind::Address(Box::new(node)), ty, span)
            }
            Prefix::Dereference => {
                let pointer = self.value(operand);
                let Some(to) = self.types.pointee(pointer.ty) else {
                    return self.operand_error("*", span, pointer.ty, None);
                };
                if let Kind::Address(inner) = &pointer.kind
                    && matches!(inner.kind, Kind::Function(_))
                {
                    return (**inner).clone();
                }
                if self.types.is_function(to.ty) {
                    return Node::unsupported(Construct::FunctionPointer, to.ty, span);
                }
                if !self.types.is_complete(to.ty) && to.ty != TypeId::VOID {
                    let name = self.type_name(to.ty);
                    return self.error("c/type", span, msg!("`{name}` is not complete"));
                }
                Node { constant: to.constant, ..Node::new(Kind::Dereference(Box::new(pointer)), to.ty, span) }
            }
            Prefix::Not => {
                let operand = self.scalar(operand);
                if operand.ty == TypeId::ERROR {
                    return operand;
                }
                if self.is_unsupported_number(operand.ty) {
                    return Node::unsupported(Construct::OtherNumber, TypeId::INT, span);
                }
                match truth(&operand) {
                    Some(holds) => Node::new(Kind::Integer(i64::from(!holds)), TypeId::INT, span),
                    None => Node::new(Kind::Not(Box::new(operand)), TypeId::INT, span),
                }
            }
            Prefix::Plus | Prefix::Negate | Prefix::Complement => {
                let operand = self.value(operand);
                let symbol = match prefix {
                    Prefix::Plus => "+",
                    Prefix::Negate => "-",
                    _ => "~",
                };
                if self.is_unsupported_number(operand.ty) {
                    return Node::unsupported(Construct::OtherNumber, operand.ty, span);
                }
                if self.types.is_floating(operand.ty) {
                    return match prefix {
                        Prefix::Plus => Node { span, ..operand },
                        Prefix::Negate => self.math(FloatFunction::Negate, operand.ty, vec![operand], span),
                        _ => self.operand_error(symbol, span, operand.ty, None),
                    };
                }
                let Some(integer) = self.types.integer(operand.ty) else {
                    return self.operand_error(symbol, span, operand.ty, None);
                };
                let promoted = integer.promoted();
                let ty = self.types.integer_type(promoted);
                let operand = self.converted(operand, ty, span);
                let sign = match prefix {
                    Prefix::Plus => return Node { span, ..operand },
                    Prefix::Negate => Sign::Negate,
                    _ => Sign::Complement,
                };
                let folded = operand.number().and_then(|value| match sign {
                    Sign::Negate => constant_result(Binary::Subtract, promoted, self.types.model, 0, value),
                    Sign::Complement => Some(promoted.wrap(!value, self.types.model)),
                });
                match folded {
                    Some(result) => Node::new(Kind::Integer(result), ty, span),
                    None => Node::new(Kind::Unary(sign, Box::new(operand)), ty, span),
                }
            }
        }
    }

    pub(super) fn infix(&mut self, infix: Infix, left: ExprId, right: ExprId, span: Span) -> Node {
        match infix {
            Infix::And | Infix::Or => {
                let (left, right) = (self.scalar(left), self.scalar(right));
                if left.ty == TypeId::ERROR || right.ty == TypeId::ERROR {
                    return Node::error(span);
                }
                if self.is_unsupported_number(left.ty) || self.is_unsupported_number(right.ty) {
                    return Node::unsupported(Construct::OtherNumber, TypeId::INT, span);
                }
                if let (Some(a), Some(b)) = (truth(&left), truth(&right)) {
                    let holds = if infix == Infix::And { a && b } else { a || b };
                    return Node::new(Kind::Integer(i64::from(holds)), TypeId::INT, span);
                }
                let (left, right) = (Box::new(left), Box::new(right));
                let kind = if infix == Infix::And { Kind::And(left, right) } else { Kind::Or(left, right) };
                Node::new(kind, TypeId::INT, span)
            }
            Infix::Compare(comparison) => {
                let (left, right) = (self.value(left), self.value(right));
                self.compare(comparison, left, right, span)
            }
            Infix::Arithmetic(operator) => {
                let (left, right) = (self.value(left), self.value(right));
                self.arithmetic(operator, left, right, span)
            }
        }
    }

    pub(super) fn compare(&mut self, comparison: Comparison, left: Node, right: Node, span: Span) -> Node {
        if let Some(common) = self.common(left.ty, right.ty) {
            if self.is_unsupported_number(common) {
                return Node::unsupported(Construct::OtherNumber, TypeId::INT, span);
            }
            let (left, right) = (self.converted(left, common, span), self.converted(right, common, span));
            if self.types.is_floating(common) {
                return self.math(FloatFunction::Compare(comparison), TypeId::INT, vec![left, right], span);
            }
            if let (Some(a), Some(b)) = (left.number(), right.number()) {
                let unsigned = self.types.integer(common).is_some_and(|integer| !integer.signed);
                return Node::new(Kind::Integer(i64::from(holds(comparison, unsigned, a, b))), TypeId::INT, span);
            }
            return Node::new(Kind::Compare(comparison, Box::new(left), Box::new(right)), TypeId::INT, span);
        }
        let types = &self.types;
        let symbol = comparison.symbol();
        let is_equality = matches!(comparison, Comparison::Equal | Comparison::NotEqual);
        match (types.pointee(left.ty), types.pointee(right.ty)) {
            (Some(_), Some(_)) => {
                Node::new(Kind::Compare(comparison, Box::new(left), Box::new(right)), TypeId::INT, span)
            }
            (Some(_), None) if is_equality && is_zero(&right) => {
                let null = Node::new(Kind::Null, left.ty, right.span);
                Node::new(Kind::Compare(comparison, Box::new(left), Box::new(null)), TypeId::INT, span)
            }
            (None, Some(_)) if is_equality && is_zero(&left) => {
                let null = Node::new(Kind::Null, right.ty, left.span);
                Node::new(Kind::Compare(comparison, Box::new(null), Box::new(right)), TypeId::INT, span)
            }
            (Some(_), None) if types.integer(right.ty).is_some() => {
                Node::unsupported(Construct::ComparisonWithNumber, TypeId::INT, span)
            }
            (None, Some(_)) if types.integer(left.ty).is_some() => {
                Node::unsupported(Construct::ComparisonWithNumber, TypeId::INT, span)
            }
            _ => self.operand_error(symbol, span, left.ty, Some(right.ty)),
        }
    }

    /// The common type of arithmetic operands.
    pub(super) fn common(&mut self, left: TypeId, right: TypeId) -> Option<TypeId> {
        let arithmetic = |ty| self.types.is_floating(ty) || self.types.integer(ty).is_some();
        if !arithmetic(left) || !arithmetic(right) {
            return None;
        }
        match (self.types.integer(left), self.types.integer(right)) {
            (Some(a), Some(b)) => {
                let common = a.common(b, self.types.model);
                Some(self.types.integer_type(common))
            }
            _ => Some(if self.floating_rank(left) >= self.floating_rank(right) { left } else { right }),
        }
    }

    /// The order of the types of which the greater one is the common type, if one is floating (6.3.1.8); those that are not modelled are the
    /// greatest.
    fn floating_rank(&self, ty: TypeId) -> usize {
        match self.types.get(ty) {
            Type::Floating(name) => {
                ["float", "double", "long double"].iter().position(|other| other == name).unwrap_or(3) + 1
            }
            _ => 0,
        }
    }

    fn arithmetic(&mut self, operator: Binary, left: Node, right: Node, span: Span) -> Node {
        let symbol = operator.symbol();
        let only_integers = !matches!(operator, Binary::Add | Binary::Subtract | Binary::Multiply | Binary::Divide);
        if matches!(operator, Binary::ShiftLeft | Binary::ShiftRight) {
            let (Some(a), Some(b)) = (self.types.integer(left.ty), self.types.integer(right.ty)) else {
                return self.operand_error(symbol, span, left.ty, Some(right.ty));
            };
            let ty = self.types.integer_type(a.promoted());
            let distance = self.types.integer_type(b.promoted());
            let (left, right) = (self.converted(left, ty, span), self.converted(right, distance, span));
            return self.folded(operator, left, right, ty, span);
        }
        if let Some(common) = self.common(left.ty, right.ty) {
            if self.types.is_floating(common) {
                if only_integers {
                    return self.operand_error(symbol, span, left.ty, Some(right.ty));
                }
                if self.is_unsupported_number(common) {
                    return Node::unsupported(Construct::OtherNumber, common, span);
                }
                let (left, right) = (self.converted(left, common, span), self.converted(right, common, span));
                return self.math(FloatFunction::Binary(operator), common, vec![left, right], span);
            }
            let (left, right) = (self.converted(left, common, span), self.converted(right, common, span));
            return self.folded(operator, left, right, common, span);
        }
        let (to, other) = (self.types.pointee(left.ty), self.types.pointee(right.ty));
        let known = |this: &Self, to: Qualified| this.types.is_complete(to.ty) || to.ty == TypeId::VOID;
        match (operator, to, other) {
            (Binary::Add | Binary::Subtract, Some(to), None) if self.types.integer(right.ty).is_some() => {
                if !known(self, to) {
                    return self.error("c/type", span, msg!("the size of what this points to is not known"));
                }
                let ty = left.ty;
                if right.number() == Some(0) {
                    return Node { span, ..left };
                }
                let right = match operator {
                    Binary::Add => right,
                    // A number without a sign must not wrap around.
                    _ => {
                        let distance = self.types.difference_type();
                        let ty = self.types.integer_type(distance);
                        let right = self.converted(right, ty, span);
                        Node::new(Kind::Unary(Sign::Negate, Box::new(right)), ty, span)
                    }
                };
                Node::new(Kind::Advance(Box::new(left), Box::new(right)), ty, span)
            }
            (Binary::Add, None, Some(to)) if self.types.integer(left.ty).is_some() => {
                if !known(self, to) {
                    return self.error("c/type", span, msg!("the size of what this points to is not known"));
                }
                let ty = right.ty;
                Node::new(Kind::Advance(Box::new(right), Box::new(left)), ty, span)
            }
            (Binary::Subtract, Some(a), Some(b)) if a.ty == b.ty => {
                if !known(self, a) {
                    return self.error("c/type", span, msg!("the size of what this points to is not known"));
                }
                let difference = self.types.difference_type();
                let ty = self.types.integer_type(difference);
                Node::new(Kind::Difference(Box::new(left), Box::new(right)), ty, span)
            }
            _ => self.operand_error(symbol, span, left.ty, Some(right.ty)),
        }
    }

    /// A binary operation, or its result if it is constant and defined.
    fn folded(&mut self, operator: Binary, left: Node, right: Node, ty: TypeId, span: Span) -> Node {
        if let (Some(a), Some(b), Some(integer)) = (left.number(), right.number(), self.types.integer(ty))
            && let Some(value) = constant_result(operator, integer, self.types.model, a, b)
        {
            return Node::new(Kind::Integer(value), ty, span);
        }
        Node::new(Kind::Binary(operator, Box::new(left), Box::new(right)), ty, span)
    }

    pub(super) fn compound(&mut self, operator: Binary, place: ExprId, value: ExprId, span: Span) -> Node {
        let place = self.place(place);
        let value = self.value(value);
        if place.ty == TypeId::ERROR || value.ty == TypeId::ERROR {
            return Node::error(span);
        }
        let ty = place.ty;
        let own = self.promoted_bit_field(&place).unwrap_or(ty);
        if self.types.pointee(ty).is_some() {
            let is_step = matches!(operator, Binary::Add | Binary::Subtract) && self.types.integer(value.ty).is_some();
            let known = self.types.pointee(ty).is_some_and(|to| self.types.is_complete(to.ty) || to.ty == TypeId::VOID);
            if !is_step || !known {
                return self.operand_error(operator.symbol(), span, ty, Some(value.ty));
            }
            let distance = self.types.difference_type();
            let computed = self.types.integer_type(distance);
            let value = self.converted(value, computed, span);
            return Node::new(Kind::Compound(operator, Box::new(place), Box::new(value), computed), ty, span);
        }
        let is_shift = matches!(operator, Binary::ShiftLeft | Binary::ShiftRight);
        let only_integers = !matches!(operator, Binary::Add | Binary::Subtract | Binary::Multiply | Binary::Divide);
        let computed = match (self.types.integer(own), self.types.integer(value.ty)) {
            (Some(a), Some(_)) if is_shift => Some(self.types.integer_type(a.promoted())),
            (None, _) | (_, None) if only_integers => None,
            _ => self.common(own, value.ty),
        };
        let Some(computed) = computed else { return self.operand_error(operator.symbol(), span, ty, Some(value.ty)) };
        if self.is_unsupported_number(computed) || self.is_unsupported_number(ty) {
            return Node::unsupported(Construct::OtherNumber, ty, span);
        }
        let value = match self.types.integer(value.ty).filter(|_| is_shift) {
            Some(distance) => {
                let to = self.types.integer_type(distance.promoted());
                self.converted(value, to, span)
            }
            None => self.converted(value, computed, span),
        };
        Node::new(Kind::Compound(operator, Box::new(place), Box::new(value), computed), ty, span)
    }

    pub(super) fn conditional(&mut self, condition: ExprId, yes: Option<ExprId>, no: ExprId, span: Span) -> Node {
        let condition = self.scalar(condition);
        let yes_node = match yes {
            Some(yes) => self.value(yes),
            None => condition.clone(),
        };
        let no = self.value(no);
        if [condition.ty, yes_node.ty, no.ty].contains(&TypeId::ERROR) {
            return Node::error(span);
        }
        let (a, b) = (yes_node.ty, no.ty);
        let ty = if let Some(common) = self.common(a, b) {
            common
        } else if a == b {
            a
        } else if a == TypeId::VOID || b == TypeId::VOID {
            TypeId::VOID
        } else {
            match (self.types.pointee(a), self.types.pointee(b)) {
                (Some(_), None) if self.types.integer(b).is_some() => a,
                (None, Some(_)) if self.types.integer(a).is_some() => b,
                (Some(_), Some(_)) if is_zero(&yes_node) => b,
                (Some(_), Some(_)) if is_zero(&no) => a,
                (Some(to), Some(other)) => {
                    let joined = match (to.ty == TypeId::VOID, other.ty == TypeId::VOID, to.ty == other.ty) {
                        (_, _, true) => to.ty,
                        _ => TypeId::VOID,
                    };
                    let joined = Qualified { ty: joined, constant: to.constant || other.constant };
                    self.types.intern(Type::Pointer(joined))
                }
                _ => return self.operand_error("? :", span, a, Some(b)),
            }
        };
        if self.is_unsupported_number(ty) {
            return Node::unsupported(Construct::OtherNumber, ty, span);
        }
        let (yes_node, no) = match ty {
            TypeId::VOID => (yes_node, no),
            _ => (self.converted(yes_node, ty, span), self.converted(no, ty, span)),
        };
        let is_constant = |node: &Node| matches!(node.kind, Kind::Integer(_) | Kind::Floating(_));
        if let Some(holds) = truth(&condition).filter(|_| is_constant(&yes_node) && is_constant(&no)) {
            return Node { span, ..if holds { yes_node } else { no } };
        }
        if yes.is_none() && !matches!(condition.kind, Kind::Variable(_) | Kind::Integer(_)) {
            return Node::unsupported(Construct::ConditionalWithoutSecond, ty, span);
        }
        Node::new(Kind::Conditional(Box::new(condition), Box::new(yes_node), Box::new(no)), ty, span)
    }

    /// A value as if by assignment (6.5.16.1); `use_of_value` says what is done with it.
    pub(super) fn assigned(&mut self, value: Node, to: TypeId, use_of_value: ValueUse) -> Node {
        let (from, span) = (value.ty, value.span);
        if from == TypeId::ERROR || to == TypeId::ERROR {
            return Node::error(span);
        }
        let fits = from == to && from != TypeId::VOID || (self.types.is_scalar(from) && self.types.is_scalar(to));
        let mixes = self.types.is_floating(from) && self.types.pointee(to).is_some()
            || self.types.is_floating(to) && self.types.pointee(from).is_some();
        if !fits || mixes {
            let (a, b) = (self.type_name(from), self.type_name(to));
            let message = match use_of_value {
                ValueUse::Return => msg!("cannot return a value of type `{a}` from a function of type `{b}`"),
                ValueUse::Assign => msg!("cannot assign a value of type `{a}` to a variable of type `{b}`"),
                ValueUse::Pass => msg!("cannot pass a value of type `{a}` to a variable of type `{b}`"),
            };
            return self.error("c/type", span, message);
        }
        self.converted(value, to, span)
    }

    /// A scalar converted to another scalar type, or any value to its own type.
    pub(super) fn converted(&mut self, node: Node, to: TypeId, span: Span) -> Node {
        let from = node.ty;
        if from == to || from == TypeId::ERROR || to == TypeId::ERROR {
            return node;
        }
        let model = self.types.model;
        match (self.types.integer(from), self.types.integer(to)) {
            (Some(_), Some(Integer::BOOL)) => match node.number() {
                Some(value) => Node::new(Kind::Integer(i64::from(value != 0)), to, node.span),
                None => Node::new(Kind::Truth(Box::new(node)), to, span),
            },
            (Some(_), Some(integer)) => match node.number() {
                Some(value) => Node::new(Kind::Integer(integer.wrap(value, model)), to, node.span),
                None => Node::new(Kind::Convert(Box::new(node)), to, span),
            },
            (Some(_), None) if self.types.pointee(to).is_some() => match (is_zero(&node), self.moved(&node)) {
                (true, _) => Node::new(Kind::Null, to, node.span),
                (false, Some(pointer)) => Node::new(Kind::Convert(Box::new(pointer)), to, span),
                (false, None) => Node::unsupported(Construct::NumberToPointer, to, span),
            },
            (None, Some(Integer::BOOL)) if self.types.pointee(from).is_some() => {
                Node::new(Kind::Truth(Box::new(node)), to, span)
            }
            (None, Some(integer)) if self.types.pointee(from).is_some() => match (&node.kind, self.offset(&node)) {
                (Kind::Null, _) => Node::new(Kind::Integer(0), to, node.span),
                (_, Some(offset)) => Node::new(Kind::Integer(integer.wrap(offset, model)), to, node.span),
                _ => Node::new(Kind::Convert(Box::new(node)), to, span),
            },
            (None, None) if self.types.pointee(from).is_some() && self.types.pointee(to).is_some() => match node.kind {
                Kind::Null => Node::new(Kind::Null, to, node.span),
                _ => Node::new(Kind::Convert(Box::new(node)), to, span),
            },
            _ if matches!(node.kind, Kind::Unsupported(_)) => Node { ty: to, ..node },
            _ if self.is_unsupported_number(from) || self.is_unsupported_number(to) => {
                Node::unsupported(Construct::OtherNumber, to, span)
            }
            _ => self.converted_number(node, to, span),
        }
    }
}

/// Whether it is a null pointer constant: a constant 0, or one cast to a pointer.
pub(super) fn is_zero(node: &Node) -> bool {
    matches!(node.kind, Kind::Integer(0) | Kind::Null)
}
