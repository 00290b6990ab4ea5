//! The semantics of programs; each is a [`RecursiveSystem`](crate::rsm::RecursiveSystem).

#[cfg(any(feature = "forest-automata", feature = "graph-grammars"))]
mod arithmetic;
pub mod concrete;
#[cfg(any(feature = "forest-automata", feature = "graph-grammars"))]
mod fault;
#[cfg(feature = "forest-automata")]
pub mod forest;
#[cfg(feature = "graph-grammars")]
pub mod heap_program;
#[cfg(any(feature = "forest-automata", feature = "graph-grammars"))]
mod inputs;
#[cfg(feature = "boolean-programs")]
pub mod symbolic;
#[cfg(feature = "boolean-programs")]
pub mod valuation;

#[cfg(any(feature = "forest-automata", feature = "graph-grammars"))]
pub use fault::Fault;
#[cfg(any(feature = "forest-automata", feature = "graph-grammars"))]
pub use inputs::bind_parameters;
