//! Types before erasure, as far as they are known: they tell which casts a compiler inserts, and the types of the
//! parameters of lambda expressions.

use super::super::lexer::Name;
use super::super::syntax::{TypeParameter, TypeRef};
use super::super::types::Ty;
use super::{ClassTable, TypeScope};
use base::newtype_index;
use program::objects::ClassId;

newtype_index! {
    /// A type of references before erasure.
    pub struct TermId;
}

/// A type of references before erasure, if it is known.
pub(crate) type Generic = Option<TermId>;

/// A type of references before erasure.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Term {
    /// A class with its type arguments; none if they are unknown. The argument of an array is the type of its elements.
    Class(ClassId, Vec<Generic>),
    /// The type variable of a class at this position.
    OfClass(ClassId, usize),
    /// The type variable of a method with this name.
    OfMethod(Name),
}

/// The types of type variables at a call.
pub(crate) type Inferred = Vec<(Term, TermId)>;

/// Deeper types are not followed.
const DEPTH: u32 = 16;

impl<'t> ClassTable<'t> {
    /// The number of a type.
    pub(crate) fn term(&mut self, term: Term) -> TermId {
        let (position, _) = self.terms.insert_full(term);
        base::Idx::at(position)
    }

    pub(super) fn term_at(&self, term: TermId) -> Term {
        self.terms.get_index(base::Idx::index(term)).cloned().unwrap_or(Term::Class(ClassId(0), Vec::new()))
    }

    /// A type as written, before erasure.
    pub(crate) fn generic(&mut self, ty: &TypeRef, scope: TypeScope<'t>) -> Generic {
        self.generic_below(ty, scope, DEPTH)
    }

    fn generic_below(&mut self, ty: &TypeRef, scope: TypeScope<'t>, depth: u32) -> Generic {
        if depth == 0 {
            return None;
        }
        if ty.dimensions > 0 {
            let (Ty::Class(array), _) = self.resolve(ty, scope, &mut Vec::new())? else { return None };
            let element = TypeRef { dimensions: ty.dimensions - 1, ..ty.clone() };
            let element = self.generic_below(&element, scope, depth - 1);
            return Some(self.term(Term::Class(array, vec![element])));
        }
        if let [name] = ty.path.as_slice() {
            if &**name == "?" {
                return self.generic_below(ty.arguments.first()?, scope, depth - 1);
            }
            if Ty::primitive(name).is_some() {
                return None;
            }
            if let Some(variable) = self.variable_term(name, scope) {
                return Some(self.term(variable));
            }
        }
        let class = self.find_path(&ty.path, scope.class)?;
        let mut arguments: Vec<Generic> =
            ty.arguments.iter().map(|a| self.generic_below(a, scope, depth - 1)).collect();
        // Inside of the class around, an inner class has its type variables.
        let around = self.variables_of(class);
        let own = self.classes[class].type_parameters.len();
        let is_inside = |outer: ClassId| {
            let mut classes = std::iter::successors(scope.class, |&c| self.classes[c].outer);
            classes.any(|c| c == outer)
        };
        if own < around.len() && around[own..].iter().all(|&(outer, _)| is_inside(outer)) {
            arguments.resize(own, None);
            for &(outer, position) in &around[own..] {
                let variable = self.term(Term::OfClass(outer, position));
                arguments.push(Some(variable));
            }
        }
        let found = self.term(Term::Class(class, arguments));
        if scope.class.is_some_and(|class| self.is_of_program(class)) {
            self.written.insert(found);
        }
        Some(found)
    }

    /// The type variables of a class, then those of the classes around an inner class.
    pub(super) fn variables_of(&self, class: ClassId) -> Vec<(ClassId, usize)> {
        let (mut all, mut next) = (Vec::new(), Some(class));
        while let Some(class) = next {
            let info = &self.classes[class];
            all.extend((0..info.type_parameters.len()).map(|position| (class, position)));
            next = info.outer.filter(|_| info.is_inner);
        }
        all
    }

