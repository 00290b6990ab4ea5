//! **hrglass**: verification of programs with pointers and recursion that a person can see.
//!
//! A [`task`] comes in, becomes a [`program`], is explored by a [`semantics`] into a
//! [recursive system](rsm), is checked by an [`analysis`], and leaves as a [`report`] that the page draws.
#![forbid(unsafe_code)]
#![warn(missing_docs)]
#![allow(rustdoc::private_intra_doc_links)]

#[cfg(any(feature = "graph-grammars", feature = "boolean-programs"))]
pub mod analysis;
pub mod base;
#[cfg(feature = "boolean-programs")]
pub mod bdd;
#[cfg(feature = "cli")]
pub mod campaign;
#[cfg(feature = "cli")]
pub mod cli;
pub mod draw;
pub mod export;
pub mod gather;
pub mod grammar;
pub mod heap;
pub mod lang;
pub mod logic;
pub mod program;
pub mod report;
pub mod rsm;
pub mod semantics;
#[cfg(any(feature = "graph-grammars", feature = "boolean-programs"))]
pub mod session;
pub mod tableau;
pub mod task;
#[cfg(feature = "wasm")]
pub mod wasm;
