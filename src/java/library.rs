//! The modelled part of Java's library: some classes without fields, and methods without effect on the heap.

use super::prelude::interface_source;
use super::types::Ty;
use program::objects::{ExceptionKind, RAISED};

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
        ("Optional", "Object", Opaque),
        ("Collection", "Object", OpaqueInterface),
        ("List", "Object Collection", OpaqueInterface),
        ("Set", "Object Collection", OpaqueInterface),
        ("Queue", "Object Collection", OpaqueInterface),
        ("Deque", "Object Queue", OpaqueInterface),
        ("PriorityQueue", "Object Queue", Opaque),
        ("Map", "Object", OpaqueInterface),
        ("ArrayList", "Object List", Opaque),
        ("LinkedList", "Object List Deque", Opaque),
        ("ArrayDeque", "Object Deque", Opaque),
        ("Vector", "Object List", Opaque),
        ("Stack", "Vector", Opaque),
        ("HashSet", "Object Set", Opaque),
        ("LinkedHashSet", "HashSet", Opaque),
        ("TreeSet", "Object Set", Opaque),
        ("HashMap", "Object Map", Opaque),
        ("LinkedHashMap", "HashMap", Opaque),
        ("TreeMap", "Object Map", Opaque),
        ("EnumMap", "Object Map", Opaque),
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
    const STATIC: &[&str] = &["Arrays", "Collections", "Objects"];
    const UTIL: &[&str] = &[
        "Comparator",
        "ConcurrentModificationException",
        "EmptyStackException",
        "Iterator",
        "NoSuchElementException",
        "Optional",
        "Random",
        "Scanner",
    ];
    Some(match name {
        "AutoCloseable" | "Comparable" | "Iterable" | "Runnable" => "java.lang",
        "Closeable" | "IOException" | "Serializable" => "java.io",
        "Callable" => "java.util.concurrent",
        _ if is_container(name) || STATIC.contains(&name) || UTIL.contains(&name) => "java.util",
        _ if interface_source(name).is_some() => "java.util.function",
        "Math" | "System" | "Thread" => "java.lang",
        _ if library_class(name).is_some() => "java.lang",
        _ => return None,
    })
}

/// The names of all library classes.
pub(crate) fn library_names() -> impl Iterator<Item = &'static str> {
    std::iter::once("Object").chain(CLASSES.iter().map(|c| c.0))
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
    /// The first argument.
    Argument,
    /// A new object of the class of the first argument.
    Copy,
    /// An object of the library with this class.
    Opaque(&'static str),
    /// The same, or null.
    Nullable(&'static str),
    /// The same; null only if the last argument is.
    Fallback(&'static str),
    /// Null, or any object: an element of a collection.
    Element,
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
        ("Optional", "isPresent" | "isEmpty", 0) => Result::Any(Ty::Boolean),
        ("Optional", "get" | "orElseThrow", 0) | ("Optional", "orElse", 1) => Result::Element,
        (class, _, _) if is_container(class) => return container_method(class, method, arguments),
        _ => return None,
    })
}

/// Whether a class is a collection or a map.
pub(crate) fn is_container(class: &str) -> bool {
    const CONTAINERS: &[&str] = &[
        "Collection",
        "List",
        "Set",
        "Queue",
        "Deque",
        "PriorityQueue",
        "Map",
        "ArrayList",
        "LinkedList",
        "ArrayDeque",
        "Vector",
        "Stack",
        "HashSet",
        "LinkedHashSet",
        "TreeSet",
        "HashMap",
        "LinkedHashMap",
        "TreeMap",
        "EnumMap",
    ];
    CONTAINERS.contains(&class)
}

/// Whether classes of the program may extend a class whose objects are not followed.
pub(crate) fn may_be_extended(class: &str) -> bool {
    is_container(class) || matches!(class, "Number" | "Random")
}

/// Whether a class is a collection or a map that orders what is in it.
pub(crate) fn is_sorted(class: &str) -> bool {
    matches!(class, "PriorityQueue" | "TreeSet" | "TreeMap")
}

/// Whether a class is that of sets.
pub(crate) fn is_set(class: &str) -> bool {
    matches!(class, "Set" | "HashSet" | "LinkedHashSet" | "TreeSet")
}

