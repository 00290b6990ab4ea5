//! Failing runs of boolean programs, executed by the definition of the transition relation (Alur, Chaudhuri, Etessami,
//! Madhusudan, TACAS 2005, section 2), which shares nothing with the searches.
//!
//! A search decides only those variables that matter. Here all get values: one that nothing decides keeps its value from
//! step to step, so all states of a run in which it must be the same get the value that it has in one of them.

mod decide;
mod execution;
mod link;

use super::meaning::evaluate;
use crate::valuation::{Observation, Observed};
use analysis::{LabelledRun, RunClaim};
use base::{Idx, Message, msg};
use ltl::logic::{Formulas, PropositionId, Tail, Truth};
use program::cfa::{EdgeId, Location, ProcedureId};
use program::guarded::Ersm;
use rsm::Path;

use decide::decide;
use execution::Execution;
use link::{link, unrolled};

pub use execution::find_edges;

/// A state of a run with the values that a search has decided.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PartialValuation {
    /// The component on top of the call stack.
    pub component: ProcedureId,
    /// Where it is.
    pub place: Location,
    /// The values of the variables in scope that are decided.
    pub values: Vec<Option<i64>>,
    /// The edge that leads on, of a calling state that of the call; none at exits and faults, or if nothing follows.
    pub edge: Option<EdgeId>,
}

/// For each state of a run the values of all variables in scope, if there is a run of the program with them that shows what
/// is claimed, and what holds in them. Whole calls that are folded are not executed; then the claim is not looked at.
///
/// # Errors
/// What does not fit, in one sentence: then a search errs.
pub fn replay(
    ersm: &Ersm,
    run: &Path<PartialValuation>,
    claim: RunClaim<'_>,
    formulas: &Formulas,
    observed: &Observed,
) -> Result<(Vec<Vec<i64>>, LabelledRun), Message> {
    if run.cycle.is_some_and(|start| start.index() >= run.len()) {
        return Err(msg!("the cycle of the run is empty"));
    }
    let unrolled = unrolled(ersm, run);
    let links: Vec<_> = (1..unrolled.len()).map(|at| link(ersm, &unrolled, at)).collect();
    let values = decide(ersm, &unrolled, &links)?;
    Execution { ersm, run: &unrolled, values: &values }.check(&links)?;
    let label = |at: usize, proposition: PropositionId| -> Truth {
        let state = unrolled.state(at);
        match observed.get(proposition, state.component) {
            Observation::Never => Truth::False,
            Observation::At(places) => places.contains(state.place.index()).into(),
            Observation::Where(condition) => (evaluate(condition, &values[at]) != 0).into(),
        }
    };
    if run.is_whole() && !shows(run, claim, formulas, &label) {
        return Err(msg!("the run does not violate the property"));
    }
    let tail = run.cycle.map_or(Tail::Cut, |start| Tail::Repeats(start.index()));
    let labelled = LabelledRun::new(formulas, claim, run.len(), tail, label);
    Ok((values.into_iter().take(run.len()).collect(), labelled))
}

/// Whether a run shows what is claimed, given what holds in its states.
fn shows(
    run: &Path<PartialValuation>,
    claim: RunClaim<'_>,
    formulas: &Formulas,
    label: &dyn Fn(usize, PropositionId) -> Truth,
) -> bool {
    let length = run.len();
    match (claim, run.cycle) {
        (_, Some(start)) => claim.is_shown(formulas, length, Tail::Repeats(start.index()), label),
        (RunClaim::IsFound(_), None) => claim.is_shown(formulas, length, Tail::Cut, label),
        // Of what follows nothing is known but that there is something: `F false` fails whatever it is.
        (RunClaim::Violates(_), None) => {
            let label = |at, proposition| if at < length { label(at, proposition) } else { Truth::Unknown };
            claim.is_shown(formulas, length + 1, Tail::Stutters, &label)
        }
    }
}
