//! Expressions over booleans and integers, in postfix form.

use smallvec::SmallVec;

use super::{Domain, VariableId};

/// A unary operator.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Unary {
    /// `!a`: 1 if `a` is 0, else 0.
    Not,
    /// `-a`.
    Negate,
    /// Whether `a` is not 0.
    IsNonzero,
}

/// A binary operator. The logical ones take booleans; comparisons return booleans.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Binary {
    /// `a & b`.
    And,
    /// `a | b`.
    Or,
    /// `a ^ b`.
    Xor,
    /// `a => b`.
    Implies,
    /// `a = b`.
    Equal,
    /// `a != b`.
    NotEqual,
    /// `a < b`.
    Less,
    /// `a <= b`.
    LessEqual,
    /// `a > b`.
    Greater,
    /// `a >= b`.
    GreaterEqual,
    /// `a + b`.
    Add,
    /// `a - b`.
    Subtract,
    /// `a * b`.
    Multiply,
    /// `a / b`, rounding towards zero; `a / 0` is 0.
    Divide,
    /// `a % b`, with the sign of `a`; `a % 0` is `a`.
    Remainder,
    /// `a << b`, that is `a` times two to the `b`.
    ShiftLeft,
    /// `a >> b`, that is `a` divided by two to the `b`, rounding down.
    ShiftRight,
}

/// An instruction of a stack machine over integers.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Instruction {
    /// Pushes a constant.
    Constant(i64),
    /// Pushes the value of a variable.
    Variable(VariableId),
    /// Applies the operator to the top.
    Unary(Unary),
    /// Applies the operator to the two values on top; the second operand is the top.
    Binary(Binary),
    /// Replaces the three values on top, `condition`, `then`, `else`, by the second or the third.
    Select,
    /// Replaces the top by the value that a variable of the domain would [store](Domain::fit).
    Fit(Domain),
}

/// An expression: instructions that leave one value on the stack.
///
/// Values are mathematical integers; [`Expression::range`] determines whether all of them fit into 64 bits.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Expression(pub Vec<Instruction>);

/// The least and the greatest possible value.
type Range = (i64, i64);

impl Expression {
    /// A constant.
    pub fn constant(value: i64) -> Self {
        Self(vec![Instruction::Constant(value)])
    }

    /// The value of a variable.
    pub fn variable(variable: VariableId) -> Self {
        Self(vec![Instruction::Variable(variable)])
    }

    /// A unary operation.
    #[must_use]
    pub fn unary(mut self, operator: Unary) -> Self {
        self.0.push(Instruction::Unary(operator));
        self
    }

    /// A binary operation.
    #[must_use]
    pub fn binary(mut self, operator: Binary, mut right: Self) -> Self {
        self.0.append(&mut right.0);
        self.0.push(Instruction::Binary(operator));
        self
    }

    /// The variables that it reads, with duplicates.
    pub fn reads(&self) -> impl Iterator<Item = VariableId> + '_ {
        self.0.iter().filter_map(|instruction| match instruction {
            Instruction::Variable(variable) => Some(*variable),
            _ => None,
        })
    }

    /// Bounds of its value, given the domains of variables; `None` if some intermediate value may exceed 64 bits, or
    /// some shift distance may be negative.
    ///
    /// Law: every value, including intermediate ones, is an `i64`.
    pub fn range(&self, domain: impl Fn(VariableId) -> Domain) -> Option<Range> {
        self.ranges(domain)?.pop()
    }

    /// The ranges of the values that each instruction pushes, in order; as [`Expression::range`].
    pub fn ranges(&self, domain: impl Fn(VariableId) -> Domain) -> Option<Vec<Range>> {
        let mut all = Vec::with_capacity(self.0.len());
        let mut stack: SmallVec<[Range; 8]> = SmallVec::new();
        for instruction in &self.0 {
            let range = match *instruction {
                Instruction::Constant(value) => (value, value),
                Instruction::Variable(variable) => (domain(variable).low(), domain(variable).high()),
                Instruction::Unary(operator) => unary(operator, stack.pop()?)?,
                Instruction::Binary(operator) => {
                    let right = stack.pop()?;
                    binary(operator, stack.pop()?, right)?
                }
                Instruction::Select => {
                    let (b, a) = (stack.pop()?, stack.pop()?);
                    stack.pop()?;
                    (a.0.min(b.0), a.1.max(b.1))
                }
                Instruction::Fit(domain) => {
                    let (low, high) = stack.pop()?;
                    let fits = domain.low() <= low && high <= domain.high();
                    if fits { (low, high) } else { (domain.low(), domain.high()) }
                }
            };
            stack.push(range);
            all.push(range);
        }
        Some(all)
    }
}

