//! Members and classes that no file contains, written in Java: all their tokens have the same position.

use super::super::lexer::{Name, Token, tokens};
use super::super::syntax::{ClassDecl, Member, Tree};
use super::Parser;
use base::{Diagnostic, Span, TokenCursor};

/// A text that stands in no file, whose parts are at positions in files.
#[derive(Default)]
pub(crate) struct SyntheticText {
    tokens: Vec<Token>,
}

impl SyntheticText {
    /// Adds some tokens, which are at this position.
    pub(crate) fn push(&mut self, text: &str, at: Span) {
        self.tokens.extend(tokens_at(text, at));
    }
}

/// Adds a method to a class, under a name that cannot be written.
pub(crate) fn add_method(
    tree: &mut Tree,
    class: usize,
    name: &str,
    text: SyntheticText,
    diagnostics: &mut Vec<Diagnostic>,
) {
    let ClassDecl { name: of_class, name_span, .. } = &tree.classes[class];
    let (of_class, span) = (of_class.clone(), *name_span);
    let mut members =
        Parser::new("", TokenCursor::new(text.tokens, span), tree, diagnostics).class_body(class, &of_class);
    for member in &mut members {
        if let Member::Method(method) = member {
            method.name = name.into();
        }
    }
    tree.classes[class].members.extend(members);
}

/// The tokens of a text, at one position.
pub(super) fn tokens_at(text: &str, span: Span) -> Vec<Token> {
    let mut all = tokens(span.file, text, &mut Vec::new());
    all.iter_mut().for_each(|token| token.span = span);
    all
}

impl Parser<'_> {
    /// Adds implicit members, given as text, to those of a class.
    pub(super) fn implicit_members(&mut self, class: usize, name: &Name, text: &str, members: &mut Vec<Member>) {
        let span = self.tree.classes[class].name_span;
        let tokens = std::mem::replace(&mut self.tokens, TokenCursor::new(tokens_at(text, span), span));
        let (source, last_error) = (std::mem::take(&mut self.text), self.last_error.take());
        let mut implicit = self.class_body(class, name);
        for member in &mut implicit {
            if let Member::Method(method) = member {
                method.is_implicit = true;
            }
        }
        members.extend(implicit);
        (self.tokens, self.text, self.last_error) = (tokens, source, last_error);
    }
}
