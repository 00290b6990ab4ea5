//! What leaves the engine: the report with verdicts, runs and statistics, and the pictures.
//!
//! All types serialise to JSON in camel case; the TypeScript types of the page are generated from them.

pub mod dot;
pub mod report;
pub mod view;
