//! Statistics of a campaign.

use std::fmt;

/// The figures of a campaign.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct CampaignStatistics {
    /// Tasks that were run.
    pub tasks: u64,
    /// Tasks that could not be run: a random grammar or heap was rejected.
    pub refused: u64,
    /// Tasks whose state space was completely generated.
    pub explored: u64,
    /// Concrete runs.
    pub runs: u64,
    /// Runs that ended, or returned to a previous state.
    pub ended: u64,
    /// Runs cut after so many steps that they do not look like ending.
    pub cut_late: u64,
    /// Steps of concrete runs.
    pub steps: u64,
    /// Runs simulated by the abstract machine to their end.
    pub followed: u64,
    /// Runs whose simulation ended early, because too many abstract states agreed or the comparison took too long.
    pub given_up: u64,
    /// Concrete states of entry procedures covered by the abstract machine.
    pub covered_in_entry: u64,
    /// Concrete states of callees covered by the abstract machine.
    pub covered_in_callees: u64,
    /// Null dereferences covered by the abstract machine.
    pub covered_faults: u64,
    /// Runs that dereferenced null or ended with an exception.
    pub unsafe_runs: u64,
    /// Pairs of a run and a verdict for which the truth of the property on the run is definite by definition.
    pub judged: u64,
    /// Those of them that violate the property.
    pub failing: u64,
    /// Verdicts: satisfied.
    pub satisfied: u64,
    /// Verdicts: violated.
    pub violated: u64,
    /// Verdicts: suspected.
    pub suspected: u64,
    /// Verdicts: unknown.
    pub unknown: u64,
    /// Tasks for which all concrete runs were tried.
    pub exhausted: u64,
    /// Of these tasks: verdicts *satisfied* for which every run satisfies the property.
    pub satisfied_confirmed: u64,
    /// Of these tasks: verdicts *violated* for which some run violates the property.
    pub violated_confirmed: u64,
    /// Of these tasks: verdicts *suspected* although every run satisfies the property. Not an error, because abstraction
    /// is imprecise.
    pub spurious: u64,
    /// Calls to which contracts of the task apply and which satisfy them.
    pub trusted: u64,
    /// Runs with a call that violates its contract, which therefore refute nothing.
    pub distrusted: u64,
    /// Results of the analysis refuted by a run.
    pub failures: u64,
}

impl fmt::Display for CampaignStatistics {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let rows = [
            ("tasks", self.tasks),
            ("tasks rejected", self.refused),
            ("tasks explored completely", self.explored),
            ("concrete runs", self.runs),
            ("  that ended or repeat", self.ended),
            ("  that fail: null or exception", self.unsafe_runs),
            ("  followed to the end", self.followed),
            ("  followed in part", self.given_up),
            ("  cut after very many steps", self.cut_late),
            ("concrete steps", self.steps),
            ("states covered in entry methods", self.covered_in_entry),
            ("states covered in callees", self.covered_in_callees),
            ("null dereferences covered", self.covered_faults),
            ("verdicts: satisfied", self.satisfied),
            ("verdicts: violated", self.violated),
            ("verdicts: suspected", self.suspected),
            ("verdicts: unknown", self.unknown),
            ("properties evaluated on runs", self.judged),
            ("  false", self.failing),
            ("calls with a contract that holds", self.trusted),
            ("runs that violate a contract", self.distrusted),
            ("tasks with all runs tried", self.exhausted),
            ("  satisfied, by all runs", self.satisfied_confirmed),
            ("  violated, by a run", self.violated_confirmed),
            ("  suspected, by no run", self.spurious),
            ("failures", self.failures),
        ];
        rows.iter().try_for_each(|(name, count)| writeln!(f, "{name:<34}{count:>12}"))
    }
}
