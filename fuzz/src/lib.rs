//! What the fuzzers share.

pub mod bodies;
pub mod mutators;