const BOOLEAN: Range = (0, 1);

fn unary(operator: Unary, (low, high): Range) -> Option<Range> {
    match operator {
        Unary::Not | Unary::IsNonzero => Some(BOOLEAN),
        Unary::Negate => Some((high.checked_neg()?, low.checked_neg()?)),
    }
}

fn binary(operator: Binary, a: Range, b: Range) -> Option<Range> {
    let magnitude = |(low, high): Range| Some(low.checked_abs()?.max(high.checked_abs()?));
    let of_corners = |f: &dyn Fn(i64, i64) -> Option<i64>| {
        let corners = [f(a.0, b.0)?, f(a.0, b.1)?, f(a.1, b.0)?, f(a.1, b.1)?];
        Some((*corners.iter().min()?, *corners.iter().max()?))
    };
    match operator {
        Binary::And | Binary::Or | Binary::Xor | Binary::Implies => Some(BOOLEAN),
        Binary::Equal | Binary::NotEqual | Binary::Less => Some(BOOLEAN),
        Binary::LessEqual | Binary::Greater | Binary::GreaterEqual => Some(BOOLEAN),
        Binary::Add => Some((a.0.checked_add(b.0)?, a.1.checked_add(b.1)?)),
        Binary::Subtract => Some((a.0.checked_sub(b.1)?, a.1.checked_sub(b.0)?)),
        Binary::Multiply => of_corners(&i64::checked_mul),
        Binary::Divide => {
            let most = magnitude(a)?;
            magnitude(b)?;
            let low = if a.0 >= 0 && b.0 >= 0 { 0 } else { -most };
            Some((low, if a.1 <= 0 && b.0 >= 0 { 0 } else { most }))
        }
        Binary::Remainder => {
            let most = magnitude(a)?;
            magnitude(b)?;
            Some((if a.0 >= 0 { 0 } else { -most }, if a.1 <= 0 { 0 } else { most }))
        }
        Binary::ShiftLeft if b.0 >= 0 => {
            let shift = |x: i64, by: i64| {
                let factor = u32::try_from(by).ok().and_then(|by| 1_i64.checked_shl(by)).filter(|&f| f > 0);
                if x == 0 { Some(0) } else { x.checked_mul(factor?) }
            };
            of_corners(&shift)
        }
        Binary::ShiftRight if b.0 >= 0 => of_corners(&|x, by| Some(x >> by.min(63))),
        Binary::ShiftLeft | Binary::ShiftRight => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const BYTE: Domain = Domain::Integer { low: -128, high: 127 };

    fn range_of(operator: Binary, right: i64) -> Option<Range> {
        let operation = Expression::variable(VariableId(0)).binary(operator, Expression::constant(right));
        operation.range(|_| BYTE)
    }

    #[test]
    fn ranges_hold_all_values() {
        assert_eq!(range_of(Binary::Add, 3), Some((-125, 130)));
        assert_eq!(range_of(Binary::Subtract, -3), Some((-125, 130)));
        assert_eq!(range_of(Binary::Multiply, -2), Some((-254, 256)));
        assert_eq!(range_of(Binary::ShiftRight, 100), Some((-1, 0)));
        assert_eq!(range_of(Binary::ShiftLeft, 4), Some((-2048, 2032)));
        assert_eq!(range_of(Binary::Remainder, 0), Some((-128, 128)));
        assert_eq!(range_of(Binary::Divide, -1), Some((-128, 128)));
    }

    #[test]
    fn what_may_not_fit_has_no_range() {
        assert_eq!(range_of(Binary::ShiftLeft, 62), None);
        assert_eq!(range_of(Binary::ShiftLeft, -1), None);
        assert_eq!(range_of(Binary::Multiply, i64::MAX), None);
        assert_eq!(Expression::constant(i64::MIN).unary(Unary::Negate).range(|_| BYTE), None);
        assert_eq!(Expression(vec![Instruction::Select]).range(|_| BYTE), None);
    }
}
