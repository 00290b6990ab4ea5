//! Operations on constants (C11 6.6).

use super::super::types::{DataModel, Integer};
use super::{Kind, Node};
use program::objects::{Binary, Comparison};

/// Whether a constant is not zero.
pub(super) fn truth(node: &Node) -> Option<bool> {
    match node.kind {
        Kind::Integer(value) => Some(value != 0),
        // There are two zeros, which differ in the sign.
        Kind::Floating(Some(bits)) => Some(bits << 1 != 0),
        _ => None,
    }
}

/// The least number of a signed type.
fn least(ty: Integer, model: DataModel) -> i64 {
    i64::MIN >> (64 - ty.bits(model))
}

/// The result of an operation on constants, as it is held; `None` if it is not defined.
pub(super) fn constant_result(operator: Binary, ty: Integer, model: DataModel, a: i64, b: i64) -> Option<i64> {
    let bits = ty.bits(model);
    let (ua, ub) = (a.cast_unsigned(), b.cast_unsigned());
    let value = match operator {
        Binary::Add => a.wrapping_add(b),
        Binary::Subtract => a.wrapping_sub(b),
        Binary::Multiply => a.wrapping_mul(b),
        Binary::Divide | Binary::Remainder if b == 0 => return None,
        Binary::Divide if ty.signed => a.wrapping_div(b),
        Binary::Divide => (ua / ub).cast_signed(),
        // The quotient overflows (6.5.5, paragraph 6).
        Binary::Remainder if ty.signed && b == -1 && a == least(ty, model) => return None,
        Binary::Remainder if ty.signed => a.wrapping_rem(b),
        Binary::Remainder => (ua % ub).cast_signed(),
        Binary::And => a & b,
        Binary::Or => a | b,
        Binary::Xor => a ^ b,
        _ => {
            let distance = u32::try_from(b).ok().filter(|&distance| distance < bits)?;
            match operator {
                // 6.5.7, paragraph 4.
                Binary::ShiftLeft if ty.signed && a < 0 => return None,
                Binary::ShiftLeft => a << distance,
                _ if ty.signed => a >> distance,
                _ => (ua >> distance).cast_signed(),
            }
        }
    };
    let wrapped = ty.wrap(value, model);
    // Signed overflow is left to the run, where it may be checked.
    let exact = {
        let (x, y) = (i128::from(a), i128::from(b));
        match operator {
            Binary::Add => x + y,
            Binary::Subtract => x - y,
            Binary::Multiply => x * y,
            Binary::Divide => x / y,
            Binary::ShiftLeft => x << y,
            _ => i128::from(wrapped),
        }
    };
    (!ty.signed || exact == i128::from(wrapped)).then_some(wrapped)
}

pub(super) fn holds(comparison: Comparison, unsigned: bool, a: i64, b: i64) -> bool {
    let order = if unsigned { a.cast_unsigned().cmp(&b.cast_unsigned()) } else { a.cmp(&b) };
    match comparison {
        Comparison::Equal => order.is_eq(),
        Comparison::NotEqual => order.is_ne(),
        Comparison::Less => order.is_lt(),
        Comparison::LessEqual => order.is_le(),
        Comparison::Greater => order.is_gt(),
        Comparison::GreaterEqual => order.is_ge(),
    }
}
