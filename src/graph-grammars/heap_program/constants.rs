//! The constants that stand in heaps for objects that are not followed.

use rustc_hash::FxHashMap;

use super::HeapModel;
use heap_grammar::heap::{Selector, TypeId, Untracked, Variable};
use program::objects::{ClassId, Program, Sites};

/// The constants for [objects that are not followed](Untracked).
pub(super) struct UntrackedConstants {
    general: [Variable; 4],
    /// Those for objects that are not followed, but belong to a class.
    instances: FxHashMap<Variable, ClassId>,
    /// Those for objects of a class that are not followed, but made by the program; with where they are made, if they are of the library.
    made: FxHashMap<Variable, OpaqueObjects>,
    /// The fields in which rules show some object that is not followed.
    shown: Vec<(TypeId, Selector)>,
}

/// The name of the constant for objects of a class that are not followed.
pub(super) fn instance_name(program: &Program, class: ClassId) -> String {
    format!("{} {}", Untracked::Any.name(), program.classes[class].name)
}

/// The name of the constant for objects that are not followed, but made by the program.
pub(super) fn made_name(program: &Program, OpaqueObjects { class, sites }: OpaqueObjects) -> String {
    let (any, class) = (Untracked::Any.name(), &program.classes[class].name);
    if sites.is_empty() { format!("{any} made {class}") } else { format!("{any} made {class} at {sites}") }
}

/// Objects that the program makes of a class and of those below it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct OpaqueObjects {
    /// The class.
    pub class: ClassId,
    /// Where they are made, as far as that is told apart.
    pub sites: Sites,
}

impl UntrackedConstants {
    pub(super) fn new(model: &HeapModel) -> Self {
        let (program, alphabet) = (&model.program, &model.alphabet);
        let instance = |class| Some((alphabet.find_variable(&instance_name(program, class))?, class));
        let made = |objects| Some((alphabet.find_variable(&made_name(program, objects))?, objects));
        let anywhere = program.classes.indices().map(|class| OpaqueObjects { class, sites: Sites::default() });
        let shown = alphabet.find_variable(Untracked::Any.name()).map(|any| model.grammar().leading_to(any));
        Self {
            general: Untracked::ALL.map(|known| alphabet.find_variable(known.name()).unwrap_or(Variable::NULL)),
            instances: program.classes.indices().filter_map(instance).collect(),
            made: anywhere.chain(model.unknown.opaque_objects.iter().copied()).filter_map(made).collect(),
            shown: shown.unwrap_or_default(),
        }
    }

    /// The constant for objects of which just this is known.
    pub(super) fn of(&self, known: Untracked) -> Variable {
        self.general[known as usize]
    }

    /// The constant for the objects of a class: that for all objects if the class has none of its own.
    pub(super) fn of_class(&self, class: ClassId) -> Variable {
        let own = self.instances.iter().find(|&(_, &of)| of == class);
        own.map_or(self.of(Untracked::Any), |(&constant, _)| constant)
    }

    /// Whether a class has a constant of its own.
    pub(super) fn has_class(&self, class: ClassId) -> bool {
        self.instances.values().any(|&of| of == class)
    }

    /// The constant for objects that the program makes.
    pub(super) fn of_made(&self, class: ClassId, sites: Sites) -> Variable {
        let of = |sites| self.made.iter().find(|&(_, &of)| of == OpaqueObjects { class, sites });
        let own = of(sites).or_else(|| of(Sites::default()));
        own.map_or_else(|| self.of_class(class), |(&constant, _)| constant)
    }

    /// Where the objects are made for which a constant stands, as far as that is told apart.
    pub(super) fn sites(&self, constant: Variable) -> Sites {
        self.made.get(&constant).map_or(Sites::default(), |objects| objects.sites)
    }

    /// The class whose constant this is.
    pub(super) fn class(&self, constant: Variable) -> Option<ClassId> {
        self.instances.get(&constant).copied().or_else(|| Some(self.made.get(&constant)?.class))
    }

    /// Whether this is a constant for objects that the program makes.
    pub(super) fn is_made(&self, constant: Variable) -> bool {
        self.made.contains_key(&constant)
    }

    /// Whether the object belongs to no class of the program.
    pub(super) fn is_foreign(&self, constant: Variable) -> bool {
        constant == self.of(Untracked::Foreign)
    }

    /// Whether rules show some object in any field.
    pub(super) fn are_shown(&self) -> bool {
        !self.shown.is_empty()
    }

    /// Whether rules show some object in a field.
    pub(super) fn are_shown_in(&self, field: (TypeId, Selector)) -> bool {
        self.shown.contains(&field)
    }

    /// What a field keeps of an object: where rules show some object, only that it is one, as they say no more.
    pub(super) fn kept_in(&self, field: (TypeId, Selector), constant: Variable) -> Variable {
        if self.are_shown_in(field) { self.of(Untracked::Any) } else { constant }
    }
}
