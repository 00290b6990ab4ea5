//! The modelled part of Java's library: some classes without fields, and methods without effect on the heap.

use super::types::Ty;
use program::objects::{ExceptionKind, RAISED};

/// The interface whose objects may also be strings and boxes.
pub(crate) const COMPARABLE: &str = "Comparable";

/// The class of a collection that is known by an interface only.
pub(crate) fn usual_class(interface: &str) -> Option<&'static str> {
    Some(match interface {
        "Collection" | "List" => "ArrayList",
        "Deque" | "Queue" => "ArrayDeque",
        "Map" => "HashMap",
        "Set" => "HashSet",
        _ => return None,
    })
}

/// How a library class is modelled.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum LibraryKind {
    /// Objects without fields; constructors accept anything and do nothing.
    Plain,
    /// Values that are not modelled: any reference of that type is unknown.
    Opaque,
    /// An interface without methods.
    Interface,
    /// The same with objects of the library only: classes of the program cannot implement it.
    OpaqueInterface,
}

/// The library classes: name, superclass and superinterfaces, kind.
const CLASSES: &[(&str, &str, LibraryKind)] = {
    use LibraryKind::{Interface, Opaque, OpaqueInterface, Plain};
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
        ("CharSequence", "Object", OpaqueInterface),
        ("String", "Object CharSequence Comparable", Opaque),
        ("StringBuilder", "Object CharSequence", Opaque),
        ("StringBuffer", "Object CharSequence", Opaque),
        ("Number", "Object", Opaque),
        ("Boolean", "Object Comparable", Opaque),
        ("Byte", "Number Comparable", Opaque),
        ("Character", "Object Comparable", Opaque),
        ("Double", "Number Comparable", Opaque),
        ("Float", "Number Comparable", Opaque),
        ("Integer", "Number Comparable", Opaque),
        ("Long", "Number Comparable", Opaque),
        ("Short", "Number Comparable", Opaque),
        ("Random", "Object", Opaque),
        ("Class", "Object", Opaque),
        ("Scanner", "Object", Opaque),
        ("Enum", "Object Comparable", Plain),
        ("Cloneable", "Object", Interface),
        ("Serializable", "Object", Interface),
    ]
};

/// Superclass, with superinterfaces after it, and kind of a library class; `Object` has no superclass.
pub(crate) fn library_class(name: &str) -> Option<(Option<&'static str>, LibraryKind)> {
    if name == "Object" {
        return Some((None, LibraryKind::Plain));
    }
    CLASSES.iter().find(|c| c.0 == name).map(|&(_, superclass, kind)| (Some(superclass), kind))
}

/// What is wrong when a run ends with an exception of a class of the library, if that is more than its class.
pub(crate) fn exception_kind(name: &str) -> Option<ExceptionKind> {
    match name.strip_prefix(RAISED) {
        Some("NullPointerException") => Some(ExceptionKind::NullDereference),
        Some("ArithmeticException") => Some(ExceptionKind::DivisionByZero),
        Some("ClassCastException") => Some(ExceptionKind::WrongCast),
        Some(_) => Some(ExceptionKind::OutOfBounds),
        None => (name == "AssertionError").then_some(ExceptionKind::Assertion),
    }
}

/// The package of a class of the library that is known by its simple name: `java.util` for `List`.
pub(crate) fn package_of(name: &str) -> Option<&'static str> {
    if let Some(package) = base::library_package(name) {
        return Some(package);
    }
    Some(match name {
        "IOException" | "Serializable" => "java.io",
        "Arrays" | "Random" | "Scanner" => "java.util",
        "ConcurrentModificationException" | "EmptyStackException" | "NoSuchElementException" => "java.util",
        "Math" | "System" | "Thread" => "java.lang",
        _ if library_class(name).is_some() => "java.lang",
        _ => return None,
    })
}

/// The names of all library classes.
pub(crate) fn library_names() -> impl Iterator<Item = &'static str> {
    std::iter::once("Object").chain(CLASSES.iter().map(|c| c.0)).chain(base::library_names())
}

