//! Steps of flat programs as terms.
//!
//! What a step does is a function of the variables and of *inputs*, which stand for all that the program does not determine:
//! drawn numbers, what is read from objects, which of several possible edges is taken. So a condition is a term, and an
//! assignment is a term for the new value; no variable needs to be eliminated.

use std::collections::BTreeMap;

use base::IndexVec;
use bitvec::{Sort, TermId, Terms};
use program::cfa::{EdgeId, Location};
use program::objects::{
    Binary, Comparison, Condition, IntegerType, LocalId, Operand, Operation, Rvalue, STATICS, Type, Unary,
};

use super::flat::{FlatAction, FlatEdge, FlatProgram, FlatVariable, FrameId};
use super::watched::{FlatObservation, FlatValue, ObservationId};

/// The values of variables that differ from those at the start of a block.
pub(super) type Changes = BTreeMap<FlatVariable, TermId>;

/// What the program does not determine.
#[derive(Clone, Debug, Default)]
pub struct Inputs {
    /// The values that edges assign: the value, and whether it stands for one that the program determines but that is not
    /// followed.
    pub values: BTreeMap<EdgeId, (TermId, bool)>,
    /// For a location with several possible edges whether each but the last is taken; the first that is counts.
    pub choices: BTreeMap<Location, Vec<TermId>>,
}

/// Translates the steps of a flat program into terms.
pub(super) struct Encoder<'a, 'p> {
    pub flat: &'a FlatProgram<'p>,
    pub terms: &'a mut Terms,
    /// The values of the variables at the start of a block.
    pub current: &'a IndexVec<FlatVariable, TermId>,
    pub inputs: &'a mut Inputs,
}

/// The sort of what is followed of a type: of references, whether they are null.
pub(super) fn sort_of(ty: Type) -> Sort {
    match ty {
        Type::Integer(ty) => Sort::Bits(ty.bits),
        _ => Sort::Boolean,
    }
}

/// A number as a term, with how it is extended.
#[derive(Clone, Copy)]
struct Number {
    term: TermId,
    signed: bool,
}

/// How many bits a number needs.
#[derive(Clone, Copy)]
struct Room {
    /// As an unsigned number; `None` if it may be negative.
    unsigned: Option<u8>,
    /// In two's complement; 65 for unsigned numbers of 64 bits.
    signed: u8,
}

impl Room {
    fn of(terms: &Terms, number: Number) -> Room {
        let width = terms.width(number.term);
        // Constants are as wide as their values.
        let value = terms.value(number.term).map(|value| match number.signed {
            true => i128::from(terms.sort(number.term).signed(value)),
            false => i128::from(value),
        });
        let bits = |n: i128| u8::try_from(128 - n.leading_zeros()).unwrap_or(64).max(1);
        match value {
            Some(value @ 0..) => Room { unsigned: Some(bits(value)), signed: bits(value) + 1 },
            Some(value) => Room { unsigned: None, signed: bits(!value) + 1 },
            None if number.signed => Room { unsigned: None, signed: width },
            None => Room { unsigned: Some(width), signed: width + 1 },
        }
    }
}

impl Encoder<'_, '_> {
    /// Under which conditions each of the edges that leave a location is taken. The conditions exclude each other.
    pub(super) fn conditions(&mut self, location: Location, changes: &Changes) -> Vec<(EdgeId, TermId)> {
        let edges: Vec<(EdgeId, FlatEdge)> = self.flat.cfa.edges_from(location).map(|(id, e)| (id, *e)).collect();
        let own: Vec<Option<TermId>> = edges.iter().map(|(_, edge)| self.condition_of(edge, changes)).collect();
        if let [(one, _)] = edges[..] {
            return vec![(one, own[0].unwrap_or(Terms::TRUE))];
        }
        if let ([(one, _), (other, _)], [Some(a), Some(b)]) = (&edges[..], &own[..])
            && self.terms.not(*a) == *b
        {
            return vec![(*one, *a), (*other, *b)];
        }
        let mut before = Terms::TRUE;
        let last = edges.len().saturating_sub(1);
        let mut conditions = Vec::with_capacity(edges.len());
        for (position, &(id, _)) in edges.iter().enumerate() {
            let choice = if position == last { Terms::TRUE } else { self.choice(location, position) };
            let own = own[position].unwrap_or(Terms::TRUE);
            let chosen = self.terms.all(&[before, choice, own]);
            conditions.push((id, chosen));
            let not = self.terms.not(choice);
            before = self.terms.and(before, not);
        }
        conditions
    }

