//! Front ends: from a surface language to the control-flow automata of [`program`](crate::program).

pub mod boolean;
pub mod c;
mod graph;
pub mod java;
mod statics;
