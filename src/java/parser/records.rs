//! Records: final classes with a field, a parameter of the constructor and a method for each component (JLS 8.10).

use super::super::lexer::Name;
use super::super::library::unboxed;
use super::super::syntax::{
    ClassDecl, ExprKind, FieldDecl, Member, MethodDecl, Modifiers, Parameter, StmtId, StmtKind, TypeRef,
};
use super::local::{Around, class_decl};
use super::{Parsed, Parser};
use base::{Diagnostic, Span, msg};

impl Parser<'_> {
    /// A record after its keyword.
    pub(super) fn record(&mut self, start: Span, mut modifiers: Modifiers, around: Around) -> Parsed<()> {
        let name_span = self.tokens.here();
        let name = self.name()?;
        let type_parameters = self.type_parameters()?;
        modifiers.is_final = true;
        let declared = ClassDecl { modifiers, type_parameters, ..class_decl(name.clone(), name_span, name_span) };
        let class = self.add_class(declared, around);
        self.expect("(")?;
        let components = self.list(")", Self::parameter)?;
        self.tree.classes[class].components = Some(components.clone());
        if self.accept_keyword("implements") {
            self.tree.classes[class].interfaces = self.types()?;
        }
        self.expect("{")?;
        let mut members: Vec<Member> = components.iter().map(|c| Member::Field(field(c))).collect();
        members.extend(self.class_body(class, &name));
        let _ = self.expect("}");
        self.implicit_of_record(class, &name, &components, &mut members)?;
        self.tree.classes[class].members = members;
        self.tree.classes[class].span = self.tokens.since(start);
        Ok(())
    }

    pub(super) fn is_record(&self, class: usize) -> bool {
        self.tree.classes[class].components.is_some()
    }

    /// `R { .. }`: the fields are assigned from the parameters at its end (JLS 8.10.4.2).
    pub(super) fn compact_constructor(
        &mut self,
        class: usize,
        start: Span,
        modifiers: Modifiers,
        members: &mut Vec<Member>,
    ) -> Parsed<()> {
        let name_span = self.tokens.here();
        let name = self.name()?;
        let body = self.block()?;
        let parameters = self.tree.classes[class].components.clone().unwrap_or_default();
        let body = self.assigning(&parameters, Some(body), start)?;
        members.push(Member::Method(MethodDecl {
            name,
            name_span,
            result: None,
            modifiers,
            type_parameters: Vec::new(),
            parameters,
            body: Some(body),
            span: self.tokens.since(start),
            is_implicit: false,
        }));
        Ok(())
    }

    /// A block with `first`, then an assignment of each field.
    fn assigning(&mut self, components: &[Parameter], first: Option<StmtId>, start: Span) -> Parsed<StmtId> {
        let mut body: Vec<StmtId> = first.into_iter().collect();
        for Parameter { name, span, .. } in components {
            let this = self.expression_at(ExprKind::This, *span)?;
            let target = self.expression_at(ExprKind::Field { object: this, name: name.clone() }, *span)?;
            let value = self.expression_at(ExprKind::Name(name.clone()), *span)?;
            let assign = self.expression_at(ExprKind::Assign { target, operator: None, value }, *span)?;
            body.push(self.statement_node(StmtKind::Expression(assign), *span)?);
        }
        self.statement_node(StmtKind::Block(body), start)
    }

    /// The constructor and the methods that are not written.
    fn implicit_of_record(
        &mut self,
        class: usize,
        name: &Name,
        components: &[Parameter],
        members: &mut Vec<Member>,
    ) -> Parsed<()> {
        let name_span = self.tree.classes[class].name_span;
        let text = |ty: &TypeRef| ty.text();
        let is_canonical = |m: &MethodDecl| {
            m.result.is_none() && m.parameters.iter().map(|p| text(&p.ty)).eq(components.iter().map(|c| text(&c.ty)))
        };
        let method = |name: &Name, result, parameters, body| {
            Member::Method(MethodDecl {
                name: name.clone(),
                name_span,
                result,
                modifiers: Modifiers::default(),
                type_parameters: Vec::new(),
                parameters,
                body: Some(body),
                span: name_span,
                is_implicit: true,
            })
        };
        if !members.iter().any(|member| matches!(member, Member::Method(m) if is_canonical(m))) {
            let body = self.assigning(components, None, name_span)?;
            members.push(method(name, None, components.to_vec(), body));
        }
        let mut parameters: Vec<&str> = Vec::new();
        for component in components {
            if parameters.contains(&&*component.name) {
                let message = msg!("component `{}` is declared twice", component.name);
                self.diagnostics.push(Diagnostic::error("java/duplicate", component.span, message));
                return Ok(());
            }
            parameters.push(&component.name);
            if !declares(members, &component.name, 0) {
                let this = self.expression_at(ExprKind::This, component.span)?;
                let value = ExprKind::Field { object: this, name: component.name.clone() };
                let value = self.expression_at(value, component.span)?;
                let value = self.statement_node(StmtKind::Return(Some(value)), component.span)?;
                let body = self.statement_node(StmtKind::Block(vec![value]), component.span)?;
                members.push(method(&component.name, Some(component.ty.clone()), Vec::new(), body));
            }
        }
        let own = self.tree.classes[class].name.clone();
        for (method, parameters, (code, texts)) in [
            ("toString", 0, text_of(name, components)),
            ("hashCode", 0, (hash(components), Vec::new())),
            ("equals", 1, (equality(&own, components), Vec::new())),
        ] {
            if !declares(members, method, parameters) {
                self.generated = texts.into();
                self.implicit_members(class, name, &code, members);
                self.generated.clear();
            }
        }
        Ok(())
    }
}

