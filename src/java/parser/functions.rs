//! Lambda expressions and method references.

use super::super::classes::CONSTRUCTOR;
use super::super::lexer::{Name, TokenKind};
use super::super::syntax::{ExprId, ExprKind, Lambda, LambdaBody, LambdaParameter, Receiver, TypeRef};
use super::{Parsed, Parser};
use base::{Span, msg};

impl Parser<'_> {
    pub(super) fn at_lambda(&self) -> bool {
        if self.name_at(0) {
            return self.at_symbol(1, "->");
        }
        if !self.at("(") {
            return false;
        }
        let mut open = 1_usize;
        let mut ahead = 1;
        loop {
            match self.kind_at(ahead) {
                TokenKind::Symbol("(") => open += 1,
                TokenKind::Symbol(")") => open -= 1,
                TokenKind::Name(_) | TokenKind::Symbol("," | "." | "<" | ">" | "?" | "[" | "]" | "@") => {}
                TokenKind::Keyword("final" | "extends" | "super" | "int" | "long" | "char" | "boolean" | "byte") => {}
                TokenKind::Keyword("short" | "float" | "double") => {}
                _ => return false,
            }
            ahead += 1;
            if open == 0 {
                return self.at_symbol(ahead, "->");
            }
        }
    }

    pub(super) fn lambda(&mut self) -> Parsed<ExprId> {
        let start = self.tokens.here();
        let parameters = if self.accept("(") {
            self.list(")", Self::lambda_parameter)?
        } else {
            let name = self.name()?;
            vec![LambdaParameter { name, ty: None, span: start }]
        };
        self.expect("->")?;
        let in_switch = std::mem::replace(&mut self.in_switch_expression, false);
        let body = match self.at("{") {
            true => self.block().map(LambdaBody::Block),
            false => self.expression().map(LambdaBody::Expression),
        };
        self.in_switch_expression = in_switch;
        let body = body?;
        self.expression_node(ExprKind::Lambda(Lambda { parameters, body }), start)
    }

    fn lambda_parameter(&mut self) -> Parsed<LambdaParameter> {
        let start = self.tokens.here();
        self.modifiers();
        let is_named = self.name_at(0) && (self.at_symbol(1, ",") || self.at_symbol(1, ")"));
        let mut ty = None;
        if self.at_word("var") && self.name_at(1) {
            self.tokens.advance();
        } else if !is_named {
            ty = Some(self.type_ref()?);
        }
        let name = self.name()?;
        let dimensions = self.dimensions();
        if let Some(ty) = &mut ty {
            ty.dimensions += dimensions;
        }
        Ok(LambdaParameter { name, ty, span: self.tokens.since(start) })
    }

    /// The name after `::`, with what stands before it.
    pub(super) fn reference(&mut self, receiver: Receiver, start: Span) -> Parsed<ExprId> {
        self.expect("::")?;
        self.type_arguments()?;
        let name = if self.accept_keyword("new") { CONSTRUCTOR.into() } else { self.name()? };
        self.expression_node(ExprKind::Reference { receiver, name }, start)
    }

    /// `T[]::new` after its type: `n -> new T[n]` (JLS 15.13.3).
    pub(super) fn array_constructor(&mut self, ty: TypeRef, start: Span) -> Parsed<ExprId> {
        self.expect("::")?;
        if !self.accept_keyword("new") {
            return Err(self.expected(msg!("`{}`", "new")));
        }
        let name: Name = "@size".into();
        let size = self.expression_node(ExprKind::Name(name.clone()), start)?;
        let array = self.expression_node(ExprKind::NewArray { ty, sizes: vec![size], values: None }, start)?;
        let parameters = vec![LambdaParameter { name, ty: None, span: start }];
        self.expression_node(ExprKind::Lambda(Lambda { parameters, body: LambdaBody::Expression(array) }), start)
    }

    /// A type before `::` that is no expression, like `Cell<A>`, if one starts here.
    pub(super) fn type_before_reference(&mut self, start: Span) -> Parsed<Option<ExprId>> {
        let is_type = self.scan_type(0).is_some_and(|after| after > 1 && self.at_symbol(after, "::"));
        if !is_type || !self.name_at(0) {
            return Ok(None);
        }
        let ty = self.type_ref()?;
        if ty.dimensions > 0 {
            return self.array_constructor(ty, start).map(Some);
        }
        let mut names = ty.path.into_iter();
        let first = names.next().map_or(ExprKind::Erroneous, ExprKind::Name);
        let mut e = self.expression_node(first, start)?;
        for name in names {
            e = self.expression_node(ExprKind::Field { object: e, name }, start)?;
        }
        Ok(Some(e))
    }
}
