//! Enums: classes whose constants are static final fields (JLS 8.9).

use super::super::lexer::{Name, TokenKind};
use super::super::syntax::{ClassDecl, Creation, ExprKind, FieldDecl, Member, Modifiers, TypeRef};
use super::local::{Around, class_decl};
use super::records::declares;
use super::{Parsed, Parser};
use base::Span;

impl Parser<'_> {
    /// An enum after its keyword.
    pub(super) fn enumeration(&mut self, start: Span, modifiers: Modifiers, around: Around) -> Parsed<()> {
        let name_span = self.tokens.here();
        let name = self.name()?;
        let declared = ClassDecl {
            modifiers,
            constants: Some(Vec::new()),
            superclass: Some(type_named("Enum", name_span)),
            ..class_decl(name.clone(), name_span, name_span)
        };
        let class = self.add_class(declared, around);
        if self.accept_keyword("implements") {
            self.tree.classes[class].interfaces = self.types()?;
        }
        self.expect("{")?;
        let own = self.tree.classes[class].name.clone();
        let mut members = Vec::new();
        let constants = self.inside_class(class, |p| p.constants(&own, name_span, &mut members))?;
        if self.accept(";") {
            members.extend(self.class_body(class, &name));
        }
        let _ = self.expect("}");
        let is_abstract = |member: &Member| matches!(member, Member::Method(m) if m.modifiers.is_abstract);
        let has_body = |member: &Member| match member {
            Member::Field(FieldDecl { initializer: Some(e), .. }) => {
                matches!(&self.tree.expressions[*e].kind, ExprKind::New(Creation { body: Some(_), .. }))
            }
            _ => false,
        };
        // If all constants have bodies, there are no other objects.
        let all = !constants.is_empty() && members.iter().take(constants.len()).all(has_body);
        self.tree.classes[class].modifiers.is_abstract = all || members.iter().any(is_abstract);
        let mut text = implicit(&own, &constants);
        if !declares(&members, "toString", 0) {
            text += "public String toString() { return name(); }\n";
        }
        // Of `name`, the format in it, and of `valueOf`.
        let names = || constants.iter().map(|name| Box::from(&**name));
        self.generated = names().chain([Box::from("")]).chain(names()).collect();
        self.implicit_members(class, &name, &text, &mut members);
        self.generated.clear();
        self.tree.classes[class].constants = Some(constants);
        self.tree.classes[class].members = members;
        self.tree.classes[class].span = self.tokens.since(start);
        Ok(())
    }

    fn constants(&mut self, class: &Name, span: Span, members: &mut Vec<Member>) -> Parsed<Vec<Name>> {
        let mut names = Vec::new();
        self.is_static = true;
        loop {
            self.skip_annotations();
            if !matches!(self.kind(), TokenKind::Name(_)) {
                return Ok(names);
            }
            let start = self.tokens.here();
            let name = self.name()?;
            let arguments = if self.accept("(") { self.arguments()? } else { Vec::new() };
            let ty = type_named(class, span);
            let body = if self.at("{") { Some(self.anonymous_class(&ty)?) } else { None };
            let creation = Creation { class: ty.clone(), arguments, outer: None, body, is_constant: true };
            let initializer = Some(self.expression_node(ExprKind::New(creation), start)?);
            let modifiers = Modifiers { is_static: true, is_final: true, ..Modifiers::default() };
            let span = self.tokens.since(start);
            members.push(Member::Field(FieldDecl { name: name.clone(), ty, modifiers, initializer, span }));
            names.push(name);
            if !self.accept(",") {
                return Ok(names);
            }
        }
    }
}

/// A type that is not written.
pub(super) fn type_named(name: &str, span: Span) -> TypeRef {
    TypeRef {
        path: vec![name.into()],
        arguments: Vec::new(),
        outer_arguments: Vec::new(),
        is_bare: true,
        dimensions: 0,
        span,
    }
}

/// The methods that every enum has. The number of a constant that is not assigned yet is unknown.
fn implicit(class: &str, constants: &[Name]) -> String {
    let mut text = "public final int ordinal() { ".to_owned();
    for (number, name) in constants.iter().enumerate() {
        text += &format!("if (this == {class}.{name}) return {number}; ");
    }
    text += "return java.lang.System.identityHashCode(this); }\n";
    text += "public final String name() { ";
    for name in constants {
        text += &format!("if (this == {class}.{name}) return \"{name}\"; ");
    }
    text += "return java.lang.String.format(\"\"); }\n";
    text += &format!("public final int compareTo({class} other) {{ return ordinal() - other.ordinal(); }}\n");
    text += &format!("public static {class} valueOf(String name) {{ ");
    text += "if (name == null) throw new NullPointerException(); ";
    for name in constants {
        text += &format!("if (\"{name}\".equals(name)) return {name}; ");
    }
    text + "throw new IllegalArgumentException(); }\n"
}
