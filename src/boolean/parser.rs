//! A recursive-descent parser; recovers from errors at the next statement.
//!
//! Recursion is bounded by [`NESTING`]. Chains such as `a & b & …` or `elsif … elsif …` do not recurse.

mod constants;
mod declarations;
mod expressions;
mod habits;
mod statements;

use super::lexer::{Token, TokenKind, tokens};
use super::syntax::{Constants, Declared, Expr, Name, Program};
use base::{Diagnostic, FileId, Message, Sources, Span, TokenCursor, bound, msg};
use program::cfa::Location;

pub(crate) use habits::choice;

/// Maximum nesting depth.
const NESTING: u32 = 200;

/// The construct could not be read; the reason was reported.
struct Unreadable;

type Parsed<T> = Result<T, Unreadable>;

/// Reads a file into the program.
pub(crate) fn parse_file<'a>(
    sources: &'a Sources,
    file: FileId,
    program: &mut Program<'a>,
    diagnostics: &mut Vec<Diagnostic>,
) {
    let text = &sources.file(file).text;
    let mut parser = Parser::new(file, text, 0, diagnostics);
    parser.constants = std::mem::take(&mut program.constants);
    parser.file(program);
    program.constants = parser.constants;
}

/// Reads a text that is one expression and starts at byte `offset` of a file; `None`: there is an error.
pub(crate) fn parse_expression<'a>(
    file: FileId,
    text: &'a str,
    offset: usize,
    diagnostics: &mut Vec<Diagnostic>,
) -> Option<Expr<'a>> {
    let mut parser = Parser::new(file, text, offset, diagnostics);
    let expression = parser.expression().ok()?;
    if !parser.tokens.at_end() {
        parser.expected(msg!("an operator or the end"));
        return None;
    }
    Some(expression)
}

struct Parser<'a, 'd> {
    file: FileId,
    text: &'a str,
    /// The byte of the file where the text starts.
    offset: usize,
    tokens: TokenCursor<Token<'a>>,
    depth: u32,
    /// Token of the last reported error: its consequences are not reported again.
    last_error: Option<usize>,
    /// Whether excessive nesting was reported.
    too_deep: bool,
    /// Whether an expression that other front ends parse differently was reported.
    ambiguous: bool,
    /// The constants so far, including those of earlier files.
    constants: Constants<'a>,
    /// The parts of the current procedure so far: places, labels, local variables.
    places: u32,
    labels: Vec<(Name<'a>, Location)>,
    locals: Vec<Declared<'a>>,
    diagnostics: &'d mut Vec<Diagnostic>,
}

impl<'a, 'd> Parser<'a, 'd> {
    fn new(file: FileId, text: &'a str, offset: usize, diagnostics: &'d mut Vec<Diagnostic>) -> Self {
        let end = Span::new(file, offset + text.len(), offset + text.len());
        let tokens = TokenCursor::new(tokens(file, text, offset, diagnostics), end);
        Self {
            file,
            text,
            offset,
            tokens,
            depth: 0,
            last_error: None,
            too_deep: false,
            ambiguous: false,
            constants: Constants::default(),
            places: 0,
            labels: Vec::new(),
            locals: Vec::new(),
            diagnostics,
        }
    }

    fn kind(&self) -> TokenKind<'a> {
        self.kind_at(0)
    }

    fn kind_at(&self, ahead: usize) -> TokenKind<'a> {
        self.tokens.peek_nth(ahead).map_or(TokenKind::End, |token| token.kind)
    }

    fn slice(&self, span: Span) -> &'a str {
        let byte = |at: u32| (at as usize).saturating_sub(self.offset);
        self.text.get(byte(span.start)..byte(span.end)).unwrap_or("…")
    }

    fn at(&self, symbol: &'static str) -> bool {
        self.kind() == TokenKind::Symbol(symbol)
    }

    fn at_keyword(&self, keyword: &'static str) -> bool {
        self.kind() == TokenKind::Keyword(keyword)
    }

    fn accept_kind(&mut self, kind: TokenKind<'_>) -> bool {
        self.tokens.accept(|token| token.kind == kind)
    }

    fn accept(&mut self, symbol: &'static str) -> bool {
        self.accept_kind(TokenKind::Symbol(symbol))
    }

    fn accept_keyword(&mut self, keyword: &'static str) -> bool {
        self.accept_kind(TokenKind::Keyword(keyword))
    }

    fn expect(&mut self, symbol: &'static str) -> Parsed<()> {
        if self.accept(symbol) { Ok(()) } else { Err(self.expected(msg!("`{symbol}`"))) }
    }

    fn name(&mut self) -> Parsed<Name<'a>> {
        let TokenKind::Name(text) = self.kind() else { return Err(self.expected(msg!("a name"))) };
        let name = Name { text, span: self.tokens.here() };
        self.tokens.advance();
        Ok(name)
    }

    /// Reads items separated by commas.
    fn list<T>(&mut self, mut item: impl FnMut(&mut Self) -> Parsed<T>) -> Parsed<Vec<T>> {
        let mut items = vec![item(self)?];
        while self.accept(",") {
            items.push(item(self)?);
        }
        Ok(items)
    }

    /// Reads a possibly empty list of items in parentheses.
    fn parenthesised<T>(&mut self, item: impl FnMut(&mut Self) -> Parsed<T>) -> Parsed<Vec<T>> {
        self.expect("(")?;
        if self.accept(")") {
            return Ok(Vec::new());
        }
        let items = self.list(item)?;
        if self.accept(")") { Ok(items) } else { Err(self.expected(msg!("`,` or `)`"))) }
    }

    /// The next token, for messages.
    fn found(&self) -> Message {
        match self.kind() {
            TokenKind::Name(word) | TokenKind::Keyword(word) | TokenKind::Symbol(word) => Message::code(word),
            TokenKind::Number(value) => Message::code(value),
            TokenKind::End => msg!("the end of the text"),
        }
    }

    fn expected(&mut self, what: Message) -> Unreadable {
        let message = msg!("expected {what}, found {}", self.found());
        let advice = self.advice();
        self.report(Diagnostic::error("boolean/syntax", self.tokens.here(), message).suggest(advice))
    }

    fn report(&mut self, diagnostic: Diagnostic) -> Unreadable {
        let here = Some(self.tokens.position());
        if self.last_error != here {
            self.last_error = here;
            self.diagnostics.push(diagnostic);
            bound(self.diagnostics);
        }
        Unreadable
    }

    /// Runs `parse` one level deeper.
    fn nested<T>(&mut self, parse: impl FnOnce(&mut Self) -> Parsed<T>) -> Parsed<T> {
        if self.depth >= NESTING {
            if !self.too_deep {
                self.too_deep = true;
                let advice = msg!("the limit is {NESTING} levels; split it with variables or procedures");
                let error = Diagnostic::error("boolean/nesting", self.tokens.here(), msg!("this is nested too deeply"));
                self.report(error.suggest(advice));
            }
            return Err(Unreadable);
        }
        self.depth += 1;
        let parsed = parse(self);
        self.depth -= 1;
        parsed
    }
}
