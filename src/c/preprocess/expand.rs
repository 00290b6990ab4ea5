//! Expansion of macros (C11 6.10.3).

use std::rc::Rc;

use rustc_hash::FxHashMap;

use super::super::lexer::{Lexeme, Name, Token, tokens};
use super::{Macro, MacroKind, MacroUse, Parameters, Preprocessor, TOKENS};
use base::{Span, msg};

/// Maximum nesting depth of uses of macros in arguments.
const NESTING: usize = 150;

/// Maximum number of bytes of the tokens that macros produce: `##` and `#` may double a name or string each time.
pub(super) const BYTES: usize = 1 << 26;

/// The macros being expanded.
#[derive(Default)]
pub(super) struct Expansion {
    contexts: Vec<Context>,
    /// How often each macro is being expanded.
    active: FxHashMap<Name, u32>,
    depth: usize,
    /// The numbers of tokens, and of bytes in them, that macros have produced.
    produced: usize,
    bytes: usize,
}

/// Tokens to read before those of the file.
struct Context {
    tokens: Rc<[Token]>,
    at: usize,
    /// The macro whose body this is: it is not expanded meanwhile.
    of: Option<Name>,
    /// Whether nothing after it is read: it is an argument or a directive.
    is_closed: bool,
}

impl Expansion {
    fn push(&mut self, context: Context) {
        if let Some(name) = &context.of {
            *self.active.entry(name.clone()).or_default() += 1;
        }
        self.contexts.push(context);
    }

    fn pop(&mut self) {
        if let Some(name) = self.contexts.pop().and_then(|context| context.of)
            && let Some(count) = self.active.get_mut(&name)
        {
            *count -= 1;
        }
    }

    fn is_active(&self, name: &Name) -> bool {
        self.active.get(name).is_some_and(|&count| count > 0)
    }

    /// Whether what macros have produced has too many bytes.
    pub(super) fn has_long_tokens(&self) -> bool {
        self.bytes > BYTES
    }

    pub(super) fn clear(&mut self) {
        for context in &mut self.contexts {
            context.at = context.tokens.len();
        }
    }
}

