//! The creation of objects (JLS 15.9).

use super::super::classes::{CONSTRUCTOR, Generic, Inferred, MethodId};
use super::super::library::LibraryKind;
use super::super::syntax::{Creation, ExprId};
use super::super::types::Ty;
use super::{Lowering, Target, Typed};
use crate::base::{Diagnostic, Idx, Span};
use crate::program::objects::{ClassId, Operand, Operation};

impl Lowering<'_, '_> {
    /// `new C(..)`. The arguments are evaluated first: no code sees the new object before its constructor runs.
    pub(super) fn creation(&mut self, creation: &Creation, target: Target, span: Span) -> Typed {
        let outer = creation.outer.map(|outer| self.qualifier(outer));
        let class = match (creation.body, outer) {
            (Some(body), _) => {
                let visible = self.visible();
                self.table.set_environment(ClassId::at(body), visible);
                Some(ClassId::at(body))
            }
            (None, Some(Typed { ty: Ty::Class(around), .. })) => self.inner_class(around, creation, span),
            (None, _) => match self.named_type(&creation.class) {
                Some(Ty::Class(class)) => Some(class),
                _ => None,
            },
        };
        let Some(class) = class else {
            self.arguments(&creation.arguments);
            return Typed::error();
        };
        if creation.body.is_some() && outer.is_some() {
            let message = "an anonymous class of an inner class of another object is not supported";
            let error = Diagnostic::error("java/unsupported", span, message);
            self.report(error.suggest("declare a named class".to_owned()));
            return Typed::error();
        }
        if self.table.constants(class).is_some() && !creation.is_constant {
            let name = self.table.type_name(Ty::Class(class));
            return self.error("java/type", span, format!("`{name}` is an enum; it has no objects but its constants"));
        }
        self.initialise(class, span);
        let values = self.arguments(&creation.arguments);
        let object = self.create(class, &values, outer, target, span);
        if creation.class.arguments.is_empty() && creation.body.is_none() {
            return object;
        }
        Typed { generic: self.table.generic(&creation.class, self.scope), ..object }
    }

    /// The class that `object.new Name(..)` names.
    fn inner_class(&mut self, around: ClassId, creation: &Creation, span: Span) -> Option<ClassId> {
        let name = creation.class.path.first()?;
        let found = self.table.member_class(around, name);
        if found.is_none_or(|class| !self.table.classes[class].is_inner) {
            let around = self.table.type_name(Ty::Class(around));
            self.error("java/unknown-class", span, format!("class `{around}` has no inner class `{name}`"));
            return None;
        }
        found
    }

    /// A new object; `outer` is the object around it, if it is written.
    pub(super) fn create(
        &mut self,
        class: ClassId,
        values: &[Typed],
        outer: Option<Typed>,
        target: Target,
        span: Span,
    ) -> Typed {
        let ty = Ty::Class(class);
        if outer.is_none() {
            self.require_outer_object(class, span);
        }
        let is_anonymous = self.is_anonymous(class);
        let info = &self.table.classes[class];
        if info.is_abstract && !is_anonymous {
            let kind = if info.is_interface { "an interface" } else { "abstract" };
            let name = self.table.type_name(ty);
            return self.error("java/type", span, format!("`{name}` is {kind} and cannot be instantiated"));
        }
        match info.library {
            Some(LibraryKind::Opaque) => {
                let name = self.table.type_name(ty);
                if values.iter().any(|value| self.is_code(value.ty)) {
                    let message = format!("`{name}` may call what it is given, which is not followed");
                    return self.error("java/unsupported", span, message);
                }
                let is_class =
                    |value: &Typed| matches!(value.ty, Ty::Class(of) if &*self.table.classes[of].name == "Class");
                if &*info.name == "EnumMap" && !values.first().is_some_and(is_class) {
                    let message = "a copy as an `EnumMap` is not followed, as it may throw";
                    return self.error("java/unsupported", span, message);
                }
                return self.opaque(target, ty, span);
            }
            Some(_) => {
                self.library_constructor(class, values, span);
                let local = self.place(target, ty);
                self.graph.emit(Operation::New { target: local, class }, span);
                return Typed::new(Operand::Local(local), ty);
            }
            None => {}
        }
        // An anonymous class passes its arguments to its superclass.
        let above = self.table.classes[class].superclass.filter(|_| is_anonymous).unwrap_or(class);
        let (mut operands, mut constructor, mut generic) = (Vec::new(), None, None);
        if self.table.classes[above].library.is_some() {
            self.library_constructor(above, values, span);
        } else {
            let types = self.types_of(values);
            let found = self.table.overload(above, CONSTRUCTOR, &types);
            let Some((method, arity)) = found.chosen() else {
                self.report_overload(above, CONSTRUCTOR, &types, found, span);
                if values.iter().any(|value| value.erased) {
                    self.advise_cast();
                }
                return Typed::new(Operand::Null, Ty::Error);
            };
            operands = self.converted(method, arity, values, None, span);
            constructor = Some(method);
            generic = self.inferred_by_constructor(class, method, values);
        }
        if is_anonymous {
            if let Some(method) = constructor {
                self.table.set_super_constructor(class, method);
            }
            constructor = self.table.declared_methods(class, CONSTRUCTOR).first().copied();
        }
        let procedure = constructor.and_then(|method| self.table.methods[method].procedure);
        // The variable is assigned only after the constructor has returned.
        let is_hidden =
            self.table.classes[class].outer_field.is_some() || !self.table.classes[class].captured.is_empty();
        let local = if procedure.is_some() || is_hidden { self.temporary(ty) } else { self.place(target, ty) };
        self.graph.emit(Operation::New { target: local, class }, span);
        self.assign_hidden(local, class, outer, span);
        if let Some(procedure) = procedure {
            self.constructor_edge(procedure, local, operands, span);
        }
        Typed { generic, ..Typed::new(Operand::Local(local), ty) }
    }

    /// Whether values of a type have methods that the program defines.
    fn is_code(&self, ty: Ty) -> bool {
        match ty {
            Ty::Function(_) => true,
            Ty::Class(class) => self.table.classes[class].library.is_none() && self.table.element(ty).is_none(),
            _ => false,
        }
    }

    /// The type of a new object, as far as the arguments of the constructor tell.
    fn inferred_by_constructor(&mut self, class: ClassId, method: MethodId, values: &[Typed]) -> Generic {
        let mut inferred = Inferred::new();
        let parameters: Vec<Generic> = self.table.methods[method].parameters.iter().map(|p| p.generic).collect();
        for (value, wanted) in values.iter().zip(parameters) {
            let given = self.known_term(value);
            self.table.infer(wanted, given, &mut inferred);
        }
        self.table.inferred_class(class, &inferred)
    }

    fn is_anonymous(&self, class: ClassId) -> bool {
        let declared = self.tree.classes.get(class.index());
        declared.and_then(|d| d.local.as_ref()).is_some_and(|local| local.simple_name.is_none())
    }

    /// `C.class`.
    pub(super) fn class_literal(&mut self, name: Option<ExprId>, target: Target, span: Span) -> Typed {
        if let Some(name) = name
            && self.named_class(name).is_none()
        {
            return self.error("java/unknown-class", self.span(name), "the class before `.class` is not given");
        }
        let class = self.table.library("Class").unwrap_or(ClassId(0));
        self.opaque(target, Ty::Class(class), span)
    }
}
