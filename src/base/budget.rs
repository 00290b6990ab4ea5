//! What a search may use, and why it ended early.

use serde::{Deserialize, Serialize};

use crate::message::Message;
use crate::msg;

/// What a budget limits.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub enum Resource {
    /// States over all components.
    States,
    /// Vertices of one state.
    Vertices,
    /// Nodes of decision diagrams at one time.
    DiagramNodes,
    /// Steps of operations on decision diagrams.
    DiagramSteps,
    /// Steps of operations on tree automata.
    AutomatonSteps,
    /// Questions to solvers.
    Queries,
    /// Blocks in a row.
    Blocks,
    /// Clauses in a SAT solver.
    Clauses,
    /// Conflicts in searches of SAT solvers.
    Conflicts,
    /// Seconds of a run.
    Seconds,
    /// Megabytes of memory.
    Megabytes,
}

/// Why a search ended before it was done. Never an error: the verdict becomes `unknown` with this reason.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Stop {
    /// A budget is used up: this much of the resource was allowed.
    Budget(Resource, u64),
    /// The user asked for it.
    Cancelled,
    /// The engine cannot decide this input; the text says what and why.
    Incomplete(Message),
}

impl Stop {
    /// Whether nothing else is worth trying either: the run as a whole is over.
    pub fn ends_the_run(&self) -> bool {
        matches!(self, Stop::Cancelled | Stop::Budget(Resource::Seconds | Resource::Megabytes, _))
    }

    /// The reason in words.
    pub fn message(&self) -> Message {
        match self {
            Stop::Budget(Resource::States, n) => msg!("the budget of {n} states is used up"),
            Stop::Budget(Resource::Vertices, n) => msg!("a state has more than {n} vertices"),
            Stop::Budget(Resource::DiagramNodes, n) => msg!("the budget of {n} BDD nodes is used up"),
            Stop::Budget(Resource::DiagramSteps, n) => msg!("{n} steps on decision diagrams were not enough"),
            Stop::Budget(Resource::AutomatonSteps, n) => msg!("{n} steps on tree automata were not enough"),
            Stop::Budget(Resource::Queries, n) => msg!("{n} questions to the solver were not enough"),
            Stop::Budget(Resource::Blocks, n) => msg!("runs of more than {n} blocks were not looked at"),
            Stop::Budget(Resource::Clauses, n) => msg!("the budget of {n} clauses is used up"),
            Stop::Budget(Resource::Conflicts, n) => msg!("{n} conflicts of the SAT solver were not enough"),
            Stop::Budget(Resource::Seconds, n) => msg!("the budget of {n} seconds is used up"),
            Stop::Budget(Resource::Megabytes, n) => msg!("the budget of {n} MB is used up"),
            Stop::Cancelled => msg!("stopped by the user"),
            Stop::Incomplete(why) => why.clone(),
        }
    }
}

impl std::fmt::Display for Stop {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.message().fmt(f)
    }
}

impl crate::message::Words for Stop {}

/// What a search may use. Seconds and bytes are judged by the [`Observer`](super::Observer), which alone knows a clock.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Limits {
    /// States over all components (of the program, and again of a product with a formula).
    pub states: u32,
    /// Vertices of one heap.
    pub heap_vertices: u32,
}

impl Default for Limits {
    fn default() -> Self {
        Self { states: 1_000_000, heap_vertices: 500 }
    }
}