impl Preprocessor<'_> {
    /// The next token without expansion; ends with a closed context.
    fn next_unexpanded(&mut self) -> Option<Token> {
        while let Some(context) = self.expansion.contexts.last_mut() {
            if let Some(token) = context.tokens.get(context.at) {
                context.at += 1;
                return Some(token.clone());
            }
            if context.is_closed {
                return None;
            }
            self.expansion.pop();
        }
        self.read()
    }

    /// Whether the next token opens arguments. Leaves contexts that have ended.
    fn opens_arguments(&mut self) -> bool {
        while let Some(context) = self.expansion.contexts.last() {
            if let Some(token) = context.tokens.get(context.at) {
                return token.is("(");
            }
            if context.is_closed {
                return false;
            }
            self.expansion.pop();
        }
        let next = self.inputs.last().and_then(|input| input.tokens.get(input.at));
        next.is_some_and(|token| token.is("("))
    }

    /// The next token of the translation unit.
    pub(super) fn next(&mut self) -> Option<Token> {
        loop {
            let mut token = self.next_unexpanded()?;
            if token.kind != Lexeme::Identifier || token.painted {
                return Some(token);
            }
            if token.is_word("_Pragma") && self.opens_arguments() {
                let arguments = self.arguments(&token, 1, false);
                if let Some(text) = arguments.iter().flat_map(|(arguments, _)| arguments.iter().flatten()).next() {
                    self.pragma_operator(text);
                }
                continue;
            }
            let Some(known) = self.macros.get(&token.text) else { return Some(token) };
            if self.expansion.is_active(&token.text) {
                token.painted = true;
                return Some(token);
            }
            let known = known.clone();
            let mut use_span = token.span;
            let body = match &known.parameters {
                None => match known.kind {
                    MacroKind::File | MacroKind::Line | MacroKind::Counter => vec![self.special(known.kind, &token)],
                    _ => self.substitute(&known, &[], &[], &token),
                },
                Some(parameters) => {
                    if !self.opens_arguments() {
                        return Some(token);
                    }
                    let Some((arguments, end)) = self.arguments(&token, parameters.len(), known.variadic) else {
                        continue;
                    };
                    if end.file == use_span.file && end.end >= use_span.end {
                        use_span = use_span.to(end);
                    }
                    let whole = Token { span: use_span, ..token.clone() };
                    if parameters.len() != arguments.len() {
                        let message = msg!(
                            "macro `{}` has {} parameters, but {} arguments are given",
                            token.text,
                            parameters.len(),
                            arguments.len()
                        );
                        self.error("c/preprocessor", use_span, message);
                        continue;
                    }
                    self.expansion.depth += 1;
                    let too_deep = self.expansion.depth > NESTING;
                    if too_deep {
                        self.error("c/size", use_span, msg!("uses of macros are nested too deeply"));
                        self.too_large_silently();
                    }
                    let expanded: Vec<Vec<Token>> = match too_deep {
                        true => arguments.clone(),
                        false => arguments.iter().map(|argument| self.expand_all(argument.clone())).collect(),
                    };
                    self.expansion.depth -= 1;
                    self.substitute(&known, &arguments, &expanded, &whole)
                }
            };
            if known.kind == MacroKind::Defined && self.expansion.depth == 0 && self.expansion.contexts.is_empty() {
                self.uses.push(MacroUse { span: use_span, name: token.text.clone(), definition: known.span });
            }
            self.expansion.produced += body.len();
            self.expansion.bytes += length(&body);
            if self.expansion.produced > TOKENS || self.expansion.bytes > BYTES {
                self.too_large(Some(use_span));
                continue;
            }
            self.expansion.push(Context { tokens: body.into(), at: 0, of: Some(token.text), is_closed: false });
        }
    }

    fn too_large_silently(&mut self) {
        self.overflowed = true;
        self.too_large(None);
    }

    /// All tokens of a list, expanded.
    pub(super) fn expand_all(&mut self, list: Vec<Token>) -> Vec<Token> {
        // Most arguments contain no macro.
        if !list.iter().any(|t| t.kind == Lexeme::Identifier && self.macros.contains_key(&t.text)) {
            return list;
        }
        self.expansion.push(Context { tokens: list.into(), at: 0, of: None, is_closed: true });
        let level = self.expansion.contexts.len();
        let mut out = Vec::new();
        while let Some(token) = self.next() {
            out.push(token);
        }
        while self.expansion.contexts.len() >= level {
            self.expansion.pop();
        }
        out
    }

    fn special(&mut self, kind: MacroKind, token: &Token) -> Token {
        let (kind, text) = match kind {
            MacroKind::Line => (Lexeme::Number, self.line_number(token.span).max(0).to_string()),
            MacroKind::Counter => {
                self.counter += 1;
                (Lexeme::Number, (self.counter - 1).to_string())
            }
            _ => {
                let name = self.inputs.last().map_or("", |input| &*input.name);
                (Lexeme::Text, format!("\"{}\"", name.replace('\\', "\\\\").replace('"', "\\\"")))
            }
        };
        Token { kind, text: text.into(), ..token.clone() }
    }

    /// Reads the arguments of a use; returns them with the position of the closing parenthesis.
    fn arguments(&mut self, name: &Token, parameters: usize, variadic: bool) -> Option<(Vec<Vec<Token>>, Span)> {
        self.next_unexpanded();
        let mut arguments: Vec<Vec<Token>> = vec![Vec::new()];
        let mut depth = 0;
        loop {
            let Some(mut token) = self.next_unexpanded() else {
                let message = msg!("the arguments of macro `{}` have no closing `)`", name.text);
                self.error("c/preprocessor", name.span, message);
                return None;
            };
            // A macro that is being expanded stays painted in arguments.
            if token.kind == Lexeme::Identifier && self.expansion.is_active(&token.text) {
                token.painted = true;
            }
            let last = arguments.len() - 1;
            match token.kind {
                Lexeme::Symbol("(") => depth += 1,
                Lexeme::Symbol(")") if depth == 0 => {
                    if parameters == 0 && last == 0 && arguments[0].is_empty() {
                        arguments.clear();
                    } else if variadic && arguments.len() + 1 == parameters {
                        arguments.push(Vec::new());
                    }
                    return Some((arguments, token.span));
                }
                Lexeme::Symbol(")") => depth -= 1,
                Lexeme::Symbol(",") if depth == 0 && !(variadic && arguments.len() >= parameters) => {
                    arguments.push(Vec::new());
                    continue;
                }
                _ => {}
            }
            token.spaced |= token.starts_line;
            token.starts_line = false;
            arguments[last].push(token);
        }
    }

    /// The body of a macro with its arguments in place of the parameters.
    fn substitute(
        &mut self,
        known: &Macro,
        arguments: &[Vec<Token>],
        expanded: &[Vec<Token>],
        whole: &Token,
    ) -> Vec<Token> {
        let names = known.parameters.as_deref();
        let parameter = |t: &Token| names.filter(|_| t.kind == Lexeme::Identifier)?.get_index_of(&t.text);
        let body = &known.body;
        let mut out: Vec<Token> = Vec::new();
        let mut at = 0;
        // Whether the next token is pasted to the last one, and whether the left operand of `##` is empty.
        let (mut pastes, mut is_placemarker) = (false, false);
        // The text of the last token while more is pasted to it: copied for each `##`, a long name would take quadratic time.
        let mut pasted: Option<String> = None;
        let mut bytes = 0;
        while let Some(token) = body.get(at) {
            if self.expansion.produced + out.len() > TOKENS || self.expansion.bytes + bytes > BYTES {
                break;
            }
            if token.is("##") {
                pastes = true;
                at += 1;
                continue;
            }
            let mut piece: Vec<Token>;
            let before_paste = body.get(at + 1).is_some_and(|t| t.is("##"));
            if token.is("#") && known.parameters.is_some() {
                at += 1;
                let text = body.get(at).and_then(parameter).map(|p| stringify(&arguments[p])).unwrap_or_default();
                piece = vec![Token { kind: Lexeme::Text, text: text.into(), span: whole.span, ..token.clone() }];
            } else if let Some(p) = parameter(token) {
                let raw = pastes || before_paste;
                let is_rest = known.variadic && Some(p + 1) == names.map(Parameters::len);
                // GNU: `, ## __VA_ARGS__` removes the comma if there are no further arguments.
                if pastes && is_rest && out.last().is_some_and(|t| t.is(",")) {
                    pastes = false;
                    if arguments[p].is_empty() {
                        out.pop();
                    }
                    piece = expanded[p].clone();
                } else {
                    piece = if raw { arguments[p].clone() } else { expanded[p].clone() };
                }
                if let Some(first) = piece.first_mut() {
                    first.spaced = token.spaced;
                }
            } else {
                piece = vec![Token { span: whole.span, starts_line: false, ..token.clone() }];
            }
            at += 1;
            bytes += length(&piece);
            if std::mem::take(&mut pastes) && !is_placemarker {
                if let (Some(left), Some(right)) = (out.last_mut(), piece.first()) {
                    if makes_a_name(left, right) {
                        pasted.get_or_insert_with(|| left.text.to_string()).push_str(&right.text);
                    } else {
                        end_name(&mut pasted, &mut out, whole.span);
                        let right = right.clone();
                        let left = out.pop().unwrap_or_else(|| right.clone());
                        out.extend(self.paste(&left, &right, whole.span));
                    }
                    piece.remove(0);
                    is_placemarker = false;
                } else {
                    is_placemarker = out.is_empty() && piece.is_empty();
                }
            } else {
                is_placemarker = piece.is_empty() && before_paste;
            }
            if !piece.is_empty() {
                end_name(&mut pasted, &mut out, whole.span);
            }
            out.extend(piece);
        }
        end_name(&mut pasted, &mut out, whole.span);
        if let Some(first) = out.first_mut() {
            first.spaced = whole.spaced;
            first.starts_line = false;
        }
        out
    }

    fn paste(&mut self, left: &Token, right: &Token, span: Span) -> Vec<Token> {
        let text = format!("{}{}", left.text, right.text);
        let mut pasted = tokens(span.file, &text, Some(span));
        if pasted.len() == 1 && pasted[0].kind != Lexeme::Stray {
            pasted[0].spaced = left.spaced;
            pasted[0].starts_line = false;
            return pasted;
        }
        self.error("c/preprocessor", span, msg!("`{}` and `{}` cannot be pasted to one token", left.text, right.text));
        vec![left.clone(), right.clone()]
    }
}

