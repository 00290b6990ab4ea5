//! The semantics of programs; each is a [`RecursiveSystem`](crate::rsm::RecursiveSystem).

pub mod concrete;
#[cfg(feature = "graph-grammars")]
pub mod heap_program;
#[cfg(feature = "boolean-programs")]
pub mod symbolic;
#[cfg(feature = "boolean-programs")]
pub mod valuation;
