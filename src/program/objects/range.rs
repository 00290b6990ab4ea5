//! Numbers between two bounds.

use super::{Binary, Comparison, IntegerType, Unary};

/// The numbers from one to another one, both included.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Range {
    low: i64,
    high: i64,
}

/// A bound that grows becomes one of these, so that it grows finitely often.
const STEPS: [i64; 7] = [i64::MIN, i32::MIN as i64, -1, 0, 1, i32::MAX as i64, i64::MAX];

impl Range {
    /// The lengths of arrays.
    pub(super) const LENGTHS: Self = Self { low: 0, high: i32::MAX as i64 };

    pub(super) fn only(number: i64) -> Self {
        Self { low: number, high: number }
    }

    /// Those with these bounds, if there are any.
    pub(super) fn new((low, high): (i64, i64)) -> Option<Self> {
        (low <= high).then_some(Self { low, high })
    }

    pub(super) fn intersection(self, other: Self) -> Option<Self> {
        Self::new((self.low.max(other.low), self.high.min(other.high)))
    }

    /// A range with the numbers of both; it is the first one, or one of finitely many that are larger.
    pub(super) fn widened(self, other: Self) -> Self {
        let low = |to: i64| STEPS.into_iter().rfind(|&step| step <= to).unwrap_or(i64::MIN);
        let high = |to: i64| STEPS.into_iter().find(|&step| step >= to).unwrap_or(i64::MAX);
        Self {
            low: if other.low < self.low { low(other.low) } else { self.low },
            high: if other.high > self.high { high(other.high) } else { self.high },
        }
    }

    /// Its numbers that some number of another range compares so with, if there are any.
    pub(super) fn restricted(self, comparison: Comparison, other: Self) -> Option<Self> {
        let Self { low, high } = self;
        Self::new(match comparison {
            Comparison::Equal => return self.intersection(other),
            Comparison::NotEqual if other.low == other.high => {
                let is_out = |bound: i64| i64::from(bound == other.low);
                (low.saturating_add(is_out(low)), high.saturating_sub(is_out(high)))
            }
            Comparison::NotEqual => (low, high),
            Comparison::Less if other.high == i64::MIN => return None,
            Comparison::Less => (low, high.min(other.high - 1)),
            Comparison::LessEqual => (low, high.min(other.high)),
            Comparison::Greater if other.low == i64::MAX => return None,
            Comparison::Greater => (low.max(other.low + 1), high),
            Comparison::GreaterEqual => (low.max(other.low), high),
        })
    }

    /// The results of an operator.
    pub(super) fn unary(self, operator: Unary) -> Option<Self> {
        match operator {
            Unary::Not => Some(Self { low: 0, high: 1 }),
            Unary::Complement(ty) => Self::new(ty.range()),
            Unary::Convert(ty) => {
                let all = Self::new(ty.range())?;
                if self.intersection(all) == Some(self) { Some(self) } else { Some(all) }
            }
        }
    }

    /// The results of an operator; the second operand of a division is not 0.
    pub(super) fn binary(self, operator: Binary, ty: IntegerType, other: Self) -> Option<Self> {
        let all = Self::new(ty.range())?;
        let (Self { low: a, high: b }, Self { low: c, high: d }) = (self, other);
        let bounds = match operator {
            Binary::Add => a.checked_add(c).zip(b.checked_add(d)),
            Binary::Subtract => a.checked_sub(d).zip(b.checked_sub(c)),
            Binary::Multiply => {
                let product = |x: i64, y: i64| x.checked_mul(y);
                match (product(a, c), product(a, d), product(b, c), product(b, d)) {
                    (Some(w), Some(x), Some(y), Some(z)) => Some((w.min(x).min(y).min(z), w.max(x).max(y).max(z))),
                    _ => None,
                }
            }
            Binary::Divide if c >= 1 => Some(((a / c).min(a / d), (b / c).max(b / d))),
            Binary::Remainder => {
                let most = c.saturating_abs().max(d.saturating_abs()).saturating_sub(1);
                Some((if a >= 0 { 0 } else { -most }, if b <= 0 { 0 } else { most }))
            }
            Binary::And if a >= 0 && c >= 0 => Some((0, b.min(d))),
            Binary::And if a >= 0 => Some((0, b)),
            Binary::And if c >= 0 => Some((0, d)),
            Binary::ShiftRight | Binary::ShiftRightUnsigned if a >= 0 => Some((0, b)),
            _ => None,
        };
        // What does not fit wraps around.
        let found = bounds.and_then(Self::new).filter(|&found| found.intersection(all) == Some(found));
        found.or(Some(all))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arithmetic;
    use base::{Random, each_case};

    /// Some range, and a number in it.
    fn some(random: &mut Random, ty: IntegerType) -> (Range, i64) {
        let (low, high) = ty.range();
        let mut number = || match random.below(5) {
            0 => low + random.below(3) as i64,
            1 => high - random.below(3) as i64,
            _ => random.below(9) as i64 - 4,
        };
        let mut three = [number(), number(), number()];
        three.sort_unstable();
        (Range { low: three[0], high: three[2] }, three[1])
    }

    fn has(range: Range, number: i64) -> bool {
        range.intersection(Range::only(number)).is_some()
    }

    /// All operators and comparisons, on numbers of each width.
    #[test]
    fn results_are_within_their_ranges() {
        use Binary::*;
        let operators =
            [Add, Subtract, Multiply, Divide, Remainder, And, Or, Xor, ShiftLeft, ShiftRight, ShiftRightUnsigned];
        let types = [IntegerType::BYTE, IntegerType::SHORT, IntegerType::INT, IntegerType::LONG];
        let comparisons = [
            Comparison::Equal,
            Comparison::NotEqual,
            Comparison::Less,
            Comparison::LessEqual,
            Comparison::Greater,
            Comparison::GreaterEqual,
        ];
        each_case(|random| {
            let ty = *random.one_of(&types);
            let ((one, a), (other, b)) = (some(random, ty), some(random, ty));
            for operator in operators {
                if let Some(result) = arithmetic::binary(operator, ty, a, b) {
                    let range = one.binary(operator, ty, other).expect("a result");
                    assert!(has(range, result), "{a} {operator:?} {b} is {result}, not in {range:?}");
                }
            }
            for comparison in comparisons {
                let left = one.restricted(comparison, other);
                let holds = comparison.compare(&a, &b);
                assert!(!holds || left.is_some_and(|left| has(left, a)), "{a} {comparison:?} {b}: {left:?}");
            }
            let convert = Unary::Convert(*random.one_of(&types));
            let converted = one.unary(convert).expect("a result");
            assert!(has(converted, arithmetic::unary(convert, a)), "{convert:?} of {a} is in {converted:?}");
            let wide = one.widened(other);
            assert!(has(wide, a) && has(wide, b) && wide.widened(one) == wide && wide.widened(other) == wide);
        });
    }
}
