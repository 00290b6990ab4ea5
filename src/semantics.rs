//! What programs do: each semantics is a [`RecursiveSystem`](crate::rsm::RecursiveSystem).

pub mod concrete;
pub mod heap_program;
pub mod symbolic;
pub mod valuation;
