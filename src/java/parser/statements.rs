//! Statements.

use super::super::lexer::{Name, TokenKind};
use super::super::syntax::{Catch, ExprId, ExprKind, StmtId, StmtKind, Switch, SwitchGroup};
use super::{Parsed, Parser, Unreadable};
use base::{Diagnostic, Span, msg};

impl Parser<'_> {
    /// `{ .. }`, recovering from statements with errors.
    pub(super) fn block(&mut self) -> Parsed<StmtId> {
        let start = self.tokens.here();
        self.expect("{")?;
        let body = self.scope(|p| p.nested(|p| Ok(p.statements())))?;
        // A missing brace at the end of the file is an error, but the block has been read.
        if self.expect("}").is_err() && !self.tokens.at_end() {
            return Err(Unreadable);
        }
        let span = self.tokens.since(start);
        self.statement_node(StmtKind::Block(body), span)
    }

    /// Statements up to `}`, `case` or `default`.
    fn statements(&mut self) -> Vec<StmtId> {
        let mut body = Vec::new();
        while !self.at("}") && !self.tokens.at_end() && !self.at_keyword("case") && !self.at_keyword("default") {
            let before = self.tokens.position();
            if self.block_statement(&mut body).is_err() {
                self.recover();
                self.tokens.move_past(before);
            }
        }
        body
    }

    /// A statement or a declaration, which may produce several statements.
    fn block_statement(&mut self, body: &mut Vec<StmtId>) -> Parsed<()> {
        let start = self.tokens.here();
        if self.starts_class() {
            body.push(self.local_declaration(start)?);
            return Ok(());
        }
        if self.starts_declaration() {
            body.extend(self.locals()?);
            return self.semicolon();
        }
        body.push(self.statement()?);
        Ok(())
    }

    /// Whether a class is declared here, after modifiers.
    fn starts_class(&self) -> bool {
        let mut ahead = 0;
        while matches!(self.kind_at(ahead), TokenKind::Keyword("abstract" | "final" | "static" | "strictfp")) {
            ahead += 1;
        }
        matches!(self.kind_at(ahead), TokenKind::Keyword("class" | "interface" | "enum")) || self.at_record(ahead)
    }

    pub(super) fn starts_declaration(&self) -> bool {
        if self.at_keyword("final") || (self.at("@") && self.name_at(1)) {
            return true;
        }
        if self.at_word("yield") {
            return false;
        }
        if self.at_keyword("void") {
            return self.name_at(1);
        }
        self.scan_type(0).is_some_and(|ahead| self.name_at(ahead))
    }

    /// A declaration of locals without its semicolon.
    pub(super) fn locals(&mut self) -> Parsed<Vec<StmtId>> {
        let start = self.tokens.here();
        let is_final = self.modifiers().is_final;
        let ty = if self.at_word("var") && self.name_at(1) {
            self.tokens.advance();
            None
        } else {
            Some(self.type_ref()?)
        };
        let mut declarators = Vec::new();
        let mut from = start;
        loop {
            let name = self.name()?;
            let dimensions = self.dimensions();
            let ty = ty.clone().map(|mut ty| {
                ty.dimensions += dimensions;
                ty
            });
            let initializer = if self.accept("=") { Some(self.initializer()?) } else { None };
            let span = self.tokens.since(from);
            declarators.push(self.statement_node(StmtKind::Local { ty, name, is_final, initializer }, span)?);
            if !self.accept(",") {
                return Ok(declarators);
            }
            from = self.tokens.here();
        }
    }

    /// The initial value of a variable.
    pub(super) fn initializer(&mut self) -> Parsed<ExprId> {
        if self.at("{") {
            return self.nested(Self::array_values);
        }
        self.expression()
    }

    /// `{ .. }` as the value of an array; a comma may stand after the last value.
    pub(super) fn array_values(&mut self) -> Parsed<ExprId> {
        let start = self.tokens.here();
        self.expect("{")?;
        let mut values = Vec::new();
        while !self.accept("}") {
            values.push(self.initializer()?);
            if !self.accept(",") {
                self.expect("}")?;
                break;
            }
        }
        self.expression_node(ExprKind::ArrayValues(values), start)
    }

    fn parenthesised(&mut self) -> Parsed<ExprId> {
        self.expect("(")?;
        let e = self.expression()?;
        self.expect(")")?;
        Ok(e)
    }

    pub(super) fn statement(&mut self) -> Parsed<StmtId> {
        self.nested(Self::statement_here)
    }

    fn statement_here(&mut self) -> Parsed<StmtId> {
        let start = self.tokens.here();
        let TokenKind::Keyword(keyword) = *self.kind() else { return self.other_statement(start) };
        match keyword {
            "if" | "while" | "do" | "for" | "switch" | "try" | "synchronized" => self.compound(keyword, start),
            "break" | "continue" => {
                self.tokens.advance();
                let label = if self.name_at(0) { Some(self.name()?) } else { None };
                let kind = if keyword == "break" { StmtKind::Break(label) } else { StmtKind::Continue(label) };
                self.simple(kind, start)
            }
            "return" => {
                self.tokens.advance();
                let value = if self.at(";") || self.at("}") { None } else { Some(self.expression()?) };
                self.simple(StmtKind::Return(value), start)
            }
            "throw" => {
                self.tokens.advance();
                let e = self.expression()?;
                self.simple(StmtKind::Throw(e), start)
            }
            "assert" => {
                self.tokens.advance();
                let condition = self.expression()?;
                let message = if self.accept(":") { Some(self.expression()?) } else { None };
                self.simple(StmtKind::Assert(condition, message), start)
            }
            "else" => Err(self.expected(msg!("a statement"))),
            _ => self.other_statement(start),
        }
    }

    fn simple(&mut self, kind: StmtKind, start: Span) -> Parsed<StmtId> {
        let span = self.tokens.since(start);
        self.semicolon()?;
        self.statement_node(kind, span)
    }

    fn other_statement(&mut self, start: Span) -> Parsed<StmtId> {
        if self.at("{") {
            return self.block();
        }
        if self.accept(";") {
            return self.statement_node(StmtKind::Empty, start);
        }
        if self.name_at(0) && self.at_symbol(1, ":") {
            let label = self.name()?;
            self.tokens.advance();
            let span = self.tokens.since(start);
            let body = self.statement()?;
            return self.statement_node(StmtKind::Labelled(label, body), span);
        }
        if self.at_word("yield") && self.is_yield() {
            self.tokens.advance();
            let e = self.expression()?;
            return self.simple(StmtKind::Yield(e), start);
        }
        if self.starts_declaration() {
            self.locals()?;
            let message = msg!("a declaration cannot be the body of a statement");
            self.report(Diagnostic::error("java/syntax", start, message).suggest(msg!("put braces around it")));
            return self.simple(StmtKind::Empty, start);
        }
        let e = self.expression()?;
        self.require_statement_expression(e);
        self.simple(StmtKind::Expression(e), start)
    }

    /// Whether `yield` starts a yield statement rather than an expression with a variable of that name; a method with this name
    /// needs a receiver (JLS 14.21).
    fn is_yield(&self) -> bool {
        let changes = ["++", "--"].iter().any(|s| self.at_symbol(1, s));
        if changes { !self.at_symbol(2, ";") } else { !["=", ".", "["].iter().any(|s| self.at_symbol(1, s)) }
    }

    /// Only some expressions can be statements (JLS 14.8).
    fn require_statement_expression(&mut self, e: ExprId) {
        use ExprKind as E;
        let expression = &self.tree.expressions[e];
        let (span, effective) = (
            expression.span,
            matches!(
                expression.kind,
                E::Assign { .. }
                    | E::Increment { .. }
                    | E::Call { .. }
                    | E::ConstructorCall { .. }
                    | E::New(_)
                    | E::Erroneous
            ),
        );
        if !effective {
            self.diagnostics.push(Diagnostic::error("java/syntax", span, msg!("this expression is not a statement")));
        }
    }

    fn compound(&mut self, keyword: &'static str, start: Span) -> Parsed<StmtId> {
        self.tokens.advance();
        match keyword {
            "if" => {
                let condition = self.parenthesised()?;
                let span = self.tokens.since(start);
                let then = self.statement()?;
                let otherwise = if self.accept_keyword("else") { Some(self.statement()?) } else { None };
                self.statement_node(StmtKind::If { condition, then, otherwise }, span)
            }
            "while" => {
                let condition = self.parenthesised()?;
                let span = self.tokens.since(start);
                let body = self.statement()?;
                self.statement_node(StmtKind::While(condition, body), span)
            }
            "do" => {
                let span = self.tokens.since(start);
                let body = self.statement()?;
                if !self.accept_keyword("while") {
                    return Err(self.expected(msg!("`while`")));
                }
                let condition = self.parenthesised()?;
                self.semicolon()?;
                self.statement_node(StmtKind::Do(body, condition), span)
            }
            "for" => self.for_loop(start),
            "switch" => {
                let switch = self.switch(false)?;
                let span = start.to(self.tree.expressions[switch.selector].span);
                self.statement_node(StmtKind::Switch(switch), span)
            }
            "try" => self.try_statement(start),
            _ => {
                let lock = self.parenthesised()?;
                let span = self.tokens.since(start);
                let body = self.block()?;
                self.statement_node(StmtKind::Synchronized(lock, body), span)
            }
        }
    }

    fn for_loop(&mut self, start: Span) -> Parsed<StmtId> {
        self.expect("(")?;
        let mut init = Vec::new();
        if self.starts_declaration() {
            if self.is_for_each() {
                return self.for_each(start);
            }
            init = self.locals()?;
        } else if !self.at(";") {
            loop {
                let start = self.tokens.here();
                let e = self.expression()?;
                self.require_statement_expression(e);
                let span = self.tokens.since(start);
                init.push(self.statement_node(StmtKind::Expression(e), span)?);
                if !self.accept(",") {
                    break;
                }
            }
        }
        self.expect(";")?;
        let condition = if self.at(";") { None } else { Some(self.expression()?) };
        self.expect(";")?;
        let update = self.list(")", |p| {
            let e = p.expression()?;
            p.require_statement_expression(e);
            Ok(e)
        })?;
        let span = self.tokens.since(start);
        let body = self.statement()?;
        self.statement_node(StmtKind::For { init, condition, update, body }, span)
    }

    /// The rest of a loop over a collection or array.
    fn for_each(&mut self, start: Span) -> Parsed<StmtId> {
        let is_final = self.modifiers().is_final;
        let ty = if self.at_word("var") && self.name_at(1) {
            self.tokens.advance();
            None
        } else {
            Some(self.type_ref()?)
        };
        let name = self.name()?;
        self.expect(":")?;
        let collection = self.expression()?;
        self.expect(")")?;
        let span = self.tokens.since(start);
        let body = self.statement()?;
        self.statement_node(StmtKind::ForEach { ty, name, is_final, collection, body }, span)
    }

    /// Whether the declaration that starts here is followed by a colon.
    fn is_for_each(&self) -> bool {
        let mut ahead = 0;
        while matches!(self.kind_at(ahead), TokenKind::Keyword("final")) {
            ahead += 1;
        }
        self.scan_type(ahead).is_some_and(|after| self.name_at(after) && self.at_symbol(after + 1, ":"))
    }

    /// A switch statement or expression after its keyword.
    pub(super) fn switch(&mut self, is_expression: bool) -> Parsed<Switch> {
        let selector = self.parenthesised()?;
        self.expect("{")?;
        let outer = std::mem::replace(&mut self.in_switch_expression, is_expression);
        let mut groups = Vec::new();
        let mut result = Ok(());
        let classes = self.local_classes.len();
        while result.is_ok() && !self.at("}") && !self.tokens.at_end() {
            result = self.nested(|p| p.switch_group(&mut groups));
        }
        self.local_classes.truncate(classes);
        self.in_switch_expression = outer;
        result?;
        self.expect("}")?;
        Ok(Switch { selector, groups })
    }

    fn switch_group(&mut self, groups: &mut Vec<SwitchGroup>) -> Parsed<()> {
        let start = self.tokens.here();
        let (mut labels, mut is_default, mut arrow) = (Vec::new(), false, false);
        while self.at_keyword("case") || self.at_keyword("default") {
            if self.at_keyword("default") {
                if is_default {
                    let message = msg!("this switch already has a `default`");
                    self.report(Diagnostic::error("java/duplicate", self.tokens.here(), message));
                }
                self.tokens.advance();
                is_default = true;
            } else {
                self.tokens.advance();
                loop {
                    if self.accept_keyword("default") {
                        is_default = true;
                    } else {
                        labels.push(self.case_label()?);
                    }
                    if !self.accept(",") {
                        break;
                    }
                }
            }
            if self.accept("->") {
                arrow = true;
                break;
            }
            self.expect(":")?;
        }
        if labels.is_empty() && !is_default {
            return Err(self.expected(msg!("`case`, `default` or `}}`")));
        }
        let span = self.tokens.since(start);
        let body = if arrow { vec![self.arrow_body()?] } else { self.statements() };
        groups.push(SwitchGroup { labels, is_default, arrow, body, span });
        Ok(())
    }

    fn case_label(&mut self) -> Parsed<ExprId> {
        let is_pattern = self.scan_type(0).is_some_and(|after| self.name_at(after) || self.at_symbol(after, "("));
        if is_pattern || self.at_keyword("null") {
            let start = self.tokens.here();
            self.unsupported(start, msg!("patterns in `switch` are"), msg!("use `instanceof` in a chain of `if`"));
            while !self.tokens.at_end() && !["->", ":", "{", "}", ";"].iter().any(|s| self.at(s)) {
                self.tokens.advance();
            }
            return self.expression_node(ExprKind::Erroneous, start);
        }
        self.ternary()
    }

    fn arrow_body(&mut self) -> Parsed<StmtId> {
        let start = self.tokens.here();
        if self.at("{") {
            return self.block();
        }
        if self.at_keyword("throw") {
            return self.statement();
        }
        let e = self.expression()?;
        if self.in_switch_expression {
            return self.simple(StmtKind::Yield(e), start);
        }
        self.require_statement_expression(e);
        self.simple(StmtKind::Expression(e), start)
    }

    fn try_statement(&mut self, start: Span) -> Parsed<StmtId> {
        let resources = if self.accept("(") { self.resources()? } else { Vec::new() };
        let span = self.tokens.since(start);
        let mut body = self.block()?;
        let has_resources = !resources.is_empty();
        body = self.with_resources(resources, body)?;
        let mut catches = Vec::new();
        while self.at_keyword("catch") {
            catches.push(self.catch()?);
        }
        let finally = if self.accept_keyword("finally") { Some(self.block()?) } else { None };
        self.tree.has_try = true;
        if has_resources && catches.is_empty() && finally.is_none() {
            return Ok(body);
        }
        if catches.is_empty() && finally.is_none() {
            return Err(self.expected(msg!("`catch` or `finally`")));
        }
        self.statement_node(StmtKind::Try { body, catches, finally }, span)
    }

    fn catch(&mut self) -> Parsed<Catch> {
        let start = self.tokens.here();
        self.tokens.advance();
        self.expect("(")?;
        self.modifiers();
        let mut types = vec![self.type_ref()?];
        while self.accept("|") {
            types.push(self.type_ref()?);
        }
        let name: Name = self.name()?;
        self.expect(")")?;
        let span = self.tokens.since(start);
        let body = self.block()?;
        Ok(Catch { types, name, body, span, is_implicit: self.is_synthetic() })
    }
}
