//! Programs as control-flow automata: what every front end lowers to and every semantics reads.
//!
//! Nothing here knows a surface language or how states are represented.

pub mod cfa;
pub mod guarded;
pub mod objects;
