//! Preprocessing tokens (C11 6.4), with comments and spliced lines removed.

use std::rc::Rc;

use base::{FileId, Located, Span};

/// An identifier, or the spelling of another token.
pub(crate) type Name = Rc<str>;

/// The kind of a preprocessing token.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Lexeme {
    /// An identifier or keyword.
    Identifier,
    /// A preprocessing number.
    Number,
    /// A character constant, with quotes and prefix.
    Character,
    /// A string literal, with quotes and prefix.
    Text,
    /// An operator or separator.
    Symbol(&'static str),
    /// Any other character, or a literal that does not end.
    Stray,
}

impl Lexeme {
    /// The kinds other than operators and separators, as the documentation calls them.
    pub(crate) const OTHERS: [&str; 5] = ["identifier", "number", "character", "text", "stray"];
}

/// A preprocessing token.
#[derive(Clone, Debug)]
pub(crate) struct Token {
    /// Its kind.
    pub kind: Lexeme,
    /// Its spelling.
    pub text: Name,
    /// Its position; for the body of a macro, that of the use.
    pub span: Span,
    /// Whether white space precedes it.
    pub spaced: bool,
    /// Whether it is the first one of its line.
    pub starts_line: bool,
    /// Whether it names a macro that must not be expanded here any more.
    pub painted: bool,
}

impl Located for Token {
    fn span(&self) -> Span {
        self.span
    }
}

impl Token {
    /// Whether it is this operator or separator.
    pub(crate) fn is(&self, symbol: &str) -> bool {
        matches!(self.kind, Lexeme::Symbol(s) if s == symbol)
    }

    /// Whether it is this identifier.
    pub(crate) fn is_word(&self, word: &str) -> bool {
        self.kind == Lexeme::Identifier && &*self.text == word
    }
}

/// Operators and separators, longer ones before their prefixes. Digraphs follow at the end.
pub(crate) const SYMBOLS: [&str; 48] = [
    "...", "<<=", ">>=", "->", "++", "--", "<<", ">>", "<=", ">=", "==", "!=", "&&", "||", "*=", "/=", "%=", "+=",
    "-=", "&=", "^=", "|=", "##", "[", "]", "(", ")", "{", "}", ".", "&", "*", "+", "-", "~", "!", "/", "%", "<", ">",
    "^", "|", "?", ":", ";", "=", ",", "#",
];
/// Digraphs and what they stand for.
pub(crate) const DIGRAPHS: [(&str, &str); 6] =
    [("%:%:", "##"), ("<:", "["), (":>", "]"), ("<%", "{"), ("%>", "}"), ("%:", "#")];

/// Maximum number of tokens of a program, with included files and expanded macros.
pub(crate) const TOKENS: usize = 2_000_000;

/// The tokens of a text. Every position is that of the text in `file`, or `within` if there is one.
pub(crate) fn tokens(file: FileId, text: &str, within: Option<Span>) -> Vec<Token> {
    let mut lexer = Lexer { text: text.as_bytes(), source: text, at: 0, file, within, tokens: Vec::new() };
    if text.starts_with('\u{feff}') {
        lexer.at = 3;
    }
    lexer.run();
    lexer.tokens
}

struct Lexer<'a> {
    text: &'a [u8],
    source: &'a str,
    at: usize,
    file: FileId,
    within: Option<Span>,
    tokens: Vec<Token>,
}

