//! Runs on which a property fails, with what holds in their states: what explanations of failures are made from.

use std::collections::BTreeMap;

use super::RunClaim;
use base::{CollectByInsertion, Idx};
use ltl::logic::{FormulaId, Formulas, Monitor, PropositionId, Tail, Truth};

/// What a run refutes.
#[derive(Clone)]
pub enum RefutedClaim {
    /// A formula.
    Formula(FormulaId),
    /// That no run is what a monitor looks for.
    Monitor(Monitor),
}

/// A run on which a claim fails, as the report shows it, with what holds in its states.
#[derive(Clone)]
pub struct LabelledRun {
    /// What it refutes.
    pub claim: RefutedClaim,
    /// How the run goes on after its last state.
    pub tail: Tail,
    /// The steps of the run in the report, by the states that the claim is about; none for those that the report does not list.
    pub steps: Vec<Option<u32>>,
    /// The truth of each proposition of the claim in these states.
    labels: BTreeMap<PropositionId, Vec<Truth>>,
}

impl LabelledRun {
    /// A run of `length` states, at least one, which are the steps of the report.
    pub fn new(
        formulas: &Formulas,
        claim: RunClaim<'_>,
        length: usize,
        tail: Tail,
        mut label: impl FnMut(usize, PropositionId) -> Truth,
    ) -> Self {
        let propositions = claim.propositions(formulas);
        let labels = propositions.into_iter().map(|p| (p, (0..length).map(|at| label(at, p)).collect()));
        let labels = labels.collect_by_insertion();
        let claim = match claim {
            RunClaim::Violates(formula) => RefutedClaim::Formula(formula),
            RunClaim::IsFound(monitor) => RefutedClaim::Monitor(monitor.clone()),
        };
        Self { claim, tail, steps: (0..length).map(|at| Some(u32::at(at))).collect(), labels }
    }

    /// The number of its states.
    pub fn length(&self) -> usize {
        self.steps.len()
    }

    /// Whether a proposition holds in a state.
    pub fn label(&self, at: usize, proposition: PropositionId) -> Truth {
        self.labels.get(&proposition).and_then(|truth| truth.get(at)).copied().unwrap_or(Truth::Unknown)
    }
}
