//! Assignments, increments and decrements.

use super::super::classes::{FieldPosition, Generic, Scoped};
use super::super::syntax::{BinaryOperator, ExprId, ExprKind};
use super::super::types::Ty;
use super::binary::operation;
use super::{Around, Lowering, Typed};
use crate::base::{Diagnostic, Span};
use crate::program::objects::{Binary, ClassId, FieldId, LocalId, Operand, Operation, Rvalue};

/// The target of an assignment, with its operands evaluated.
#[derive(Clone, Copy)]
enum Changed {
    Local(LocalId),
    Field {
        base: LocalId,
        field: FieldId,
    },
    /// A static field; its class is initialised at its use, which may be after the right side is evaluated.
    Static {
        place: FieldPosition,
        begun: bool,
    },
    /// An element of an array, which is evaluated, with its index, if that is still known when the element is assigned.
    Element(Typed, Option<Operand>),
    /// An error, already reported.
    Erroneous,
}

impl Changed {
    /// The same after its value has been read.
    fn read(self) -> Self {
        match self {
            Changed::Static { place, .. } => Changed::Static { place, begun: true },
            other => other,
        }
    }
}

impl Lowering<'_, '_> {
    /// Evaluates the left side of an assignment (JLS 15.26.1), before the right side `value`.
    fn changed(&mut self, e: ExprId, value: Option<ExprId>) -> (Changed, Ty, Generic) {
        let span = self.span(e);
        match &self.expression(e).kind {
            ExprKind::Name(name) => {
                if let Some(variable) = self.variable(name) {
                    let (local, ty, is_final) = (variable.local, variable.ty, variable.is_final);
                    if variable.around != Around::No {
                        return self.captured_is_final(name, span);
                    }
                    if is_final {
                        self.error("java/final", span, format!("`{name}` is final"));
                    }
                    let generic = self.generics.get(&local).copied().flatten();
                    return (Changed::Local(local), ty, generic);
                }
                let (place, holder) = match self.table.in_scope(self.class, name) {
                    Some(Scoped::Field { place, holder }) => (place, holder),
                    Some(Scoped::Variable { .. }) => return self.captured_is_final(name, span),
                    None => match self.imported_field(name, span) {
                        Some(place) => (place, place.class),
                        None => {
                            self.unknown_name(name, span);
                            return (Changed::Erroneous, Ty::Error, None);
                        }
                    },
                };
                let mut base = None;
                if !self.table.field_at(place).is_static {
                    base = self.object_around(&|_, c| c == holder, span).map(|(object, _)| object);
                    if base.is_none() {
                        self.of_outer_object(name, holder, span);
                        return (Changed::Erroneous, Ty::Error, None);
                    }
                }
                self.changed_field(base, place.class, name, span)
            }
            ExprKind::SuperField(name) => {
                let base = self.this(span);
                let class = self.table.classes[self.class].superclass.unwrap_or(self.class);
                self.changed_field(base, class, name, span)
            }
            ExprKind::Field { object, name } => {
                if let Some(class) = self.named_class(*object) {
                    return self.changed_field(None, class, name, span);
                }
                let object = self.value(*object);
                let object = self.actual(object, span);
                let Ty::Class(class) = object.ty else {
                    if object.ty != Ty::Error {
                        let ty = self.table.type_name(object.ty);
                        self.error("java/type", span, format!("a value of type `{ty}` has no fields"));
                    }
                    return (Changed::Erroneous, Ty::Error, None);
                };
                let kept = self.protect(object, value.as_slice(), span);
                let base = self.local_for(kept, span);
                let changed = self.changed_field(Some(base), class, name, span);
                if matches!(changed.0, Changed::Erroneous) && object.erased {
                    self.advise_cast();
                }
                changed
            }
            ExprKind::Index { array, index, .. } => {
                let (array, index) = self.indexed(*array, *index, value, span);
                let changes = |local| value.is_some_and(|value| self.assigns(value, local));
                let index = Some(index).filter(|&index| !matches!(index, Operand::Local(local) if changes(local)));
                match self.table.element(array.ty) {
                    Some(element) => (Changed::Element(array, index), element, None),
                    None => (Changed::Erroneous, Ty::Error, None),
                }
            }
            _ => (Changed::Erroneous, Ty::Error, None),
        }
    }

    /// Local classes and lambda expressions cannot assign variables of the method around them.
    fn captured_is_final(&mut self, name: &str, span: Span) -> (Changed, Ty, Generic) {
        let message = format!("`{name}` is a variable of the method around, which cannot be assigned here");
        let error = Diagnostic::error("java/final", span, message);
        self.report(error.suggest("make it a field".to_owned()));
        (Changed::Erroneous, Ty::Error, None)
    }

