//! Limits of a search, why it ended early, and who watches it.

use std::ops::ControlFlow;

use serde::{Deserialize, Serialize};

/// Why a search ended before it was done. Never an error: the verdict becomes `unknown` with this reason.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase", tag = "kind", content = "detail")]
pub enum Stop {
    /// More states than allowed.
    States(u32),
    /// A heap with more vertices than allowed.
    HeapVertices(u32),
    /// More seconds than allowed.
    Seconds(u32),
    /// More megabytes than allowed.
    Megabytes(u32),
    /// The user asked for it.
    Cancelled,
    /// The engine cannot decide this input; the text says what and why.
    Incomplete(String),
}

impl std::fmt::Display for Stop {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Stop::States(n) => write!(f, "the budget of {n} states is used up"),
            Stop::HeapVertices(n) => write!(f, "a heap has more than {n} vertices"),
            Stop::Seconds(n) => write!(f, "the budget of {n} seconds is used up"),
            Stop::Megabytes(n) => write!(f, "the budget of {n} MB is used up"),
            Stop::Cancelled => f.write_str("stopped by the user"),
            Stop::Incomplete(why) => f.write_str(why),
        }
    }
}

/// What a search may use. Seconds and bytes are judged by the [`Observer`], which alone knows a clock.
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

/// What the engine is doing.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub enum Phase {
    /// Reading the task.
    Reading,
    /// Generating marked heaps.
    Marking,
    /// Exploring the program.
    Exploring,
    /// Checking a formula.
    Checking,
    /// Looking for a concrete run on which a property fails.
    Replaying,
    /// Drawing.
    Drawing,
}

/// How far a search has come.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct Progress {
    /// What is being done.
    pub phase: Phase,
    /// States found.
    pub states: u32,
    /// States found and not yet expanded.
    pub frontier: u32,
}

/// What was found since the last time, in columns. States are numbered in the order in which they are found, and so the
/// first ones here follow the last ones of the time before.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Growth {
    /// Provisional places of the new states, which they keep as long as the search goes on.
    pub positions: Vec<[f32; 2]>,
    /// What is special about them, with the numbers of the kinds in drawn state spaces.
    pub kinds: Vec<u8>,
    /// Their components.
    pub components: Vec<u32>,
    /// Their source lines.
    pub lines: Vec<u32>,
    /// Source and target of the new edges; calls are among them.
    pub edges: Vec<[u32; 2]>,
}

/// Watches a run: hears of its progress, knows the time, and may end it.
pub trait Observer {
    /// Called before every step that may take long, such as that of a state; it should be quick itself. `Break` ends the
    /// search with that reason.
    fn progress(&mut self, progress: Progress) -> ControlFlow<Stop>;

    /// [`Observer::progress`] for those who pass the reason on as an error.
    ///
    /// # Errors
    /// If the search is to end.
    fn ask(&mut self, progress: Progress) -> Result<(), Stop> {
        match self.progress(progress) {
            ControlFlow::Continue(()) => Ok(()),
            ControlFlow::Break(stop) => Err(stop),
        }
    }

    /// Whether what was found is to be shown now. Asked every few hundred steps; nothing is prepared for those who never
    /// want it.
    fn wants_growth(&mut self) -> bool {
        false
    }

    /// Shows what was found since the last time.
    fn growth(&mut self, growth: Growth) {
        let _ = growth;
    }

    /// Milliseconds since some fixed moment; 0 where no clock is at hand.
    fn now(&mut self) -> f64 {
        0.0
    }

    /// Milliseconds since `start`, never negative: clocks may be set back.
    fn since(&mut self, start: f64) -> f64 {
        (self.now() - start).max(0.0)
    }
}

/// An observer that lets everything go on and knows no time: for tests and small tasks.
pub struct Silent;

impl Observer for Silent {
    fn progress(&mut self, _: Progress) -> ControlFlow<Stop> {
        ControlFlow::Continue(())
    }
}

/// An observer that several searches share, one inside the other: it asks a function and knows no time.
#[derive(Clone, Copy)]
pub struct Shared<'a>(pub &'a dyn Fn(Progress) -> ControlFlow<Stop>);

impl Observer for Shared<'_> {
    fn progress(&mut self, progress: Progress) -> ControlFlow<Stop> {
        (self.0)(progress)
    }
}

/// An observer that lets work go on for so many questions: it knows no clock, so that what it ends can be repeated.
#[derive(Clone, Copy, Debug)]
pub struct Patience(pub u32);

impl Observer for Patience {
    fn progress(&mut self, _: Progress) -> ControlFlow<Stop> {
        match self.0.checked_sub(1) {
            None => ControlFlow::Break(Stop::Cancelled),
            Some(left) => {
                self.0 = left;
                ControlFlow::Continue(())
            }
        }
    }
}
