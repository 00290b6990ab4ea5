//! *Try, confirm, become more precise*: how one property is checked, whatever the analysis.

use base::{Observer, msg};
use report::{Judgement, PropertyReport, Verdict};

/// A property that was checked at some precision.
pub struct Attempt<K, P = ()> {
    /// What is reported of it.
    pub report: PropertyReport,
    /// What is kept of it to be shown.
    pub kept: K,
    /// What to be more precise about, if that may exclude a failing run which no execution confirms.
    pub refinement: Option<P>,
}

/// One strategy at work at one precision.
pub trait Pass: Sized {
    /// A property that can be checked.
    type Property;
    /// What is kept of a check to be shown.
    type Kept;
    /// What a pass can be more precise about.
    type Precision;

    /// How often the check of a property is repeated with more precision.
    const ROUNDS: u32;

    /// Whether checks of properties know nothing of each other, so that one that was stopped can be checked again.
    const IS_INDEPENDENT: bool = false;

    /// Checks a property, and confirms a failing run by executing it.
    fn attempt(
        &mut self,
        property: &Self::Property,
        observer: &mut dyn Observer,
    ) -> Attempt<Self::Kept, Self::Precision>;

    /// Whether the only run of the program was executed, and it is known of all indices whether they are within bounds.
    fn follows_bounds(&self) -> bool {
        false
    }

    /// The same strategy with more precision.
    fn refined(&self, precision: Self::Precision, observer: &mut dyn Observer) -> Self;
}

/// Checks a property: as long as it fails on a run that no execution confirms, the check is repeated with more precision, up
/// to [`Pass::ROUNDS`] times. A later result counts if it is definite; else the first one stands.
pub(super) fn check<P: Pass>(pass: &mut P, property: &P::Property, observer: &mut dyn Observer) -> Attempt<P::Kept> {
    let Attempt { mut report, kept, mut refinement } = pass.attempt(property, observer);
    let start = observer.now();
    let mut finer: Option<P> = None;
    let mut rounds = 0;
    while rounds < P::ROUNDS
        && let Some(precision) = refinement.take()
    {
        rounds += 1;
        let mut more = finer.as_ref().unwrap_or(pass).refined(precision, observer);
        let mut again = more.attempt(property, observer);
        if adopts(&mut again.report.judgement) {
            // All of this was done to find out whether the first violation is confirmed.
            let (first, last) = (&report.statistics, &mut again.report.statistics);
            let before = first.check_ms.zip(first.confirm_ms).map(|(check, confirm)| check + confirm);
            let own = last.check_ms.unwrap_or_default();
            last.confirm_ms = before.map(|ms| (ms + observer.since(start) - own).max(0.0));
            return Attempt { report: again.report, kept: again.kept, refinement: None };
        }
        refinement = again.refinement;
        finer = Some(more);
    }
    if rounds > 0 {
        let first = &mut report.statistics;
        first.confirm_ms = first.confirm_ms.map(|ms| ms + observer.since(start));
        mark_refined(&mut report.judgement);
    }
    Attempt { report, kept, refinement: None }
}

/// Whether the result of a more precise check takes the place of the first one; then it says so.
fn adopts(again: &mut Judgement) -> bool {
    if again.verdict == Verdict::Satisfied {
        again.reason.get_or_insert_with(|| msg!("refining the abstraction excluded a failing run"));
    }
    mark_refined(again);
    again.is_decided()
}

/// Says in the evidence that the check was repeated with more precision.
fn mark_refined(judgement: &mut Judgement) {
    if let Some(evidence) = &mut judgement.evidence {
        evidence.refined = true;
    }
}
