//! *Try, confirm, become more precise*: how one property is checked, whatever the analysis.

use base::{Message, Observer, msg};
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

/// What was refined for some properties, and is known to those that are checked after them.
pub(super) struct Refined<P> {
    /// The latest pass that was refined.
    finest: Option<P>,
    /// How properties fail that were refined as far as possible.
    undecided: Vec<Failure>,
}

impl<P> Default for Refined<P> {
    fn default() -> Self {
        Self { finest: None, undecided: Vec::new() }
    }
}

/// What a failing run comes to, and where: of two properties that fail alike, one is no easier to decide than the other.
#[derive(PartialEq)]
struct Failure {
    reason: Option<Message>,
    end: Option<(String, u32)>,
}

impl Failure {
    fn of(judgement: &Judgement) -> Self {
        let last = judgement.run.as_ref().and_then(|run| run.cycle.last().or_else(|| run.prefix.last()));
        Self { reason: judgement.reason.clone(), end: last.map(|step| (step.file.clone(), step.line)) }
    }
}

/// Checks a property: as long as it fails on a run that no execution confirms, the check is repeated with more precision, up
/// to [`Pass::ROUNDS`] times. A later result counts if it is definite; else the first one stands.
///
/// What is known from properties before it may suffice; and if it fails as one of these does, it is not refined once more.
pub(super) fn check<P: Pass>(
    pass: &mut P,
    refined: &mut Refined<P>,
    property: &P::Property,
    observer: &mut dyn Observer,
) -> Attempt<P::Kept> {
    let Attempt { mut report, kept, mut refinement } = pass.attempt(property, observer);
    if refinement.is_none() {
        return Attempt { report, kept, refinement: None };
    }
    let start = observer.now();
    // All that follows is done to find out whether the first violation is confirmed.
    let adopted = |report: &PropertyReport, mut again: Attempt<P::Kept, P::Precision>, observer: &mut dyn Observer| {
        let (first, last) = (&report.statistics, &mut again.report.statistics);
        let before = first.check_ms.zip(first.confirm_ms).map(|(check, confirm)| check + confirm);
        let own = last.check_ms.unwrap_or_default();
        last.confirm_ms = before.map(|ms| (ms + observer.since(start) - own).max(0.0));
        Attempt { report: again.report, kept: again.kept, refinement: None }
    };
    if let Some(known) = &mut refined.finest {
        let mut again = known.attempt(property, observer);
        if adopts(&mut again.report.judgement) {
            return adopted(&report, again, observer);
        }
        if refined.undecided.contains(&Failure::of(&again.report.judgement)) {
            refinement = None;
        }
    }
    let mut rounds = 0;
    let mut finer: Option<P> = None;
    let mut failure = None;
    while rounds < P::ROUNDS
        && let Some(precision) = refinement.take()
    {
        rounds += 1;
        let mut more = finer.as_ref().unwrap_or(pass).refined(precision, observer);
        let mut again = more.attempt(property, observer);
        let judgement = &mut again.report.judgement;
        if adopts(judgement) {
            refined.finest = Some(more);
            return adopted(&report, again, observer);
        }
        // With so much precision, not all may have been looked at.
        if judgement.verdict == Verdict::Suspected || again.refinement.is_some() {
            failure = Some(Failure::of(judgement));
            finer = Some(more);
        }
        refinement = again.refinement;
    }
    refined.finest = finer.or_else(|| refined.finest.take());
    refined.undecided.extend(failure);
    let first = &mut report.statistics;
    first.confirm_ms = first.confirm_ms.map(|ms| ms + observer.since(start));
    mark_refined(&mut report.judgement);
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