/// The number of bytes of some tokens.
fn length(tokens: &[Token]) -> usize {
    tokens.iter().map(|token| token.text.len()).sum()
}

/// Whether two tokens that are pasted are surely one identifier, or one preprocessing number.
fn makes_a_name(left: &Token, right: &Token) -> bool {
    match (left.kind, right.kind) {
        (Lexeme::Identifier | Lexeme::Number, Lexeme::Identifier) | (Lexeme::Number, Lexeme::Number) => true,
        (Lexeme::Identifier, Lexeme::Number) => !right.text.contains(['.', '+', '-']),
        _ => false,
    }
}

/// Gives the last token the text that was pasted.
fn end_name(pasted: &mut Option<String>, out: &mut [Token], span: Span) {
    if let (Some(text), Some(last)) = (pasted.take(), out.last_mut()) {
        *last = Token { text: text.into(), span, starts_line: false, painted: false, ..last.clone() };
    }
}

/// The string literal of an argument.
fn stringify(argument: &[Token]) -> String {
    let mut text = String::from("\"");
    for (at, token) in argument.iter().enumerate() {
        if at > 0 && token.spaced {
            text.push(' ');
        }
        if matches!(token.kind, Lexeme::Text | Lexeme::Character) {
            text += &token.text.replace('\\', "\\\\").replace('"', "\\\"");
        } else {
            text += &token.text;
        }
    }
    text.push('"');
    text
}
