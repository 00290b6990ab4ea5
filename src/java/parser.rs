//! A recursive-descent parser with precedence climbing; recovers from errors at the next statement or member.
//!
//! Recursion is bounded by [`NESTING`]. The height of trees, which chains such as `1+1+…` build without
//! recursion, is bounded by [`HEIGHT`], so that recursive tree walks need a bounded stack.

mod declarations;
mod enums;
mod expressions;
mod functions;
mod local;
mod records;
mod resources;
mod statements;
mod synthetic;
mod types;

use std::collections::VecDeque;

use rustc_hash::FxHashMap;

pub(crate) use synthetic::{SyntheticText, add_method};

use super::lexer::{Name, Token, TokenKind, tokens};
use super::syntax::{Expr, ExprId, ExprKind, Stmt, StmtId, StmtKind, Tree, TypeParameter};
use base::{
    Diagnostic, FileId, Idx, Message, Sources, Span, TokenCursor, bound, library_file, library_files_with, msg,
};

/// Maximum nesting depth.
const NESTING: u32 = 200;
/// Maximum height of a syntax tree.
const HEIGHT: u32 = 250;

/// The construct could not be read; the reason was reported.
struct Unreadable;

type Parsed<T> = Result<T, Unreadable>;

/// Reads a file into the tree.
pub(crate) fn parse_file(sources: &Sources, file: FileId, tree: &mut Tree, diagnostics: &mut Vec<Diagnostic>) {
    let text = &sources.file(file).text;
    let tokens = tokens(file, text, diagnostics);
    for (at, token) in tokens.iter().enumerate() {
        let TokenKind::Name(name) = &token.kind else { continue };
        if let Some(named) = library_file(name) {
            let is_qualified = at > 0 && tokens[at - 1].kind == TokenKind::Symbol(".");
            tree.named_library.entry(name.clone()).or_insert((named, false)).1 |= is_qualified;
        }
        let before = |count: usize| at.checked_sub(count).map(|before| &tokens[before].kind);
        let is_reference = before(1) == Some(&TokenKind::Symbol("::"));
        if is_reference || tokens.get(at + 1).is_some_and(|next| next.kind == TokenKind::Symbol("(")) {
            let class =
                before(2).and_then(|kind| if let TokenKind::Name(class) = kind { Some(&**class) } else { None });
            for (class, file) in library_files_with(class, name) {
                tree.named_library.insert(class.into(), (file, true));
            }
        }
    }
    let end = Span::new(file, text.len(), text.len());
    Parser::new(text, TokenCursor::new(tokens, end), tree, diagnostics).compilation_unit();
}

/// Reads a file of the library into the tree.
pub(crate) fn parse_library(sources: &Sources, file: FileId, tree: &mut Tree, diagnostics: &mut Vec<Diagnostic>) {
    let (first, has_try) = (tree.classes.len(), tree.has_try);
    parse_file(sources, file, tree, diagnostics);
    // Its handlers are for exceptions that it throws itself.
    tree.has_try = has_try;
    for class in &mut tree.classes[first..] {
        class.is_library = true;
    }
}

struct Parser<'a> {
    text: &'a str,
    tokens: TokenCursor<Token>,
    depth: u32,
    /// Token of the last reported error: its consequences are not reported again.
    last_error: Option<usize>,
    /// The literal texts of members that are not written, as far as they are known.
    generated: VecDeque<Box<str>>,
    /// Whether an arrow yields the value of a switch expression.
    in_switch_expression: bool,
    /// The class whose body is read.
    class: Option<usize>,
    /// Whether the code that is read has no `this`.
    is_static: bool,
    /// The local classes in scope, by name.
    local_classes: Vec<(Name, usize)>,
    /// The type variables of the methods around, innermost last.
    type_parameters: Vec<TypeParameter>,
    /// Number of local classes by enclosing class and name, and of anonymous ones.
    numbers: FxHashMap<(usize, Name), usize>,
    tree: &'a mut Tree,
    diagnostics: &'a mut Vec<Diagnostic>,
}

