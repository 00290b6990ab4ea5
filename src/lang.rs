//! Front ends: from a surface language to the control-flow automata of [`program`](crate::program).

pub mod boolean;
pub mod c;
pub(crate) mod graph;
pub mod java;
mod statics;
