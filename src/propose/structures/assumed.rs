//! What is assumed of the parameters of an entry procedure, as data and in words.

use serde::Serialize;

use super::StructureKind;
use base::{Message, msg};
use program::objects::Names;

/// A structure in words: `list through next`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct StructureWords {
    /// Its kind.
    pub kind: StructureKind,
    /// The names of its fields, in the order of the kind; without those of collections of the library.
    pub fields: Vec<String>,
    /// Whether collections of the library are parts of it.
    pub has_collections: bool,
    /// How many heaps it was learned from, if it is no known structure.
    pub heaps: Option<u32>,
}

impl StructureWords {
    /// It in words.
    pub fn words(&self) -> Message {
        let names = Message::all_of(self.fields.iter().map(Message::code));
        match self.kind {
            _ if self.fields.is_empty() => msg!("collection"),
            StructureKind::Tree | StructureKind::Term if self.has_collections => {
                msg!("tree over {names} and through collections")
            }
            StructureKind::List => msg!("list through {names}"),
            StructureKind::Ring => msg!("ring through {names}"),
            StructureKind::DoublyLinkedList => msg!("doubly linked list through {names}"),
            StructureKind::DoublyLinkedRing => msg!("doubly linked ring through {names}"),
            StructureKind::SkipList => msg!("skip list of two levels through {names}"),
            StructureKind::Tree if self.fields.len() == 1 => msg!("list through {names} with what its elements hold"),
            StructureKind::Term => msg!("tree over {names} in which no child is missing"),
            StructureKind::ParentTree | StructureKind::Tree => msg!("tree over {names}"),
            StructureKind::Learned => {
                msg!("learned structure over {names}, as methods build it in {}", self.heaps_in_words())
            }
            StructureKind::Built => {
                msg!("structure over {names} that is not known, as in {} that methods build", self.small_heaps())
            }
        }
    }

    /// How many heaps it was learned from.
    fn heaps_in_words(&self) -> Message {
        match self.heaps.unwrap_or_default() {
            1 => msg!("1 heap"),
            count => msg!("{count} heaps"),
        }
    }

    fn small_heaps(&self) -> Message {
        match self.heaps.unwrap_or_default() {
            1 => msg!("1 small heap"),
            count => msg!("{count} small heaps"),
        }
    }
}

/// What is assumed of a parameter that refers to objects of the program.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct ParameterAssumption {
    /// Its name.
    pub variable: String,
    /// The name of its class.
    pub class: String,
    /// Whether it may be null.
    pub may_be_null: bool,
    /// Whether it refers to a node of a structure, and not to an object that holds structures.
    pub is_node: bool,
    /// The structures to which it refers, or which it holds; none for any object of the class.
    pub structures: Vec<StructureWords>,
    /// Pairs of fields that lead to the first and to the last node of a list, or to the first nodes of both levels of a skip list.
    pub ends: Vec<(String, String)>,
    /// Pairs of fields that may lead to the same object.
    pub shared: Vec<(String, String)>,
    /// Fields that are never null.
    pub never_null: Vec<String>,
}

/// What is assumed of the heaps in which runs start.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
#[serde(tag = "of", rename_all = "camelCase")]
pub enum InputAssumption {
    /// What a parameter refers to.
    Parameter(ParameterAssumption),
    /// A parameter is null, an object of one of the classes that it is tested for, the receiver if this is one, or an object of no class of
    /// the program.
    Tested {
        /// The name of the parameter.
        variable: String,
        /// The name of the receiver.
        receiver: Option<String>,
        /// The names of the classes.
        classes: Vec<String>,
    },
    /// A parameter that refers to an object of no class of the program is not null.
    ParameterNotNull {
        /// Its name.
        variable: String,
    },
    /// A field is null in no object of its class.
    FieldNotNull {
        /// Its name.
        field: String,
        /// The name of its class.
        class: String,
    },
    /// Elements of collections are not null.
    ElementsNotNull,
    /// In C, a pointer or structure inside of the objects to which a parameter points has no value.
    WithoutValue {
        /// Its name.
        field: String,
        /// The name of the type of the objects.
        class: String,
    },
    /// No object is reached from two of these parameters.
    Apart {
        /// Their names.
        variables: Vec<String>,
    },
    /// A parameter is the receiver, or no object is reached from it and from something else.
    SameOrApart {
        /// The name of the parameter.
        variable: String,
        /// The name of the receiver.
        receiver: String,
    },
    /// No object is reached from a parameter and from a static variable.
    ApartFromStatics {
        /// The names of the parameters.
        variables: Vec<String>,
        /// The names of the static variables.
        statics: Vec<String>,
    },
    /// In C, the caller of the entry function keeps the pointers that it gives.
    Kept,
}

