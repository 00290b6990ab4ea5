//! Verdicts of one report, against each other.

use super::super::monitored::twin;
use report::assumption::AssumptionKind;
use report::{PropertyReport, Report, Verdict};

/// Where a formula is satisfied and the monitor that looks for violations of it has found one, or the other way round, though
/// both have looked at the same abstract runs, or at a run that was executed.
pub(super) fn disagreement(report: &Report, id: &str) -> Option<String> {
    let of = |id: &str| report.properties.iter().filter(move |p| p.id == id).collect::<Vec<&PropertyReport>>();
    let twins = of(&twin(id));
    let pairs = of(id).into_iter().zip(twins).flat_map(|(a, b)| [(a, b), (b, a)]);
    let differ = |(satisfied, violated): &(&PropertyReport, &PropertyReport)| {
        let [holds, fails] = [satisfied, violated].map(|p| &p.judgement);
        let is_first = holds.reason.is_none() && !holds.assumes(AssumptionKind::Returns);
        holds.verdict == Verdict::Satisfied
            && !holds.assumes(AssumptionKind::Returns)
            && (fails.verdict == Verdict::Violated || fails.verdict == Verdict::Suspected && is_first)
    };
    let (satisfied, violated) = pairs.into_iter().find(differ)?;
    Some(format!("with {}, {} is satisfied and {} is violated", satisfied.strategy, satisfied.id, violated.id))
}
