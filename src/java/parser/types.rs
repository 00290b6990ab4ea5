//! Types, type parameters and arguments.

use super::super::lexer::TokenKind;
use super::super::syntax::{TypeParameter, TypeRef};
use super::{Parsed, Parser};
use base::msg;

/// The names of primitive types.
pub(super) const PRIMITIVES: [&str; 8] = ["boolean", "byte", "char", "double", "float", "int", "long", "short"];

/// Longer type arguments are not recognised.
const LOOKAHEAD: usize = 1_000;

impl Parser<'_> {
    pub(super) fn at_primitive(&self) -> bool {
        self.primitive_at(0)
    }

    fn primitive_at(&self, ahead: usize) -> bool {
        matches!(self.kind_at(ahead), TokenKind::Keyword(k) if PRIMITIVES.contains(k))
    }

    /// A type, including `void`.
    pub(super) fn type_ref(&mut self) -> Parsed<TypeRef> {
        self.skip_annotations();
        let start = self.tokens.here();
        let (mut path, mut arguments, mut outer_arguments, mut is_bare) = (Vec::new(), Vec::new(), Vec::new(), true);
        match self.kind() {
            TokenKind::Keyword(word) if *word == "void" || PRIMITIVES.contains(word) => {
                path.push((*word).into());
                self.tokens.advance();
            }
            TokenKind::Name(_) => loop {
                path.push(self.name()?);
                // Clients leave out type arguments.
                is_bare = !self.at("<") && !self.is_synthetic();
                arguments = self.type_arguments()?;
                if !(self.at(".") && self.name_at(1)) {
                    break;
                }
                self.tokens.advance();
                outer_arguments.append(&mut arguments);
            },
            _ => return Err(self.expected(msg!("a type"))),
        }
        if let Some(local) = self.local_class(&path[0]) {
            path[0] = local;
        }
        let dimensions = self.dimensions();
        Ok(TypeRef { path, arguments, outer_arguments, is_bare, dimensions, span: self.tokens.since(start) })
    }

    /// Pairs of brackets.
    pub(super) fn dimensions(&mut self) -> u32 {
        let mut dimensions = 0;
        while self.at("[") && self.at_symbol(1, "]") {
            self.tokens.advance();
            self.tokens.advance();
            dimensions += 1;
        }
        dimensions
    }

    /// `<..>`, if present.
    pub(super) fn type_arguments(&mut self) -> Parsed<Vec<TypeRef>> {
        if !self.at("<") {
            return Ok(Vec::new());
        }
        if self.scan_type_arguments(0).is_none() {
            self.tokens.advance();
            return Err(self.expected(msg!("type arguments")));
        }
        self.tokens.advance();
        self.nested(|p| p.list(">", Self::type_argument))
    }

    /// A type or wildcard.
    fn type_argument(&mut self) -> Parsed<TypeRef> {
        let start = self.tokens.here();
        if !self.accept("?") {
            return self.type_ref();
        }
        let mut arguments = Vec::new();
        if self.accept_keyword("extends") || self.accept_keyword("super") {
            arguments.push(self.type_ref()?);
        }
        let (path, span) = (vec!["?".into()], self.tokens.since(start));
        Ok(TypeRef { path, arguments, outer_arguments: Vec::new(), is_bare: true, dimensions: 0, span })
    }

    /// Number of tokens of the `<..>` that starts `ahead`, plus `ahead`.
    fn scan_type_arguments(&self, ahead: usize) -> Option<usize> {
        let mut open = 0_usize;
        let mut position = ahead;
        loop {
            match self.kind_at(position) {
                TokenKind::Symbol("<") => open += 1,
                TokenKind::Symbol(">") => open -= 1,
                TokenKind::Symbol("." | "," | "?" | "&" | "[" | "]") | TokenKind::Name(_) => {}
                TokenKind::Keyword("extends" | "super") => {}
                TokenKind::Keyword(k) if PRIMITIVES.contains(k) => {}
                _ => return None,
            }
            position += 1;
            if open == 0 {
                return Some(position);
            }
            if position - ahead > LOOKAHEAD {
                return None;
            }
        }
    }

    /// Number of tokens of the type that starts `ahead`, plus `ahead`; `None` if no type starts there.
    pub(super) fn scan_type(&self, ahead: usize) -> Option<usize> {
        let mut position = ahead;
        if self.primitive_at(position) {
            position += 1;
        } else {
            loop {
                if !self.name_at(position) {
                    return None;
                }
                position += 1;
                if self.at_symbol(position, "<") {
                    position = self.scan_type_arguments(position)?;
                }
                if !self.at_symbol(position, ".") {
                    break;
                }
                position += 1;
            }
        }
        while self.at_symbol(position, "[") && self.at_symbol(position + 1, "]") {
            position += 2;
        }
        Some(position)
    }

    /// `<T, U extends Bound>`, if present.
    pub(super) fn type_parameters(&mut self) -> Parsed<Vec<TypeParameter>> {
        if !self.accept("<") {
            return Ok(Vec::new());
        }
        self.list(">", |p| {
            p.skip_annotations();
            let name = p.name()?;
            let mut bound = None;
            if p.accept_keyword("extends") {
                bound = Some(p.type_ref()?);
                while p.accept("&") {
                    p.type_ref()?;
                }
            }
            Ok(TypeParameter { name, bound })
        })
    }

    /// Skips annotations, which have no effect.
    pub(super) fn skip_annotations(&mut self) {
        while self.at("@") && self.name_at(1) {
            self.tokens.advance();
            self.tokens.advance();
            while self.at(".") && self.name_at(1) {
                self.tokens.advance();
                self.tokens.advance();
            }
            if self.at("(") {
                self.skip_balanced();
            }
        }
    }
}
