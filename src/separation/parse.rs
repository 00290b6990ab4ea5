//! From a text to definitions.

use std::collections::BTreeSet;

use super::lex::{NULL, Token, TokenKind, is_word, tokens};
use super::{Atom, Definition, FieldValue, Formula, Name, Parameter, Term, TermValue};
use crate::base::{Diagnostic, FileId, Span};

/// The definitions in a text, and all that is wrong with it. What is wrong is left out, up to the next definition.
pub fn parse_definitions(text: &str, file: FileId) -> (Vec<Definition>, Vec<Diagnostic>) {
    let mut diagnostics = Vec::new();
    let tokens = tokens(text, file, &mut diagnostics);
    let starts = starts(&tokens);
    let end = Span::new(file, text.len(), text.len());
    let mut parser = Parser { tokens: &tokens, starts: &starts, at: 0, end, diagnostics };
    let mut found = Vec::new();
    while parser.at < tokens.len() {
        let start = parser.at;
        match parser.definition() {
            Ok(definition) => found.push(definition),
            Err(Reported) => {
                let next = starts.range(parser.at.max(start + 1)..).next();
                parser.at = next.copied().unwrap_or(tokens.len());
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
    let mut parser = Parser { tokens: &tokens, starts: &BTreeSet::new(), at: 0, end, diagnostics };
    let mut found = Vec::new();
    while let Ok(case) = parser.formula() {
        found.push(case);
        if !parser.takes(&TokenKind::Mark('|')) {
            break;
        }
    }
    if parser.at < tokens.len() && parser.diagnostics.is_empty() {
        let advice = "parts are joined by `*`, and heaps separated by `|`; predicates are defined in a grammar";
        // This was reported by it.
        let Err(Reported) = parser.fail::<()>("`*`, `|` or the end", advice) else { return Default::default() };
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

struct Parser<'t> {
    tokens: &'t [Token<'t>],
    starts: &'t BTreeSet<usize>,
    at: usize,
    /// The position after the text.
    end: Span,
    diagnostics: Vec<Diagnostic>,
}

impl<'t> Parser<'t> {
    /// The next token.
    fn peek(&self) -> Option<&'t TokenKind<'t>> {
        self.tokens.get(self.at).map(|token| &token.kind)
    }

    fn span(&self) -> Span {
        self.tokens.get(self.at).map_or(self.end, |token| token.span)
    }

    /// The span from a start to the token before the next one.
    fn since(&self, start: Span) -> Span {
        self.at.checked_sub(1).map_or(start, |last| start.to(self.tokens[last].span))
    }

    fn fail<T>(&mut self, expected: &str, advice: &str) -> Result<T, Reported> {
        // What is no token was reported.
        if self.peek() != Some(&TokenKind::Wrong) {
            let message = match self.peek() {
                None => format!("the text ends, where there should be {expected}"),
                Some(_) => format!("here should be {expected}"),
            };
            let error = Diagnostic::error("definitions/syntax", self.span(), message);
            self.diagnostics.push(error.suggest(advice.to_owned()));
        }
        Err(Reported)
    }

    fn takes(&mut self, kind: &TokenKind<'_>) -> bool {
        let takes = self.peek() == Some(kind);
        self.at += usize::from(takes);
        takes
    }

    fn expect(&mut self, kind: &TokenKind<'_>, expected: &str, advice: &str) -> Result<(), Reported> {
        if self.takes(kind) { Ok(()) } else { self.fail(expected, advice) }
    }

    fn name(&mut self, expected: &str, advice: &str) -> Result<Name, Reported> {
        match self.peek() {
            Some(TokenKind::Name { text, is_quoted }) if *is_quoted || !is_word(text) => {
                let name = Name { text: (*text).to_owned(), span: self.span() };
                self.at += 1;
                Ok(name)
            }
            _ => self.fail(expected, advice),
        }
    }

    /// Names joined by dots.
    fn path(&mut self, expected: &str, advice: &str) -> Result<Name, Reported> {
        let mut path = self.name(expected, advice)?;
        while self.takes(&TokenKind::Mark('.')) {
            let next = self.name("a name", "after a dot there is a name, as in `link.next`")?;
            path.text = format!("{}.{}", path.text, next.text);
            path.span = path.span.to(next.span);
        }
        Ok(path)
    }

    /// `: class`, if there is a colon.
    fn class(&mut self) -> Result<Option<Name>, Reported> {
        if !self.takes(&TokenKind::Mark(':')) {
            return Ok(None);
        }
        self.path("the name of a class", "as in `x: Node -> {next: y}`").map(Some)
    }

    /// A list up to a closing mark; the opening one was read.
    fn list<T>(
        &mut self,
        close: char,
        advice: &str,
        mut element: impl FnMut(&mut Self) -> Result<T, Reported>,
    ) -> Result<Vec<T>, Reported> {
        let mut found = Vec::new();
        if self.takes(&TokenKind::Mark(close)) {
            return Ok(found);
        }
        loop {
            found.push(element(self)?);
            if self.takes(&TokenKind::Mark(close)) {
                return Ok(found);
            }
            self.expect(&TokenKind::Mark(','), &format!("`,` or `{close}`"), advice)?;
        }
    }

    fn definition(&mut self) -> Result<Definition, Reported> {
        let advice = "a definition is, for example, `seg(x, y) := x -> {next: y}`";
        let name = self.name("a definition", advice)?;
        self.expect(&TokenKind::Mark('('), "`(` with the parameters", advice)?;
        let parameters = self.list(')', "parameters are names: `seg(x, y) := …`", |parser| {
            let span = parser.span();
            if parser.takes(&TokenKind::Name { text: NULL, is_quoted: false }) {
                return Ok(Parameter { name: Name { text: NULL.to_owned(), span }, class: None, is_null: true });
            }
            let name = parser.name("a parameter", "parameters are names: `seg(x, y) := …`")?;
            Ok(Parameter { name, class: parser.class()?, is_null: false })
        })?;
        self.expect(&TokenKind::Defines, "`:=`", advice)?;
        let mut cases = vec![self.formula()?];
        while self.takes(&TokenKind::Mark('|')) {
            cases.push(self.formula()?);
        }
        if self.at < self.tokens.len() && !self.starts.contains(&self.at) {
            return self.fail("`*`, `|` or the next definition", "parts are joined by `*`, cases by `|`");
        }
        Ok(Definition { name, parameters, cases })
    }

    fn formula(&mut self) -> Result<Formula, Reported> {
        let start = self.span();
        let mut atoms = Vec::new();
        loop {
            atoms.extend(self.atom()?);
            if !self.takes(&TokenKind::Mark('*')) {
                return Ok(Formula { atoms, span: self.since(start) });
            }
        }
    }

    /// An atom; nothing for `emp`.
    fn atom(&mut self) -> Result<Option<Atom>, Reported> {
        let start = self.span();
        let advice = "it is, for example, `x -> {next: y}`, `seg(x, y)`, `x == null` or `emp`";
        let begins = matches!(self.peek(), Some(TokenKind::Name { .. } | TokenKind::Integer(_)));
        if !begins || self.starts.contains(&self.at) {
            return self.fail("a part of a heap", advice);
        }
        if self.takes(&TokenKind::Name { text: "emp", is_quoted: false }) {
            return Ok(None);
        }
        let next = self.tokens.get(self.at + 1).map(|token| &token.kind);
        let is_name = matches!(self.peek(), Some(TokenKind::Name { .. }));
        if is_name && matches!(next, Some(TokenKind::Mark('(' | '<'))) {
            let name = self.name("a predicate", "constants and `emp` are no predicates")?;
            let advice = "the fields of a predicate are, for example, `sll<Node.next>(x, null)`";
            let mut roles = Vec::new();
            if self.takes(&TokenKind::Mark('<')) {
                roles = self.list('>', advice, |parser| parser.path("a field", advice))?;
            }
            self.expect(&TokenKind::Mark('('), "`(` with the arguments", advice)?;
            let arguments = self.list(')', "arguments are variables or values: `seg(y, null)`", Self::term)?;
            return Ok(Some(Atom::Predicate { name, roles, arguments, span: self.since(start) }));
        }
        let left = self.term()?;
        let is_equal = match self.peek() {
            Some(TokenKind::Arrow) => {
                self.at += 1;
                let TermValue::Variable { name: source, part, class } = left.value else {
                    return self.wrong(left.span, "only variables point to objects", "write `x -> {…}`");
                };
                if !part.is_empty() {
                    let advice = format!("write `{} -> {{{part}.…: …}}`", source.text);
                    return self.wrong(left.span, "a part of an object has no fields of its own here", &advice);
                }
                let advice = "the fields of an object are listed: `x -> {next: y, prev: null}`";
                self.expect(&TokenKind::Mark('{'), "`{` with the fields", advice)?;
                let fields = self.list('}', advice, Self::field)?;
                return Ok(Some(Atom::PointsTo { source, class, fields, span: self.since(start) }));
            }
            Some(TokenKind::Equal) => true,
            Some(TokenKind::Unequal) => false,
            _ => return self.fail("`->`, `==` or `!=`", advice),
        };
        self.at += 1;
        let right = self.term()?;
        Ok(Some(Atom::Comparison { left, right, is_equal, span: self.since(start) }))
    }

    fn wrong<T>(&mut self, span: Span, message: &str, advice: &str) -> Result<T, Reported> {
        self.diagnostics.push(Diagnostic::error("definitions/syntax", span, message).suggest(advice.to_owned()));
        Err(Reported)
    }

    fn field(&mut self) -> Result<FieldValue, Reported> {
        let advice = "a field has a value: `next: y`; those of parts are `link.next: y.link`";
        let field = self.path("a field", advice)?;
        self.expect(&TokenKind::Mark(':'), "`:` with the value of the field", advice)?;
        Ok(FieldValue { field, value: self.term()? })
    }

    fn term(&mut self) -> Result<Term, Reported> {
        let start = self.span();
        let value = match self.peek() {
            Some(TokenKind::Integer(number)) => {
                self.at += 1;
                TermValue::Integer(*number)
            }
            Some(TokenKind::Name { text, is_quoted: false }) if is_word(text) && *text != "emp" => {
                self.at += 1;
                match *text {
                    NULL => TermValue::Null,
                    text => TermValue::Integer(i64::from(text == "true")),
                }
            }
            Some(TokenKind::Name { text, is_quoted: false }) if text.starts_with('_') => {
                self.at += 1;
                TermValue::Wildcard(text[1..].to_owned())
            }
            _ => {
                let name = self.name("a variable or a value", "it is a name, `null`, a number, or `_`")?;
                let mut part = String::new();
                if self.takes(&TokenKind::Mark('.')) {
                    part = self.path("a part of the object", "as in `y.link`")?.text;
                }
                TermValue::Variable { name, part, class: self.class()? }
            }
        };
        Ok(Term { value, span: self.since(start) })
    }
}
