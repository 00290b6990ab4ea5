//! Objects around others, and captured variables: hidden fields of inner and local classes.

use super::super::classes::{ClassTable, Visible};
use super::super::syntax::ExprId;
use super::super::types::Ty;
use super::{Around, Emitter, Lowering, Typed, Variable};
use base::{Diagnostic, Idx, Span, msg};
use program::objects::{ClassId, LocalId, LocalKind, Operand, Operation, Type};

/// So many variables in scope are remembered whether code mentions them or not: suggestions name them.
const MOST_VISIBLE: usize = 64;

impl<'t> Emitter<'_, 't> {
    /// `this`, or an error.
    pub(super) fn this(&mut self, span: Span) -> Option<LocalId> {
        let this = self.this_object();
        if this.is_none() {
            self.error("java/static", span, msg!("there is no `this` in a static method"));
        }
        this
    }

    /// `this`, if there is one. A lambda expression keeps it in a hidden field.
    pub(super) fn this_object(&mut self) -> Option<LocalId> {
        if self.this.is_none() && self.owner != self.class && self.table.classes[self.owner].is_inner {
            self.table.outer_field(self.owner);
            self.this = Some(self.graph.local("this", LocalKind::Declared, Type::Reference(self.class)));
        }
        self.this
    }

    /// Whether code here can use an object of a class around it, or of this one.
    pub(super) fn has_object(&self, is_wanted: &dyn Fn(&ClassTable<'_>, ClassId) -> bool) -> bool {
        let mut class = self.class;
        if self.this.is_none() && (self.owner == self.class || !self.table.classes[self.owner].is_inner) {
            return false;
        }
        while !is_wanted(self.table, class) {
            let info = &self.table.classes[class];
            match info.outer.filter(|_| info.is_inner) {
                Some(outer) => class = outer,
                None => return false,
            }
        }
        true
    }

    /// The innermost object around that `is_wanted`, which may be `this`, with the class whose code it is around.
    pub(super) fn object_around(
        &mut self,
        is_wanted: &dyn Fn(&ClassTable<'_>, ClassId) -> bool,
        span: Span,
    ) -> Option<(LocalId, ClassId)> {
        if !self.has_object(is_wanted) {
            return None;
        }
        let (mut object, mut class) = (self.this_object()?, self.class);
        while !is_wanted(self.table, class) {
            let outer = self.table.classes[class].outer?;
            let field = self.table.outer_field(class)?;
            let target = self.temporary(Ty::Class(outer));
            self.dereference(Operation::Load { target, base: object, field }, Operand::Local(object), span);
            (object, class) = (target, outer);
        }
        Some((object, class))
    }

    /// An object of the class around it.
    pub(super) fn reference(&mut self, object: LocalId, class: ClassId) -> Typed {
        let generic = Some(self.table.own_term(class));
        Typed { generic, ..Typed::new(Operand::Local(object), Ty::Class(class)) }
    }

    /// Creating an object of an inner class requires an object of the enclosing class (JLS 15.9.2).
    pub(super) fn require_outer_object(&mut self, class: ClassId, span: Span) {
        let info = &self.table.classes[class];
        let Some(outer) = info.outer.filter(|_| info.is_inner) else { return };
        if !self.has_object(&|table, c| table.is_subtype(c, outer)) {
            let outer = self.table.type_name(Ty::Class(outer));
            let name = self.table.type_name(Ty::Class(class));
            let message =
                msg!("creating `{name}` requires an enclosing object of class `{outer}`, and there is none here");
            let error = Diagnostic::error("java/static", span, message);
            self.report(error.suggest(msg!("make `{name}` static")));
        }
    }

    /// Reads the hidden field for a variable from an object of the local class.
    pub(super) fn captured_by(&mut self, class: ClassId, object: LocalId, variable: &Visible, span: Span) -> Typed {
        self.check_effectively_final(&variable.name, variable.origin, span);
        let field = self.table.captured_field(class, variable);
        let target = self.temporary(variable.ty);
        self.dereference(Operation::Load { target, base: object, field }, Operand::Local(object), span);
        let &Visible { ty, erased, never_null, generic, .. } = variable;
        Typed { erased, never_null, generic, ..Typed::new(Operand::Local(target), ty) }
    }

    /// Captured variables are never assigned after their declaration (JLS 4.12.4).
    fn check_effectively_final(&mut self, name: &super::Name, origin: Span, span: Span) {
        if self.table.assigned.contains(&(name.clone(), origin)) {
            let message = msg!("`{name}` is assigned elsewhere, so local classes and lambda expressions cannot use it");
            let advice = msg!("copy it to another variable that is never assigned again, or make it a field");
            self.report(Diagnostic::error("java/final", span, message).suggest(advice));
        }
    }
}

impl<'t> Lowering<'_, 't> {
    /// `C.this`.
    pub(super) fn this_of(&mut self, name: ExprId, span: Span) -> Typed {
        let Some(class) = self.named_class(name) else {
            return self.code.error(
                "java/unknown-class",
                self.span(name),
                msg!("the class before `.this` is not given"),
            );
        };
        match self.code.object_around(&|_, c| c == class, span) {
            Some((object, _)) => self.code.reference(object, class),
            None => {
                let name = self.code.table.type_name(Ty::Class(class));
                let message = msg!("there is no enclosing object of class `{name}` here");
                self.code.error("java/static", span, message)
            }
        }
    }

    /// An object before `.new` or `.super`, which must not be null.
    pub(super) fn qualifier(&mut self, e: ExprId) -> Typed {
        let span = self.span(e);
        let value = self.value(e);
        if value.ty.is_reference() {
            self.code.dereference(Operation::RequireNonNull(value.operand), value.operand, span);
        }
        value
    }

    /// Assigns the hidden fields that `class` declares, before one of its constructors runs: no code sees the object
    /// without them. `outer` is the object around, if it is written.
    pub(super) fn assign_hidden(&mut self, object: LocalId, class: ClassId, outer: Option<Typed>, span: Span) {
        if let Some(field) = self.code.table.classes[class].outer_field {
            let wanted = self.code.table.classes[class].outer;
            let is_local =
                self.code.table.tree.classes.get(class.index()).is_none_or(|declared| declared.local.is_some());
            let value = match outer {
                Some(outer) => Some(outer.operand),
                None => {
                    let is_wanted = move |table: &ClassTable<'_>, c: ClassId| match is_local {
                        true => Some(c) == wanted,
                        false => wanted.is_some_and(|wanted| table.is_subtype(c, wanted)),
                    };
                    self.code.object_around(&is_wanted, span).map(|(object, _)| Operand::Local(object))
                }
            };
            if let Some(value) = value {
                self.code.graph.emit(Operation::Store { base: object, field, value }, span);
            }
        }
        for captured in self.code.table.classes[class].captured.clone() {
            if let Some(value) = self.captured(&captured.variable, span) {
                self.code.graph.emit(Operation::Store { base: object, field: captured.field, value }, span);
            }
        }
    }

    /// The value of a variable that a local class captures, where its objects are created.
    fn captured(&mut self, variable: &Visible, span: Span) -> Option<Operand> {
        let here = self.variables.iter().rposition(|v| v.origin == variable.origin && v.name == variable.name);
        if let Some(position) = here {
            return Some(Operand::Local(self.used(position).local));
        }
        let sees = |table: &ClassTable<'_>, class: ClassId| {
            table.environment(class).iter().any(|v| v.is(&variable.name, variable.origin))
        };
        let (object, class) = self.code.object_around(&sees, span)?;
        Some(self.code.captured_by(class, object, variable, span).operand)
    }

    /// A variable whose value is needed: one around a lambda expression becomes a hidden field of its object.
    pub(super) fn used(&mut self, position: usize) -> Variable {
        let variable = self.variables[position].clone();
        if variable.around == Around::Unused {
            self.code.table.captured_field(self.code.owner, &visible(&variable));
            self.variables[position].local = self.code.variable(&variable.name, variable.ty);
            self.variables[position].around = Around::Captured;
        }
        self.variables[position].clone()
    }

    /// The variable `name`, for reading it here.
    pub(super) fn used_variable(&mut self, name: &str, span: Span) -> Option<Variable> {
        let position = self.variables.iter().rposition(|v| *v.name == *name)?;
        if self.variables[position].around != Around::No {
            let (name, origin) = (self.variables[position].name.clone(), self.variables[position].origin);
            self.code.check_effectively_final(&name, origin, span);
        }
        Some(self.used(position))
    }

    /// The variables in scope, for classes and lambda expressions declared here. Of very many, only those that may be mentioned there:
    /// each of a thousand lambda expressions would remember a thousand variables.
    pub(super) fn visible(&mut self, within: Span) -> Vec<Visible> {
        if self.variables.len() <= MOST_VISIBLE {
            return self.variables.iter().map(visible).collect();
        }
        let mentioned = self.code.table.mentioned(within);
        // The object of a method reference has the place of the reference.
        let is_needed = |v: &&Variable| mentioned.contains(&v.name) || v.origin == within;
        self.variables.iter().filter(is_needed).map(visible).collect()
    }

    /// Remembers that a variable is assigned after its declaration. Variables without initial value may be assigned.
    pub(super) fn note_assignment(&mut self, target: ExprId, is_plain: bool) {
        let super::ExprKind::Name(name) = &self.expression(target).kind else { return };
        let Some(variable) = self.variable(name) else { return };
        if !(is_plain && variable.is_blank) {
            let key = (variable.name.clone(), variable.origin);
            self.code.table.assigned.insert(key);
        }
    }
}

fn visible(variable: &Variable) -> Visible {
    let &Variable { origin, ty, erased, generic, never_null, constant, .. } = variable;
    Visible { name: variable.name.clone(), origin, ty, erased, generic, never_null, constant }
}
