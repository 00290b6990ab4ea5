//! Conversions (JLS 5): widening, boxing and unboxing, casts.

use super::super::library::box_of;
use super::super::types::Ty;
use super::condition::Branches;
use super::types::fits;
use super::{Destination, Emitter, Lowering, Target, Typed};
use base::{Diagnostic, Message, Span, msg};
use program::cfa::Location;
use program::objects::{ClassId, Comparison, Condition, Function, IntegerType, Operand, Operation, Rvalue, Unary};

impl Emitter<'_, '_> {
    /// Unboxes a value if it may be boxed; other values are unchanged.
    pub(super) fn unboxed(&mut self, value: Typed, span: Span) -> Typed {
        let value = self.actual(value, span);
        match self.table.unboxed_type(value.ty) {
            Some(ty) => self.unbox(value, ty, None, span),
            None => value,
        }
    }

    /// An unknown number or boolean from a box, which must not be null.
    fn unbox(&mut self, value: Typed, to: Ty, target: Target, span: Span) -> Typed {
        self.in_slot(value, span, |lowering| {
            lowering.require_opaque(value.operand, span);
            // Later evaluations may use the target.
            let content = lowering.unknown(target.filter(|_| value.slot.is_none()), to, span);
            if !to.is_floating() {
                lowering.computed(content, Function::Unbox, vec![value.operand], None);
            }
            content
        })
    }

    /// Whether a value is taken to be a box of the primitive type that is wanted, as a type argument says that is not followed.
    fn is_erased_box(&self, value: Typed, to: Ty) -> bool {
        value.erased && to.is_primitive() && value.ty.is_reference() && self.table.may_be_box(value.ty)
    }

    /// What is in such a box.
    fn unbox_erased(&mut self, value: Typed, to: Ty, target: Target, span: Span) -> Typed {
        let boxed = box_of(to).and_then(|name| self.table.library(name));
        if let Some(boxed) = boxed.filter(|_| self.table.unboxed_type(value.ty).is_none()) {
            self.checked_cast(value, boxed, span);
        }
        self.unbox(value, to, target, span)
    }

    /// A condition, unboxed if it is in a box.
    pub(super) fn unboxed_condition(&mut self, value: Typed, span: Span) -> Typed {
        let value = self.unboxed(value, span);
        match self.is_erased_box(value, Ty::Boolean) {
            true => self.unbox_erased(value, Ty::Boolean, None, span),
            false => value,
        }
    }

    /// Dereferences null if an opaque value is null; opaque values can only be compared.
    pub(super) fn require_opaque(&mut self, operand: Operand, span: Span) {
        let is_null = self.split_null(operand, span);
        let after = std::mem::replace(&mut self.graph.here, is_null);
        self.dereference(Operation::RequireNonNull(Operand::Null), Operand::Null, span);
        self.graph.goto(after, span);
        self.graph.here = after;
    }

    /// Goes on where a value is not null; returns where it is.
    pub(super) fn split_null(&mut self, operand: Operand, span: Span) -> Location {
        let (is_null, after) = (self.graph.fresh(), self.graph.fresh());
        let condition = Condition::Compare { comparison: Comparison::Equal, left: operand, right: Operand::Null };
        self.graph.branch(condition, is_null, after, span);
        self.graph.here = after;
        is_null
    }

    /// `(T) e` for a reference: throws unless the value is null or an object of the class. If the value was erased, this is a cast that
    /// a compiler inserts for a type argument: it fails only for objects that are known to be of another class.
    pub(super) fn checked_cast(&mut self, value: Typed, class: ClassId, span: Span) -> Operand {
        self.in_slot(value, span, |lowering| lowering.cast_check(value, class, span));
        value.operand
    }

