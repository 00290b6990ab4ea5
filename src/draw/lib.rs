//! Pictures as shapes: folding, layout, comparison, and the shapes themselves.
//!
//! Functions of the data in [`report`]; [`export`] writes shapes to files.

pub mod call_graph_drawing;
pub(crate) mod collection_drawing;
pub mod collections;
pub mod component_drawing;
pub mod components;
pub mod export;
pub mod folding;
pub mod growing;
pub mod heap_diff;
pub mod heap_drawing;
pub mod layout;
pub(crate) mod marked_heap;
pub mod monitor_drawing;
pub mod proof_drawing;
pub mod reduction_drawing;
pub mod round_drawing;
pub mod run_layout;
pub mod scene;
pub mod state_drawing;
pub mod valuation_drawing;
