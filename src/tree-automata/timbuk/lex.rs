//! Tokens.

use base::{Diagnostic, FileId, Located, Span, TextCursor, msg};

#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum TokenKind<'t> {
    Open,
    Close,
    Comma,
    Colon,
    Arrow,
    /// A name as it is.
    Plain(&'t str),
    /// A name in quotes.
    Quoted(String),
}

#[derive(Clone, Debug)]
pub(super) struct Token<'t> {
    pub kind: TokenKind<'t>,
    pub span: Span,
    /// Whether it is the first of its line.
    pub begins_line: bool,
}

impl Located for Token<'_> {
    fn span(&self) -> Span {
        self.span
    }
}

impl Token<'_> {
    pub(super) fn name(&self) -> Option<&str> {
        match &self.kind {
            TokenKind::Plain(name) => Some(name),
            TokenKind::Quoted(name) => Some(name),
            _ => None,
        }
    }

    /// For messages.
    pub(super) fn text(&self) -> &str {
        match &self.kind {
            TokenKind::Open => "(",
            TokenKind::Close => ")",
            TokenKind::Comma => ",",
            TokenKind::Colon => ":",
            TokenKind::Arrow => "->",
            TokenKind::Plain(name) => name,
            TokenKind::Quoted(name) => name,
        }
    }
}

/// All tokens of a text.
pub(super) fn tokens<'t>(text: &'t str, file: FileId, diagnostics: &mut Vec<Diagnostic>) -> Vec<Token<'t>> {
    let mut tokens = Vec::new();
    let mut text = TextCursor::new(text);
    let mut begins_line = true;
    while let Some(first) = text.peek() {
        let (start, rest) = (text.position(), text.rest());
        if first.is_whitespace() {
            begins_line |= matches!(first, '\n' | '\r');
            text.advance();
            continue;
        }
        let (kind, length) = match first {
            '(' => (TokenKind::Open, 1),
            ')' => (TokenKind::Close, 1),
            ',' => (TokenKind::Comma, 1),
            ':' => (TokenKind::Colon, 1),
            '"' => {
                let length = quoted(rest);
                let name = serde_json::from_str(&rest[..length]).unwrap_or_else(|_| {
                    let span = Span::new(file, start, start + length);
                    let suggestion = msg!(
                        "write `\\\"` and `\\\\` for quotes and backslashes in a name, and close it in the same line"
                    );
                    let error = Diagnostic::error("timbuk/name", span, msg!("this is not a name in quotes"));
                    diagnostics.push(error.suggest(suggestion));
                    rest[..length].to_owned()
                });
                (TokenKind::Quoted(name), length)
            }
            _ if rest.starts_with("->") => (TokenKind::Arrow, 2),
            _ => {
                let length = plain(rest);
                (TokenKind::Plain(&rest[..length]), length)
            }
        };
        tokens.push(Token { kind, span: Span::new(file, start, start + length), begins_line });
        begins_line = false;
        text.take(length);
    }
    tokens
}

/// The length of the name in quotes at the start of a text, which ends with the line.
fn quoted(text: &str) -> usize {
    let mut escaped = false;
    for (at, c) in text.char_indices().skip(1) {
        match c {
            '\n' | '\r' => return at,
            '"' if !escaped => return at + 1,
            _ => escaped = c == '\\' && !escaped,
        }
    }
    text.len()
}

/// The length of the name at the start of a text.
fn plain(text: &str) -> usize {
    let end = |(at, c): (usize, char)| c.is_whitespace() || "(),:\"".contains(c) || text[at..].starts_with("->");
    text.char_indices().find(|&place| end(place)).map_or(text.len(), |(at, _)| at)
}
