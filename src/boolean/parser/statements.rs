//! Statements.

use super::super::lexer::{THREAD_WORDS, TokenKind};
use super::super::syntax::{Branch, Expr, Name, Stmt, StmtKind};
use super::{Parsed, Parser};
use base::{Diagnostic, Span, msg};
use program::cfa::Location;

impl<'a> Parser<'a, '_> {
    /// Statements up to the end of the block.
    pub(super) fn block(&mut self) -> Vec<Stmt<'a>> {
        let mut statements = Vec::new();
        loop {
            while self.accept(";") {}
            if self.ends_block() {
                return statements;
            }
            let before = self.tokens.position();
            match self.statement() {
                Ok(statement) => statements.extend(statement),
                Err(_) => self.recover(before),
            }
        }
    }

    fn ends_block(&self) -> bool {
        match self.kind() {
            TokenKind::End | TokenKind::Symbol("<") => true,
            TokenKind::Keyword(k) => {
                matches!(k, "end" | "fi" | "od" | "else" | "elsif" | "void" | "dfs")
                    || matches!(k, "bool" | "int") && !self.at_bare_declaration()
            }
            _ => false,
        }
    }

    /// Error recovery: skips past `;`, or to a keyword that starts a statement or ends a block, at least one token after
    /// `before`.
    fn recover(&mut self, before: usize) {
        self.tokens.move_past(before);
        loop {
            match self.kind() {
                TokenKind::Symbol(";") => return self.tokens.advance(),
                TokenKind::End => return,
                TokenKind::Keyword(k) if !matches!(k, "T" | "F" | "true" | "false" | "schoose" | "constrain") => return,
                _ => self.tokens.advance(),
            }
        }
    }

    fn new_place(&mut self) -> Location {
        let place = Location(self.places);
        self.places += 1;
        place
    }

    /// A statement, or nothing for a misplaced declaration.
    fn statement(&mut self) -> Parsed<Option<Stmt<'a>>> {
        let start = self.tokens.here();
        let mut labels = 0;
        while matches!(self.kind(), TokenKind::Name(_)) && self.kind_at(1) == TokenKind::Symbol(":") {
            let label = self.name()?;
            self.labels.push((label, Location(self.places)));
            self.tokens.advance();
            labels += 1;
        }
        if start != self.tokens.here() && (self.ends_block() || self.at(";")) {
            let kind = StmtKind::Skip(Vec::new());
            return Ok(Some(Stmt { place: self.new_place(), span: self.tokens.since(start), kind }));
        }
        let start = self.tokens.here();
        let TokenKind::Keyword(keyword) = self.kind() else {
            let statement = self.simple(start)?;
            if matches!(statement.kind, StmtKind::Call { .. }) {
                self.asynchronous_call(labels);
            }
            return Ok(Some(statement));
        };
        match keyword {
            "if" => return self.nested(|p| p.conditional(start)).map(Some),
            "while" => return self.nested(|p| p.repetition(start)).map(Some),
            "decl" => {
                let message = msg!("variables must be declared at the start of a procedure");
                self.report(Diagnostic::error("boolean/syntax", start, message));
                let declared = self.declaration()?;
                self.locals.extend(declared);
                return Ok(None);
            }
            "const" => {
                let message = msg!("constants must be declared outside of procedures");
                return Err(self.report(Diagnostic::error("boolean/syntax", start, message)));
            }
            "bool" | "int" if self.at_bare_declaration() => {
                self.skip_bare_declaration();
                return Ok(None);
            }
            _ => {}
        }
        if THREAD_WORDS.contains(&keyword) {
            return Err(self.threads(keyword, start));
        }
        let place = self.new_place();
        if matches!(keyword, "skip" | "goto" | "return" | "assert" | "assume" | "dead" | "print") {
            self.tokens.advance();
        }
        let kind = match keyword {
            "skip" => StmtKind::Skip(Vec::new()),
            "goto" => StmtKind::Goto(self.list(Self::name)?),
            "return" => StmtKind::Return(if self.at_value() { self.list(Self::expression)? } else { Vec::new() }),
            "assert" => StmtKind::Assert(self.expression()?),
            "assume" => StmtKind::Assume(self.expression()?),
            "dead" => StmtKind::Dead(self.list(Self::name)?),
            "print" => StmtKind::Skip(self.parenthesised(Self::expression)?),
            _ => return Err(self.expected(msg!("a statement"))),
        };
        Ok(Some(Stmt { place, span: self.tokens.since(start), kind }))
    }

    /// Whether a value follows `return`, and not the next statement.
    fn at_value(&self) -> bool {
        match self.kind() {
            TokenKind::Name(_) => {
                let mut after = 1;
                while self.kind_at(after) == TokenKind::Symbol(",")
                    && matches!(self.kind_at(after + 1), TokenKind::Name(_))
                {
                    after += 2;
                }
                !matches!(self.kind_at(after), TokenKind::Symbol(":=" | ":" | "("))
            }
            TokenKind::Number(_) | TokenKind::Keyword("T" | "F" | "true" | "false" | "schoose") => true,
            TokenKind::Symbol("*" | "(" | "!" | "~" | "-" | "'") => true,
            _ => false,
        }
    }

    /// An assignment or call.
    fn simple(&mut self, start: Span) -> Parsed<Stmt<'a>> {
        let place = self.new_place();
        if !matches!(self.kind(), TokenKind::Name(_)) {
            return Err(self.expected(msg!("a statement")));
        }
        if self.kind() == TokenKind::Name("break") && self.kind_at(1) == TokenKind::Symbol(";") {
            return Err(self.foreign("break", msg!("write `goto L`, with a label `L:` after the loop")));
        }
        self.skip_call_word();
        if self.kind_at(1) == TokenKind::Symbol("(") {
            return self.call(place, start, None);
        }
        let targets = self.list(Self::name)?;
        if self.at("=") {
            let error = Diagnostic::error("boolean/syntax", self.tokens.here(), msg!("expected `:=`, found `=`"));
            return Err(self.report(error.suggest(msg!("assignments are written `x := e`"))));
        }
        if !self.accept(":=") {
            return Err(self.expected(if targets.len() == 1 { msg!("`:=`, `(` or `:`") } else { msg!("`:=`") }));
        }
        self.skip_call_word();
        if matches!(self.kind(), TokenKind::Name(_)) && self.kind_at(1) == TokenKind::Symbol("(") {
            return self.call(place, start, Some(targets));
        }
        let values = self.list(Self::expression)?;
        let constraint = if self.accept_keyword("constrain") { Some(self.expression()?) } else { None };
        let kind = StmtKind::Assign { targets, values, constraint };
        Ok(Stmt { place, span: self.tokens.since(start), kind })
    }

    fn call(&mut self, place: Location, start: Span, targets: Option<Vec<Name<'a>>>) -> Parsed<Stmt<'a>> {
        let callee = self.name()?;
        let arguments = self.parenthesised(Self::expression)?;
        Ok(Stmt { place, span: self.tokens.since(start), kind: StmtKind::Call { targets, callee, arguments } })
    }

    /// A condition and the keyword after it. An unreadable condition is replaced, because the rest may be readable.
    fn condition(&mut self, word: &'static str) -> Expr<'a> {
        let condition = self.expression();
        if condition.is_err() {
            while !self.tokens.at_end() && !self.at(";") && !self.ends_block() && !self.at_keyword(word) {
                self.tokens.advance();
            }
            self.accept_keyword(word);
        } else if !self.accept_keyword(word) {
            self.expected(msg!("`{word}`"));
        }
        condition.unwrap_or_else(|_| Expr::unreadable(self.file))
    }

    fn conditional(&mut self, start: Span) -> Parsed<Stmt<'a>> {
        let mut branches = Vec::new();
        while self.at_keyword("elsif") || branches.is_empty() {
            let first = self.tokens.here();
            let place = self.new_place();
            self.tokens.advance();
            let condition = self.condition("then");
            let span = first.to(if condition.span.start < first.start { first } else { condition.span });
            branches.push(Branch { place, span, condition, body: self.block() });
        }
        let otherwise = if self.accept_keyword("else") { self.block() } else { Vec::new() };
        self.close("fi", start);
        let (place, span) = (branches[0].place, branches[0].span);
        Ok(Stmt { place, span, kind: StmtKind::If { branches, otherwise } })
    }

    fn repetition(&mut self, start: Span) -> Parsed<Stmt<'a>> {
        let place = self.new_place();
        self.tokens.advance();
        let condition = self.condition("do");
        let span = start.to(if condition.span.start < start.start { start } else { condition.span });
        let body = self.block();
        self.close("od", start);
        Ok(Stmt { place, span, kind: StmtKind::While(condition, body) })
    }

    /// The keyword that closes the block opened at `start`. If it is missing, the enclosing blocks continue.
    fn close(&mut self, word: &'static str, start: Span) {
        if !self.accept_keyword(word) {
            let message = msg!("expected `{word}`, found {}", self.found());
            let error = Diagnostic::error("boolean/syntax", self.tokens.here(), message);
            self.report(error.label(start, msg!("this has no `{word}`")));
        }
    }
}
