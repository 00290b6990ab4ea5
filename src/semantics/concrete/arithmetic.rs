//! Java's arithmetic: two's complement on 32 and 64 bits.

use crate::program::objects::{Binary, Comparison, Type, Unary};

/// The value of a unary operation whose result has type `ty`.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "that is what the casts of Java do")]
pub(super) fn unary(operator: Unary, n: i64, ty: Type) -> i64 {
    match operator {
        Unary::Negate if ty == Type::Long => n.wrapping_neg(),
        Unary::Negate => i64::from((n as i32).wrapping_neg()),
        Unary::Complement => !n,
        Unary::Not => 1 - n,
        Unary::ToByte => i64::from(n as i8),
        Unary::ToShort => i64::from(n as i16),
        Unary::ToChar => i64::from(n as u16),
        Unary::ToInt => i64::from(n as i32),
        Unary::ToLong => n,
    }
}

/// The value of a binary operation on 32 or (`wide`) 64 bits; `None` for a division by zero, which the front end rules
/// out.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "that is what Java's arithmetic does")]
pub(super) fn binary(operator: Binary, wide: bool, a: i64, b: i64) -> Option<i64> {
    if wide {
        return Some(match operator {
            Binary::Add => a.wrapping_add(b),
            Binary::Subtract => a.wrapping_sub(b),
            Binary::Multiply => a.wrapping_mul(b),
            Binary::Divide if b == 0 => return None,
            Binary::Divide => a.wrapping_div(b),
            Binary::Remainder if b == 0 => return None,
            Binary::Remainder => a.wrapping_rem(b),
            Binary::And => a & b,
            Binary::Or => a | b,
            Binary::Xor => a ^ b,
            Binary::ShiftLeft => a << (b & 63),
            Binary::ShiftRight => a >> (b & 63),
            Binary::ShiftRightUnsigned => ((a as u64) >> (b & 63)) as i64,
        });
    }
    let (a, b) = (a as i32, b as i32);
    Some(i64::from(match operator {
        Binary::Add => a.wrapping_add(b),
        Binary::Subtract => a.wrapping_sub(b),
        Binary::Multiply => a.wrapping_mul(b),
        Binary::Divide if b == 0 => return None,
        Binary::Divide => a.wrapping_div(b),
        Binary::Remainder if b == 0 => return None,
        Binary::Remainder => a.wrapping_rem(b),
        Binary::And => a & b,
        Binary::Or => a | b,
        Binary::Xor => a ^ b,
        Binary::ShiftLeft => a << (b & 31),
        Binary::ShiftRight => a >> (b & 31),
        Binary::ShiftRightUnsigned => ((a as u32) >> (b & 31)) as i32,
    }))
}

/// Whether a comparison holds.
pub(super) fn compare(comparison: Comparison, a: i64, b: i64) -> bool {
    match comparison {
        Comparison::Equal => a == b,
        Comparison::NotEqual => a != b,
        Comparison::Less => a < b,
        Comparison::LessEqual => a <= b,
        Comparison::Greater => a > b,
        Comparison::GreaterEqual => a >= b,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wraps_around_as_java_does() {
        let (min, max) = (i64::from(i32::MIN), i64::from(i32::MAX));
        assert_eq!(binary(Binary::Add, false, max, 1), Some(min));
        assert_eq!(binary(Binary::Multiply, false, max, max), Some(1));
        assert_eq!(binary(Binary::Divide, false, min, -1), Some(min));
        assert_eq!(binary(Binary::Remainder, false, -7, 3), Some(-1));
        assert_eq!(binary(Binary::Divide, true, i64::MIN, -1), Some(i64::MIN));
        assert_eq!(binary(Binary::Divide, true, 1, 0), None);
        assert_eq!(binary(Binary::ShiftLeft, false, 1, 33), Some(2));
        assert_eq!(binary(Binary::ShiftRightUnsigned, false, -1, 28), Some(15));
        assert_eq!(binary(Binary::ShiftRightUnsigned, true, -1, 60), Some(15));
        assert_eq!(unary(Unary::Negate, min, Type::Int), min);
        assert_eq!(unary(Unary::Negate, min, Type::Long), -min);
        assert_eq!(unary(Unary::ToByte, 200, Type::Int), -56);
        assert_eq!(unary(Unary::ToChar, -1, Type::Int), 65_535);
        assert_eq!(unary(Unary::ToInt, 1 << 33, Type::Int), 0);
    }
}
