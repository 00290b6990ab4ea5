//! Floating-point numbers: executions compute them, abstractions take any value.

use super::super::typed::{Kind, bit_width};
use super::super::types::Precision;
use super::*;
use program::objects::{Binary, Comparison, Computation, Condition, FloatFunction, Function};

/// Functions of the library that are executed, without the suffix for their type.
const MATH: [(&str, FloatFunction, usize); 13] = [
    ("ceil", FloatFunction::Ceiling, 1),
    ("copysign", FloatFunction::CopySign, 2),
    ("fabs", FloatFunction::Absolute, 1),
    ("fdim", FloatFunction::Difference, 2),
    ("floor", FloatFunction::Floor, 1),
    ("fmax", FloatFunction::Maximum, 2),
    ("fmin", FloatFunction::Minimum, 2),
    ("fmod", FloatFunction::Remainder, 2),
    ("nearbyint", FloatFunction::RoundToEven, 1),
    ("rint", FloatFunction::RoundToEven, 1),
    ("round", FloatFunction::Round, 1),
    ("sqrt", FloatFunction::SquareRoot, 1),
    ("trunc", FloatFunction::Truncate, 1),
];

/// Whether the value of a function is 1 or 0. What tests for a sign returns is only zero or not.
fn is_test(function: FloatFunction) -> bool {
    matches!(
        function,
        FloatFunction::Compare(_)
            | FloatFunction::IsNan
            | FloatFunction::IsFinite
            | FloatFunction::IsNormal
            | FloatFunction::HasSign
            | FloatFunction::LessOrGreater
            | FloatFunction::IsUnordered
    )
}

/// A test as an expression that has the value 0 or 1.
pub(super) fn is_truth_of_floats(kind: &Kind) -> bool {
    matches!(kind, Kind::Math(function, _) if is_test(*function) && *function != FloatFunction::HasSign)
}

