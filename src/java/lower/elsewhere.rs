//! Methods of the library that another class has as static ones, and arrays that code of the library gets.

use super::super::classes::{ClassTable, Generic, Inferred, TermId};
use super::super::types::Ty;
use super::call::Application;
use super::{Emitter, Typed};
use base::{Diagnostic, library_class_for_objects, library_class_with, library_package, msg};
use program::objects::ClassId;

impl ClassTable<'_> {
    /// The class that has a static method of a class of the library.
    pub(super) fn elsewhere(&mut self, class: &str, method: &str) -> Option<ClassId> {
        let class = library_class_with(class, method)?;
        self.find_path(&[class.into()], None)
    }

    /// The class that has a method of the objects of a class of the library, unless a class of the program declares one that may be meant.
    pub(super) fn elsewhere_of(&mut self, class: ClassId, method: &str) -> Option<ClassId> {
        let supertypes = self.supertypes(class).into_iter().filter(|&above| !self.is_of_program(above));
        let named: Vec<_> = supertypes.map(|above| self.classes[above].name.clone()).collect();
        let found = named.iter().find_map(|above| self.elsewhere(above, method))?;
        let declares = |own: ClassId| !self.declared_methods(own, method).is_empty() && self.is_subtype(own, class);
        let is_declared = self.has_method(class, method) || self.classes.indices().any(declares);
        (!is_declared).then_some(found)
    }

    /// The class that has a static method of a class of the library for [some arguments](Self::are_for_objects).
    pub(super) fn elsewhere_for_objects(&mut self, class: &str, method: &str) -> Option<ClassId> {
        let class = library_class_for_objects(class, method)?;
        self.find_path(&[class.into()], None)
    }

    /// The name under which programs know a class of the library of which only some methods are given: one of streams, or one that has static
    /// methods of `Arrays`.
    pub(super) fn partly_given(&self, class: ClassId) -> Option<String> {
        let name = &*self.classes[class].name;
        match name {
            _ if self.is_of_program(class) => None,
            "CellListOfArray" | "ObjectArrays" | "Streams" => Some("Arrays".to_owned()),
            _ => (library_package(name) == Some("java.util.stream")).then(|| name.to_owned()),
        }
    }

    /// Whether values of a type are strings or boxes, which call no methods of the program.
    pub(super) fn is_payload(&self, ty: Ty) -> bool {
        matches!(ty, Ty::Class(class) if self.is_opaque(class) && self.element(ty).is_none())
    }

    /// Whether the first argument of a method is an array of objects whose methods it may call, or the second one is a function that it calls
    /// for its elements, or an object through whose elements it goes.
    pub(super) fn are_for_objects(&self, arguments: &[Typed]) -> bool {
        let Some((array, rest)) = arguments.split_first() else { return false };
        if let [Typed { ty: Ty::Class(class), .. }] = rest
            && self
                .supertypes(*class)
                .iter()
                .any(|&above| !self.is_of_program(above) && &*self.classes[above].name == "Iterable")
        {
            return true;
        }
        let is_function = |value: &Typed| match value.ty {
            Ty::Class(class) => self.function_of(class).is_some(),
            ty => matches!(ty, Ty::Function(_)),
        };
        let is_of_objects = |ty: Ty| ty.is_reference() && !self.is_payload(ty) && self.element(ty).is_none();
        self.element(array.ty).is_some_and(|ty| is_of_objects(ty) || ty.is_reference() && rest.iter().any(is_function))
    }
}

impl Emitter<'_, '_> {
    /// Whether the array that a method of the library makes or keeps is one in which all elements fit that the library stores there.
    pub(super) fn fits_array(
        &mut self,
        application: &Application<'_>,
        inferred: &Inferred,
        results: &[TermId],
    ) -> bool {
        let info = &self.table.methods[application.method];
        let (holder, parameter) = (info.class, info.parameters.first().map(|p| (p.ty, p.generic)));
        let (Some((Ty::Class(class), parameter)), [argument]) = (parameter, application.arguments) else { return true };
        if !self.table.is_given(holder) || !self.table.is_of_program(self.class) {
            return true;
        }
        let (stored, array) = match (&*info.name, self.table.element(argument.ty)) {
            // A function makes the array.
            ("toArray", None) => {
                let array = self.table.seen_through(parameter, application.through, holder, inferred);
                let array = self.table.first_argument(array, class);
                (self.table.first_argument(application.through, holder), self.table.element_term(array))
            }
            // The list writes into the array, which may have elements of a subclass.
            ("asList", Some(_)) => {
                let list = self.table.find_path(&["List".into()], None);
                let mut wanted = results.iter().filter_map(|&list_of| self.table.first_argument(Some(list_of), list?));
                let Some(stored) = wanted.next() else { return true };
                let array = self.table.known_term(argument);
                (Some(stored), self.table.element_term(array))
            }
            _ => return true,
        };
        match (self.table.class_of_term(stored, self.scope), self.table.class_of_term(array, self.scope)) {
            (Some(stored), Some(element)) => self.table.is_subtype(stored, element),
            _ => false,
        }
    }

    /// Whether an array is passed to a method of the library as one with elements of a superclass: it stores nothing there, or what its
    /// type arguments say fits.
    pub(super) fn takes_array(&mut self, application: &Application<'_>, from: Ty, to: Ty) -> bool {
        let info = &self.table.methods[application.method];
        let (holder, is_static, is_copy) = (info.class, info.is_static, &*info.name == "toArray");
        if !self.table.is_given(holder) || from == to || !self.table.are_arrays_of_references(from, to) {
            return false;
        }
        if is_static {
            return true;
        }
        let stored: Generic = self.table.first_argument(application.through, holder).filter(|_| is_copy);
        let (Some(stored), Some(Ty::Class(element))) =
            (self.table.class_of_term(stored, self.scope), self.table.element(from))
        else {
            return false;
        };
        let fits = self.table.is_subtype(stored, element) && !self.table.is_unchecked;
        if fits {
            let sentence = msg!("variables hold only what their type arguments allow");
            self.diagnostics.push(Diagnostic::note("assumption/types", None, sentence));
        }
        fits
    }
}
