//! Heaps as data: what pictures of heaps are drawn from.

use serde::{Deserialize, Serialize};

/// What a vertex stands for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
#[cfg_attr(test, derive(schemars::JsonSchema))]
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
#[cfg_attr(test, derive(schemars::JsonSchema))]
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
}

/// A selector edge.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
#[cfg_attr(test, derive(schemars::JsonSchema))]
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
#[cfg_attr(test, derive(schemars::JsonSchema))]
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
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct HeapView {
    /// Vertices in canonical order.
    pub vertices: Vec<VertexView>,
    /// Selector edges.
    pub selectors: Vec<SelectorView>,
    /// Nonterminal edges.
    pub nonterminals: Vec<NonterminalView>,
}

/// A heap that a rule gives at a nonterminal edge of another.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
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

/// A box that was learned: a set of heaps that stand for an edge in others.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
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
}
