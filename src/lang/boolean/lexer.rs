//! The lexer.

use crate::base::{Diagnostic, FileId, Span};

/// The kind of a token.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum TokenKind<'a> {
    /// An identifier, or anything in braces.
    Name(&'a str),
    /// A reserved word.
    Keyword(&'static str),
    /// A separator or operator.
    Symbol(&'static str),
    /// A number.
    Number(i64),
    /// The end of the text.
    End,
}

/// A token and its position.
#[derive(Clone, Copy, Debug)]
pub struct Token<'a> {
    /// Its kind.
    pub kind: TokenKind<'a>,
    /// Its position.
    pub span: Span,
}

/// Statements of programs with threads.
pub const THREAD_WORDS: [&str; 6] =
    ["start_thread", "end_thread", "sync", "atomic_begin", "atomic_end", "thread_local"];

const KEYWORDS: [&str; 37] = [
    "F",
    "T",
    "abortif",
    "assert",
    "assume",
    "atomic_begin",
    "atomic_end",
    "begin",
    "bool",
    "const",
    "constrain",
    "dead",
    "decl",
    "dfs",
    "do",
    "else",
    "elsif",
    "end",
    "end_thread",
    "enforce",
    "false",
    "fi",
    "goto",
    "if",
    "int",
    "od",
    "print",
    "return",
    "schoose",
    "skip",
    "start_thread",
    "sync",
    "then",
    "thread_local",
    "true",
    "void",
    "while",
];

/// Longest first, so that the first match is the token.
const SYMBOLS: [&str; 34] = [
    ":=", "::", "..", "=>", "==", "!=", "<=", ">=", "<<", ">>", "&&", "||", ":", ";", ",", "(", ")", "[", "]", "<",
    ">", "=", "!", "~", "&", "|", "^", "?", "*", "/", "%", "+", "-", "'",
];

/// The tokens of a text that starts at byte `offset` of a file; the last one is [`TokenKind::End`]. Invalid characters are
/// reported and skipped.
pub fn tokens<'a>(file: FileId, text: &'a str, offset: usize, diagnostics: &mut Vec<Diagnostic>) -> Vec<Token<'a>> {
    Lexer { file, text, offset, at: 0, diagnostics }.run()
}

struct Lexer<'a, 'd> {
    file: FileId,
    text: &'a str,
    offset: usize,
    at: usize,
    diagnostics: &'d mut Vec<Diagnostic>,
}

impl<'a> Lexer<'a, '_> {
    fn run(mut self) -> Vec<Token<'a>> {
        let mut tokens = Vec::new();
        loop {
            self.skip_blanks();
            let start = self.at;
            let Some(c) = self.rest().chars().next() else { break };
            let kind = if c.is_ascii_digit() {
                Some(self.number())
            } else if is_part(c) {
                Some(self.word())
            } else if c == '{' {
                self.braces()
            } else {
                self.symbol()
            };
            if let Some(kind) = kind {
                tokens.push(Token { kind, span: self.span(start) });
            }
        }
        tokens.push(Token { kind: TokenKind::End, span: self.span(self.at) });
        tokens
    }

    fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    fn span(&self, start: usize) -> Span {
        Span::new(self.file, self.offset + start, self.offset + self.at)
    }

    fn report(&mut self, start: usize, message: impl Into<String>) {
        let span = self.span(start);
        self.diagnostics.push(Diagnostic::error("boolean/syntax", span, message));
    }

    /// Consumes the characters that satisfy `part` and returns them.
    fn take(&mut self, part: impl Fn(char) -> bool) -> &'a str {
        let rest = self.rest();
        let taken = &rest[..rest.find(|c| !part(c)).unwrap_or(rest.len())];
        self.at += taken.len();
        taken
    }

    fn skip_blanks(&mut self) {
        loop {
            self.take(|c| c.is_whitespace() || c == '\u{feff}');
            let start = self.at;
            if self.rest().starts_with("//") || self.rest().starts_with('#') {
                self.take(|c| c != '\n' && c != '\r');
            } else if self.rest().starts_with("/*") {
                let length = self.rest()[2..].find("*/").map(|end| end + 4);
                if length.is_none() {
                    self.at += 2;
                    self.report(start, "unclosed comment");
                }
                self.at = length.map_or(self.text.len(), |length| start + length);
            } else {
                return;
            }
        }
    }

    fn number(&mut self) -> TokenKind<'a> {
        let start = self.at;
        let value = self.take(|c| c.is_ascii_digit()).parse().unwrap_or_else(|_| {
            self.report(start, "this number is too large");
            0
        });
        TokenKind::Number(value)
    }

    fn word(&mut self) -> TokenKind<'a> {
        let word = self.take(is_part);
        KEYWORDS.iter().find(|k| **k == word).map_or(TokenKind::Name(word), |k| TokenKind::Keyword(k))
    }

    /// A name such as `{x>0}`, on one line and with balanced braces.
    fn braces(&mut self) -> Option<TokenKind<'a>> {
        let start = self.at;
        let mut open = 0_usize;
        for (i, c) in self.rest().char_indices() {
            match c {
                '{' => open += 1,
                '}' => open -= 1,
                '\n' | '\r' => break,
                _ => {}
            }
            if open == 0 {
                let name = &self.rest()[..=i];
                self.at += name.len();
                return Some(TokenKind::Name(name));
            }
        }
        self.at += 1;
        let error = Diagnostic::error("boolean/syntax", self.span(start), "this brace must be closed on the same line");
        let advice = "a name such as `{x>0}` is on one line; blocks are written `begin … end`";
        self.diagnostics.push(error.suggest(advice.to_owned()));
        self.take(|c| c != '\n' && c != '\r');
        None
    }

    fn symbol(&mut self) -> Option<TokenKind<'a>> {
        if let Some(&symbol) = SYMBOLS.iter().find(|s| self.rest().starts_with(**s)) {
            self.at += symbol.len();
            return Some(TokenKind::Symbol(symbol));
        }
        let start = self.at;
        let foreign = |c: char| !is_part(c) && !c.is_whitespace() && (!c.is_ascii_graphic() || "\"@\\`}.".contains(c));
        let text: String = self.take(foreign).chars().take(8).collect();
        self.report(start, format!("unexpected character {text:?}"));
        None
    }
}

fn is_part(c: char) -> bool {
    c.is_alphanumeric() || c == '_' || c == '$'
}
