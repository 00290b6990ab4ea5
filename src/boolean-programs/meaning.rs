//! The value of an expression, by definition: on mathematical integers.

use base::Idx;
use program::guarded::{Binary, Expression, Instruction, Unary};

/// The value of an expression in a state with these values, in order of the variables.
pub(super) fn evaluate(expression: &Expression, values: &[i64]) -> i64 {
    let mut stack: Vec<i128> = Vec::new();
    for instruction in &expression.0 {
        let mut top = || stack.pop().expect("instructions leave one value");
        let value: i128 = match *instruction {
            Instruction::Constant(value) => value.into(),
            Instruction::Variable(variable) => values[variable.index()].into(),
            Instruction::Unary(Unary::Not) => (top() == 0).into(),
            Instruction::Unary(Unary::IsNonzero) => (top() != 0).into(),
            Instruction::Unary(Unary::Negate) => -top(),
            Instruction::Binary(operator) => {
                let right = top();
                binary(operator, top(), right)
            }
            Instruction::Select => {
                let [otherwise, then, condition] = [top(), top(), top()];
                if condition == 0 { otherwise } else { then }
            }
            Instruction::Fit(domain) => {
                let size = i128::from(domain.high()) - i128::from(domain.low()) + 1;
                match domain {
                    program::guarded::Domain::Boolean => (top() != 0).into(),
                    program::guarded::Domain::Integer { low, .. } => {
                        i128::from(low) + (top() - i128::from(low)).rem_euclid(size)
                    }
                }
            }
        };
        stack.push(value);
    }
    let value = stack.pop().expect("instructions leave one value");
    i64::try_from(value).expect("ranges are checked when a program is read")
}

fn binary(operator: Binary, a: i128, b: i128) -> i128 {
    match operator {
        Binary::And => (a != 0 && b != 0).into(),
        Binary::Or => (a != 0 || b != 0).into(),
        Binary::Xor => ((a != 0) != (b != 0)).into(),
        Binary::Implies => (a == 0 || b != 0).into(),
        Binary::Equal => (a == b).into(),
        Binary::NotEqual => (a != b).into(),
        Binary::Less => (a < b).into(),
        Binary::LessEqual => (a <= b).into(),
        Binary::Greater => (a > b).into(),
        Binary::GreaterEqual => (a >= b).into(),
        Binary::Add => a + b,
        Binary::Subtract => a - b,
        Binary::Multiply => a * b,
        Binary::Divide if b == 0 => 0,
        Binary::Divide => a / b,
        Binary::Remainder if b == 0 => a,
        Binary::Remainder => a % b,
        Binary::ShiftLeft => a << b.clamp(0, 63),
        Binary::ShiftRight => a >> b.clamp(0, 63),
    }
}
