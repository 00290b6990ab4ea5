//! Boolean programs, state by state: an [extended recursive state machine](crate::program::guarded) as a recursive system
//! over packed valuations (Alur, Chaudhuri, Etessami, Madhusudan, TACAS 2005, sections 2 and 3).
//!
//! A state is a place with values of the variables in scope. A variable that nobody has decided is *open*: it stands for
//! all of its values at once, which is exact as long as nothing reads it. Where something does (an edge of the place, a
//! proposition, an invariant) the state is *unresolved*: no state of a run, but a set of such, and its successors are
//! the same with one more variable decided, a few values at a time. So a program with uninitialised integers of 32 bits has
//! small state spaces where they do not matter, and a search sees the first values without listing all.
//!
//! Variables that are not live are open, too, so that states that differ in nothing that matters are one.

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
