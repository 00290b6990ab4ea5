//! Where classes are declared: in files, classes and code. Local and anonymous classes get unique names, as a compiler
//! names them: `Outer$1Local`, `Outer$1`. The parser replaces the names in their scope.

use super::super::lexer::Name;
use super::super::syntax::{ClassDecl, ExprId, LocalClass, Modifiers, StmtId, StmtKind, TypeRef};
use super::{Parsed, Parser};
use base::{Span, msg};

/// What is around a declaration.
#[derive(Clone, Copy)]
pub(super) enum Around {
    /// Nothing.
    File,
    /// The class at this position in the tree.
    Class(usize),
    /// A block.
    Code,
}

/// A class without members.
pub(super) fn class_decl(name: Name, name_span: Span, span: Span) -> ClassDecl {
    ClassDecl {
        name,
        name_span,
        outer: None,
        is_interface: false,
        is_inner: false,
        unmodelled: None,
        constants: None,
        components: None,
        local: None,
        is_library: false,
        modifiers: Modifiers::default(),
        type_parameters: Vec::new(),
        superclass: None,
        interfaces: Vec::new(),
        members: Vec::new(),
        span,
    }
}

impl Parser<'_> {
    /// Adds a class to the tree; returns its position. A local class is in scope from here on.
    pub(super) fn add_class(&mut self, mut declared: ClassDecl, around: Around) -> usize {
        let index = self.tree.classes.len();
        match around {
            Around::File => {}
            Around::Class(outer) => declared.outer = Some(outer),
            Around::Code => {
                let simple_name = declared.name.clone();
                declared.name = self.unique_name(&simple_name);
                declared.outer = self.class;
                declared.local = Some(self.local(Some(simple_name.clone())));
                self.local_classes.push((simple_name, index));
            }
        }
        self.tree.classes.push(declared);
        index
    }

    fn local(&self, simple_name: Option<Name>) -> LocalClass {
        LocalClass { simple_name, type_parameters: self.type_parameters.iter().rev().cloned().collect() }
    }

    /// `Outer$1Local`, with the first number that is free.
    fn unique_name(&mut self, simple_name: &Name) -> Name {
        let around = self.class.unwrap_or(0);
        let number = self.numbers.entry((around, simple_name.clone())).or_insert(0);
        *number += 1;
        let number = *number;
        format!("{}${number}{simple_name}", self.full_name(around)).into()
    }

    /// The name of a class with those around it.
    fn full_name(&self, class: usize) -> String {
        let (mut names, mut next) = (Vec::new(), Some(class));
        while let Some(declared) = next.and_then(|class| self.tree.classes.get(class)) {
            names.push(&*declared.name);
            next = declared.outer.filter(|_| declared.local.is_none());
        }
        names.reverse();
        names.join("$")
    }

    /// The unique name of the local class that a name denotes.
    pub(super) fn local_class(&self, name: &Name) -> Option<Name> {
        let found = self.local_classes.iter().rev().find(|(simple, _)| simple == name);
        found.map(|&(_, class)| self.tree.classes[class].name.clone())
    }

    /// The declaration of a local class as a statement.
    pub(super) fn local_declaration(&mut self, start: Span) -> Parsed<StmtId> {
        let modifiers = self.modifiers();
        let class = self.tree.classes.len();
        if !self.class_like(start, modifiers, Around::Code)? {
            return Err(self.expected(msg!("a class")));
        }
        self.statement_node(StmtKind::LocalClass(class), start)
    }

    /// The body of an anonymous class that extends or implements `ty`; returns the position of the class.
    pub(super) fn anonymous_class(&mut self, ty: &TypeRef) -> Parsed<usize> {
        let name: Name = self.unique_name(&"".into());
        let start = self.tokens.here();
        let index = self.tree.classes.len();
        self.tree.classes.push(ClassDecl {
            outer: self.class,
            is_inner: !self.is_static,
            local: Some(self.local(None)),
            superclass: Some(ty.clone()),
            ..class_decl(name.clone(), ty.span, start)
        });
        self.expect("{")?;
        let members = self.nested(|p| Ok(p.class_body(index, &name)))?;
        self.expect("}")?;
        self.tree.classes[index].members = members;
        self.tree.classes[index].span = self.tokens.since(start);
        Ok(index)
    }

    /// Reads code whose local classes go out of scope at its end.
    pub(super) fn scope<T>(&mut self, read: impl FnOnce(&mut Self) -> T) -> T {
        let classes = self.local_classes.len();
        let result = read(self);
        self.local_classes.truncate(classes);
        result
    }

    /// Arguments in parentheses, after the opening one.
    pub(super) fn arguments(&mut self) -> Parsed<Vec<ExprId>> {
        self.list(")", Self::expression)
    }
}
