//! Time for several properties: a hard one does not use up that of the others.

use std::ops::ControlFlow;

use base::{Growth, Observer, Progress, Resource, Stop};

use crate::refine::{self, Attempt, Pass, Refined};

/// Checks properties, within so many seconds if there is a limit. Each first gets a part of its share, and those that were stopped then get what
/// all of them have left.
pub(super) fn check_all<P: Pass>(
    pass: &mut P,
    refined: &mut Refined<P>,
    properties: &[&P::Property],
    seconds: Option<u32>,
    observer: &mut dyn Observer,
) -> Vec<Attempt<P::Kept>> {
    let Some(seconds) = seconds.filter(|_| P::IS_INDEPENDENT && properties.len() > 1) else {
        return properties.iter().map(|property| refine::check(pass, refined, property, observer)).collect();
    };
    let end = observer.now() + f64::from(seconds) * 1000.0;
    let mut check = |property, parts: usize, observer: &mut dyn Observer| {
        let now = observer.now();
        let mut share = Share { until: now + (end - now) / parts as f64, seconds, was_used_up: false, observer };
        let attempt = refine::check(pass, refined, property, &mut share);
        let was_stopped = share.was_used_up && !attempt.report.judgement.is_decided();
        (attempt, was_stopped)
    };
    let mut all = Vec::new();
    for (position, property) in properties.iter().enumerate() {
        // Half of a share: most properties need little, and what is left is for those that need more.
        all.push(check(property, 2 * (properties.len() - position), observer));
    }
    let mut open = all.iter().filter(|(_, was_stopped)| *was_stopped).count();
    for (property, (attempt, was_stopped)) in properties.iter().zip(&mut all) {
        if *was_stopped && observer.now() < end {
            *attempt = check(property, open, observer).0;
            open -= 1;
        }
    }
    all.into_iter().map(|(attempt, _)| attempt).collect()
}

/// An observer that ends what it observes at some time.
struct Share<'o> {
    /// In milliseconds.
    until: f64,
    /// The budget of which this is a part.
    seconds: u32,
    was_used_up: bool,
    observer: &'o mut dyn Observer,
}

impl Observer for Share<'_> {
    fn progress(&mut self, progress: Progress) -> ControlFlow<Stop> {
        self.observer.progress(progress)?;
        if self.observer.now() < self.until {
            return ControlFlow::Continue(());
        }
        self.was_used_up = true;
        ControlFlow::Break(Stop::Budget(Resource::Seconds, self.seconds.into()))
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
