//! What a campaign has tried.

use std::fmt;

/// Figures of a campaign.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct CampaignStatistics {
    /// Tasks that could be run.
    pub tasks: u64,
    /// Tasks that could not be run: a random grammar or heap that is refused.
    pub refused: u64,
    /// Tasks of which the whole state space was generated.
    pub explored: u64,
    /// Concrete runs.
    pub runs: u64,
    /// Runs that came to an end, or round to a state where they had been.
    pub ended: u64,
    /// Steps of concrete runs.
    pub steps: u64,
    /// Runs that were followed along the abstract machine as far as they went.
    pub followed: u64,
    /// Runs that were not followed further, as too many abstract states agreed or the comparison took too long.
    pub given_up: u64,
    /// Concrete states of entry procedures found in the abstract machine.
    pub covered_in_entry: u64,
    /// Concrete states of callees found in the abstract machine.
    pub covered_in_callees: u64,
    /// Null dereferences found in the abstract machine.
    pub covered_faults: u64,
    /// Runs that dereferenced null or ended with an exception.
    pub unsafe_runs: u64,
    /// Pairs of a run and a verdict where the run satisfies the property by definition, or does not.
    pub judged: u64,
    /// Those of them where it does not.
    pub failing: u64,
    /// Verdicts: satisfied.
    pub satisfied: u64,
    /// Verdicts: violated.
    pub violated: u64,
    /// Verdicts: unknown.
    pub unknown: u64,
    /// Tasks of which all concrete runs were tried.
    pub exhausted: u64,
    /// Of these tasks: satisfied, and so is every run.
    pub satisfied_confirmed: u64,
    /// Of these tasks: violated, and by a run.
    pub violated_confirmed: u64,
    /// Of these tasks: violated, but every run satisfies the property. Not an error: abstraction is coarse.
    pub violated_unconfirmed: u64,
    /// Calls to which contracts of the task apply, and that return as these say.
    pub trusted: u64,
    /// Runs on which such a call does not, so that they refute nothing.
    pub distrusted: u64,
    /// What the analysis says and a run refutes.
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
            ("concrete steps", self.steps),
            ("states covered in entry methods", self.covered_in_entry),
            ("states covered in callees", self.covered_in_callees),
            ("null dereferences covered", self.covered_faults),
            ("verdicts: satisfied", self.satisfied),
            ("verdicts: violated", self.violated),
            ("verdicts: unknown", self.unknown),
            ("properties evaluated on runs", self.judged),
            ("  false", self.failing),
            ("calls with a contract that holds", self.trusted),
            ("runs that violate a contract", self.distrusted),
            ("tasks with all runs tried", self.exhausted),
            ("  satisfied, by all runs", self.satisfied_confirmed),
            ("  violated, by a run", self.violated_confirmed),
            ("  violated, by no run", self.violated_unconfirmed),
            ("failures", self.failures),
        ];
        rows.iter().try_for_each(|(name, count)| writeln!(f, "{name:<34}{count:>12}"))
    }
}
