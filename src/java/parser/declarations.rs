//! Compilation units, classes and their members.

use super::super::lexer::{Name, TokenKind};
use super::super::syntax::{
    ClassDecl, FieldDecl, Import, Member, MethodDecl, Modifiers, Parameter, StaticImport, StmtId, TypeParameter,
    TypeRef,
};
use super::local::{Around, class_decl};
use super::{Parsed, Parser, Unreadable};
use base::{Diagnostic, Span, msg, text};

impl Parser<'_> {
    pub(super) fn compilation_unit(&mut self) {
        while !self.tokens.at_end() {
            let before = self.tokens.position();
            if self.top_level().is_err() {
                self.recover();
                self.tokens.move_past(before);
            }
        }
    }

    fn top_level(&mut self) -> Parsed<()> {
        if self.accept(";") {
            return Ok(());
        }
        self.skip_annotations();
        let is_package = self.accept_keyword("package");
        if is_package || self.accept_keyword("import") {
            let file = self.tokens.here().file;
            let is_static = !is_package && self.accept_keyword("static");
            let mut path = vec![self.name()?];
            let mut has_all = false;
            while self.accept(".") {
                if !is_package && self.accept("*") {
                    has_all = true;
                } else {
                    path.push(self.name()?);
                }
            }
            let last = if has_all || is_package { None } else { path.pop() };
            let path = path.join(".");
            if is_package {
                self.tree.packages.insert(file, path);
            } else if is_static {
                self.tree.static_imports.push(StaticImport { file, class: path, member: last });
            } else {
                self.tree.imports.push(Import { file, package: path, class: last });
            }
            return self.semicolon();
        }
        let start = self.tokens.here();
        let modifiers = self.modifiers();
        if self.class_like(start, modifiers, Around::File)? {
            return Ok(());
        }
        Err(self.expected(msg!("a class")))
    }

    /// Modifiers and annotations; irrelevant ones are skipped.
    pub(super) fn modifiers(&mut self) -> Modifiers {
        let mut modifiers = Modifiers::default();
        loop {
            self.skip_annotations();
            match self.kind() {
                TokenKind::Keyword("static") => modifiers.is_static = true,
                TokenKind::Keyword("abstract") => modifiers.is_abstract = true,
                TokenKind::Keyword("final") => modifiers.is_final = true,
                TokenKind::Keyword("private") => modifiers.is_private = true,
                TokenKind::Keyword("native") => modifiers.is_native = true,
                TokenKind::Keyword("public") => modifiers.is_public = true,
                TokenKind::Keyword("protected" | "strictfp" | "transient" | "volatile") => {}
                TokenKind::Keyword("default") => modifiers.is_default = true,
                TokenKind::Keyword("synchronized") => {}
                TokenKind::Name(n) if &**n == "sealed" && !self.at_symbol(1, "(") => {
                    let follows = ["class", "interface", "abstract", "public", "static", "private", "protected"];
                    if !matches!(self.kind_at(1), TokenKind::Keyword(word) if follows.contains(word)) {
                        return modifiers;
                    }
                }
                TokenKind::Name(n) if &**n == "non" && self.at_symbol(1, "-") && self.word_at(2, "sealed") => {
                    self.tokens.advance();
                    self.tokens.advance();
                }
                _ => return modifiers,
            }
            self.tokens.advance();
        }
    }

    /// A declaration of a class, interface, enum, record or annotation after its modifiers, if one starts here.
    pub(super) fn class_like(&mut self, start: Span, modifiers: Modifiers, around: Around) -> Parsed<bool> {
        let is_interface = self.at_keyword("interface");
        if is_interface || self.at_keyword("class") {
            self.tokens.advance();
            let is_inner = match around {
                Around::File => false,
                Around::Class(outer) => !is_interface && !modifiers.is_static && !self.tree.classes[outer].is_interface,
                Around::Code => !is_interface && !self.is_static,
            };
            self.nested(|p| p.class(start, modifiers, around, is_interface, is_inner))?;
            return Ok(true);
        }
        if self.at_keyword("enum") {
            self.tokens.advance();
            self.nested(|p| p.enumeration(start, modifiers, around))?;
            return Ok(true);
        }
        if self.at_record(0) {
            self.tokens.advance();
            self.nested(|p| p.record(start, modifiers, around))?;
            return Ok(true);
        }
        if !(self.at("@") && matches!(self.kind_at(1), TokenKind::Keyword("interface"))) {
            return Ok(false);
        }
        self.tokens.advance();
        self.tokens.advance();
        let name_span = self.tokens.here();
        let name = self.name()?;
        self.skip_to_body();
        let span = self.tokens.since(start);
        let declared =
            ClassDecl { unmodelled: Some(text!("annotation declarations are")), ..class_decl(name, name_span, span) };
        self.add_class(declared, around);
        Ok(true)
    }

    /// Whether a record is declared `ahead`.
    pub(super) fn at_record(&self, ahead: usize) -> bool {
        self.word_at(ahead, "record")
            && self.name_at(ahead + 1)
            && (self.at_symbol(ahead + 2, "(") || self.at_symbol(ahead + 2, "<"))
    }

    /// Skips to the end of the next balanced braces.
    pub(super) fn skip_to_body(&mut self) {
        while !self.tokens.at_end() && !self.at("{") && !self.at("}") && !self.at(";") {
            self.tokens.advance();
        }
        if self.at("{") {
            self.skip_balanced();
        }
    }

    fn class(
        &mut self,
        start: Span,
        modifiers: Modifiers,
        around: Around,
        is_interface: bool,
        is_inner: bool,
    ) -> Parsed<()> {
        let name_span = self.tokens.here();
        let name = self.name()?;
        let type_parameters = self.type_parameters()?;
        let declared = ClassDecl {
            is_interface,
            is_inner,
            modifiers,
            type_parameters,
            ..class_decl(name.clone(), name_span, name_span)
        };
        // Its own name is in scope in its header.
        let index = self.add_class(declared, around);
        let (mut superclass, mut interfaces) = (None, Vec::new());
        loop {
            if self.accept_keyword("extends") && !is_interface {
                superclass = Some(self.type_ref()?);
            } else if self.before_is("extends") || self.accept_keyword("implements") {
                interfaces.extend(self.types()?);
            } else if self.at_word("permits") {
                self.tokens.advance();
                self.types()?;
            } else {
                break;
            }
        }
        (self.tree.classes[index].superclass, self.tree.classes[index].interfaces) = (superclass, interfaces);
        self.expect("{")?;
        let members = self.class_body(index, &name);
        // A missing brace at the end of the file is an error, but the class is complete enough to continue.
        let _ = self.expect("}");
        self.tree.classes[index].members = members;
        self.tree.classes[index].span = self.tokens.since(start);
        Ok(())
    }

    /// The members of a class up to the closing brace.
    pub(super) fn class_body(&mut self, class: usize, class_name: &Name) -> Vec<Member> {
        let mut members = Vec::new();
        self.inside_class(class, |p| {
            while !p.at("}") && !p.tokens.at_end() {
                let before = p.tokens.position();
                if p.member(class, class_name, &mut members).is_err() {
                    p.recover();
                    p.tokens.move_past(before);
                }
            }
        });
        members
    }

    /// Reads a part of the body of a class.
    pub(super) fn inside_class<T>(&mut self, class: usize, read: impl FnOnce(&mut Self) -> T) -> T {
        let around = (self.class.replace(class), self.is_static, self.in_switch_expression);
        (self.is_static, self.in_switch_expression) = (false, false);
        let result = read(self);
        (self.class, self.is_static, self.in_switch_expression) = around;
        result
    }

    fn before_is(&self, keyword: &str) -> bool {
        self.tokens.previous().is_some_and(|token| matches!(token.kind, TokenKind::Keyword(k) if k == keyword))
    }

    pub(super) fn types(&mut self) -> Parsed<Vec<TypeRef>> {
        let mut types = vec![self.type_ref()?];
        while self.accept(",") {
            types.push(self.type_ref()?);
        }
        Ok(types)
    }

    pub(super) fn member(&mut self, class: usize, class_name: &Name, members: &mut Vec<Member>) -> Parsed<()> {
        let in_interface = self.tree.classes[class].is_interface;
        if self.accept(";") {
            return Ok(());
        }
        let start = self.tokens.here();
        let mut modifiers = self.modifiers();
        self.is_static = modifiers.is_static;
        if self.at("{") {
            let body = self.block()?;
            members.push(match modifiers.is_static {
                true => Member::StaticInitializer(body),
                false => Member::Initializer(body),
            });
            return Ok(());
        }
        if self.class_like(start, modifiers, Around::Class(class))? {
            return Ok(());
        }
        let type_parameters = self.type_parameters()?;
        if self.name_at(0) && self.at_symbol(1, "{") && self.is_record(class) && self.word_at(0, class_name) {
            return self.compact_constructor(class, start, modifiers, members);
        }
        if self.name_at(0) && self.at_symbol(1, "(") {
            let name_span = self.tokens.here();
            let name = self.name()?;
            if name != *class_name {
                let message = msg!("method `{name}` has no result type");
                let advice = msg!("constructors must be named `{class_name}`; methods without result are `void`");
                self.report(Diagnostic::error("java/syntax", name_span, message).suggest(advice));
                return Err(Unreadable);
            }
            return self.method(start, name, name_span, None, modifiers, type_parameters, members);
        }
        let ty = self.type_ref()?;
        let name_span = self.tokens.here();
        let name = self.name()?;
        if self.at("(") {
            modifiers.is_abstract |=
                in_interface && !modifiers.is_default && !modifiers.is_static && !modifiers.is_private;
            return self.method(start, name, name_span, Some(ty), modifiers, type_parameters, members);
        }
        if in_interface {
            modifiers.is_static = true;
            modifiers.is_final = true;
            self.is_static = true;
        }
        self.fields(name, name_span, ty, modifiers, members)
    }

    fn fields(
        &mut self,
        mut name: Name,
        mut start: Span,
        ty: TypeRef,
        modifiers: Modifiers,
        members: &mut Vec<Member>,
    ) -> Parsed<()> {
        loop {
            let mut ty = ty.clone();
            ty.dimensions += self.dimensions();
            let initializer = if self.accept("=") { Some(self.initializer()?) } else { None };
            let span = self.tokens.since(start);
            members.push(Member::Field(FieldDecl { name, ty, modifiers, initializer, span }));
            if !self.accept(",") {
                return self.semicolon();
            }
            start = self.tokens.here();
            name = self.name()?;
        }
    }

    #[allow(clippy::too_many_arguments, reason = "the parts of a declaration that are read before its kind is known")]
    fn method(
        &mut self,
        start: Span,
        name: Name,
        name_span: Span,
        mut result: Option<TypeRef>,
        modifiers: Modifiers,
        type_parameters: Vec<TypeParameter>,
        members: &mut Vec<Member>,
    ) -> Parsed<()> {
        let around = self.type_parameters.len();
        self.type_parameters.extend(type_parameters.iter().cloned());
        let read = self.rest_of_method(start, &name, name_span, &mut result, modifiers);
        self.type_parameters.truncate(around);
        let (parameters, body) = read?;
        let span = self.tokens.since(start);
        members.push(Member::Method(MethodDecl {
            name,
            name_span,
            result,
            modifiers,
            type_parameters,
            parameters,
            body,
            span,
            is_implicit: false,
        }));
        Ok(())
    }

    /// The parameters and the body of a method.
    fn rest_of_method(
        &mut self,
        start: Span,
        name: &Name,
        name_span: Span,
        result: &mut Option<TypeRef>,
        modifiers: Modifiers,
    ) -> Parsed<(Vec<Parameter>, Option<StmtId>)> {
        self.expect("(")?;
        let parameters = self.list(")", Self::parameter)?;
        let dimensions = self.dimensions();
        if let Some(result) = result {
            result.dimensions += dimensions;
        }
        if self.accept_keyword("throws") {
            self.types()?;
        }
        let head = self.tokens.since(start);
        let body = if self.at("{") {
            if modifiers.is_native {
                self.report(Diagnostic::error(
                    "java/syntax",
                    self.tokens.here(),
                    msg!("a native method cannot have a body"),
                ));
            }
            if modifiers.is_abstract {
                let message = msg!("abstract method `{name}` cannot have a body");
                self.report(Diagnostic::error("java/syntax", name_span, message));
            }
            Some(self.block()?)
        } else {
            if !modifiers.is_abstract && !modifiers.is_native {
                let message = msg!("method `{name}` has no body");
                self.report(
                    Diagnostic::error("java/syntax", head, message).suggest(msg!("add a body, or make it `abstract`")),
                );
            }
            self.semicolon()?;
            None
        };
        Ok((parameters, body))
    }

    pub(super) fn parameter(&mut self) -> Parsed<Parameter> {
        let start = self.tokens.here();
        let is_final = self.modifiers().is_final;
        let mut ty = self.type_ref()?;
        let is_variadic = self.accept("...");
        ty.dimensions += u32::from(is_variadic);
        let name = self.name()?;
        ty.dimensions += self.dimensions();
        Ok(Parameter { name, ty, is_final, is_variadic, span: self.tokens.since(start) })
    }
}