    fn choice(&mut self, location: Location, position: usize) -> TermId {
        let choices = self.inputs.choices.entry(location).or_default();
        while choices.len() <= position {
            choices.push(self.terms.variable(Sort::Boolean));
        }
        choices[position]
    }

    /// A condition that holds whenever an edge is taken; `None` if there is none. If several edges may be taken, a choice
    /// decides.
    fn condition_of(&mut self, edge: &FlatEdge, changes: &Changes) -> Option<TermId> {
        if let FlatAction::Observe(observation, holds) = edge.action {
            let found = self.observed(observation, changes)?;
            return Some(if holds { found } else { self.terms.not(found) });
        }
        if !edge.is_step() {
            return None;
        }
        let operation = &self.flat.origin(edge).operation;
        if let Some(reference) = self.flat.procedure(edge.frame).dereferences(operation) {
            let is_null = self.is_null(edge.frame, reference, changes)?;
            return match edge.action {
                FlatAction::NullDereference => Some(is_null),
                FlatAction::Operation | FlatAction::Enter(_) => Some(self.terms.not(is_null)),
                FlatAction::Return(_) | FlatAction::Throw | FlatAction::Nothing => None,
                FlatAction::Call(_) | FlatAction::CallThrow(_) => None,
                FlatAction::Observe(..) | FlatAction::Conclude => None,
            };
        }
        let (FlatAction::Operation, Operation::Assume(condition)) = (edge.action, operation) else { return None };
        match *condition {
            Condition::Compare { comparison, left, right } => {
                self.compare(edge.frame, comparison, left, right, changes)
            }
            Condition::Overflows { operator, ty, left, right, negated } => {
                let left = self.number(edge.frame, left, changes)?;
                let right = self.number(edge.frame, right, changes)?;
                let overflows = self.overflows(operator, ty, left, right);
                Some(if negated { self.terms.not(overflows) } else { overflows })
            }
            Condition::InstanceOf { operand, negated: false, .. } => {
                let is_null = self.is_null(edge.frame, operand, changes)?;
                Some(self.terms.not(is_null))
            }
            Condition::InstanceOf { negated: true, .. } | Condition::Unknown | Condition::OutOfBounds { .. } => None,
        }
    }

    fn compare(
        &mut self,
        frame: FrameId,
        comparison: Comparison,
        left: Operand,
        right: Operand,
        changes: &Changes,
    ) -> Option<TermId> {
        if let (Some(a), Some(b)) = (self.boolean(frame, left, changes), self.boolean(frame, right, changes)) {
            return match comparison {
                Comparison::Equal => Some(self.terms.iff(a, b)),
                Comparison::NotEqual => Some(self.terms.xor(a, b)),
                _ => None,
            };
        }
        if let (Some(a), Some(b)) = (self.is_null(frame, left, changes), self.is_null(frame, right, changes)) {
            return self.compare_references(comparison, left == right, a, b);
        }
        let (a, b) = (self.number(frame, left, changes)?, self.number(frame, right, changes)?);
        let (a, b, unsigned) = self.aligned(a, b);
        Some(self.ordered(comparison, a, b, unsigned))
    }

    /// A comparison of two bit-vectors of the same width.
    fn ordered(&mut self, comparison: Comparison, a: TermId, b: TermId, unsigned: bool) -> TermId {
        let mut order = |a, b, strict: bool| match (unsigned, strict) {
            (true, true) => self.terms.unsigned_less(a, b),
            (true, false) => self.terms.unsigned_less_or_equal(a, b),
            (false, true) => self.terms.signed_less(a, b),
            (false, false) => self.terms.signed_less_or_equal(a, b),
        };
        match comparison {
            Comparison::Less => order(a, b, true),
            Comparison::LessEqual => order(a, b, false),
            Comparison::Greater => order(b, a, true),
            Comparison::GreaterEqual => order(b, a, false),
            Comparison::Equal => self.terms.equal(a, b),
            Comparison::NotEqual => {
                let equal = self.terms.equal(a, b);
                self.terms.not(equal)
            }
        }
    }

