//! Large blocks: rules, direct construction, and every engine on them.

mod abstraction;
mod blocks;
mod brute_force;
mod engines;
mod examples;
mod expressions;
mod generate;
mod locks;
mod oracle;
mod recursion;
pub mod references;
mod temporal;
