//! State spaces as data: what pictures of them are drawn from.

use serde::{Deserialize, Serialize};

use super::content::ContentKind;

/// What is special about a state.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub enum StateKind {
    /// The run starts here.
    Initial,
    /// The entry procedure has ended.
    Final,
    /// Null was dereferenced.
    NullDereference,
    /// The entry procedure has ended with an exception.
    Exception,
    /// None of these.
    Inner,
    /// An assertion has failed.
    Failed,
}

/// What an edge of a state space is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub enum EdgeKind {
    /// One operation.
    Step,
    /// A whole call, seen from its caller.
    Summary,
    /// From a calling state to the entry of the callee.
    Call,
    /// From an exit of the callee to a state of the caller.
    Return,
    /// A final or stuck state stays where it is.
    Stutter,
}

/// A state.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct StateView {
    /// Content hash, as in runs.
    pub id: String,
    /// Number of its component (procedure with precondition); 0 is the entry procedure.
    pub component: u32,
    /// What is special about it.
    pub kind: StateKind,
    /// Location in the control-flow automaton of the procedure.
    pub location: u32,
    /// Name of the file.
    pub file: String,
    /// Line of the statement about to be executed.
    pub line: u32,
    /// First column of the statement, UTF-16, from 1.
    pub column: u32,
    /// Last line of the statement.
    pub end_line: u32,
    /// Column after the statement.
    pub end_column: u32,
    /// Number of what is in it, a heap or a valuation; isomorphic heaps have the same number.
    pub content: u32,
    /// Size of that: vertices of a heap, or variables of a valuation that have a value.
    pub size: u32,
    /// The propositions of the task that hold.
    pub labels: Vec<String>,
}

/// An edge.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct EdgeView {
    /// From this state …
    pub source: u32,
    /// … to this one.
    pub target: u32,
    /// What it is.
    pub kind: EdgeKind,
    /// The exit state of the callee by which a summary returns; absent on other edges, and if that state is not shown.
    pub exit: Option<u32>,
    /// The operation, printed.
    pub label: String,
}

/// A component of the state space: a procedure with one precondition.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct ComponentView {
    /// Qualified name of the procedure.
    pub procedure: String,
    /// Its entry states.
    pub entries: Vec<u32>,
    /// Its exit states.
    pub exits: Vec<u32>,
}

/// The head of a loop with what is in the states there.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct LoopHeadView {
    /// Qualified name of the procedure.
    pub procedure: String,
    /// Location in its control-flow automaton: the same in all analyses of a program.
    pub location: u32,
    /// Name of the file.
    pub file: String,
    /// Line of the loop.
    pub line: u32,
    /// The numbers of the contents, in order of discovery.
    pub contents: Vec<u32>,
}

/// The states of one kind in one component and source line.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct PlaceView {
    /// Number of the component.
    pub component: u32,
    /// Name of the file.
    pub file: String,
    /// The line.
    pub line: u32,
    /// What is special about them.
    pub kind: StateKind,
    /// The first one that is listed, if any is.
    pub first: Option<u32>,
    /// How many are not listed.
    pub unlisted: u32,
}

/// Edges from the states of a place to those of another one.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct PlaceEdge {
    /// The position of a place in [`RestView::places`].
    pub source: u32,
    /// Another one.
    pub target: u32,
    /// What the edges are.
    pub kind: EdgeKind,
}

/// What is known of the states that a [`StateSpaceView`] does not list: how many are where.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct RestView {
    /// The places of all states, in order of discovery.
    pub places: Vec<PlaceView>,
    /// The edges of states that are not listed, each once.
    pub edges: Vec<PlaceEdge>,
}

/// A state space.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct StateSpaceView {
    /// What is in its states.
    pub contents: ContentKind,
    /// The components; the entry procedure is the first.
    pub components: Vec<ComponentView>,
    /// The states, in order of discovery.
    pub states: Vec<StateView>,
    /// The edges, sorted by source.
    pub edges: Vec<EdgeView>,
    /// Of how many states it was not found out whether they have some shape, as that would take too long.
    #[serde(default, skip_serializing_if = "super::is_zero")]
    pub unlabelled: u32,
    /// The states that are not listed, if there are too many to list all.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rest: Option<RestView>,
}
