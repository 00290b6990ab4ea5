//! The limit on the work of operations that may take exponential time.

use base::{Observer, Phase, Progress, Resource, Stop};

/// Number of steps between calls of the observer.
const STRIDE: u64 = 1 << 12;

/// Counts the steps of operations up to a limit, and asks an observer now and then. Several operations may share one.
pub struct Work<'o> {
    steps: u64,
    limit: u64,
    ask_at: u64,
    progress: Progress,
    observer: &'o mut dyn Observer,
}

impl<'o> Work<'o> {
    /// Allows so many steps. A step is about the work for one rule.
    pub fn new(limit: u64, observer: &'o mut dyn Observer) -> Self {
        let progress = Progress { phase: Phase::Exploring, states: 0, frontier: 0 };
        Self { steps: 0, limit, ask_at: STRIDE, progress, observer }
    }

    /// Sets what the observer hears: how far the search has come to which these operations belong.
    #[must_use]
    pub fn reporting(mut self, progress: Progress) -> Self {
        self.progress = progress;
        self
    }

    /// The number of steps so far.
    pub fn steps(&self) -> u64 {
        self.steps
    }

    /// Counts steps.
    ///
    /// # Errors
    /// If the limit is exceeded, or the observer ends the operation.
    pub(super) fn count(&mut self, steps: usize) -> Result<(), Stop> {
        self.steps = self.steps.saturating_add(steps as u64);
        if self.steps > self.limit {
            return Err(Stop::Budget(Resource::AutomatonSteps, self.limit));
        }
        if self.steps < self.ask_at {
            return Ok(());
        }
        self.ask_at = self.steps.saturating_add(STRIDE);
        self.observer.ask(self.progress)
    }
}
