//! Operations on tree automata, compared with their definitions on all small automata and on random ones.
//!
//! The oracle has automata and trees of its own, and knows of a set of trees only what the definition of runs says.

mod definitions;
mod generate;
mod inclusion;
mod limits;
mod naive;
mod relations;
mod small;
mod timbuk;