/// The box class of a primitive type.
pub(crate) fn box_of(ty: Ty) -> Option<&'static str> {
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
pub(crate) fn unboxed(class: &str) -> Option<Ty> {
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
pub(crate) enum Result {
    /// Whether receiver and argument are the same object.
    Identity,
    /// An unknown value of a primitive type, or nothing.
    Any(Ty),
    /// Any value of a primitive type: each is possible.
    Drawn(Ty),
    /// Any value of the type to which the arguments are promoted, or of this one if it is wider.
    Promoted(Ty),
    /// Any value of the type to which the last argument is promoted.
    PromotedLast,
    /// A string.
    Text,
    /// The receiver.
    Receiver,
    /// A new object of the class of the first argument.
    Copy,
    /// An object of the library with this class.
    Opaque(&'static str),
    /// The same, or null.
    Nullable(&'static str),
    /// The same; null only if the last argument is.
    Fallback(&'static str),
}

/// The result of an instance method declared by a library class, if it has no relevant effect.
pub(crate) fn instance_method(class: &str, method: &str, arguments: usize) -> Option<Result> {
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
        ("Random", "setSeed", 1) => Result::Any(Ty::Void),
        ("Random", "nextBoolean", 0) => Result::Drawn(Ty::Boolean),
        ("Random", "nextFloat", 0) => Result::Any(Ty::Float),
        ("Random", "nextDouble" | "nextGaussian", 0) => Result::Any(Ty::Double),
        ("Comparable", "compareTo", 1) => Result::Any(Ty::Int),
        ("String", "length" | "indexOf" | "lastIndexOf" | "compareTo" | "compareToIgnoreCase" | "hashCode", _) => {
            Result::Any(Ty::Int)
        }
        ("String", "codePointAt", 1) => Result::Any(Ty::Int),
        ("String", "matches" | "contentEquals", 1) | ("String", "regionMatches", 4 | 5) => Result::Any(Ty::Boolean),
        ("String", "stripLeading" | "stripTrailing" | "intern", 0) | ("String", "repeat", 1) => Result::Text,
        ("String" | "CharSequence", "subSequence", 2) => Result::Text,
        ("String", "replaceAll" | "replaceFirst", 2) => Result::Text,
        ("String", "split", 1 | 2) => Result::Opaque("String[]"),
        ("String", "getBytes", 0) => Result::Opaque("byte[]"),
        ("String", "isEmpty" | "isBlank" | "equals" | "equalsIgnoreCase", _) => Result::Any(Ty::Boolean),
        ("String", "contains" | "startsWith" | "endsWith", _) => Result::Any(Ty::Boolean),
        ("String" | "StringBuilder" | "StringBuffer" | "CharSequence", "charAt", 1) => Result::Any(Ty::Char),
        ("String", "concat" | "trim" | "strip" | "substring" | "toLowerCase" | "toUpperCase" | "toString", _) => {
            Result::Text
        }
        ("String", "replace", 2) => Result::Text,
        ("String", "toCharArray", 0) => Result::Opaque("char[]"),
        ("StringBuilder" | "StringBuffer" | "CharSequence", "length" | "indexOf" | "lastIndexOf" | "capacity", _) => {
            Result::Any(Ty::Int)
        }
        ("StringBuilder" | "StringBuffer" | "CharSequence", "isEmpty", 0) => Result::Any(Ty::Boolean),
        ("StringBuilder" | "StringBuffer" | "CharSequence", "toString", 0) => Result::Text,
        ("StringBuilder" | "StringBuffer", "append", 1) | ("StringBuilder" | "StringBuffer", "insert", 2) => {
            Result::Receiver
        }
        ("StringBuilder" | "StringBuffer", "reverse", 0) => Result::Receiver,
        ("StringBuilder" | "StringBuffer", "replace", 3) => Result::Receiver,
        ("StringBuilder" | "StringBuffer", "ensureCapacity", 1)
        | ("StringBuilder" | "StringBuffer", "trimToSize", 0) => Result::Any(Ty::Void),
        ("StringBuilder" | "StringBuffer", "deleteCharAt", 1) | ("StringBuilder" | "StringBuffer", "delete", 2) => {
            Result::Receiver
        }
        ("StringBuilder" | "StringBuffer", "setLength", 1) | ("StringBuilder" | "StringBuffer", "setCharAt", 2) => {
            Result::Any(Ty::Void)
        }
        ("StringBuilder" | "StringBuffer", "substring", 1 | 2) => Result::Text,
        ("Boolean" | "Character", "hashCode", 0) => Result::Any(Ty::Int),
        ("Boolean" | "Character", "toString", 0) => Result::Text,
        ("Double" | "Float", "isNaN" | "isInfinite", 0) => Result::Any(Ty::Boolean),
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
        ("Class", "getName" | "getSimpleName", 0) => Result::Text,
        ("Scanner", "nextInt", 0) => Result::Any(Ty::Int),
        ("Scanner", "nextLong", 0) => Result::Any(Ty::Long),
        ("Scanner", "nextDouble", 0) => Result::Any(Ty::Double),
        ("Scanner", "nextBoolean" | "hasNext" | "hasNextInt" | "hasNextLine", 0) => Result::Any(Ty::Boolean),
        ("Scanner", "next" | "nextLine", 0) => Result::Text,
        ("Scanner", "close", 0) => Result::Any(Ty::Void),
        _ => return None,
    })
}

/// Whether classes of the program may extend a class whose objects are not followed.
pub(crate) fn may_be_extended(class: &str) -> bool {
    matches!(class, "Number" | "Random")
}

/// When a library method throws an exception, other than on a null receiver.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Throws {
    /// If an index argument is out of bounds; bounds are not modelled.
    OutOfBounds(&'static str),
    /// If the argument is null.
    Null,
    /// If the argument is null, or has an element that is.
    NullElement,
    /// If the argument is null, or the size after it is negative; sizes are not modelled.
    Resized,
    /// If the argument is null, or the indices after it are not those of a part of it.
    Part,
    /// The same, or if an element is null.
    PartWithElements,
    /// The same as the first one, but the end may be behind that of the array.
    PartOrMore,
    /// As `System.arraycopy`: if one of the arrays is null, they do not fit, or an index is out of bounds.
    Copy,
    /// If some argument is null.
    AnyNull,
    /// If the argument is not positive.
    NotPositive,
    /// If the argument is negative.
    Negative,
    /// If the first argument is not less than the second.
    EmptyRange,
    /// If the second argument is 0.
    Divisor,
    /// This exception, if values that are not followed are such.
    Maybe(&'static str),
    /// If an argument is null, other than the elements of a variable number of texts.
    Join,
    /// If the first argument is no regular expression, or some argument is null. What is thrown is followed only if it is known to be
    /// none.
    Pattern,
    /// The same, or if the second one is no replacement.
    Replacement,
}

/// When an instance method of a library class throws.
pub(crate) fn throws(class: &str, method: &str, arguments: usize) -> Option<Throws> {
    const TEXT: Throws = Throws::OutOfBounds("StringIndexOutOfBoundsException");
    const EMPTY: Throws = Throws::Maybe("NoSuchElementException");
    Some(match (class, method, arguments) {
        ("String" | "CharSequence", "charAt" | "substring", _) => TEXT,
        ("StringBuilder" | "StringBuffer", "charAt" | "substring" | "insert" | "delete" | "deleteCharAt", _) => TEXT,
        ("StringBuilder" | "StringBuffer", "setCharAt" | "setLength", _) => TEXT,
        ("StringBuilder" | "StringBuffer", "indexOf" | "lastIndexOf", _) => Throws::Null,
        ("String", "replace", 2) => Throws::AnyNull,
        ("String", "codePointAt" | "subSequence", _) | ("CharSequence", "subSequence", 2) => TEXT,
        ("StringBuilder" | "StringBuffer", "replace", 3) => TEXT,
        ("String", "regionMatches", _) => Throws::AnyNull,
        ("String", "contentEquals", 1) => Throws::Null,
        ("String", "repeat", 1) => Throws::Negative,
        ("String", "split" | "matches", _) => Throws::Pattern,
        ("String", "replaceAll" | "replaceFirst", 2) => Throws::Replacement,
        ("Comparable", "compareTo", 1) => Throws::Null,
        ("String", "compareTo" | "compareToIgnoreCase" | "concat" | "contains" | "endsWith", 1) => Throws::Null,
        ("String", "indexOf" | "lastIndexOf" | "startsWith", _) => Throws::Null,
        ("Boolean" | "Character" | "Integer" | "Long" | "Short" | "Byte" | "Float" | "Double", "compareTo", 1) => {
            Throws::Null
        }
        ("Random", "nextInt", 1) => Throws::NotPositive,
        ("Random", "nextInt", 2) => Throws::EmptyRange,
        ("Scanner", "nextInt" | "nextLong" | "nextDouble" | "nextBoolean" | "next" | "nextLine", 0) => EMPTY,
        _ => return None,
    })
}

/// Whether a parameter of an instance method is a number, so that a box is opened (JLS 5.3).
pub(crate) fn opens(class: &str, method: &str, position: usize) -> bool {
    match class {
        "String" | "CharSequence" | "StringBuilder" | "StringBuffer" => match method {
            "equals" | "append" => false,
            "insert" => position == 0,
            _ => true,
        },
        "Random" => true,
        _ => false,
    }
}

/// Whether a parameter of a static method is a number, so that a box is opened. Elements of arrays may be.
pub(crate) fn opens_static(class: &str, method: &str, position: usize) -> bool {
    match (class, method) {
        ("String", _) => false,
        ("System", "identityHashCode") | (_, "getInteger" | "getLong") => false,
        ("Arrays", "fill") => false,
        ("Arrays", "copyOf") => position == 1,
        ("Arrays", "copyOfRange" | "sort") => position > 0,
        _ => true,
    }
}

/// Whether the library declares methods with this name that every class inherits and that are not modelled.
pub(crate) fn declares(class: &str, method: &str) -> bool {
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

/// The result of a static library method, if it has no relevant effect, and when it throws.
pub(crate) fn static_method(class: &str, method: &str, arguments: usize) -> Option<(Result, Option<Throws>)> {
    const NUMBER: Option<Throws> = Some(Throws::Maybe("NumberFormatException"));
    const OVERFLOW: Option<Throws> = Some(Throws::Maybe("ArithmeticException"));
    let never = |result| (result, None);
    Some(match (class, method, arguments) {
        ("Math", "abs", 1) | ("Math", "max" | "min", 2) => never(Result::Promoted(Ty::Int)),
        ("Math", "random", 0) => never(Result::Any(Ty::Double)),
        ("Math", "sqrt" | "cbrt" | "floor" | "ceil" | "rint" | "exp" | "log" | "log10", 1) => {
            never(Result::Any(Ty::Double))
        }
        ("Math", "sin" | "cos" | "tan" | "atan" | "signum", 1) => never(Result::Any(Ty::Double)),
        ("Math", "pow" | "hypot" | "atan2", 2) => never(Result::Any(Ty::Double)),
        ("Math", "toRadians" | "toDegrees" | "asin" | "acos" | "sinh" | "cosh" | "tanh" | "log1p" | "expm1", 1) => {
            never(Result::Any(Ty::Double))
        }
        ("Math", "negateExact" | "incrementExact" | "decrementExact" | "absExact", 1) => {
            (Result::Promoted(Ty::Int), OVERFLOW)
        }
        ("Math", "toIntExact", 1) => (Result::Any(Ty::Int), OVERFLOW),
        ("Math", "round", 1) => never(Result::Any(Ty::Long)),
        ("Math", "addExact" | "subtractExact" | "multiplyExact", 2) => (Result::Promoted(Ty::Int), OVERFLOW),
        ("Math", "floorDiv", 2) => (Result::Promoted(Ty::Int), Some(Throws::Divisor)),
        ("Math", "floorMod", 2) => (Result::PromotedLast, Some(Throws::Divisor)),
        ("System", "nanoTime" | "currentTimeMillis", 0) => never(Result::Any(Ty::Long)),
        ("System", "lineSeparator", 0) => never(Result::Text),
        ("System", "getenv", 1) => (Result::Nullable("String"), Some(Throws::Null)),
        ("System", "gc", 0) => never(Result::Any(Ty::Void)),
        ("System", "identityHashCode", 1) => never(Result::Any(Ty::Int)),
        ("Thread", "sleep", 1) => (Result::Any(Ty::Void), Some(Throws::Negative)),
        ("Integer", "getInteger", 1) => never(Result::Nullable("Integer")),
        ("Integer", "getInteger", 2) => never(Result::Fallback("Integer")),
        ("Long", "getLong", 1) => never(Result::Nullable("Long")),
        ("Long", "getLong", 2) => never(Result::Fallback("Long")),
        ("Boolean", "getBoolean", 1) => never(Result::Any(Ty::Boolean)),
        ("Integer", "parseInt", 2) => (Result::Any(Ty::Int), NUMBER),
        ("Long", "parseLong", 2) => (Result::Any(Ty::Long), NUMBER),
        ("Byte", "parseByte", 1) => (Result::Any(Ty::Byte), NUMBER),
        ("Short", "parseShort", 1) => (Result::Any(Ty::Short), NUMBER),
        ("Integer", "parseInt", 1) => (Result::Any(Ty::Int), NUMBER),
        ("Long", "parseLong", 1) => (Result::Any(Ty::Long), NUMBER),
        ("Double", "parseDouble", 1) => (Result::Any(Ty::Double), NUMBER),
        ("Boolean", "parseBoolean", 1) => never(Result::Any(Ty::Boolean)),
        ("Integer" | "Long" | "Short" | "Byte" | "Character" | "Boolean", "compare", 2)
        | ("Double" | "Float", "compare", 2) => never(Result::Any(Ty::Int)),
        ("Integer" | "Long", "signum", 1) | ("Integer", "hashCode" | "bitCount", 1) => never(Result::Any(Ty::Int)),
        ("Integer" | "Long", "toBinaryString" | "toHexString" | "toOctalString", 1) => never(Result::Text),
        ("Integer" | "Long", "toString", 2) => never(Result::Text),
        ("Integer" | "Long", "numberOfLeadingZeros" | "numberOfTrailingZeros", 1) => never(Result::Any(Ty::Int)),
        ("Long" | "Double" | "Float" | "Boolean" | "Character" | "Short" | "Byte", "hashCode", 1)
        | ("Long", "bitCount", 1) => never(Result::Any(Ty::Int)),
        ("Integer", "reverse" | "reverseBytes" | "highestOneBit" | "lowestOneBit", 1)
        | ("Integer", "rotateLeft" | "rotateRight", 2) => never(Result::Any(Ty::Int)),
        ("Long", "reverse" | "reverseBytes" | "highestOneBit" | "lowestOneBit", 1)
        | ("Long", "rotateLeft" | "rotateRight", 2) => never(Result::Any(Ty::Long)),
        ("Integer", "compareUnsigned", 2) => never(Result::Any(Ty::Int)),
        ("Double" | "Float", "isNaN" | "isInfinite" | "isFinite", 1) => never(Result::Any(Ty::Boolean)),
        ("Double", "max" | "min" | "sum", 2) => never(Result::Any(Ty::Double)),
        ("Boolean", "logicalAnd" | "logicalOr" | "logicalXor", 2) => never(Result::Any(Ty::Boolean)),
        ("Integer", "max" | "min" | "sum", 2) => never(Result::Promoted(Ty::Int)),
        ("Long", "max" | "min" | "sum", 2) => never(Result::Promoted(Ty::Long)),
        (
            "Character",
            "isDigit" | "isLetter" | "isLetterOrDigit" | "isUpperCase" | "isLowerCase" | "isWhitespace"
            | "isAlphabetic" | "isSpaceChar",
            1,
        ) => never(Result::Any(Ty::Boolean)),
        ("Character", "toUpperCase" | "toLowerCase", 1) => never(Result::Any(Ty::Char)),
        ("Character", "digit", 2) => never(Result::Any(Ty::Int)),
        ("Character", "forDigit", 2) => never(Result::Any(Ty::Char)),
        ("Character", "getNumericValue", 1) => never(Result::Any(Ty::Int)),
        ("System", "arraycopy", 5) => (Result::Any(Ty::Void), Some(Throws::Copy)),
        ("Integer", "valueOf", 1) => (Result::Opaque("Integer"), NUMBER),
        ("Long", "valueOf", 1) => (Result::Opaque("Long"), NUMBER),
        ("Double", "valueOf", 1) => (Result::Opaque("Double"), NUMBER),
        ("Boolean", "valueOf", 1) => never(Result::Opaque("Boolean")),
        ("Character", "valueOf", 1) => never(Result::Opaque("Character")),
        ("Integer" | "Long" | "Double" | "Boolean" | "Character", "toString", 1) => never(Result::Text),
        ("String", "join", 2..) => (Result::Text, Some(Throws::Join)),
        ("Arrays", "fill", 2) => (Result::Any(Ty::Void), Some(Throws::Null)),
        ("Arrays", "fill", 4) => (Result::Any(Ty::Void), Some(Throws::Part)),
        ("Arrays", "sort", 1) => (Result::Any(Ty::Void), Some(Throws::NullElement)),
        ("Arrays", "sort", 3) => (Result::Any(Ty::Void), Some(Throws::PartWithElements)),
        ("Arrays", "copyOfRange", 3) => (Result::Copy, Some(Throws::PartOrMore)),
        ("Arrays", "binarySearch", 2) => (Result::Any(Ty::Int), Some(Throws::NullElement)),
        ("Arrays", "toString" | "deepToString", 1) => never(Result::Text),
        ("Arrays", "equals" | "deepEquals", 2) => never(Result::Any(Ty::Boolean)),
        ("Arrays", "hashCode" | "deepHashCode", 1) => never(Result::Any(Ty::Int)),
        ("Arrays", "copyOf", 2) => (Result::Copy, Some(Throws::Resized)),
        _ => return None,
    })
}

/// The methods of objects, with their numbers of parameters, that a method of the library may call on what it is given, or on what its
/// receiver was given before.
pub(crate) fn calls_back(class: &str, method: &str) -> &'static [(&'static str, usize)] {
    const EQUALITY: &[(&str, usize)] = &[("equals", 1), ("hashCode", 0)];
    match (class, method) {
        ("Arrays", "toString" | "deepToString") => &[("toString", 0), ("hashCode", 0)],
        ("Arrays", "equals" | "hashCode" | "deepEquals" | "deepHashCode") => EQUALITY,
        ("Comparable", "compareTo") | ("Arrays", "sort") => &[("compareTo", 1)],
        ("String", "join") => &[("iterator", 0)],
        _ => &[],
    }
}
