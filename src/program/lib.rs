//! Programs as control-flow automata: the target of every front end, and the input of every
//! semantics.
//!
//! Independent of surface languages and of the representation of states.

pub mod arithmetic;
pub mod cfa;
pub mod fault;
pub mod graph;
pub mod guarded;
pub mod objects;
pub mod statics;

pub use fault::Fault;
