#![doc = include_str!("README.md")]

pub use base;

pub mod grammar;
pub mod heap;
pub mod separation;
