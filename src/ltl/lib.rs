#![doc = include_str!("README.md")]

pub use {base, rsm};

pub mod logic;
pub mod tableau;
