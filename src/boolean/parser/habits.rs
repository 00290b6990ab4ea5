//! Constructs of other tools, such as the language of Moped (Remopla), and what to write instead.

use super::super::lexer::TokenKind;
use super::super::syntax::Name;
use super::{Parser, Unreadable};
use base::{Diagnostic, Message, Span, msg};

/// The replacement for `choose`.
pub(crate) fn choice() -> Message {
    msg!("write `schoose[p, n]`: true if `p` is, otherwise false if `n` is, otherwise any value; or `*` for any value")
}

/// Whether a call with this label starts a thread, in the dialects that have threads.
fn starts_thread(label: &str) -> bool {
    label.starts_with("ASYNC_") || label.starts_with("__CPROVER_ASYNC_")
}

impl<'a> Parser<'a, '_> {
    /// Reports that threads are not supported.
    pub(super) fn threads(&mut self, word: &str, at: Span) -> Unreadable {
        let message = msg!("`{word}` is not supported: programs have a single thread");
        let advice = msg!("model the interleaving in one thread, or remove it");
        self.report(Diagnostic::error("boolean/threads", at, message).suggest(advice))
    }

    /// Reports a call whose labels, the last of those read so far, start a thread.
    pub(super) fn asynchronous_call(&mut self, labels: usize) {
        let first = self.labels.len() - labels;
        let starting: Vec<Name<'a>> =
            self.labels[first..].iter().map(|l| l.0).filter(|label| starts_thread(label.text)).collect();
        for label in starting {
            self.threads(label.text, label.span);
        }
    }

    /// Skips the word `call` before a call, with an error.
    pub(super) fn skip_call_word(&mut self) {
        if self.kind() == TokenKind::Name("call") && matches!(self.kind_at(1), TokenKind::Name(_)) {
            self.foreign("call", msg!("write `f(e);` or `x := f(e);`"));
            self.tokens.advance();
        }
    }

    /// Whether this is a declaration without `decl`.
    pub(super) fn at_bare_declaration(&self) -> bool {
        matches!(self.kind(), TokenKind::Keyword("bool" | "int"))
            && matches!(self.kind_at(1), TokenKind::Name(_))
            && match self.kind_at(2) {
                TokenKind::Symbol(";" | "," | "=" | ":=") => true,
                // The number of bits.
                TokenKind::Symbol("(") => matches!(self.kind_at(3), TokenKind::Number(_)),
                _ => false,
            }
    }

    /// Skips a declaration without `decl`, with an error.
    pub(super) fn skip_bare_declaration(&mut self) {
        let error = Diagnostic::error("boolean/syntax", self.tokens.here(), msg!("variables are declared with `decl`"));
        self.report(error.suggest(msg!("write `decl x;`, or `decl i : int<4>;` for four bits")));
        while !self.tokens.at_end() && !self.accept(";") {
            self.tokens.advance();
        }
    }

    /// Skips a word at the top level that is not part of the language, with an error.
    pub(super) fn skip_foreign_word(&mut self) -> bool {
        let advice = match self.kind() {
            TokenKind::Name("module") => msg!("write `void f(x) begin … end`"),
            TokenKind::Name("define") => msg!("write `const N = 8;`"),
            _ => return false,
        };
        let TokenKind::Name(word) = self.kind() else { return false };
        self.foreign(word, advice);
        self.tokens.advance();
        true
    }

    /// Reports that a word is not part of the language.
    pub(super) fn foreign(&mut self, word: &str, advice: Message) -> Unreadable {
        let message = msg!("`{word}` is not part of the language");
        self.report(Diagnostic::error("boolean/syntax", self.tokens.here(), message).suggest(advice))
    }

    /// What to write instead of the unexpected next token.
    pub(super) fn advice(&self) -> Option<Message> {
        match self.kind() {
            TokenKind::Symbol("::") => Some(msg!("write `if c then … elsif d then … else … fi`")),
            TokenKind::Keyword("do") => Some(msg!("write `while c do … od`")),
            _ => None,
        }
    }
}
