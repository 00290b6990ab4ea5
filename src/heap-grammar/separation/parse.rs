//! From a text to definitions.

use std::collections::BTreeSet;

use super::lex::{NULL, Token, TokenKind, is_word, tokens};
use super::{Atom, Definition, FieldValue, Formula, Name, Parameter, Term, TermValue};
use base::{Diagnostic, FileId, Message, Span, TokenCursor, msg};

/// The definitions in a text, and all that is wrong with it. What is wrong is left out, up to the next definition.
pub fn parse_definitions(text: &str, file: FileId) -> (Vec<Definition>, Vec<Diagnostic>) {
    let mut diagnostics = Vec::new();
    let tokens = tokens(text, file, &mut diagnostics);
    let starts = starts(&tokens);
    let end = Span::new(file, text.len(), text.len());
    let mut parser = Parser { tokens: TokenCursor::new(tokens, end), starts: &starts, diagnostics };
    let mut found = Vec::new();
    while !parser.tokens.at_end() {
        let start = parser.tokens.position();
        match parser.definition() {
            Ok(definition) => found.push(definition),
            Err(Reported) => {
                parser.tokens.move_past(start);
                let next = starts.range(parser.tokens.position()..).next();
                parser.tokens.move_to(next.copied().unwrap_or(usize::MAX));
            }
        }
    }
    (found, parser.diagnostics)
}

/// The cases in a text, of which one holds: `formula | formula`; none if something is wrong with it.
pub fn parse_cases(text: &str, file: FileId) -> (Vec<Formula>, Vec<Diagnostic>) {
    let mut diagnostics = Vec::new();
    let tokens = tokens(text, file, &mut diagnostics);
    let end = Span::new(file, text.len(), text.len());
    let mut parser = Parser { tokens: TokenCursor::new(tokens, end), starts: &BTreeSet::new(), diagnostics };
    let mut found = Vec::new();
    while let Ok(case) = parser.formula() {
        found.push(case);
        if !parser.takes(TokenKind::Mark('|')) {
            break;
        }
    }
    if !parser.tokens.at_end() && parser.diagnostics.is_empty() {
        let advice: Text =
            || msg!("parts are joined by `*`, and heaps separated by `|`; predicates are defined in a grammar");
        // This was reported by it.
        let Err(Reported) = parser.fail::<()>(|| msg!("`*`, `|` or the end"), advice) else {
            return Default::default();
        };
    }
    let is_right = parser.diagnostics.is_empty();
    (if is_right { found } else { Vec::new() }, parser.diagnostics)
}

/// Where definitions start: at the name before the parameters before `:=`.
fn starts(tokens: &[Token<'_>]) -> BTreeSet<usize> {
    let mut found = BTreeSet::new();
    let mut open = None;
    for (place, token) in tokens.iter().enumerate() {
        match token.kind {
            TokenKind::Mark('(') => open = place.checked_sub(1),
            TokenKind::Defines => found.extend(open.take()),
            _ => {}
        }
    }
    found
}

/// What was wrong was reported.
struct Reported;

/// A text that is made when it is needed.
type Text = fn() -> Message;

struct Parser<'t> {
    tokens: TokenCursor<Token<'t>>,
    starts: &'t BTreeSet<usize>,
    diagnostics: Vec<Diagnostic>,
}