    /// Two references, by whether each is null: two nulls are equal, null equals no object, and two objects may be equal or not.
    fn compare_references(
        &mut self,
        comparison: Comparison,
        are_same: bool,
        left: TermId,
        right: TermId,
    ) -> Option<TermId> {
        let terms = &mut *self.terms;
        let is_null = |term: TermId| term == Terms::TRUE;
        match comparison {
            Comparison::Equal if are_same => Some(Terms::TRUE),
            Comparison::NotEqual if are_same => Some(Terms::FALSE),
            Comparison::Equal => Some(terms.iff(left, right)),
            // Exact if one of them is the constant null.
            Comparison::NotEqual if is_null(left) || is_null(right) => Some(terms.xor(left, right)),
            Comparison::NotEqual => {
                let both = terms.and(left, right);
                Some(terms.not(both))
            }
            _ => None,
        }
    }

    /// Two numbers as bit-vectors of one width that has room for both, and whether they are unsigned. An unsigned number of 64
    /// bits makes the other one unsigned too.
    fn aligned(&mut self, a: Number, b: Number) -> (TermId, TermId, bool) {
        let [of_a, of_b] = [a, b].map(|n| Room::of(self.terms, n));
        let unsigned = [of_a, of_b].iter().any(|room| room.unsigned == Some(64) && room.signed > 64)
            || [of_a, of_b].iter().all(|room| room.unsigned.is_some()) && !(a.signed && b.signed);
        let width = match unsigned {
            true => of_a.unsigned.max(of_b.unsigned).unwrap_or(64),
            false => of_a.signed.max(of_b.signed),
        };
        (self.fit(a, width), self.fit(b, width), unsigned)
    }

    /// Whether an observation holds; `None` if that is not followed.
    fn observed(&mut self, observation: ObservationId, changes: &Changes) -> Option<TermId> {
        let FlatObservation::Compare { comparison, left, right } = self.flat.observations[observation] else {
            return None;
        };
        if let (Some(a), Some(b)) = (self.truth_of(left, changes), self.truth_of(right, changes)) {
            let equal = self.terms.iff(a, b);
            return match comparison {
                Comparison::Equal => Some(equal),
                Comparison::NotEqual => Some(self.terms.not(equal)),
                _ => None,
            };
        }
        let (a, b) = (self.number_of(left, changes)?, self.number_of(right, changes)?);
        let [of_a, of_b] = [a, b].map(|number| Room::of(self.terms, number));
        let is_wide = |room: Room| room.unsigned == Some(64) && room.signed > 64;
        // Numbers of all types are compared as numbers, also where no type has room for both.
        match (is_wide(of_a), is_wide(of_b)) {
            (true, false) if of_b.unsigned.is_none() => Some(self.compare_wide(comparison, a, b)),
            (false, true) if of_a.unsigned.is_none() => Some(self.compare_wide(comparison.mirrored(), b, a)),
            _ => {
                let (a, b, unsigned) = self.aligned(a, b);
                Some(self.ordered(comparison, a, b, unsigned))
            }
        }
    }

    /// Compares an unsigned number of 64 bits with one that may be negative.
    fn compare_wide(&mut self, comparison: Comparison, wide: Number, signed: Number) -> TermId {
        let signed = self.fit(signed, 64);
        let zero = self.terms.bits(64, 0);
        let is_negative = self.terms.signed_less(signed, zero);
        let wide = self.fit(wide, 64);
        let otherwise = self.ordered(comparison, wide, signed, true);
        let always = matches!(comparison, Comparison::Greater | Comparison::GreaterEqual | Comparison::NotEqual);
        self.terms.ite(is_negative, Terms::boolean(always), otherwise)
    }

    /// A truth value, or whether a reference is null; `None` for numbers.
    fn truth_of(&self, value: FlatValue, changes: &Changes) -> Option<TermId> {
        match value {
            FlatValue::Boolean(value) => Some(Terms::boolean(value)),
            FlatValue::Number(_) => None,
            FlatValue::Variable(variable) => match self.flat.type_of(variable) {
                Type::Integer(_) => None,
                _ => Some(self.value(variable, changes)),
            },
        }
    }