impl Lowering<'_> {
    /// Whether it is a floating type, or one that is read as such, that is not supported.
    pub(super) fn is_unsupported_number(&self, ty: TypeId) -> bool {
        self.checked.types.is_floating(ty) && self.checked.types.precision(ty).is_none()
    }

    pub(super) fn is_number_of_floats(&self, ty: TypeId) -> bool {
        self.checked.types.precision(ty).is_some()
    }

    /// The value of a function on numbers that have these values; abstractions take any. `from`: the type of the last argument.
    fn computed(
        &mut self,
        function: FloatFunction,
        arguments: Vec<Operand>,
        from: TypeId,
        ty: TypeId,
        span: Span,
    ) -> Operand {
        let target = self.temporary(ty);
        self.assign(target, Rvalue::Unknown, span);
        let types = &self.checked.types;
        if [from, ty].iter().all(|&ty| types.precision(ty) != Some(Precision::Unknown)) {
            let function = Function::OfFloats(function, types.is_single(ty, from));
            self.graph.compute(Computation { target: Some(target), function, arguments, raises: None });
        }
        Operand::Local(target)
    }

    /// A floating-point constant.
    pub(super) fn floating_constant(&mut self, number: Option<i64>, ty: TypeId, span: Span) -> Operand {
        match number {
            // Formulas about integers must not see it.
            Some(number) => self.computed(FloatFunction::Same, vec![Operand::Integer(number)], ty, ty, span),
            None => {
                let target = self.temporary(ty);
                self.assign(target, Rvalue::Unknown, span);
                Operand::Local(target)
            }
        }
    }

    /// The value of a function on numbers.
    pub(super) fn math(&mut self, function: FloatFunction, arguments: &[Node], node: &Node) -> Operand {
        let from = arguments.last().map_or(node.ty, |last| last.ty);
        let numbers = self.numbers(arguments);
        if function == FloatFunction::HasSign {
            return self.floating_constant(None, node.ty, node.span);
        }
        self.computed(function, numbers, from, node.ty, node.span)
    }

    /// The values of arguments.
    fn numbers(&mut self, arguments: &[Node]) -> Vec<Operand> {
        let mut numbers = Vec::new();
        for (position, argument) in arguments.iter().enumerate() {
            let mut number = match argument.kind {
                Kind::Floating(Some(number)) => Operand::Integer(number),
                _ => self.value(argument),
            };
            for later in &arguments[position + 1..] {
                number = self.protected(number, later);
            }
            numbers.push(number);
        }
        numbers
    }

    /// Continues at `yes` if a test holds, otherwise at `no`; returns whether the expression is one.
    pub(super) fn floating_condition(&mut self, node: &Node, yes: Location, no: Location) -> bool {
        match &node.kind {
            Kind::Math(function, arguments) if is_test(*function) => {
                let from = arguments.last().map_or(node.ty, |last| last.ty);
                let numbers = self.numbers(arguments);
                self.floating_branch(*function, numbers, from, (yes, no), node.span);
                true
            }
            _ if self.is_number_of_floats(node.ty) => {
                let value = self.value(node);
                let differs = FloatFunction::Compare(Comparison::NotEqual);
                self.floating_branch(differs, vec![value, Operand::Integer(0)], node.ty, (yes, no), node.span);
                true
            }
            _ => false,
        }
    }

    fn floating_branch(
        &mut self,
        function: FloatFunction,
        arguments: Vec<Operand>,
        from: TypeId,
        (yes, no): (Location, Location),
        span: Span,
    ) {
        let types = &self.checked.types;
        if types.precision(from) == Some(Precision::Unknown) {
            self.graph.branch(Condition::Unknown, yes, no, span);
            return;
        }
        let function = Function::OfFloats(function, types.is_single(TypeId::INT, from));
        self.graph.branch_by(Condition::Unknown, (function, arguments), yes, no, span);
    }

    /// `place op= value` where one of both is a floating-point number.
    pub(super) fn floating_compound(
        &mut self,
        operator: Binary,
        place: &Node,
        value: &Node,
        computed: TypeId,
        span: Span,
    ) -> Operand {
        let (ty, width) = (place.ty, bit_width(&self.checked.types, place));
        let to = self.written(place);
        let old = self.read(&to, ty, span);
        let old = self.narrowed(old, width, ty, span);
        let old = self.protected(old, value);
        let old = self.number_as(old, ty, computed, span);
        let right = self.value(value);
        let result = self.computed(FloatFunction::Binary(operator), vec![old, right], computed, computed, span);
        let result = self.number_as(result, computed, ty, span);
        let result = self.narrowed(result, width, ty, span);
        self.write(&to, result, ty, span);
        match to {
            Place::Local(local) => Operand::Local(local),
            _ => result,
        }
    }

    /// The value of `++` and `--` of a floating-point number.
    pub(super) fn floating_stepped(&mut self, old: Operand, by: i64, ty: TypeId, span: Span) -> Operand {
        let one = Operand::Integer((by as f64).to_bits().cast_signed());
        self.computed(FloatFunction::Binary(Binary::Add), vec![old, one], ty, ty, span)
    }

    /// A number converted from or to a floating type.
    fn number_as(&mut self, value: Operand, from: TypeId, to: TypeId, span: Span) -> Operand {
        let types = &self.checked.types;
        let function = match (types.integer(from), types.integer(to)) {
            _ if from == to => return value,
            (_, Some(Integer::BOOL)) => {
                let (yes, no, after) = (self.graph.fresh(), self.graph.fresh(), self.graph.fresh());
                let target = self.temporary(to);
                let differs = FloatFunction::Compare(Comparison::NotEqual);
                self.floating_branch(differs, vec![value, Operand::Integer(0)], from, (yes, no), span);
                for (start, truth) in [(yes, 1), (no, 0)] {
                    self.graph.here = start;
                    self.assign(target, Rvalue::Operand(Operand::Integer(truth)), span);
                    self.graph.goto(after, span);
                }
                self.graph.here = after;
                return Operand::Local(target);
            }
            (Some(from), _) => FloatFunction::OfInteger(self.integer_type(from)),
            (_, Some(to)) => FloatFunction::ToInteger(self.integer_type(to)),
            (None, None) => FloatFunction::Same,
        };
        self.computed(function, vec![value], from, to, span)
    }

    /// A function of the library that is executed; `None` for all others.
    pub(super) fn library_math(&mut self, name: &str, arguments: &[Node], node: &Node) -> Option<Operand> {
        let find = |plain: &str| MATH.iter().find(|(known, ..)| *known == plain);
        let &(_, function, count) = find(name).or_else(|| find(name.strip_suffix(['f', 'l'])?))?;
        let types = &self.checked.types;
        let are_numbers = arguments.iter().all(|argument| types.precision(argument.ty).is_some());
        let returns = types.precision(node.ty).is_some();
        (arguments.len() == count && are_numbers && returns).then(|| self.math(function, arguments, node))
    }
}