impl<'t> Parser<'t> {
    /// The next token.
    fn peek(&self) -> Option<TokenKind<'t>> {
        self.tokens.peek().map(|token| token.kind)
    }

    fn fail<T>(&mut self, expected: Text, advice: Text) -> Result<T, Reported> {
        // What is no token was reported.
        if self.peek() != Some(TokenKind::Wrong) {
            let message = match self.peek() {
                None => msg!("the text ends, where there should be {}", expected()),
                Some(_) => msg!("here should be {}", expected()),
            };
            let error = Diagnostic::error("definitions/syntax", self.tokens.here(), message);
            self.diagnostics.push(error.suggest(advice()));
        }
        Err(Reported)
    }

    fn takes(&mut self, kind: TokenKind<'_>) -> bool {
        self.tokens.accept(|token| token.kind == kind)
    }

    fn expect(&mut self, kind: TokenKind<'_>, expected: Text, advice: Text) -> Result<(), Reported> {
        if self.takes(kind) { Ok(()) } else { self.fail(expected, advice) }
    }

    fn name(&mut self, expected: Text, advice: Text) -> Result<Name, Reported> {
        match self.peek() {
            Some(TokenKind::Name { text, is_quoted }) if is_quoted || !is_word(text) => {
                let name = Name { text: text.to_owned(), span: self.tokens.here() };
                self.tokens.advance();
                Ok(name)
            }
            _ => self.fail(expected, advice),
        }
    }

    /// Names joined by dots.
    fn path(&mut self, expected: Text, advice: Text) -> Result<Name, Reported> {
        let mut path = self.name(expected, advice)?;
        while self.takes(TokenKind::Mark('.')) {
            let next = self.name(|| msg!("a name"), || msg!("after a dot there is a name, as in `link.next`"))?;
            path.text = format!("{}.{}", path.text, next.text);
            path.span = path.span.to(next.span);
        }
        Ok(path)
    }

    /// `: class`, if there is a colon.
    fn class(&mut self) -> Result<Option<Name>, Reported> {
        if !self.takes(TokenKind::Mark(':')) {
            return Ok(None);
        }
        self.path(|| msg!("the name of a class"), || msg!("as in `x: Node -> {{next: y}}`")).map(Some)
    }

    /// A list up to a closing mark; the opening one was read.
    fn list<T>(
        &mut self,
        close: char,
        advice: Text,
        mut element: impl FnMut(&mut Self) -> Result<T, Reported>,
    ) -> Result<Vec<T>, Reported> {
        let mut found = Vec::new();
        if self.takes(TokenKind::Mark(close)) {
            return Ok(found);
        }
        loop {
            found.push(element(self)?);
            if self.takes(TokenKind::Mark(close)) {
                return Ok(found);
            }
            let expected: Text = match close {
                ')' => || msg!("`,` or `)`"),
                '}' => || msg!("`,` or `}}`"),
                _ => || msg!("`,` or `>`"),
            };
            self.expect(TokenKind::Mark(','), expected, advice)?;
        }
    }

    fn definition(&mut self) -> Result<Definition, Reported> {
        let advice: Text = || msg!("a definition is, for example, `seg(x, y) := x -> {{next: y}}`");
        let name = self.name(|| msg!("a definition"), advice)?;
        self.expect(TokenKind::Mark('('), || msg!("`(` with the parameters"), advice)?;
        let parameters = self.list(
            ')',
            || msg!("parameters are names: `seg(x, y) := …`"),
            |parser| {
                let span = parser.tokens.here();
                if parser.takes(TokenKind::Name { text: NULL, is_quoted: false }) {
                    return Ok(Parameter { name: Name { text: NULL.to_owned(), span }, class: None, is_null: true });
                }
                let name = parser.name(|| msg!("a parameter"), || msg!("parameters are names: `seg(x, y) := …`"))?;
                Ok(Parameter { name, class: parser.class()?, is_null: false })
            },
        )?;
        self.expect(TokenKind::Defines, || Message::verbatim("`:=`"), advice)?;
        let mut cases = vec![self.formula()?];
        while self.takes(TokenKind::Mark('|')) {
            cases.push(self.formula()?);
        }
        if !self.tokens.at_end() && !self.starts.contains(&self.tokens.position()) {
            return self
                .fail(|| msg!("`*`, `|` or the next definition"), || msg!("parts are joined by `*`, cases by `|`"));
        }
        Ok(Definition { name, parameters, cases })
    }

    fn formula(&mut self) -> Result<Formula, Reported> {
        let start = self.tokens.here();
        let mut atoms = Vec::new();
        loop {
            atoms.extend(self.atom()?);
            if !self.takes(TokenKind::Mark('*')) {
                return Ok(Formula { atoms, span: self.tokens.since(start) });
            }
        }
    }

    /// An atom; nothing for `emp`.
    fn atom(&mut self) -> Result<Option<Atom>, Reported> {
        let start = self.tokens.here();
        let advice: Text = || msg!("it is, for example, `x -> {{next: y}}`, `seg(x, y)`, `x == null` or `emp`");
        let begins = matches!(self.peek(), Some(TokenKind::Name { .. } | TokenKind::Integer(_)));
        if !begins || self.starts.contains(&self.tokens.position()) {
            return self.fail(|| msg!("a part of a heap"), advice);
        }
        if self.takes(TokenKind::Name { text: "emp", is_quoted: false }) {
            return Ok(None);
        }
        let next = self.tokens.peek_nth(1).map(|token| token.kind);
        let is_name = matches!(self.peek(), Some(TokenKind::Name { .. }));
        if is_name && matches!(next, Some(TokenKind::Mark('(' | '<'))) {
            let name = self.name(|| msg!("a predicate"), || msg!("constants and `emp` are no predicates"))?;
            let advice: Text = || msg!("the fields of a predicate are, for example, `sll<Node.next>(x, null)`");
            let mut roles = Vec::new();
            if self.takes(TokenKind::Mark('<')) {
                roles = self.list('>', advice, |parser| parser.path(|| msg!("a field"), advice))?;
            }
            self.expect(TokenKind::Mark('('), || msg!("`(` with the arguments"), advice)?;
            let arguments = self.list(')', || msg!("arguments are variables or values: `seg(y, null)`"), Self::term)?;
            return Ok(Some(Atom::Predicate { name, roles, arguments, span: self.tokens.since(start) }));
        }
        let left = self.term()?;
        let is_equal = match self.peek() {
            Some(TokenKind::Arrow) => {
                self.tokens.advance();
                let TermValue::Variable { name: source, part, class } = left.value else {
                    return self.wrong(left.span, msg!("only variables point to objects"), msg!("write `x -> {{…}}`"));
                };
                if !part.is_empty() {
                    let advice = msg!("write `{} -> {{{part}.…: …}}`", source.text);
                    return self.wrong(left.span, msg!("a part of an object has no fields of its own here"), advice);
                }
                let advice: Text = || msg!("the fields of an object are listed: `x -> {{next: y, prev: null}}`");
                self.expect(TokenKind::Mark('{'), || msg!("`{{` with the fields"), advice)?;
                let fields = self.list('}', advice, Self::field)?;
                return Ok(Some(Atom::PointsTo { source, class, fields, span: self.tokens.since(start) }));
            }
            Some(TokenKind::Equal) => true,
            Some(TokenKind::Unequal) => false,
            _ => return self.fail(|| msg!("`->`, `==` or `!=`"), advice),
        };
        self.tokens.advance();
        let right = self.term()?;
        Ok(Some(Atom::Comparison { left, right, is_equal, span: self.tokens.since(start) }))
    }

    fn wrong<T>(&mut self, span: Span, message: Message, advice: Message) -> Result<T, Reported> {
        self.diagnostics.push(Diagnostic::error("definitions/syntax", span, message).suggest(advice));
        Err(Reported)
    }

    fn field(&mut self) -> Result<FieldValue, Reported> {
        let advice: Text = || msg!("a field has a value: `next: y`; those of parts are `link.next: y.link`");
        let field = self.path(|| msg!("a field"), advice)?;
        self.expect(TokenKind::Mark(':'), || msg!("`:` with the value of the field"), advice)?;
        Ok(FieldValue { field, value: self.term()? })
    }

    fn term(&mut self) -> Result<Term, Reported> {
        let start = self.tokens.here();
        let value = match self.peek() {
            Some(TokenKind::Integer(number)) => {
                self.tokens.advance();
                TermValue::Integer(number)
            }
            Some(TokenKind::Name { text, is_quoted: false }) if is_word(text) && text != "emp" => {
                self.tokens.advance();
                match text {
                    NULL => TermValue::Null,
                    text => TermValue::Integer(i64::from(text == "true")),
                }
            }
            Some(TokenKind::Name { text, is_quoted: false }) if text.starts_with('_') => {
                self.tokens.advance();
                TermValue::Wildcard(text[1..].to_owned())
            }
            _ => {
                let name =
                    self.name(|| msg!("a variable or a value"), || msg!("it is a name, `null`, a number, or `_`"))?;
                let mut part = String::new();
                if self.takes(TokenKind::Mark('.')) {
                    part = self.path(|| msg!("a part of the object"), || msg!("as in `y.link`"))?.text;
                }
                TermValue::Variable { name, part, class: self.class()? }
            }
        };
        Ok(Term { value, span: self.tokens.since(start) })
    }
}
