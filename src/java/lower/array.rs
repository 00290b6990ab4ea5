//! Arrays. Abstractions do not follow them: their lengths are unknown, and so are their elements; of reference type these are null or any object.
//! Whether an index is within bounds matters only to handlers. Executions compute with arrays as they are.

use super::super::syntax::{ExprId, ExprKind, TypeRef};
use super::super::types::Ty;
use super::filled::filled;
use super::{Destination, Emitter, Lowering, Target, Typed};
use base::{Span, Text, msg, text};
use program::objects::{ClassId, Comparison, Computation, Condition, Function, Operand, Rvalue, Step};

/// The exception for an index that is out of bounds.
pub(super) const INDEX: &str = "ArrayIndexOutOfBoundsException";
/// The exception for a size that is negative.
pub(super) const SIZE: &str = "NegativeArraySizeException";

impl Emitter<'_, '_> {
    /// Some element of an array. Executions know which.
    pub(super) fn element_of(&mut self, array: Typed, index: Operand, target: Target, span: Span) -> Typed {
        self.access_element(array, index, span);
        let ty = self.table.element(array.ty).unwrap_or(Ty::Error);
        let value = match ty {
            // The virtual machine passes strings.
            Ty::Class(_) if array.never_null && self.table.is_string_array(array.ty) => self.opaque(target, ty, span),
            _ => self.unknown(target, ty, span),
        };
        self.computed(value, Function::Element, vec![array.operand, index], Some(INDEX));
        Typed { erased: array.erased, generic: self.table.element_term(array.generic), ..value }
    }

    /// Throws what an access to an element throws.
    pub(super) fn access_element(&mut self, array: Typed, index: Operand, span: Span) {
        self.require_array(array, span);
        self.out_of_bounds(INDEX, Some((Function::IsOutside, vec![array.operand, index])), span);
    }

    /// Executions compute in this way what has just been assigned to a value.
    pub(super) fn computed(&mut self, value: Typed, function: Function, arguments: Vec<Operand>, raises: Option<&str>) {
        let raises = raises.map(|exception| self.table.raised(exception));
        self.graph.compute(Computation { target: value.operand.local(), function, arguments, raises });
    }

    /// Executions do this; for abstractions it is nothing.
    pub(super) fn executed(&mut self, function: Function, arguments: Vec<Operand>, raises: Option<&str>, span: Span) {
        let raises = raises.map(|exception| self.table.raised(exception));
        self.graph.execute(Step::Compute(Computation { target: None, function, arguments, raises }), span);
    }

    /// A local that only executions know, with a value.
    pub(super) fn executed_copy(&mut self, operand: Operand, ty: Ty, span: Span) -> Operand {
        self.executed_value(Rvalue::Operand(operand), ty, span)
    }

    /// The same, with a value of which nothing is known.
    pub(super) fn executed_unknown(&mut self, ty: Ty, span: Span) -> Operand {
        self.executed_value(Rvalue::Unknown, ty, span)
    }

    fn executed_value(&mut self, value: Rvalue, ty: Ty, span: Span) -> Operand {
        let target = self.temporary(ty);
        self.graph.execute(Step::Assign { target, value }, span);
        Operand::Local(target)
    }

    /// The value of the elements of a new array of this class.
    pub(super) fn default_element(&self, array: Ty) -> Operand {
        match self.table.element(array) {
            Some(Ty::Boolean) => Operand::Boolean(false),
            Some(element) if element.is_primitive() => Operand::Integer(0),
            _ => Operand::Null,
        }
    }

    /// The classes of a new array with so many sizes, and what is in the innermost ones.
    fn new_array_of(&self, array: Ty, sizes: usize) -> Function {
        let arrays = std::iter::successors(Some(array), |&outer| self.table.element(outer)).take(sizes);
        let default = self.default_element(arrays.clone().last().unwrap_or(array));
        let class = |ty| if let Ty::Class(class) = ty { Some(class) } else { None };
        Function::NewArray { classes: arrays.filter_map(class).collect::<Vec<ClassId>>(), default }
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
        self.code.computed(length, Function::Length, vec![array.operand], None);
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
        let place = self.span(array);
        let array = self.value(array);
        let array = self.code.actual(array, place);
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
        let has_objects = self.is_all_constants(array);
        let (array, index) = self.indexed(array, index, None, span);
        if array.ty == Ty::Error {
            return array;
        }
        let element = self.code.element_of(array, index, target, span);
        if element.ty.is_reference() {
            self.elements.note_read(&self.code.graph, array.operand, index);
            if has_objects {
                self.code.graph.read_object(self.code.graph.emitted() - 1);
            }
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
        let mut counts = Vec::new();
        for (at, &size) in sizes.iter().enumerate() {
            let count = self.size(size, text!("a size")).operand;
            counts.push(self.kept(count, Ty::Int, &sizes[at + 1..], span));
        }
        let ty = named.unwrap_or(Ty::Error);
        if ty == Ty::Error {
            return Typed::error();
        }
        if counts.iter().any(|size| !matches!(size, Operand::Integer(0..))) {
            self.code.out_of_bounds(SIZE, Some((Function::IsNegative, counts.clone())), span);
        }
        if let Some(ExprKind::ArrayValues(values)) = values.map(|values| &self.expression(values).kind) {
            return self.array_of(values, ty, target, span);
        }
        let array = self.code.opaque(target, ty, span);
        self.code.computed(array, self.code.new_array_of(ty, counts.len()), counts, Some(SIZE));
        Typed { never_null: false, ..array }
    }

    /// `{ .. }` where an array is needed.
    pub(super) fn array_values(&mut self, values: &[ExprId], target: Target, span: Span) -> Typed {
        let Some(Destination { ty, .. }) = target.filter(|target| self.code.table.element(target.ty).is_some()) else {
            return self.code.error("java/type", span, msg!("these values are not those of an array"));
        };
        self.array_of(values, ty, target, span)
    }

    /// A new array with these elements.
    fn array_of(&mut self, values: &[ExprId], ty: Ty, target: Target, span: Span) -> Typed {
        let mut elements = Vec::new();
        if let Some(element) = self.code.table.element(ty) {
            for (at, &value) in values.iter().enumerate() {
                let span = self.span(value);
                let operand = self.value_of_type(value, element, None, span);
                elements.push(self.kept(operand, element, &values[at + 1..], span));
            }
        }
        let array = self.code.opaque(target, ty, span);
        if let Ty::Class(class) = ty {
            self.code.computed(array, Function::ArrayOf(class), elements, None);
        }
        Typed { never_null: false, ..array }
    }

    /// An operand as it is before other expressions are evaluated, for executions.
    pub(super) fn kept(&mut self, operand: Operand, ty: Ty, later: &[ExprId], span: Span) -> Operand {
        match operand {
            Operand::Local(local)
                if self.code.graph.is_declared(local) && later.iter().any(|&e| self.assigns(e, local)) =>
            {
                self.code.executed_copy(operand, ty, span)
            }
            _ => operand,
        }
    }
}
