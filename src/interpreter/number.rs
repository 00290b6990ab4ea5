//! Functions of the library on numbers and characters, by their definitions.

use super::arithmetic::{binary, exact, wrap};
use program::objects::{CharacterFunction, IntegerType, NumberFunction};

/// The value of a function on numbers of a type; `None` for a division by zero.
pub(super) fn of_numbers(function: NumberFunction, ty: IntegerType, arguments: &[i64]) -> Option<i64> {
    let width = u32::from(ty.bits);
    // A bit pattern is at the right end.
    let unused = u64::BITS - width;
    let bits = |n: i64| n.cast_unsigned() << unused >> unused;
    let number = |bits: u64| wrap(ty, i128::from(bits));
    let rotated = |n: i64, left: i64| {
        let twice = u128::from(bits(n)) << width | u128::from(bits(n));
        let right = width - u32::try_from(left.rem_euclid(i64::from(width))).unwrap_or(0);
        wrap(ty, (twice >> right).cast_signed())
    };
    Some(match (function, arguments) {
        (NumberFunction::Binary(operator), &[a, b]) => binary(operator, ty, a, b)?,
        (NumberFunction::Absolute, &[a]) => wrap(ty, exact(ty, a).abs()),
        (NumberFunction::Maximum, &[a, b]) => wrap(ty, exact(ty, a).max(exact(ty, b))),
        (NumberFunction::Minimum, &[a, b]) => wrap(ty, exact(ty, a).min(exact(ty, b))),
        (NumberFunction::FloorQuotient | NumberFunction::FloorRemainder, &[a, b]) => {
            let (a, b) = (exact(ty, a), exact(ty, b));
            let remainder = (a.checked_rem(b)? + b) % b;
            let is_quotient = function == NumberFunction::FloorQuotient;
            wrap(ty, if is_quotient { (a - remainder) / b } else { remainder })
        }
        (NumberFunction::Compare, &[a, b]) => {
            let (a, b) = (exact(ty, a), exact(ty, b));
            i64::from(a > b) - i64::from(a < b)
        }
        (NumberFunction::BitCount, &[a]) => bits(a).count_ones().into(),
        (NumberFunction::HighestBit, &[a]) => number(bits(a).checked_ilog2().map_or(0, |at| 1 << at)),
        (NumberFunction::LowestBit, &[a]) => number(bits(a) & bits(a).wrapping_neg()),
        (NumberFunction::LeadingZeros, &[a]) => (bits(a).leading_zeros() - unused).into(),
        (NumberFunction::TrailingZeros, &[a]) => bits(a).trailing_zeros().min(width).into(),
        (NumberFunction::ReverseBits, &[a]) => number(bits(a).reverse_bits() >> unused),
        (NumberFunction::ReverseBytes, &[a]) => number(bits(a).swap_bytes() >> unused),
        (NumberFunction::RotateLeft, &[a, distance]) => rotated(a, distance),
        (NumberFunction::RotateRight, &[a, distance]) => rotated(a, distance.wrapping_neg()),
        _ => return None,
    })
}

/// The value of a function on a character; `None` beyond ASCII.
pub(super) fn of_character(function: CharacterFunction, character: i64) -> Option<i64> {
    let c = u8::try_from(character).ok().filter(u8::is_ascii)?;
    Some(match function {
        CharacterFunction::IsDigit => c.is_ascii_digit().into(),
        CharacterFunction::IsLetter => c.is_ascii_alphabetic().into(),
        CharacterFunction::IsLetterOrDigit => c.is_ascii_alphanumeric().into(),
        CharacterFunction::IsUpperCase => c.is_ascii_uppercase().into(),
        CharacterFunction::IsLowerCase => c.is_ascii_lowercase().into(),
        CharacterFunction::IsWhitespace => matches!(c, b'\t'..=b'\r' | 0x1c..=b' ').into(),
        CharacterFunction::ToUpperCase => c.to_ascii_uppercase().into(),
        CharacterFunction::ToLowerCase => c.to_ascii_lowercase().into(),
        CharacterFunction::NumericValue => char::from(c).to_digit(36).map_or(-1, i64::from),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_least_numbers_have_results_too() {
        let (int, long) = (IntegerType::INT, IntegerType::LONG);
        let least = i64::from(i32::MIN);
        assert_eq!(of_numbers(NumberFunction::Absolute, int, &[least]), Some(least));
        assert_eq!(of_numbers(NumberFunction::Absolute, long, &[least]), Some(-least));
        assert_eq!(of_numbers(NumberFunction::FloorQuotient, long, &[i64::MIN, -1]), Some(i64::MIN));
        assert_eq!(of_numbers(NumberFunction::FloorRemainder, int, &[-7, 3]), Some(2));
        assert_eq!(of_numbers(NumberFunction::FloorRemainder, int, &[-7, 0]), None);
        assert_eq!(of_numbers(NumberFunction::HighestBit, int, &[-1]), Some(least));
        assert_eq!(of_numbers(NumberFunction::LeadingZeros, int, &[0]), Some(32));
        assert_eq!(of_numbers(NumberFunction::RotateRight, int, &[1, 33]), Some(least));
        assert_eq!(of_numbers(NumberFunction::RotateLeft, long, &[1, -1]), Some(i64::MIN));
        assert_eq!(of_numbers(NumberFunction::RotateLeft, int, &[-5, 64]), Some(-5));
    }

    #[test]
    fn only_characters_of_ascii_are_known() {
        assert_eq!(of_character(CharacterFunction::NumericValue, i64::from(b'z')), Some(35));
        assert_eq!(of_character(CharacterFunction::IsWhitespace, 0x0b), Some(1));
        assert_eq!(of_character(CharacterFunction::IsLetter, 0xe4), None);
        assert_eq!(of_character(CharacterFunction::IsDigit, -1), None);
    }
}
