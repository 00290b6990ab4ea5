//! Machine arithmetic, as abstract executions compute it. The interpreter has its own, so that each is a judge of the other.

use crate::objects::{Binary, IntegerType, Unary};

/// The result of a unary operation.
pub fn unary(operator: Unary, number: i64) -> i64 {
    match operator {
        Unary::Complement(ty) => narrowed(ty, !number),
        Unary::Not => i64::from(number == 0),
        Unary::Convert(ty) => narrowed(ty, number),
    }
}

/// Exact machine arithmetic; `None` for a division by zero.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "wrap-around is the semantics")]
pub fn binary(operator: Binary, ty: IntegerType, left: i64, right: i64) -> Option<i64> {
    let shift = (right as u32) & u32::from(ty.bits - 1);
    let (dividend, divisor) = (left.cast_unsigned(), right.cast_unsigned());
    let result = match operator {
        Binary::Add => left.wrapping_add(right),
        Binary::Subtract => left.wrapping_sub(right),
        Binary::Multiply => left.wrapping_mul(right),
        Binary::Divide | Binary::Remainder if right == 0 => return None,
        Binary::Divide if ty.is_unsigned_64() => (dividend / divisor).cast_signed(),
        Binary::Divide => left.wrapping_div(right),
        Binary::Remainder if ty.is_unsigned_64() => (dividend % divisor).cast_signed(),
        Binary::Remainder => left.wrapping_rem(right),
        Binary::And => left & right,
        Binary::Or => left | right,
        Binary::Xor => left ^ right,
        Binary::ShiftLeft => left.wrapping_shl(shift),
        Binary::ShiftRight if ty.signed => left.wrapping_shr(shift),
        Binary::ShiftRight | Binary::ShiftRightUnsigned => {
            let unused = 64 - u32::from(ty.bits);
            (dividend << unused >> unused >> shift).cast_signed()
        }
    };
    Some(narrowed(ty, result))
}

/// The number of a type with the lowest bits of another one.
fn narrowed(ty: IntegerType, number: i64) -> i64 {
    let unused = 64 - u32::from(ty.bits);
    if ty.signed { number << unused >> unused } else { (number.cast_unsigned() << unused >> unused).cast_signed() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arithmetic_wraps_as_in_java() {
        let (int, long) = (IntegerType::INT, IntegerType::LONG);
        assert_eq!(binary(Binary::Add, int, i64::from(i32::MAX), 1), Some(i64::from(i32::MIN)));
        assert_eq!(binary(Binary::ShiftRightUnsigned, int, -1, 28), Some(15));
        assert_eq!(binary(Binary::ShiftLeft, int, 1, 33), Some(2));
        assert_eq!(binary(Binary::Divide, long, i64::MIN, -1), Some(i64::MIN));
        assert_eq!(binary(Binary::Remainder, int, -7, 2), Some(-1));
        assert_eq!(unary(Unary::Convert(IntegerType::BYTE), 200), -56);
        assert_eq!(unary(Unary::Convert(IntegerType { bits: 32, signed: false }), -1), 0xffff_ffff);
    }
}
