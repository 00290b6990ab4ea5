//! Figures of explorations and checks. What was not counted is absent.

use serde::{Deserialize, Serialize};

/// Figures of the exploration of the program, shared by all properties.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct ExplorationStatistics {
    /// States of the entry procedure.
    pub states_main: u32,
    /// States of all procedures, each counted once for each precondition of its procedure.
    pub states_total: u32,
    /// Transitions of all procedures.
    pub transitions_total: u32,
    /// Final states of the entry procedure.
    pub states_final: u32,
    /// Procedure contracts: pairs of procedure and precondition.
    pub contracts: u32,
    /// Figures of the heaps in the states; absent where states have none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub heaps: Option<HeapStatistics>,
    /// Of a program in large blocks its sizes before and after; absent for others. Its locations are shown as states.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub blocks: Option<BlockSizes>,
    /// Whether there are more states, which were not looked at.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub partial: bool,
    /// Milliseconds for reading and checking the task; absent without times.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub read_ms: Option<f64>,
    /// Milliseconds for marking, refinement and exploration; absent without times.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub generate_ms: Option<f64>,
}

/// Figures of the heaps in the states of a state space.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct HeapStatistics {
    /// Different heaps.
    pub different: u32,
    /// Vertices of the largest heap: objects, null and tracked constants.
    pub peak_vertices: u32,
}

/// The sizes of a program in large blocks.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct BlockSizes {
    /// Locations of the control-flow automaton, callees copied in.
    pub locations: u32,
    /// Its edges.
    pub edges: u32,
    /// Places between blocks: the entry, the ends, and the heads of loops.
    pub heads: u32,
    /// Blocks.
    pub blocks: u32,
}

/// Figures of searches on a program in large blocks.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct BlockSearchStatistics {
    /// The program for this property.
    pub sizes: BlockSizes,
    /// All runs of at most so many blocks were looked at at once.
    pub bound: u32,
    /// Questions to the solver on the way to a proof.
    pub queries: u32,
    /// How often predicates were added because no run takes a path that the abstraction allows.
    pub refinements: u32,
    /// Up to how many blocks clauses of the proof were sought.
    pub level: u32,
}

/// Figures of the check of one property.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct PropertyStatistics {
    /// States of the entry procedure; absent if they were not counted apart.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub states_main: Option<u32>,
    /// States of all procedures.
    pub states_total: u32,
    /// Whether there are more states than that, which is the greatest number that is counted.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub saturated: bool,
    /// Figures of the proof structure of a formula; absent if none was built.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub proof: Option<ProofStatistics>,
    /// Figures of the product of the program with a monitor, state by state; absent if none was built.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub product: Option<ProductStatistics>,
    /// Nodes of binary decision diagrams at one time, at most; absent if none were used.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub nodes: Option<u32>,
    /// Figures of searches in large blocks; absent if there were none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub blocks: Option<BlockSearchStatistics>,
    /// Milliseconds for marking, refinement and what the strategy generates before it checks; absent without times.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub generate_ms: Option<f64>,
    /// Milliseconds for the check and what is generated meanwhile; absent without times.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub check_ms: Option<f64>,
    /// Milliseconds to find out whether a failing run can be executed: replay, and where that finds nothing the refinement of
    /// the abstraction along it with another check; absent without a failing run, and without times.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub confirm_ms: Option<f64>,
}

/// Figures of a proof structure.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct ProofStatistics {
    /// Assertions: pairs of state and formula set.
    pub assertions: u32,
    /// Edges between them.
    pub edges: u32,
    /// Model-checking contracts: pairs of an entry of a callee, in its context, with a formula set.
    pub contracts: u32,
    /// Calling contexts in which callees were looked at; absent where formulas do not depend on them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub contexts: Option<u32>,
}

/// Figures of the product of a program with a monitor.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct ProductStatistics {
    /// Pairs of a state of the program with one of the monitor.
    pub states: u32,
    /// Edges between them.
    pub edges: u32,
    /// Contracts of the product: pairs of a procedure and a pair in which it is entered, the entry procedure aside.
    pub contracts: u32,
    /// Calling contexts in which callees were looked at; absent where guards do not depend on them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub contexts: Option<u32>,
}
