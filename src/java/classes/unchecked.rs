//! Uses of types of which a compiler warns that it cannot check them: raw types and unchecked casts (JLS 4.8, 5.5). Without them, a variable
//! holds only what its type arguments allow (JLS 4.12.2), so that no cast fails that a compiler inserts.

use super::super::syntax::TypeRef;
use super::{ClassTable, TypeScope};
use program::objects::ClassId;

/// Interfaces whose raw types only ask how two objects compare: a cast of what is compared may always fail.
const HARMLESS: [&str; 2] = ["Comparable", "Comparator"];

impl<'t> ClassTable<'t> {
    /// Notes whether a type of the program is raw, or a type argument of it. Arrays are taken to hold what their types say, as
    /// those of a superclass of theirs are not modelled.
    pub(crate) fn check_arguments(&mut self, ty: &TypeRef, scope: TypeScope<'t>) {
        if !scope.class.is_some_and(|class| self.is_of_program(class)) {
            return;
        }
        let arguments = ty.arguments.iter().chain(&ty.outer_arguments);
        arguments.for_each(|argument| self.check_arguments(argument, scope));
        if ty.is_bare
            && let Some(class) = self.find_path(&ty.path, scope.class)
        {
            let info = &self.classes[class];
            let is_raw = !info.type_parameters.is_empty() && !HARMLESS.contains(&&*info.name);
            self.is_unchecked |= is_raw || ty.outer_arguments.is_empty() && self.is_inner_of_raw(class, ty, scope);
        }
    }

    /// Whether a class without arguments is an inner one of a class whose arguments the code around does not tell, either.
    fn is_inner_of_raw(&self, class: ClassId, ty: &TypeRef, scope: TypeScope<'t>) -> bool {
        let is_within = |outer: ClassId| self.around(scope.class).any(|around| around == outer);
        self.generic_outer(class).is_some_and(|outer| ty.path.len() > 1 || !is_within(outer))
    }

    /// A class and those around it.
    fn around(&self, class: Option<ClassId>) -> impl Iterator<Item = ClassId> {
        std::iter::successors(class, |&class| self.classes[class].outer)
    }

    /// The generic class to an object of which the objects of a class belong.
    fn generic_outer(&self, class: ClassId) -> Option<ClassId> {
        let inner = self.around(Some(class)).take_while(|&class| self.classes[class].is_inner);
        let mut outer = inner.filter_map(|class| self.classes[class].outer);
        outer.find(|&outer| !self.classes[outer].type_parameters.is_empty())
    }

    /// Notes whether a cast of the program is unchecked: to a type variable, a type with arguments, or an inner class of one.
    /// Those of arrays put no object anywhere; what is taken from one is cast itself.
    pub(crate) fn check_cast(&mut self, ty: &TypeRef, scope: TypeScope<'t>) {
        self.check_arguments(ty, scope);
        if ty.dimensions > 0 || !scope.class.is_some_and(|class| self.is_of_program(class)) {
            return;
        }
        let is_any = |argument: &TypeRef| &*argument.path[0] == "?" && argument.arguments.is_empty();
        let is_variable = matches!(&*ty.path, [name] if self.type_variable(name, scope).is_some());
        let class = self.find_path(&ty.path, scope.class);
        let depends = class.is_some_and(|class| self.generic_outer(class).is_some());
        self.is_unchecked |= is_variable || depends || !ty.arguments.iter().all(is_any);
    }

    /// Whether objects of a class say how two others compare: then a caller may have been given objects of any class.
    pub(crate) fn compares(&self, class: ClassId) -> bool {
        let is_such = |of: ClassId| matches!(&*self.classes[of].name, "Comparable" | "Comparator");
        self.supertypes(class).into_iter().any(|of| is_such(of) && !self.is_of_program(of))
    }
}
