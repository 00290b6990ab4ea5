//! The values of expressions.

use smallvec::SmallVec;

use program::guarded::{Binary, Expression, Instruction, Unary, VariableId};

/// The value of an expression; all variables in it must be assigned.
///
/// Law: the value is in [`Expression::range`], so nothing overflows.
pub(super) fn evaluate(expression: &Expression, value: impl Fn(VariableId) -> i64) -> i64 {
    let mut stack: SmallVec<[i64; 8]> = SmallVec::new();
    for instruction in &expression.0 {
        let mut pop = || stack.pop().unwrap_or_default();
        let result = match *instruction {
            Instruction::Constant(constant) => constant,
            Instruction::Variable(variable) => value(variable),
            Instruction::Unary(operator) => unary(operator, pop()),
            Instruction::Binary(operator) => {
                let right = pop();
                binary(operator, pop(), right)
            }
            Instruction::Select => {
                let (otherwise, then) = (pop(), pop());
                if pop() != 0 { then } else { otherwise }
            }
            Instruction::Fit(domain) => domain.fit(pop()),
        };
        stack.push(result);
    }
    stack.pop().unwrap_or_default()
}

fn unary(operator: Unary, operand: i64) -> i64 {
    match operator {
        Unary::Not => i64::from(operand == 0),
        Unary::Negate => operand.wrapping_neg(),
        Unary::IsNonzero => i64::from(operand != 0),
    }
}

fn binary(operator: Binary, a: i64, b: i64) -> i64 {
    match operator {
        Binary::And => a & b,
        Binary::Or => a | b,
        Binary::Xor => a ^ b,
        Binary::Implies => (a ^ 1) | b,
        Binary::Equal => i64::from(a == b),
        Binary::NotEqual => i64::from(a != b),
        Binary::Less => i64::from(a < b),
        Binary::LessEqual => i64::from(a <= b),
        Binary::Greater => i64::from(a > b),
        Binary::GreaterEqual => i64::from(a >= b),
        Binary::Add => a.wrapping_add(b),
        Binary::Subtract => a.wrapping_sub(b),
        Binary::Multiply => a.wrapping_mul(b),
        Binary::Divide => {
            if b == 0 {
                0
            } else {
                a.wrapping_div(b)
            }
        }
        Binary::Remainder => {
            if b == 0 {
                a
            } else {
                a.wrapping_rem(b)
            }
        }
        Binary::ShiftLeft => a.wrapping_mul(1_i64.wrapping_shl(b as u32)),
        Binary::ShiftRight => a >> b.clamp(0, 63),
    }
}
