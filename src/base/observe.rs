//! Who watches a search.

use std::ops::ControlFlow;

use serde::{Deserialize, Serialize};

use super::budget::Stop;

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
    /// The states from which the new states were found first; `None` for initial ones.
    pub parents: Vec<Option<u32>>,
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
