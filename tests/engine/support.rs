//! The shared code of several test modules.

pub mod buchi;
pub mod cases;
pub mod counter;
pub mod folder;
pub mod gcc;
pub mod jdk;
pub mod lasso;
pub mod ltl;
pub mod mutate;
pub mod own;
pub mod program;
pub mod saturation;
pub mod tasks;
