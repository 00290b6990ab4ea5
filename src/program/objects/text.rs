//! The texts that executions pass to programs, and the functions of the library on them.

/// A function on a text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TextFunction {
    /// The number of characters.
    Length,
    /// Whether there are none.
    IsEmpty,
    /// Whether there are none but white space.
    IsBlank,
    /// The character at an index.
    CharacterAt,
    /// The part from an index on, or up to another one.
    Part,
    /// Where a text or character is first, at an index or behind it if there is one, or -1.
    IndexOf,
    /// Where it is last, at an index or before it if there is one, or -1.
    LastIndexOf,
    /// Whether another text is in it.
    Contains,
    /// Whether another text is at its start, or at an index.
    StartsWith,
    /// Whether another text is at its end.
    EndsWith,
    /// Whether another text is equal but for the case of letters.
    EqualsIgnoringCase,
    /// How it compares with another one but for the case of letters.
    CompareIgnoringCase,
    /// With a text or character everywhere in place of another one.
    Replaced,
    /// So many times.
    Repeated,
    /// Without spaces and control characters at its ends.
    Trimmed,
    /// Without white space at its ends.
    Stripped,
    /// Without white space at its start.
    StrippedBefore,
    /// Without white space at its end.
    StrippedBehind,
    /// With upper-case letters.
    UpperCase,
    /// With lower-case letters.
    LowerCase,
    /// The same text.
    Same,
    /// The array of its characters.
    Characters,
    /// The array of the parts between matches of a regular expression, at most so many if there is a number.
    Split,
    /// Whether it matches a regular expression.
    Matches,
    /// With a text in place of each match of a regular expression.
    MatchesReplaced,
    /// With a text in place of the first match.
    MatchReplaced,
    /// With another text at its end.
    With,
    /// With another text at an index.
    WithInside,
    /// With another text in place of a part.
    WithInstead,
    /// Without a part.
    Without,
    /// Without the character at an index.
    WithoutCharacter,
    /// With another character at an index.
    WithCharacter,
    /// With so many characters: the first ones, or filled up.
    OfLength,
    /// Backwards.
    Reversed,
}

/// How a value becomes a part of a text (JLS 5.1.11).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TextPart {
    /// A whole number.
    Number,
    /// A character.
    Character,
    /// `true` or `false`.
    Truth,
    /// A text, `null`, or what is in a box.
    Reference,
    /// The characters in an array.
    Characters,
    /// It is not known.
    Unknown,
}

/// There are so many texts, with numbers from 1 on, that executions pass where the program asks for texts.
pub const TEXTS: u32 = 5;

/// So many different objects are passed as values of any other foreign type.
pub(super) const OBJECTS: u32 = 3;

/// The text with a number, which is written so in tests: three that are ordered as their numbers are, an empty one, and a blank; then those
/// that are passed where the program asks for less, with a letter for each type.
pub fn text_of(number: u32) -> String {
    match number {
        4 => String::new(),
        5 => " ".to_owned(),
        0..=TEXTS => format!("a{number}"),
        _ => {
            let others = number - TEXTS - 1;
            let letter = char::from(b'b' + (others / OBJECTS % 25) as u8);
            format!("{letter}{}", others % OBJECTS + 1)
        }
    }
}

/// The difference by which Java compares two texts: that of the first characters that differ, or of their lengths.
pub fn compare_texts(one: &str, other: &str) -> i64 {
    let mut differences = one.encode_utf16().zip(other.encode_utf16()).map(|(a, b)| i64::from(a) - i64::from(b));
    let lengths = || one.encode_utf16().count() as i64 - other.encode_utf16().count() as i64;
    differences.find(|&difference| difference != 0).unwrap_or_else(lengths)
}

/// The hash code of a text in Java.
pub fn hash_of_text(text: &str) -> i64 {
    let step = |hash: i32, character: u16| hash.wrapping_mul(31).wrapping_add(i32::from(character));
    i64::from(text.encode_utf16().fold(0, step))
}
