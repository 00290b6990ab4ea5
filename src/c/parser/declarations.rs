//! Declarations (C11 6.7) and external definitions (6.9).

use std::rc::Rc;

use super::super::lexer::{Lexeme, Name};
use super::super::syntax::{
    Bound, Declaration, Declarator, Definition, Derivation, Designator, ExprKind, External, Initialiser, Parameters,
    Specifiers, StaticAssertion, Storage, TypeName, TypeSpecifier,
};
use super::super::types::Integer;
use super::specifiers::AUTO_TYPE;
use super::{ExprId, Parsed, Parser};
use crate::unsupported::Construct;
use base::{Diagnostic, Span, msg, text};

impl Parser<'_> {
    pub(super) fn translation_unit(&mut self) {
        while !self.tokens.at_end() {
            if self.external().is_err() {
                self.recover_external();
            }
            self.scopes.truncate(1);
            self.depth = 0;
        }
        let outside = std::mem::take(&mut self.addressed);
        self.tree.addressed.extend(outside);
    }

    /// Skips to the next external declaration after an error.
    fn recover_external(&mut self) {
        let mut depth = 0_usize;
        while let Some(token) = self.tokens.peek() {
            if token.is("{") {
                depth += 1;
            } else if token.is("}") {
                depth = depth.saturating_sub(1);
            }
            let ends = depth == 0 && (token.is(";") || (token.is("}") && !self.at_symbol(1, ";")));
            self.tokens.advance();
            if ends {
                return;
            }
        }
    }

    fn external(&mut self) -> Parsed<()> {
        if self.eat(";") {
            return Ok(());
        }
        if self.keyword(0) == Some("asm") {
            let span = self.tokens.here();
            self.tokens.advance();
            self.skip_parentheses();
            self.tree.around.get_or_insert((Construct::Assembly, span));
            return self.expect(";");
        }
        if self.keyword(0) == Some("_Static_assert") {
            let assertion = self.static_assertion()?;
            self.tree.externals.push(External::Assertion(assertion));
            return Ok(());
        }
        let start = self.tokens.here();
        // Before C99, what has no type is an `int`.
        let is_untyped = self.name_at(0).is_some_and(|name| !self.names_type(&name.text));
        let specifiers = match is_untyped && ["(", "=", ";", ",", "["].iter().any(|next| self.at_symbol(1, next)) {
            true => Specifiers::implicit(start),
            false => self.specifiers()?,
        };
        if self.eat(";") {
            let declaration = Declaration { specifiers, declarators: Vec::new(), span: self.tokens.since(start) };
            self.tree.externals.push(External::Declaration(declaration));
            return Ok(());
        }
        let mut declarator = self.declarator(false)?;
        declarator.attributes.merge(self.attributes());
        let is_function = matches!(declarator.derivations.last(), Some(Derivation::Function(..)));
        if is_function && self.at("{") {
            if has_names(&declarator) {
                self.parameter_declarations(&mut declarator)?;
            }
            return self.definition(specifiers, declarator, start);
        }
        if is_function && has_names(&declarator) && self.starts_declaration() {
            self.parameter_declarations(&mut declarator)?;
            return self.definition(specifiers, declarator, start);
        }
        let declaration = self.declarators(specifiers, declarator, start)?;
        for (declarator, _) in &declaration.declarators {
            self.runs_around(&declaration.specifiers, declarator, declaration.span);
        }
        self.tree.externals.push(External::Declaration(declaration));
        Ok(())
    }

    /// Notes a function that is called before or after the entry function.
    fn runs_around(&mut self, specifiers: &Specifiers, declarator: &Declarator, span: Span) {
        let named = [&specifiers.attributes.around, &declarator.attributes.around].into_iter().flatten().next();
        if let Some(name) = named {
            self.tree.around.get_or_insert((Construct::Attribute(name.clone()), span));
        }
    }

    /// Warns of a declaration without a type, which is that of an `int`.
    pub(super) fn warn_untyped(&mut self, specifiers: &Specifiers, declarator: &Declarator) {
        if let Some((name, span)) = declarator.name.as_ref().filter(|_| specifiers.is_implicit) {
            let message = msg!("`{name}` has no type, so that `int` is taken");
            self.diagnostics.push(Diagnostic::warning("c/implicit", *span, message));
        }
    }

    fn definition(&mut self, specifiers: Specifiers, declarator: Declarator, start: Span) -> Parsed<()> {
        self.warn_untyped(&specifiers, &declarator);
        self.runs_around(&specifiers, &declarator, self.tokens.since(start));
        if let Some((name, _)) = &declarator.name {
            self.declare(name, false);
        }
        let outside = std::mem::take(&mut self.addressed);
        self.tree.addressed.extend(outside);
        let body = self.scoped(|this| {
            if let Some(Derivation::Function(parameters, _)) = declarator.derivations.last() {
                for (_, parameter) in &parameters.list {
                    if let Some((name, _)) = &parameter.name {
                        this.declare(name, false);
                    }
                }
            }
            this.block_in_scope()
        })?;
        let addressed = std::mem::take(&mut self.addressed);
        self.tree.addressed.extend(addressed.iter().cloned());
        let span = self.tokens.since(start);
        let definition = Definition { specifiers, declarator, body, addressed: Rc::new(addressed), span };
        self.tree.externals.push(External::Function(definition));
        Ok(())
    }

    /// `_Static_assert(condition, "text");`
    pub(super) fn static_assertion(&mut self) -> Parsed<StaticAssertion> {
        let start = self.tokens.here();
        self.tokens.advance();
        self.expect("(")?;
        let condition = self.conditional()?;
        let text = match self.eat(",").then(|| self.tokens.peek().map(|token| token.kind)) {
            None => None,
            Some(Some(Lexeme::Text)) => match self.text() {
                ExprKind::Text(text) => text,
                _ => None,
            },
            Some(_) => return self.unexpected(msg!("a string")),
        };
        self.expect(")")?;
        self.expect(";")?;
        Ok(StaticAssertion { condition, text, span: self.tokens.since(start) })
    }

    /// The declarations of the parameters that a function has by name only, as before C89: `int f(a) int a; { … }`. Those that are not declared
    /// are of an `int`.
    fn parameter_declarations(&mut self, function: &mut Declarator) -> Parsed<()> {
        let mut declared = Vec::new();
        while !self.at("{") {
            let specifiers = self.specifiers()?;
            loop {
                let declarator = self.declarator(false)?;
                self.warn_untyped(&specifiers, &declarator);
                declared.push((specifiers.clone(), declarator));
                if !self.eat(",") {
                    break;
                }
            }
            self.expect(";")?;
        }
        let Some(Derivation::Function(parameters, _)) = function.derivations.last_mut() else { return Ok(()) };
        let mut list = Vec::new();
        for name in &parameters.names {
            let is_named = |(_, declarator): &(Specifiers, Declarator)| {
                declarator.name.as_ref().is_some_and(|(other, _)| *other == name.0)
            };
            list.push(match declared.iter().position(is_named) {
                Some(at) => declared.remove(at),
                None => untyped_parameter(name),
            });
        }
        if let Some((name, span)) = declared.into_iter().find_map(|(_, declarator)| declarator.name) {
            self.diagnostics.push(Diagnostic::error("c/declaration", span, msg!("there is no parameter `{name}`")));
        }
        *parameters = Rc::new(Parameters { list, variadic: false, unspecified: false, names: Vec::new() });
        Ok(())
    }

    /// A declaration in a block.
    pub(super) fn declaration(&mut self) -> Parsed<Declaration> {
        let start = self.tokens.here();
        let specifiers = self.specifiers()?;
        if specifiers.is_implicit && specifiers.storage.is_none() && !specifiers.constant {
            return self.unexpected(msg!("a type"));
        }
        if self.eat(";") {
            return Ok(Declaration { specifiers, declarators: Vec::new(), span: self.tokens.since(start) });
        }
        let first = self.declarator(false)?;
        self.declarators(specifiers, first, start)
    }

    /// An expression with the type of a value: of an array, that of a pointer.
    fn as_value(&mut self, e: ExprId) -> Parsed<ExprId> {
        let span = self.tree.expressions[e].span;
        let zero = self.expression_node(ExprKind::Integer(0, Integer::INT), span, &[])?;
        self.expression_node(ExprKind::Comma(zero, e), span, &[zero, e])
    }

    /// The remaining declarators, up to the semicolon.
    fn declarators(&mut self, mut specifiers: Specifiers, first: Declarator, start: Span) -> Parsed<Declaration> {
        let mut declarators = Vec::new();
        let mut declarator = first;
        let is_type = specifiers.storage == Some(Storage::Typedef);
        loop {
            declarator.attributes.merge(self.attributes());
            self.warn_untyped(&specifiers, &declarator);
            match &declarator.name {
                Some((name, _)) => self.declare(&name.clone(), is_type),
                None => return self.unexpected(msg!("a name")),
            }
            let initialiser = if self.eat("=") { Some(self.initialiser()?) } else { None };
            if matches!(&*specifiers.ty, TypeSpecifier::Floating(AUTO_TYPE)) {
                let is_alone = declarators.is_empty() && declarator.derivations.is_empty() && !self.at(",");
                let Some(Initialiser::Expression(value)) = initialiser.as_ref().filter(|_| is_alone) else {
                    return self.fail(msg!("`__auto_type` needs one variable with an initial value"));
                };
                specifiers.ty = Rc::new(TypeSpecifier::TypeOf(self.as_value(*value)?));
            }
            declarators.push((declarator, initialiser));
            if !self.eat(",") {
                break;
            }
            let attributes = self.attributes();
            declarator = self.declarator(false)?;
            declarator.attributes.merge(attributes);
        }
        if !self.eat(";") {
            return self.unexpected(msg!("`;`"));
        }
        Ok(Declaration { specifiers, declarators, span: self.tokens.since(start) })
    }

    /// A declarator; `may_be_abstract`: its name may be missing.
    pub(super) fn declarator(&mut self, may_be_abstract: bool) -> Parsed<Declarator> {
        self.nested(|this| {
            let mut derivations = Vec::new();
            let mut attributes = this.attributes();
            while this.eat("*") {
                let mut constant = false;
                loop {
                    attributes.merge(this.attributes());
                    match this.keyword(0) {
                        Some("const") => constant = true,
                        Some("volatile" | "restrict" | "_Atomic") => {}
                        _ => break,
                    }
                    this.tokens.advance();
                }
                derivations.push(Derivation::Pointer { constant });
                if derivations.len() > 60 {
                    return this.fail(msg!("too many `*`"));
                }
            }
            let mut inner = Declarator::default();
            if let Some(name) = this.eat_name() {
                inner.name = Some(name);
            } else if this.at("(") && !(may_be_abstract && (this.starts_type(1) || this.at_symbol(1, ")"))) {
                this.tokens.advance();
                inner = this.declarator(may_be_abstract)?;
                this.expect(")")?;
            } else if !may_be_abstract {
                return this.unexpected(msg!("a name"));
            }
            let mut suffixes = Vec::new();
            loop {
                let start = this.tokens.here();
                if this.eat("[") {
                    while matches!(this.keyword(0), Some("static" | "const" | "restrict" | "volatile")) {
                        this.tokens.advance();
                    }
                    let bound = if this.at("]") {
                        Bound::Missing
                    } else if this.at("*") && this.at_symbol(1, "]") {
                        this.tokens.advance();
                        Bound::Star
                    } else {
                        Bound::Given(this.assignment()?)
                    };
                    this.expect("]")?;
                    suffixes.push(Derivation::Array(bound, this.tokens.since(start)));
                } else if this.eat("(") {
                    let parameters = this.scoped(Self::parameters)?;
                    suffixes.push(Derivation::Function(Rc::new(parameters), this.tokens.since(start)));
                } else {
                    break;
                }
                if suffixes.len() > 60 {
                    return this.fail(msg!("too many dimensions"));
                }
            }
            attributes.merge(this.attributes());
            attributes.merge(inner.attributes);
            derivations.extend(suffixes.into_iter().rev());
            derivations.append(&mut inner.derivations);
            Ok(Declarator { name: inner.name, derivations, attributes })
        })
    }

    /// The parameters of a function, after `(`.
    fn parameters(&mut self) -> Parsed<Parameters> {
        let (mut list, mut names) = (Vec::new(), Vec::new());
        if self.eat(")") {
            return Ok(Parameters { list, variadic: false, unspecified: true, names });
        }
        if self.keyword(0) == Some("void") && self.at_symbol(1, ")") {
            self.tokens.skip(2);
            return Ok(Parameters { list, variadic: false, unspecified: false, names });
        }
        let mut variadic = false;
        if self.name_at(0).is_some() && !self.starts_type(0) {
            loop {
                names.push(self.expect_name(text!("the name of a parameter"))?);
                if !self.eat(",") {
                    break;
                }
            }
            self.expect(")")?;
            return Ok(Parameters { list, variadic, unspecified: true, names });
        }
        loop {
            if self.eat("...") {
                variadic = true;
                break;
            }
            let specifiers = self.specifiers()?;
            let declarator = self.declarator(true)?;
            self.warn_untyped(&specifiers, &declarator);
            if let Some((name, _)) = &declarator.name {
                self.declare(name, false);
            }
            list.push((specifiers, declarator));
            if !self.eat(",") {
                break;
            }
        }
        self.expect(")")?;
        Ok(Parameters { list, variadic, unspecified: false, names })
    }

    /// A type name (6.7.7).
    pub(super) fn type_name(&mut self) -> Parsed<Rc<TypeName>> {
        let start = self.tokens.here();
        if !self.starts_type(0) {
            return self.unexpected(msg!("a type"));
        }
        let specifiers = self.specifiers()?;
        if specifiers.storage.is_some() || specifiers.is_implicit {
            return self.fail(msg!("a type has no storage class"));
        }
        let declarator = self.declarator(true)?;
        if declarator.name.is_some() {
            return self.fail(msg!("a type has no name of a variable"));
        }
        Ok(Rc::new(TypeName { specifiers, declarator, span: self.tokens.since(start) }))
    }

    pub(super) fn initialiser(&mut self) -> Parsed<Initialiser> {
        if !self.at("{") {
            return Ok(Initialiser::Expression(self.assignment()?));
        }
        self.nested(|this| {
            let start = this.tokens.here();
            this.tokens.advance();
            let mut list = Vec::new();
            while !this.at("}") {
                let mut designators = Vec::new();
                loop {
                    if this.eat(".") {
                        let (member, span) = this.expect_name(text!("the name of a member"))?;
                        designators.push(Designator::Member(member, span));
                    } else if this.eat("[") {
                        let from = this.conditional()?;
                        let to = if this.eat("...") { Some(this.conditional()?) } else { None };
                        this.expect("]")?;
                        designators.push(Designator::Index(from, to));
                    } else {
                        break;
                    }
                }
                if !designators.is_empty() {
                    this.expect("=")?;
                }
                list.push((designators, this.initialiser()?));
                if !this.eat(",") {
                    break;
                }
            }
            this.expect("}")?;
            Ok(Initialiser::List(list, this.tokens.since(start)))
        })
    }
}

/// Whether a function has parameters by name only.
fn has_names(function: &Declarator) -> bool {
    matches!(function.derivations.last(), Some(Derivation::Function(parameters, _)) if !parameters.names.is_empty())
}

/// A parameter that has no type: of an `int`.
fn untyped_parameter((name, span): &(Name, Span)) -> (Specifiers, Declarator) {
    (Specifiers::implicit(*span), Declarator { name: Some((name.clone(), *span)), ..Declarator::default() })
}
