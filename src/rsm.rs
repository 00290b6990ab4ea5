//! Recursive systems and the searches on them.
//!
//! Everything that the engine explores is a [`RecursiveSystem`]; everything that explores is here:
//! [`explore`] finds all reachable states with summaries of calls, [`find_fair_cycle`] finds an infinite run that visits
//! each of several acceptance sets infinitely often. Both generate a [`Rsm`], a recursive state machine.

mod acceptance;
mod cover;
mod fair;
mod lasso;
mod machine;
mod path;
mod reach;
mod run;
#[cfg(test)]
mod tests;

use std::hash::Hash;

use crate::base::Stop;

pub use acceptance::{AcceptanceMarkId, AcceptanceMarks, FairEdge};
pub use cover::{CoveredEntry, CoveredState, Covering, CoveringSystem};
pub use fair::{FairSearch, FairSystem, SearchHistory, find_fair_cycle};
pub use lasso::{Lasso, LassoEdge};
pub use machine::{Component, ComponentId, Edge, EdgeKind, Node, NodeId, Rsm};
pub use path::{Path, Visit};
pub use reach::{Order, explore};

/// What a state does next. The states meant are those that [`RecursiveSystem::step`] lists.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Step {
    /// Goes on inside its component, to each of the states. None: the run cannot go on (an infeasible state).
    Internal,
    /// Calls: each of the states is an entry state of a callee. The run comes back through [`RecursiveSystem::resume`].
    Call,
    /// Leaves its component: this is one of its exit states.
    Exit,
    /// Stays here for ever, with its call stack: an error state.
    Fault,
}

/// A system of components that call each other; the semantics is that of recursive state machines
/// (Alur, Benedikt, Etessami, Godefroid, Reps, Yannakakis, TOPLAS 2005, section 2).
///
/// Laws: the methods are functions of their arguments, append to the list given, and list states in an order that
/// depends on nothing else. A state listed twice counts once.
pub trait RecursiveSystem {
    /// A state of one component; a small handle.
    type State: Clone + Eq + Hash;

    /// The entry states of the entry component.
    fn entry(&mut self, states: &mut Vec<Self::State>) -> Result<(), Stop>;

    /// What `state` does next, and the states meant.
    fn step(&mut self, state: &Self::State, states: &mut Vec<Self::State>) -> Result<Step, Stop>;

    /// The states where a call from `call` to the callee entered at `entry` continues when the callee leaves at `exit`. To be
    /// overridden by systems with calls.
    fn resume(
        &mut self,
        call: &Self::State,
        entry: &Self::State,
        exit: &Self::State,
        states: &mut Vec<Self::State>,
    ) -> Result<(), Stop> {
        let _ = (call, entry, exit, states);
        Ok(())
    }

    /// The states of the entry component in which a run goes on that leaves it at `exit`. None unless this is
    /// overridden: the run ends.
    fn end(&mut self, exit: &Self::State, states: &mut Vec<Self::State>) -> Result<(), Stop> {
        let _ = (exit, states);
        Ok(())
    }
}
