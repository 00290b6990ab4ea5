//! Automata as text, in the format of Timbuk [Genet, Viet Triem Tong: Timbuk, a tree automata library].
//!
//! ```text
//! Ops nil:0 node:1
//! Automaton lists
//! States q
//! Final States q
//! Transitions
//! nil -> q
//! node(q) -> q
//! ```
//!
//! A name is any text without white space, parentheses, commas, colons, quotes, and `->`; other names, and the words of the format, are
//! written in double quotes, as in JSON. States may have a rank, which is 0: `q:0`.

mod lex;
mod print;
mod read;

use super::automaton::{StateId, Symbol, TreeAutomaton};
use base::IndexVec;

pub use read::read_timbuk;

/// A symbol of an alphabet.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TimbukSymbol {
    /// Its name, different from those of the other symbols.
    pub name: String,
    /// The number of children.
    pub rank: usize,
}

/// An automaton with all that its text has: names and accepting states.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Timbuk {
    /// The name of the automaton.
    pub name: String,
    /// The alphabet.
    pub symbols: IndexVec<Symbol, TimbukSymbol>,
    /// The names of the states, all different.
    pub states: IndexVec<StateId, String>,
    /// The states and rules.
    pub automaton: TreeAutomaton,
    /// The final states.
    pub accepting: Vec<StateId>,
}

/// The words of the format. A state or symbol with such a name is written in quotes.
const WORDS: [&str; 5] = ["Ops", "Automaton", "States", "Final", "Transitions"];
