//! What lowering asks about types: strings, boxes and collections, and the type that two values have in common.

use super::super::classes::{ClassTable, Generic, Inferred, MethodId, Term};
use super::super::library::{box_of, unboxed};
use super::super::types::Ty;
use super::Typed;
use base::Idx;
use program::objects::{ClassId, Operand};

impl ClassTable<'_> {
    /// The class of everything that can be thrown.
    pub(super) fn throwable(&mut self) -> ClassId {
        self.library("Throwable").unwrap_or_else(|| self.object())
    }

    /// Whether a type is that of strings.
    pub(super) fn is_string(&self, ty: Ty) -> bool {
        matches!(ty, Ty::Class(class) if &*self.classes[class].name == "String" && self.is_opaque(class))
    }

    /// Whether a type is that of arrays of strings.
    pub(super) fn is_string_array(&self, ty: Ty) -> bool {
        self.element(ty).is_some_and(|element| self.is_string(element))
    }

    /// Whether values of a type have methods that the program defines.
    pub(super) fn is_code(&self, ty: Ty) -> bool {
        match ty {
            Ty::Function(_) => true,
            Ty::Class(class) => self.classes[class].library.is_none() && self.element(ty).is_none(),
            _ => false,
        }
    }

    /// Whether a class has no name.
    pub(super) fn is_anonymous(&self, class: ClassId) -> bool {
        let declared = self.tree.classes.get(class.index());
        declared.and_then(|d| d.local.as_ref()).is_some_and(|local| local.simple_name.is_none())
    }

    /// The primitive type that a type boxes.
    pub(super) fn unboxed_type(&self, ty: Ty) -> Option<Ty> {
        let Ty::Class(class) = ty else { return None };
        if self.is_opaque(class) { unboxed(&self.classes[class].name) } else { None }
    }

    /// The box class of a primitive type; other types are unchanged.
    pub(super) fn boxed_type(&mut self, ty: Ty) -> Ty {
        box_of(ty).and_then(|name| self.library(name)).map_or(ty, Ty::Class)
    }

    /// Whether a value of the type may be a box.
    pub(super) fn may_be_box(&self, ty: Ty) -> bool {
        let Ty::Class(class) = ty else { return false };
        let class = &self.classes[class];
        let above = matches!(&*class.name, "Object" | "Number" | "Comparable" | "Serializable");
        self.unboxed_type(ty).is_some() || (above && class.library.is_some())
    }

    /// The type of a conditional whose branches have different types, if both are (boxed) numbers or booleans.
    pub(super) fn opened_type(&self, a: Ty, b: Ty) -> Option<Ty> {
        let opened = |ty: Ty| if ty.is_primitive() { Some(ty) } else { self.unboxed_type(ty) };
        match (opened(a)?, opened(b)?) {
            (x, y) if x == y => Some(x),
            (x, y) if x.is_numeric() && y.is_numeric() => Some(x.promoted_with(y)),
            _ => None,
        }
    }

    /// Whether a primitive value can be boxed as an object of a class.
    pub(super) fn boxes(&self, from: Ty, operand: Operand, class: ClassId) -> bool {
        let target = &*self.classes[class].name;
        let narrowed = || unboxed(target).is_some_and(|to| fits(operand, from, to));
        self.accepts(Ty::Class(class), from, true) || (self.is_opaque(class) && from.is_integral() && narrowed())
    }

    /// Whether an object of a class can be unboxed as a value of a primitive type.
    pub(super) fn unboxes(&self, class: ClassId, to: Ty) -> bool {
        self.is_opaque(class) && unboxed(&self.classes[class].name).is_some_and(|ty| ty.widens_to(to))
    }

    /// Whether both types are those of arrays of references.
    pub(super) fn are_arrays_of_references(&self, one: Ty, other: Ty) -> bool {
        [one, other].into_iter().all(|array| self.element(array).is_some_and(Ty::is_reference))
    }

    /// Whether an object may belong to both classes.
    pub(super) fn related(&self, a: ClassId, b: ClassId) -> bool {
        if self.are_arrays_of_references(Ty::Class(a), Ty::Class(b)) {
            return true;
        }
        let classes = &self.classes;
        let open = |c: ClassId| classes[c].is_interface;
        let closed = self.is_opaque(a) || self.is_opaque(b);
        self.is_subtype(a, b) || self.is_subtype(b, a) || (!closed && (open(a) || open(b)))
    }

    /// Whether a type is a class with supertypes that are not given.
    pub(super) fn is_incomplete_type(&self, ty: Ty) -> bool {
        matches!(ty, Ty::Class(class) if self.is_incomplete(class))
    }

    /// Whether the given code does not tell which objects of the library belong to a class: in the JDK, collections have other superclasses
    /// and more interfaces.
    pub(super) fn is_unlike_given(&self, class: ClassId) -> bool {
        let name = &*self.classes[class].name;
        !self.is_of_program(class)
            && matches!(name, "AbstractCollection" | "AbstractSet" | "Cloneable" | "Serializable")
    }

    /// The topmost classes of the library to which its collections and maps belong, and no objects of the program but by extending them.
    pub(super) fn given_collections(&self) -> Vec<ClassId> {
        let is_such = |class: ClassId| {
            let info = &self.classes[class];
            let mut above = self.supertypes(class).into_iter().map(|above| &*self.classes[above].name);
            let is_collection = self.is_given(class) && above.any(|name| matches!(name, "Collection" | "Map"));
            is_collection && !info.is_interface && !self.is_unlike_given(class)
        };
        let all = self.classes.indices().filter(|&class| is_such(class));
        all.filter(|&class| !self.classes[class].superclass.is_some_and(is_such)).collect()
    }

    /// Whether a class has supertypes that are not given, or arguments are functions or belong to such classes.
    pub(super) fn is_unclear(&self, class: ClassId, types: &[Ty]) -> bool {
        self.is_incomplete(class)
            || types.iter().any(|&ty| matches!(ty, Ty::Function(_)) || self.is_incomplete_type(ty))
    }

    /// The class of a type, if its objects can be thrown.
    pub(super) fn exception_class(&mut self, ty: Ty) -> Option<ClassId> {
        let throwable = self.throwable();
        match ty {
            Ty::Class(class) if self.is_subtype(class, throwable) => Some(class),
            _ => None,
        }
    }

    /// The type of a value before erasure, as far as it is known; that of a box for numbers and truth values.
    pub(super) fn known_term(&mut self, value: &Typed) -> Generic {
        let class = match value.ty {
            Ty::Class(_) if value.generic.is_some() || value.erased => return value.generic,
            Ty::Class(class) => class,
            ty => box_of(ty).and_then(|name| self.library(name))?,
        };
        let element = self.element(Ty::Class(class)).filter(|element| element.is_reference());
        let arguments = element.map(|ty| self.known_term(&Typed::new(Operand::Null, ty))).into_iter().collect();
        Some(self.term(Term::Class(class, arguments)))
    }

    /// The type of a new object, as far as the arguments of the constructor tell.
    pub(super) fn inferred_by_constructor(
        &mut self,
        class: ClassId,
        method: MethodId,
        values: &[Typed],
        known: Generic,
    ) -> Generic {
        let mut inferred = Inferred::new();
        // What the arguments do not tell is what is expected.
        let own = self.own_term(class);
        let parameters: Vec<Generic> = self.methods[method].parameters.iter().map(|p| p.generic).collect();
        for (value, wanted) in values.iter().zip(parameters) {
            let given = self.known_term(value);
            self.infer(wanted, given, &mut inferred);
        }
        self.infer(Some(own), known, &mut inferred);
        self.inferred_class(class, &inferred)
    }

    /// The type of a conditional with these values, if it is known.
    pub(super) fn common_type(&mut self, a: Typed, b: Typed) -> Option<Ty> {
        let constant = |value: Typed| match value.operand {
            Operand::Integer(n) => Some(n),
            _ => None,
        };
        Some(match (a.ty, b.ty) {
            (Ty::Error, _) | (_, Ty::Error) => Ty::Error,
            (x, y) if x == y => x,
            (Ty::Any, ty) | (ty, Ty::Any) if ty.is_primitive() => ty,
            (Ty::Null, Ty::Class(_)) => b.ty,
            (Ty::Class(_), Ty::Null) => a.ty,
            (Ty::Null, ty) | (ty, Ty::Null) if ty.is_primitive() => self.boxed_type(ty),
            // A function is what the other value is.
            (Ty::Class(interface), Ty::Function(e)) | (Ty::Function(e), Ty::Class(interface))
                if self.suits_function(interface, e) =>
            {
                Ty::Class(interface)
            }
            (x, y) if self.opened_type(x, y).is_some_and(Ty::is_numeric) => {
                let opened = |ty: Ty| self.unboxed_type(ty).unwrap_or(ty);
                Ty::of_numeric_conditional((opened(x), constant(a)), (opened(y), constant(b)))
            }
            (x, y) if self.opened_type(x, y).is_some() => self.opened_type(x, y).unwrap_or(Ty::Error),
            (x, y) if x.is_primitive() && y.is_reference() || x.is_reference() && y.is_primitive() => {
                let boxed = |value: Typed, ty| Typed { ty, ..value };
                let (x, y) = (self.boxed_type(x), self.boxed_type(y));
                return self.common_type(boxed(a, x), boxed(b, y));
            }
            (Ty::Class(x), Ty::Class(y)) => Ty::Class(self.common_class(x, y)),
            _ => return None,
        })
    }
}

/// Whether an operand is a constant that can be assigned to a narrower type.
pub(super) fn fits(operand: Operand, from: Ty, to: Ty) -> bool {
    let Operand::Integer(n) = operand else { return false };
    from != Ty::Long && to.range().is_some_and(|(least, most)| (least..=most).contains(&n))
}
