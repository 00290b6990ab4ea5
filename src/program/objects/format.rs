//! Formats, whose arguments executions convert to texts, and numbers that generators draw.

use std::rc::Rc;

use super::{Operand, TextPart};

/// A part of a format: a text, and an argument behind it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FormatPart {
    /// What is written before the argument.
    pub before: Rc<str>,
    /// How the argument is written, unless this is the end.
    pub conversion: Option<Conversion>,
}

/// How an argument of a format is written.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Conversion {
    /// What it becomes, as a small letter: `d` a number, `s` a text, …
    pub kind: char,
    /// Whether that is written with capital letters.
    pub is_upper: bool,
    /// The flags, such as `-` and `0`.
    pub flags: Rc<str>,
    /// The least number of characters.
    pub width: usize,
    /// The greatest number of characters, if there is one.
    pub precision: Option<usize>,
    /// How the argument becomes a text.
    pub part: TextPart,
    /// The number of its bits, if it is a whole number in no box.
    pub bits: u32,
}

/// What a generator of pseudo-random numbers draws. What is said of the algorithm in the documentation of `java.util.Random` makes it known if
/// the generator was made from a known number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RandomFunction {
    /// A number of 32 bits, less than the argument and not negative if there is one, or between two.
    Int,
    /// A number of 64 bits.
    Long,
    /// A truth value.
    Boolean,
    /// A fraction, which is not followed, from so many numbers of the generator.
    Fraction(u8),
    /// A fraction with normal distribution, which is not followed.
    Gaussian,
    /// None: it starts anew from a number.
    Restart,
}

/// A function on an array.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ArrayFunction {
    /// The text of its elements, in brackets.
    Text,
    /// The same, of arrays as elements, too.
    DeepText,
    /// The hash code of its elements.
    HashCode,
    /// The index of a number among sorted ones, or that of its place, less than 0.
    Search,
    /// The elements between two indices as a new array; those that it lacks are this.
    Part(Operand),
}
