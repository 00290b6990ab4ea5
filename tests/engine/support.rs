//! What several modules of tests share.

pub mod buchi;
pub mod counter;
pub mod folder;
pub mod jdk;
pub mod lasso;
pub mod ltl;
pub mod mutate;
pub mod program;
pub mod saturation;
pub mod tasks;
