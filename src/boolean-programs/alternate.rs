//! The strategy that does both: state by state, and with sets of states in between.
//!
//! The explicit search goes on all the time. Whenever it has done several times as much as before, the symbolic one is
//! tried with as much work, counted in steps and not by the clock: so the outcome is the same on every machine, and whichever
//! of them is fast, the other one costs no more than a small multiple of it.

use std::ops::ControlFlow;

use super::judge::{Answer, PropertyCheck, SearchOutcome};
use crate::symbolic::SymbolicBudget;
use base::{Growth, Observer, Progress, Resource, Stop, msg};
use program::guarded::{Domain, ErsmVariable};
use report::remedy::Remedy;

/// The explicit search does so many steps before the symbolic one is tried first.
const FIRST: u64 = 5_000;

/// And then after so many times as many. As it starts anew each time, what it has done in vain is a third of the last time.
const GROWTH: u64 = 4;

/// Steps on diagrams take as long as one step from state to state.
const STEPS: u64 = 4;

/// Checks a property with both searches.
pub(super) fn alternate(check: &PropertyCheck<'_>, observer: &mut dyn Observer) -> Answer {
    let mut both = Both { check, observer, steps: 0, next: FIRST, found: Symbolic::Untried };
    let explicit = check.explicit(check.limits, &mut both);
    let Both { observer, mut found, .. } = both;
    let SearchOutcome::Stopped(stop) = &explicit.found else { return explicit };
    if !stop.ends_the_run() && matches!(found, Symbolic::Untried | Symbolic::Unfinished(_)) {
        found = Symbolic::attempt(check, u64::MAX, observer);
    }
    let other = match found {
        Symbolic::Answer(answer) => return *answer,
        Symbolic::Unfinished(stop) | Symbolic::Failed(stop) => Some(stop),
        Symbolic::Untried => None,
    };
    let (Some(other), false) = (other, *stop == Stop::Cancelled) else { return explicit };
    let why = msg!("state by state: {stop}; with sets of states: {other}");
    Answer { found: SearchOutcome::AllStopped(stop.clone(), why, fewer(check)), ..explicit }
}

/// What may help where both searches have ended without an answer: fewer values of the integer variable that has the most.
fn fewer(check: &PropertyCheck<'_>) -> Remedy {
    let values = |variable: &&ErsmVariable| variable.domain.high().abs_diff(variable.domain.low()).saturating_add(1);
    let variables = check.ersm.globals.iter().chain(check.ersm.components.iter().flat_map(|c| &c.locals));
    let widest = variables.filter(|v| !v.is_hidden() && v.domain != Domain::Boolean).max_by_key(values);
    widest.map_or(Remedy::FewerVariables, |variable| Remedy::FewerValues {
        variable: variable.name.clone(),
        values: values(&variable),
    })
}

/// How far the symbolic search has come.
enum Symbolic {
    Untried,
    /// More steps may help.
    Unfinished(Stop),
    /// They would not.
    Failed(Stop),
    Answer(Box<Answer>),
}

impl Symbolic {
    /// Starts the search anew, with so many steps.
    fn attempt(check: &PropertyCheck<'_>, steps: u64, observer: &mut dyn Observer) -> Self {
        let attempt = check.symbolic(SymbolicBudget { steps, ..SymbolicBudget::default() }, observer);
        match attempt.found {
            SearchOutcome::Stopped(stop @ Stop::Budget(Resource::DiagramSteps, _)) => Self::Unfinished(stop),
            SearchOutcome::Stopped(stop) => Self::Failed(stop),
            _ => Self::Answer(Box::new(attempt)),
        }
    }
}

/// The observer of the explicit search, which does the other one in between.
struct Both<'a, 'o> {
    check: &'a PropertyCheck<'a>,
    observer: &'o mut dyn Observer,
    /// Those of the explicit search.
    steps: u64,
    /// After so many the symbolic search is tried.
    next: u64,
    found: Symbolic,
}

impl Observer for Both<'_, '_> {
    fn progress(&mut self, progress: Progress) -> ControlFlow<Stop> {
        self.steps += 1;
        if self.steps >= self.next && matches!(self.found, Symbolic::Untried | Symbolic::Unfinished(_)) {
            self.found = Symbolic::attempt(self.check, STEPS * self.next, self.observer);
            self.next *= GROWTH;
        }
        match self.found {
            // There is nothing left to be found.
            Symbolic::Answer(_) => ControlFlow::Break(Stop::Cancelled),
            _ => self.observer.progress(progress),
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
