//! A recursive-descent parser with precedence climbing; recovers from errors at the next statement or declaration.
//!
//! Recursion is bounded by [`NESTING`], the height of expressions, which chains such as `1+1+…` build without
//! recursion, by [`HEIGHT`], so that recursive walks of trees need a bounded stack.

mod declarations;
pub(crate) mod expressions;
mod specifiers;
mod statements;

use std::rc::Rc;

use rustc_hash::{FxHashMap, FxHashSet};

use super::attributes::Attributes;
use super::constants;
use super::lexer::{Lexeme, Name, Token};
use super::syntax::{Expr, ExprId, ExprKind, External, Stmt, StmtId, StmtKind, Tagged, Tree};
use super::types::{DataModel, builtin_type};
use base::{Diagnostic, Message, Span, Text, TokenCursor, bound, msg};

/// Maximum nesting depth.
const NESTING: u32 = 256;
/// Maximum height of an expression.
const HEIGHT: u32 = 250;

/// The construct could not be read; the reason was reported.
pub(crate) struct Unreadable;

type Parsed<T> = Result<T, Unreadable>;

/// The keywords, also those of GNU.
pub(crate) const KEYWORDS: [&str; 55] = [
    "auto",
    "break",
    "case",
    "char",
    "const",
    "continue",
    "default",
    "do",
    "double",
    "else",
    "enum",
    "extern",
    "float",
    "for",
    "goto",
    "if",
    "inline",
    "int",
    "long",
    "register",
    "restrict",
    "return",
    "short",
    "signed",
    "sizeof",
    "static",
    "struct",
    "switch",
    "typedef",
    "union",
    "unsigned",
    "void",
    "volatile",
    "while",
    "_Alignas",
    "_Alignof",
    "_Atomic",
    "_Bool",
    "_Decimal128",
    "_Decimal32",
    "_Decimal64",
    "_Float128",
    "_Float16",
    "_Float32",
    "_Float32x",
    "_Float64",
    "_Float64x",
    "__float128",
    "__float80",
    "_Complex",
    "_Generic",
    "_Noreturn",
    "_Static_assert",
    "_Thread_local",
    "typeof",
];
/// Other spellings of keywords.
pub(crate) const SPELLINGS: [(&str, &str); 32] = [
    ("__const", "const"),
    ("__const__", "const"),
    ("__inline", "inline"),
    ("__inline__", "inline"),
    ("__restrict", "restrict"),
    ("__restrict__", "restrict"),
    ("__volatile", "volatile"),
    ("__volatile__", "volatile"),
    ("__signed", "signed"),
    ("__signed__", "signed"),
    ("__typeof", "typeof"),
    ("__typeof__", "typeof"),
    ("__asm", "asm"),
    ("__asm__", "asm"),
    ("asm", "asm"),
    ("__attribute", "__attribute__"),
    ("__attribute__", "__attribute__"),
    ("__extension__", "__extension__"),
    ("__alignof", "__alignof__"),
    ("__alignof__", "__alignof__"),
    ("__thread", "_Thread_local"),
    ("__label__", "__label__"),
    ("__int128", "__int128"),
    ("__complex", "_Complex"),
    ("__complex__", "_Complex"),
    ("__auto_type", "__auto_type"),
    ("__imag", "__imag__"),
    ("__imag__", "__imag__"),
    ("__real", "__real__"),
    ("__real__", "__real__"),
    ("__seg_fs", "__seg_fs"),
    ("__seg_gs", "__seg_gs"),
];

/// Reads the tokens of a translation unit into the tree.
pub(crate) fn parse_unit(
    tokens: Vec<Token>,
    end: Span,
    model: DataModel,
    tree: &mut Tree,
    diagnostics: &mut Vec<Diagnostic>,
) {
    let keywords = KEYWORDS.iter().map(|&k| (k, k)).chain(SPELLINGS).collect();
    let mut parser = Parser {
        tokens: TokenCursor::new(tokens, end),
        model,
        depth: 0,
        last_error: None,
        keywords,
        scopes: vec![FxHashMap::default()],
        addressed: FxHashSet::default(),
        defined: FxHashMap::default(),
        tree,
        diagnostics,
    };
    let file = parser.tree.externals.len();
    parser.tree.externals.push(External::File(Rc::default()));
    parser.translation_unit();
    let defined = Rc::new(std::mem::take(&mut parser.defined));
    parser.tree.externals[file] = External::File(defined);
}

