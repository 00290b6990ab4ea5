//! Where a parser stands: in a list of tokens, or in a text.
//!
//! What is next is looked at with `peek` and read with `advance`, or both in one go with `accept`. What a token is and how a missing one is reported
//! differs from language to language, and is left to parsers.

use super::source::Span;

/// What has a position in a source.
pub trait Located {
    /// Its position.
    fn span(&self) -> Span;
}

/// A position in a list of tokens.
#[derive(Clone, Debug)]
pub struct TokenCursor<T> {
    tokens: Vec<T>,
    /// The number of tokens that were read; at most all.
    position: usize,
    /// The position behind the last token.
    end: Span,
}

impl<T: Located> TokenCursor<T> {
    /// Before the first token; `end` is the position behind the last one.
    pub fn new(tokens: Vec<T>, end: Span) -> Self {
        Self { tokens, position: 0, end }
    }

    /// The number of tokens that were read.
    pub fn position(&self) -> usize {
        self.position
    }

    /// Goes to where so many tokens were read, or to the end if there are fewer.
    pub fn move_to(&mut self, position: usize) {
        self.position = position.min(self.tokens.len());
    }

    /// Reads a token if none was read since `position`, so that recovery from an error there gets ahead.
    pub fn move_past(&mut self, position: usize) {
        self.move_to(self.position.max(position + 1));
    }

    /// Whether all tokens were read.
    pub fn at_end(&self) -> bool {
        self.position == self.tokens.len()
    }

    /// The next token.
    pub fn peek(&self) -> Option<&T> {
        self.peek_nth(0)
    }

    /// The token behind so many others.
    pub fn peek_nth(&self, ahead: usize) -> Option<&T> {
        self.tokens.get(self.position + ahead)
    }

    /// The next token, to be changed.
    pub fn peek_mut(&mut self) -> Option<&mut T> {
        self.tokens.get_mut(self.position)
    }

    /// The last token that was read.
    pub fn previous(&self) -> Option<&T> {
        self.tokens[..self.position].last()
    }

    /// The tokens that were read since `position`.
    pub fn read_since(&self, position: usize) -> &[T] {
        &self.tokens[position.min(self.position)..self.position]
    }

    /// Reads a token, if there is one.
    pub fn advance(&mut self) {
        self.skip(1);
    }

    /// Reads so many tokens, or all that are left.
    pub fn skip(&mut self, count: usize) {
        self.move_to(self.position.saturating_add(count));
    }

    /// Reads the next token if it is wanted; returns whether it was.
    pub fn accept(&mut self, is_wanted: impl FnOnce(&T) -> bool) -> bool {
        let found = self.peek().is_some_and(is_wanted);
        self.position += usize::from(found);
        found
    }

    /// The position of the next token, or that of the end.
    pub fn here(&self) -> Span {
        self.peek().map_or(self.end, Located::span)
    }

    /// The position of the last token that was read, or of the next one if it is the first.
    pub fn before(&self) -> Span {
        self.previous().map_or_else(|| self.here(), Located::span)
    }

    /// The range from `start` to the last token that was read.
    pub fn since(&self, start: Span) -> Span {
        start.cover(self.before())
    }

    /// The position behind the last token.
    pub fn end(&self) -> Span {
        self.end
    }
}

/// A position in a text, for what is read character by character.
#[derive(Clone, Copy, Debug)]
pub struct TextCursor<'t> {
    text: &'t str,
    /// The number of bytes that were read.
    position: usize,
}

impl<'t> TextCursor<'t> {
    /// At the start of a text.
    pub fn new(text: &'t str) -> Self {
        Self { text, position: 0 }
    }

