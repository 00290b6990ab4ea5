//! The classes and methods of a random program, before their code is written.

/// A type of the random programs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ty {
    Boolean,
    Byte,
    Short,
    Char,
    Int,
    Long,
    Double,
    /// `String`.
    Text,
    /// `Integer`.
    Box,
    /// `String[]`, the type of the parameter of `main`.
    Texts,
    Void,
    /// An object, by the number of its class.
    Class(usize),
}

/// The library classes used in programs, with their superclasses; they come first among all classes.
pub const LIBRARY: [(&str, usize); 10] = [
    ("Object", 0),
    ("Throwable", 0),
    ("Exception", 1),
    ("Error", 1),
    ("RuntimeException", 2),
    ("ArithmeticException", 4),
    ("NullPointerException", 4),
    ("ClassCastException", 4),
    ("IllegalStateException", 4),
    ("AssertionError", 3),
];
pub const OBJECT: usize = 0;
pub const THROWABLE: usize = 1;
pub const EXCEPTION: usize = 2;
pub const RUNTIME_EXCEPTION: usize = 4;

/// A field.
#[derive(Clone, Debug)]
pub struct Field {
    pub name: String,
    pub ty: Ty,
    pub is_static: bool,
    pub is_final: bool,
}

/// A class or interface.
#[derive(Clone, Debug, Default)]
pub struct Class {
    pub name: String,
    pub superclass: usize,
    pub interfaces: Vec<usize>,
    pub is_interface: bool,
    pub is_abstract: bool,
    /// Whether it is nested in the class with the entry method.
    pub is_nested: bool,
    pub fields: Vec<Field>,
    /// The parameters of its constructors; if there are none, it has the default constructor.
    pub constructors: Vec<Vec<Ty>>,
}

/// A method with all methods that override or hide it.
#[derive(Clone, Debug)]
pub struct Family {
    pub name: String,
    pub owner: usize,
    pub is_static: bool,
    pub is_private: bool,
    /// Whether it creates no objects and calls only leaves, so that any method may call it.
    pub is_leaf: bool,
    /// The parameters; those of a method that is not a leaf follow the parameter that limits the depth of calls.
    pub parameters: Vec<Ty>,
    pub result: Ty,
    /// The classes with a body of it.
    pub bodies: Vec<usize>,
}

/// The declarations of a program.
#[derive(Clone, Debug, Default)]
pub struct Model {
    pub classes: Vec<Class>,
    pub families: Vec<Family>,
}

impl Model {
    /// Whether one class is a subclass of another.
    pub fn is_subclass(&self, class: usize, ancestor: usize) -> bool {
        if class == ancestor || ancestor == OBJECT {
            return true;
        }
        let own = &self.classes[class];
        own.interfaces.iter().any(|&i| self.is_subclass(i, ancestor))
            || (class != OBJECT && self.is_subclass(own.superclass, ancestor))
    }

    /// Whether a value of one type can be assigned to another, without conversion of numbers.
    pub fn is_subtype(&self, from: Ty, to: Ty) -> bool {
        match (from, to) {
            (Ty::Class(from), Ty::Class(to)) => self.is_subclass(from, to),
            (Ty::Text | Ty::Box, Ty::Class(OBJECT)) => true,
            _ => from == to,
        }
    }

    /// The declared subtypes of a class that have instances.
    pub fn instances(&self, class: usize) -> Vec<usize> {
        let has = |&c: &usize| {
            let own = &self.classes[c];
            !own.is_abstract && !own.is_interface && !own.name.is_empty() && self.is_subclass(c, class)
        };
        (0..self.classes.len()).filter(has).collect()
    }

    /// Whether a class is from the library.
    pub fn is_library(class: usize) -> bool {
        class < LIBRARY.len()
    }

    /// The name of a type.
    pub fn name(&self, ty: Ty) -> String {
        match ty {
            Ty::Boolean => "boolean",
            Ty::Byte => "byte",
            Ty::Short => "short",
            Ty::Char => "char",
            Ty::Int => "int",
            Ty::Long => "long",
            Ty::Double => "double",
            Ty::Text => "String",
            Ty::Box => "Integer",
            Ty::Texts => "String[]",
            Ty::Void => "void",
            Ty::Class(class) => return self.binary_name(class).replace('$', "."),
        }
        .to_owned()
    }

    /// The name of a class in the JVM, without its package.
    pub fn binary_name(&self, class: usize) -> String {
        let own = &self.classes[class];
        if own.is_nested { format!("Main${}", own.name) } else { own.name.clone() }
    }

    /// Whether an exception of this class must be declared.
    pub fn is_checked(&self, class: usize) -> bool {
        self.is_subclass(class, EXCEPTION) && !self.is_subclass(class, RUNTIME_EXCEPTION)
    }

    /// All fields of a class, inherited ones included, with the classes that declare them.
    pub fn fields(&self, class: usize) -> Vec<(usize, &Field)> {
        let mut found = Vec::new();
        let mut at = class;
        loop {
            found.extend(self.classes[at].fields.iter().map(|f| (at, f)));
            if at == OBJECT {
                return found;
            }
            at = self.classes[at].superclass;
        }
    }
}
