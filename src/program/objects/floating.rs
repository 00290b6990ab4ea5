//! Functions on floating-point numbers (IEC 60559), which only executions follow.
//!
//! A number is held as the bits of a `double`; a `float` is the same number. Rounding is to nearest, ties to even.

use std::cmp::Ordering;
use std::num::FpCategory;

use super::{Binary, Comparison, IntegerType};

/// A function on floating-point numbers. Those that test something give 0 or 1.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FloatFunction {
    /// The number itself, in a type that may be narrower.
    Same,
    /// Add, subtract, multiply or divide.
    Binary(Binary),
    /// `-x`.
    Negate,
    /// Whether a comparison holds; of a number that is none only `!=` does.
    Compare(Comparison),
    /// The nearest number of an integer of this type.
    OfInteger(IntegerType),
    /// The integer of this type without the digits behind the point; there is none for numbers out of its range.
    ToInteger(IntegerType),
    /// `|x|`.
    Absolute,
    /// The square root.
    SquareRoot,
    /// The greatest integer that is not greater.
    Floor,
    /// The least integer that is not less.
    Ceiling,
    /// The integer without the digits behind the point.
    Truncate,
    /// The nearest integer; of two, the one that is farther from zero.
    Round,
    /// The nearest integer; of two, the even one.
    RoundToEven,
    /// What is left of a division whose quotient is an integer, rounded towards zero.
    Remainder,
    /// The first number with the sign of the second.
    CopySign,
    /// The greater of two numbers, or the one that is a number.
    Maximum,
    /// The less of two numbers, or the one that is a number.
    Minimum,
    /// The first minus the second, or 0 if that is negative.
    Difference,
    /// Whether it is no number.
    IsNan,
    /// 1 for infinity, -1 for its negative, else 0.
    IsInfinite,
    /// Whether it is neither infinite nor no number.
    IsFinite,
    /// Whether it is finite with all digits, and not zero.
    IsNormal,
    /// Whether it has the sign of negative numbers.
    HasSign,
    /// Whether two numbers differ, and are numbers.
    LessOrGreater,
    /// Whether one of two is no number.
    IsUnordered,
    /// The first of five integers if the number behind them is none, the next ones if it is infinite, normal, subnormal, or zero.
    Classify,
}

impl FloatFunction {
    /// Its value, rounded to a `float` if that is `single`; `None` if it is not defined, or depends on the sign of what is no number.
    pub fn value(self, single: bool, arguments: &[i64]) -> Option<i64> {
        let number = |bits: i64| f64::from_bits(bits.cast_unsigned());
        let truth = |holds: bool| Some(i64::from(holds));
        let result = match (self, arguments) {
            (FloatFunction::OfInteger(ty), &[n]) => return Some(held(of_integer(ty, n, single))),
            (FloatFunction::ToInteger(ty), &[x]) => return to_integer(ty, number(x)),
            (FloatFunction::Classify, &[nan, infinite, normal, subnormal, zero, x]) => {
                return Some(match category(number(x), single) {
                    FpCategory::Nan => nan,
                    FpCategory::Infinite => infinite,
                    FpCategory::Normal => normal,
                    FpCategory::Subnormal => subnormal,
                    FpCategory::Zero => zero,
                });
            }
            (_, &[x]) => {
                let x = number(x);
                match self {
                    FloatFunction::IsNan => return truth(x.is_nan()),
                    FloatFunction::IsFinite => return truth(x.is_finite()),
                    FloatFunction::IsNormal => return truth(category(x, single) == FpCategory::Normal),
                    FloatFunction::IsInfinite => {
                        return Some(i64::from(x == f64::INFINITY) - i64::from(x == f64::NEG_INFINITY));
                    }
                    FloatFunction::HasSign if !x.is_nan() => return truth(x.is_sign_negative()),
                    FloatFunction::Same => x,
                    FloatFunction::Negate => -x,
                    FloatFunction::Absolute => x.abs(),
                    FloatFunction::SquareRoot => x.sqrt(),
                    FloatFunction::Floor => x.floor(),
                    FloatFunction::Ceiling => x.ceil(),
                    FloatFunction::Truncate => x.trunc(),
                    FloatFunction::Round => x.round(),
                    FloatFunction::RoundToEven => x.round_ties_even(),
                    _ => return None,
                }
            }
            (_, &[x, y]) => {
                let (x, y) = (number(x), number(y));
                match self {
                    FloatFunction::Compare(comparison) => return truth(holds(comparison, x, y)),
                    FloatFunction::LessOrGreater => return truth(x.partial_cmp(&y).is_some_and(Ordering::is_ne)),
                    FloatFunction::IsUnordered => return truth(x.is_nan() || y.is_nan()),
                    FloatFunction::Binary(Binary::Add) => x + y,
                    FloatFunction::Binary(Binary::Subtract) => x - y,
                    FloatFunction::Binary(Binary::Multiply) => x * y,
                    FloatFunction::Binary(Binary::Divide) => x / y,
                    FloatFunction::Remainder => x % y,
                    FloatFunction::CopySign if !y.is_nan() => x.copysign(y),
                    // Which zero it is depends on the machine.
                    FloatFunction::Maximum if x != 0.0 || y != 0.0 => x.max(y),
                    FloatFunction::Minimum if x != 0.0 || y != 0.0 => x.min(y),
                    FloatFunction::Difference if x.is_nan() || y.is_nan() || x > y => x - y,
                    FloatFunction::Difference => 0.0,
                    _ => return None,
                }
            }
            _ => return None,
        };
        // The first rounding loses nothing for the second: a `double` has more than twice the digits of a `float` (Figueroa, When is double
        // rounding innocuous?, 1995).
        Some(held(if single { f64::from(result as f32) } else { result }))
    }
}

