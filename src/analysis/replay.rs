//! Replay: concrete runs on which a property fails.
//!
//! The failing run of the analysis says where a concrete run has to go. The interpreter goes there on an input that is
//! derived as it is touched; what the way leaves open is tried. If no concrete run goes that way, others are tried,
//! small inputs first. What is found has been executed on a whole input from the start, and the property fails on it by
//! definition. Hierarchical runs carry their call stack (\[HMC\] 7 leaves that as future work).

mod concrete_heap;
mod guide;
mod possible;
mod reported;
mod search;
mod sequence;
mod trace;

use super::RunClaim;
use super::danger::Danger;
use base::{Observer, Stop};
use heap_grammar::heap::{Heap, VertexId};
use interpreter::{ExecutedRun, Script, Setting, Watch};
use ltl::logic::{Formulas, Proposition};
use program::cfa::{Location, ProcedureId};

pub use guide::{Guide, GuideStep, Stay};
pub(crate) use reported::concrete_step;
pub use reported::{ReportedRun, reported_run};
pub use sequence::FailingSequences;
pub(crate) use trace::tail;
pub use trace::{ObservedState, Trace, trace};

use search::Search;
use sequence::failing_sequence;

/// What a run is claimed to show.
#[derive(Clone, Copy)]
pub enum ReplayClaim<'a> {
    /// That it does what is forbidden. That is told by its last state, and how it has ended, if it has.
    Comes(Danger),
    /// That a property fails.
    Shows(&'a Formulas, RunClaim<'a>),
}

impl ReplayClaim<'_> {
    fn asks(&self, which: impl Fn(&Proposition) -> bool) -> bool {
        match self {
            ReplayClaim::Comes(_) => false,
            ReplayClaim::Shows(formulas, claim) => {
                claim.propositions(formulas).into_iter().any(|p| which(formulas.proposition(p)))
            }
        }
    }

    /// Whether the property follows an object of the input.
    fn is_marked(&self) -> bool {
        self.asks(Proposition::is_of_marked)
    }

    /// Whether the property looks at whole heaps or at all frames.
    fn is_global(&self) -> bool {
        use Proposition::{IsAcyclic, IsGarbageFree, IsTree, Shape, Visited};
        self.asks(|p| matches!(p, IsAcyclic | IsGarbageFree | IsTree | Shape { of: None, .. } | Visited(None)))
    }
}

/// What is replayed.
pub struct ReplayTask<'a> {
    /// The program and its grammar as it was given.
    pub setting: Setting<'a>,
    /// The initial heaps with the parameters bound, without markings.
    pub inputs: &'a [Heap],
    /// Which states the claim is about, and what is looked at there.
    pub watch: &'a Watch<'a>,
    /// What is claimed.
    pub claim: ReplayClaim<'a>,
    /// The failing sequences of calls, if runs start in a client.
    pub sequences: &'a FailingSequences,
}

/// How much is tried.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ReplayEffort {
    /// Steps of the interpreter along the failing run of the analysis, and as many along others.
    pub steps: u32,
    /// Steps of one run.
    pub length: u32,
}

impl ReplayEffort {
    /// What is spent on a state space of so many states, as looking for a run that is not there should not take much longer than
    /// exploring did. To find a real run takes 490 steps at most in the examples, or one run of [`ExecutedRun::LENGTH`].
    pub fn for_states(states: usize) -> Self {
        let steps = u32::try_from(states).unwrap_or(u32::MAX).saturating_mul(64).clamp(20_000, 150_000);
        Self { steps, length: ExecutedRun::LENGTH }
    }
}

/// A concrete run on which the claim was seen.
#[derive(Clone, Debug)]
pub struct Counterexample {
    /// The whole input, in canonical form.
    pub input: Heap,
    /// The object of the input that the property follows.
    pub marked: Option<VertexId>,
    /// The decisions that input and program leave open.
    pub script: Script,
    /// Whether the run goes where that of the analysis goes.
    pub follows: bool,
}

/// What a replay has found.
#[derive(Clone, Debug)]
pub enum ReplayResult {
    /// The claim is true.
    Real(Counterexample),
    /// No such run was found.
    Nothing(Nothing),
}

/// What is known of a search that has found nothing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Nothing {
    /// The position on the run of the analysis up to which some concrete run goes; `None` if none starts there.
    pub reached: Option<u32>,
    /// How often some concrete run goes around the cycle of that run; it was not seen to go on for ever.
    pub rounds: u32,
    /// The steps that such a run was followed, if it had not ended then.
    pub unended: Option<u32>,
    /// Whether the search along that run ended early.
    pub cut: bool,
    /// Where a run that shows the claim depends on something that the program's model does not say, such as the result of
    /// a method that is not given: nobody knows whether there is such a run.
    pub assumed: Option<(ProcedureId, Location)>,
    /// Whether a run that shows the claim begins with a collection that no calls of its methods are known to make.
    pub no_collection: bool,
}

/// Looks for a concrete run on which the claim is true, first along the failing run of the analysis, then `anywhere`, unless
/// that has been done for the same task before.
///
/// # Errors
/// If the observer ends it.
pub fn replay(
    task: &ReplayTask<'_>,
    guide: &Guide,
    anywhere: bool,
    effort: ReplayEffort,
    observer: &mut dyn Observer,
) -> Result<ReplayResult, Stop> {
    let mut along = Search::new(task, effort, observer);
    if let Some(found) = along.run(Some(guide))? {
        return Ok(ReplayResult::Real(found));
    }
    let Search { reached, rounds, unended, cut, assumed, no_collection, .. } = along;
    let mut nothing = Nothing { reached, rounds, unended, cut, assumed, no_collection };
    if anywhere {
        if let Some(found) = replay_calls(task, effort, observer)? {
            return Ok(ReplayResult::Real(found));
        }
        let mut search = Search::new(task, effort, observer);
        if let Some(found) = search.run(None)? {
            return Ok(ReplayResult::Real(found));
        }
        nothing.assumed = assumed.or(search.assumed);
        nothing.no_collection |= search.no_collection;
    }
    Ok(ReplayResult::Nothing(nothing))
}

/// Looks for a sequence of calls of a client on which the claim is true; `None` in other programs, too.
///
/// # Errors
/// If the observer ends it.
pub fn replay_calls(
    task: &ReplayTask<'_>,
    effort: ReplayEffort,
    observer: &mut dyn Observer,
) -> Result<Option<Counterexample>, Stop> {
    match task.setting.program.is_client(task.setting.entry) {
        true => failing_sequence(&mut Search::new(task, effort, observer)),
        false => Ok(None),
    }
}
