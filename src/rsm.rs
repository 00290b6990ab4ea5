//! Recursive systems and the searches on them.
//!
//! Everything that the engine explores is a [`RecursiveSystem`]; everything that explores is here.

use std::hash::Hash;

use crate::base::Stop;

/// What a state does next.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Step<S> {
    /// Goes on inside its component, to each of these states. Empty: the run cannot go on (an infeasible state).
    Internal(Vec<S>),
    /// Calls: each of these is an entry state of a callee. The run comes back through [`RecursiveSystem::resume`].
    Call(Vec<S>),
    /// Leaves its component: this is one of its exit states. In the entry component the run ends here.
    Exit,
    /// Stays here for ever, with its call stack: an error state.
    Fault,
}

/// A system of components that call each other; the semantics is that of recursive state machines
/// (Alur, Benedikt, Etessami, Godefroid, Reps, Yannakakis, TOPLAS 2005, section 2).
///
/// Laws: both methods are functions of their arguments, and list states in an order that depends on nothing else.
pub trait RecursiveSystem {
    /// A state of one component; a small handle.
    type State: Clone + Eq + Hash;

    /// The entry states of the entry component.
    fn entry(&mut self) -> Result<Vec<Self::State>, Stop>;

    /// What `state` does next.
    fn step(&mut self, state: &Self::State) -> Result<Step<Self::State>, Stop>;

    /// The states where a call from `call` to the callee entered at `entry` continues when the callee leaves at `exit`.
    fn resume(&mut self, call: &Self::State, entry: &Self::State, exit: &Self::State)
    -> Result<Vec<Self::State>, Stop>;
}

mod explore;
pub use explore::*;