/// A number as it is held; there is one that is none.
fn held(number: f64) -> i64 {
    let number = if number.is_nan() { f64::NAN } else { number };
    number.to_bits().cast_signed()
}

fn category(number: f64, single: bool) -> FpCategory {
    if single { (number as f32).classify() } else { number.classify() }
}

fn holds(comparison: Comparison, x: f64, y: f64) -> bool {
    match comparison {
        Comparison::Equal => x == y,
        Comparison::NotEqual => x != y,
        Comparison::Less => x < y,
        Comparison::LessEqual => x <= y,
        Comparison::Greater => x > y,
        Comparison::GreaterEqual => x >= y,
    }
}

fn of_integer(ty: IntegerType, n: i64, single: bool) -> f64 {
    match (ty.is_unsigned_64(), single) {
        (true, true) => f64::from(n.cast_unsigned() as f32),
        (true, false) => n.cast_unsigned() as f64,
        (false, true) => f64::from(n as f32),
        (false, false) => n as f64,
    }
}

fn to_integer(ty: IntegerType, x: f64) -> Option<i64> {
    let whole = x.trunc();
    let exponent = if ty.signed { ty.bits - 1 } else { ty.bits };
    let power = f64::from_bits((1023 + u64::from(exponent)) << 52);
    let least = if ty.signed { -power } else { 0.0 };
    // The greatest integer may be no floating-point number; the next one is.
    if !(whole >= least && whole < power) {
        return None;
    }
    Some(if ty.is_unsigned_64() { (whole as u64).cast_signed() } else { whole as i64 })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bits(number: f64) -> i64 {
        number.to_bits().cast_signed()
    }

    #[test]
    fn integers_in_range_have_values() {
        let (int, long) = (IntegerType::INT, IntegerType::LONG);
        let to = |ty, x| FloatFunction::ToInteger(ty).value(false, &[bits(x)]);
        assert_eq!(to(int, -2_147_483_648.9), Some(i64::from(i32::MIN)));
        assert_eq!((to(int, 2_147_483_648.0), to(int, f64::NAN)), (None, None));
        assert_eq!(
            (to(long, -9_223_372_036_854_775_808.0), to(long, 9_223_372_036_854_775_808.0)),
            (Some(i64::MIN), None)
        );
        let unsigned = IntegerType { signed: false, ..long };
        assert_eq!(to(unsigned, 18_446_744_073_709_549_568.0), Some(-2048));
        assert_eq!((to(unsigned, -0.5), to(unsigned, -1.0)), (Some(0), None));
        let of = |ty, n, single| FloatFunction::OfInteger(ty).value(single, &[n]);
        assert_eq!(of(unsigned, -1, false), Some(bits(18_446_744_073_709_551_616.0)));
        // Rounded once: by way of a `double` it would be the number below.
        assert_eq!(of(long, 0x0100_0001_0000_0001, true), Some(bits(f64::from(0x0100_0001_0000_0001_i64 as f32))));
    }

    #[test]
    fn what_is_no_number_compares_with_nothing() {
        let nan = FloatFunction::Binary(Binary::Divide).value(false, &[0, 0]).unwrap_or_default();
        let compare = |comparison| FloatFunction::Compare(comparison).value(false, &[nan, nan]);
        assert_eq!(
            [Comparison::Equal, Comparison::NotEqual, Comparison::LessEqual].map(compare),
            [Some(0), Some(1), Some(0)]
        );
        assert_eq!(FloatFunction::HasSign.value(false, &[nan]), None);
        assert_eq!(FloatFunction::Maximum.value(false, &[nan, bits(1.0)]), Some(bits(1.0)));
        assert_eq!(FloatFunction::Maximum.value(false, &[bits(0.0), bits(-0.0)]), None);
    }

    #[test]
    fn floats_are_rounded() {
        let third = FloatFunction::Binary(Binary::Divide).value(true, &[bits(1.0), bits(3.0)]);
        assert_eq!(third, Some(bits(f64::from(1.0_f32 / 3.0))));
        let tiny = f64::from(f32::MIN_POSITIVE) / 2.0;
        let normal = |single| FloatFunction::IsNormal.value(single, &[bits(tiny)]);
        assert_eq!((normal(true), normal(false)), (Some(0), Some(1)));
    }
}
