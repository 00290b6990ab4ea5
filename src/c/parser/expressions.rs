//! Expressions (C11 6.5).

use crate::unsupported::Construct;
use std::rc::Rc;

use super::super::constants;
use super::super::lexer::Lexeme;
use super::super::syntax::{Designator, ExprId, ExprKind, Infix, Prefix, TypeName};
use super::super::types::Integer;
use super::{Parsed, Parser};
use base::{Diagnostic, Span, msg, text};
use program::objects::{Binary, Comparison};

impl Parser<'_> {
    /// An expression, with commas.
    pub(super) fn expression(&mut self) -> Parsed<ExprId> {
        let mut left = self.assignment()?;
        while self.eat(",") {
            let right = self.assignment()?;
            let span = self.span(left).cover(self.span(right));
            left = self.expression_node(ExprKind::Comma(left, right), span, &[left, right])?;
        }
        Ok(left)
    }

    fn span(&self, e: ExprId) -> Span {
        self.tree.expressions[e].span
    }

    /// An assignment expression.
    pub(super) fn assignment(&mut self) -> Parsed<ExprId> {
        self.nested(|this| {
            let left = this.conditional()?;
            let Some(Lexeme::Symbol(symbol)) = this.tokens.peek().map(|t| t.kind) else { return Ok(left) };
            let operator = match symbol {
                "=" => None,
                _ => match compound(symbol) {
                    Some(operator) => Some(operator),
                    None => return Ok(left),
                },
            };
            this.tokens.advance();
            let right = this.assignment()?;
            let kind = match operator {
                None => ExprKind::Assign(left, right),
                Some(operator) => ExprKind::Compound(operator, left, right),
            };
            let span = this.span(left).cover(this.span(right));
            this.expression_node(kind, span, &[left, right])
        })
    }

    /// A conditional expression.
    pub(super) fn conditional(&mut self) -> Parsed<ExprId> {
        let condition = self.binary(0)?;
        if !self.eat("?") {
            return Ok(condition);
        }
        self.nested(|this| {
            let yes = if this.at(":") { None } else { Some(this.expression()?) };
            this.expect(":")?;
            let no = this.conditional()?;
            let span = this.span(condition).cover(this.span(no));
            let parts = [condition, yes.unwrap_or(no), no];
            this.expression_node(ExprKind::Conditional(condition, yes, no), span, &parts)
        })
    }

    fn binary(&mut self, least: u32) -> Parsed<ExprId> {
        let mut left = self.unary()?;
        while let Some(Lexeme::Symbol(symbol)) = self.tokens.peek().map(|t| t.kind) {
            let Some((operator, strength)) = infix(symbol).filter(|&(_, strength)| strength >= least) else { break };
            self.tokens.advance();
            let right = self.binary(strength + 1)?;
            let span = self.span(left).cover(self.span(right));
            left = self.expression_node(ExprKind::Infix(operator, left, right), span, &[left, right])?;
        }
        Ok(left)
    }

    /// A unary or cast expression.
    fn unary(&mut self) -> Parsed<ExprId> {
        self.nested(|this| {
            let start = this.tokens.here();
            let Some(token) = this.tokens.peek() else { return this.unexpected(msg!("an expression")) };
            if let Lexeme::Symbol(symbol) = token.kind {
                let prefix = match symbol {
                    "+" => Prefix::Plus,
                    "-" => Prefix::Negate,
                    "~" => Prefix::Complement,
                    "!" => Prefix::Not,
                    "*" => Prefix::Dereference,
                    "&" => Prefix::Address,
                    "++" | "--" => {
                        let by = if symbol == "++" { 1 } else { -1 };
                        this.tokens.advance();
                        let operand = this.unary()?;
                        let span = start.cover(this.span(operand));
                        return this.expression_node(
                            ExprKind::Step { operand, by, is_postfix: false },
                            span,
                            &[operand],
                        );
                    }
                    "(" if this.starts_type(1) => {
                        let name = this.parenthesised_type()?;
                        if this.at("{") {
                            return this.compound_literal(name, start);
                        }
                        let operand = this.unary()?;
                        let span = start.cover(this.span(operand));
                        return this.expression_node(ExprKind::Cast(name, operand), span, &[operand]);
                    }
                    "&&" => {
                        this.tokens.advance();
                        this.expect_name(text!("a label"))?;
                        let span = this.tokens.since(start);
                        return this.expression_node(ExprKind::Unsupported(Construct::LabelAddress), span, &[]);
                    }
                    _ => return this.postfix(),
                };
                this.tokens.advance();
                let operand = this.unary()?;
                if prefix == Prefix::Address {
                    this.remember_address(operand);
                }
                let span = start.cover(this.span(operand));
                return this.expression_node(ExprKind::Prefix(prefix, operand), span, &[operand]);
            }
            match this.keyword(0) {
                Some("__extension__") => {
                    this.tokens.advance();
                    this.unary()
                }
                Some("__imag__" | "__real__") => {
                    this.tokens.advance();
                    let operand = this.unary()?;
                    let span = start.cover(this.span(operand));
                    this.expression_node(ExprKind::Unsupported(Construct::ComplexNumber), span, &[operand])
                }
                Some(word @ ("sizeof" | "_Alignof" | "__alignof__")) => {
                    this.tokens.advance();
                    if this.at("(") && this.starts_type(1) {
                        let name = this.parenthesised_type()?;
                        if this.at("{") {
                            let operand = this.compound_literal(name, start)?;
                            let span = this.tokens.since(start);
                            return this.expression_node(ExprKind::SizeOf(operand), span, &[operand]);
                        }
                        let kind = match word {
                            "sizeof" => ExprKind::SizeOfType(name),
                            "_Alignof" => ExprKind::AlignOfType(name),
                            _ => ExprKind::PreferredAlignOfType(name),
                        };
                        let span = this.tokens.since(start);
                        return this.expression_node(kind, span, &[]);
                    }
                    let operand = this.unary()?;
                    let span = start.cover(this.span(operand));
                    let kind = match word {
                        "sizeof" => ExprKind::SizeOf(operand),
                        _ => ExprKind::Unsupported(Construct::ExpressionAlignment),
                    };
                    this.expression_node(kind, span, &[operand])
                }
                _ => this.postfix(),
            }
        })
    }

    /// Remembers that the address of a variable is taken.
    fn remember_address(&mut self, mut operand: ExprId) {
        loop {
            operand = match &self.tree.expressions[operand].kind {
                ExprKind::Name(name) => {
                    self.addressed.insert(name.clone());
                    return;
                }
                ExprKind::Member { object, arrow: false, .. } => *object,
                ExprKind::Index(object, _) => *object,
                _ => return,
            };
        }
    }

    /// `(type name)`.
    fn parenthesised_type(&mut self) -> Parsed<Rc<TypeName>> {
        self.expect("(")?;
        let name = self.type_name()?;
        self.expect(")")?;
        Ok(name)
    }

    fn compound_literal(&mut self, name: Rc<TypeName>, start: Span) -> Parsed<ExprId> {
        let initialiser = self.initialiser()?;
        let span = self.tokens.since(start);
        let literal = self.expression_node(ExprKind::Literal(name, Rc::new(initialiser)), span, &[])?;
        self.postfix_of(literal)
    }

    fn postfix(&mut self) -> Parsed<ExprId> {
        let primary = self.primary()?;
        self.postfix_of(primary)
    }

    fn postfix_of(&mut self, mut e: ExprId) -> Parsed<ExprId> {
        loop {
            let Some(Lexeme::Symbol(symbol)) = self.tokens.peek().map(|t| t.kind) else { return Ok(e) };
            let start = self.span(e);
            match symbol {
                "[" => {
                    self.tokens.advance();
                    let index = self.expression()?;
                    self.expect("]")?;
                    let span = self.tokens.since(start);
                    e = self.expression_node(ExprKind::Index(e, index), span, &[e, index])?;
                }
                "(" => {
                    if matches!(self.tree.expressions[e].kind, ExprKind::Name(_))
                        && self.tokens.previous().is_some_and(|t| t.is(")"))
                    {
                        self.tree.parenthesised.insert(e);
                    }
                    self.tokens.advance();
                    let arguments = self.arguments()?;
                    let mut parts = arguments.clone();
                    parts.push(e);
                    let span = self.tokens.since(start);
                    e = self.expression_node(ExprKind::Call(e, arguments), span, &parts)?;
                }
                "." | "->" => {
                    self.tokens.advance();
                    let (member, at) = self.expect_name(text!("the name of a member"))?;
                    let kind = ExprKind::Member { object: e, member, span: at, arrow: symbol == "->" };
                    e = self.expression_node(kind, start.cover(at), &[e])?;
                }
                "++" | "--" => {
                    self.tokens.advance();
                    let by = if symbol == "++" { 1 } else { -1 };
                    let kind = ExprKind::Step { operand: e, by, is_postfix: true };
                    let span = self.tokens.since(start);
                    e = self.expression_node(kind, span, &[e])?;
                }
                _ => return Ok(e),
            }
        }
    }

    /// The arguments of a call, after `(`.
    fn arguments(&mut self) -> Parsed<Vec<ExprId>> {
        let mut arguments = Vec::new();
        if self.eat(")") {
            return Ok(arguments);
        }
        loop {
            arguments.push(self.assignment()?);
            if !self.eat(",") {
                break;
            }
        }
        self.expect(")")?;
        Ok(arguments)
    }

    fn primary(&mut self) -> Parsed<ExprId> {
        let span = self.tokens.here();
        let Some(token) = self.tokens.peek() else { return self.unexpected(msg!("an expression")) };
        match token.kind {
            Lexeme::Number => {
                let kind = match constants::integer(&token.text, self.model) {
                    Some((value, ty)) => ExprKind::Integer(value, ty),
                    None if constants::is_floating(&token.text) => {
                        let name = constants::floating(&token.text).unwrap_or("constant of this type");
                        ExprKind::Floating(token.text.clone(), name)
                    }
                    None => {
                        let message = msg!("`{}` is not a number of 64 bits", token.text);
                        self.diagnostics.push(Diagnostic::error("c/literal", span, message));
                        ExprKind::Integer(0, Integer::INT)
                    }
                };
                self.tokens.advance();
                self.expression_node(kind, span, &[])
            }
            Lexeme::Character => {
                let value = constants::character(&token.text);
                if value.is_none() {
                    self.diagnostics.push(Diagnostic::error("c/literal", span, msg!("this character cannot be read")));
                }
                let ty = constants::wide(&token.text, self.model).unwrap_or(Integer::INT);
                let value = ty.wrap(value.unwrap_or(0), self.model);
                self.tokens.advance();
                self.expression_node(ExprKind::Integer(value, ty), span, &[])
            }
            Lexeme::Text => {
                let text = self.text();
                let span = self.tokens.since(span);
                self.expression_node(text, span, &[])
            }
            Lexeme::Symbol("(") => {
                self.tokens.advance();
                if self.at("{") {
                    return self.nested(|this| {
                        let block = this.block()?;
                        this.expect(")")?;
                        let span = this.tokens.since(span);
                        this.expression_node(ExprKind::Statement(block), span, &[])
                    });
                }
                let inside = self.expression()?;
                self.expect(")")?;
                Ok(inside)
            }
            Lexeme::Identifier => self.named(span),
            Lexeme::Symbol(_) | Lexeme::Stray => self.unexpected(msg!("an expression")),
        }
    }

    /// `(chooses, type: chosen, …)`, after `_Generic`.
    fn generic(&mut self, start: Span) -> Parsed<ExprId> {
        self.expect("(")?;
        let chooses = self.assignment()?;
        let (mut choices, mut parts) = (Vec::new(), vec![chooses]);
        while self.eat(",") {
            let name = if self.eat_keyword("default") { None } else { Some(self.type_name()?) };
            self.expect(":")?;
            let chosen = self.assignment()?;
            choices.push((name, chosen));
            parts.push(chosen);
        }
        if choices.is_empty() {
            return self.unexpected(msg!("`,`"));
        }
        self.expect(")")?;
        let span = self.tokens.since(start);
        self.expression_node(ExprKind::Generic(chooses, choices), span, &parts)
    }

    fn named(&mut self, span: Span) -> Parsed<ExprId> {
        if self.keyword(0) == Some("_Generic") {
            self.tokens.advance();
            return self.nested(|this| this.generic(span));
        }
        let before = self.tokens.position();
        let Some((name, _)) = self.eat_name() else { return self.unexpected(msg!("an expression")) };
        match &*name {
            "__builtin_offsetof" => {
                self.expect("(")?;
                let of = self.type_name()?;
                self.expect(",")?;
                let (member, at) = self.expect_name(text!("the name of a member"))?;
                let mut path = vec![Designator::Member(member, at)];
                loop {
                    if self.eat(".") {
                        let (member, at) = self.expect_name(text!("the name of a member"))?;
                        path.push(Designator::Member(member, at));
                    } else if self.eat("[") {
                        path.push(Designator::Index(self.expression()?, None));
                        self.expect("]")?;
                    } else {
                        break;
                    }
                }
                self.expect(")")?;
                let span = self.tokens.since(span);
                self.expression_node(ExprKind::OffsetOf(of, path), span, &[])
            }
            "__builtin_types_compatible_p" => {
                self.expect("(")?;
                let one = self.type_name()?;
                self.expect(",")?;
                let other = self.type_name()?;
                self.expect(")")?;
                let span = self.tokens.since(span);
                self.expression_node(ExprKind::TypesCompatible(one, other), span, &[])
            }
            "__builtin_va_arg" | "__builtin_va_start" | "__builtin_va_end" | "__builtin_va_copy" => {
                self.skip_parentheses();
                let span = self.tokens.since(span);
                self.expression_node(ExprKind::Unsupported(Construct::VariadicArguments), span, &[])
            }
            _ if GNU_FUNCTIONS.contains(&&*name) => {
                self.skip_parentheses();
                let span = self.tokens.since(span);
                self.expression_node(ExprKind::Unsupported(Construct::Function(name)), span, &[])
            }
            _ if self.names_type(&name) => {
                self.tokens.move_to(before);
                self.unexpected(msg!("an expression"))
            }
            _ => self.expression_node(ExprKind::Name(name), span, &[]),
        }
    }
}

