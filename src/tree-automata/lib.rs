#![doc = include_str!("README.md")]
//!
//! Each operation is a file.

mod automaton;
mod bisimulation;
mod canonical;
mod determinise;
pub mod forest;
mod inclusion;
mod intersection;
mod membership;
mod reduction;
mod simulation;
mod timbuk;
mod tree;
mod trim;
mod union;
mod upward;
mod witness;
mod work;

pub use automaton::{Rule, StateId, Symbol, TreeAutomaton};
pub use base;
pub use determinise::Subsets;
pub use inclusion::Inclusion;
pub use simulation::StateRelation;
pub use timbuk::{Timbuk, TimbukSymbol, read_timbuk};
pub use tree::{Tree, TreeId, TreeStore};
pub use witness::TreesBySize;
pub use work::Work;
