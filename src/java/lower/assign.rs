//! Assignments, increments and decrements.

use super::super::classes::{FieldPosition, Generic, Scoped};
use super::super::syntax::{BinaryOperator, ExprId, ExprKind};
use super::super::types::Ty;
use super::array::INDEX;
use super::binary::operation;
use super::{Around, Destination, Emitter, Lowering, ProcedureKind, Target, Typed};
use base::{Diagnostic, Span, msg};
use program::objects::{Binary, ClassId, FieldId, Function, LocalId, Operand, Operation, Rvalue};

/// The left side of an assignment, with its operands evaluated.
#[derive(Clone, Copy)]
struct Place {
    kind: PlaceKind,
    ty: Ty,
    /// Its type before erasure.
    generic: Generic,
}

#[derive(Clone, Copy)]
enum PlaceKind {
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
    /// An element of an array, which is evaluated, with its index, if that is still known when the element is assigned, and what it is for
    /// executions.
    Element(Typed, Option<Operand>, Operand),
    /// An error, already reported.
    Erroneous,
}

impl Place {
    const ERRONEOUS: Self = Self { kind: PlaceKind::Erroneous, ty: Ty::Error, generic: None };

    /// The local, if it is one.
    fn target(self) -> Target {
        match self.kind {
            PlaceKind::Local(local) => Some(Destination { local, ty: self.ty }),
            _ => None,
        }
    }

    /// The same after its value has been read.
    fn read(self) -> Self {
        match self.kind {
            PlaceKind::Static { place, .. } => Self { kind: PlaceKind::Static { place, begun: true }, ..self },
            _ => self,
        }
    }

    /// The value of the assignment that has stored `new`.
    fn assigned(self, new: Operand) -> Typed {
        Typed::new(self.target().map_or(new, |target| Operand::Local(target.local)), self.ty)
    }
}

impl Emitter<'_, '_> {
    /// The value before the change.
    fn current(&mut self, Place { kind, ty, .. }: Place, span: Span) -> Typed {
        match kind {
            PlaceKind::Local(local) => Typed::new(Operand::Local(local), ty),
            PlaceKind::Field { base, field } => {
                let target = self.temporary(ty);
                self.dereference(Operation::Load { target, base, field }, Operand::Local(base), span);
                Typed::new(Operand::Local(target), ty)
            }
            PlaceKind::Static { place, .. } => self.static_field(place, None, span),
            PlaceKind::Element(array, _, at) => self.element_of(array, at, None, span),
            PlaceKind::Erroneous => Typed::error(),
        }
    }
}

impl Lowering<'_, '_> {
    /// Evaluates the left side of an assignment (JLS 15.26.1), before the right side `value`.
    fn changed(&mut self, e: ExprId, value: Option<ExprId>) -> Place {
        let span = self.span(e);
        match &self.expression(e).kind {
            ExprKind::Name(name) => {
                if let Some(variable) = self.variable(name) {
                    let (local, ty, is_final) = (variable.local, variable.ty, variable.is_final);
                    if variable.around != Around::No {
                        return self.captured_is_final(name, span);
                    }
                    if is_final {
                        self.code.error("java/final", span, msg!("`{name}` is final"));
                    }
                    let generic = self.generics.get(&local).copied().flatten();
                    return Place { kind: PlaceKind::Local(local), ty, generic };
                }
                let (place, holder) = match self.code.table.in_scope(self.code.class, name) {
                    Some(Scoped::Field { place, holder }) => (place, holder),
                    Some(Scoped::Variable { .. }) => return self.captured_is_final(name, span),
                    None => match self.code.table.imported_field(name, span) {
                        Some(place) => (place, place.class),
                        None => {
                            self.unknown_name(name, span);
                            return Place::ERRONEOUS;
                        }
                    },
                };
                let mut base = None;
                if !self.code.table.field_at(place).is_static {
                    base = self.code.object_around(&|_, c| c == holder, span).map(|(object, _)| object);
                    if base.is_none() {
                        self.code.of_outer_object(name, holder, span);
                        return Place::ERRONEOUS;
                    }
                }
                self.changed_field(base, place.class, name, span)
            }
            ExprKind::SuperField(name) => {
                let base = self.code.this(span);
                let class = self.code.table.classes[self.code.class].superclass.unwrap_or(self.code.class);
                self.changed_field(base, class, name, span)
            }
            ExprKind::Field { object, name } => {
                if let Some(class) = self.named_class(*object) {
                    return self.changed_field(None, class, name, span);
                }
                let object = self.value(*object);
                let object = self.code.actual(object, span);
                let Ty::Class(class) = object.ty else {
                    if object.ty != Ty::Error {
                        let ty = self.code.table.type_name(object.ty);
                        self.code.error("java/type", span, msg!("a value of type `{ty}` has no fields"));
                    }
                    return Place::ERRONEOUS;
                };
                let kept = self.protect(object, value.as_slice(), span);
                let base = self.code.local_for(kept, span);
                let changed = self.changed_field(Some(base), class, name, span);
                if matches!(changed.kind, PlaceKind::Erroneous) && object.erased {
                    self.code.advise_cast();
                }
                changed
            }
            ExprKind::Index { array, index, .. } => {
                let (array, index) = self.indexed(*array, *index, value, span);
                let changes = |local| value.is_some_and(|value| self.assigns(value, local));
                let known = Some(index).filter(|&index| !matches!(index, Operand::Local(local) if changes(local)));
                let index = self.kept(index, Ty::Int, value.as_slice(), span);
                match self.code.table.element(array.ty) {
                    Some(ty) => Place { kind: PlaceKind::Element(array, known, index), ty, generic: None },
                    None => Place::ERRONEOUS,
                }
            }
            _ => Place::ERRONEOUS,
        }
    }

