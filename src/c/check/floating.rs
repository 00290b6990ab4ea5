//! Operations on floating-point numbers (C11 6.3.1.4 to 6.3.1.8, 7.12.3 and 7.12.14), and their values where they are constant.

use super::super::types::Precision;
use super::*;
use crate::unsupported::Construct;
use program::objects::{Comparison, FloatFunction, IntegerType};

impl Checker<'_> {
    /// Whether it is a floating type, or one that is read as such, that is not supported.
    pub(super) fn is_unsupported_number(&self, ty: TypeId) -> bool {
        self.types.is_floating(ty) && self.types.precision(ty).is_none()
    }

    /// A function of numbers, or its value if they are constant. Of constants that are not known it is no known constant.
    pub(super) fn math(&mut self, function: FloatFunction, ty: TypeId, arguments: Vec<Node>, span: Span) -> Node {
        let constant = |node: &Node| match node.kind {
            Kind::Integer(value) => Some(Some(value)),
            Kind::Floating(known) => Some(known),
            _ => None,
        };
        let Some(numbers) = arguments.iter().map(constant).collect::<Option<Vec<Option<i64>>>>() else {
            return Node::new(Kind::Math(function, arguments), ty, span);
        };
        let is_modelled = |node: &Node| self.types.precision(node.ty) != Some(Precision::Unknown);
        // What is called `long double` is converted exactly where it is known.
        let is_computed = arguments.iter().all(is_modelled) || function == FloatFunction::Same;
        // What tests for a sign returns is only zero or not.
        let is_computed = is_computed && function != FloatFunction::HasSign;
        let single = self.types.is_single(ty, arguments.last().map_or(ty, |last| last.ty));
        let known = numbers.into_iter().collect::<Option<Vec<i64>>>().filter(|_| is_computed);
        let value = known.and_then(|numbers| function.value(single, &numbers));
        match self.types.precision(ty) {
            Some(Precision::Unknown) => Node::new(Kind::Floating(None), ty, span),
            Some(_) => Node::new(Kind::Floating(value), ty, span),
            None => match value {
                Some(value) => Node::new(Kind::Integer(value), ty, span),
                None => Node::new(Kind::Math(function, arguments), ty, span),
            },
        }
    }

    /// A number converted from or to a floating type.
    pub(super) fn converted_number(&mut self, node: Node, to: TypeId, span: Span) -> Node {
        let lowered = |integer: Integer, types: &Types| IntegerType {
            bits: u8::try_from(integer.size(types.model) * 8).unwrap_or(64),
            signed: integer.signed,
        };
        let function = match (self.types.integer(node.ty), self.types.integer(to)) {
            (_, Some(Integer::BOOL)) => {
                let zero = Node::new(Kind::Floating(Some(0)), node.ty, span);
                return self.math(FloatFunction::Compare(Comparison::NotEqual), to, vec![node, zero], span);
            }
            (Some(from), _) => FloatFunction::OfInteger(lowered(from, &self.types)),
            (_, Some(to)) => FloatFunction::ToInteger(lowered(to, &self.types)),
            (None, None) => FloatFunction::Same,
        };
        self.math(function, to, vec![node], span)
    }

    /// Functions of GCC on floating-point numbers, without their prefix.
    pub(super) fn floating_builtin(&mut self, name: &str, arguments: &[ExprId], span: Span) -> Option<Node> {
        let (constant, ty) = match (name, arguments) {
            ("huge_val" | "inf", []) => (f64::INFINITY, "double"),
            ("huge_valf" | "inff", []) => (f64::INFINITY, "float"),
            ("huge_vall" | "infl", []) => (f64::INFINITY, "long double"),
            ("nan" | "nanf" | "nanl", &[text]) => {
                self.value(text);
                (f64::NAN, ["float", "long double"].into_iter().find(|ty| name.ends_with(&ty[..1])).unwrap_or("double"))
            }
            _ => return self.floating_test(name, arguments, span),
        };
        let ty = self.types.intern(Type::Floating(ty));
        let known = (self.types.precision(ty) != Some(Precision::Unknown)).then_some(constant);
        Some(Node::new(Kind::Floating(known.map(|value| value.to_bits().cast_signed())), ty, span))
    }

    fn floating_test(&mut self, name: &str, arguments: &[ExprId], span: Span) -> Option<Node> {
        let (function, count) = match name {
            "isnan" => (FloatFunction::IsNan, 1),
            "isinf_sign" | "isinf" => (FloatFunction::IsInfinite, 1),
            "isfinite" => (FloatFunction::IsFinite, 1),
            "isnormal" => (FloatFunction::IsNormal, 1),
            "signbit" => (FloatFunction::HasSign, 1),
            "isgreater" => (FloatFunction::Compare(Comparison::Greater), 2),
            "isgreaterequal" => (FloatFunction::Compare(Comparison::GreaterEqual), 2),
            "isless" => (FloatFunction::Compare(Comparison::Less), 2),
            "islessequal" => (FloatFunction::Compare(Comparison::LessEqual), 2),
            "islessgreater" => (FloatFunction::LessOrGreater, 2),
            "isunordered" => (FloatFunction::IsUnordered, 2),
            "fpclassify" => (FloatFunction::Classify, 6),
            _ => return None,
        };
        if arguments.len() != count {
            return None;
        }
        let nodes: Vec<Node> = arguments.iter().map(|&argument| self.value(argument)).collect();
        let numbers = if count == 6 { 5..6 } else { 0..count };
        let types = nodes[numbers.clone()].iter().map(|node| node.ty);
        let common = types.reduce(|a, b| self.common(a, b).unwrap_or(TypeId::ERROR))?;
        if self.types.precision(common).is_none() {
            return Some(Node::unsupported(Construct::OtherNumber, TypeId::INT, span));
        }
        let converted = nodes.into_iter().enumerate().map(|(at, node)| {
            let to = if numbers.contains(&at) { common } else { TypeId::INT };
            self.converted(node, to, span)
        });
        let converted = converted.collect();
        Some(self.math(function, TypeId::INT, converted, span))
    }
}