/// The result of a method of a collection or a map.
fn container_method(class: &str, method: &str, arguments: usize) -> Option<Result> {
    let is_map = class.ends_with("Map");
    let is_indexed = matches!(class, "List" | "ArrayList" | "LinkedList" | "Vector" | "Stack");
    Some(match (method, arguments) {
        ("size", 0) => Result::Any(Ty::Int),
        ("isEmpty" | "empty", 0) => Result::Any(Ty::Boolean),
        ("clear", 0) => Result::Any(Ty::Void),
        ("hashCode", 0) | ("indexOf" | "lastIndexOf" | "search", 1) => Result::Any(Ty::Int),
        ("contains" | "equals" | "containsKey" | "containsValue", 1) => Result::Any(Ty::Boolean),
        ("add", 1) if !is_map => Result::Any(Ty::Boolean),
        ("addAll" | "removeAll" | "retainAll" | "containsAll", 1) if !is_map => Result::Any(Ty::Boolean),
        ("add", 2) if is_indexed => Result::Any(Ty::Void),
        ("get", 1) if is_indexed || is_map => Result::Element,
        ("set", 2) if is_indexed => Result::Element,
        ("remove", 1) if is_map => Result::Element,
        ("put" | "putIfAbsent" | "getOrDefault", 2) if is_map => Result::Element,
        ("putAll", 1) if is_map => Result::Any(Ty::Void),
        ("keySet", 0) if is_map => Result::Opaque("Set"),
        ("values", 0) if is_map => Result::Opaque("Collection"),
        ("push", 1) if class == "Stack" => Result::Argument,
        ("pop" | "peek", 0) if class == "Stack" => Result::Element,
        ("push" | "addFirst" | "addLast", 1) if is_deque(class) => Result::Any(Ty::Void),
        ("offer" | "offerFirst" | "offerLast", 1) if is_queue(class) => Result::Any(Ty::Boolean),
        ("poll" | "peek" | "element" | "remove", 0) if is_queue(class) => Result::Element,
        ("pop" | "pollFirst" | "pollLast" | "peekFirst" | "peekLast", 0) if is_deque(class) => Result::Element,
        ("getFirst" | "getLast" | "removeFirst" | "removeLast", 0) if is_deque(class) => Result::Element,
        ("first" | "last" | "pollFirst" | "pollLast", 0) if class == "TreeSet" => Result::Element,
        ("floor" | "ceiling" | "lower" | "higher", 1) if class == "TreeSet" => Result::Element,
        ("firstKey" | "lastKey", 0) if class == "TreeMap" => Result::Element,
        ("floorKey" | "ceilingKey" | "lowerKey" | "higherKey", 1) if class == "TreeMap" => Result::Element,
        ("remove", 1) if class == "TreeSet" || class == "HashSet" || class == "PriorityQueue" => {
            Result::Any(Ty::Boolean)
        }
        ("toString", 0) => Result::Text,
        ("toArray", 0) if !is_map => Result::Opaque("Object[]"),
        _ => return None,
    })
}

fn is_queue(class: &str) -> bool {
    matches!(class, "Queue" | "PriorityQueue") || is_deque(class)
}

fn is_deque(class: &str) -> bool {
    matches!(class, "Deque" | "ArrayDeque" | "LinkedList")
}

/// When a library method throws an exception, other than on a null receiver.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Throws {
    /// If an index argument is out of bounds; bounds are not modelled.
    OutOfBounds(&'static str),
    /// If the argument is null.
    Null,
    /// If the argument is null, of some of the classes that the receiver may have.
    IfNull,
    /// If the argument is null, or has an element that is.
    NullElement,
    /// If the argument is null, or the size after it is negative; sizes are not modelled.
    Resized,
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
    const LIST: Throws = Throws::OutOfBounds("IndexOutOfBoundsException");
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
        ("Optional", "get" | "orElseThrow", 0) => EMPTY,
        ("Stack", "pop" | "peek", 0) => Throws::Maybe("EmptyStackException"),
        (class, "get" | "set", _) if is_container(class) && !class.ends_with("Map") => LIST,
        (class, "add", 2) if is_container(class) => LIST,
        (class, "addAll" | "removeAll" | "retainAll" | "containsAll" | "putAll", 1) if is_container(class) => {
            Throws::Null
        }
        ("TreeSet", "first" | "last", 0) | ("TreeMap", "firstKey" | "lastKey", 0) => EMPTY,
        (class, "element" | "pop" | "getFirst" | "getLast" | "removeFirst" | "removeLast", 0)
        | (class, "remove", 0)
            if is_queue(class) =>
        {
            EMPTY
        }
        _ => return None,
    })
}

/// When a method of a collection or a map with this static type throws because its first argument, an element or a key, is null.
pub(crate) fn throws_if_null(class: &str, method: &str, arguments: usize) -> Option<Throws> {
    let takes_element = matches!((method, arguments), ("add" | "contains" | "remove", 1));
    let takes_key = matches!(
        (method, arguments),
        ("put" | "putIfAbsent" | "getOrDefault", 2) | ("get" | "remove" | "containsKey", 1)
    );
    let is_added = arguments == 1
        && matches!(method, "add" | "offer" | "push" | "addFirst" | "addLast" | "offerFirst" | "offerLast");
    Some(match class {
        "TreeSet" if takes_element || matches!(method, "floor" | "ceiling" | "lower" | "higher") => Throws::Null,
        "TreeMap" if takes_key || matches!(method, "floorKey" | "ceilingKey" | "lowerKey" | "higherKey") => {
            Throws::Null
        }
        "EnumMap" if matches!(method, "put" | "putIfAbsent") => Throws::Null,
        "PriorityQueue" | "ArrayDeque" if is_added => Throws::Null,
        "Queue" | "Deque" if is_added => Throws::IfNull,
        "Set" | "Collection" if takes_element => Throws::IfNull,
        "Map" if takes_key => Throws::IfNull,
        _ => return None,
    })
}

