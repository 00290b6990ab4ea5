//! What can be looked at after a run of a boolean program.

use std::ops::Range;

use super::BooleanProof;
use super::space::ValuationSpace;
use analysis::{LabelledRun, Shown};
use ltl::logic::Formulas;
use program::guarded::Ersm;
use report::content::StateContent;
use report::contracts::ContractView;
use report::proof::ProofView;
use report::space::StateSpaceView;

/// A boolean program that has been run.
pub struct ShownValuations {
    pub(super) space: ValuationSpace,
    /// The proof structures, in the order of the properties in the report; those that are not too large.
    pub(super) proofs: Vec<Option<BooleanProof>>,
    /// The failing runs, in the same order, with what holds in their states.
    pub(super) labelled_runs: Vec<Option<LabelledRun>>,
}

impl ShownValuations {
    /// The program.
    pub fn program(&self) -> &Ersm {
        &self.space.ersm
    }
}

impl Shown for ShownValuations {
    fn state_space(&self) -> Option<StateSpaceView> {
        Some(self.space.state_space())
    }

    fn label(&mut self, space: &mut StateSpaceView, states: Range<usize>) {
        self.space.label(space, states);
    }

    fn content(&self, number: u32) -> Option<StateContent> {
        self.space.valuation(number).map(StateContent::Valuation)
    }

    fn variables(&self, number: u32) -> Vec<String> {
        self.space.variables(number)
    }

    fn contracts(&self) -> Option<Vec<ContractView>> {
        Some(self.space.contracts())
    }

    fn labelled_run(&self, property: u32) -> Option<(&Formulas, &LabelledRun)> {
        Some((&self.space.formulas, self.labelled_runs.get(property as usize)?.as_ref()?))
    }

    fn proof(&self, property: u32) -> Option<ProofView> {
        Some(self.space.proof(self.proofs.get(property as usize)?.as_ref()?))
    }
}
