//! The preprocessor (C11 6.10): directives, macros, included files.
//!
//! Files that the task gives are included by name; the headers of the standard library are [declarations of our
//! own](headers). The tokens of a macro's body have the position of the use, those of its arguments their own.

mod condition;
mod expand;
mod files;
mod headers;
mod pragma;

use std::rc::Rc;

use indexmap::IndexSet;
use rustc_hash::{FxBuildHasher, FxHashMap};

pub use files::included_names;
#[cfg(test)]
pub(crate) use headers::{declared, names as header_names, texts as header_texts};
pub(crate) use headers::{is_of_library, is_standard, returns_int};
pub(crate) use pragma::CHANGING as CHANGING_PRAGMAS;

use super::lexer::{Lexeme, Name, TOKENS, Token, tokens};
use super::types::DataModel;
use crate::COptions;
use base::{Diagnostic, FileId, Message, Sources, Span, bound, did_you_mean, msg};
use expand::BYTES;

/// The directives.
pub(crate) const DIRECTIVES: [&str; 19] = [
    "if",
    "ifdef",
    "ifndef",
    "elif",
    "else",
    "endif",
    "define",
    "undef",
    "include",
    "include_next",
    "import",
    "error",
    "warning",
    "pragma",
    "ident",
    "sccs",
    "line",
    "assert",
    "unassert",
];

/// The parameters of a macro, in their order.
type Parameters = IndexSet<Name, FxBuildHasher>;

/// A macro.
#[derive(Clone, Debug)]
struct Macro {
    /// The parameters of a function-like macro.
    parameters: Option<Rc<Parameters>>,
    /// Whether the last parameter takes all remaining arguments.
    variadic: bool,
    body: Rc<[Token]>,
    /// The name in its definition.
    span: Span,
    kind: MacroKind,
}

impl Macro {
    /// Whether another definition changes nothing.
    fn is_the_same(&self, other: &Self) -> bool {
        let names = |of: &Self| of.parameters.as_ref().map(|names| names.iter().cloned().collect::<Vec<Name>>());
        (self.variadic, &self.body) == (other.variadic, &other.body) && names(self) == names(other)
    }
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum MacroKind {
    /// Defined by the program.
    Defined,
    /// Part of a header of ours, or predefined.
    Ours,
    /// `__FILE__`, `__LINE__`, `__COUNTER__`.
    File,
    Line,
    Counter,
}

impl PartialEq for Token {
    /// Equality for redefinitions of macros.
    fn eq(&self, other: &Self) -> bool {
        (self.kind, &self.text, self.spaced) == (other.kind, &other.text, other.spaced)
    }
}

/// A use of a macro of the program, for notes in diagnostics.
pub(crate) struct MacroUse {
    /// The use, with its arguments.
    pub span: Span,
    /// The macro.
    pub name: Name,
    /// Its definition.
    pub definition: Span,
}

/// An input file.
struct Input {
    tokens: Rc<[Token]>,
    at: usize,
    /// The file; `None` for a header of ours.
    file: Option<FileId>,
    /// Its name and the number to add to its lines, as `#line` sets them.
    name: Name,
    shift: i64,
    /// The conditions that it has opened.
    conditions: Vec<Condition>,
}

/// A group of `#if`.
struct Condition {
    span: Span,
    /// Whether the current group is read.
    active: bool,
    /// Whether a group was read.
    taken: bool,
    /// Whether the groups around it are read.
    outer: bool,
    has_else: bool,
}

/// Reads translation units.
pub(crate) struct Preprocessor<'a> {
    sources: &'a Sources,
    files: &'a [FileId],
    folders: &'a [String],
    macros: FxHashMap<Name, Macro>,
    inputs: Vec<Input>,
    expansion: expand::Expansion,
    pragmas: pragma::Pragmas,
    once: Vec<FileId>,
    ours: Vec<&'static str>,
    /// The included files of the program.
    given: Vec<FileId>,
    counter: u64,
    included: usize,
    overflowed: bool,
    pub uses: Vec<MacroUse>,
    pub diagnostics: &'a mut Vec<Diagnostic>,
}

/// What the preamble is called.
const COMMAND_LINE: &str = "<command-line>";

/// A translation unit.
pub(crate) struct Unit {
    /// Its tokens.
    pub tokens: Vec<Token>,
    /// The uses of its macros.
    pub uses: Vec<MacroUse>,
    /// The files that it includes.
    pub included: Vec<FileId>,
    /// The names that stand for something else for the assembler.
    pub renamed: Vec<Name>,
}