    /// The whole text.
    pub fn text(&self) -> &'t str {
        self.text
    }

    /// The number of bytes that were read.
    pub fn position(&self) -> usize {
        self.position
    }

    /// Goes to where so many bytes were read, or to the end if there are fewer; never into a character.
    pub fn move_to(&mut self, position: usize) {
        let end = position.min(self.text.len());
        self.position = (0..=end).rev().find(|&at| self.text.is_char_boundary(at)).unwrap_or(0);
    }

    /// What was not read.
    pub fn rest(&self) -> &'t str {
        &self.text[self.position..]
    }

    /// What was read since `position`.
    pub fn read_since(&self, position: usize) -> &'t str {
        self.text.get(position..self.position).unwrap_or_default()
    }

    /// Whether everything was read.
    pub fn at_end(&self) -> bool {
        self.position == self.text.len()
    }

    /// The next character.
    pub fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    /// Reads a character, and returns it.
    pub fn advance(&mut self) -> Option<char> {
        let next = self.peek()?;
        self.position += next.len_utf8();
        Some(next)
    }

    /// Whether `sign` is next.
    pub fn at(&self, sign: &str) -> bool {
        self.rest().starts_with(sign)
    }

    /// Reads `sign` if it is next; returns whether it was.
    pub fn accept(&mut self, sign: &str) -> bool {
        let found = self.at(sign);
        if found {
            self.position += sign.len();
        }
        found
    }

    /// Reads so many bytes, or all that are left, and returns them.
    pub fn take(&mut self, length: usize) -> &'t str {
        let start = self.position;
        self.move_to(start.saturating_add(length));
        self.read_since(start)
    }

    /// Reads the characters up to the first one that is no `part`, and returns them.
    pub fn take_while(&mut self, part: impl Fn(char) -> bool) -> &'t str {
        let rest = self.rest();
        self.take(rest.find(|c| !part(c)).unwrap_or(rest.len()))
    }

    /// Reads white space.
    pub fn skip_white_space(&mut self) {
        self.take_while(char::is_whitespace);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::FileId;

    struct Word(&'static str, Span);

    impl Located for Word {
        fn span(&self) -> Span {
            self.1
        }
    }

    fn span(start: usize, end: usize) -> Span {
        Span::new(FileId(0), start, end)
    }

    /// The words of `ab c`.
    fn words() -> TokenCursor<Word> {
        TokenCursor::new(vec![Word("ab", span(0, 2)), Word("c", span(3, 4))], span(4, 4))
    }

    #[test]
    fn tokens_are_looked_at_and_read() {
        let mut cursor = words();
        assert_eq!(cursor.peek().map(|word| word.0), Some("ab"));
        assert_eq!(cursor.peek_nth(1).map(|word| word.0), Some("c"));
        assert!(cursor.previous().is_none() && !cursor.at_end());
        assert!(!cursor.accept(|word| word.0 == "c"));
        assert!(cursor.accept(|word| word.0 == "ab") && cursor.accept(|word| word.0 == "c"));
        assert_eq!(cursor.read_since(1).len(), 1);
        assert!(cursor.at_end() && cursor.peek().is_none());
    }

    #[test]
    fn positions_are_those_of_tokens() {
        let mut cursor = words();
        assert_eq!((cursor.here(), cursor.before()), (span(0, 2), span(0, 2)));
        let start = cursor.here();
        cursor.advance();
        assert_eq!((cursor.here(), cursor.before(), cursor.since(start)), (span(3, 4), span(0, 2), span(0, 2)));
        // Nothing was read since.
        assert_eq!(cursor.since(cursor.here()), span(3, 4));
        cursor.advance();
        assert_eq!((cursor.here(), cursor.since(start)), (span(4, 4), span(0, 4)));
    }

    #[test]
    fn nothing_leads_past_the_end() {
        let mut cursor = words();
        cursor.skip(5);
        assert_eq!(cursor.position(), 2);
        cursor.advance();
        cursor.move_past(2);
        assert_eq!(cursor.position(), 2);
        cursor.move_to(1);
        cursor.move_past(0);
        assert_eq!(cursor.position(), 1);
        cursor.move_past(1);
        assert_eq!(cursor.position(), 2);
        let mut text = TextCursor::new("ä");
        text.move_to(1);
        assert_eq!((text.position(), text.take(9)), (0, "ä"));
        assert_eq!((text.advance(), text.at_end()), (None, true));
    }

    #[test]
    fn texts_are_read_by_characters_and_signs() {
        let mut text = TextCursor::new("größe  != 3");
        let start = text.position();
        assert_eq!(text.take_while(char::is_alphabetic), "größe");
        assert_eq!(text.read_since(start), "größe");
        text.skip_white_space();
        assert!(!text.accept("=") && text.accept("!="));
        assert_eq!((text.advance(), text.peek(), text.rest()), (Some(' '), Some('3'), "3"));
        text.move_to(start);
        assert_eq!((text.peek(), text.text()), (Some('g'), text.rest()));
    }
}