    fn number_of(&mut self, value: FlatValue, changes: &Changes) -> Option<Number> {
        match value {
            FlatValue::Boolean(_) => None,
            FlatValue::Number(n) => {
                // A number of 64 bits, with a sign or without one.
                let (low, signed) = match i64::try_from(n) {
                    Ok(n) => (n.cast_unsigned(), true),
                    Err(_) => (u64::try_from(n).ok()?, false),
                };
                Some(Number { term: self.terms.bits(64, low), signed })
            }
            FlatValue::Variable(variable) => match self.flat.type_of(variable) {
                Type::Integer(ty) => Some(Number { term: self.value(variable, changes), signed: ty.signed }),
                _ => None,
            },
        }
    }

    /// Assigns what an edge assigns.
    pub(super) fn execute(&mut self, id: EdgeId, edge: &FlatEdge, changes: &mut Changes) {
        if !edge.is_step() {
            return;
        }
        let frame = edge.frame;
        let operation = &self.flat.origin(edge).operation;
        match (edge.action, operation) {
            (FlatAction::Operation, Operation::Assign { target, value }) => {
                self.assign(id, frame, *target, value, changes)
            }
            (FlatAction::Operation, Operation::Load { target, base, field }) => {
                let Some(variable) = self.flat.local(frame, *target) else { return };
                let is_static = self.flat.procedure(frame).statics == Some(*base);
                let ty = self.flat.type_of(variable);
                let field = self.flat.static_field(*field).filter(|_| is_static);
                let value = match field.map(|field| (self.flat.type_of(field), self.value(field, changes))) {
                    // A load may widen a number.
                    Some((Type::Integer(own), term)) => self.fit_type(Number { term, signed: own.signed }, ty),
                    Some((_, term)) => Some(term),
                    None => None,
                };
                let value = value.unwrap_or_else(|| self.input(id, ty, true));
                changes.insert(variable, value);
            }
            (FlatAction::Operation, Operation::Store { base, field, value }) => {
                let is_static = self.flat.procedure(frame).statics == Some(*base);
                if let Some(variable) = self.flat.static_field(*field).filter(|_| is_static) {
                    let value = self.operand_as(id, frame, *value, self.flat.type_of(variable), changes);
                    changes.insert(variable, value);
                }
            }
            (FlatAction::Operation, Operation::New { class, .. })
                if self.flat.program.classes[*class].name == STATICS =>
            {
                for field in self.flat.static_fields() {
                    let ty = self.flat.type_of(field);
                    let default = if ty.is_reference() { Terms::TRUE } else { self.terms.constant(sort_of(ty), 0) };
                    changes.insert(field, default);
                }
            }
            (FlatAction::Operation, Operation::New { target, .. }) => self.refers(frame, *target, changes),
            (FlatAction::NullDereference, _) | (FlatAction::Throw, Operation::Call(_)) => {
                let exception = self.flat.procedure(frame).exception;
                self.refers(frame, exception, changes);
            }
            (FlatAction::Enter(inner), Operation::Call(call)) => {
                let parameters = &self.flat.procedure(inner).parameters;
                let passed: Vec<(FlatVariable, TermId)> = parameters
                    .iter()
                    .zip(&call.arguments)
                    .filter_map(|(&parameter, &argument)| {
                        let variable = self.flat.local(inner, parameter)?;
                        let value = self.operand_as(id, frame, argument, self.flat.type_of(variable), changes);
                        Some((variable, value))
                    })
                    .collect();
                changes.extend(passed);
                if let Some(receiver) = self.flat.procedure(inner).receiver {
                    self.refers(inner, receiver, changes);
                }
            }
            (FlatAction::Return(inner), Operation::Call(call)) => {
                let Some(variable) = call.target.and_then(|target| self.flat.local(frame, target)) else { return };
                let ty = self.flat.type_of(variable);
                let returned = self.flat.procedure(inner).returned;
                let value = self.operand_as(id, inner, Operand::Local(returned), ty, changes);
                changes.insert(variable, value);
            }
            _ => {}
        }
    }

    /// A local refers to an object.
    fn refers(&self, frame: FrameId, local: LocalId, changes: &mut Changes) {
        if let Some(variable) = self.flat.local(frame, local) {
            changes.insert(variable, Terms::FALSE);
        }
    }

