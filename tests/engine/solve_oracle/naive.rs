//! What operations mean, bit by bit and on whole numbers, written without a look at the engine.

use hrglass::bitvec::{Sort, TermId, Terms};

/// An operation with one result, as the constructors of [`Terms`] offer it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Operation {
    Not,
    And,
    Or,
    Xor,
    Implies,
    Iff,
    Ite,
    All,
    Any,
    Equal,
    UnsignedLess,
    UnsignedLessOrEqual,
    SignedLess,
    SignedLessOrEqual,
    IsNegative,
    Add,
    Sum,
    Subtract,
    Negate,
    Multiply,
    UnsignedDivide,
    UnsignedRemainder,
    SignedDivide,
    SignedRemainder,
    ShiftLeft,
    LogicalShiftRight,
    ArithmeticShiftRight,
    Concat,
    Extract(u8, u8),
    ZeroExtend(u8),
    SignExtend(u8),
    UnsignedAddOverflows,
    UnsignedSubtractOverflows,
    UnsignedNegateOverflows,
    UnsignedMultiplyOverflows,
    UnsignedShiftLeftOverflows,
    SignedAddOverflows,
    SignedSubtractOverflows,
    SignedNegateOverflows,
    SignedMultiplyOverflows,
    SignedDivideOverflows,
    SignedShiftLeftOverflows,
}

use Operation::*;

/// On two bit-vectors, with a bit-vector as a result.
pub const ON_VECTORS: &[Operation] = &[
    And,
    Or,
    Xor,
    Implies,
    Add,
    Subtract,
    Multiply,
    UnsignedDivide,
    UnsignedRemainder,
    SignedDivide,
    SignedRemainder,
    ShiftLeft,
    LogicalShiftRight,
    ArithmeticShiftRight,
];

/// On two bit-vectors, with a Boolean as a result.
pub const PREDICATES: &[Operation] = &[
    Equal,
    UnsignedLess,
    UnsignedLessOrEqual,
    SignedLess,
    SignedLessOrEqual,
    UnsignedAddOverflows,
    UnsignedSubtractOverflows,
    UnsignedMultiplyOverflows,
    UnsignedShiftLeftOverflows,
    SignedAddOverflows,
    SignedSubtractOverflows,
    SignedMultiplyOverflows,
    SignedDivideOverflows,
    SignedShiftLeftOverflows,
];

/// On one bit-vector, with a Boolean as a result.
pub const UNARY_PREDICATES: &[Operation] = &[IsNegative, UnsignedNegateOverflows, SignedNegateOverflows];

/// On two Booleans.
pub const ON_BOOLEANS: &[Operation] = &[And, Or, Xor, Implies, Iff, Equal];

/// The term of an operation.
pub fn term(terms: &mut Terms, operation: Operation, on: &[TermId]) -> TermId {
    let a = on[0];
    let b = on.get(1).copied().unwrap_or(a);
    match operation {
        Not => terms.not(a),
        And => terms.and(a, b),
        Or => terms.or(a, b),
        Xor => terms.xor(a, b),
        Implies => terms.implies(a, b),
        Iff => terms.iff(a, b),
        Ite => terms.ite(a, b, on[2]),
        All => terms.all(on),
        Any => terms.any(on),
        Equal => terms.equal(a, b),
        UnsignedLess => terms.unsigned_less(a, b),
        UnsignedLessOrEqual => terms.unsigned_less_or_equal(a, b),
        SignedLess => terms.signed_less(a, b),
        SignedLessOrEqual => terms.signed_less_or_equal(a, b),
        IsNegative => terms.is_negative(a),
        Add => terms.add(a, b),
        Sum => terms.sum(on),
        Subtract => terms.subtract(a, b),
        Negate => terms.negate(a),
        Multiply => terms.multiply(a, b),
        UnsignedDivide => terms.unsigned_divide(a, b),
        UnsignedRemainder => terms.unsigned_remainder(a, b),
        SignedDivide => terms.signed_divide(a, b),
        SignedRemainder => terms.signed_remainder(a, b),
        ShiftLeft => terms.shift_left(a, b),
        LogicalShiftRight => terms.logical_shift_right(a, b),
        ArithmeticShiftRight => terms.arithmetic_shift_right(a, b),
        Concat => terms.concat(a, b),
        Extract(low, width) => terms.extract(a, low, width),
        ZeroExtend(width) => terms.zero_extend(a, width),
        SignExtend(width) => terms.sign_extend(a, width),
        UnsignedAddOverflows => terms.unsigned_add_overflows(a, b),
        UnsignedSubtractOverflows => terms.unsigned_subtract_overflows(a, b),
        UnsignedNegateOverflows => terms.unsigned_negate_overflows(a),
        UnsignedMultiplyOverflows => terms.unsigned_multiply_overflows(a, b),
        UnsignedShiftLeftOverflows => terms.unsigned_shift_left_overflows(a, b),
        SignedAddOverflows => terms.signed_add_overflows(a, b),
        SignedSubtractOverflows => terms.signed_subtract_overflows(a, b),
        SignedNegateOverflows => terms.signed_negate_overflows(a),
        SignedMultiplyOverflows => terms.signed_multiply_overflows(a, b),
        SignedDivideOverflows => terms.signed_divide_overflows(a, b),
        SignedShiftLeftOverflows => terms.signed_shift_left_overflows(a, b),
    }
}