impl<'a> Parser<'a> {
    fn new(
        text: &'a str,
        tokens: TokenCursor<Token>,
        tree: &'a mut Tree,
        diagnostics: &'a mut Vec<Diagnostic>,
    ) -> Self {
        Self {
            text,
            tokens,
            depth: 0,
            last_error: None,
            generated: VecDeque::new(),
            in_switch_expression: false,
            class: None,
            is_static: false,
            local_classes: Vec::new(),
            type_parameters: Vec::new(),
            numbers: FxHashMap::default(),
            tree,
            diagnostics,
        }
    }
}

impl Parser<'_> {
    /// Whether what is read stands in no file.
    fn is_synthetic(&self) -> bool {
        self.text.is_empty()
    }

    fn kind(&self) -> &TokenKind {
        self.kind_at(0)
    }

    fn kind_at(&self, ahead: usize) -> &TokenKind {
        self.tokens.peek_nth(ahead).map_or(&TokenKind::End, |token| &token.kind)
    }

    fn at(&self, symbol: &str) -> bool {
        self.at_symbol(0, symbol)
    }

    fn at_symbol(&self, ahead: usize, symbol: &str) -> bool {
        matches!(self.kind_at(ahead), TokenKind::Symbol(s) if *s == symbol)
    }

    fn at_keyword(&self, keyword: &str) -> bool {
        matches!(self.kind(), TokenKind::Keyword(k) if *k == keyword)
    }

    /// Whether the next token is the contextual keyword `word`.
    fn at_word(&self, word: &str) -> bool {
        self.word_at(0, word)
    }

    /// Whether the token `ahead` is the name `word`.
    fn word_at(&self, ahead: usize, word: &str) -> bool {
        matches!(self.kind_at(ahead), TokenKind::Name(n) if &**n == word)
    }

    fn name_at(&self, ahead: usize) -> bool {
        matches!(self.kind_at(ahead), TokenKind::Name(_))
    }

    fn accept(&mut self, symbol: &str) -> bool {
        let found = self.at(symbol);
        if found {
            self.tokens.advance();
        }
        found
    }

    fn accept_keyword(&mut self, keyword: &str) -> bool {
        let found = self.at_keyword(keyword);
        if found {
            self.tokens.advance();
        }
        found
    }

    fn expect(&mut self, symbol: &str) -> Parsed<()> {
        if self.accept(symbol) { Ok(()) } else { Err(self.expected(msg!("`{symbol}`"))) }
    }

    fn name(&mut self) -> Parsed<Name> {
        if let TokenKind::Name(name) = self.kind() {
            let name = name.clone();
            self.tokens.advance();
            return Ok(name);
        }
        Err(self.expected(msg!("a name")))
    }

    /// A semicolon. If it is missing at the end of a line, that is reported and parsing continues.
    fn semicolon(&mut self) -> Parsed<()> {
        if self.accept(";") {
            return Ok(());
        }
        let before = self.tokens.before();
        let gap = self.text.get(before.end as usize..self.tokens.here().start as usize).unwrap_or("");
        let ends_line = gap.contains(['\n', '\r']) || self.at("}");
        let last = self.text.get(..before.end as usize).and_then(|text| text.chars().next_back());
        let after = Span { start: before.end.saturating_sub(last.map_or(0, |c| u32::at(c.len_utf8()))), ..before };
        let found = self.found();
        self.report(Diagnostic::error("java/syntax", after, msg!("expected `;` after this, found {found}")));
        if ends_line { Ok(()) } else { Err(Unreadable) }
    }

    /// The next token, for messages.
    fn found(&self) -> Message {
        match self.kind() {
            TokenKind::Name(name) => Message::code(name),
            TokenKind::Keyword(word) | TokenKind::Symbol(word) => Message::code(word),
            TokenKind::Integer { .. } | TokenKind::Float { .. } => msg!("a number"),
            TokenKind::Character(_) => msg!("a character"),
            TokenKind::Text => msg!("a string"),
            TokenKind::End => msg!("the end of the file"),
        }
    }

    fn expected(&mut self, what: Message) -> Unreadable {
        let message = msg!("expected {what}, found {}", self.found());
        self.report(Diagnostic::error("java/syntax", self.tokens.here(), message));
        Unreadable
    }

    fn report(&mut self, diagnostic: Diagnostic) {
        let here = Some(self.tokens.position());
        if self.last_error != here {
            self.last_error = here;
            self.diagnostics.push(diagnostic);
            bound(self.diagnostics);
        }
    }

    /// Reports an unsupported Java construct.
    fn unsupported(&mut self, span: Span, what: Message, advice: Message) {
        let diagnostic = Diagnostic::error("java/unsupported", span, msg!("{what} not supported"));
        self.diagnostics.push(diagnostic.suggest(advice));
        bound(self.diagnostics);
    }

    /// Runs `parse` one level deeper.
    fn nested<T>(&mut self, parse: impl FnOnce(&mut Self) -> Parsed<T>) -> Parsed<T> {
        if self.depth >= NESTING {
            return Err(self.too_deep(self.tokens.here()));
        }
        self.depth += 1;
        let parsed = parse(self);
        self.depth -= 1;
        parsed
    }

    fn too_deep(&mut self, span: Span) -> Unreadable {
        let message = msg!("this is nested too deeply");
        let advice = msg!("the limit is {NESTING} levels; split it with local variables or methods");
        self.report(Diagnostic::error("java/nesting", span, message).suggest(advice));
        Unreadable
    }

    /// A new expression from `start` to the last token read.
    fn expression_node(&mut self, kind: ExprKind, start: Span) -> Parsed<ExprId> {
        let span = self.tokens.since(start);
        self.expression_at(kind, span)
    }

    /// A new expression at a position.
    fn expression_at(&mut self, kind: ExprKind, span: Span) -> Parsed<ExprId> {
        let (mut depth, mut assigns) = (0, matches!(kind, ExprKind::Assign { .. } | ExprKind::Increment { .. }));
        kind.for_each_child(|child| {
            let child = &self.tree.expressions[child];
            depth = depth.max(child.depth);
            assigns |= child.assigns;
        });
        if let ExprKind::Switch(switch) = &kind {
            assigns = true;
            switch.for_each_statement(|child| depth = depth.max(self.tree.statements[child].depth));
        }
        if depth >= HEIGHT {
            return Err(self.too_deep(span));
        }
        Ok(self.tree.expressions.push(Expr { kind, span, depth: depth + 1, assigns }))
    }

    /// A new statement.
    fn statement_node(&mut self, kind: StmtKind, span: Span) -> Parsed<StmtId> {
        let (mut of_statements, mut of_expressions) = (0, 0);
        kind.for_each_child(
            |child| of_statements = self.tree.statements[child].depth.max(of_statements),
            |child| of_expressions = self.tree.expressions[child].depth.max(of_expressions),
        );
        let depth = of_statements.max(of_expressions);
        if depth >= HEIGHT {
            return Err(self.too_deep(span));
        }
        Ok(self.tree.statements.push(Stmt { kind, span, depth: depth + 1 }))
    }

    /// Skips to the next possible statement or member: after `;`, after a balanced `{ .. }`, or before `}`.
    fn recover(&mut self) {
        let mut braces = 0_usize;
        loop {
            match self.kind() {
                TokenKind::End => return,
                TokenKind::Symbol("{") => braces += 1,
                TokenKind::Symbol("}") if braces == 0 => return,
                TokenKind::Symbol("}") => {
                    braces -= 1;
                    if braces == 0 {
                        self.tokens.advance();
                        return;
                    }
                }
                TokenKind::Symbol(";") if braces == 0 => {
                    self.tokens.advance();
                    return;
                }
                _ => {}
            }
            self.tokens.advance();
        }
    }

    /// Skips a balanced pair of brackets.
    fn skip_balanced(&mut self) {
        let mut open = 0_usize;
        while !self.tokens.at_end() {
            match self.kind() {
                TokenKind::Symbol("(" | "{" | "[") => open += 1,
                TokenKind::Symbol(")" | "}" | "]") => open = open.saturating_sub(1),
                _ => {}
            }
            self.tokens.advance();
            if open == 0 {
                return;
            }
        }
    }

    /// Reads items separated by commas, up to and including `close`.
    fn list<T>(&mut self, close: &str, mut item: impl FnMut(&mut Self) -> Parsed<T>) -> Parsed<Vec<T>> {
        let mut items = Vec::new();
        if self.accept(close) {
            return Ok(items);
        }
        loop {
            items.push(item(self)?);
            if !self.accept(",") {
                break;
            }
        }
        if self.accept(close) { Ok(items) } else { Err(self.expected(msg!("`,` or `{close}`"))) }
    }
}
