//! What leaves the engine: the report with verdicts, runs and statistics, and the pictures.
//!
//! All types serialise to JSON in camel case; the TypeScript types of the page are generated from them.

pub mod call_graph_drawing;
pub mod component_drawing;
pub mod components;
pub mod contracts;
pub mod dot;
pub mod evidence;
pub mod folding;
pub mod growing;
pub mod heap_diff;
pub mod heap_drawing;
pub mod junit;
pub mod layout;
mod look;
mod marked_heap;
pub mod picture;
pub mod proof;
pub mod report;
pub mod scene;
pub mod state_drawing;
pub mod svg;
pub mod tikz;
pub mod valuation;
pub mod view;
