//! The modelled part of Java's library: some classes without fields, and methods without effect on the heap.

use super::types::Ty;

/// How a library class is modelled.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LibraryKind {
    /// Objects without fields; constructors accept anything and do nothing.
    Plain,
    /// Values that are not modelled: any reference of that type is unknown.
    Opaque,
    /// An interface without methods.
    Interface,
}

/// The library classes: name, superclass, kind.
const CLASSES: &[(&str, &str, LibraryKind)] = {
    use LibraryKind::{Interface, Opaque, Plain};
    &[
        ("Throwable", "Object", Plain),
        ("Exception", "Throwable", Plain),
        ("Error", "Throwable", Plain),
        ("RuntimeException", "Exception", Plain),
        ("CloneNotSupportedException", "Exception", Plain),
        ("InterruptedException", "Exception", Plain),
        ("IOException", "Exception", Plain),
        ("ArithmeticException", "RuntimeException", Plain),
        ("ClassCastException", "RuntimeException", Plain),
        ("ConcurrentModificationException", "RuntimeException", Plain),
        ("IllegalArgumentException", "RuntimeException", Plain),
        ("NumberFormatException", "IllegalArgumentException", Plain),
        ("IllegalStateException", "RuntimeException", Plain),
        ("IndexOutOfBoundsException", "RuntimeException", Plain),
        ("ArrayIndexOutOfBoundsException", "IndexOutOfBoundsException", Plain),
        ("StringIndexOutOfBoundsException", "IndexOutOfBoundsException", Plain),
        ("ArrayStoreException", "RuntimeException", Plain),
        ("NegativeArraySizeException", "RuntimeException", Plain),
        ("EmptyStackException", "RuntimeException", Plain),
        ("NoSuchElementException", "RuntimeException", Plain),
        ("NullPointerException", "RuntimeException", Plain),
        ("UnsupportedOperationException", "RuntimeException", Plain),
        ("AssertionError", "Error", Plain),
        ("LinkageError", "Error", Plain),
        ("IncompatibleClassChangeError", "LinkageError", Plain),
        ("ExceptionInInitializerError", "LinkageError", Plain),
        ("NoClassDefFoundError", "LinkageError", Plain),
        ("StackOverflowError", "Error", Plain),
        ("OutOfMemoryError", "Error", Plain),
        ("String", "Object", Opaque),
        ("Number", "Object", Opaque),
        ("Boolean", "Object", Opaque),
        ("Byte", "Number", Opaque),
        ("Character", "Object", Opaque),
        ("Double", "Number", Opaque),
        ("Float", "Number", Opaque),
        ("Integer", "Number", Opaque),
        ("Long", "Number", Opaque),
        ("Short", "Number", Opaque),
        ("Random", "Object", Opaque),
        ("Class", "Object", Opaque),
        ("Enum", "Object", Plain),
        ("Cloneable", "Object", Interface),
        ("Serializable", "Object", Interface),
    ]
};

/// Superclass and kind of a library class; `Object` has no superclass.
pub fn library_class(name: &str) -> Option<(Option<&'static str>, LibraryKind)> {
    if name == "Object" {
        return Some((None, LibraryKind::Plain));
    }
    CLASSES.iter().find(|c| c.0 == name).map(|&(_, superclass, kind)| (Some(superclass), kind))
}

/// The names of all library classes.
pub fn library_names() -> impl Iterator<Item = &'static str> {
    std::iter::once("Object").chain(CLASSES.iter().map(|c| c.0))
}

/// The box class of a primitive type.
pub fn box_of(ty: Ty) -> Option<&'static str> {
    Some(match ty {
        Ty::Boolean => "Boolean",
        Ty::Byte => "Byte",
        Ty::Short => "Short",
        Ty::Char => "Character",
        Ty::Int => "Integer",
        Ty::Long => "Long",
        Ty::Float => "Float",
        Ty::Double => "Double",
        _ => return None,
    })
}

/// The primitive type that a class boxes.
pub fn unboxed(class: &str) -> Option<Ty> {
    Some(match class {
        "Boolean" => Ty::Boolean,
        "Byte" => Ty::Byte,
        "Short" => Ty::Short,
        "Character" => Ty::Char,
        "Integer" => Ty::Int,
        "Long" => Ty::Long,
        "Float" => Ty::Float,
        "Double" => Ty::Double,
        _ => return None,
    })
}

/// The result of a library method.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Result {
    /// Whether receiver and argument are the same object.
    Identity,
    /// An unknown value of a primitive type, or nothing.
    Any(Ty),
    /// Any value of a primitive type: each is possible.
    Drawn(Ty),
    /// Any value of the type to which the arguments are promoted.
    Promoted,
    /// A string.
    Text,
}

