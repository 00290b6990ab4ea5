//! Of which classes the objects are that fields of erased types hold: those of type arguments.

use std::collections::BTreeSet;

use rustc_hash::FxHashMap;

use super::ClassTable;
use super::generic::{Generic, Term, TermId};
use base::{CollectByInsertion, Idx};
use program::objects::ClassId;

/// A type variable of a class, by its position.
type Variable = (ClassId, usize);

/// The classes for which type variables stand somewhere in the program.
pub(crate) struct Held(FxHashMap<Variable, BTreeSet<ClassId>>);

impl ClassTable<'_> {
    /// The classes of the program, and those of the library that it writes itself, that are arguments of type variables: directly, or as
    /// those of other variables, from `List<Town>` to the `E` of its cells. What is known only by an interface may be of each class that
    /// implements it.
    pub(crate) fn held(&self) -> Held {
        let mut direct: FxHashMap<Variable, BTreeSet<ClassId>> = FxHashMap::default();
        // From each variable to those that stand for it elsewhere.
        let mut flows: Vec<(Variable, Variable)> = Vec::new();
        for (position, term) in self.terms.iter().enumerate() {
            let Term::Class(class, arguments) = term else { continue };
            let is_written = self.written.contains(&TermId::at(position));
            for (variable, argument) in self.variables_of(*class).into_iter().zip(arguments) {
                match argument.map(|argument| self.term_at(argument)) {
                    Some(Term::Class(held, _)) if is_written || self.is_of_program(held) => {
                        direct.entry(variable).or_default().insert(held);
                    }
                    Some(Term::OfClass(class, position)) => flows.push(((class, position), variable)),
                    _ => {}
                }
            }
        }
        // Views are inside of other classes, and hold what those do.
        let nameable = self.classes.indices().filter(|&class| self.classes[class].outer.is_none());
        let supertypes: Vec<(Variable, Variable)> = nameable.flat_map(|class| self.above(class)).collect();
        let mut held = direct;
        spread(&mut held, &supertypes);
        spread(&mut held, &flows);
        Held(held)
    }

    /// The type variables of the supertypes of a class for which it puts its own ones, each with that.
    fn above(&self, class: ClassId) -> Vec<(Variable, Variable)> {
        let mut found = Vec::new();
        for &above in &self.classes[class].super_terms {
            let Term::Class(above, arguments) = self.term_at(above) else { continue };
            for (variable, argument) in self.variables_of(above).into_iter().zip(arguments) {
                if let Some(Term::OfClass(class, position)) = argument.map(|argument| self.term_at(argument)) {
                    found.push((variable, (class, position)));
                }
            }
        }
        found
    }
}

impl Held {
    /// The classes of the objects in a field of this type before erasure, if that is a type variable.
    pub(crate) fn of(&self, table: &ClassTable<'_>, field: Generic) -> Vec<ClassId> {
        match field.map(|term| table.term_at(term)) {
            Some(Term::OfClass(class, position)) => {
                self.0.get(&(class, position)).into_iter().flatten().copied().collect()
            }
            _ => Vec::new(),
        }
    }
}

/// Adds what variables stand for to those to which it flows.
fn spread(held: &mut FxHashMap<Variable, BTreeSet<ClassId>>, flows: &[(Variable, Variable)]) {
    let mut open: Vec<Variable> =
        held.keys().copied().collect_by_insertion::<BTreeSet<Variable>>().into_iter().collect();
    while let Some(variable) = open.pop() {
        let Some(classes) = held.get(&variable).cloned() else { continue };
        for &(_, to) in flows.iter().filter(|(from, _)| *from == variable) {
            let known = held.entry(to).or_default();
            let before = known.len();
            known.extend(classes.iter().copied());
            if known.len() > before {
                open.push(to);
            }
        }
    }
}
