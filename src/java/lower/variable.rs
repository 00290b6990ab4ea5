//! The variables in scope.

use super::super::classes::Generic;
use super::super::constants::Constant;
use super::super::lexer::Name;
use super::super::types::Ty;
use base::Span;
use program::objects::LocalId;

/// A local in scope.
#[derive(Clone)]
pub(super) struct Variable {
    /// Its name.
    pub name: Name,
    /// Where it is declared.
    pub origin: Span,
    /// The local with its value.
    pub local: LocalId,
    /// Its type.
    pub ty: Ty,
    /// Whether that is what a type variable was erased to.
    pub erased: bool,
    /// Its type before erasure.
    pub generic: Generic,
    /// Whether it is a non-null reference of otherwise unknown value.
    pub never_null: bool,
    /// Whether it has its final value from its declaration on.
    pub is_final: bool,
    /// Whether it is declared without a value.
    pub is_blank: bool,
    /// Its value, if it is a constant.
    pub constant: Option<Constant>,
    /// Whether it belongs to the method around.
    pub around: Around,
}

impl Variable {
    /// A variable that is never assigned.
    pub(super) fn unassigned(name: Name, origin: Span, local: LocalId, ty: Ty) -> Self {
        Self {
            name,
            origin,
            local,
            ty,
            erased: false,
            generic: None,
            never_null: false,
            is_final: true,
            is_blank: false,
            constant: None,
            around: Around::No,
        }
    }
}

/// Whether a variable belongs to the method around a lambda expression.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Around {
    /// It is one of this method.
    No,
    /// Its value has been copied from the object of the lambda expression.
    Captured,
    /// So far nothing uses it.
    Unused,
}