/// The result of an instance method declared by a library class, if it has no relevant effect.
pub fn instance_method(class: &str, method: &str, arguments: usize) -> Option<Result> {
    Some(match (class, method, arguments) {
        ("Object", "equals", 1) => Result::Identity,
        ("Object", "hashCode", 0) => Result::Any(Ty::Int),
        ("Object", "toString", 0) => Result::Text,
        ("Enum", "name", 0) => Result::Text,
        ("Throwable", "getMessage" | "getLocalizedMessage", 0) => Result::Text,
        ("Throwable", "printStackTrace", 0) => Result::Any(Ty::Void),
        ("Random", "nextInt", 0) => Result::Drawn(Ty::Int),
        ("Random", "nextInt", 1 | 2) => Result::Any(Ty::Int),
        ("Random", "nextLong", 0) => Result::Drawn(Ty::Long),
        ("Random", "nextBoolean", 0) => Result::Drawn(Ty::Boolean),
        ("Random", "nextFloat", 0) => Result::Any(Ty::Float),
        ("Random", "nextDouble" | "nextGaussian", 0) => Result::Any(Ty::Double),
        ("String", "length" | "indexOf" | "lastIndexOf" | "compareTo" | "compareToIgnoreCase" | "hashCode", _) => {
            Result::Any(Ty::Int)
        }
        ("String", "isEmpty" | "isBlank" | "equals" | "equalsIgnoreCase", _) => Result::Any(Ty::Boolean),
        ("String", "contains" | "startsWith" | "endsWith", _) => Result::Any(Ty::Boolean),
        ("String", "charAt", 1) => Result::Any(Ty::Char),
        ("String", "concat" | "trim" | "substring" | "toLowerCase" | "toUpperCase" | "toString", _) => Result::Text,
        ("Boolean", "booleanValue", 0) => Result::Any(Ty::Boolean),
        ("Character", "charValue", 0) => Result::Any(Ty::Char),
        ("Number" | "Integer" | "Long" | "Short" | "Byte" | "Float" | "Double", name, 0) => match name {
            "byteValue" => Result::Any(Ty::Byte),
            "shortValue" => Result::Any(Ty::Short),
            "intValue" => Result::Any(Ty::Int),
            "longValue" => Result::Any(Ty::Long),
            "floatValue" => Result::Any(Ty::Float),
            "doubleValue" => Result::Any(Ty::Double),
            "hashCode" => Result::Any(Ty::Int),
            "toString" => Result::Text,
            _ => return None,
        },
        ("Boolean" | "Character" | "Integer" | "Long" | "Short" | "Byte" | "Float" | "Double", name, 1) => match name {
            "equals" => Result::Any(Ty::Boolean),
            "compareTo" => Result::Any(Ty::Int),
            _ => return None,
        },
        _ => return None,
    })
}

/// When a library method throws an exception, other than on null.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Throws {
    /// If an index argument is out of bounds; bounds are not modelled.
    OutOfBounds,
    /// If the argument is null.
    Null,
    /// If the argument is not positive.
    NotPositive,
    /// If the first argument is not less than the second.
    EmptyRange,
}

/// When an instance method of a library class throws.
pub fn throws(class: &str, method: &str, arguments: usize) -> Option<Throws> {
    Some(match (class, method, arguments) {
        ("String", "charAt" | "substring", _) => Throws::OutOfBounds,
        ("String", "compareTo" | "compareToIgnoreCase" | "concat" | "contains" | "endsWith", 1) => Throws::Null,
        ("String", "indexOf" | "lastIndexOf" | "startsWith", _) => Throws::Null,
        ("Boolean" | "Character" | "Integer" | "Long" | "Short" | "Byte" | "Float" | "Double", "compareTo", 1) => {
            Throws::Null
        }
        ("Random", "nextInt", 1) => Throws::NotPositive,
        ("Random", "nextInt", 2) => Throws::EmptyRange,
        _ => return None,
    })
}

/// Whether the library declares methods with this name that every class inherits and that are not modelled.
pub fn declares(class: &str, method: &str) -> bool {
    match class {
        "Object" => matches!(method, "clone" | "finalize" | "getClass" | "notify" | "notifyAll" | "wait"),
        "Throwable" => matches!(
            method,
            "addSuppressed"
                | "fillInStackTrace"
                | "getCause"
                | "getStackTrace"
                | "getSuppressed"
                | "initCause"
                | "setStackTrace"
        ),
        _ => false,
    }
}

/// The result of a static library method, if it has no relevant effect and never throws.
pub fn static_method(class: &str, method: &str, arguments: usize) -> Option<Result> {
    Some(match (class, method, arguments) {
        ("Math", "abs", 1) | ("Math", "max" | "min", 2) => Result::Promoted,
        ("Math", "random", 0) => Result::Any(Ty::Double),
        ("Math", "sqrt" | "cbrt" | "floor" | "ceil" | "rint" | "exp" | "log" | "log10", 1) => Result::Any(Ty::Double),
        ("Math", "sin" | "cos" | "tan" | "atan" | "signum", 1) => Result::Any(Ty::Double),
        ("Math", "pow" | "hypot" | "atan2", 2) => Result::Any(Ty::Double),
        ("Math", "round", 1) => Result::Any(Ty::Long),
        ("System", "nanoTime" | "currentTimeMillis", 0) => Result::Any(Ty::Long),
        _ => return None,
    })
}
