//! All runs of a task: then verdicts can be confirmed, not just refuted.

use super::super::input;
use super::super::statistics::CampaignStatistics;
use super::{Case, Finding, FindingKind};
use heap_grammar::heap::Heap;
use interpreter::{Decision, Machine};
use ltl::logic::Truth;
use program::objects::Type;
use report::Verdict;

/// All runs of a task are tried if it has at most this many inputs for each initial heap …
const ALL_INPUTS: usize = 12;
/// … and at most this many runs on each.
const ALL_RUNS: usize = 40;

/// What all runs tried so far say of a claim.
#[derive(Clone, Copy)]
struct Tally {
    holds: bool,
    fails: bool,
}

/// Tries all runs, if they are few; whether they were.
pub(super) fn exhaust(
    case: &Case<'_>,
    safety: Verdict,
    initial: &[Heap],
    statistics: &mut CampaignStatistics,
) -> Result<bool, Finding> {
    let mut inputs = Vec::new();
    for heap in initial {
        let Some(all) = input::all(case.setting.grammar, heap, ALL_INPUTS) else { return Ok(false) };
        inputs.extend(all);
    }
    let needed = case.needed(|_| true);
    let mut tallies = vec![Tally { holds: true, fails: false }; case.claims.len()];
    let mut is_safe = true;
    let mut is_complete = true;
    for input in &inputs {
        // The options taken, and how many there were: the last that has more is counted up.
        let mut path: Vec<(usize, usize)> = Vec::new();
        for run in 0.. {
            let mut position = 0;
            let mut counts = true;
            let mut choose = |machine: &Machine<'_>, decision: &Decision| {
                counts &= match decision {
                    Decision::Number(symbol, _) => machine.symbols()[*symbol].ty == Type::Boolean,
                    Decision::Branch(_) | Decision::Derive(_) => true,
                };
                if position == path.len() {
                    path.push((0, decision.options()));
                }
                position += 1;
                path[position - 1].0
            };
            let ran = case.run(input, &needed, &mut choose, statistics)?;
            is_complete &= counts && (ran.is_final || ran.repeats && path.is_empty());
            is_safe &= ran.is_safe;
            for (tally, truth) in tallies.iter_mut().zip(&ran.truths) {
                tally.holds &= *truth == Truth::True;
                tally.fails |= *truth == Truth::False;
            }
            while path.last().is_some_and(|&(option, count)| option + 1 == count) {
                path.pop();
            }
            let Some(last) = path.last_mut() else { break };
            last.0 += 1;
            if run == ALL_RUNS || !is_complete {
                return Ok(false);
            }
        }
    }
    if is_complete && !inputs.is_empty() {
        statistics.exhausted += 1;
        let of_claims = case.claims.iter().map(|c| c.verdict).zip(tallies);
        let of_safety = (safety, Tally { holds: is_safe, fails: !is_safe });
        for (verdict, tally) in of_claims.chain([of_safety]) {
            match verdict {
                Verdict::Violated if tally.holds => {
                    let message = "a property is violated that every run has".to_owned();
                    return Err(Finding { kind: FindingKind::Invented, message });
                }
                Verdict::Satisfied => statistics.satisfied_confirmed += u64::from(tally.holds),
                Verdict::Violated => statistics.violated_confirmed += u64::from(tally.fails),
                Verdict::Suspected => statistics.spurious += u64::from(tally.holds),
                Verdict::Unknown => {}
            }
        }
    }
    Ok(is_complete)
}
