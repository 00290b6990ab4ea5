//! Expressions by operator precedence, directly into postfix form.

use super::super::lexer::TokenKind;
use super::super::syntax::{Expr, Node};
use super::habits::choice;
use super::{Parsed, Parser};
use base::{Diagnostic, Span, msg};
use program::guarded::{Binary, Unary};

/// The precedence of `+` and `-`.
const SUM: u8 = 8;

/// An operand.
struct Operand {
    span: Span,
    shape: Shape,
}

/// The form of an operand, where dialects parse it differently.
#[derive(Clone, Copy, PartialEq)]
enum Shape {
    /// A name, a number, or anything in parentheses.
    Closed,
    /// `!a`.
    Negated,
    /// `a = b`.
    Equality,
    Other,
}

impl<'a> Parser<'a, '_> {
    pub(super) fn expression(&mut self) -> Parsed<Expr<'a>> {
        let mut nodes = Vec::new();
        let span = self.ternary(&mut nodes)?.span;
        Ok(Expr { nodes, span })
    }

    /// A sum: an expression that ends before `>`.
    pub(super) fn sum(&mut self) -> Parsed<Expr<'a>> {
        let mut nodes = Vec::new();
        let span = self.binary(&mut nodes, SUM)?.span;
        Ok(Expr { nodes, span })
    }

    fn ternary(&mut self, out: &mut Vec<(Node<'a>, Span)>) -> Parsed<Operand> {
        let start = self.tokens.here();
        let mut selections = 0;
        let last = loop {
            let operand = self.binary(out, 0)?;
            if !self.accept("?") {
                break operand;
            }
            self.nested(|p| p.ternary(out))?;
            self.expect(":")?;
            selections += 1;
        };
        if selections == 0 {
            return Ok(last);
        }
        let span = self.tokens.since(start);
        out.extend((0..selections).map(|_| (Node::Select, span)));
        Ok(Operand { span, shape: Shape::Other })
    }

    fn infix(&self) -> Option<(Binary, u8)> {
        use Binary as B;
        let TokenKind::Symbol(symbol) = self.kind() else { return None };
        Some(match symbol {
            "=>" => (B::Implies, 1),
            "|" | "||" => (B::Or, 2),
            "^" => (B::Xor, 3),
            "&" | "&&" => (B::And, 4),
            "=" | "==" => (B::Equal, 5),
            "!=" => (B::NotEqual, 5),
            "<" => (B::Less, 6),
            "<=" => (B::LessEqual, 6),
            ">" => (B::Greater, 6),
            ">=" => (B::GreaterEqual, 6),
            "<<" => (B::ShiftLeft, 7),
            ">>" => (B::ShiftRight, 7),
            "+" => (B::Add, SUM),
            "-" => (B::Subtract, SUM),
            "*" => (B::Multiply, 9),
            "/" => (B::Divide, 9),
            "%" => (B::Remainder, 9),
            _ => return None,
        })
    }

    /// Operands and operators of at least a given precedence, with Dijkstra's two stacks.
    fn binary(&mut self, out: &mut Vec<(Node<'a>, Span)>, least: u8) -> Parsed<Operand> {
        let mut left = self.unary(out)?;
        // The operators waiting for their right operand, with their left one.
        let mut waiting: Vec<(Operand, Binary, Span, u8)> = Vec::new();
        loop {
            let infix = self.infix().filter(|&(_, precedence)| precedence >= least);
            while let Some((first, operator, symbol, precedence)) = waiting.pop() {
                // Only `=>` is right associative.
                if infix.is_some_and(|(next, p)| p > precedence || (p == precedence && next == Binary::Implies)) {
                    waiting.push((first, operator, symbol, precedence));
                    break;
                }
                left = self.apply(first, (operator, symbol), left, out);
            }
            let Some((operator, precedence)) = infix else { return Ok(left) };
            waiting.push((left, operator, self.tokens.here(), precedence));
            self.tokens.advance();
            left = self.unary(out)?;
        }
    }

    fn apply(
        &mut self,
        left: Operand,
        (operator, symbol): (Binary, Span),
        right: Operand,
        out: &mut Vec<(Node<'a>, Span)>,
    ) -> Operand {
        use Binary as B;
        let span = left.span.to(right.span);
        let equality = matches!(operator, B::Equal | B::NotEqual);
        let mixed = if equality {
            left.shape == Shape::Negated
        } else {
            matches!(operator, B::And | B::Or | B::Xor | B::Implies)
                && (left.shape == Shape::Equality || right.shape == Shape::Equality)
        };
        if mixed && !self.ambiguous {
            self.ambiguous = true;
            let read = format!("{} {} {}", self.bracketed(&left), self.slice(symbol), self.bracketed(&right));
            let message = msg!("other tools parse this differently; here it means `{read}`");
            let note = Diagnostic::note("boolean/precedence", span, message);
            self.diagnostics.push(note.suggest(msg!("add parentheses; this note appears once per file")));
        }
        out.push((Node::Binary(operator), span));
        Operand { span, shape: if equality { Shape::Equality } else { Shape::Other } }
    }

    /// The text of an operand on one line, in parentheses if it is an operation.
    fn bracketed(&self, operand: &Operand) -> String {
        let words: Vec<&str> = self.slice(operand.span).split_whitespace().collect();
        let text = words.join(" ");
        let text = if text.chars().count() > 60 { "…".to_owned() } else { text };
        if operand.shape == Shape::Closed { text } else { format!("({text})") }
    }

    fn unary(&mut self, out: &mut Vec<(Node<'a>, Span)>) -> Parsed<Operand> {
        let mut operators = Vec::new();
        loop {
            match self.kind() {
                TokenKind::Symbol("!" | "~") => operators.push((Unary::Not, self.tokens.here())),
                TokenKind::Symbol("-") => operators.push((Unary::Negate, self.tokens.here())),
                _ => break,
            }
            self.tokens.advance();
        }
        let mut operand = self.primary(out)?;
        for (operator, start) in operators.into_iter().rev() {
            let span = self.tokens.since(start);
            let negated = operator == Unary::Not;
            operand = Operand { span, shape: if negated { Shape::Negated } else { Shape::Other } };
            if let (Unary::Negate, Some((Node::Constant(value), place))) = (operator, out.last_mut()) {
                // A literal is at most `i64::MAX`, so its negative exists.
                (*value, *place) = (-*value, span);
            } else {
                out.push((Node::Unary(operator), span));
            }
        }
        Ok(operand)
    }

    fn primary(&mut self, out: &mut Vec<(Node<'a>, Span)>) -> Parsed<Operand> {
        let start = self.tokens.here();
        let closed = |span| Operand { span, shape: Shape::Closed };
        let node = match self.kind() {
            TokenKind::Number(value) => Node::Constant(value),
            TokenKind::Keyword("T" | "true") => Node::Constant(1),
            TokenKind::Keyword("F" | "false") => Node::Constant(0),
            TokenKind::Symbol("*") => Node::Choice,
            TokenKind::Symbol("'") => {
                self.tokens.advance();
                let name = self.name()?;
                out.push((Node::Next(name), self.tokens.since(start)));
                return Ok(closed(self.tokens.since(start)));
            }
            TokenKind::Name(_) => {
                let name = self.name()?;
                let node = if self.accept("::") { Node::Qualified(name, self.name()?) } else { Node::Variable(name) };
                if name.text == "choose" && self.at("[") {
                    let error =
                        Diagnostic::error("boolean/syntax", name.span, msg!("`choose` is not part of the language"));
                    return Err(self.report(error.suggest(choice())));
                }
                if self.at("(") {
                    let message = msg!("`{}(…)` is a call, and calls are not expressions", name.text);
                    let advice = msg!("assign the result to a variable first: `x := {}(…);`", name.text);
                    return Err(self.report(Diagnostic::error("boolean/call", name.span, message).suggest(advice)));
                }
                out.push((node, self.tokens.since(start)));
                return Ok(closed(self.tokens.since(start)));
            }
            TokenKind::Keyword("schoose") => {
                // True if the first is, otherwise false if the second is, otherwise any value: `p | !n & *`.
                self.tokens.advance();
                self.expect("[")?;
                self.nested(|p| p.ternary(out))?;
                self.expect(",")?;
                self.nested(|p| p.ternary(out))?;
                self.expect("]")?;
                let span = self.tokens.since(start);
                let rest = [Node::Unary(Unary::Not), Node::Choice, Node::Binary(Binary::And), Node::Binary(Binary::Or)];
                out.extend(rest.map(|node| (node, span)));
                return Ok(closed(span));
            }
            TokenKind::Symbol("(") => {
                self.tokens.advance();
                self.nested(|p| p.ternary(out))?;
                self.expect(")")?;
                return Ok(closed(self.tokens.since(start)));
            }
            _ => return Err(self.expected(msg!("an expression"))),
        };
        self.tokens.advance();
        out.push((node, start));
        Ok(closed(start))
    }
}