    fn cast_check(&mut self, value: Typed, class: ClassId, span: Span) {
        let (test, fails, after) = (self.graph.fresh(), self.graph.fresh(), self.graph.fresh());
        let operand = value.operand;
        if self.table.is_opaque(class) && value.erased {
            // Strings and boxes are taken to be what the type arguments say.
            let object = self.table.object();
            let condition = Condition::KnownInstanceOf { operand, class: object, negated: false };
            self.graph.branch(condition, fails, after, span);
        } else {
            let condition = Condition::Compare { comparison: Comparison::Equal, left: operand, right: Operand::Null };
            self.graph.branch(condition, after, test, span);
            self.graph.here = test;
            let to = Branches { yes: after, no: fails };
            match value.erased && self.table.element(Ty::Class(class)).is_none() {
                true => self.known_instance_test(operand, class, to, span),
                false => self.instance_test(operand, class, to, span),
            }
        }
        self.graph.here = fails;
        self.raise("ClassCastException", span);
        self.graph.here = after;
    }

    fn inconvertible(&mut self, from: Ty, to: Ty, span: Span) -> Typed {
        if let Some(message) = self.unclear(from, to) {
            return self.error("java/unsupported", span, message);
        }
        let (from, to) = (self.table.type_name(from), self.table.type_name(to));
        self.error("java/type", span, msg!("`{from}` cannot be cast to `{to}`"))
    }

    /// Why it is not known whether a value of one type can be one of another type, although they look unrelated.
    pub(super) fn unclear(&self, from: Ty, to: Ty) -> Option<Message> {
        let is_incomplete = [from, to].into_iter().any(|ty| self.table.is_incomplete_type(ty));
        let is_unlike = self.table.is_of_program(self.class)
            && matches!((from, to), (Ty::Class(a), Ty::Class(b)) if self.table.is_given(a) && self.table.is_unlike_given(b));
        (is_incomplete || is_unlike).then(|| self.undecided(from, to))
    }

    /// That it is not known whether a value of one type is one of another type.
    pub(super) fn undecided(&self, from: Ty, to: Ty) -> Message {
        let (a, b) = (self.table.type_name(from), self.table.type_name(to));
        msg!("whether a `{a}` is a `{b}` is decided by a class that is not given")
    }

    fn numeric_cast(&mut self, value: Typed, to: Ty, target: Target, span: Span) -> Typed {
        if value.ty.is_floating() || to.is_floating() || value.ty == Ty::Any {
            if value.ty == to {
                return value;
            }
            return self.unknown(target, to, span);
        }
        if value.ty.widens_to(to) {
            return Typed::new(value.operand, to);
        }
        self.narrow(value.operand, to, target, span)
    }

    /// An integral value narrowed to another type.
    pub(super) fn narrow(&mut self, operand: Operand, to: Ty, target: Target, span: Span) -> Typed {
        let ty = match to {
            Ty::Byte => IntegerType::BYTE,
            Ty::Short => IntegerType::SHORT,
            Ty::Char => IntegerType::CHAR,
            Ty::Int => IntegerType::INT,
            _ => IntegerType::LONG,
        };
        if let Operand::Integer(n) = operand {
            return Typed::new(Operand::Integer(to.wrap(n)), to);
        }
        let local = self.place(target, to);
        self.assign(local, Rvalue::Unary(Unary::Convert(ty), operand), span);
        Typed::new(Operand::Local(local), to)
    }
}