    fn changed_field(
        &mut self,
        base: Option<LocalId>,
        class: ClassId,
        name: &str,
        span: Span,
    ) -> (Changed, Ty, Generic) {
        let Some(place) = self.table.field(class, name) else {
            self.unknown_field(class, name, span);
            return (Changed::Erroneous, Ty::Error, None);
        };
        let field = self.table.field_at(place);
        let (ty, id, is_final, is_static) = (field.ty, field.id, field.is_final, field.is_static);
        let generic = field.generic;
        let initialises = place.class == self.class
            && if is_static { self.is_static_initialiser } else { base.is_some() && base == self.this };
        if is_final && !initialises {
            self.error("java/final", span, format!("`{name}` is final"));
        }
        if ty == Ty::Error || self.table.field_at(place).is_ambiguous {
            self.unmodelled_field(place, span);
        }
        match (id, base) {
            _ if is_static => (Changed::Static { place, begun: false }, ty, generic),
            (Some(field), Some(base)) => (Changed::Field { base, field }, ty, generic),
            (_, Some(_)) => (Changed::Erroneous, Ty::Error, None),
            (_, None) => {
                // In a static method the missing `this` has already been reported.
                if !self.is_static || self.class != class {
                    self.error("java/static", span, format!("`{name}` is not a static field"));
                }
                (Changed::Erroneous, Ty::Error, None)
            }
        }
    }

    /// `target = value`.
    pub(super) fn assignment(&mut self, target: ExprId, value: ExprId, span: Span) -> Typed {
        self.note_assignment(target, true);
        let (changed, ty, generic) = self.changed(target, Some(value));
        match changed {
            Changed::Local(local) => {
                self.evaluate_into(value, local, ty, span);
                Typed::new(Operand::Local(local), ty)
            }
            _ => {
                let operand = self.value_of_type(value, ty, generic, self.span(value));
                self.store(changed, operand, span);
                Typed::new(operand, ty)
            }
        }
    }

    fn store(&mut self, changed: Changed, value: Operand, span: Span) {
        match changed {
            Changed::Local(local) if value != Operand::Local(local) => self.assign(local, Rvalue::Operand(value), span),
            Changed::Field { base, field } => {
                self.dereference(Operation::Store { base, field, value }, Operand::Local(base), span);
            }
            Changed::Static { place, begun } => self.store_static(place, begun, value, span),
            // Which element has which value is not followed, only which are not null.
            Changed::Element(array, index) => {
                self.access_element(array, span);
                if self.table.element(array.ty).is_some_and(Ty::is_reference) {
                    self.note_write(array.operand, index, value);
                }
            }
            Changed::Local(_) | Changed::Erroneous => {}
        }
    }

    /// The value before the change.
    fn current(&mut self, changed: Changed, ty: Ty, span: Span) -> Typed {
        match changed {
            Changed::Local(local) => Typed::new(Operand::Local(local), ty),
            Changed::Field { base, field } => {
                let target = self.temporary(ty);
                self.dereference(Operation::Load { target, base, field }, Operand::Local(base), span);
                Typed::new(Operand::Local(target), ty)
            }
            Changed::Static { place, .. } => self.static_field(place, None, span),
            Changed::Element(array, _) => self.element_of(array, None, span),
            Changed::Erroneous => Typed::error(),
        }
    }

    /// `target operator= value`; the target is evaluated once, and read before the value is evaluated.
    pub(super) fn compound_assignment(
        &mut self,
        target: ExprId,
        operator: BinaryOperator,
        value: ExprId,
        span: Span,
    ) -> Typed {
        self.note_assignment(target, false);
        let (changed, ty, _) = self.changed(target, Some(value));
        let old = self.current(changed, ty, span);
        let old = self.unboxed(old, span);
        let old = self.protect(old, &[value], span);
        let operand = self.value(value);
        let Some(operation) = operation(operator) else { return Typed::error() };
        let new = self.changed_value(operation, changed, ty, old, operand, span);
        self.store(changed.read(), new, span);
        match changed {
            Changed::Local(local) => Typed::new(Operand::Local(local), ty),
            _ => Typed::new(new, ty),
        }
    }

    /// The result of an operation on the old value, cast back to the type of the variable (JLS 15.26.2).
    fn changed_value(
        &mut self,
        operator: Binary,
        changed: Changed,
        ty: Ty,
        old: Typed,
        by: Typed,
        span: Span,
    ) -> Operand {
        let target = match changed {
            Changed::Local(local) => Some((local, ty)),
            _ => None,
        };
        let new = self.arithmetic(operator, old, by, target, span);
        if matches!(new.ty, Ty::Error) || matches!(ty, Ty::Error) {
            return new.operand;
        }
        if ty.is_numeric() && new.ty.is_numeric() {
            return self.cast(new, ty, target, span).operand;
        }
        self.convert(new, ty, target, span)
    }

    /// `++e`, `e--` and the like.
    pub(super) fn increment(&mut self, e: ExprId, prefix: bool, decrement: bool, discarded: bool, span: Span) -> Typed {
        self.note_assignment(e, false);
        let (changed, ty, _) = self.changed(e, None);
        let mut old = self.current(changed, ty, span);
        if !prefix && !discarded && matches!(changed, Changed::Local(_)) {
            let copy = self.temporary(ty);
            self.assign(copy, Rvalue::Operand(old.operand), span);
            old.operand = Operand::Local(copy);
        }
        let one = Typed::new(Operand::Integer(1), Ty::Int);
        let operator = if decrement { Binary::Subtract } else { Binary::Add };
        let new = self.changed_value(operator, changed, ty, old, one, span);
        self.store(changed.read(), new, span);
        match changed {
            _ if !prefix => Typed::new(old.operand, ty),
            Changed::Local(local) => Typed::new(Operand::Local(local), ty),
            _ => Typed::new(new, ty),
        }
    }
}