    /// Local classes and lambda expressions cannot assign variables of the method around them.
    fn captured_is_final(&mut self, name: &str, span: Span) -> Place {
        let message = msg!("`{name}` is a variable of the method around, which cannot be assigned here");
        let error = Diagnostic::error("java/final", span, message);
        self.code.report(error.suggest(msg!("make it a field")));
        Place::ERRONEOUS
    }

    fn changed_field(&mut self, base: Option<LocalId>, class: ClassId, name: &str, span: Span) -> Place {
        let Some(place) = self.code.table.field(class, name) else {
            self.code.unknown_field(class, name, span);
            return Place::ERRONEOUS;
        };
        let field = self.code.table.field_at(place);
        let (ty, id, is_final, is_static) = (field.ty, field.id, field.is_final, field.is_static);
        let generic = field.generic;
        let initialises = place.class == self.code.class
            && if is_static {
                self.code.kind == ProcedureKind::StaticInitialiser
            } else {
                base.is_some() && base == self.code.this
            };
        if is_final && !initialises {
            self.code.error("java/final", span, msg!("`{name}` is final"));
        }
        if ty == Ty::Error || self.code.table.field_at(place).is_ambiguous {
            self.code.unmodelled_field(place, span);
        }
        match (id, base) {
            _ if is_static => Place { kind: PlaceKind::Static { place, begun: false }, ty, generic },
            (Some(field), Some(base)) => Place { kind: PlaceKind::Field { base, field }, ty, generic },
            (_, Some(_)) => Place::ERRONEOUS,
            (_, None) => {
                // In a static method the missing `this` has already been reported.
                if !self.code.is_static() || self.code.class != class {
                    self.code.error("java/static", span, msg!("`{name}` is not a static field"));
                }
                Place::ERRONEOUS
            }
        }
    }

    /// `target = value`.
    pub(super) fn assignment(&mut self, target: ExprId, value: ExprId, span: Span) -> Typed {
        self.note_assignment(target, true);
        let changed = self.changed(target, Some(value));
        let Place { kind, ty, generic } = changed;
        match kind {
            PlaceKind::Local(local) => {
                self.evaluate_into(value, Destination { local, ty }, span);
                Typed::new(Operand::Local(local), ty)
            }
            _ => {
                let operand = self.value_of_type(value, ty, generic, self.span(value));
                self.store(changed, operand, span);
                Typed::new(operand, ty)
            }
        }
    }

    fn store(&mut self, changed: Place, value: Operand, span: Span) {
        match changed.kind {
            PlaceKind::Local(local) if value != Operand::Local(local) => {
                self.code.assign(local, Rvalue::Operand(value), span)
            }
            PlaceKind::Field { base, field } => {
                self.code.dereference(Operation::Store { base, field, value }, Operand::Local(base), span);
            }
            PlaceKind::Static { place, begun } => self.code.store_static(place, begun, value, span),
            // Which element has which value is followed by executions only; abstractions know which are not null.
            PlaceKind::Element(array, index, at) => {
                self.code.access_element(array, at, span);
                if self.code.table.element(array.ty).is_some_and(Ty::is_reference) {
                    self.elements.note_write(&self.code.graph, array.operand, index, value);
                }
                self.code.executed(Function::SetElement, vec![array.operand, at, value], Some(INDEX), span);
            }
            PlaceKind::Local(_) | PlaceKind::Erroneous => {}
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
        let changed = self.changed(target, Some(value));
        let old = self.code.current(changed, span);
        let old = self.code.unboxed(old, span);
        let old = self.protect(old, &[value], span);
        let operand = self.value(value);
        let Some(operation) = operation(operator) else { return Typed::error() };
        let new = self.changed_value(operation, changed, old, operand, span);
        self.store(changed.read(), new, span);
        changed.assigned(new)
    }

    /// The result of an operation on the old value, cast back to the type of the variable (JLS 15.26.2).
    fn changed_value(&mut self, operator: Binary, changed: Place, old: Typed, by: Typed, span: Span) -> Operand {
        let (target, ty) = (changed.target(), changed.ty);
        let new = self.code.arithmetic(operator, old, by, target, span);
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
        let changed = self.changed(e, None);
        let mut old = self.code.current(changed, span);
        if !prefix && !discarded && matches!(changed.kind, PlaceKind::Local(_)) {
            let copy = self.code.temporary(changed.ty);
            self.code.assign(copy, Rvalue::Operand(old.operand), span);
            old.operand = Operand::Local(copy);
        }
        let one = Typed::new(Operand::Integer(1), Ty::Int);
        let operator = if decrement { Binary::Subtract } else { Binary::Add };
        let new = self.changed_value(operator, changed, old, one, span);
        self.store(changed.read(), new, span);
        if prefix { changed.assigned(new) } else { Typed::new(old.operand, changed.ty) }
    }
}
