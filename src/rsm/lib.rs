#![doc = include_str!("README.md")]

mod acceptance;
mod cover;
mod fair;
mod lasso;
mod machine;
mod numbers;
mod path;
mod ranking;
mod reach;
mod run;
mod sizes;
#[cfg(test)]
mod tests;

use std::hash::Hash;

pub use base;
use base::Stop;

pub use acceptance::{AcceptanceMarkId, AcceptanceMarks, FairEdge};
pub use cover::{CoveredEntry, CoveredState, Covering, CoveringSystem};
pub use fair::{FairSearch, FairSystem, RankedComponent, SearchHistory, find_fair_cycle};
pub use lasso::{Lasso, LassoEdge};
pub use machine::{Component, ComponentId, Edge, EdgeKind, Node, NodeId, Rsm};
pub use numbers::{Arithmetic, Difference, Ranges, Term};
pub use path::{Path, Visit};
pub use ranking::{Measure, Quantity, Rank, Ranking, SizedEdge, SizedGraph};
pub use reach::{Order, explore};
pub use sizes::{Flow, PartSet, Parts, SizeContracts, SizedNodes, SizedRsm, Sizes, SizesOf, Transition};

/// The kind of transitions that leave a state. The successors are the states that [`RecursiveSystem::step`] lists.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Step {
    /// A step inside the component, to each of the successors. Without successors the run cannot continue (an
    /// infeasible state).
    Internal,
    /// A call: each successor is an entry state of a callee. The run returns through [`RecursiveSystem::resume`].
    Call,
    /// The state is an exit of its component.
    Exit,
    /// An error state: the run stays here for ever, with its call stack.
    Fault,
}

/// A system of components that call each other; the semantics is that of recursive state machines
/// (Alur, Benedikt, Etessami, Godefroid, Reps, Yannakakis, TOPLAS 2005, section 2).
///
/// Laws: the methods append to the given list; the states and their order depend only on the other arguments. A
/// state listed twice counts once.
pub trait RecursiveSystem {
    /// A state of one component; a small handle.
    type State: Clone + Eq + Hash;

    /// The entry states of the entry component.
    fn entry(&mut self, states: &mut Vec<Self::State>) -> Result<(), Stop>;

    /// The kind of `state`, and its successors.
    fn step(&mut self, state: &Self::State, states: &mut Vec<Self::State>) -> Result<Step, Stop>;

    /// The states in which a call from `call` to the callee entered at `entry` continues when the callee returns at
    /// `exit`. Systems with calls must override it.
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

    /// The states of the entry component in which a run continues after leaving it at `exit`. By default there are
    /// none: the run ends.
    fn end(&mut self, exit: &Self::State, states: &mut Vec<Self::State>) -> Result<(), Stop> {
        let _ = (exit, states);
        Ok(())
    }

    /// With [`Order::Ranked`], states with smaller ranks are expanded first.
    fn rank(&self, state: &Self::State) -> u64 {
        let _ = state;
        0
    }
}
