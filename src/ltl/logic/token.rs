//! Tokens of formulas.

use super::formula::{Binary, Unary};
use base::TextCursor;

/// A token of a formula.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Token {
    True,
    False,
    /// `{…}`; the text between the braces starts after one byte and ends before the last one.
    Proposition,
    /// `{…` without a closing brace.
    OpenProposition,
    Unary(Unary),
    Binary(Binary),
    Open,
    Close,
    /// A word that is not an operator.
    Word,
    /// An unexpected character.
    Stray,
}

/// A token and its position: bytes `start..end`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Spanned {
    pub token: Token,
    pub start: usize,
    pub end: usize,
}

/// All spellings of operators; a longer spelling comes before its prefixes.
const SIGNS: &[(&str, Token)] = &[
    ("<->", Token::Binary(Binary::Iff)),
    ("<=>", Token::Binary(Binary::Iff)),
    ("-->", Token::Binary(Binary::Implies)),
    ("==>", Token::Binary(Binary::Implies)),
    ("->", Token::Binary(Binary::Implies)),
    ("=>", Token::Binary(Binary::Implies)),
    ("<>", Token::Unary(Unary::Finally)),
    ("[]", Token::Unary(Unary::Globally)),
    ("&&", Token::Binary(Binary::And)),
    ("||", Token::Binary(Binary::Or)),
    ("/\\", Token::Binary(Binary::And)),
    ("\\/", Token::Binary(Binary::Or)),
    ("&", Token::Binary(Binary::And)),
    ("|", Token::Binary(Binary::Or)),
    ("!", Token::Unary(Unary::Not)),
    ("~", Token::Unary(Unary::Not)),
    ("(", Token::Open),
    (")", Token::Close),
    ("¬", Token::Unary(Unary::Not)),
    ("∧", Token::Binary(Binary::And)),
    ("⋀", Token::Binary(Binary::And)),
    ("∨", Token::Binary(Binary::Or)),
    ("⋁", Token::Binary(Binary::Or)),
    ("→", Token::Binary(Binary::Implies)),
    ("⇒", Token::Binary(Binary::Implies)),
    ("⟶", Token::Binary(Binary::Implies)),
    ("⟹", Token::Binary(Binary::Implies)),
    ("↔", Token::Binary(Binary::Iff)),
    ("⇔", Token::Binary(Binary::Iff)),
    ("⟷", Token::Binary(Binary::Iff)),
    ("⟺", Token::Binary(Binary::Iff)),
    ("≡", Token::Binary(Binary::Iff)),
    ("○", Token::Unary(Unary::Next)),
    ("◯", Token::Unary(Unary::Next)),
    ("◇", Token::Unary(Unary::Finally)),
    ("◊", Token::Unary(Unary::Finally)),
    ("♢", Token::Unary(Unary::Finally)),
    ("⋄", Token::Unary(Unary::Finally)),
    ("□", Token::Unary(Unary::Globally)),
    ("◻", Token::Unary(Unary::Globally)),
    ("⊤", Token::True),
    ("⊥", Token::False),
];

/// The words that need no space between them, as in `GF`.
const WORDS: &[(&str, Token)] = &[
    ("true", Token::True),
    ("false", Token::False),
    ("X", Token::Unary(Unary::Next)),
    ("F", Token::Unary(Unary::Finally)),
    ("G", Token::Unary(Unary::Globally)),
    ("U", Token::Binary(Binary::Until)),
    ("R", Token::Binary(Binary::Release)),
    ("V", Token::Binary(Binary::Release)),
    ("W", Token::Binary(Binary::WeakUntil)),
    ("M", Token::Binary(Binary::StrongRelease)),
];

/// An iterator over the tokens of a text.
pub(super) struct Tokens<'a> {
    text: TextCursor<'a>,
    /// Up to here the text is known to be a sequence of [`WORDS`].
    words_end: usize,
}

impl<'a> Tokens<'a> {
    pub(super) fn new(text: &'a str) -> Self {
        Self { text: TextCursor::new(text), words_end: 0 }
    }

    fn take(&mut self, token: Token, length: usize) -> Option<Spanned> {
        let start = self.text.position();
        self.text.take(length);
        Some(Spanned { token, start, end: self.text.position() })
    }
}

impl Iterator for Tokens<'_> {
    type Item = Spanned;

    fn next(&mut self) -> Option<Spanned> {
        self.text.skip_white_space();
        let rest = self.text.rest();
        let first = self.text.peek()?;
        if first == '{' {
            return match rest[1..].find(['{', '}']) {
                Some(end) if rest.as_bytes()[1 + end] == b'}' => self.take(Token::Proposition, end + 2),
                Some(end) => self.take(Token::OpenProposition, end + 1),
                None => self.take(Token::OpenProposition, rest.len()),
            };
        }
        if let Some(&(sign, token)) = SIGNS.iter().find(|(sign, _)| rest.starts_with(sign)) {
            return self.take(token, sign.len());
        }
        if !(first.is_alphanumeric() || first == '_') {
            return self.take(Token::Stray, first.len_utf8());
        }
        if self.text.position() >= self.words_end {
            let is_part = |c: char| c.is_alphanumeric() || c == '_';
            let word = &rest[..rest.find(|c| !is_part(c)).unwrap_or(rest.len())];
            let mut tail = word;
            while let Some((known, _)) = WORDS.iter().find(|(known, _)| tail.starts_with(known)) {
                tail = &tail[known.len()..];
            }
            if !tail.is_empty() {
                return self.take(Token::Word, word.len());
            }
            self.words_end = self.text.position() + word.len();
        }
        let &(known, token) = WORDS.iter().find(|(known, _)| rest.starts_with(known))?;
        self.take(token, known.len())
    }
}