/// Whether a parameter of an instance method is a number, so that a box is opened (JLS 5.3).
pub(crate) fn opens(class: &str, method: &str, arguments: usize, position: usize) -> bool {
    match class {
        "String" | "CharSequence" | "StringBuilder" | "StringBuffer" => match method {
            "equals" | "append" => false,
            "insert" => position == 0,
            _ => true,
        },
        "Random" => true,
        class if is_container(class) && !class.ends_with("Map") => {
            position == 0 && matches!((method, arguments), ("get", 1) | ("set" | "add", 2))
        }
        _ => false,
    }
}

/// Whether a parameter of a static method is a number, so that a box is opened. Elements of arrays may be.
pub(crate) fn opens_static(class: &str, method: &str, position: usize) -> bool {
    match (class, method) {
        ("Objects" | "Optional" | "Collections" | "String", _) => false,
        ("System", "identityHashCode") | (_, "getInteger" | "getLong") => false,
        ("Arrays", "fill") => false,
        ("Arrays", "copyOf") => position == 1,
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
        ("Objects", "isNull" | "nonNull", 1) => never(Result::Any(Ty::Boolean)),
        ("Objects", "requireNonNull", 1 | 2) => (Result::Argument, Some(Throws::Null)),
        ("System", "arraycopy", 5) => (Result::Any(Ty::Void), Some(Throws::Copy)),
        ("Integer", "valueOf", 1) => (Result::Opaque("Integer"), NUMBER),
        ("Long", "valueOf", 1) => (Result::Opaque("Long"), NUMBER),
        ("Double", "valueOf", 1) => (Result::Opaque("Double"), NUMBER),
        ("Boolean", "valueOf", 1) => never(Result::Opaque("Boolean")),
        ("Character", "valueOf", 1) => never(Result::Opaque("Character")),
        ("Integer" | "Long" | "Double" | "Boolean" | "Character", "toString", 1) => never(Result::Text),
        ("String", "join", 2..) => (Result::Text, Some(Throws::Join)),
        ("Collections", "sort", 1) => (Result::Any(Ty::Void), Some(Throws::NullElement)),
        ("Collections", "reverse" | "shuffle", 1) => (Result::Any(Ty::Void), Some(Throws::Null)),
        ("Arrays", "fill", 2) => (Result::Any(Ty::Void), Some(Throws::Null)),
        ("Arrays", "sort", 1) => (Result::Any(Ty::Void), Some(Throws::NullElement)),
        ("Arrays", "toString" | "deepToString", 1) => never(Result::Text),
        ("Arrays", "equals" | "deepEquals", 2) => never(Result::Any(Ty::Boolean)),
        ("Arrays", "hashCode" | "deepHashCode", 1) => never(Result::Any(Ty::Int)),
        ("Arrays", "copyOf", 2) => (Result::Copy, Some(Throws::Resized)),
        ("Optional", "empty", 0) => never(Result::Opaque("Optional")),
        ("Optional", "ofNullable", 1) => never(Result::Opaque("Optional")),
        ("Optional", "of", 1) => (Result::Opaque("Optional"), Some(Throws::Null)),
        _ => return None,
    })
}

/// The methods of objects, with their numbers of parameters, that a method of the library may call on what it is given, or on what its
/// receiver was given before.
pub(crate) fn calls_back(class: &str, method: &str) -> &'static [(&'static str, usize)] {
    const EQUALITY: &[(&str, usize)] = &[("equals", 1), ("hashCode", 0)];
    const ORDER: &[(&str, usize)] = &[("compareTo", 1), ("compare", 2), ("equals", 1)];
    match (class, method) {
        ("Arrays", "toString" | "deepToString") => &[("toString", 0), ("hashCode", 0)],
        ("Arrays", "equals" | "hashCode" | "deepEquals" | "deepHashCode") => EQUALITY,
        ("Comparable", "compareTo") | ("Arrays" | "Collections", "sort") => &[("compareTo", 1)],
        ("String", "join") => &[("iterator", 0)],
        (
            class,
            "add" | "offer" | "poll" | "remove" | "pop" | "put" | "putIfAbsent" | "getOrDefault" | "get" | "contains"
            | "containsKey",
        ) if is_sorted(class) => ORDER,
        ("TreeSet", "floor" | "ceiling" | "lower" | "higher")
        | ("TreeMap", "floorKey" | "ceilingKey" | "lowerKey" | "higherKey") => ORDER,
        (class, "toString") if is_container(class) => &[("toString", 0), ("hashCode", 0)],
        (class, "contains" | "indexOf" | "lastIndexOf" | "search" | "equals" | "hashCode") if is_container(class) => {
            EQUALITY
        }
        (class, "removeAll" | "retainAll" | "containsAll" | "containsKey" | "containsValue") if is_container(class) => {
            EQUALITY
        }
        ("Collection" | "Set" | "HashSet" | "LinkedHashSet", "add" | "addAll" | "remove") => EQUALITY,
        ("Map" | "HashMap" | "LinkedHashMap", "get" | "put" | "putAll" | "putIfAbsent" | "remove" | "getOrDefault") => {
            EQUALITY
        }
        _ => &[],
    }
}
