//! Functions of the library on whole numbers, which only executions compute.

use super::Binary;

/// A function on numbers of one type, in two's complement.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NumberFunction {
    /// An operation, on truth values too.
    Binary(Binary),
    /// The absolute value; of the least number it is this number.
    Absolute,
    /// The greater number.
    Maximum,
    /// The smaller number.
    Minimum,
    /// The quotient, rounded down; of no number by zero.
    FloorQuotient,
    /// The remainder of that, which has the sign of the divisor.
    FloorRemainder,
    /// -1, 0 or 1, if the first number is less than, equal to or greater than the second one.
    Compare,
    /// How many bits are set.
    BitCount,
    /// The number with the highest of the set bits alone.
    HighestBit,
    /// The number with the lowest of the set bits alone.
    LowestBit,
    /// How many bits are above the highest that is set.
    LeadingZeros,
    /// How many bits are below the lowest that is set.
    TrailingZeros,
    /// The bits in reverse order.
    ReverseBits,
    /// The bytes in reverse order.
    ReverseBytes,
    /// The bits rotated to the left by a distance, or to the right if it is negative.
    RotateLeft,
    /// The bits rotated to the right by a distance, or to the left if it is negative.
    RotateRight,
}

/// A function on characters, whose values are known for ASCII.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CharacterFunction {
    /// Whether it is a digit.
    IsDigit,
    /// Whether it is a letter.
    IsLetter,
    /// Whether it is a letter or a digit.
    IsLetterOrDigit,
    /// Whether it is an upper-case letter.
    IsUpperCase,
    /// Whether it is a lower-case letter.
    IsLowerCase,
    /// Whether it separates words, as Java says.
    IsWhitespace,
    /// The upper-case letter, if it is a letter.
    ToUpperCase,
    /// The lower-case letter, if it is a letter.
    ToLowerCase,
    /// Its value as a digit, of letters from 10 on; of others -1.
    NumericValue,
}
