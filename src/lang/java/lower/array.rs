//! Arrays of strings, like the argument of `main`: not null, of unknown length, with non-null strings. Others are not
//! supported.

use super::super::classes::MethodId;
use super::super::syntax::{ExprId, ExprKind, Receiver};
use super::super::types::Ty;
use super::{Lowering, Target, Typed};
use crate::base::{Diagnostic, Span};
use crate::program::objects::ClassId;

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
            ExprKind::Call { receiver, name, .. } => &**name == "main" && !matches!(receiver, Receiver::Super),
            ExprKind::Assign { target, .. } => match &self.expression(*target).kind {
                ExprKind::Name(assigned) => Some(assigned) == name,
                _ => false,
            },
            _ => false,
        })
    }

    /// Reads `array[index]`.
    pub(super) fn element(&mut self, array: ExprId, index: ExprId, bracket: Span, target: Target, span: Span) -> Typed {
        let array = self.value(array);
        let array = self.protect(array, &[index], span);
        let at = self.value(index);
        let at = self.unboxed(at, self.span(index));
        if !matches!(at.ty, Ty::Byte | Ty::Short | Ty::Char | Ty::Int | Ty::Any | Ty::Error) {
            let ty = self.table.type_name(at.ty);
            return self.error("java/type", self.span(index), format!("an index must be an `int`, not `{ty}`"));
        }
        if !self.is_string_array(array.ty) {
            return if array.ty == Ty::Error { array } else { self.no_arrays(bracket) };
        }
        self.require(array, true, "String[]", span);
        self.out_of_bounds("ArrayIndexOutOfBoundsException", span);
        Typed { never_null: array.never_null, ..self.text(target, span) }
    }

    /// `array.length`.
    pub(super) fn length(&mut self, array: Typed, target: Target, span: Span) -> Typed {
        self.require(array, true, "String[]", span);
        self.unknown(target, Ty::Int, span)
    }

    pub(super) fn no_arrays(&mut self, span: Span) -> Typed {
        let error = Diagnostic::error("java/unsupported", span, "arrays are not supported");
        self.diagnostics.push(error.suggest("link objects by fields instead".to_owned()));
        Typed::error()
    }

    pub(super) fn is_string_array(&self, ty: Ty) -> bool {
        let is_named = |class: ClassId| &*self.table.classes[class].name == "String[]";
        matches!(ty, Ty::Class(class) if is_named(class) && self.table.is_opaque(class))
    }
}
