//! Properties with parts: the parts are looked at where the whole is not satisfied, and then the whole follows from them.

use super::Analysis;
use super::refine::{Attempt, Refined};
use super::shares;
use base::Observer;
use report::Verdict;

/// The check of a property, if there was one.
type Checked<A> = Option<Attempt<<A as Analysis>::Kept>>;

/// Checks properties within so many seconds if there is a limit; nothing of parts of what is satisfied.
pub(super) fn check_all<'a, A: Analysis + 'a>(
    pass: &mut A::Pass<'a>,
    properties: &[&A::Property],
    seconds: Option<u32>,
    observer: &mut dyn Observer,
) -> Vec<Checked<A>> {
    let mut all: Vec<Checked<A>> = properties.iter().map(|_| None).collect();
    let mut refined = Refined::default();
    let mut check = |all: &mut [Checked<A>], chosen: &[usize]| {
        let chosen_properties: Vec<&A::Property> = chosen.iter().map(|&at| properties[at]).collect();
        let new = shares::check_all(pass, &mut refined, &chosen_properties, seconds, observer);
        chosen.iter().zip(new).for_each(|(&at, attempt)| all[at] = Some(attempt));
    };
    let verdict = |all: &[Checked<A>], at: usize| all[at].as_ref().map(|attempt| attempt.report.judgement.verdict);
    let wholes: Vec<usize> = (0..properties.len()).filter(|&at| !A::is_part(properties[at])).collect();
    check(&mut all, &wholes);
    let ends = wholes.iter().copied().skip(1).chain([properties.len()]);
    for (whole, end) in wholes.iter().copied().zip(ends) {
        let parts: Vec<usize> = (whole + 1..end).collect();
        if parts.is_empty() || verdict(&all, whole) == Some(Verdict::Satisfied) {
            continue;
        }
        check(&mut all, &parts);
        let said = |at: usize| {
            let judgement = all[at].as_ref().map(|attempt| &attempt.report.judgement)?;
            (judgement.verdict == Verdict::Unknown).then(|| judgement.reason.clone())
        };
        if said(whole).is_some() && parts.iter().all(|&part| said(part) == said(whole)) {
            // They say nothing more.
            parts.iter().for_each(|&part| all[part] = None);
            continue;
        }
        let has = |part: usize, what: Verdict| verdict(&all, part) == Some(what);
        let violated = parts.iter().copied().find(|&part| has(part, Verdict::Violated));
        let all_satisfied = parts.iter().all(|&part| has(part, Verdict::Satisfied)).then(|| parts[0]);
        let decisive = violated.or(all_satisfied).filter(|&part| verdict(&all, part) != verdict(&all, whole));
        // What is kept of a check belongs to one property, so the whole gets its own of the part that decides it.
        if let Some(part) = decisive
            && let Some(of_part) = all[part].take()
        {
            check(&mut all, &[part]);
            if let Some(own) = &mut all[whole] {
                own.kept = of_part.kept;
                own.report.judgement = of_part.report.judgement;
            }
        }
    }
    all
}