impl Lexer<'_> {
    /// The length of the line splice here, or 0.
    fn splice(&self, at: usize) -> usize {
        match self.text.get(at..) {
            Some([b'\\', b'\n', ..]) => 2,
            Some([b'\\', b'\r', b'\n', ..]) => 3,
            Some([b'\\', b'\r', ..]) => 2,
            _ => 0,
        }
    }

    /// Skips spliced lines; returns the next byte.
    fn peek(&mut self) -> Option<u8> {
        loop {
            match self.splice(self.at) {
                0 => return self.text.get(self.at).copied(),
                length => self.at += length,
            }
        }
    }

    fn bump(&mut self) -> Option<u8> {
        let byte = self.peek();
        self.at += usize::from(byte.is_some());
        byte
    }

    /// Reads `symbol` if it comes next.
    fn eat(&mut self, symbol: &str) -> bool {
        let start = self.at;
        let found = symbol.bytes().all(|byte| self.bump() == Some(byte));
        if !found {
            self.at = start;
        }
        found
    }

    fn run(&mut self) {
        let (mut spaced, mut starts_line) = (false, true);
        // One more says that there are too many.
        while self.tokens.len() <= TOKENS
            && let Some(byte) = self.peek()
        {
            let start = self.at;
            match byte {
                b'\n' | b'\r' => {
                    self.at += 1;
                    starts_line = true;
                }
                b' ' | b'\t' | 0x0b | 0x0c => self.at += 1,
                _ if self.eat("//") => {
                    while !matches!(self.peek(), None | Some(b'\n' | b'\r')) {
                        self.at += 1;
                    }
                }
                _ if self.eat("/*") => {
                    let mut closed = false;
                    while !closed && self.peek().is_some() {
                        closed = self.eat("*/");
                        self.at += usize::from(!closed);
                    }
                    if !closed {
                        self.push(Lexeme::Stray, start, false, true);
                        return;
                    }
                }
                _ => {
                    let kind = self.token(byte);
                    self.push(kind, start, spaced, starts_line);
                    (spaced, starts_line) = (false, false);
                    continue;
                }
            }
            spaced = true;
        }
    }

    fn push(&mut self, kind: Lexeme, start: usize, spaced: bool, starts_line: bool) {
        let raw = &self.source[start..self.at];
        let text = match kind {
            Lexeme::Symbol(symbol) => symbol.into(),
            _ if raw.contains('\\') => raw.replace("\\\r\n", "").replace("\\\n", "").replace("\\\r", "").into(),
            _ => raw.into(),
        };
        let span = self.within.unwrap_or_else(|| Span::new(self.file, start, self.at));
        self.tokens.push(Token { kind, text, span, spaced, starts_line, painted: false });
    }

    fn token(&mut self, first: u8) -> Lexeme {
        for prefix in ["", "u8", "u", "U", "L"] {
            let start = self.at;
            if !self.eat(prefix) {
                continue;
            }
            match self.peek() {
                Some(b'"') => return self.literal(b'"', Lexeme::Text),
                Some(b'\'') if prefix != "u8" => return self.literal(b'\'', Lexeme::Character),
                _ => self.at = start,
            }
        }
        let start = self.at;
        let is_number = first.is_ascii_digit() || (self.eat(".") && self.peek().is_some_and(|b| b.is_ascii_digit()));
        self.at = start;
        if is_number {
            return self.number();
        }
        if is_name(first) {
            while self.peek().is_some_and(|b| is_name(b) || b.is_ascii_digit()) {
                self.at += 1;
            }
            return Lexeme::Identifier;
        }
        for (digraph, symbol) in DIGRAPHS {
            if self.eat(digraph) {
                return Lexeme::Symbol(symbol);
            }
        }
        for symbol in SYMBOLS {
            if self.eat(symbol) {
                return Lexeme::Symbol(symbol);
            }
        }
        self.at += 1;
        while !self.source.is_char_boundary(self.at) {
            self.at += 1;
        }
        // A run of them is one token: a file that is no text may consist of them.
        let is_stray = |byte: &u8| matches!(byte, 0..=8 | 0x0e..=0x1f | 0x7f | b'@' | b'`');
        self.at += self.text[self.at..].iter().take_while(|byte| is_stray(byte)).count();
        Lexeme::Stray
    }

    /// A preprocessing number.
    fn number(&mut self) -> Lexeme {
        let mut last = 0;
        while let Some(byte) = self.peek() {
            let is_sign = matches!(byte, b'+' | b'-') && matches!(last, b'e' | b'E' | b'p' | b'P');
            if !(is_sign || byte == b'.' || is_name(byte) || byte.is_ascii_digit()) {
                break;
            }
            last = byte;
            self.at += 1;
        }
        Lexeme::Number
    }

    /// A literal in quotes, which ends on its line.
    fn literal(&mut self, quote: u8, kind: Lexeme) -> Lexeme {
        self.bump();
        loop {
            match self.peek() {
                None | Some(b'\n' | b'\r') => return Lexeme::Stray,
                Some(b'\\') => {
                    self.at += 1;
                    if !matches!(self.peek(), None | Some(b'\n' | b'\r')) {
                        self.at += 1;
                    }
                }
                Some(byte) => {
                    self.at += 1;
                    if byte == quote {
                        return kind;
                    }
                }
            }
        }
    }
}

/// Whether a byte may start an identifier. Characters beyond ASCII are letters here.
fn is_name(byte: u8) -> bool {
    byte.is_ascii_alphabetic() || matches!(byte, b'_' | b'$' | 0x80..)
}
