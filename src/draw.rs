//! Pictures as shapes: what is folded, where things are placed, what changed, and how it is all drawn.
//!
//! Functions of the data in [`report`](crate::report); what writes shapes into files is [`export`](crate::export).

pub mod call_graph_drawing;
pub mod component_drawing;
pub mod components;
pub mod folding;
pub mod growing;
pub mod heap_diff;
pub mod heap_drawing;
pub mod layout;
pub(crate) mod marked_heap;
pub mod proof_drawing;
pub mod scene;
pub mod state_drawing;
pub mod valuation_drawing;
