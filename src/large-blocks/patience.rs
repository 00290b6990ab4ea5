//! Searches that may only do so much.

use std::ops::ControlFlow;

use base::{Growth, Observer, Progress, Stop};

/// An observer that ends a search after some work. It knows no clock, so that the search always ends at the same point.
pub(super) struct Patience<'o> {
    /// How many more steps there may be: questions to the solver, regions, obligations.
    left: u64,
    observer: &'o mut dyn Observer,
}

impl<'o> Patience<'o> {
    /// The solver asks again after a thousand decisions, which take as long as hundreds of short questions.
    const SOLVER: u64 = 100;

    /// More than any search takes.
    pub(super) const ENDLESS: u64 = u64::MAX;

    pub(super) fn new(steps: u64, observer: &'o mut dyn Observer) -> Self {
        Self { left: steps, observer }
    }
}

impl Observer for Patience<'_> {
    fn progress(&mut self, progress: Progress) -> ControlFlow<Stop> {
        self.observer.progress(progress)?;
        let is_within_a_question = progress.states == 0 && progress.frontier > 0;
        match self.left.checked_sub(if is_within_a_question { Self::SOLVER } else { 1 }) {
            None => ControlFlow::Break(Stop::Cancelled),
            Some(left) => {
                self.left = left;
                ControlFlow::Continue(())
            }
        }
    }

    fn wants_growth(&mut self) -> bool {
        self.observer.wants_growth()
    }

    fn growth(&mut self, growth: Growth) {
        self.observer.growth(growth);
    }

    fn now(&mut self) -> f64 {
        self.observer.now()
    }
}
