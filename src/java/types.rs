//! The types of expressions.

use super::syntax::ExprId;
use program::objects::{ClassId, IntegerType, Type};

/// A type after erasure.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs, reason = "most names are Java's own")]
pub(crate) enum Ty {
    Boolean,
    Byte,
    Short,
    Char,
    Int,
    Long,
    Float,
    Double,
    Void,
    /// The type of `null`.
    Null,
    /// An object of a class.
    Class(ClassId),
    /// A lambda expression or method reference, whose type depends on where it stands.
    Function(ExprId),
    /// A value of unknown primitive type: the result of a method assumed pure whose class is not given.
    Any,
    /// The type of an expression with a reported error; compatible with every type.
    Error,
}

impl Ty {
    /// The primitive type (or `void`) with this name.
    pub(crate) fn primitive(name: &str) -> Option<Ty> {
        Some(match name {
            "boolean" => Ty::Boolean,
            "byte" => Ty::Byte,
            "short" => Ty::Short,
            "char" => Ty::Char,
            "int" => Ty::Int,
            "long" => Ty::Long,
            "float" => Ty::Float,
            "double" => Ty::Double,
            "void" => Ty::Void,
            _ => return None,
        })
    }

    /// Whether it is `byte`, `short`, `char`, `int` or `long`.
    pub(crate) fn is_integral(self) -> bool {
        matches!(self, Ty::Byte | Ty::Short | Ty::Char | Ty::Int | Ty::Long)
    }

    /// Whether it is `float` or `double`.
    pub(crate) fn is_floating(self) -> bool {
        matches!(self, Ty::Float | Ty::Double)
    }

    /// Whether it is a number.
    pub(crate) fn is_numeric(self) -> bool {
        self.is_integral() || self.is_floating()
    }

    /// Whether it is `boolean` or a number.
    pub(crate) fn is_primitive(self) -> bool {
        self == Ty::Boolean || self.is_numeric()
    }

    /// Whether its values are references.
    pub(crate) fn is_reference(self) -> bool {
        matches!(self, Ty::Class(_) | Ty::Null)
    }

    /// Whether every value of it is a value of `to`, for primitive types (JLS 5.1.2).
    pub(crate) fn widens_to(self, to: Ty) -> bool {
        let rank = |ty| match ty {
            Ty::Byte => 0,
            Ty::Short => 1,
            Ty::Char | Ty::Int => 2,
            Ty::Long => 3,
            Ty::Float => 4,
            Ty::Double => 5,
            _ => 9,
        };
        self == to
            || (self.is_numeric()
                && to.is_numeric()
                && to != Ty::Char
                && (rank(self) < rank(to) || (self, to) == (Ty::Char, Ty::Int)))
    }

    /// Binary numeric promotion (JLS 5.6).
    pub(crate) fn promoted_with(self, other: Ty) -> Ty {
        [Ty::Double, Ty::Float, Ty::Long].into_iter().find(|&ty| self == ty || other == ty).unwrap_or(Ty::Int)
    }

    /// The type of a conditional whose branches have these numeric types, and these values if they are constants
    /// (JLS 15.25.2).
    pub(crate) fn of_numeric_conditional(one: (Ty, Option<i64>), other: (Ty, Option<i64>)) -> Ty {
        let takes = |(narrow, _): (Ty, Option<i64>), (ty, value): (Ty, Option<i64>)| {
            let fits = || value.zip(narrow.range()).is_some_and(|(n, (least, most))| (least..=most).contains(&n));
            matches!(narrow, Ty::Byte | Ty::Short | Ty::Char) && ty == Ty::Int && fits()
        };
        match (one.0, other.0) {
            (a, b) if a == b => a,
            (Ty::Byte, Ty::Short) | (Ty::Short, Ty::Byte) => Ty::Short,
            (a, _) if takes(one, other) => a,
            (_, b) if takes(other, one) => b,
            (a, b) => a.promoted_with(b),
        }
    }

    /// The smallest and largest value of an integral type.
    pub(crate) fn range(self) -> Option<(i64, i64)> {
        Some(match self {
            Ty::Byte => (-0x80, 0x7f),
            Ty::Short => (-0x8000, 0x7fff),
            Ty::Char => (0, 0xffff),
            Ty::Int => (i64::from(i32::MIN), i64::from(i32::MAX)),
            Ty::Long => (i64::MIN, i64::MAX),
            _ => return None,
        })
    }

    /// `value` narrowed to an integral type (JLS 5.1.3).
    pub(crate) fn wrap(self, value: i64) -> i64 {
        match self {
            Ty::Byte => i64::from(value as i8),
            Ty::Short => i64::from(value as i16),
            Ty::Char => i64::from(value as u16),
            Ty::Int => i64::from(value as i32),
            _ => value,
        }
    }

    /// The type of the results of operations on numbers of it.
    pub(crate) fn promoted(self) -> IntegerType {
        if self == Ty::Long { IntegerType::LONG } else { IntegerType::INT }
    }

    /// Its type in control-flow automata; `object` is used for references without a class.
    pub(crate) fn lowered(self, object: ClassId) -> Type {
        match self {
            Ty::Boolean => Type::Boolean,
            Ty::Byte => Type::Integer(IntegerType::BYTE),
            Ty::Short => Type::Integer(IntegerType::SHORT),
            Ty::Char => Type::Integer(IntegerType::CHAR),
            Ty::Int | Ty::Any | Ty::Error => Type::Integer(IntegerType::INT),
            Ty::Long => Type::Integer(IntegerType::LONG),
            Ty::Float | Ty::Double => Type::Float,
            Ty::Void => Type::Void,
            Ty::Null | Ty::Function(_) => Type::Reference(object),
            Ty::Class(class) => Type::Reference(class),
        }
    }
}