struct Parser<'a> {
    tokens: TokenCursor<Token>,
    model: DataModel,
    depth: u32,
    /// Token of the last reported error: its consequences are not reported again.
    last_error: Option<usize>,
    keywords: FxHashMap<&'static str, &'static str>,
    /// The names declared in each scope, and whether they name types.
    scopes: Vec<FxHashMap<Name, bool>>,
    /// The variables of the function whose address is taken.
    addressed: FxHashSet<Name>,
    /// The structures and unions that are defined outside of functions.
    defined: FxHashMap<Tagged, u64>,
    tree: &'a mut Tree,
    diagnostics: &'a mut Vec<Diagnostic>,
}

impl Parser<'_> {
    fn at(&self, symbol: &str) -> bool {
        self.at_symbol(0, symbol)
    }

    fn at_symbol(&self, ahead: usize, symbol: &str) -> bool {
        self.tokens.peek_nth(ahead).is_some_and(|t| t.is(symbol))
    }

    fn eat(&mut self, symbol: &str) -> bool {
        self.tokens.accept(|t| t.is(symbol))
    }

    /// The keyword there.
    fn keyword(&self, ahead: usize) -> Option<&'static str> {
        let token = self.tokens.peek_nth(ahead).filter(|t| t.kind == Lexeme::Identifier)?;
        self.keywords.get(&*token.text).copied()
    }

    fn eat_keyword(&mut self, keyword: &str) -> bool {
        let found = self.keyword(0) == Some(keyword);
        self.tokens.skip(usize::from(found));
        found
    }

    /// The identifier there, if it is no keyword.
    fn name_at(&self, ahead: usize) -> Option<&Token> {
        self.tokens.peek_nth(ahead).filter(|t| t.kind == Lexeme::Identifier && !self.keywords.contains_key(&*t.text))
    }

    fn eat_name(&mut self) -> Option<(Name, Span)> {
        let found = self.name_at(0).map(|t| (t.text.clone(), t.span))?;
        self.tokens.advance();
        Some(found)
    }

    /// Reports that something is missing.
    fn unexpected<T>(&mut self, wanted: Message) -> Parsed<T> {
        let found = match self.tokens.peek() {
            Some(token) if token.text.len() > 60 => msg!("this"),
            Some(token) => Message::code(&token.text),
            None => msg!("the end of the file"),
        };
        self.fail(msg!("expected {wanted}, but found {found}"))
    }

    fn fail<T>(&mut self, message: Message) -> Parsed<T> {
        self.report("c/syntax", message);
        Err(Unreadable)
    }

    /// Reports an error at the next token, unless one was reported there.
    fn report(&mut self, code: &'static str, message: Message) {
        let here = Some(self.tokens.position());
        if self.last_error != here {
            self.last_error = here;
            self.diagnostics.push(Diagnostic::error(code, self.tokens.here(), message));
            bound(self.diagnostics);
        }
    }

    fn expect(&mut self, symbol: &str) -> Parsed<()> {
        if self.eat(symbol) { Ok(()) } else { self.unexpected(msg!("`{symbol}`")) }
    }

    fn expect_name(&mut self, what: Text) -> Parsed<(Name, Span)> {
        match self.eat_name() {
            Some(found) => Ok(found),
            None => self.unexpected(what.message()),
        }
    }

    /// Reads something one level deeper.
    fn nested<T>(&mut self, read: impl FnOnce(&mut Self) -> Parsed<T>) -> Parsed<T> {
        if self.depth >= NESTING {
            self.report("c/size", msg!("nested more than {NESTING} levels deep"));
            return Err(Unreadable);
        }
        self.depth += 1;
        let result = read(self);
        self.depth -= 1;
        result
    }

    fn expression_node(&mut self, kind: ExprKind, span: Span, parts: &[ExprId]) -> Parsed<ExprId> {
        let height = 1 + parts.iter().map(|&e| self.tree.expressions[e].height).max().unwrap_or(0);
        if height > HEIGHT {
            let message = msg!("an expression of more than {HEIGHT} levels");
            self.diagnostics.push(Diagnostic::error("c/size", span, message));
            return Err(Unreadable);
        }
        Ok(self.tree.expressions.push(Expr { kind, span, height }))
    }

    fn statement_node(&mut self, kind: StmtKind, span: Span) -> StmtId {
        self.tree.statements.push(Stmt { kind, span })
    }

    /// Whether a name is that of a type here.
    fn names_type(&self, name: &str) -> bool {
        match self.scopes.iter().rev().find_map(|scope| scope.get(name)) {
            Some(&is_type) => is_type,
            None => builtin_type(name, self.model).is_some(),
        }
    }

    fn declare(&mut self, name: &Name, is_type: bool) {
        if let Some(scope) = self.scopes.last_mut() {
            scope.insert(name.clone(), is_type);
        }
    }

    fn scoped<T>(&mut self, read: impl FnOnce(&mut Self) -> T) -> T {
        self.scopes.push(FxHashMap::default());
        let result = read(self);
        self.scopes.pop();
        result
    }

    /// `__attribute__((…))`, and `asm("…")` as the name of what is declared for the assembler.
    fn attributes(&mut self) -> Attributes {
        let mut all = Attributes::default();
        loop {
            match self.keyword(0) {
                Some("__attribute__") => {
                    self.tokens.advance();
                    self.attribute_list(&mut all);
                }
                Some("asm") if self.at_symbol(1, "(") => {
                    self.tokens.advance();
                    self.skip_parentheses();
                    all.add(&"asm".into(), None);
                }
                _ => return all,
            }
        }
    }

    /// `((name, name(…), …))`.
    fn attribute_list(&mut self, all: &mut Attributes) {
        let is_list = self.eat("(")
            && self.eat("(")
            && loop {
                // A keyword may be a name here.
                if let Some(name) = self.tokens.peek().filter(|t| t.kind == Lexeme::Identifier).map(|t| t.text.clone())
                {
                    self.tokens.advance();
                    let argument = self.tokens.peek_nth(1).filter(|_| self.at("(")).map(|t| t.text.clone());
                    if self.at("(") {
                        self.skip_parentheses();
                    }
                    all.add(&name, argument.as_ref());
                }
                if !self.eat(",") {
                    break self.eat(")") && self.eat(")");
                }
            };
        if !is_list {
            let _ = self.unexpected::<()>(msg!("an attribute: `((name))`"));
        }
    }

    /// Skips `(…)`.
    fn skip_parentheses(&mut self) {
        if !self.at("(") {
            let _ = self.unexpected::<()>(msg!("`(`"));
            return;
        }
        let mut depth = 0_usize;
        while let Some(token) = self.tokens.peek() {
            match token.kind {
                Lexeme::Symbol("(") => depth += 1,
                Lexeme::Symbol(")") => depth = depth.saturating_sub(1),
                Lexeme::Symbol("#" | "##") | Lexeme::Stray => {
                    let _ = self.unexpected::<()>(msg!("a word"));
                }
                _ => {}
            }
            self.tokens.advance();
            if depth == 0 {
                return;
            }
        }
        let _ = self.unexpected::<()>(msg!("`)`"));
    }

    /// Adjacent string literals; all of them are wide if one is.
    fn text(&mut self) -> ExprKind {
        let mut parts = Vec::new();
        while let Some(token) = self.tokens.peek().filter(|t| t.kind == Lexeme::Text) {
            parts.push((token.text.clone(), token.span));
            self.tokens.advance();
        }
        match parts.iter().find_map(|(text, _)| constants::wide(text, self.model)) {
            Some(ty) => {
                let size = ty.size(self.model);
                let units = self.joined(&parts, |text| constants::wide_text(text, size));
                units.map_or(ExprKind::Text(None), |units| ExprKind::WideText(units.into(), ty))
            }
            None => ExprKind::Text(self.joined(&parts, constants::text).map(Into::into)),
        }
    }

    /// What is in string literals; `None` if one of them cannot be read.
    fn joined<T>(&mut self, parts: &[(Name, Span)], read: impl Fn(&str) -> Option<Vec<T>>) -> Option<Vec<T>> {
        let mut all = Some(Vec::new());
        for (text, span) in parts {
            match (&mut all, read(text)) {
                (Some(all), Some(part)) => all.extend(part),
                (_, Some(_)) => {}
                (_, None) => {
                    self.diagnostics.push(Diagnostic::error("c/literal", *span, msg!("this string cannot be read")));
                    all = None;
                }
            }
        }
        all
    }
}
