//! The creation of objects (JLS 15.9).

use super::super::classes::Generic;
use super::super::classes::{CONSTRUCTOR, Inferred};
use super::super::library::LibraryKind;
use super::super::syntax::{Creation, ExprId};
use super::super::types::Ty;
use super::call::Application;
use super::hints::Called;
use super::{Lowering, Target, Typed};
use base::{Diagnostic, Idx, Span, msg};
use program::objects::{ClassId, Operand, Operation};

impl Lowering<'_, '_> {
    /// `new C(..)`. The arguments are evaluated first: no code sees the new object before its constructor runs.
    pub(super) fn creation(&mut self, creation: &Creation, target: Target, span: Span) -> Typed {
        let expected = self.expected.take();
        let expected =
            expected.or_else(|| target.and_then(|target| self.generics.get(&target.local).copied().flatten()));
        let outer = creation.outer.map(|outer| self.qualifier(outer));
        let class = match (creation.body, outer) {
            (Some(body), _) => {
                let visible = self.visible(span);
                self.code.table.set_environment(ClassId::at(body), visible);
                Some(ClassId::at(body))
            }
            (None, Some(Typed { ty: Ty::Class(around), .. })) => self.inner_class(around, creation, span),
            (None, _) => match self.code.named_type(&creation.class) {
                Some(Ty::Class(class)) => {
                    self.code.table.check_arguments(&creation.class, self.code.scope);
                    Some(class)
                }
                _ => None,
            },
        };
        let Some(class) = class else {
            self.arguments(&creation.arguments);
            return Typed::error();
        };
        if creation.body.is_some() && outer.is_some() {
            let message = msg!("an anonymous class of an inner class of another object is not supported");
            let error = Diagnostic::error("java/unsupported", span, message);
            self.code.report(error.suggest(msg!("declare a named class")));
            return Typed::error();
        }
        if self.code.table.constants(class).is_some() && !creation.is_constant {
            let name = self.code.table.type_name(Ty::Class(class));
            return self.code.error(
                "java/type",
                span,
                msg!("`{name}` is an enum; it has no objects but its constants"),
            );
        }
        self.code.initialise(class, span);
        let is_written = !creation.class.arguments.is_empty() || creation.body.is_some();
        let known = match is_written {
            true => self.code.table.generic(&creation.class, self.code.scope),
            false => self.code.table.expected_object(class, expected),
        };
        let called = Called { class, name: CONSTRUCTOR, through: known, results: &[] };
        let values = self.arguments_of(Some(&called), &creation.arguments);
        let object = self.create(class, &values, (outer, known), target, span);
        if is_written { Typed { generic: known, ..object } } else { object }
    }

    /// The class that `object.new Name(..)` names.
    fn inner_class(&mut self, around: ClassId, creation: &Creation, span: Span) -> Option<ClassId> {
        let name = creation.class.path.first()?;
        let found = self.code.table.member_class(around, name);
        if found.is_none_or(|class| !self.code.table.classes[class].is_inner) {
            let around = self.code.table.type_name(Ty::Class(around));
            self.code.error("java/unknown-class", span, msg!("class `{around}` has no inner class `{name}`"));
            return None;
        }
        found
    }

    /// A new object; `outer` is the object around it, if it is written, and `known` its type before erasure, as far as it does not depend
    /// on the arguments.
    pub(super) fn create(
        &mut self,
        class: ClassId,
        values: &[Typed],
        (outer, known): (Option<Typed>, Generic),
        target: Target,
        span: Span,
    ) -> Typed {
        let ty = Ty::Class(class);
        if outer.is_none() {
            self.code.require_outer_object(class, span);
        }
        let is_anonymous = self.code.table.is_anonymous(class);
        let info = &self.code.table.classes[class];
        if info.is_abstract && !is_anonymous {
            let name = self.code.table.type_name(ty);
            let message = match info.is_interface {
                true => msg!("`{name}` is an interface and cannot be instantiated"),
                false => msg!("`{name}` is abstract and cannot be instantiated"),
            };
            return self.code.error("java/type", span, message);
        }
        match info.library {
            Some(LibraryKind::Opaque) => {
                self.code.library_constructor(class, values, span);
                let value = self.code.opaque(target, ty, span);
                self.code.made_text(value, values);
                return value;
            }
            Some(_) => {
                self.code.library_constructor(class, values, span);
                let local = self.code.place(target, ty);
                // What the library does not accept is no exception that the program throws on purpose.
                let is_library = !self.code.table.is_of_program(self.code.class);
                let class = match &*self.code.table.classes[class].name {
                    "NullPointerException" if is_library => self.code.table.raised("NullPointerException"),
                    _ => class,
                };
                self.code.graph.emit(Operation::New { target: local, class }, span);
                return Typed::new(Operand::Local(local), ty);
            }
            None => {}
        }
        // An anonymous class passes its arguments to its superclass.
        let above = self.code.table.classes[class].superclass.filter(|_| is_anonymous).unwrap_or(class);
        let (mut operands, mut constructor, mut generic) = (Vec::new(), None, None);
        if self.code.table.classes[above].library.is_some() {
            self.code.library_constructor(above, values, span);
        } else {
            let types = self.code.types_of(values);
            let found = self.code.table.overload(above, CONSTRUCTOR, &types);
            let Some((method, arity)) = found.chosen() else {
                self.code.report_overload(above, CONSTRUCTOR, &types, found, span);
                if !types.contains(&Ty::Error) && values.iter().any(|value| value.erased) {
                    self.code.advise_cast();
                }
                return Typed::new(Operand::Null, Ty::Error);
            };
            operands = self.converted(
                &Application { method, arity, arguments: values, through: known },
                &Inferred::new(),
                span,
            );
            constructor = Some(method);
            generic = self.code.table.inferred_by_constructor(class, method, values, known);
        }
        if is_anonymous {
            if let Some(method) = constructor {
                self.code.table.set_super_constructor(class, method);
            }
            constructor = self.code.table.declared_methods(class, CONSTRUCTOR).first().copied();
        }
        let procedure = constructor.and_then(|method| self.code.table.methods[method].procedure);
        // The variable is assigned only after the constructor has returned.
        let is_hidden =
            self.code.table.classes[class].outer_field.is_some() || !self.code.table.classes[class].captured.is_empty();
        let local =
            if procedure.is_some() || is_hidden { self.code.temporary(ty) } else { self.code.place(target, ty) };
        self.code.graph.emit(Operation::New { target: local, class }, span);
        self.assign_hidden(local, class, outer, span);
        if let Some(procedure) = procedure {
            self.code.constructor_edge(procedure, local, operands, span);
        }
        Typed { generic, ..Typed::new(Operand::Local(local), ty) }
    }

    /// `C.class`.
    pub(super) fn class_literal(&mut self, name: Option<ExprId>, target: Target, span: Span) -> Typed {
        if let Some(name) = name
            && self.named_class(name).is_none()
        {
            return self.code.error(
                "java/unknown-class",
                self.span(name),
                msg!("the class before `.class` is not given"),
            );
        }
        let class = self.code.table.library("Class").unwrap_or(ClassId(0));
        self.code.opaque(target, Ty::Class(class), span)
    }
}