    /// The type variable `name`, if it is one.
    fn variable_term(&self, name: &Name, scope: TypeScope<'t>) -> Option<Term> {
        if scope.type_parameters.iter().any(|p| p.name == *name) {
            return Some(Term::OfMethod(name.clone()));
        }
        let mut around = scope.class;
        while let Some(class) = around {
            let position = self.classes[class].type_parameters.iter().position(|p| p.name == *name);
            if let Some(position) = position {
                return Some(Term::OfClass(class, position));
            }
            if self.method_variables(class).iter().any(|p| p.name == *name) {
                return Some(Term::OfMethod(name.clone()));
            }
            around = self.classes[class].outer;
        }
        None
    }

    /// The type variables of the methods around a local class.
    pub(super) fn method_variables(&self, class: ClassId) -> &'t [TypeParameter] {
        let declared = self.tree.classes.get(base::Idx::index(class));
        declared.and_then(|d| d.local.as_ref()).map_or(&[], |local| &local.type_parameters)
    }

    /// The type of `this` in a class.
    pub(crate) fn own_term(&mut self, class: ClassId) -> TermId {
        let variables = self.variables_of(class).into_iter();
        let arguments = variables.map(|(of, position)| Some(self.term(Term::OfClass(of, position)))).collect();
        self.term(Term::Class(class, arguments))
    }

    /// The erasure of a type in code with these type variables, as far as it is known.
    pub(crate) fn class_of_term(&mut self, generic: Generic, scope: TypeScope<'t>) -> Option<ClassId> {
        let (bound, from) = match self.term_at(generic?) {
            Term::Class(class, _) => return Some(class),
            Term::OfClass(class, position) => {
                (self.classes[class].type_parameters.get(position)?.bound.as_ref(), Some(class))
            }
            Term::OfMethod(name) => (self.type_variable(&name, scope)?, scope.class),
        };
        let mut ignored = Vec::new();
        let scope = TypeScope { class: from, ..scope };
        match self.resolve(bound?, scope, &mut ignored)?.0 {
            Ty::Class(class) => Some(class),
            _ => None,
        }
    }

    /// A member's type, seen through an object of type `receiver`, for a member that `holder` declares.
    pub(crate) fn seen_through(
        &mut self,
        member: Generic,
        receiver: Generic,
        holder: ClassId,
        inferred: &Inferred,
    ) -> Generic {
        let arguments = receiver.and_then(|receiver| self.arguments_for(receiver, holder));
        self.substitute(member?, holder, arguments.as_deref(), inferred, DEPTH)
    }

    fn substitute(
        &mut self,
        term: TermId,
        holder: ClassId,
        arguments: Option<&[Generic]>,
        inferred: &Inferred,
        depth: u32,
    ) -> Generic {
        if depth == 0 {
            return None;
        }
        match self.term_at(term) {
            Term::Class(class, of) => {
                let of: Vec<Generic> =
                    of.into_iter().map(|a| self.substitute(a?, holder, arguments, inferred, depth - 1)).collect();
                let class = self.array_of_terms(class, &of);
                Some(self.term(Term::Class(class, of)))
            }
            Term::OfClass(class, position) => {
                match self.variables_of(holder).iter().position(|&variable| variable == (class, position)) {
                    Some(position) => *arguments?.get(position)?,
                    None => Some(term),
                }
            }
            variable @ Term::OfMethod(_) => match inferred.iter().find(|(known, _)| *known == variable) {
                Some((_, known)) => Some(*known),
                None => Some(term),
            },
        }
    }

    /// The class of an array with elements of this type; other classes stay as they are.
    fn array_of_terms(&mut self, class: ClassId, of: &[Generic]) -> ClassId {
        match (self.element(Ty::Class(class)), of) {
            (Some(Ty::Class(_)), &[Some(element)]) => match self.term_at(element) {
                Term::Class(element, _) => self.array(Ty::Class(element)),
                Term::OfClass(..) | Term::OfMethod(_) => class,
            },
            _ => class,
        }
    }

    /// The first type argument of the superclass or superinterface `holder` of a type.
    pub(crate) fn first_argument(&mut self, term: Generic, holder: ClassId) -> Generic {
        self.arguments_for(term?, holder)?.first().copied().flatten()
    }

    /// The type of the elements of an array, if this is one.
    pub(crate) fn element_term(&self, array: Generic) -> Generic {
        match self.term_at(array?) {
            Term::Class(class, of) if self.element(Ty::Class(class)).is_some() => of.first().copied().flatten(),
            _ => None,
        }
    }

    /// A type in the declaration of a method without those of its type variables that are not inferred.
    pub(crate) fn without_own(&mut self, term: TermId, inferred: &Inferred) -> Generic {
        match self.term_at(term) {
            Term::Class(class, of) => {
                let of = of.into_iter().map(|argument| self.without_own(argument?, inferred)).collect();
                Some(self.term(Term::Class(class, of)))
            }
            Term::OfClass(..) => Some(term),
            variable @ Term::OfMethod(_) => inferred.iter().any(|(known, _)| *known == variable).then_some(term),
        }
    }

    /// The type arguments of a superclass or superinterface of a type.
    fn arguments_for(&mut self, term: TermId, holder: ClassId) -> Option<Vec<Generic>> {
        let mut rest = vec![term];
        let mut steps = 0;
        while let Some(next) = rest.pop() {
            let Term::Class(class, arguments) = self.term_at(next) else { continue };
            if class == holder {
                return Some(arguments);
            }
            steps += 1;
            if steps > 256 {
                return None;
            }
            for above in self.classes[class].super_terms.clone() {
                let seen = self.substitute(above, class, Some(&arguments), &Vec::new(), DEPTH);
                rest.extend(seen);
            }
        }
        None
    }

    /// Infers type variables of a method by matching the type of a parameter with that of its argument (JLS 18, in part).
    pub(crate) fn infer(&mut self, parameter: Generic, argument: Generic, inferred: &mut Inferred) {
        let mut rest: Vec<(TermId, TermId)> = parameter.zip(argument).into_iter().collect();
        let mut steps = 0;
        while let Some((wanted, given)) = rest.pop() {
            steps += 1;
            match self.term_at(wanted) {
                variable @ (Term::OfMethod(_) | Term::OfClass(..)) => {
                    match inferred.iter().position(|(known, _)| *known == variable) {
                        None => inferred.push((variable, given)),
                        // An argument may be of another class than the one before it.
                        Some(known) if parameter == Some(wanted) => {
                            inferred[known].1 = self.common_term(inferred[known].1, given);
                        }
                        Some(_) => {}
                    }
                }
                Term::Class(class, wanted) if steps < 64 => {
                    let of_array = match (self.element(Ty::Class(class)), self.term_at(given)) {
                        (Some(_), Term::Class(array, of)) if self.element(Ty::Class(array)).is_some() => Some(of),
                        _ => None,
                    };
                    let given = of_array.or_else(|| self.arguments_for(given, class)).unwrap_or_default();
                    rest.extend(wanted.into_iter().zip(given).filter_map(|(w, g)| w.zip(g)));
                }
                Term::Class(..) => {}
            }
        }
    }

    /// A type of objects of two types: one of these, or the class above both.
    fn common_term(&mut self, one: TermId, other: TermId) -> TermId {
        let (Term::Class(a, _), Term::Class(b, _)) = (self.term_at(one), self.term_at(other)) else {
            let object = self.object();
            return if one == other { one } else { self.term(Term::Class(object, Vec::new())) };
        };
        match self.common_class(a, b) {
            common if common == a => one,
            common if common == b => other,
            common => self.term(Term::Class(common, Vec::new())),
        }
    }

    /// The type of a new object of a class where one of another type is expected.
    pub(crate) fn expected_object(&mut self, class: ClassId, expected: Generic) -> Generic {
        let Term::Class(wanted, _) = self.term_at(expected?) else { return None };
        let own = self.own_term(class);
        let seen = self.arguments_for(own, wanted)?;
        let seen = self.term(Term::Class(wanted, seen));
        let mut inferred = Inferred::new();
        self.infer(Some(seen), expected, &mut inferred);
        self.inferred_class(class, &inferred)
    }

    /// The type of a new object of a class, whose type variables are inferred from the arguments of its constructor.
    pub(crate) fn inferred_class(&mut self, class: ClassId, inferred: &Inferred) -> Generic {
        let known = |(of, position)| {
            let variable = Term::OfClass(of, position);
            inferred.iter().find(|(wanted, _)| *wanted == variable).map(|(_, given)| *given)
        };
        let arguments = self.variables_of(class).into_iter().map(known).collect();
        Some(self.term(Term::Class(class, arguments)))
    }
}
