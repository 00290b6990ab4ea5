//! Conditions and values as terms.

use bitvec::{Sort, TermId, Terms};
use program::objects::{Binary, Comparison, Condition, IntegerType, LocalId, Operand, Rvalue, Type, Unary};

/// The sort of what is followed of a type: of references, whether they are null.
pub fn sort_of(ty: Type) -> Sort {
    match ty {
        Type::Integer(ty) => Sort::Bits(ty.bits),
        _ => Sort::Boolean,
    }
}

/// A number as a term, with how it is extended.
#[derive(Clone, Copy, Debug)]
pub struct Number {
    /// Its bits.
    pub term: TermId,
    /// Whether its sign extends it.
    pub signed: bool,
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

/// The type of a local and its value, if it is followed.
pub type Values<'v> = &'v mut dyn FnMut(&mut Terms, LocalId) -> Option<(Type, TermId)>;

/// Translates what operations do to numbers into terms.
pub struct Encoder<'a> {
    /// Where the terms are.
    pub terms: &'a mut Terms,
}

impl Encoder<'_> {
    /// When a condition holds: exactly, or at least whenever it does; `None` if nothing is known.
    pub fn condition(&mut self, condition: &Condition, values: Values<'_>) -> Option<TermId> {
        match *condition {
            Condition::Compare { comparison, left, right } => self.compare(comparison, left, right, values),
            Condition::Overflows { operator, ty, left, right, negated } => {
                let left = self.number(left, values)?;
                let right = self.number(right, values)?;
                let overflows = self.overflows(operator, ty, left, right);
                Some(if negated { self.terms.not(overflows) } else { overflows })
            }
            Condition::InstanceOf { operand, negated: false, .. } => {
                let is_null = self.is_null(operand, values)?;
                Some(self.terms.not(is_null))
            }
            Condition::InstanceOf { negated: true, .. }
            | Condition::KnownInstanceOf { .. }
            | Condition::Unknown
            | Condition::OutOfBounds { .. } => None,
        }
    }

    fn compare(&mut self, comparison: Comparison, left: Operand, right: Operand, values: Values<'_>) -> Option<TermId> {
        if let (Some(a), Some(b)) = (self.boolean(left, values), self.boolean(right, values)) {
            return match comparison {
                Comparison::Equal => Some(self.terms.iff(a, b)),
                Comparison::NotEqual => Some(self.terms.xor(a, b)),
                _ => None,
            };
        }
        if let (Some(a), Some(b)) = (self.is_null(left, values), self.is_null(right, values)) {
            return self.compare_references(comparison, left == right, a, b);
        }
        let (a, b) = (self.number(left, values)?, self.number(right, values)?);
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

    /// A comparison of numbers of any types, as numbers, also where no type has room for both.
    pub fn compare_numbers(&mut self, comparison: Comparison, a: Number, b: Number) -> TermId {
        let [of_a, of_b] = [a, b].map(|number| Room::of(self.terms, number));
        let is_wide = |room: Room| room.unsigned == Some(64) && room.signed > 64;
        match (is_wide(of_a), is_wide(of_b)) {
            (true, false) if of_b.unsigned.is_none() => self.compare_wide(comparison, a, b),
            (false, true) if of_a.unsigned.is_none() => self.compare_wide(comparison.mirrored(), b, a),
            _ => {
                let (a, b, unsigned) = self.aligned(a, b);
                self.ordered(comparison, a, b, unsigned)
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

    /// What is assigned to a variable of a type; `None` if that is not followed.
    pub fn rvalue(&mut self, value: &Rvalue, ty: Type, values: Values<'_>) -> Option<TermId> {
        match *value {
            Rvalue::Operand(operand) => self.operand(operand, ty, values),
            Rvalue::Drawn | Rvalue::Unknown => None,
            Rvalue::Object | Rvalue::Opaque => Some(Terms::FALSE),
            Rvalue::Unary(operator, operand) => self.unary(operator, operand, ty, values),
            Rvalue::Binary { operator, ty: own, left, right } => self.binary(operator, own, (left, right), ty, values),
        }
    }

    fn unary(&mut self, operator: Unary, operand: Operand, ty: Type, values: Values<'_>) -> Option<TermId> {
        let number = match operator {
            Unary::Not => {
                let operand = self.boolean(operand, values)?;
                return Some(self.terms.not(operand));
            }
            Unary::Complement(own) => {
                let number = self.number(operand, values)?;
                let term = self.fit(number, own.bits);
                Number { term: self.terms.not(term), signed: own.signed }
            }
            Unary::Convert(own) => {
                let number = self.number(operand, values)?;
                Number { term: self.fit(number, own.bits), signed: own.signed }
            }
        };
        self.fit_type(number, ty)
    }

    fn binary(
        &mut self,
        operator: Binary,
        own: IntegerType,
        (left, right): (Operand, Operand),
        ty: Type,
        values: Values<'_>,
    ) -> Option<TermId> {
        if ty == Type::Boolean {
            let (a, b) = (self.boolean(left, values)?, self.boolean(right, values)?);
            return match operator {
                Binary::And => Some(self.terms.and(a, b)),
                Binary::Or => Some(self.terms.or(a, b)),
                Binary::Xor => Some(self.terms.xor(a, b)),
                _ => None,
            };
        }
        let (a, b) = (self.number(left, values)?, self.number(right, values)?);
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

    /// An operand as a value of a type; `None` if it is not followed.
    pub fn operand(&mut self, operand: Operand, ty: Type, values: Values<'_>) -> Option<TermId> {
        match ty {
            Type::Boolean => self.boolean(operand, values),
            Type::Reference(_) => self.is_null(operand, values),
            _ => self.number(operand, values).and_then(|number| self.fit_type(number, ty)),
        }
    }

    /// An operand as a Boolean; `None` if it is not one that is followed.
    fn boolean(&mut self, operand: Operand, values: Values<'_>) -> Option<TermId> {
        match operand {
            Operand::Boolean(value) => Some(Terms::boolean(value)),
            Operand::Local(local) => {
                let (ty, value) = values(self.terms, local)?;
                (ty == Type::Boolean).then_some(value)
            }
            Operand::Integer(_) | Operand::Null => None,
        }
    }

    /// Whether a reference is null; `None` if the operand is none that is followed.
    pub fn is_null(&mut self, operand: Operand, values: Values<'_>) -> Option<TermId> {
        match operand {
            Operand::Null => Some(Terms::TRUE),
            Operand::Local(local) => {
                let (ty, value) = values(self.terms, local)?;
                ty.is_reference().then_some(value)
            }
            Operand::Integer(_) | Operand::Boolean(_) => None,
        }
    }

    /// An operand as a number; `None` if it is not one that is followed.
    fn number(&mut self, operand: Operand, values: Values<'_>) -> Option<Number> {
        match operand {
            Operand::Integer(n) => Some(Number { term: self.terms.bits(64, n.cast_unsigned()), signed: true }),
            Operand::Local(local) => match values(self.terms, local)? {
                (Type::Integer(ty), term) => Some(Number { term, signed: ty.signed }),
                _ => None,
            },
            Operand::Boolean(_) | Operand::Null => None,
        }
    }

    /// A number as a value of an integer type.
    pub fn fit_type(&mut self, number: Number, ty: Type) -> Option<TermId> {
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
}

/// The lowest bits of a number, as many as make it a distance of a shift.
fn distance(terms: &mut Terms, number: TermId) -> TermId {
    let width = terms.width(number);
    let mask = terms.bits(width, u64::from(width) - 1);
    terms.and(number, mask)
}
