//! Compilation units, classes and their members.

use super::super::lexer::{Name, TokenKind};
use super::super::syntax::{ClassDecl, FieldDecl, Member, MethodDecl, Modifiers, Parameter, StaticImport, TypeRef};
use super::{Parsed, Parser, Unreadable};
use crate::base::{Diagnostic, Span};

impl Parser<'_> {
    pub(super) fn compilation_unit(&mut self) {
        while !self.at_end() {
            let start = self.at;
            if self.top_level().is_err() {
                self.recover();
                if self.at == start {
                    self.advance();
                }
            }
        }
    }

    fn top_level(&mut self) -> Parsed<()> {
        if self.accept(";") {
            return Ok(());
        }
        self.skip_annotations();
        if self.accept_keyword("package") || self.accept_keyword("import") {
            let file = self.here().file;
            let is_static = self.accept_keyword("static");
            let mut path = vec![self.name()?];
            let mut has_all = false;
            while self.accept(".") {
                if self.accept("*") {
                    has_all = true;
                } else {
                    path.push(self.name()?);
                }
            }
            if is_static {
                let member = if has_all { None } else { path.pop() };
                self.tree.static_imports.push(StaticImport { file, class: path.join("."), member });
            }
            return self.semicolon();
        }
        let start = self.here();
        let modifiers = self.modifiers();
        if self.class_like(start, modifiers, None)? {
            return Ok(());
        }
        Err(self.expected("a class"))
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
                TokenKind::Keyword("public" | "protected" | "strictfp" | "transient" | "volatile") => {}
                TokenKind::Keyword("default") => modifiers.is_default = true,
                TokenKind::Keyword("synchronized") => {}
                TokenKind::Name(n) if &**n == "sealed" && !self.at_symbol(1, "(") => {
                    if !matches!(self.kind_at(1), TokenKind::Keyword("class" | "interface" | "abstract" | "public")) {
                        return modifiers;
                    }
                }
                _ => return modifiers,
            }
            self.advance();
        }
    }

    /// A declaration of a class, interface, enum, record or annotation after its modifiers, if one starts here.
    pub(super) fn class_like(&mut self, start: Span, modifiers: Modifiers, outer: Option<usize>) -> Parsed<bool> {
        let is_interface = self.at_keyword("interface");
        if is_interface || self.at_keyword("class") {
            self.advance();
            let is_inner = !is_interface
                && !modifiers.is_static
                && outer.is_some_and(|outer| !self.tree.classes[outer].is_interface);
            self.nested(|p| p.class(start, modifiers, outer, is_interface, is_inner))?;
            return Ok(true);
        }
        let is_record = self.at_word("record") && self.name_at(1) && (self.at_symbol(2, "(") || self.at_symbol(2, "<"));
        let what = if self.at_keyword("enum") {
            "enums are"
        } else if is_record {
            "records are"
        } else if self.at("@") && matches!(self.kind_at(1), TokenKind::Keyword("interface")) {
            "annotation declarations are"
        } else {
            return Ok(false);
        };
        self.advance();
        if self.at_keyword("interface") {
            self.advance();
        }
        let name_span = self.here();
        let name = self.name()?;
        self.skip_to_body();
        self.tree.classes.push(ClassDecl {
            name,
            name_span,
            outer,
            is_interface: false,
            is_inner: false,
            unmodelled: Some(what),
            modifiers,
            type_parameters: Vec::new(),
            superclass: None,
            interfaces: Vec::new(),
            members: Vec::new(),
            span: self.since(start),
        });
        Ok(true)
    }

    /// Skips to the end of the next balanced braces.
    pub(super) fn skip_to_body(&mut self) {
        while !self.at_end() && !self.at("{") && !self.at("}") && !self.at(";") {
            self.advance();
        }
        if self.at("{") {
            self.skip_balanced();
        }
    }

    fn class(
        &mut self,
        start: Span,
        modifiers: Modifiers,
        outer: Option<usize>,
        is_interface: bool,
        is_inner: bool,
    ) -> Parsed<()> {
        let name_span = self.here();
        let name = self.name()?;
        let type_parameters = self.type_parameters()?;
        let (mut superclass, mut interfaces) = (None, Vec::new());
        loop {
            if self.accept_keyword("extends") && !is_interface {
                superclass = Some(self.type_ref()?);
            } else if self.before_is("extends") || self.accept_keyword("implements") {
                interfaces.extend(self.types()?);
            } else if self.at_word("permits") {
                self.advance();
                self.types()?;
            } else {
                break;
            }
        }
        self.expect("{")?;
        let index = self.tree.classes.len();
        self.tree.classes.push(ClassDecl {
            name: name.clone(),
            name_span,
            outer,
            is_interface,
            is_inner,
            unmodelled: None,
            modifiers,
            type_parameters,
            superclass,
            interfaces,
            members: Vec::new(),
            span: name_span,
        });
        let mut members = Vec::new();
        while !self.at("}") && !self.at_end() {
            let before = self.at;
            if self.member(index, &name, is_interface, &mut members).is_err() {
                self.recover();
                if self.at == before {
                    self.advance();
                }
            }
        }
        // A missing brace at the end of the file is an error, but the class is complete enough to continue.
        let _ = self.expect("}");
        self.tree.classes[index].members = members;
        self.tree.classes[index].span = self.since(start);
        Ok(())
    }

    fn before_is(&self, keyword: &str) -> bool {
        let before = self.at.checked_sub(1).map(|i| &self.tokens[i].kind);
        matches!(before, Some(TokenKind::Keyword(k)) if *k == keyword)
    }

    fn types(&mut self) -> Parsed<Vec<TypeRef>> {
        let mut types = vec![self.type_ref()?];
        while self.accept(",") {
            types.push(self.type_ref()?);
        }
        Ok(types)
    }

    fn member(&mut self, class: usize, class_name: &Name, in_interface: bool, members: &mut Vec<Member>) -> Parsed<()> {
        if self.accept(";") {
            return Ok(());
        }
        let start = self.here();
        let mut modifiers = self.modifiers();
        if self.at("{") {
            let body = self.block()?;
            members.push(match modifiers.is_static {
                true => Member::StaticInitializer(body),
                false => Member::Initializer(body),
            });
            return Ok(());
        }
        if self.class_like(start, modifiers, Some(class))? {
            return Ok(());
        }
        let type_parameters = self.type_parameters()?;
        if self.name_at(0) && self.at_symbol(1, "(") {
            let name_span = self.here();
            let name = self.name()?;
            if name != *class_name {
                let message = format!("method `{name}` has no result type");
                let advice = format!("constructors must be named `{class_name}`; methods without result are `void`");
                self.report(Diagnostic::error("java/syntax", name_span, message).suggest(advice));
                return Err(Unreadable);
            }
            return self.method(start, name, name_span, None, modifiers, type_parameters, members);
        }
        let ty = self.type_ref()?;
        let name_span = self.here();
        let name = self.name()?;
        if self.at("(") {
            modifiers.is_abstract |=
                in_interface && !modifiers.is_default && !modifiers.is_static && !modifiers.is_private;
            return self.method(start, name, name_span, Some(ty), modifiers, type_parameters, members);
        }
        if in_interface {
            modifiers.is_static = true;
            modifiers.is_final = true;
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
            let span = self.since(start);
            members.push(Member::Field(FieldDecl { name, ty, modifiers, initializer, span }));
            if !self.accept(",") {
                return self.semicolon();
            }
            start = self.here();
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
        type_parameters: Vec<super::super::syntax::TypeParameter>,
        members: &mut Vec<Member>,
    ) -> Parsed<()> {
        self.expect("(")?;
        let parameters = self.list(")", Self::parameter)?;
        let dimensions = self.dimensions();
        if let Some(result) = &mut result {
            result.dimensions += dimensions;
        }
        if self.accept_keyword("throws") {
            self.types()?;
        }
        let head = self.since(start);
        let body = if self.at("{") {
            if modifiers.is_native {
                self.report(Diagnostic::error("java/syntax", self.here(), "a native method cannot have a body"));
            }
            if modifiers.is_abstract {
                let message = format!("abstract method `{name}` cannot have a body");
                self.report(Diagnostic::error("java/syntax", name_span, message));
            }
            Some(self.block()?)
        } else {
            if !modifiers.is_abstract && !modifiers.is_native {
                let message = format!("method `{name}` has no body");
                self.report(
                    Diagnostic::error("java/syntax", head, message)
                        .suggest("add a body, or make it `abstract`".to_owned()),
                );
            }
            self.semicolon()?;
            None
        };
        let span = self.since(start);
        members.push(Member::Method(MethodDecl {
            name,
            name_span,
            result,
            modifiers,
            type_parameters,
            parameters,
            body,
            span,
        }));
        Ok(())
    }

    fn parameter(&mut self) -> Parsed<Parameter> {
        let start = self.here();
        let is_final = self.modifiers().is_final;
        let mut ty = self.type_ref()?;
        let is_variadic = self.accept("...");
        ty.dimensions += u32::from(is_variadic);
        let name = self.name()?;
        ty.dimensions += self.dimensions();
        Ok(Parameter { name, ty, is_final, is_variadic, span: self.since(start) })
    }
}
