//! The lexer (JLS 3), with unicode escapes.
//!
//! `>` is always a separate token, so that `List<List<T>>` needs no lookahead; the parser joins `>>` where it is an operator.

use std::rc::Rc;

use base::{Diagnostic, FileId, Located, Message, Span, bound, msg};

/// An identifier, shared by all its uses in the tree.
pub(crate) type Name = Rc<str>;

/// The kind of a token.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum TokenKind {
    /// An identifier, including contextual keywords such as `var`.
    Name(Name),
    /// A reserved word.
    Keyword(&'static str),
    /// A separator or operator.
    Symbol(&'static str),
    /// An integer literal.
    Integer {
        /// Its value without sign.
        magnitude: u64,
        /// Whether it is decimal.
        decimal: bool,
        /// Whether it ends with `L`.
        long: bool,
    },
    /// A floating-point literal.
    Float {
        /// Whether it ends with `f`.
        single: bool,
        /// The bits of its value as a `double`; `None` if it has more hexadecimal digits than a `double` can hold.
        bits: Option<u64>,
    },
    /// A character literal, as UTF-16 code unit.
    Character(u16),
    /// A string literal or text block; strings are opaque.
    Text,
    /// No token: the end of the file.
    End,
}

impl TokenKind {
    /// The kinds other than keywords, operators and separators, as the documentation calls them.
    pub(crate) const OTHERS: [&'static str; 5] = ["name", "integer", "float", "character", "text"];
}

/// Names that are keywords in some places (JLS 3.9), also of later versions.
pub(crate) const CONTEXTUAL: [&str; 18] = [
    "_",
    "exports",
    "module",
    "non-sealed",
    "open",
    "opens",
    "permits",
    "provides",
    "record",
    "requires",
    "sealed",
    "to",
    "transitive",
    "uses",
    "var",
    "when",
    "with",
    "yield",
];

/// A token and its position.
#[derive(Clone, Debug)]
pub(crate) struct Token {
    /// Its kind.
    pub kind: TokenKind,
    /// Its position.
    pub span: Span,
}

impl Located for Token {
    fn span(&self) -> Span {
        self.span
    }
}

pub(crate) const KEYWORDS: [&str; 53] = [
    "abstract",
    "assert",
    "boolean",
    "break",
    "byte",
    "case",
    "catch",
    "char",
    "class",
    "const",
    "continue",
    "default",
    "do",
    "double",
    "else",
    "enum",
    "extends",
    "false",
    "final",
    "finally",
    "float",
    "for",
    "goto",
    "if",
    "implements",
    "import",
    "instanceof",
    "int",
    "interface",
    "long",
    "native",
    "new",
    "null",
    "package",
    "private",
    "protected",
    "public",
    "return",
    "short",
    "static",
    "strictfp",
    "super",
    "switch",
    "synchronized",
    "this",
    "throw",
    "throws",
    "transient",
    "true",
    "try",
    "void",
    "volatile",
    "while",
];

/// Longest first, so that the first match is the token.
pub(crate) const SYMBOLS: [&str; 46] = [
    "...", "<<=", "->", "::", "++", "--", "&&", "||", "==", "!=", "<=", ">=", "+=", "-=", "*=", "/=", "&=", "|=", "^=",
    "%=", "<<", "(", ")", "{", "}", "[", "]", ";", ",", ".", "@", "=", ">", "<", "!", "~", "?", ":", "+", "-", "*",
    "/", "&", "|", "^", "%",
];

/// The tokens of a file. Invalid characters are reported and skipped.
pub(crate) fn tokens(file: FileId, text: &str, diagnostics: &mut Vec<Diagnostic>) -> Vec<Token> {
    let mut lexer = Lexer { file, length: text.len(), characters: Vec::new(), at: 0, diagnostics };
    lexer.decode(text);
    lexer.run()
}

struct Lexer<'a> {
    file: FileId,
    length: usize,
    /// Code points after unicode escapes (possibly lone surrogates), with the byte where each starts.
    characters: Vec<(u32, usize)>,
    at: usize,
    diagnostics: &'a mut Vec<Diagnostic>,
}

impl Lexer<'_> {
    /// Translates unicode escapes (JLS 3.3): an odd number of backslashes, one or more `u`, four hexadecimal digits.
    fn decode(&mut self, text: &str) {
        let mut rest = text.char_indices().peekable();
        let mut after_backslash = false;
        while let Some((start, c)) = rest.next() {
            if c != '\\' || after_backslash || rest.peek().is_none_or(|&(_, next)| next != 'u') {
                after_backslash = c == '\\' && !after_backslash;
                self.characters.push((u32::from(c), start));
                continue;
            }
            while rest.next_if(|&(_, next)| next == 'u').is_some() {}
            let mut code = 0;
            let mut digits = 0;
            while digits < 4 {
                let Some((_, digit)) = rest.next_if(|(_, next)| next.is_ascii_hexdigit()) else { break };
                code = code * 16 + digit.to_digit(16).unwrap_or(0);
                digits += 1;
            }
            let end = rest.peek().map_or(text.len(), |&(end, _)| end);
            if digits < 4 {
                self.report(start, end, msg!("a unicode escape must have four hexadecimal digits"));
            }
            // A pair of escaped surrogates is one character.
            match self.characters.last_mut() {
                Some((high @ 0xd800..0xdc00, _)) if (0xdc00..0xe000).contains(&code) => {
                    *high = 0x10000 + ((*high - 0xd800) << 10) + (code - 0xdc00);
                }
                _ => self.characters.push((code, start)),
            }
            after_backslash = code == u32::from('\\');
        }
    }

    fn run(mut self) -> Vec<Token> {
        let mut tokens = Vec::new();
        loop {
            self.skip_blanks();
            let start = self.at;
            let Some(c) = self.peek(0) else { break };
            let kind = if is_start(c) {
                Some(self.word())
            } else if c.is_ascii_digit() || (c == '.' && self.peek(1).is_some_and(|d| d.is_ascii_digit())) {
                Some(self.number())
            } else if c == '"' {
                self.string();
                Some(TokenKind::Text)
            } else if c == '\'' {
                Some(self.character())
            } else {
                self.symbol()
            };
            if let Some(kind) = kind {
                tokens.push(Token { kind, span: self.span(start) });
            }
        }
        tokens
    }

    /// The character `ahead` of the next one; a lone surrogate reads as the replacement character.
    fn peek(&self, ahead: usize) -> Option<char> {
        let &(code, _) = self.characters.get(self.at + ahead)?;
        Some(char::from_u32(code).unwrap_or(char::REPLACEMENT_CHARACTER))
    }

    fn looking_at(&self, text: &str) -> bool {
        text.chars().enumerate().all(|(i, c)| self.peek(i) == Some(c))
    }

    fn offset(&self, position: usize) -> usize {
        self.characters.get(position).map_or(self.length, |&(_, offset)| offset)
    }

    fn span(&self, start: usize) -> Span {
        Span::new(self.file, self.offset(start), self.offset(self.at))
    }

    fn report(&mut self, start: usize, end: usize, message: Message) {
        self.diagnostics.push(Diagnostic::error("java/syntax", Span::new(self.file, start, end), message));
        bound(self.diagnostics);
    }

    fn report_from(&mut self, start: usize, message: Message) {
        let span = self.span(start);
        self.diagnostics.push(Diagnostic::error("java/syntax", span, message));
        bound(self.diagnostics);
    }

    fn skip_blanks(&mut self) {
        loop {
            match self.peek(0) {
                Some(' ' | '\t' | '\n' | '\r' | '\u{c}' | '\u{feff}') => self.at += 1,
                Some('/') if self.peek(1) == Some('/') => {
                    while self.peek(0).is_some_and(|c| c != '\n' && c != '\r') {
                        self.at += 1;
                    }
                }
                Some('/') if self.peek(1) == Some('*') => {
                    let start = self.at;
                    self.at += 2;
                    while !self.looking_at("*/") && self.peek(0).is_some() {
                        self.at += 1;
                    }
                    if self.peek(0).is_none() {
                        self.report(self.offset(start), self.offset(start) + 2, msg!("unclosed comment"));
                    }
                    self.at = (self.at + 2).min(self.characters.len());
                }
                // The end-of-file mark of old systems.
                Some('\u{1a}') if self.at + 1 == self.characters.len() => self.at += 1,
                _ => return,
            }
        }
    }

    fn word(&mut self) -> TokenKind {
        let start = self.at;
        let mut word = String::new();
        while let Some(c) = self.peek(0).filter(|&c| is_part(c)) {
            word.push(c);
            self.at += 1;
        }
        if word == "_" {
            self.report_from(start, msg!("`_` is no name"));
        }
        match KEYWORDS.binary_search(&word.as_str()) {
            Ok(i) => TokenKind::Keyword(KEYWORDS[i]),
            Err(_) => TokenKind::Name(word.into()),
        }
    }

    fn symbol(&mut self) -> Option<TokenKind> {
        if let Some(&symbol) = SYMBOLS.iter().find(|s| self.looking_at(s)) {
            self.at += symbol.len();
            return Some(TokenKind::Symbol(symbol));
        }
        let start = self.at;
        let foreign = |c: char| {
            matches!(c, '#' | '`' | '\\') || !c.is_ascii_graphic() && !c.is_ascii_whitespace() && !is_start(c)
        };
        self.at += 1;
        while self.peek(0).is_some_and(foreign) {
            self.at += 1;
        }
        let text: String = (start..self.at).take(8).filter_map(|i| char::from_u32(self.characters[i].0)).collect();
        self.report_from(start, msg!("unexpected character {}", Message::verbatim(format!("{text:?}"))));
        None
    }

    /// The bits of the number from `start` to here, as a `double`; a `single` one is rounded to `float` first.
    fn float(&self, start: usize, single: bool) -> Option<u64> {
        let text: String =
            (start..self.at).filter_map(|i| char::from_u32(self.characters[i].0)).filter(|&c| c != '_').collect();
        let value = match text.strip_prefix("0x").or_else(|| text.strip_prefix("0X")) {
            Some(digits) => hexadecimal(digits),
            None if single => text.parse::<f32>().ok().map(f64::from),
            None => text.parse::<f64>().ok(),
        };
        value.map(f64::to_bits)
    }

    fn number(&mut self) -> TokenKind {
        let start = self.at;
        let radix = match (self.peek(0), self.peek(1)) {
            (Some('0'), Some('x' | 'X')) => 16,
            (Some('0'), Some('b' | 'B')) => 2,
            _ => 10,
        };
        if radix != 10 {
            self.at += 2;
        }
        let mut digits = self.digits(radix);
        let mut float = false;
        if radix != 2 && self.peek(0) == Some('.') && (radix == 16 || self.peek(1) != Some('.')) {
            // `1.` is a number; `1.e` followed by a name is not Java.
            float = true;
            self.at += 1;
            self.digits(radix);
        }
        let exponent = if radix == 16 { ['p', 'P'] } else { ['e', 'E'] };
        if radix != 2 && self.peek(0).is_some_and(|c| exponent.contains(&c)) {
            float = true;
            self.at += 1;
            if matches!(self.peek(0), Some('+' | '-')) {
                self.at += 1;
            }
            if self.digits(10).is_empty() {
                self.report_from(start, msg!("this exponent has no digits"));
            }
        }
        match self.peek(0) {
            Some('f' | 'F' | 'd' | 'D') if radix != 2 => {
                let single = matches!(self.peek(0), Some('f' | 'F'));
                let bits = self.float(start, single);
                self.at += 1;
                return self.end_of_number(start, TokenKind::Float { single, bits });
            }
            _ if float => {
                let bits = self.float(start, false);
                return self.end_of_number(start, TokenKind::Float { single: false, bits });
            }
            _ => {}
        }
        let long = matches!(self.peek(0), Some('l' | 'L'));
        if long {
            self.at += 1;
        }
        let octal = radix == 10 && digits.len() > 1 && digits.starts_with('0');
        if octal {
            digits.remove(0);
        }
        let base = if octal { 8 } else { radix };
        let magnitude = u64::from_str_radix(&digits, base).unwrap_or_else(|_| {
            let wrong = digits.is_empty() || digits.chars().any(|d| !d.is_digit(base));
            self.report_from(
                start,
                if wrong { msg!("this is not a number") } else { msg!("this number is too large") },
            );
            0
        });
        self.end_of_number(start, TokenKind::Integer { magnitude, decimal: radix == 10 && !octal, long })
    }

    fn end_of_number(&mut self, start: usize, kind: TokenKind) -> TokenKind {
        if self.peek(0).is_some_and(is_part) {
            while self.peek(0).is_some_and(is_part) {
                self.at += 1;
            }
            self.report_from(start, msg!("this is not a number"));
        }
        kind
    }

    fn digits(&mut self, radix: u32) -> String {
        let start = self.at;
        let mut digits = String::new();
        while let Some(c) = self.peek(0).filter(|&c| c.is_digit(radix.max(10)) || c == '_') {
            if c != '_' {
                digits.push(c);
            }
            self.at += 1;
        }
        if self.at > start && (self.peek_back() == Some('_') || self.characters[start].0 == u32::from('_')) {
            self.report_from(start, msg!("an underscore in a number must be between digits"));
        }
        digits
    }

    fn peek_back(&self) -> Option<char> {
        self.at.checked_sub(1).and_then(|i| char::from_u32(self.characters[i].0))
    }

    fn string(&mut self) {
        let start = self.at;
        if self.looking_at("\"\"\"") {
            self.at += 3;
            while !self.looking_at("\"\"\"") {
                match self.peek(0) {
                    Some('\\') => self.at += 2,
                    Some(_) => self.at += 1,
                    None => {
                        self.at = self.characters.len();
                        self.report(self.offset(start), self.offset(start) + 3, msg!("unclosed text block"));
                        return;
                    }
                }
            }
            self.at += 3;
            return;
        }
        self.at += 1;
        loop {
            match self.peek(0) {
                Some('"') => {
                    self.at += 1;
                    return;
                }
                None | Some('\n' | '\r') => {
                    self.report_from(start, msg!("unclosed string"));
                    return;
                }
                Some('\\') => {
                    self.escape();
                }
                Some(_) => self.at += 1,
            }
        }
    }

    /// An escape sequence (JLS 3.10.7), from its backslash on.
    fn escape(&mut self) -> u16 {
        let start = self.at;
        self.at += 1;
        let Some(c) = self.peek(0) else { return 0 };
        if matches!(c, '\n' | '\r') {
            return 0;
        }
        self.at += 1;
        match c {
            'b' => 8,
            't' => 9,
            'n' => 10,
            'f' => 12,
            'r' => 13,
            's' => 32,
            '"' | '\'' | '\\' => c as u16,
            '0'..='7' => {
                let mut value = c.to_digit(8).unwrap_or(0);
                let most = if c <= '3' { 2 } else { 1 };
                for _ in 0..most {
                    let Some(digit) = self.peek(0).and_then(|c| c.to_digit(8)) else { break };
                    value = value * 8 + digit;
                    self.at += 1;
                }
                value as u16
            }
            _ => {
                self.report_from(start, msg!("`\\{c}` is not an escape sequence"));
                0
            }
        }
    }

    fn character(&mut self) -> TokenKind {
        let start = self.at;
        self.at += 1;
        let value = match self.peek(0) {
            None | Some('\n' | '\r' | '\'') => {
                if self.peek(0) == Some('\'') {
                    self.at += 1;
                }
                self.report_from(start, msg!("empty character literal"));
                return TokenKind::Character(0);
            }
            Some('\\') => self.escape(),
            Some(_) => {
                let code = self.characters[self.at].0;
                self.at += 1;
                u16::try_from(code).unwrap_or_else(|_| {
                    self.report_from(start, msg!("this character needs two UTF-16 code units; a `char` has one"));
                    0
                })
            }
        };
        if self.peek(0) == Some('\'') {
            self.at += 1;
        } else {
            self.report_from(start, msg!("unclosed character literal"));
            // The rest of the line up to a quote most likely belongs to it.
            let rest =
                (0..16).map_while(|i| self.peek(i).filter(|c| !matches!(c, '\n' | '\r' | ';'))).position(|c| c == '\'');
            self.at += rest.map_or(0, |n| n + 1);
        }
        TokenKind::Character(value)
    }
}

fn is_start(c: char) -> bool {
    c.is_alphabetic() || c == '_' || c == '$' || matches!(c, '¢'..='¥' | '€' | '\u{2160}'..='\u{2188}')
}

fn is_part(c: char) -> bool {
    is_start(c) || c.is_ascii_digit() || (!c.is_ascii() && c.is_alphanumeric())
}

/// The value of `1.8p3`, if its digits fit into a `double`.
fn hexadecimal(text: &str) -> Option<f64> {
    let (mantissa, exponent) = text.split_once(['p', 'P'])?;
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let digits = u64::from_str_radix(&format!("{whole}{fraction}"), 16).ok().filter(|&digits| digits < 1 << 53)?;
    let exponent = exponent.parse::<i64>().ok()?.saturating_sub(4 * fraction.len() as i64);
    // Beyond that it is zero or infinite.
    let exponent = exponent.clamp(-4_000, 4_000);
    let (half, rest) = (exponent / 2, exponent - exponent / 2);
    Some(digits as f64 * 2f64.powi(half as i32) * 2f64.powi(rest as i32))
}
