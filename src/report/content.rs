//! What is in a state.

use serde::{Deserialize, Serialize};

use super::heap::HeapView;
use super::valuation::ValuationView;

/// What the states of a state space contain.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub enum ContentKind {
    /// Heaps.
    #[default]
    Heaps,
    /// Values of the variables.
    Valuations,
}

/// What is in a state, besides its place in the program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum StateContent {
    /// A heap.
    Heap(HeapView),
    /// The values of the variables.
    Valuation(ValuationView),
}