/// The sort of an operation's result.
pub fn sort(operation: Operation, on: &[Sort]) -> Sort {
    match operation {
        _ if PREDICATES.contains(&operation) || UNARY_PREDICATES.contains(&operation) => Sort::Boolean,
        Ite => on[1],
        Concat => Sort::Bits((bits(on[0]) + bits(on[1])) as u8),
        Extract(_, width) | ZeroExtend(width) | SignExtend(width) => Sort::Bits(width),
        _ => on[0],
    }
}

fn bits(sort: Sort) -> u32 {
    match sort {
        Sort::Boolean => 1,
        Sort::Bits(width) => width.into(),
    }
}

/// The value of an operation on values with their sorts. Numbers of 64 bits are computed with 128, so that nothing wraps
/// but where it is meant to.
pub fn value(operation: Operation, on: &[(u64, Sort)]) -> u64 {
    let width = bits(on[0].1);
    let modulus = 1i128 << width;
    let a = i128::from(on[0].0);
    let b = on.get(1).map_or(0, |&(value, _)| i128::from(value));
    let signed = |value: i128| if value >= modulus / 2 { value - modulus } else { value };
    let (signed_a, signed_b) = (signed(a), signed(b));
    let all_ones = modulus - 1;
    let flag = i128::from;
    let fits = |value: i128| (-modulus / 2..modulus / 2).contains(&value);
    // Quotients by counting signs; Rust's `/` on non-negative numbers only.
    let quotient = |a: i128, b: i128| {
        let size = a.abs() / b.abs();
        if (a < 0) == (b < 0) { size } else { -size }
    };
    let power = |distance: i128| if distance < 64 { 1i128 << distance } else { 0 };
    let result = match operation {
        Not => all_ones - a,
        And => a & b,
        Or => a | b,
        Xor => (a | b) - (a & b),
        Implies => (all_ones - a) | b,
        Iff | Equal => flag(a == b),
        Ite if a == 1 => b,
        Ite => i128::from(on[2].0),
        All => on.iter().fold(all_ones, |all, &(value, _)| all & i128::from(value)),
        Any => on.iter().fold(0, |any, &(value, _)| any | i128::from(value)),
        UnsignedLess => flag(a < b),
        UnsignedLessOrEqual => flag(a <= b),
        SignedLess => flag(signed_a < signed_b),
        SignedLessOrEqual => flag(signed_a <= signed_b),
        IsNegative => flag(signed_a < 0),
        Add => a + b,
        Sum => on.iter().map(|&(value, _)| i128::from(value)).sum(),
        Subtract => a - b,
        Negate => -a,
        // Of 128 bits, only the lower ones are needed.
        Multiply => (a as u128).wrapping_mul(b as u128) as i128 & (modulus - 1),
        UnsignedDivide if b == 0 => all_ones,
        UnsignedDivide => a / b,
        UnsignedRemainder if b == 0 => a,
        UnsignedRemainder => a - a / b * b,
        SignedDivide if b == 0 && signed_a < 0 => 1,
        SignedDivide if b == 0 => -1,
        SignedDivide => quotient(signed_a, signed_b),
        SignedRemainder if b == 0 => a,
        SignedRemainder => signed_a - quotient(signed_a, signed_b) * signed_b,
        ShiftLeft => (0..i128::from(width).min(b)).fold(a, |a, _| a * 2 % modulus),
        LogicalShiftRight => (0..i128::from(width).min(b)).fold(a, |a, _| a / 2),
        ArithmeticShiftRight => (0..i128::from(width).min(b)).fold(signed_a, |a, _| a.div_euclid(2)),
        Concat => a * (1 << bits(on[1].1)) + b,
        Extract(low, width) => a / power(low.into()) % (1 << width),
        ZeroExtend(_) => a,
        SignExtend(wider) => signed_a.rem_euclid(1 << wider),
        UnsignedAddOverflows => flag(a + b > all_ones),
        UnsignedSubtractOverflows => flag(a - b < 0),
        UnsignedNegateOverflows => flag(-a < 0),
        UnsignedMultiplyOverflows => flag(a != 0 && b > all_ones / a),
        UnsignedShiftLeftOverflows => flag(a != 0 && (b >= i128::from(width) || a * power(b) > all_ones)),
        SignedAddOverflows => flag(!fits(signed_a + signed_b)),
        SignedSubtractOverflows => flag(!fits(signed_a - signed_b)),
        SignedNegateOverflows => flag(!fits(-signed_a)),
        SignedMultiplyOverflows => flag(!fits(signed_a * signed_b)),
        SignedDivideOverflows => flag(b != 0 && !fits(quotient(signed_a, signed_b))),
        SignedShiftLeftOverflows => flag(a != 0 && (b >= i128::from(width) || !fits(signed_a * power(b)))),
    };
    let sorts: Vec<Sort> = on.iter().map(|&(_, sort)| sort).collect();
    result.rem_euclid(1 << bits(sort(operation, &sorts))) as u64
}