/// Functions of GCC that are keywords, as their arguments are types, or their results have other types than functions can.
pub(crate) const GNU_FUNCTIONS: [&str; 7] = [
    "__builtin_call_with_static_chain",
    "__builtin_complex",
    "__builtin_convertvector",
    "__builtin_has_attribute",
    "__builtin_shuffle",
    "__builtin_shufflevector",
    "__builtin_tgmath",
];

fn infix(symbol: &str) -> Option<(Infix, u32)> {
    use Infix::{And, Arithmetic, Compare, Or};
    Some(match symbol {
        "||" => (Or, 0),
        "&&" => (And, 1),
        "|" => (Arithmetic(Binary::Or), 2),
        "^" => (Arithmetic(Binary::Xor), 3),
        "&" => (Arithmetic(Binary::And), 4),
        "==" => (Compare(Comparison::Equal), 5),
        "!=" => (Compare(Comparison::NotEqual), 5),
        "<" => (Compare(Comparison::Less), 6),
        ">" => (Compare(Comparison::Greater), 6),
        "<=" => (Compare(Comparison::LessEqual), 6),
        ">=" => (Compare(Comparison::GreaterEqual), 6),
        "<<" => (Arithmetic(Binary::ShiftLeft), 7),
        ">>" => (Arithmetic(Binary::ShiftRight), 7),
        "+" => (Arithmetic(Binary::Add), 8),
        "-" => (Arithmetic(Binary::Subtract), 8),
        "*" => (Arithmetic(Binary::Multiply), 9),
        "/" => (Arithmetic(Binary::Divide), 9),
        "%" => (Arithmetic(Binary::Remainder), 9),
        _ => return None,
    })
}

fn compound(symbol: &str) -> Option<Binary> {
    let operator = symbol.strip_suffix('=').filter(|operator| !operator.is_empty())?;
    match infix(operator)?.0 {
        Infix::Arithmetic(operator) => Some(operator),
        _ => None,
    }
}
