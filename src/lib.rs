//! **hrglass**: verification of programs with pointers and recursion that a person can see.
//!
//! A [task](task) comes in, becomes a [`program`], is explored by a [`semantics`] into a
//! [recursive system](rsm), is [checked](check), and leaves as an [`outcome`] that the page draws.
#![forbid(unsafe_code)]
#![warn(missing_docs)]

pub mod base;
pub mod logic;
pub mod outcome;
pub mod program;
pub mod rsm;
pub mod tableau;
