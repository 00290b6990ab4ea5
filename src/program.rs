//! Programs as control-flow automata: the target of every front end, and the input of every
//! semantics.
//!
//! Independent of surface languages and of the representation of states.

#[cfg(feature = "large-blocks")]
pub mod blocks;
pub mod cfa;
pub mod guarded;
pub mod objects;
