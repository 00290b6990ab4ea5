//! Tokens.

use base::{Diagnostic, FileId, Located, Message, Span, TextCursor, msg};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum TokenKind<'t> {
    /// `:=`
    Defines,
    /// `->`
    Arrow,
    /// `==`
    Equal,
    /// `!=`
    Unequal,
    /// One of `(){}<>,:.*|`
    Mark(char),
    /// A name; in quotes it is never a keyword.
    Name {
        text: &'t str,
        is_quoted: bool,
    },
    Integer(i64),
    /// What no token begins with. It was reported.
    Wrong,
}

#[derive(Clone, Debug)]
pub(super) struct Token<'t> {
    pub kind: TokenKind<'t>,
    pub span: Span,
}

impl Located for Token<'_> {
    fn span(&self) -> Span {
        self.span
    }
}

/// The constant.
pub(super) const NULL: &str = "null";

/// Whether a text without quotes is a constant or a keyword.
pub(super) fn is_word(text: &str) -> bool {
    matches!(text, NULL | "true" | "false" | "emp")
}

/// Whether a name may contain this character.
fn is_letter(c: char) -> bool {
    c.is_alphanumeric() || matches!(c, '_' | '$' | '#')
}

/// Whether a name may begin with this character; what begins with a digit is a number.
fn is_first(c: char) -> bool {
    is_letter(c) && !c.is_numeric() && c != '#'
}

/// The length of the name at the start of a text.
fn name_length(text: &str) -> Option<usize> {
    let sign = text.len() - text.strip_prefix(['@', '%']).unwrap_or(text).len();
    let starts = if sign == 1 { text[1..].starts_with(is_letter) } else { text.starts_with(is_first) };
    starts.then(|| text[sign..].find(|c: char| !is_letter(c)).map_or(text.len(), |length| length + sign))
}

/// Whether a text is a name without quotes.
pub(super) fn is_plain(text: &str) -> bool {
    name_length(text) == Some(text.len())
}

/// All tokens of a text.
pub(super) fn tokens<'t>(text: &'t str, file: FileId, diagnostics: &mut Vec<Diagnostic>) -> Vec<Token<'t>> {
    let mut tokens = Vec::new();
    let mut text = TextCursor::new(text);
    while let Some(first) = text.peek() {
        let (start, rest) = (text.position(), text.rest());
        let mut report = |length: usize, message: Message, advice: Message| {
            let error = Diagnostic::error("definitions/token", Span::new(file, start, start + length), message);
            diagnostics.push(error.suggest(advice));
        };
        let comment = match rest {
            _ if rest.starts_with("//") => Some(rest.find(['\n', '\r']).unwrap_or(rest.len())),
            _ if rest.starts_with("/*") => Some(rest[2..].find("*/").map_or_else(
                || {
                    report(2, msg!("this comment has no end"), msg!("end it with `*/`"));
                    rest.len()
                },
                |end| end + 4,
            )),
            _ if first.is_whitespace() => Some(first.len_utf8()),
            _ => None,
        };
        if let Some(length) = comment {
            text.take(length);
            continue;
        }
        let long = [
            (":=", TokenKind::Defines),
            ("->", TokenKind::Arrow),
            ("==", TokenKind::Equal),
            ("!=", TokenKind::Unequal),
        ];
        let digits = rest.strip_prefix('-').unwrap_or(rest);
        let (kind, length) = if let Some((mark, kind)) = long.into_iter().find(|(mark, _)| rest.starts_with(mark)) {
            (kind, mark.len())
        } else if "(){}<>,:.*|".contains(first) {
            (TokenKind::Mark(first), 1)
        } else if digits.starts_with(|c: char| c.is_ascii_digit()) {
            let count = digits.find(|c: char| !is_letter(c)).unwrap_or(digits.len());
            let length = count + rest.len() - digits.len();
            let kind = rest[..length].parse().map_or_else(
                |_| {
                    report(
                        length,
                        msg!("this is not an integer"),
                        msg!("numbers have at most 64 bits; names begin with a letter"),
                    );
                    TokenKind::Wrong
                },
                TokenKind::Integer,
            );
            (kind, length)
        } else if first == '"' {
            let end = rest[1..].find(['"', '\n', '\r']).map_or(rest.len(), |end| end + 1);
            if rest[end..].starts_with('"') {
                (TokenKind::Name { text: &rest[1..end], is_quoted: true }, end + 1)
            } else {
                report(end, msg!("this name in quotes has no end"), msg!("close it in the same line"));
                (TokenKind::Wrong, end)
            }
        } else if let Some(length) = name_length(rest) {
            (TokenKind::Name { text: &rest[..length], is_quoted: false }, length)
        } else {
            let advice = match first {
                '=' => msg!("definitions have `:=`, and equations `==`"),
                '&' | '∗' => msg!("parts of a heap are separated by `*`"),
                '∨' | ';' => msg!("cases are separated by `|`; nothing stands between definitions"),
                '→' | '↦' => msg!("write `->`"),
                '≔' => msg!("write `:=`"),
                '≠' => msg!("write `!=`"),
                _ => msg!("a definition is, for example, `seg(x, y) := x -> {{next: y}}`"),
            };
            report(first.len_utf8(), msg!("`{}` has no meaning here", first.escape_default()), advice);
            (TokenKind::Wrong, first.len_utf8())
        };
        tokens.push(Token { kind, span: Span::new(file, start, start + length) });
        text.take(length);
    }
    tokens
}
