//! Arrays. They are not followed: their lengths are unknown, and so are their elements; of reference type these are null or any object. Whether
//! an index is within bounds matters only to handlers.

use super::super::syntax::{ExprId, ExprKind, TypeRef};
use super::super::types::Ty;
use super::filled::filled;
use super::{Destination, Emitter, Lowering, Target, Typed};
use base::{Span, Text, msg, text};
use program::objects::{Comparison, Condition, Operand, Rvalue};

impl Emitter<'_, '_> {
    /// Some element of an array.
    pub(super) fn element_of(&mut self, array: Typed, target: Target, span: Span) -> Typed {
        self.access_element(array, span);
        let ty = self.table.element(array.ty).unwrap_or(Ty::Error);
        let value = match ty {
            // The virtual machine passes strings.
            Ty::Class(_) if array.never_null && self.table.is_string_array(array.ty) => self.opaque(target, ty, span),
            _ => self.unknown(target, ty, span),
        };
        Typed { erased: array.erased, ..value }
    }

    /// Throws what an access to an element throws.
    pub(super) fn access_element(&mut self, array: Typed, span: Span) {
        self.require_array(array, span);
        self.out_of_bounds("ArrayIndexOutOfBoundsException", span);
    }

    pub(super) fn require_array(&mut self, array: Typed, span: Span) {
        self.require(array, true, span);
    }
}

impl Lowering<'_, '_> {
    /// `array.length`.
    pub(super) fn length(&mut self, e: ExprId, array: Typed, target: Target, span: Span) -> Typed {
        self.code.require_array(array, span);
        let length = self.code.unknown(target, Ty::Int, span);
        if let (Some(fields), Operand::Local(local)) = (filled(self.tree, e), length.operand) {
            for field in fields {
                let sentence = msg!("`{}` never holds an array without elements", field.name);
                self.code.note("assumption/payload", field.span, sentence);
            }
            // Any number greater than 0.
            let (empty, after) = (self.code.graph.fresh(), self.code.graph.fresh());
            let right = Operand::Integer(0);
            let is_positive = Condition::Compare { comparison: Comparison::Greater, left: length.operand, right };
            self.code.graph.branch(is_positive, after, empty, span);
            self.code.graph.here = empty;
            self.code.assign(local, Rvalue::Operand(Operand::Integer(1)), span);
            self.code.graph.goto(after, span);
            self.code.graph.here = after;
        }
        length
    }

    /// Evaluates `array[index]` as far as its operands; the value of the array, which may be null.
    /// The index comes second. `value` is what is evaluated before the element is assigned.
    pub(super) fn indexed(
        &mut self,
        array: ExprId,
        index: ExprId,
        value: Option<ExprId>,
        span: Span,
    ) -> (Typed, Operand) {
        let array = self.value(array);
        let later: Vec<ExprId> = std::iter::once(index).chain(value).collect();
        let array = self.protect(array, &later, span);
        let index = self.size(index, text!("an index")).operand;
        let array = match array.ty {
            Ty::Error => array,
            ty if self.code.table.element(ty).is_some() => array,
            ty => {
                let ty = self.code.table.type_name(ty);
                self.code.error("java/type", span, msg!("a value of type `{ty}` has no elements"))
            }
        };
        (array, index)
    }

    /// Evaluates an index or a size.
    fn size(&mut self, e: ExprId, what: Text) -> Typed {
        let span = self.span(e);
        let value = self.value(e);
        let value = self.code.unboxed(value, span);
        if !matches!(value.ty, Ty::Byte | Ty::Short | Ty::Char | Ty::Int | Ty::Any | Ty::Error) {
            let ty = self.code.table.type_name(value.ty);
            self.code.error("java/type", span, msg!("{what} must be an `int`, not `{ty}`"));
            if value.erased {
                self.code.advise_cast();
            }
        }
        value
    }

    /// Reads `array[index]`.
    pub(super) fn element(&mut self, array: ExprId, index: ExprId, target: Target, span: Span) -> Typed {
        let (array, index) = self.indexed(array, index, None, span);
        if array.ty == Ty::Error {
            return array;
        }
        let element = self.code.element_of(array, target, span);
        if element.ty.is_reference() {
            self.elements.note_read(&self.code.graph, array.operand, index);
        }
        element
    }

    /// `new T[n]` or `new T[] { .. }`.
    pub(super) fn new_array(
        &mut self,
        ty: &TypeRef,
        sizes: &[ExprId],
        values: Option<ExprId>,
        target: Target,
        span: Span,
    ) -> Typed {
        let named = self.code.named_type(ty);
        let sizes: Vec<Typed> = sizes.iter().map(|&size| self.size(size, text!("a size"))).collect();
        let ty = named.unwrap_or(Ty::Error);
        if ty == Ty::Error {
            return Typed::error();
        }
        if sizes.iter().any(|size| !matches!(size.operand, Operand::Integer(0..))) {
            self.code.out_of_bounds("NegativeArraySizeException", span);
        }
        if let Some(ExprKind::ArrayValues(values)) = values.map(|values| &self.expression(values).kind) {
            self.initial_elements(values, ty);
        }
        Typed { never_null: false, ..self.code.opaque(target, ty, span) }
    }

    /// `{ .. }` where an array is needed.
    pub(super) fn array_values(&mut self, values: &[ExprId], target: Target, span: Span) -> Typed {
        let Some(Destination { ty, .. }) = target.filter(|target| self.code.table.element(target.ty).is_some()) else {
            return self.code.error("java/type", span, msg!("these values are not those of an array"));
        };
        self.initial_elements(values, ty);
        Typed { never_null: false, ..self.code.opaque(target, ty, span) }
    }

    /// Evaluates the elements of a new array.
    fn initial_elements(&mut self, values: &[ExprId], array: Ty) {
        let Some(element) = self.code.table.element(array) else { return };
        for &value in values {
            self.value_of_type(value, element, None, self.span(value));
        }
    }
}