impl InputAssumption {
    /// It in the words of a language.
    pub fn words(&self, names: Names) -> Message {
        match self {
            Self::Parameter(assumption) => assumption.words(names),
            Self::Tested { variable, receiver, classes } => {
                let receiver = receiver.iter().map(|receiver| msg!("`{receiver}`"));
                let all: Vec<Message> = receiver.chain(classes.iter().map(|class| msg!("a `{class}`"))).collect();
                msg!("`{variable}` is null, {}, or an object of no class of the program", Message::joined(&all, ", "))
            }
            Self::ParameterNotNull { variable } => msg!("`{variable}` is not null"),
            Self::FieldNotNull { field, class } => match names {
                Names::Java => msg!("`{field}` of a `{class}` is never null"),
                Names::C { .. } => msg!("`{field}` of a `{class}` is never NULL"),
            },
            Self::ElementsNotNull => msg!("no element of a collection is null"),
            Self::WithoutValue { field, class } => msg!("`{field}` of a `{class}` has no value"),
            Self::Apart { variables } => {
                msg!("{} lead to different objects", Message::all_of(variables.iter().map(Message::code)))
            }
            Self::SameOrApart { variable, receiver } => {
                msg!("`{variable}` is `{receiver}`, or leads to objects of its own")
            }
            Self::ApartFromStatics { variables, statics } => {
                let code = |names: &[String]| Message::all_of(names.iter().map(Message::code));
                let (statics, given) = (code(statics), code(variables));
                match variables.len() {
                    1 => msg!("{given} leads to other objects than {statics}"),
                    _ => msg!("{given} lead to other objects than {statics}"),
                }
            }
            Self::Kept => msg!("the caller keeps its pointers, so that what they lead to is not lost"),
        }
    }
}

impl ParameterAssumption {
    fn words(&self, names: Names) -> Message {
        let words = self.structure_in_words(names);
        let words = match names {
            _ if !self.may_be_null => words,
            Names::Java => msg!("{words}, or null"),
            Names::C { .. } => msg!("{words}, or is NULL"),
        };
        if self.is_holder() { self.with_fields(words, names) } else { words }
    }

    /// Whether it is an object that holds structures, and no part of one.
    fn is_holder(&self) -> bool {
        let is_known = |kind| !matches!(kind, StructureKind::Learned | StructureKind::Built);
        !self.is_node && self.structures.first().is_some_and(|first| is_known(first.kind))
    }

    fn structure_in_words(&self, names: Names) -> Message {
        let Self { variable, class, structures, .. } = self;
        let is_java = matches!(names, Names::Java);
        match structures.as_slice() {
            [] if is_java => msg!("`{variable}` is any `{class}`"),
            [] => msg!("`{variable}` points to any `{class}`"),
            [learned @ StructureWords { kind: StructureKind::Learned, .. }, ..] => {
                let heaps = learned.heaps_in_words();
                msg!("`{variable}` is a `{class}` as the methods of the program build it, learned from {heaps}")
            }
            [StructureWords { kind: StructureKind::Built, .. }, ..] if is_java => {
                msg!("`{variable}` is a `{class}` in one of the smallest heaps that methods of the program build")
            }
            [StructureWords { kind: StructureKind::Built, .. }, ..] => {
                msg!(
                    "`{variable}` points to a `{class}` in one of the smallest heaps that methods of the program build"
                )
            }
            [structure, ..] if self.is_node && is_java => msg!("`{variable}` is any {}", structure.words()),
            [structure, ..] if self.is_node => msg!("`{variable}` points to any {}", structure.words()),
            all => self.holder_in_words(all, names),
        }
    }

    /// An object that holds structures.
    fn holder_in_words(&self, all: &[StructureWords], names: Names) -> Message {
        let Self { variable, class, .. } = self;
        let mut held = msg!("any {}", all[0].words());
        for structure in &all[1..] {
            held = msg!("{held} and any {}", structure.words());
        }
        if self.never_null.is_empty() {
            held = msg!("{held}, or none");
        }
        match names {
            Names::Java => msg!("`{variable}` is a `{class}` that holds {held}"),
            Names::C { .. } => msg!("`{variable}` points to a `{class}` that holds {held}"),
        }
    }

    /// What is so of the fields of a holder, after what it is.
    fn with_fields(&self, mut text: Message, names: Names) -> Message {
        let is_skip_list = self.structures.iter().any(|structure| structure.kind == StructureKind::SkipList);
        for (first, last) in &self.ends {
            text = match is_skip_list {
                true => msg!("{text}; `{first}` and `{last}` are the first nodes of its two levels"),
                false => msg!("{text}; `{first}` and `{last}` are its first and its last node"),
            };
        }
        for (one, other) in &self.shared {
            text = msg!("{text}; `{one}` and `{other}` may lead to the same object");
        }
        for field in &self.never_null {
            text = match names {
                Names::Java => msg!("{text}; `{field}` is never null"),
                Names::C { .. } => msg!("{text}; `{field}` is never NULL"),
            };
        }
        text
    }
}
