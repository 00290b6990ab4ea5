//! Expressions by precedence climbing.

use super::super::lexer::TokenKind;
use super::super::syntax::{BinaryOperator, Creation, ExprId, ExprKind, Literal, Receiver, TypeRef, UnaryOperator};
use super::super::texts::unescaped;
use super::{Parsed, Parser};
use base::{Diagnostic, Span, msg};

/// A binary operator with its number of tokens.
enum Infix {
    Operator(BinaryOperator, usize),
    InstanceOf,
}

/// The precedence of `instanceof` and relational operators.
const RELATIONAL: u8 = 7;

impl Parser<'_> {
    pub(super) fn expression(&mut self) -> Parsed<ExprId> {
        self.nested(Self::assignment)
    }

    fn assignment(&mut self) -> Parsed<ExprId> {
        if self.at_lambda() {
            return self.lambda();
        }
        let start = self.tokens.here();
        let target = self.ternary()?;
        let Some((operator, length)) = self.assignment_operator() else { return Ok(target) };
        use ExprKind as E;
        let e = &self.tree.expressions[target];
        if !matches!(e.kind, E::Name(_) | E::Field { .. } | E::SuperField(_) | E::Index { .. } | E::Erroneous) {
            let span = e.span;
            self.diagnostics.push(Diagnostic::error(
                "java/syntax",
                span,
                msg!("only variables and fields can be assigned"),
            ));
        }
        self.tokens.skip(length);
        let value = self.expression()?;
        self.expression_node(E::Assign { target, operator, value }, start)
    }

    fn assignment_operator(&self) -> Option<(Option<BinaryOperator>, usize)> {
        use BinaryOperator as B;
        let TokenKind::Symbol(symbol) = self.kind() else { return None };
        let operator = match *symbol {
            "=" => return Some((None, 1)),
            "+=" => B::Add,
            "-=" => B::Subtract,
            "*=" => B::Multiply,
            "/=" => B::Divide,
            "%=" => B::Remainder,
            "&=" => B::And,
            "|=" => B::Or,
            "^=" => B::Xor,
            "<<=" => B::ShiftLeft,
            ">" if self.glued(1, ">=") => return Some((Some(B::ShiftRight), 2)),
            ">" if self.glued(1, ">") && self.glued(2, ">=") => return Some((Some(B::ShiftRightUnsigned), 3)),
            _ => return None,
        };
        Some((Some(operator), 1))
    }

    /// Whether the token `ahead` is `symbol` and adjacent to the previous one.
    fn glued(&self, ahead: usize, symbol: &str) -> bool {
        let place = |ahead| self.tokens.peek_nth(ahead).map(|token| token.span);
        let (before, here) = (place(ahead - 1), place(ahead));
        self.at_symbol(ahead, symbol) && before.map(|span| span.end) == here.map(|span| span.start)
    }

    pub(super) fn ternary(&mut self) -> Parsed<ExprId> {
        let start = self.tokens.here();
        let condition = self.binary(0)?;
        if !self.accept("?") {
            return Ok(condition);
        }
        let yes = self.expression()?;
        self.expect(":")?;
        let no = if self.at_lambda() { self.lambda()? } else { self.nested(Self::ternary)? };
        self.expression_node(ExprKind::Conditional(condition, yes, no), start)
    }

    fn infix(&self) -> Option<(Infix, u8)> {
        use BinaryOperator as B;
        let symbol = match self.kind() {
            TokenKind::Symbol(symbol) => *symbol,
            TokenKind::Keyword("instanceof") => return Some((Infix::InstanceOf, RELATIONAL)),
            _ => return None,
        };
        let (operator, precedence, length) = match symbol {
            "||" => (B::OrElse, 1, 1),
            "&&" => (B::AndThen, 2, 1),
            "|" => (B::Or, 3, 1),
            "^" => (B::Xor, 4, 1),
            "&" => (B::And, 5, 1),
            "==" => (B::Equal, 6, 1),
            "!=" => (B::NotEqual, 6, 1),
            "<" => (B::Less, RELATIONAL, 1),
            "<=" => (B::LessEqual, RELATIONAL, 1),
            ">=" => (B::GreaterEqual, RELATIONAL, 1),
            ">" if self.glued(1, ">=") || (self.glued(1, ">") && self.glued(2, ">=")) => return None,
            ">" if self.glued(1, ">") && self.glued(2, ">") => (B::ShiftRightUnsigned, 8, 3),
            ">" if self.glued(1, ">") => (B::ShiftRight, 8, 2),
            ">" => (B::Greater, RELATIONAL, 1),
            "<<" => (B::ShiftLeft, 8, 1),
            "+" => (B::Add, 9, 1),
            "-" => (B::Subtract, 9, 1),
            "*" => (B::Multiply, 10, 1),
            "/" => (B::Divide, 10, 1),
            "%" => (B::Remainder, 10, 1),
            _ => return None,
        };
        Some((Infix::Operator(operator, length), precedence))
    }

    fn binary(&mut self, least: u8) -> Parsed<ExprId> {
        let start = self.tokens.here();
        let mut left = self.unary()?;
        while let Some((infix, precedence)) = self.infix().filter(|&(_, precedence)| precedence > least) {
            left = match infix {
                Infix::Operator(operator, length) => {
                    self.tokens.skip(length);
                    let right = self.nested(|p| p.binary(precedence))?;
                    self.expression_node(ExprKind::Binary(operator, left, right), start)?
                }
                Infix::InstanceOf => {
                    self.tokens.advance();
                    self.accept_keyword("final");
                    let ty = self.type_ref()?;
                    if self.at("(") {
                        self.unsupported(
                            self.tokens.here(),
                            msg!("record patterns are"),
                            msg!("test the class, then read its fields"),
                        );
                        self.skip_balanced();
                    }
                    let binding = if self.name_at(0) { Some(self.name()?) } else { None };
                    self.expression_node(ExprKind::InstanceOf { operand: left, ty, binding }, start)?
                }
            };
        }
        Ok(left)
    }

    fn unary(&mut self) -> Parsed<ExprId> {
        let start = self.tokens.here();
        let TokenKind::Symbol(symbol) = *self.kind() else { return self.postfix() };
        let operator = match symbol {
            "+" => UnaryOperator::Plus,
            "-" => UnaryOperator::Minus,
            "!" => UnaryOperator::Not,
            "~" => UnaryOperator::Complement,
            "++" | "--" => {
                self.tokens.advance();
                let target = self.nested(Self::unary)?;
                return self.increment(true, symbol == "--", target, start);
            }
            "(" if self.at_cast() => {
                self.tokens.advance();
                let ty = self.type_ref()?;
                let mut others = Vec::new();
                while self.accept("&") {
                    others.push(self.type_ref()?);
                }
                self.expect(")")?;
                let is_lambda = self.at_lambda();
                let mut operand = if is_lambda { self.lambda()? } else { self.nested(Self::unary)? };
                if !is_lambda {
                    // Each of the types is checked.
                    for ty in others.into_iter().rev() {
                        operand = self.expression_node(ExprKind::Cast(ty, operand), start)?;
                    }
                }
                return self.expression_node(ExprKind::Cast(ty, operand), start);
            }
            _ => return self.postfix(),
        };
        self.tokens.advance();
        // The smallest numbers have no positive counterpart, so the sign belongs to the literal (JLS 3.10.1).
        if let (UnaryOperator::Minus, &TokenKind::Integer { magnitude, decimal: true, long }) = (operator, self.kind())
        {
            let limit = if long { 1 << 63 } else { 1 << 31 };
            if magnitude == limit && !self.at_symbol(1, ".") {
                self.tokens.advance();
                let literal = if long { Literal::Long(i64::MIN) } else { Literal::Int(i32::MIN) };
                return self.expression_node(ExprKind::Literal(literal), start);
            }
        }
        let operand = self.nested(Self::unary)?;
        self.expression_node(ExprKind::Unary(operator, operand), start)
    }

    fn increment(&mut self, prefix: bool, decrement: bool, target: ExprId, start: Span) -> Parsed<ExprId> {
        use ExprKind as E;
        let e = &self.tree.expressions[target];
        if !matches!(e.kind, E::Name(_) | E::Field { .. } | E::SuperField(_) | E::Index { .. } | E::Erroneous) {
            let span = e.span;
            self.diagnostics.push(Diagnostic::error(
                "java/syntax",
                span,
                msg!("only variables and fields can be changed"),
            ));
        }
        self.expression_node(E::Increment { prefix, decrement, target }, start)
    }

    /// Whether the parenthesis here starts a cast: a type in parentheses before something that cannot be a right operand.
    fn at_cast(&self) -> bool {
        let Some(mut after) = self.scan_type(1) else { return false };
        let primitive = matches!(self.kind_at(1), TokenKind::Keyword(_)) && !self.at_symbol(after - 1, "]");
        while self.at_symbol(after, "&") {
            let Some(next) = self.scan_type(after + 1) else { return false };
            after = next;
        }
        if !self.at_symbol(after, ")") {
            return false;
        }
        match self.kind_at(after + 1) {
            _ if primitive => true,
            TokenKind::Name(_) | TokenKind::Text | TokenKind::Character(_) => true,
            TokenKind::Integer { .. } | TokenKind::Float { .. } => true,
            TokenKind::Symbol(s) => matches!(*s, "(" | "!" | "~"),
            TokenKind::Keyword(k) => matches!(*k, "this" | "super" | "new" | "null" | "true" | "false" | "switch"),
            TokenKind::End => false,
        }
    }

    /// The rest of `new T[n][]` or `new T[] { .. }`.
    fn array_creation(&mut self, mut ty: TypeRef, start: Span) -> Parsed<ExprId> {
        let mut sizes = Vec::new();
        let mut values = None;
        if ty.dimensions > 0 {
            values = Some(self.array_values()?);
        } else {
            while self.at("[") && !self.at_symbol(1, "]") {
                self.tokens.advance();
                sizes.push(self.expression()?);
                self.expect("]")?;
                ty.dimensions += 1;
            }
            ty.dimensions += self.dimensions();
        }
        self.expression_node(ExprKind::NewArray { ty, sizes, values }, start)
    }

    fn postfix(&mut self) -> Parsed<ExprId> {
        let start = self.tokens.here();
        let mut e = self.primary()?;
        loop {
            if self.at("++") || self.at("--") {
                let decrement = self.at("--");
                self.tokens.advance();
                e = self.increment(false, decrement, e, start)?;
            } else if self.at("[") {
                self.tokens.advance();
                let index = self.expression()?;
                self.expect("]")?;
                e = self.expression_node(ExprKind::Index { array: e, index }, start)?;
            } else if self.at("::") {
                e = self.reference(Receiver::Of(e), start)?;
            } else if self.accept(".") {
                e = self.selection(e, start)?;
            } else {
                return Ok(e);
            }
        }
    }

    /// The part after a dot.
    fn selection(&mut self, object: ExprId, start: Span) -> Parsed<ExprId> {
        match *self.kind() {
            TokenKind::Keyword("new") => return self.creation(Some(object), start),
            TokenKind::Keyword("this") => {
                self.tokens.advance();
                return self.expression_node(ExprKind::ThisOf(object), start);
            }
            TokenKind::Keyword("class") => {
                self.tokens.advance();
                return self.expression_node(ExprKind::ClassLiteral(Some(object)), start);
            }
            TokenKind::Keyword("super") => return self.super_of(object, start),
            _ => {}
        }
        self.type_arguments()?;
        let name = self.name()?;
        if self.accept("(") {
            let arguments = self.list(")", Self::expression)?;
            return self.expression_node(ExprKind::Call { receiver: Receiver::Of(object), name, arguments }, start);
        }
        self.expression_node(ExprKind::Field { object, name }, start)
    }

    /// `e.super(..)`, `C.super.m(..)` or `C.super::m`, after the dot.
    fn super_of(&mut self, object: ExprId, start: Span) -> Parsed<ExprId> {
        self.tokens.advance();
        if self.accept("(") {
            let arguments = self.arguments()?;
            let kind = ExprKind::ConstructorCall { is_super: true, outer: Some(object), arguments };
            return self.expression_node(kind, start);
        }
        if self.at("::") {
            return self.reference(Receiver::SuperOf(object), start);
        }
        self.expect(".")?;
        self.type_arguments()?;
        let name = self.name()?;
        self.expect("(")?;
        let arguments = self.arguments()?;
        self.expression_node(ExprKind::Call { receiver: Receiver::SuperOf(object), name, arguments }, start)
    }

    fn primary(&mut self) -> Parsed<ExprId> {
        let start = self.tokens.here();
        if let Some(ty) = self.type_before_reference(start)? {
            return Ok(ty);
        }
        let literal = match self.kind() {
            TokenKind::Integer { magnitude, decimal, long } => self.integer(*magnitude, *decimal, *long, start),
            &TokenKind::Float { single, bits } => {
                let value = bits.map(f64::from_bits);
                if single { Literal::Float(value) } else { Literal::Double(value) }
            }
            TokenKind::Character(c) => Literal::Character(*c),
            TokenKind::Text => Literal::Text,
            TokenKind::Keyword("true") => Literal::Boolean(true),
            TokenKind::Keyword("false") => Literal::Boolean(false),
            TokenKind::Keyword("null") => Literal::Null,
            TokenKind::Name(_) => {
                let name = self.name()?;
                if self.accept("(") {
                    let arguments = self.list(")", Self::expression)?;
                    return self
                        .expression_node(ExprKind::Call { receiver: Receiver::Implicit, name, arguments }, start);
                }
                let is_qualifier = self.at(".") || self.at("::");
                let name = self.local_class(&name).filter(|_| is_qualifier).unwrap_or(name);
                return self.expression_node(ExprKind::Name(name), start);
            }
            TokenKind::Symbol("?") if self.is_synthetic() => {
                self.tokens.advance();
                let is_object = self.accept("!");
                let ty = self.type_ref()?;
                return self.expression_node(ExprKind::Any { ty, is_object }, start);
            }
            TokenKind::Symbol("(") => {
                self.tokens.advance();
                let e = self.expression()?;
                self.expect(")")?;
                return Ok(e);
            }
            TokenKind::Keyword(keyword) => return self.primary_keyword(keyword, start),
            _ => return Err(self.expected(msg!("an expression"))),
        };
        self.tokens.advance();
        let e = self.expression_node(ExprKind::Literal(literal), start)?;
        if literal == Literal::Text
            && let written = self.text.get(start.start as usize..start.end as usize).and_then(unescaped)
            && let Some(text) = written.map(Into::into).or_else(|| self.generated.pop_front())
        {
            self.tree.texts.insert(e, text);
        }
        Ok(e)
    }

    fn integer(&mut self, magnitude: u64, decimal: bool, long: bool, span: Span) -> Literal {
        let bits = if long { 64 } else { 32 };
        let limit = if decimal { (1_u64 << (bits - 1)) - 1 } else { u64::MAX >> (64 - bits) };
        if magnitude > limit {
            let advice = (!long).then(|| msg!("write `L` after it to make it a `long`"));
            let error = Diagnostic::error("java/syntax", span, msg!("this number is too large")).suggest(advice);
            self.diagnostics.push(error);
        }
        if long { Literal::Long(magnitude as i64) } else { Literal::Int(magnitude as u32 as i32) }
    }

    fn primary_keyword(&mut self, keyword: &'static str, start: Span) -> Parsed<ExprId> {
        match keyword {
            "this" => {
                self.tokens.advance();
                if self.accept("(") {
                    let arguments = self.list(")", Self::expression)?;
                    return self
                        .expression_node(ExprKind::ConstructorCall { is_super: false, outer: None, arguments }, start);
                }
                self.expression_node(ExprKind::This, start)
            }
            "super" => {
                self.tokens.advance();
                if self.accept("(") {
                    let arguments = self.list(")", Self::expression)?;
                    return self
                        .expression_node(ExprKind::ConstructorCall { is_super: true, outer: None, arguments }, start);
                }
                if self.at("::") {
                    return self.reference(Receiver::Super, start);
                }
                self.expect(".")?;
                self.type_arguments()?;
                let name = self.name()?;
                if self.accept("(") {
                    let arguments = self.list(")", Self::expression)?;
                    return self.expression_node(ExprKind::Call { receiver: Receiver::Super, name, arguments }, start);
                }
                self.expression_node(ExprKind::SuperField(name), start)
            }
            "new" => self.creation(None, start),
            "switch" => {
                self.tokens.advance();
                let switch = self.switch(true)?;
                self.expression_node(ExprKind::Switch(switch), start)
            }
            _ if self.at_primitive() || keyword == "void" => {
                let ty = self.type_ref()?;
                if self.at(".") && matches!(self.kind_at(1), TokenKind::Keyword("class")) {
                    self.tokens.advance();
                    self.tokens.advance();
                    return self.expression_node(ExprKind::ClassLiteral(None), start);
                }
                if ty.dimensions == 0 {
                    return Err(self.expected(msg!("`.class`")));
                }
                self.array_constructor(ty, start)
            }
            _ => Err(self.expected(msg!("an expression"))),
        }
    }

    /// `new ..`, after the object before it.
    fn creation(&mut self, outer: Option<ExprId>, start: Span) -> Parsed<ExprId> {
        self.tokens.advance();
        let class = self.type_ref()?;
        if self.at("[") || class.dimensions > 0 {
            return self.array_creation(class, start);
        }
        self.expect("(")?;
        let arguments = self.list(")", Self::expression)?;
        let body = if self.at("{") { Some(self.anonymous_class(&class)?) } else { None };
        self.expression_node(ExprKind::New(Creation { class, arguments, outer, body, is_constant: false }), start)
    }
}
