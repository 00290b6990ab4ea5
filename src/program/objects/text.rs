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
pub const TEXTS: i64 = 5;

/// So many different objects are passed as values of any other foreign type.
pub(super) const OBJECTS: i64 = 3;

/// A text of so many characters of ASCII has a number of its own.
pub const SPELLED_LENGTH: usize = 7;

/// From here on numbers spell texts: a one, and seven bits for each character. Programs in JavaScript read them exactly.
const SPELLED: i64 = 1 << 50;

/// The bits of a character in them.
const CHARACTER: u32 = 7;

/// The text with a number, which is written so in tests: three that are ordered as their numbers are, an empty one, and a blank; then those
/// that are passed where the program asks for less, with a letter for each type; then all that are [short](SPELLED_LENGTH).
pub fn text_of(number: i64) -> String {
    match number {
        4 => String::new(),
        5 => " ".to_owned(),
        SPELLED.. => {
            let mut rest = number - SPELLED;
            let mut letters = Vec::new();
            while rest > 1 {
                letters.push(char::from((rest & ((1 << CHARACTER) - 1)) as u8));
                rest >>= CHARACTER;
            }
            letters.into_iter().rev().collect()
        }
        ..=TEXTS => format!("a{number}"),
        _ => {
            let others = number - TEXTS - 1;
            let letter = char::from(b'b' + (others / OBJECTS % 25) as u8);
            format!("{letter}{}", others % OBJECTS + 1)
        }
    }
}

/// The number of a text, if it has one: the least, where it has several.
pub fn number_of_text(text: &str) -> Option<i64> {
    let is_short = text.is_ascii() && text.len() <= SPELLED_LENGTH;
    let spelled = || SPELLED + text.bytes().fold(1, |number, letter| (number << CHARACTER) | i64::from(letter));
    (1..=TEXTS).find(|&number| text_of(number) == text).or_else(|| is_short.then(spelled))
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

#[cfg(test)]
mod tests {
    use super::{SPELLED_LENGTH, number_of_text, text_of};

    #[test]
    fn numbers_of_texts() {
        let longest = "~".repeat(SPELLED_LENGTH);
        for text in ["", " ", "a1", "a", ")", "(a]", "\0\u{1}", "quit", "1+2*3=7", &longest] {
            let number = number_of_text(text).expect("it is short");
            assert_eq!(text_of(number), text);
            assert!(number < 1 << 53, "{text:?}");
        }
        assert_eq!(number_of_text("a2"), Some(2));
        assert_eq!(number_of_text(&format!("{longest}!")), None);
        assert_eq!(number_of_text("ä"), None);
    }
}
