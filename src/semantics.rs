//! What programs do: each semantics is a [`RecursiveSystem`](crate::rsm::RecursiveSystem).

pub mod heap_program;
