//! Pragmas that change what a program means in GCC (C11 6.10.6). All others change nothing: it warns of those that it does not know.

use rustc_hash::FxHashMap;

use super::super::lexer::{Lexeme, Name, Token, tokens};
use super::{Macro, Preprocessor};
use base::{Span, msg};

/// The pragmas that change something.
pub(crate) const CHANGING: [&str; 6] =
    ["pack", "weak", "redefine_extname", "scalar_storage_order", "push_macro", "pop_macro"];

/// What pragmas have said so far.
#[derive(Default)]
pub(super) struct Pragmas {
    /// Whether structures are packed here, and where `push` stood.
    is_packed: bool,
    packed_around: Vec<bool>,
    /// Whether the bytes of their members may have another order.
    is_reordered: bool,
    /// The macros of `push_macro`; `None` if there was none of this name.
    pushed: FxHashMap<Name, Vec<Option<Macro>>>,
    /// The names that stand for something else for the assembler.
    pub renamed: Vec<Name>,
}

impl Preprocessor<'_> {
    /// A pragma, without its directive.
    pub(super) fn pragma(&mut self, line: &[Token], span: Span) {
        let Some((name, arguments)) = line.split_first() else { return };
        let is_alias = |arguments: &[Token]| arguments.iter().any(|token| token.is("="));
        match &*name.text {
            "once" => {
                let file = self.inputs.last().and_then(|input| input.file);
                self.once.extend(file);
            }
            "pack" => {
                let arguments = self.expand_all(arguments.to_vec());
                self.pack(&arguments);
            }
            "scalar_storage_order" => {
                self.pragmas.is_reordered = arguments.first().is_some_and(|order| order.is_word("big"));
            }
            "redefine_extname" => self.pragmas.renamed.extend(arguments.first().map(|token| token.text.clone())),
            "weak" if is_alias(arguments) => {
                self.pragmas.renamed.extend(arguments.first().map(|token| token.text.clone()));
            }
            word @ ("push_macro" | "pop_macro") => {
                let [open, text, close, ..] = arguments else { return self.not_a_macro(word, span) };
                if !open.is("(") || text.kind != Lexeme::Text || !close.is(")") {
                    return self.not_a_macro(word, span);
                }
                let name: Name = text.text.trim_matches('"').into();
                if word == "push_macro" {
                    let known = self.macros.get(&name).cloned();
                    self.pragmas.pushed.entry(name).or_default().push(known);
                } else if let Some(known) = self.pragmas.pushed.get_mut(&name).and_then(Vec::pop) {
                    match known {
                        Some(known) => drop(self.macros.insert(name, known)),
                        None => drop(self.macros.remove(&name)),
                    }
                }
            }
            _ => {}
        }
    }

    fn not_a_macro(&mut self, word: &str, span: Span) {
        self.error("c/preprocessor", span, msg!("`#pragma {word}` needs the name of a macro: `(\"NAME\")`"));
    }

    /// `(n)`, `()`, `(push, n)` or `(pop)`: members are aligned to no more than `n` bytes.
    fn pack(&mut self, arguments: &[Token]) {
        let has = |word: &str| arguments.iter().any(|token| token.is_word(word));
        let pragmas = &mut self.pragmas;
        if has("push") {
            pragmas.packed_around.push(pragmas.is_packed);
        }
        let alignment = arguments.iter().find_map(|token| token.text.parse::<u32>().ok());
        match alignment {
            // No type is aligned to more.
            Some(alignment) => pragmas.is_packed = alignment != 0 && alignment < 16,
            None if has("pop") => pragmas.is_packed = pragmas.packed_around.pop().unwrap_or(false),
            None if !has("push") => pragmas.is_packed = false,
            None => {}
        }
    }

    /// `_Pragma("…")`, with the text as it is written.
    pub(super) fn pragma_operator(&mut self, text: &Token) {
        let quoted = text.text.trim_start_matches('L');
        let Some(inside) = quoted.strip_prefix('"').and_then(|rest| rest.strip_suffix('"')) else { return };
        let plain = inside.replace("\\\"", "\"").replace("\\\\", "\\");
        let line = tokens(text.span.file, &plain, Some(text.span));
        self.pragma(&line, text.span);
    }

    /// What pragmas say of a structure, as attributes behind its keyword.
    pub(super) fn said_of(&self, token: &Token) -> Vec<Token> {
        let is_structure = token.is_word("struct") || token.is_word("union");
        let mut said = Vec::new();
        for (holds, attribute) in
            [(self.pragmas.is_packed, "packed"), (self.pragmas.is_reordered, "scalar_storage_order")]
        {
            if is_structure && holds {
                let text = format!("__attribute__(({attribute}))");
                said.extend(tokens(token.span.file, &text, Some(token.span)));
            }
        }
        said
    }
}