impl Lowering<'_, '_> {
    /// Converts a value to type `to` (JLS 5.2); may compute into `target`.
    pub(super) fn convert(&mut self, value: Typed, to: Ty, target: Target, span: Span) -> Operand {
        let value = if to.is_primitive() { self.code.actual(value, span) } else { value };
        let Typed { operand, ty: from, erased, .. } = value;
        match (from, to) {
            (Ty::Error, _) | (_, Ty::Error) => operand,
            _ if from == to && !(to.is_floating() && matches!(operand, Operand::Integer(_))) => operand,
            (Ty::Null, Ty::Class(_)) => operand,
            (Ty::Function(_), Ty::Class(interface)) => {
                let generic = target.and_then(|target| self.generics.get(&target.local).copied().flatten());
                self.function_object(value, interface, generic, target, span)
            }
            (Ty::Any, _) if to.is_primitive() => operand,
            (Ty::Any, _) => {
                let message = msg!("the result of a call that is assumed pure cannot be a reference");
                self.code.error("java/no-code", span, message);
                operand
            }
            (Ty::Class(a), Ty::Class(b)) if self.code.table.is_subtype(a, b) => operand,
            (Ty::Class(_), Ty::Class(b)) if erased => self.code.checked_cast(value, b, span),
            (Ty::Class(a), _) if to.is_primitive() && self.code.table.unboxes(a, to) => {
                self.code.unbox(value, to, target, span).operand
            }
            (Ty::Class(_), _) if self.code.is_erased_box(value, to) => {
                self.code.unbox_erased(value, to, target, span).operand
            }
            (_, Ty::Class(b)) if from.is_primitive() && self.code.table.boxes(from, operand, b) => {
                let class = box_of(from).and_then(|name| self.code.table.library(name)).unwrap_or(b);
                let boxed = self.code.opaque(target, Ty::Class(class), span);
                if !from.is_floating() {
                    self.code.computed(boxed, Function::Box(class), vec![operand], None);
                }
                boxed.operand
            }
            (_, Ty::Float | Ty::Double) if from.widens_to(to) => self.code.unknown(target, to, span).operand,
            _ if from.widens_to(to) => operand,
            _ if self.code.table.are_arrays_of_references(from, to) => {
                let (from, to) = (self.code.table.type_name(from), self.code.table.type_name(to));
                let message = msg!("`{from}` as `{to}` is not supported: a store might throw an `ArrayStoreException`");
                self.code.error("java/unsupported", span, message);
                operand
            }
            // A constant may be narrowed.
            _ if from.is_integral() && fits(operand, from, to) => operand,
            _ => {
                let unclear = self.code.unclear(from, to);
                let (from, to) = (self.code.table.type_name(from), self.code.table.type_name(to));
                let mut error = Diagnostic::error("java/type", span, msg!("`{from}` cannot be converted to `{to}`"));
                if erased {
                    error.message = msg!("a type argument that decides what happens here is not followed");
                    error = error.suggest(msg!("generic types are erased; write a cast"));
                    error.code = "java/unsupported";
                } else if let Some(message) = unclear {
                    (error.code, error.message) = ("java/unsupported", message);
                }
                self.code.report(error);
                operand
            }
        }
    }

    /// Converts a value, and assigns it to a local.
    pub(super) fn convert_into(&mut self, value: Typed, into: Destination, span: Span) {
        let operand = self.convert(value, into.ty, Some(into), span);
        if operand != Operand::Local(into.local) {
            self.code.assign(into.local, Rvalue::Operand(operand), span);
        }
    }

    /// A cast as written.
    pub(super) fn cast(&mut self, value: Typed, to: Ty, target: Target, span: Span) -> Typed {
        let value = Typed { erased: false, ..self.code.actual(value, span) };
        let from = value.ty;
        match (from, to) {
            (Ty::Error, _) | (_, Ty::Error) => Typed::new(value.operand, to),
            (Ty::Class(a), Ty::Class(b)) => {
                if self.code.table.is_subtype(a, b) {
                    return Typed::new(value.operand, to);
                }
                if !self.code.table.related(a, b) {
                    return self.code.inconvertible(from, to, span);
                }
                Typed::new(self.code.checked_cast(value, b, span), to)
            }
            (Ty::Null, Ty::Class(_)) => Typed::new(value.operand, to),
            (Ty::Boolean | Ty::Any, Ty::Boolean) => Typed::new(value.operand, to),
            (_, Ty::Class(_)) if from.is_primitive() => Typed::new(self.convert(value, to, target, span), to),
            (Ty::Class(class), _) if to.is_primitive() => {
                if self.code.table.unboxes(class, to) {
                    return self.code.unbox(value, to, target, span);
                }
                match box_of(to).and_then(|name| self.code.table.library(name)) {
                    // An object that must be a box of this type (JLS 5.5).
                    Some(boxed) if self.code.table.may_be_box(from) && self.code.table.unboxed_type(from).is_none() => {
                        self.code.checked_cast(value, boxed, span);
                        self.code.unbox(Typed { ty: Ty::Class(boxed), ..value }, to, target, span)
                    }
                    _ => self.code.inconvertible(from, to, span),
                }
            }
            _ if (from.is_numeric() || from == Ty::Any) && to.is_numeric() => {
                self.code.numeric_cast(value, to, target, span)
            }
            _ => self.code.inconvertible(from, to, span),
        }
    }
}
