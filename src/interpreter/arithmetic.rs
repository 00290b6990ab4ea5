//! Arithmetic in two's complement, by its definition: the number of the type that has the lowest bits of the exact result.

use program::objects::{Binary, Comparison, IntegerType, Unary};

/// The value of a unary operation.
pub(super) fn unary(operator: Unary, n: i64) -> i64 {
    match operator {
        Unary::Complement(ty) => wrap(ty, !exact(ty, n)),
        Unary::Not => 1 - n,
        Unary::Convert(ty) => wrap(ty, i128::from(n)),
    }
}

/// The value of a binary operation; `None` for a division by zero, which the front end rules out.
pub(super) fn binary(operator: Binary, ty: IntegerType, a: i64, b: i64) -> Option<i64> {
    result(operator, ty, a, b).map(|n| wrap(ty, n))
}

/// Whether the exact result of an operation is not a number of the type; `None` for a division by zero.
pub(super) fn overflows(operator: Binary, ty: IntegerType, a: i64, b: i64) -> Option<bool> {
    // The remainder is not defined where the quotient overflows, nor is a shift to the left of a negative number [C11 6.5.5, 6.5.7].
    let operator = if operator == Binary::Remainder { Binary::Divide } else { operator };
    let is_shifted = operator == Binary::ShiftLeft && exact(ty, a) < 0;
    result(operator, ty, a, b).map(|n| is_shifted || exact(ty, wrap(ty, n)) != n)
}

/// The exact result of an operation.
fn result(operator: Binary, ty: IntegerType, a: i64, b: i64) -> Option<i128> {
    let distance = b & (i64::from(ty.bits) - 1);
    let (a, b) = (exact(ty, a), exact(ty, b));
    Some(match operator {
        Binary::Add => a + b,
        Binary::Subtract => a - b,
        // Of unsigned numbers of 64 bits, only the lowest bits are needed.
        Binary::Multiply => a.wrapping_mul(b),
        Binary::Divide => a.checked_div(b)?,
        Binary::Remainder => a.checked_rem(b)?,
        Binary::And => a & b,
        Binary::Or => a | b,
        Binary::Xor => a ^ b,
        Binary::ShiftLeft => a << distance,
        Binary::ShiftRight => a >> distance,
        Binary::ShiftRightUnsigned => a.rem_euclid(1 << ty.bits) >> distance,
    })
}

/// The number that is held as `n`.
pub(super) fn exact(ty: IntegerType, n: i64) -> i128 {
    if ty.is_unsigned_64() { i128::from(n.cast_unsigned()) } else { i128::from(n) }
}

/// The number of the type with the lowest bits of `n`, as it is held.
#[expect(clippy::cast_possible_truncation, reason = "that is its purpose")]
pub(super) fn wrap(ty: IntegerType, n: i128) -> i64 {
    let unused = 128 - u32::from(ty.bits);
    if ty.signed || ty.is_unsigned_64() {
        (n << unused >> unused) as i64
    } else {
        ((n << unused).cast_unsigned() >> unused) as i64
    }
}

/// Whether a comparison holds between numbers, which are held as `a` and `b`; `unsigned`: of an unsigned type of 64 bits.
pub(super) fn compare(comparison: Comparison, unsigned: bool, a: i64, b: i64) -> bool {
    let (a, b) = if unsigned {
        (i128::from(a.cast_unsigned()), i128::from(b.cast_unsigned()))
    } else {
        (i128::from(a), i128::from(b))
    };
    comparison.compare(&a, &b)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wraps_around_as_java_does() {
        let (int, long) = (IntegerType::INT, IntegerType::LONG);
        let (min, max) = (i64::from(i32::MIN), i64::from(i32::MAX));
        assert_eq!(binary(Binary::Add, int, max, 1), Some(min));
        assert_eq!(binary(Binary::Multiply, int, max, max), Some(1));
        assert_eq!(binary(Binary::Divide, int, min, -1), Some(min));
        assert_eq!(binary(Binary::Remainder, int, -7, 3), Some(-1));
        assert_eq!(binary(Binary::Divide, long, i64::MIN, -1), Some(i64::MIN));
        assert_eq!(binary(Binary::Divide, long, 1, 0), None);
        assert_eq!(binary(Binary::ShiftLeft, int, 1, 33), Some(2));
        assert_eq!(binary(Binary::ShiftRightUnsigned, int, -1, 28), Some(15));
        assert_eq!(binary(Binary::ShiftRightUnsigned, long, -1, 60), Some(15));
        assert_eq!(binary(Binary::Subtract, int, 0, min), Some(min));
        assert_eq!(unary(Unary::Convert(IntegerType::BYTE), 200), -56);
        assert_eq!(unary(Unary::Convert(IntegerType::CHAR), -1), 65_535);
        assert_eq!(unary(Unary::Convert(int), 1 << 33), 0);
        assert_eq!(unary(Unary::Complement(int), 5), -6);
    }

    #[test]
    fn unsigned_numbers_are_never_negative() {
        let [byte, int, long] = [8, 32, 64].map(|bits| IntegerType { bits, signed: false });
        assert_eq!(binary(Binary::Subtract, int, 0, 1), Some(0xffff_ffff));
        assert_eq!(binary(Binary::Divide, long, -1, 2), Some(i64::MAX));
        assert_eq!(binary(Binary::ShiftRight, long, -1, 60), Some(15));
        assert_eq!(binary(Binary::Remainder, long, -1, 10), Some(5));
        assert_eq!(unary(Unary::Complement(byte), 1), 254);
        assert_eq!(unary(Unary::Convert(long), -1), -1);
        assert!(compare(Comparison::Less, true, 1, -1) && !compare(Comparison::Less, false, 1, -1));
    }

    #[test]
    fn overflow_is_a_result_outside_of_the_type() {
        let int = IntegerType::INT;
        let (min, max) = (i64::from(i32::MIN), i64::from(i32::MAX));
        assert_eq!(overflows(Binary::Add, int, max, 1), Some(true));
        assert_eq!(overflows(Binary::Add, int, max, 0), Some(false));
        assert_eq!(overflows(Binary::Divide, int, min, -1), Some(true));
        assert_eq!(overflows(Binary::ShiftLeft, int, 1, 31), Some(true));
        assert_eq!(overflows(Binary::Multiply, IntegerType::LONG, i64::MIN, -1), Some(true));
    }
}
