//! What operators mean, on values.

use super::{Operator, Sort};

/// The value of an operator on these operands: values with their sorts.
///
/// Contract: no constants or variables, which have no operands; sorts as the operator demands.
pub(super) fn apply(operator: Operator, sort: Sort, operands: &[(u64, Sort)]) -> u64 {
    let (a, of) = operands[0];
    let b = operands.get(1).map_or(0, |&(value, _)| value);
    let (signed_a, signed_b) = (of.signed(a), of.signed(b));
    let value = match operator {
        Operator::Constant(_) | Operator::Variable(_) => unreachable!("no operands"),
        Operator::Not => !a,
        Operator::And => operands.iter().fold(u64::MAX, |all, &(value, _)| all & value),
        Operator::Xor => a ^ b,
        Operator::Ite => operands[if a == 1 { 1 } else { 2 }].0,
        Operator::Equal => u64::from(a == b),
        Operator::UnsignedLess => u64::from(a < b),
        Operator::SignedLess => u64::from(signed_a < signed_b),
        Operator::Add => operands.iter().fold(0u64, |sum, &(value, _)| sum.wrapping_add(value)),
        Operator::Multiply => a.wrapping_mul(b),
        Operator::UnsignedDivide => a.checked_div(b).unwrap_or(u64::MAX),
        Operator::UnsignedRemainder => a.checked_rem(b).unwrap_or(a),
        Operator::SignedDivide if b == 0 => {
            if signed_a < 0 {
                1
            } else {
                u64::MAX
            }
        }
        Operator::SignedDivide => signed_a.wrapping_div(signed_b) as u64,
        Operator::SignedRemainder if b == 0 => a,
        Operator::SignedRemainder => signed_a.wrapping_rem(signed_b) as u64,
        Operator::ShiftLeft if b >= u64::from(of.width()) => 0,
        Operator::ShiftLeft => a << b,
        Operator::LogicalShiftRight if b >= u64::from(of.width()) => 0,
        Operator::LogicalShiftRight => a >> b,
        Operator::ArithmeticShiftRight => (signed_a >> b.min(63)) as u64,
        Operator::Concat => a << operands[1].1.width() | b,
        Operator::Extract(low) => a >> low,
        Operator::ZeroExtend => a,
        Operator::SignExtend => signed_a as u64,
        Operator::UnsignedMultiplyOverflows => u64::from(u128::from(a) * u128::from(b) > u128::from(of.mask())),
        Operator::SignedMultiplyOverflows => {
            let product = i128::from(signed_a) * i128::from(signed_b);
            let greatest = i128::from(of.mask() >> 1);
            u64::from(product > greatest || product < -greatest - 1)
        }
    };
    value & sort.mask()
}
