//! Tasks made of the files that a user brings: which structures a program has, and what can be chosen for it.

pub mod edit;
pub mod editor;
pub mod structures;
