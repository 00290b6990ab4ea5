//! What is assumed of the parameters of an entry procedure, as data and in words.

use std::fmt;

use serde::Serialize;

use super::StructureKind;
use crate::base::counted;
use crate::program::objects::Names;

/// A structure in words: `list through next`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct StructureWords {
    /// Its kind.
    pub kind: StructureKind,
    /// The names of its fields, in the order of the kind.
    pub fields: Vec<String>,
    /// How many heaps it was learned from, if it is no known structure.
    pub heaps: Option<u32>,
}

impl fmt::Display for StructureWords {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names: Vec<String> = self.fields.iter().map(|field| format!("`{field}`")).collect();
        let names = match names.split_last() {
            Some((last, [])) => last.clone(),
            Some((last, others)) => format!("{} and {last}", others.join(", ")),
            None => String::new(),
        };
        match self.kind {
            StructureKind::List => write!(f, "list through {names}"),
            StructureKind::Ring => write!(f, "ring through {names}"),
            StructureKind::DoublyLinkedList => write!(f, "doubly linked list through {names}"),
            StructureKind::DoublyLinkedRing => write!(f, "doubly linked ring through {names}"),
            StructureKind::SkipList => write!(f, "skip list of two levels through {names}"),
            StructureKind::Tree if self.fields.len() == 1 => {
                write!(f, "list through {names} with what its elements hold")
            }
            StructureKind::Term => write!(f, "tree over {names} in which no child is missing"),
            StructureKind::ParentTree | StructureKind::Tree => write!(f, "tree over {names}"),
            StructureKind::Learned => {
                let heaps = self.heaps.unwrap_or_default();
                write!(f, "learned structure over {names}, as methods build it in {}", counted(heaps, "heap"))
            }
            StructureKind::Built => {
                let heaps = self.heaps.unwrap_or_default();
                write!(
                    f,
                    "structure over {names} that is not known, as in {} that methods build",
                    counted(heaps, "small heap")
                )
            }
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
    /// In C, the caller of the entry function keeps the pointers that it gives.
    Kept,
}

impl InputAssumption {
    /// It in the words of a language.
    pub fn words(&self, names: Names) -> String {
        match self {
            Self::Parameter(assumption) => assumption.words(names),
            Self::Tested { variable, receiver, classes } => {
                let receiver = receiver.iter().map(|receiver| format!("`{receiver}`"));
                let all: Vec<String> = receiver.chain(classes.iter().map(|class| format!("a `{class}`"))).collect();
                format!("`{variable}` is null, {}, or an object of no class of the program", all.join(", "))
            }
            Self::ParameterNotNull { variable } => format!("`{variable}` is not null"),
            Self::FieldNotNull { field, class } => format!("`{field}` of a `{class}` is never {}", names.null()),
            Self::Kept => "the caller keeps its pointers, so that what they lead to is not lost".to_owned(),
        }
    }
}

impl ParameterAssumption {
    fn words(&self, names: Names) -> String {
        let Self { variable, class, structures, .. } = self;
        let (is, null) = match names {
            Names::Java => ("is", ", or null"),
            Names::C { .. } => ("points to", ", or is NULL"),
        };
        let null = if self.may_be_null { null } else { "" };
        match structures.as_slice() {
            [] => format!("`{variable}` {is} any `{class}`{null}"),
            [StructureWords { kind: StructureKind::Learned, heaps, .. }, ..] => {
                let heaps = counted(heaps.unwrap_or_default(), "heap");
                format!(
                    "`{variable}` is a `{class}` as the methods of the program build it, learned from {heaps}{null}"
                )
            }
            [StructureWords { kind: StructureKind::Built, .. }, ..] => {
                format!(
                    "`{variable}` {is} a `{class}` in one of the smallest heaps that methods of the program build{null}"
                )
            }
            [structure, ..] if self.is_node => format!("`{variable}` {is} any {structure}{null}"),
            all => {
                let held: Vec<String> = all.iter().map(|structure| format!("any {structure}")).collect();
                let none = if self.never_null.is_empty() { ", or none" } else { "" };
                let mut text = format!("`{variable}` {is} a `{class}` that holds {}{none}{null}", held.join(" and "));
                let ends = match all.iter().any(|structure| structure.kind == StructureKind::SkipList) {
                    true => "the first nodes of its two levels",
                    false => "its first and its last node",
                };
                for (first, last) in &self.ends {
                    text += &format!("; `{first}` and `{last}` are {ends}");
                }
                for (one, other) in &self.shared {
                    text += &format!("; `{one}` and `{other}` may lead to the same object");
                }
                self.never_null.iter().for_each(|field| text += &format!("; `{field}` is never {}", names.null()));
                text
            }
        }
    }
}
