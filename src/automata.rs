//! Nondeterministic tree automata: languages of finite trees over ranked symbols.
//!
//! The definitions are those of the paper on forest automata (section 2). Automata are read from the root of a tree downwards, and each
//! operation is a file.

mod automaton;

pub use automaton::{Rule, StateId, Symbol, TreeAutomaton};
