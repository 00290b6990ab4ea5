//! Boolean programs, state by state: an [extended recursive state machine](program::guarded) as a recursive
//! system over packed valuations (Alur, Chaudhuri, Etessami, Madhusudan, TACAS 2005, sections 2 and 3).
//!
//! A state is a location with values of the variables in scope. A variable may be unassigned: it represents all of its
//! values at once, which is exact until something reads it (lazy nondeterminism). If an edge of the location, a
//! proposition or an invariant reads an unassigned variable, the state is *unresolved*: not a state of a run, but a set
//! of such states. Its successors are the same state with one more variable assigned, a few values at a time. So a
//! program with uninitialised 32-bit integers has a small state space if their values do not matter, and a search sees
//! the first values without enumerating all.
//!
//! Dead variables are unassigned, too, so that states with no relevant difference are equal.

mod evaluate;
mod execute;
mod layout;
mod liveness;
mod observed;
mod states;

pub use execute::Valuations;
pub use layout::PartialValue;
pub use observed::{Observation, Observed};
pub use states::{States, ValuationId};
