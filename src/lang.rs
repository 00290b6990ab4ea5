//! Front ends: from a surface language to the control-flow automata of [`program`](crate::program).

pub mod boolean;
pub mod java;
