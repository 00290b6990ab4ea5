//! Functions on texts.

use super::pattern::Pattern;
use program::objects::{IntegerType, TextFunction, compare_texts};

/// A text may have so many characters.
const LENGTH: usize = 1 << 16;

/// An argument of a function on a text: a number or character, or a text.
#[derive(Debug)]
pub(super) enum Argument {
    Number(i64),
    Text(String),
}

/// The result of a function on a text.
#[derive(PartialEq, Debug)]
pub(super) enum OfText {
    /// A number or character.
    Number(i64),
    Text(String),
    /// An array of characters.
    Characters(Vec<i64>),
    /// An array of texts.
    Texts(Vec<String>),
    /// An index is outside.
    Outside,
}

/// The result of a function on a text and arguments; `None` if it is not known, as of all but ASCII characters.
pub(super) fn of_text(function: TextFunction, text: &str, arguments: &[Argument]) -> Option<OfText> {
    use Argument::{Number, Text};
    use TextFunction as F;
    let is_plain = |argument: &Argument| if let Text(text) = argument { text.is_ascii() } else { true };
    if !text.is_ascii() || !arguments.iter().all(is_plain) {
        return None;
    }
    let truth = |truth: bool| Some(OfText::Number(i64::from(truth)));
    let made = |text: String| (text.len() <= LENGTH).then_some(OfText::Text(text));
    let at = |index: i64| usize::try_from(index).ok().filter(|&index| index < text.len());
    // The end may be behind the text, where that is no mistake.
    let range = |start: i64, end: i64| {
        let (start, end) = (usize::try_from(start).ok()?, usize::try_from(end).ok()?);
        (start <= end && end <= text.len()).then_some((start, end))
    };
    let cut = |start: i64, end: i64| range(start, end.min(text.len() as i64));
    let found = |place: Option<usize>| Some(OfText::Number(place.map_or(-1, |place| place as i64)));
    let outside = Some(OfText::Outside);
    match (function, arguments) {
        (F::Length, []) => Some(OfText::Number(text.len() as i64)),
        (F::IsEmpty, []) => truth(text.is_empty()),
        (F::IsBlank, []) => truth(text.chars().all(is_white)),
        (F::CharacterAt, &[Number(index)]) => {
            Some(at(index).map_or(OfText::Outside, |index| OfText::Number(i64::from(text.as_bytes()[index]))))
        }
        (F::Part, &[Number(start)]) => range(start, text.len() as i64).map_or(outside, |(a, _)| made(text[a..].into())),
        (F::Part, &[Number(start), Number(end)]) => range(start, end).map_or(outside, |(a, b)| made(text[a..b].into())),
        (F::IndexOf, [needle]) => found(text.find(&needle.text()?)),
        (F::IndexOf, [needle, Number(from)]) => {
            let from = usize::try_from(*from).unwrap_or(0).min(text.len());
            found(text[from..].find(&needle.text()?).map(|place| place + from))
        }
        (F::LastIndexOf, [needle]) => found(text.rfind(&needle.text()?)),
        (F::LastIndexOf, [needle, Number(from)]) => {
            let needle = needle.text()?;
            let last = usize::try_from(*from).ok().map(|from| (from + needle.len()).min(text.len()));
            found(last.and_then(|end| text[..end].rfind(&needle)))
        }
        (F::Contains, [Text(other)]) => truth(text.contains(other)),
        (F::StartsWith, [Text(other)]) => truth(text.starts_with(other)),
        (F::StartsWith, [Text(other), Number(from)]) => {
            truth(usize::try_from(*from).is_ok_and(|from| text.get(from..).is_some_and(|rest| rest.starts_with(other))))
        }
        (F::EndsWith, [Text(other)]) => truth(text.ends_with(other)),
        (F::EqualsIgnoringCase, [Text(other)]) => truth(text.eq_ignore_ascii_case(other)),
        (F::CompareIgnoringCase, [Text(other)]) => {
            Some(OfText::Number(compare_texts(&text.to_ascii_lowercase(), &other.to_ascii_lowercase())))
        }
        (F::Replaced, [from, to]) => made(text.replace(&from.text()?, &to.text()?)),
        (F::Repeated, &[Number(count)]) => {
            let count = usize::try_from(count).ok()?;
            (count.saturating_mul(text.len()) <= LENGTH).then(|| OfText::Text(text.repeat(count)))
        }
        (F::Trimmed, []) => made(text.trim_matches(|c| c <= ' ').into()),
        (F::Stripped, []) => made(text.trim_matches(is_white).into()),
        (F::StrippedBefore, []) => made(text.trim_start_matches(is_white).into()),
        (F::StrippedBehind, []) => made(text.trim_end_matches(is_white).into()),
        (F::UpperCase, []) => made(text.to_ascii_uppercase()),
        (F::LowerCase, []) => made(text.to_ascii_lowercase()),
        (F::Same, []) => made(text.into()),
        (F::Characters, []) => Some(OfText::Characters(text.bytes().map(i64::from).collect())),
        (F::Split, [Text(pattern)]) => Some(OfText::Texts(Pattern::read(pattern)?.split(text, 0)?)),
        (F::Split, [Text(pattern), Number(limit)]) => Some(OfText::Texts(Pattern::read(pattern)?.split(text, *limit)?)),
        (F::Matches, [Text(pattern)]) => truth(Pattern::read(pattern)?.matches(text)?),
        (F::MatchesReplaced | F::MatchReplaced, [Text(pattern), Text(with)]) if !with.contains(['$', '\\']) => {
            made(Pattern::read(pattern)?.replaced(text, with, function == F::MatchesReplaced)?)
        }
        (F::With, [Text(other)]) => made(text.to_owned() + other),
        (F::WithInside, [Number(index), Text(other)]) => {
            range(*index, text.len() as i64).map_or(outside, |(at, _)| made([&text[..at], other, &text[at..]].concat()))
        }
        (F::WithInstead, [Number(start), Number(end), Text(other)]) => {
            cut(*start, *end).map_or(outside, |(a, b)| made([&text[..a], other, &text[b..]].concat()))
        }
        (F::Without, &[Number(start), Number(end)]) => {
            cut(start, end).map_or(outside, |(a, b)| made([&text[..a], &text[b..]].concat()))
        }
        (F::WithoutCharacter, &[Number(index)]) => {
            at(index).map_or(outside, |at| made([&text[..at], &text[at + 1..]].concat()))
        }
        (F::WithCharacter, [Number(index), Text(other)]) => {
            at(*index).map_or(outside, |at| made([&text[..at], other, &text[at + 1..]].concat()))
        }
        (F::OfLength, &[Number(length)]) => match usize::try_from(length) {
            Ok(length) if length <= text.len() => made(text[..length].into()),
            Ok(length) if length <= LENGTH => made(text.to_owned() + &"\0".repeat(length - text.len())),
            Ok(_) => None,
            Err(_) => outside,
        },
        (F::Reversed, []) => made(text.chars().rev().collect()),
        _ => None,
    }
}

impl Argument {
    /// A text, or a character as one.
    fn text(&self) -> Option<String> {
        match self {
            Self::Text(text) => Some(text.clone()),
            Self::Number(number) => {
                u8::try_from(*number).ok().filter(u8::is_ascii).map(|character| char::from(character).to_string())
            }
        }
    }
}

/// What `Character.isWhitespace` says of ASCII characters.
fn is_white(character: char) -> bool {
    matches!(character, ' ' | '\t'..='\r' | '\x1c'..='\x1f')
}

/// The number that a text says (`Integer.parseInt`), if it is one of the type.
pub(super) fn parsed(text: &str, ty: IntegerType) -> Option<i64> {
    let digits = text.strip_prefix(['+', '-']).unwrap_or(text);
    let is_number = !digits.is_empty() && digits.bytes().all(|digit| digit.is_ascii_digit());
    let (least, greatest) = ty.range();
    text.parse().ok().filter(|number| is_number && (least..=greatest).contains(number))
}
