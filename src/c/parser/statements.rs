//! Statements (C11 6.8).

use super::super::syntax::{StmtId, StmtKind};
use super::{Parsed, Parser};
use crate::unsupported::Construct;
use base::{Span, msg, text};

impl Parser<'_> {
    /// `{ … }`, which is a scope.
    pub(super) fn block(&mut self) -> Parsed<StmtId> {
        self.scoped(Self::block_in_scope)
    }

    /// `{ … }`, in the scope around it.
    pub(super) fn block_in_scope(&mut self) -> Parsed<StmtId> {
        let start = self.tokens.here();
        self.expect("{")?;
        let mut statements = Vec::new();
        while self.keyword(0) == Some("__label__") {
            statements.push(self.local_labels()?);
        }
        while !self.at("}") {
            if self.tokens.at_end() {
                return self.unexpected(msg!("`}}`"));
            }
            match self.item() {
                Ok(statement) => statements.extend(statement),
                Err(_) => self.recover(),
            }
        }
        self.tokens.advance();
        let span = self.tokens.since(start);
        Ok(self.statement_node(StmtKind::Block(statements), span))
    }

    /// Skips to the next statement after an error.
    fn recover(&mut self) {
        let mut depth = 0_usize;
        while let Some(token) = self.tokens.peek() {
            if token.is("{") {
                depth += 1;
            } else if token.is("}") {
                if depth == 0 {
                    return;
                }
                depth -= 1;
            }
            let ends = token.is(";") || token.is("}");
            self.tokens.advance();
            if ends && depth == 0 {
                return;
            }
        }
    }

    fn skip_statement(&mut self) {
        while self.tokens.peek().is_some_and(|t| !t.is(";")) {
            self.tokens.advance();
        }
        self.tokens.advance();
    }

    /// A statement or declaration in a block.
    fn item(&mut self) -> Parsed<Option<StmtId>> {
        if self.keyword(0) == Some("_Static_assert") {
            let assertion = self.static_assertion()?;
            let span = assertion.span;
            return Ok(Some(self.statement_node(StmtKind::Assertion(assertion), span)));
        }
        if !self.at_label() && self.starts_declaration() {
            let start = self.tokens.here();
            let declaration = self.declaration()?;
            let span = self.tokens.since(start);
            return Ok(Some(self.statement_node(StmtKind::Declaration(declaration), span)));
        }
        self.nested(|this| this.statement_inside(true)).map(Some)
    }

    /// `__label__ again, done;`
    fn local_labels(&mut self) -> Parsed<StmtId> {
        let start = self.tokens.here();
        self.tokens.advance();
        let mut names = Vec::new();
        loop {
            names.push(self.expect_name(text!("a label"))?);
            if !self.eat(",") {
                break;
            }
        }
        self.expect(";")?;
        let span = self.tokens.since(start);
        Ok(self.statement_node(StmtKind::LocalLabels(names), span))
    }

    fn statement(&mut self) -> Parsed<StmtId> {
        self.nested(|this| this.statement_inside(false))
    }

    /// `in_block`: whether a declaration may follow, so that it may also stand behind labels.
    fn statement_inside(&mut self, in_block: bool) -> Parsed<StmtId> {
        let start = self.tokens.here();
        if self.at("{") {
            return self.block();
        }
        if self.eat(";") {
            return Ok(self.statement_node(StmtKind::Expression(None), start));
        }
        if self.at_label() {
            let Some((name, span)) = self.eat_name() else { return self.unexpected(msg!("a label")) };
            self.tokens.advance();
            self.attributes();
            let labelled = self.labelled(in_block)?;
            let whole = self.tokens.since(start);
            return Ok(self.statement_node(StmtKind::Label(name, span, labelled), whole));
        }
        let kind = match self.keyword(0) {
            Some("if") => self.conditional_statement()?,
            Some("while") => {
                self.tokens.advance();
                let condition = self.parenthesised()?;
                let body = self.scoped(Self::statement)?;
                StmtKind::While(condition, body)
            }
            Some("do") => {
                self.tokens.advance();
                let body = self.scoped(Self::statement)?;
                if !self.eat_keyword("while") {
                    return self.unexpected(msg!("`while`"));
                }
                let condition = self.parenthesised()?;
                self.expect(";")?;
                StmtKind::DoWhile(body, condition)
            }
            Some("for") => self.scoped(Self::for_loop)?,
            Some("switch") => {
                self.tokens.advance();
                let value = self.parenthesised()?;
                let body = self.scoped(Self::statement)?;
                StmtKind::Switch(value, body)
            }
            Some("case") => {
                self.tokens.advance();
                let from = self.conditional()?;
                let to = if self.eat("...") { Some(self.conditional()?) } else { None };
                self.expect(":")?;
                StmtKind::Case(from, to, self.labelled(in_block)?)
            }
            Some("default") => {
                self.tokens.advance();
                self.expect(":")?;
                StmtKind::Default(self.labelled(in_block)?)
            }
            Some("goto") => {
                self.tokens.advance();
                if self.at("*") {
                    self.skip_statement();
                    StmtKind::Unsupported(Construct::ComputedGoto)
                } else {
                    let (name, span) = self.expect_name(text!("a label"))?;
                    self.expect(";")?;
                    StmtKind::Goto(name, span)
                }
            }
            Some(word @ ("break" | "continue")) => {
                self.tokens.advance();
                self.expect(";")?;
                if word == "break" { StmtKind::Break } else { StmtKind::Continue }
            }
            Some("return") => {
                self.tokens.advance();
                let value = if self.at(";") { None } else { Some(self.expression()?) };
                self.expect(";")?;
                StmtKind::Return(value)
            }
            Some("asm") => {
                self.tokens.advance();
                while matches!(self.keyword(0), Some("volatile" | "goto" | "inline")) {
                    self.tokens.advance();
                }
                if !self.at("(") {
                    return self.unexpected(msg!("`(`"));
                }
                self.skip_parentheses();
                self.expect(";")?;
                StmtKind::Unsupported(Construct::Assembly)
            }
            Some("else") => return self.fail(msg!("this `else` has no `if`")),
            Some("__attribute__") => {
                self.attributes();
                self.expect(";")?;
                StmtKind::Expression(None)
            }
            _ => {
                let value = self.expression()?;
                self.expect(";")?;
                StmtKind::Expression(Some(value))
            }
        };
        let span = self.tokens.since(start);
        Ok(self.statement_node(kind, span))
    }

    /// `if … else if … else …`. Chains need no recursion.
    fn conditional_statement(&mut self) -> Parsed<StmtKind> {
        let mut chain = Vec::new();
        let mut rest = None;
        loop {
            let start = self.tokens.here();
            self.tokens.advance();
            let condition = self.parenthesised()?;
            let yes = self.scoped(Self::statement)?;
            chain.push((start, condition, yes));
            if !self.eat_keyword("else") {
                break;
            }
            if self.keyword(0) != Some("if") {
                rest = Some(self.scoped(Self::statement)?);
                break;
            }
        }
        let Some((_, condition, yes)) = chain.first().copied() else { return self.unexpected(msg!("`if`")) };
        for &(start, condition, yes) in chain[1..].iter().rev() {
            let span = self.tokens.since(start);
            rest = Some(self.statement_node(StmtKind::If(condition, yes, rest), span));
        }
        Ok(StmtKind::If(condition, yes, rest))
    }

    /// What follows a label: GNU allows the end of a block, and, as C23, a declaration, which is the next item of the block.
    fn labelled(&mut self, in_block: bool) -> Parsed<StmtId> {
        let declares = self.starts_declaration() || self.keyword(0) == Some("_Static_assert");
        if self.at("}") || in_block && declares && !self.at_label() {
            let span = self.tokens.here();
            return Ok(self.statement_node(StmtKind::Expression(None), Span { end: span.start, ..span }));
        }
        self.nested(|this| this.statement_inside(in_block))
    }

    fn at_label(&self) -> bool {
        self.name_at(0).is_some() && self.at_symbol(1, ":")
    }

    fn parenthesised(&mut self) -> Parsed<super::ExprId> {
        self.expect("(")?;
        let e = self.expression()?;
        self.expect(")")?;
        Ok(e)
    }

    fn for_loop(&mut self) -> Parsed<StmtKind> {
        self.tokens.advance();
        self.expect("(")?;
        let start = self.tokens.here();
        let first = if self.eat(";") {
            None
        } else if self.starts_declaration() {
            let declaration = self.declaration()?;
            let span = self.tokens.since(start);
            Some(self.statement_node(StmtKind::Declaration(declaration), span))
        } else {
            let value = self.expression()?;
            self.expect(";")?;
            let span = self.tokens.since(start);
            Some(self.statement_node(StmtKind::Expression(Some(value)), span))
        };
        let condition = if self.at(";") { None } else { Some(self.expression()?) };
        self.expect(";")?;
        let step = if self.at(")") { None } else { Some(self.expression()?) };
        self.expect(")")?;
        let body = self.scoped(Self::statement)?;
        Ok(StmtKind::For { first, condition, step, body })
    }
}