/// The translation unit that starts with a file. Other files may be included.
pub(crate) fn preprocess(
    sources: &Sources,
    files: &[FileId],
    file: FileId,
    options: COptions<'_>,
    diagnostics: &mut Vec<Diagnostic>,
) -> Unit {
    let mut this = Preprocessor {
        sources,
        files,
        folders: options.folders,
        macros: FxHashMap::default(),
        inputs: Vec::new(),
        expansion: expand::Expansion::default(),
        pragmas: pragma::Pragmas::default(),
        once: Vec::new(),
        ours: Vec::new(),
        given: Vec::new(),
        counter: 0,
        included: 0,
        overflowed: false,
        uses: Vec::new(),
        diagnostics,
    };
    this.predefine(file, options.model);
    this.enter_file(file);
    let before = tokens(file, options.preamble, Some(Span::new(file, 0, 0)));
    this.enter(before, None, COMMAND_LINE.into());
    let mut out = Vec::new();
    while let Some(token) = this.next() {
        let said = this.said_of(&token);
        out.push(token);
        out.extend(said);
        if out.len() > TOKENS {
            this.too_large(out.last().map(|t| t.span));
        }
    }
    Unit { tokens: out, uses: this.uses, included: this.given, renamed: this.pragmas.renamed }
}

impl Preprocessor<'_> {
    fn error(&mut self, code: &'static str, span: Span, message: Message) {
        self.diagnostics.push(Diagnostic::error(code, span, message));
        bound(self.diagnostics);
    }

    /// Reports that the program grows too large, once, and reads nothing more.
    fn too_large(&mut self, span: Option<Span>) {
        if !std::mem::replace(&mut self.overflowed, true) {
            let message = match self.expansion.has_long_tokens() {
                true => msg!("the names and literals that macros produce have more than {BYTES} bytes"),
                false => msg!("macros and included files produce more than {TOKENS} tokens"),
            };
            self.diagnostics.push(Diagnostic::error("c/size", span, message));
        }
        for input in &mut self.inputs {
            input.at = input.tokens.len();
            input.conditions.clear();
        }
        self.expansion.clear();
    }

    fn predefine(&mut self, file: FileId, model: DataModel) {
        let span = Span::new(file, 0, 0);
        for (name, kind) in
            [("__FILE__", MacroKind::File), ("__LINE__", MacroKind::Line), ("__COUNTER__", MacroKind::Counter)]
        {
            let predefined = Macro { parameters: None, variadic: false, body: Rc::new([]), span, kind };
            self.macros.insert(name.into(), predefined);
        }
        let sizes = match model {
            DataModel::Ilp32 => headers::ILP32,
            DataModel::Lp64 => headers::LP64,
        };
        for text in [headers::PREDEFINED, sizes] {
            self.enter(tokens(file, text, Some(span)), None, "<predefined>".into());
            // There are only directives.
            while self.next().is_some() {}
        }
    }

    fn enter_file(&mut self, file: FileId) {
        let source = self.sources.file(file);
        self.enter(tokens(file, &source.text, None), Some(file), source.name.as_str().into());
    }

    fn enter(&mut self, tokens: Vec<Token>, file: Option<FileId>, name: Name) {
        self.included += tokens.len();
        let span = tokens.first().map(|t| t.span);
        self.inputs.push(Input { tokens: tokens.into(), at: 0, file, name, shift: 0, conditions: Vec::new() });
        if self.included > TOKENS {
            self.too_large(span);
        }
    }

    /// The next token after all directives, not expanded. Ends with the outermost file.
    fn read(&mut self) -> Option<Token> {
        loop {
            let input = self.inputs.last_mut()?;
            let Some(token) = input.tokens.get(input.at).cloned() else {
                let ended = self.inputs.pop()?;
                for open in ended.conditions {
                    self.error("c/preprocessor", open.span, msg!("this `#if` has no `#endif`"));
                }
                continue;
            };
            if token.starts_line && token.is("#") {
                self.directive();
                continue;
            }
            input.at += 1;
            if input.conditions.last().is_none_or(|condition| condition.active) {
                return Some(token);
            }
            // The rest of the line is skipped as well.
            let rest = input.tokens[input.at..].iter().take_while(|t| !t.starts_line).count();
            input.at += rest;
        }
    }

    /// Reads the rest of the line.
    fn line(&mut self) -> Vec<Token> {
        let Some(input) = self.inputs.last_mut() else { return Vec::new() };
        let rest: Vec<Token> = input.tokens[input.at..].iter().take_while(|t| !t.starts_line).cloned().collect();
        input.at += rest.len();
        rest
    }

    fn directive(&mut self) {
        let Some(input) = self.inputs.last_mut() else { return };
        let hash = input.tokens[input.at].span;
        input.at += 1;
        let active = input.conditions.last().is_none_or(|condition| condition.active);
        let line = self.line();
        let Some(name) = line.first() else { return };
        let (span, rest) = (name.span, &line[1..]);
        match (&*name.text, active) {
            ("if", _) => self.open(span, active, |this| this.condition(rest, span)),
            (word @ ("ifdef" | "ifndef"), _) => {
                let wanted = word == "ifdef";
                self.open(span, active, |this| match rest.first().filter(|t| t.kind == Lexeme::Identifier) {
                    Some(name) => this.macros.contains_key(&name.text) == wanted,
                    None => {
                        this.error("c/preprocessor", span, msg!("the name of a macro is missing"));
                        false
                    }
                });
            }
            ("elif", _) => self.other_group(span, Some(rest)),
            ("else", _) => self.other_group(span, None),
            ("endif", _) => {
                if self.inputs.last_mut().and_then(|input| input.conditions.pop()).is_none() {
                    self.error("c/preprocessor", span, msg!("`#endif` without `#if`"));
                }
            }
            (_, false) => {}
            ("define", _) => self.define(rest, span),
            ("undef", _) => match rest.first().filter(|t| t.kind == Lexeme::Identifier) {
                Some(name) => drop(self.macros.remove(&name.text)),
                None => self.error("c/preprocessor", span, msg!("the name of a macro is missing")),
            },
            ("include" | "include_next" | "import", _) => self.include(rest, span),
            ("error", _) => {
                let message = Message::verbatim(format!("#error {}", spelling(rest)).trim_end());
                self.error("c/preprocessor", within(span, rest), message);
            }
            ("warning", _) => {
                let message = Message::verbatim(format!("#warning {}", spelling(rest)).trim_end());
                self.diagnostics.push(Diagnostic::warning("c/preprocessor", span, message));
            }
            ("pragma", _) => self.pragma(rest, span),
            // Conditions about assertions of the preprocessor cannot be read.
            ("ident" | "sccs" | "assert" | "unassert", _) => {}
            ("line", _) => {
                let expanded = self.expand_all(rest.to_vec());
                self.set_line(&expanded, hash);
            }
            _ if name.kind == Lexeme::Number => self.set_line(&line, hash),
            (other, _) => {
                let message = msg!("there is no directive `#{other}`");
                let error = Diagnostic::error("c/preprocessor", span, message);
                self.diagnostics.push(error.suggest(did_you_mean(other, DIRECTIVES)));
            }
        }
    }

    /// A line marker: the number of the next line, and optionally the name of its file.
    fn set_line(&mut self, tokens: &[Token], hash: Span) {
        let Some(number) = tokens.first().and_then(|t| t.text.parse::<i64>().ok()) else {
            self.error("c/preprocessor", hash, msg!("`#line` needs the number of a line"));
            return;
        };
        let Some(input) = self.inputs.last_mut() else { return };
        if let Some(file) = input.file {
            input.shift = number - i64::from(self.sources.file(file).position(hash.start).0) - 1;
        }
        match tokens.get(1) {
            Some(name) if name.kind == Lexeme::Text => input.name = name.text.trim_matches('"').into(),
            Some(other) => {
                let span = other.span;
                self.error("c/preprocessor", span, msg!("this is not the name of a file"));
            }
            None => {}
        }
    }

    fn open(&mut self, span: Span, outer: bool, holds: impl FnOnce(&mut Self) -> bool) {
        let active = outer && holds(self);
        let condition = Condition { span, active, taken: active, outer, has_else: false };
        if let Some(input) = self.inputs.last_mut() {
            input.conditions.push(condition);
        }
    }

    /// `#elif`, or `#else` without a condition.
    fn other_group(&mut self, span: Span, condition: Option<&[Token]>) {
        let Some(mut open) = self.inputs.last_mut().and_then(|input| input.conditions.pop()) else {
            self.error("c/preprocessor", span, msg!("this has no `#if`"));
            return;
        };
        if open.has_else {
            self.error("c/preprocessor", span, msg!("`#else` was the last group of this `#if`"));
        }
        open.has_else |= condition.is_none();
        open.active = open.outer && !open.taken && condition.is_none_or(|tokens| self.condition(tokens, span));
        open.taken |= open.active;
        if let Some(input) = self.inputs.last_mut() {
            input.conditions.push(open);
        }
    }

    fn define(&mut self, line: &[Token], span: Span) {
        let Some((name, mut rest)) = line.split_first().filter(|(name, _)| name.kind == Lexeme::Identifier) else {
            self.error("c/preprocessor", span, msg!("the name of the macro is missing"));
            return;
        };
        if &*name.text == "defined" {
            self.error("c/preprocessor", name.span, msg!("`defined` cannot be a macro"));
            return;
        }
        let (mut parameters, mut variadic) = (None, false);
        if rest.first().is_some_and(|t| t.is("(") && !t.spaced) {
            let mut names = Parameters::default();
            let mut at = 1;
            let well_formed = loop {
                let (Some(parameter), next) = (rest.get(at), rest.get(at + 1)) else { break false };
                if parameter.is(")") && names.is_empty() {
                    at += 1;
                    break true;
                }
                if parameter.is("...") {
                    names.insert("__VA_ARGS__".into());
                    variadic = true;
                } else if parameter.kind == Lexeme::Identifier && names.insert(parameter.text.clone()) {
                    if next.is_some_and(|t| t.is("...")) {
                        variadic = true;
                        at += 1;
                    }
                } else {
                    break false;
                }
                let Some(next) = rest.get(at + 1) else { break false };
                at += 2;
                if next.is(")") {
                    break true;
                }
                if !next.is(",") || variadic {
                    break false;
                }
            };
            if !well_formed {
                self.error("c/preprocessor", name.span, msg!("the parameters of `{}` cannot be read", name.text));
                return;
            }
            rest = &rest[at..];
            parameters = Some(Rc::new(names));
        }
        if rest.first().is_some_and(|t| t.is("##")) || rest.last().is_some_and(|t| t.is("##")) {
            self.error("c/preprocessor", name.span, msg!("`##` needs a token on each side"));
            return;
        }
        if let Some(parameters) = &parameters {
            let is_parameter = |t: Option<&Token>| t.is_some_and(|t| parameters.contains(&t.text));
            if rest.iter().enumerate().any(|(at, t)| t.is("#") && !is_parameter(rest.get(at + 1))) {
                self.error("c/preprocessor", name.span, msg!("`#` needs a parameter of the macro"));
                return;
            }
        }
        let mut body = rest.to_vec();
        if let Some(first) = body.first_mut() {
            first.spaced = false;
        }
        let is_ours = self.inputs.last().is_none_or(|input| input.file.is_none());
        let kind = if is_ours { MacroKind::Ours } else { MacroKind::Defined };
        let defined = Macro { parameters, variadic, body: body.into(), span: name.span, kind };
        if let Some(old) = self.macros.insert(name.text.clone(), defined.clone())
            && !old.is_the_same(&defined)
        {
            let message = msg!("`{}` is defined in another way before", name.text);
            let mut warning = Diagnostic::warning("c/preprocessor", name.span, message);
            if old.kind == MacroKind::Defined {
                warning = warning.label(old.span, msg!("the earlier definition"));
            }
            self.diagnostics.push(warning.suggest(msg!("write `#undef {}` first", name.text)));
        }
    }

    /// The line of a token, as `#line` counts.
    fn line_number(&self, span: Span) -> i64 {
        let input = self.inputs.iter().rev().find(|input| input.file == Some(span.file));
        i64::from(self.sources.line_of(span)) + input.map_or(0, |input| input.shift)
    }
}

/// The spelling of tokens, as `#` makes it.
fn spelling(tokens: &[Token]) -> String {
    let mut text = String::new();
    for token in tokens {
        if !text.is_empty() && (token.spaced || token.starts_line) {
            text.push(' ');
        }
        text += &token.text;
    }
    text
}

/// A position extended to the last of some tokens of the same file.
fn within(span: Span, tokens: &[Token]) -> Span {
    tokens
        .last()
        .filter(|last| last.span.file == span.file && last.span.end >= span.end)
        .map_or(span, |t| span.to(t.span))
}