    fn assign(&mut self, id: EdgeId, frame: FrameId, target: LocalId, value: &Rvalue, changes: &mut Changes) {
        let Some(variable) = self.flat.local(frame, target) else { return };
        let ty = self.flat.type_of(variable);
        let value = match *value {
            Rvalue::Operand(operand) => self.operand_as(id, frame, operand, ty, changes),
            Rvalue::Drawn => self.input(id, ty, false),
            Rvalue::Unknown => self.input(id, ty, true),
            Rvalue::Object | Rvalue::Opaque => Terms::FALSE,
            Rvalue::Unary(operator, operand) => {
                self.unary(frame, operator, operand, ty, changes).unwrap_or_else(|| self.input(id, ty, true))
            }
            Rvalue::Binary { operator, ty: own, left, right } => self
                .binary(frame, operator, own, (left, right), ty, changes)
                .unwrap_or_else(|| self.input(id, ty, true)),
        };
        changes.insert(variable, value);
    }

    fn unary(
        &mut self,
        frame: FrameId,
        operator: Unary,
        operand: Operand,
        ty: Type,
        changes: &Changes,
    ) -> Option<TermId> {
        let number = match operator {
            Unary::Not => {
                let operand = self.boolean(frame, operand, changes)?;
                return Some(self.terms.not(operand));
            }
            Unary::Complement(own) => {
                let number = self.number(frame, operand, changes)?;
                let term = self.fit(number, own.bits);
                Number { term: self.terms.not(term), signed: own.signed }
            }
            Unary::Convert(own) => {
                let number = self.number(frame, operand, changes)?;
                Number { term: self.fit(number, own.bits), signed: own.signed }
            }
        };
        self.fit_type(number, ty)
    }

    fn binary(
        &mut self,
        frame: FrameId,
        operator: Binary,
        own: IntegerType,
        (left, right): (Operand, Operand),
        ty: Type,
        changes: &Changes,
    ) -> Option<TermId> {
        if ty == Type::Boolean {
            let (a, b) = (self.boolean(frame, left, changes)?, self.boolean(frame, right, changes)?);
            return match operator {
                Binary::And => Some(self.terms.and(a, b)),
                Binary::Or => Some(self.terms.or(a, b)),
                Binary::Xor => Some(self.terms.xor(a, b)),
                _ => None,
            };
        }
        let (a, b) = (self.number(frame, left, changes)?, self.number(frame, right, changes)?);
        let (a, b) = (self.fit(a, own.bits), self.fit(b, own.bits));
        let terms = &mut *self.terms;
        let term = match (operator, own.signed) {
            (Binary::Add, _) => terms.add(a, b),
            (Binary::Subtract, _) => terms.subtract(a, b),
            (Binary::Multiply, _) => terms.multiply(a, b),
            (Binary::Divide, true) => terms.signed_divide(a, b),
            (Binary::Divide, false) => terms.unsigned_divide(a, b),
            (Binary::Remainder, true) => terms.signed_remainder(a, b),
            (Binary::Remainder, false) => terms.unsigned_remainder(a, b),
            (Binary::And, _) => terms.and(a, b),
            (Binary::Or, _) => terms.or(a, b),
            (Binary::Xor, _) => terms.xor(a, b),
            (Binary::ShiftLeft | Binary::ShiftRight | Binary::ShiftRightUnsigned, _) => {
                let distance = distance(terms, b);
                match operator {
                    Binary::ShiftLeft => terms.shift_left(a, distance),
                    Binary::ShiftRight if own.signed => terms.arithmetic_shift_right(a, distance),
                    _ => terms.logical_shift_right(a, distance),
                }
            }
        };
        self.fit_type(Number { term, signed: own.signed }, ty)
    }

    /// Whether the exact result of a signed operation is not a number of its type.
    fn overflows(&mut self, operator: Binary, ty: IntegerType, left: Number, right: Number) -> TermId {
        let (a, b) = (self.fit(left, ty.bits), self.fit(right, ty.bits));
        match operator {
            Binary::Add => self.terms.signed_add_overflows(a, b),
            Binary::Subtract => self.terms.signed_subtract_overflows(a, b),
            Binary::Multiply => self.terms.signed_multiply_overflows(a, b),
            Binary::Divide | Binary::Remainder => self.terms.signed_divide_overflows(a, b),
            Binary::ShiftLeft => {
                let distance = distance(self.terms, b);
                let overflows = self.terms.signed_shift_left_overflows(a, distance);
                // A negative number is not shifted [C11 6.5.7].
                let zero = self.terms.constant(self.terms.sort(a), 0);
                let is_negative = self.terms.signed_less(a, zero);
                self.terms.or(overflows, is_negative)
            }
            Binary::And | Binary::Or | Binary::Xor | Binary::ShiftRight | Binary::ShiftRightUnsigned => Terms::FALSE,
        }
    }

