//! Heaps as data: what pictures of heaps are drawn from.

use std::fmt::Write;

use serde::{Deserialize, Serialize};

use base::{Message, msg};

/// What a vertex stands for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub enum VertexKind {
    /// The null reference.
    Null,
    /// A tracked number or boolean.
    Constant,
    /// An object.
    Object,
    /// One of the vertices to which edges lead from here: of a set of heaps each has another one.
    Choice,
}

/// A vertex of a heap.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct VertexView {
    /// Its type: the class of the object.
    #[serde(rename = "type")]
    pub ty: String,
    /// What it stands for.
    pub kind: VertexKind,
    /// Position in the sequence of external vertices, from 1.
    pub external: Option<u32>,
    /// Program variables that point to it.
    pub variables: Vec<String>,
    /// Markings on it, without `%`.
    pub markings: Vec<String>,
    /// The names of the constant, such as `0` and `false`.
    pub constants: Vec<String>,
    /// Of an object on a run its number, from 1: the same object has the same number in all heaps of the run. The object of static fields has
    /// none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub number: Option<u32>,
}

/// A selector edge.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct SelectorView {
    /// From this vertex …
    pub source: u32,
    /// … to this one …
    pub target: u32,
    /// … along this field.
    pub label: String,
}

/// A nonterminal edge: a part of the heap that is abstracted away.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct NonterminalView {
    /// The nonterminal.
    pub label: String,
    /// The attached vertices, in order of the tentacles.
    pub tentacles: Vec<u32>,
}

/// A heap.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct HeapView {
    /// Vertices in canonical order.
    pub vertices: Vec<VertexView>,
    /// Selector edges.
    pub selectors: Vec<SelectorView>,
    /// Nonterminal edges.
    pub nonterminals: Vec<NonterminalView>,
    /// The collections that are drawn as one object. How the library makes them is then in none of the selectors.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub collections: Vec<CollectionView>,
    /// The vertices that are not drawn as only the library knows of them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub hidden: Vec<u32>,
}

/// What users see in a collection.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub enum CollectionKind {
    /// Elements with positions.
    List,
    /// Elements.
    Set,
    /// Keys with values.
    Map,
}

/// A collection that is drawn as one object.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct CollectionView {
    /// The object.
    pub vertex: u32,
    /// What users see in it.
    pub kind: CollectionKind,
    /// Its places, in the order in which it has them.
    pub slots: Vec<SlotView>,
}

/// A place in a collection, or several.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct SlotView {
    /// Its position, such as `0`, or if it is counted from the end, `n-1`; `i` if it is not known, and `…` for several places.
    pub label: String,
    /// The vertex that stands for the place, or the first one: selectors from it lead to the element, or to key and value, and those of
    /// iterators lead to it. Absent if there may be no place.
    pub cell: Option<u32>,
    /// The nonterminal that stands for one place or more; absent for one place.
    pub rest: Option<u32>,
}

impl HeapView {
    /// Whether it is known which objects of other heaps of a run its objects are: all have numbers, but for one at most.
    pub fn is_numbered(&self) -> bool {
        let objects = || self.vertices.iter().filter(|own| own.kind == VertexKind::Object);
        let without = objects().filter(|own| own.number.is_none()).count();
        without == 0 || without == 1 && objects().count() > 1
    }
}

/// A heap that a rule gives at a nonterminal edge of another.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct DerivedHeap {
    /// The nonterminal that was replaced.
    pub nonterminal: String,
    /// The position of the rule among those of the nonterminal in the grammar that states use, from 1.
    pub rule: u32,
    /// The right-hand side of the rule, on one line.
    pub body: String,
    /// The number of the heap; absent if it could not be kept.
    pub heap: Option<u32>,
    /// Its vertices.
    pub vertices: Option<u32>,
}

/// What a grammar that was learned does not say.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub enum LeftOut {
    /// Heaps of which there are too many sets.
    Sets,
    /// Fields without a value.
    NoValue,
    /// Pointers to memory that is gone.
    Gone,
    /// Fields with numbers or references.
    Mixed,
    /// References to what is not known.
    Unknown,
    /// Objects that are parts of others.
    Parts,
    /// Objects that differ too much.
    Rules,
    /// Fields that no rule makes visible.
    Hidden,
    /// Objects of too many types.
    Types,
}

impl LeftOut {
    /// In words.
    pub fn words(self) -> Message {
        match self {
            LeftOut::Sets => msg!("there are too many sets of heaps to look at all of them"),
            LeftOut::NoValue => msg!("some fields have no value"),
            LeftOut::Gone => msg!("some fields point to memory that is gone"),
            LeftOut::Mixed => msg!("some fields have numbers or references"),
            LeftOut::Unknown => msg!("it is not known what some fields refer to"),
            LeftOut::Parts => msg!("some objects are parts of others"),
            LeftOut::Rules => msg!("some shapes would need too many rules"),
            LeftOut::Hidden => msg!("some shapes hide fields too deep"),
            LeftOut::Types => msg!("objects of too many types are in the same place"),
        }
    }
}

/// What was learned, as a graph grammar.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct LearnedView {
    /// The grammar, as JSON.
    pub grammar: String,
    /// The names of its nonterminals.
    pub nonterminals: Vec<String>,
    /// What it does not say.
    pub left_out: Vec<LeftOut>,
    /// A formula about its shapes that should hold: see `Task::with_learned_grammar`.
    pub formula: Option<String>,
}

/// A box, given or learned: a set of heaps that stand for an edge in others.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct BoxView {
    /// Its name, as edges have it.
    pub name: String,
    /// The content number of the heaps that it stands for; its ports are external vertices, the source of the edge being the first.
    pub content: u32,
    /// How many ports it has.
    pub ports: u32,
    /// The names of the boxes inside of it.
    pub boxes: Vec<String>,
    /// How many states have it in their heaps.
    pub states: u32,
    /// Whether the task gives it.
    pub given: bool,
    /// Whether it occurs in a state, perhaps inside of another box.
    pub used: bool,
    /// Its definition in separation logic, with those of the predicates that only it uses; absent if the notation cannot say it.
    pub definition: Option<String>,
    /// Why the notation cannot say it.
    pub unsaid: Option<Message>,
}

/// Boxes as definitions, which can be given to a task as they are.
pub fn boxes_text(boxes: &[BoxView]) -> String {
    let mut out = String::new();
    for BoxView { name, given, used, states, definition, unsaid, .. } in boxes {
        let origin = if *given { msg!("given") } else { msg!("learned") };
        let uses = match (used, states) {
            (false, _) => msg!("never used"),
            (true, 0) => msg!("in other boxes only"),
            (true, 1) => msg!("in 1 state"),
            (true, states) => msg!("in {states} states"),
        };
        let _ = writeln!(out, "// {name}: {origin}, {uses}");
        match (definition, unsaid) {
            (Some(definition), _) => _ = writeln!(out, "{definition}\n"),
            (None, why) => {
                let why = why.clone().unwrap_or_default();
                _ = writeln!(out, "// {}\n", msg!("It has no definition: {why}."))
            }
        }
    }
    out
}
