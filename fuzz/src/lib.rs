//! The shared code of the fuzzers.

pub mod bodies;
pub mod mutators;