    /// The value of a variable.
    pub(super) fn value(&self, variable: FlatVariable, changes: &Changes) -> TermId {
        changes.get(&variable).copied().unwrap_or(self.current[variable])
    }

    /// An operand as a value of a type; an input if it is not followed.
    fn operand_as(&mut self, id: EdgeId, frame: FrameId, operand: Operand, ty: Type, changes: &Changes) -> TermId {
        self.followed_as(frame, operand, ty, changes).unwrap_or_else(|| self.input(id, ty, true))
    }

    /// An operand as a value of a type; `None` if it is not followed.
    pub(super) fn followed_as(
        &mut self,
        frame: FrameId,
        operand: Operand,
        ty: Type,
        changes: &Changes,
    ) -> Option<TermId> {
        match ty {
            Type::Boolean => self.boolean(frame, operand, changes),
            Type::Reference(_) => self.is_null(frame, operand, changes),
            _ => self.number(frame, operand, changes).and_then(|number| self.fit_type(number, ty)),
        }
    }

    /// An operand as a Boolean; `None` if it is not one that is followed.
    fn boolean(&self, frame: FrameId, operand: Operand, changes: &Changes) -> Option<TermId> {
        match operand {
            Operand::Boolean(value) => Some(Terms::boolean(value)),
            Operand::Local(local) => {
                let variable = self.flat.local(frame, local)?;
                (self.flat.type_of(variable) == Type::Boolean).then(|| self.value(variable, changes))
            }
            Operand::Integer(_) | Operand::Null => None,
        }
    }

    /// Whether a reference is null; `None` if the operand is none that is followed.
    fn is_null(&self, frame: FrameId, operand: Operand, changes: &Changes) -> Option<TermId> {
        match operand {
            Operand::Null => Some(Terms::TRUE),
            Operand::Local(local) if self.flat.procedure(frame).statics == Some(local) => Some(Terms::FALSE),
            Operand::Local(local) => {
                let variable = self.flat.local(frame, local)?;
                self.flat.type_of(variable).is_reference().then(|| self.value(variable, changes))
            }
            Operand::Integer(_) | Operand::Boolean(_) => None,
        }
    }

    /// An operand as a number; `None` if it is not one that is followed.
    fn number(&mut self, frame: FrameId, operand: Operand, changes: &Changes) -> Option<Number> {
        match operand {
            Operand::Integer(n) => Some(Number { term: self.terms.bits(64, n.cast_unsigned()), signed: true }),
            Operand::Local(local) => {
                let variable = self.flat.local(frame, local)?;
                match self.flat.type_of(variable) {
                    Type::Integer(ty) => Some(Number { term: self.value(variable, changes), signed: ty.signed }),
                    _ => None,
                }
            }
            Operand::Boolean(_) | Operand::Null => None,
        }
    }

    /// A number as a value of an integer type.
    fn fit_type(&mut self, number: Number, ty: Type) -> Option<TermId> {
        let Type::Integer(ty) = ty else { return None };
        Some(self.fit(number, ty.bits))
    }

    /// The lowest bits of a number, extended by its sign if there are more.
    fn fit(&mut self, number: Number, width: u8) -> TermId {
        let own = self.terms.width(number.term);
        match own.cmp(&width) {
            std::cmp::Ordering::Less if number.signed => self.terms.sign_extend(number.term, width),
            std::cmp::Ordering::Less => self.terms.zero_extend(number.term, width),
            std::cmp::Ordering::Equal => number.term,
            std::cmp::Ordering::Greater => self.terms.extract(number.term, 0, width),
        }
    }

    /// The input of an edge.
    fn input(&mut self, id: EdgeId, ty: Type, determined: bool) -> TermId {
        let terms = &mut *self.terms;
        self.inputs.values.entry(id).or_insert_with(|| (terms.variable(sort_of(ty)), determined)).0
    }
}

/// The lowest bits of a number, as many as make it a distance of a shift.
fn distance(terms: &mut Terms, number: TermId) -> TermId {
    let width = terms.width(number);
    let mask = terms.bits(width, u64::from(width) - 1);
    terms.and(number, mask)
}