fn field(component: &Parameter) -> FieldDecl {
    FieldDecl {
        name: component.name.clone(),
        ty: component.ty.clone(),
        modifiers: Modifiers { is_final: true, is_private: true, ..Modifiers::default() },
        initializer: None,
        span: component.span,
    }
}

/// Whether a method with this name and so many parameters is among the members of a class.
pub(super) fn declares(members: &[Member], name: &str, parameters: usize) -> bool {
    let is_it = |m: &MethodDecl| &*m.name == name && m.parameters.len() == parameters && m.result.is_some();
    members.iter().any(|member| matches!(member, Member::Method(m) if is_it(m)))
}

fn is_primitive(ty: &TypeRef) -> bool {
    ty.dimensions == 0 && ty.path.len() == 1 && super::types::PRIMITIVES.contains(&&*ty.path[0])
}

/// Whether it is the type of strings, or that of a box.
fn is_payload(ty: &TypeRef) -> bool {
    let name = ty.path.last().map_or("", |name| name);
    ty.dimensions == 0 && (name == "String" || unboxed(name).is_some())
}

/// The code of `toString`, and the literal texts in it.
fn text_of(name: &Name, components: &[Parameter]) -> (String, Vec<Box<str>>) {
    let (mut code, mut texts) = ("return \"\"".to_owned(), Vec::new());
    for (number, Parameter { name: component, .. }) in components.iter().enumerate() {
        code += &format!(" + this.{component} + \"\"");
        texts.push(if number == 0 { format!("{name}[{component}=") } else { format!(", {component}=") });
    }
    texts.push(if components.is_empty() { format!("{name}[]") } else { "]".to_owned() });
    (format!("public String toString() {{ {code}; }}"), texts.into_iter().map(Box::from).collect())
}

/// Which number the components give is not specified, so only executions know this sum, which is that of OpenJDK 17.
fn hash(components: &[Parameter]) -> String {
    let mut code = "int hash = java.lang.Integer.sum(0, 0); ".to_owned();
    for Parameter { name, ty, .. } in components {
        let part = match &*ty.path[0] {
            _ if !is_primitive(ty) => format!("this.{name} == null ? 0 : this.{name}.hashCode()"),
            "boolean" => format!("this.{name} ? 1231 : 1237"),
            "long" => format!("java.lang.Long.hashCode(this.{name})"),
            "float" => format!("java.lang.Float.hashCode(this.{name})"),
            "double" => format!("java.lang.Double.hashCode(this.{name})"),
            _ => format!("this.{name}"),
        };
        code += &format!("hash = java.lang.Integer.sum(31 * hash, {part}); ");
    }
    format!("public int hashCode() {{ {code}return hash; }}")
}

/// The specification leaves the order open; OpenJDK 17 compares the last component first.
fn equality(class: &str, components: &[Parameter]) -> String {
    let mut parts = String::new();
    for Parameter { name, ty, .. } in components.iter().rev() {
        parts += &match ty {
            _ if is_primitive(ty) => format!(" && this.{name} == that.{name}"),
            // Which texts and boxes are the same object is not known, and makes no difference.
            _ if is_payload(ty) => {
                format!(
                    " && (this.{name} == null ? that.{name} == null : this.{name}.equals((java.lang.Object) that.{name}))"
                )
            }
            _ => format!(
                " && (this.{name} == that.{name} || this.{name} != null && this.{name}.equals((java.lang.Object) that.{name}))"
            ),
        };
    }
    format!("public boolean equals(Object other) {{ return this == other || other instanceof {class} that{parts}; }}")
}
