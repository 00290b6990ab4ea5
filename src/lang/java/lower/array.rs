//! Arrays. They are not followed: their lengths are unknown, and so are their elements; of reference type these are null or any object. Whether
//! an index is within bounds matters only to handlers.

use super::super::classes::MethodId;
use super::super::syntax::{ExprId, ExprKind, Receiver, StmtId, TypeRef};
use super::super::types::Ty;
use super::filled::filled;
use super::{Lowering, Target, Typed};
use crate::base::Span;
use crate::program::objects::{Comparison, Condition, Operand, Rvalue};

impl Lowering<'_, '_> {
    /// Whether the parameter of a method is the initial array: nothing assigns it, and no code in the
    /// program calls a method of this name.
    pub(super) fn has_program_arguments(&self, method: MethodId) -> bool {
        let info = &self.table.methods[method];
        let [parameter] = &info.parameters[..] else { return false };
        if &*info.name != "main" || !info.is_static || !self.is_string_array(parameter.ty) {
            return false;
        }
        let name = info.declaration.and_then(|d| d.parameters.first()).map(|p| &p.name);
        !self.tree.expressions.iter().any(|e| match &e.kind {
            ExprKind::Call { receiver, name, .. } => match &**name {
                "main" => !matches!(receiver, Receiver::Super),
                // Methods of the library that may write null.
                name => matches!(name, "arraycopy" | "asList" | "fill" | "setAll"),
            },
            ExprKind::Assign { target, .. } => match &self.expression(*target).kind {
                ExprKind::Name(assigned) => Some(assigned) == name,
                // Its elements may become null.
                ExprKind::Index { .. } => true,
                _ => false,
            },
            _ => false,
        })
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
        let index = self.size(index, "an index").operand;
        let array = match array.ty {
            Ty::Error => array,
            ty if self.table.element(ty).is_some() => array,
            ty => {
                let ty = self.table.type_name(ty);
                self.error("java/type", span, format!("a value of type `{ty}` has no elements"))
            }
        };
        (array, index)
    }

    /// Evaluates an index or a size.
    fn size(&mut self, e: ExprId, what: &str) -> Typed {
        let span = self.span(e);
        let value = self.value(e);
        let value = self.unboxed(value, span);
        if !matches!(value.ty, Ty::Byte | Ty::Short | Ty::Char | Ty::Int | Ty::Any | Ty::Error) {
            let ty = self.table.type_name(value.ty);
            self.error("java/type", span, format!("{what} must be an `int`, not `{ty}`"));
        }
        value
    }

    /// Reads `array[index]`.
    pub(super) fn element(&mut self, array: ExprId, index: ExprId, target: Target, span: Span) -> Typed {
        let (array, index) = self.indexed(array, index, None, span);
        if array.ty == Ty::Error {
            return array;
        }
        let element = self.element_of(array, target, span);
        if element.ty.is_reference() {
            self.note_read(array.operand, index);
        }
        element
    }

    /// Some element of an array.
    pub(super) fn element_of(&mut self, array: Typed, target: Target, span: Span) -> Typed {
        self.access_element(array, span);
        let ty = self.table.element(array.ty).unwrap_or(Ty::Error);
        let value = match ty {
            // The virtual machine passes strings.
            Ty::Class(_) if array.never_null && self.is_string_array(array.ty) => self.opaque(target, ty, span),
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
        let name = self.table.type_name(array.ty);
        self.require(array, true, &name, span);
    }

    /// `array.length`.
    pub(super) fn length(&mut self, e: ExprId, array: Typed, target: Target, span: Span) -> Typed {
        self.require_array(array, span);
        let length = self.unknown(target, Ty::Int, span);
        if let (Some(fields), Operand::Local(local)) = (filled(self.tree, e), length.operand) {
            for field in fields {
                let sentence = format!("assumed: `{}` never holds an array without elements", field.name);
                self.note("task/assumption", field.span, sentence);
            }
            // Any number greater than 0.
            let (empty, after) = (self.graph.fresh(), self.graph.fresh());
            let right = Operand::Integer(0);
            let is_positive = Condition::Compare { comparison: Comparison::Greater, left: length.operand, right };
            self.graph.branch(is_positive, after, empty, span);
            self.graph.here = empty;
            self.assign(local, Rvalue::Operand(Operand::Integer(1)), span);
            self.graph.goto(after, span);
            self.graph.here = after;
        }
        length
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
        let named = self.named_type(ty);
        let sizes: Vec<Typed> = sizes.iter().map(|&size| self.size(size, "a size")).collect();
        let ty = named.unwrap_or(Ty::Error);
        if ty == Ty::Error {
            return Typed::error();
        }
        if sizes.iter().any(|size| !matches!(size.operand, Operand::Integer(0..))) {
            self.out_of_bounds("NegativeArraySizeException", span);
        }
        if let Some(ExprKind::ArrayValues(values)) = values.map(|values| &self.expression(values).kind) {
            self.initial_elements(values, ty);
        }
        Typed { never_null: false, ..self.opaque(target, ty, span) }
    }

    /// `{ .. }` where an array is needed.
    pub(super) fn array_values(&mut self, values: &[ExprId], target: Target, span: Span) -> Typed {
        let Some((_, ty)) = target.filter(|&(_, ty)| self.table.element(ty).is_some()) else {
            return self.error("java/type", span, "these values are not those of an array");
        };
        self.initial_elements(values, ty);
        Typed { never_null: false, ..self.opaque(target, ty, span) }
    }

    /// Evaluates the elements of a new array.
    fn initial_elements(&mut self, values: &[ExprId], array: Ty) {
        let Some(element) = self.table.element(array) else { return };
        for &value in values {
            self.value_of_type(value, element, None, self.span(value));
        }
    }

    /// Whether a statement contains a call.
    pub(super) fn calls_something(&self, id: StmtId) -> bool {
        let (mut statements, mut expressions) = (vec![id], Vec::new());
        let mut found = false;
        while let Some(id) = statements.pop() {
            let statement = &self.tree.statements[id];
            statement.kind.for_each_child(|inner| statements.push(inner), |e| expressions.push(e));
        }
        while let Some(e) = expressions.pop() {
            let kind = &self.expression(e).kind;
            found |= matches!(kind, ExprKind::Call { .. } | ExprKind::New(_) | ExprKind::Switch(_));
            kind.for_each_child(|inner| expressions.push(inner));
        }
        found
    }

    pub(super) fn is_string_array(&self, ty: Ty) -> bool {
        let is_string = |element: Ty| matches!(element, Ty::Class(class) if &*self.table.classes[class].name == "String" && self.table.is_opaque(class));
        self.table.element(ty).is_some_and(is_string)
    }
}
