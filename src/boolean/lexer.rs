//! The lexer.

use base::{Diagnostic, FileId, Located, Message, Span, TextCursor, bound, msg};

/// The kind of a token.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) enum TokenKind<'a> {
    /// An identifier, or anything in braces.
    Name(&'a str),
    /// A reserved word.
    Keyword(&'static str),
    /// A separator or operator.
    Symbol(&'static str),
    /// A number.
    Number(i64),
    /// No token: the end of the text.
    End,
}

/// A token and its position.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Token<'a> {
    /// Its kind.
    pub kind: TokenKind<'a>,
    /// Its position.
    pub span: Span,
}

impl Located for Token<'_> {
    fn span(&self) -> Span {
        self.span
    }
}

/// Statements of programs with threads.
pub(crate) const THREAD_WORDS: [&str; 6] =
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

/// The tokens of a text that starts at byte `offset` of a file. Invalid characters are reported and skipped.
pub(crate) fn tokens<'a>(
    file: FileId,
    text: &'a str,
    offset: usize,
    diagnostics: &mut Vec<Diagnostic>,
) -> Vec<Token<'a>> {
    Lexer { file, text: TextCursor::new(text), offset, diagnostics }.run()
}

struct Lexer<'a, 'd> {
    file: FileId,
    text: TextCursor<'a>,
    offset: usize,
    diagnostics: &'d mut Vec<Diagnostic>,
}

impl<'a> Lexer<'a, '_> {
    fn run(mut self) -> Vec<Token<'a>> {
        let mut tokens = Vec::new();
        loop {
            self.skip_blanks();
            let start = self.text.position();
            let Some(c) = self.text.peek() else { break };
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
        tokens
    }

    fn span(&self, start: usize) -> Span {
        Span::new(self.file, self.offset + start, self.offset + self.text.position())
    }

    fn report(&mut self, start: usize, message: Message) {
        let span = self.span(start);
        self.diagnostics.push(Diagnostic::error("boolean/syntax", span, message));
        bound(self.diagnostics);
    }

    fn skip_blanks(&mut self) {
        loop {
            self.text.take_while(|c| c.is_whitespace() || c == '\u{feff}');
            let start = self.text.position();
            if self.text.at("//") || self.text.at("#") {
                self.text.take_while(|c| c != '\n' && c != '\r');
            } else if self.text.accept("/*") {
                let end = self.text.rest().find("*/");
                if end.is_none() {
                    self.report(start, msg!("unclosed comment"));
                }
                self.text.take(end.map_or(usize::MAX, |end| end + 2));
            } else {
                return;
            }
        }
    }

    fn number(&mut self) -> TokenKind<'a> {
        let start = self.text.position();
        let value = self.text.take_while(|c| c.is_ascii_digit()).parse().unwrap_or_else(|_| {
            self.report(start, msg!("this number is too large"));
            0
        });
        TokenKind::Number(value)
    }

    fn word(&mut self) -> TokenKind<'a> {
        let word = self.text.take_while(is_part);
        KEYWORDS.iter().find(|k| **k == word).map_or(TokenKind::Name(word), |k| TokenKind::Keyword(k))
    }

    /// A name such as `{x>0}`, on one line and with balanced braces.
    fn braces(&mut self) -> Option<TokenKind<'a>> {
        let start = self.text.position();
        let mut open = 0_usize;
        for (i, c) in self.text.rest().char_indices() {
            match c {
                '{' => open += 1,
                '}' => open -= 1,
                '\n' | '\r' => break,
                _ => {}
            }
            if open == 0 {
                return Some(TokenKind::Name(self.text.take(i + 1)));
            }
        }
        self.text.advance();
        let error =
            Diagnostic::error("boolean/syntax", self.span(start), msg!("this brace must be closed on the same line"));
        let advice = msg!("a name such as `{{x>0}}` is on one line; blocks are written `begin … end`");
        self.diagnostics.push(error.suggest(advice));
        self.text.take_while(|c| c != '\n' && c != '\r');
        None
    }

    fn symbol(&mut self) -> Option<TokenKind<'a>> {
        if let Some(&symbol) = SYMBOLS.iter().find(|symbol| self.text.accept(symbol)) {
            return Some(TokenKind::Symbol(symbol));
        }
        let start = self.text.position();
        let foreign = |c: char| !is_part(c) && !c.is_whitespace() && (!c.is_ascii_graphic() || "\"@\\`}.".contains(c));
        let text: String = self.text.take_while(foreign).chars().take(8).collect();
        self.report(start, msg!("unexpected character {}", Message::verbatim(format!("{text:?}"))));
        None
    }
}

fn is_part(c: char) -> bool {
    c.is_alphanumeric() || c == '_' || c == '$'
}
