//! Nondeterministic tree automata: languages of finite trees over ranked symbols.
//!
//! The definitions are those of the paper on forest automata (section 2). Automata are read from the root of a tree downwards, and each
//! operation is a file. The language of a set of states, such as the *roots* that many operations take, is the union of their languages.
//!
//! ```
//! use hrglass::automata::{Inclusion, Work, read_timbuk};
//! use hrglass::base::{FileId, Silent};
//!
//! let text = "Ops nil:0 node:1
//!     Automaton lists
//!     States any even odd
//!     Final States any even
//!     Transitions
//!     nil -> any   node(any) -> any
//!     nil -> even  node(odd) -> even  node(even) -> odd";
//! let (lists, diagnostics) = read_timbuk(text, FileId(0));
//! assert!(diagnostics.is_empty());
//! let lists = lists.expect("it is right");
//! let [any, even] = lists.accepting[..] else { unreachable!() };
//!
//! let silent = &mut Silent;
//! let work = &mut Work::new(1000, silent);
//! assert_eq!(lists.automaton.inclusion(&[even], &lists.automaton, &[any], work)?, Inclusion::Holds);
//! let Inclusion::Fails { witness, .. } = lists.automaton.inclusion(&[any], &lists.automaton, &[even], work)? else { unreachable!() };
//! assert_eq!(lists.print_tree(&witness).as_deref(), Some("node(nil)"));
//! # Ok::<(), hrglass::Stop>(())
//! ```

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
pub use determinise::Subsets;
pub use inclusion::Inclusion;
pub use simulation::StateRelation;
pub use timbuk::{Timbuk, TimbukSymbol, read_timbuk};
pub use tree::{Tree, TreeId, TreeStore};
pub use witness::TreesBySize;
pub use work::Work;
