//! Declarations of variables and procedures.

use super::super::lexer::{THREAD_WORDS, TokenKind};
use super::super::syntax::{Declared, Function, Program};
use super::{Parsed, Parser};
use base::{Diagnostic, Message, msg};
use program::guarded::Domain;

/// Replaces an unreadable domain: it causes few further errors.
const UNREADABLE: Domain = Domain::Integer { low: -(1 << 16), high: 1 << 16 };

/// Maximum number of results of a procedure.
const RESULTS: i64 = 1000;

impl<'a> Parser<'a, '_> {
    pub(super) fn file(&mut self, program: &mut Program<'a>) {
        while !self.tokens.at_end() {
            let before = self.tokens.position();
            if self.top_level(program).is_err() {
                self.recover_top_level(before);
            }
        }
    }

    fn top_level(&mut self, program: &mut Program<'a>) -> Parsed<()> {
        if self.skip_foreign_word() {
            return Ok(());
        }
        if self.at_bare_declaration() {
            self.skip_bare_declaration();
            return Ok(());
        }
        match self.kind() {
            TokenKind::Symbol(";") => self.tokens.advance(),
            TokenKind::Keyword("decl") => program.globals.extend(self.declaration()?),
            TokenKind::Keyword("const") => self.constants()?,
            TokenKind::Keyword(word) if THREAD_WORDS.contains(&word) => {
                let unreadable = self.threads(word, self.tokens.here());
                self.tokens.advance();
                if !self.at_keyword("decl") {
                    return Err(unreadable);
                }
            }
            TokenKind::Keyword("void" | "bool" | "int" | "dfs") | TokenKind::Symbol("<") | TokenKind::Name(_) => {
                program.functions.push(self.function()?);
            }
            _ => return Err(self.expected(msg!("`const`, `decl` or a procedure"))),
        }
        Ok(())
    }

    /// Error recovery: skips to the next possible declaration or procedure, at least one token after `before`.
    fn recover_top_level(&mut self, before: usize) {
        self.tokens.move_past(before);
        loop {
            match self.kind() {
                TokenKind::Keyword("end") => return self.tokens.advance(),
                TokenKind::End | TokenKind::Keyword("const" | "decl" | "void" | "bool" | "int" | "dfs") => return,
                _ => self.tokens.advance(),
            }
        }
    }

    /// `decl x, y : int[0..7] := 3;`
    pub(super) fn declaration(&mut self) -> Parsed<Vec<Declared<'a>>> {
        self.tokens.advance();
        let declared = self.variables(true)?;
        // The next statement or procedure may be readable.
        if !self.accept(";") {
            self.expected(msg!("`,` or `;`"));
        }
        Ok(declared)
    }

    /// Names, types and initial values. A type also applies to the names before it that have neither.
    fn variables(&mut self, initialised: bool) -> Parsed<Vec<Declared<'a>>> {
        let mut read = self.list(|p| {
            let name = p.name()?;
            let ty = if p.accept(":") { Some(p.domain()?) } else { None };
            let domain = ty.unwrap_or(Domain::Boolean);
            let at = p.tokens.here();
            let mut initial = None;
            let has_value = p.accept(":=");
            if has_value {
                initial = p.initial(domain)?;
                if !initialised {
                    let error =
                        Diagnostic::error("boolean/syntax", at, msg!("parameters cannot have an initial value"));
                    p.diagnostics.push(error);
                }
            }
            Ok((Declared { name, domain, initial }, ty, has_value))
        })?;
        let mut shared = None;
        for (declared, ty, has_value) in read.iter_mut().rev() {
            match ty {
                Some(ty) => shared = Some(*ty),
                None if *has_value => shared = None,
                None => declared.domain = shared.unwrap_or(Domain::Boolean),
            }
        }
        Ok(read.into_iter().map(|(declared, ..)| declared).collect())
    }

    /// A constant, or `*` for any value.
    fn initial(&mut self, domain: Domain) -> Parsed<Option<i64>> {
        let written = self.expression()?;
        if written.is_choice() {
            return Ok(None);
        }
        let value = self.value_of(&written);
        let (low, high) = (domain.low(), domain.high());
        if let Some(value) = value.filter(|value| !(low..=high).contains(value)) {
            let message = msg!("the initial value {value} is not between {low} and {high}");
            self.diagnostics.push(Diagnostic::error("boolean/range", written.span, message));
        }
        Ok(value)
    }

    /// The domain of a variable: `bool`, `int<4>`, `int[0..7]`.
    fn domain(&mut self) -> Parsed<Domain> {
        if self.accept_keyword("bool") {
            return Ok(Domain::Boolean);
        }
        let start = self.tokens.here();
        if !self.accept_keyword("int") {
            return Err(self.expected(msg!("`bool`, `int<4>` or `int[0..15]`")));
        }
        let fail = |p: &mut Self, message: Message| {
            let advice = msg!("write `int<4>` for four bits, or `int[0..15]`");
            p.diagnostics.push(Diagnostic::error("boolean/type", p.tokens.since(start), message).suggest(advice));
            UNREADABLE
        };
        if self.accept("<") {
            let bits = self.number_in_angles()?;
            self.close_angle()?;
            return Ok(match bits {
                Some(bits @ 1..=32) => Domain::Integer { low: 0, high: (1 << bits) - 1 },
                Some(_) => fail(self, msg!("integers have 1 to 32 bits")),
                None => UNREADABLE,
            });
        }
        if self.accept("[") {
            let low = self.number()?;
            self.expect("..")?;
            let high = self.number()?;
            self.expect("]")?;
            let (Some(low), Some(high)) = (low, high) else { return Ok(UNREADABLE) };
            let limit = Domain::LIMIT;
            let limits = -limit..=limit;
            return Ok(if high < low {
                fail(self, msg!("no integer is in this range"))
            } else if limits.contains(&low) && limits.contains(&high) {
                Domain::Integer { low, high }
            } else {
                fail(self, msg!("integers are between -{limit} and {limit}"))
            });
        }
        Ok(fail(self, msg!("integers need a range")))
    }

    /// `>`, also as the first half of `>>`.
    fn close_angle(&mut self) -> Parsed<()> {
        if let Some(token) = self.tokens.peek_mut()
            && token.kind == TokenKind::Symbol(">>")
        {
            token.kind = TokenKind::Symbol(">");
            token.span.start += 1;
            return Ok(());
        }
        self.expect(">")
    }

    /// The result types of a procedure: `void`, `bool`, `bool<2>`, `int<4>`, `<bool, int<4>>`.
    fn results(&mut self) -> Parsed<Vec<Domain>> {
        if self.accept_keyword("void") {
            return Ok(Vec::new());
        }
        if self.accept("<") {
            let results = self.list(Self::domain)?;
            self.close_angle()?;
            return Ok(results);
        }
        if !self.at_keyword("bool") || self.kind_at(1) != TokenKind::Symbol("<") {
            return Ok(vec![self.domain()?]);
        }
        self.tokens.advance();
        self.tokens.advance();
        let at = self.tokens.here();
        let mut count = self.number_in_angles()?.unwrap_or(0);
        if !(0..=RESULTS).contains(&count) {
            let message = msg!("procedures have at most {RESULTS} results");
            self.diagnostics.push(Diagnostic::error("boolean/type", at, message));
            count = 0;
        }
        self.close_angle()?;
        Ok((0..count).map(|_| Domain::Boolean).collect())
    }

    fn function(&mut self) -> Parsed<Function<'a>> {
        let start = self.tokens.here();
        self.accept_keyword("dfs");
        let results_start = self.tokens.here();
        let mut results = Vec::new();
        if !matches!(self.kind(), TokenKind::Name(_)) {
            results = self.results()?;
        } else if self.kind_at(1) == TokenKind::Symbol("(") {
            let name = self.slice(results_start);
            let message = msg!("procedure `{name}` has no type");
            let advice = msg!("write `void {name}(…)` if it has no results, otherwise `bool` or `bool<2>`");
            self.report(Diagnostic::error("boolean/type", results_start, message).suggest(advice));
        } else {
            return Err(self.expected(msg!("`const`, `decl` or a procedure")));
        }
        let results_span = self.tokens.since(results_start);
        let name = self.name()?;
        (self.places, self.labels, self.locals) = (0, Vec::new(), Vec::new());
        self.expect("(")?;
        let mut parameters = Vec::new();
        let readable = self.at(")") || self.variables(false).map(|read| parameters = read).is_ok();
        if !self.accept(")") {
            if readable {
                self.expected(msg!("`,` or `)`"));
            }
            while !self.at(")")
                && !self.at(";")
                && !self.tokens.at_end()
                && !matches!(self.kind(), TokenKind::Keyword(_))
            {
                self.tokens.advance();
            }
            self.accept(")");
        }
        if !self.accept_keyword("begin") {
            self.expected(msg!("`begin`"));
        }
        let mut invariants = Vec::new();
        loop {
            let abort = self.at_keyword("abortif");
            if self.at_keyword("decl") {
                let declared = self.declaration()?;
                self.locals.extend(declared);
            } else if abort || self.at_keyword("enforce") {
                self.tokens.advance();
                invariants.push((self.expression()?, abort));
                if !self.accept(";") {
                    self.expected(msg!("`;`"));
                }
            } else if !self.accept(";") {
                break;
            }
        }
        let mut body = self.block();
        // Keywords that close a block without an opening one.
        while matches!(self.kind(), TokenKind::Keyword("fi" | "od" | "else" | "elsif")) {
            self.expected(msg!("a statement"));
            self.tokens.advance();
            body.extend(self.block());
        }
        if !self.accept_keyword("end") {
            let message = msg!("expected a statement or `end`, found {}", self.found());
            let error = Diagnostic::error("boolean/syntax", self.tokens.here(), message);
            self.report(error.label(name.span, msg!("this procedure has no `end`")));
        }
        Ok(Function {
            name,
            parameters,
            results,
            results_span,
            locals: std::mem::take(&mut self.locals),
            invariants,
            body,
            labels: std::mem::take(&mut self.labels),
            places: self.places,
            end: self.tokens.before(),
            span: self.tokens.since(start),
        })
    }
}
