//! The product of a recursive system with a formula: its states are assertions, its runs the paths of the proof structure.

use super::closure::{Closure, Reading};
use super::expand::{Decisions, Expander, Leaf, ObligationsId};
use super::labels::{Labelled, Labels};
use crate::logic::{PropositionId, Truth};
use base::Stop;
use rsm::{AcceptanceMarkId, AcceptanceMarks, FairSystem, RecursiveSystem, Sizes, SizesOf, Step};

/// `state ⊢ obligations`: every run from the state satisfies one of the formulas.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct Assertion<S> {
    pub state: S,
    pub obligations: ObligationsId,
}

/// The product of a system with a formula.
///
/// A step of the system takes an assertion to its next obligations, and so does a call, whose callee inherits the
/// obligations of its caller; an exit passes its own next obligations to the states after the call. The summaries of
/// this system are the *model-checking contracts* of \[HMC\] 3.2.4, kept separately for each exit: one union of
/// obligations over all exits would be weaker than what must be proved.
pub(super) struct Product<'a, S: Labelled> {
    system: &'a mut S,
    labels: &'a mut Labels,
    expander: Expander<'a>,
    /// The assertion that has been refuted.
    pub refuted: Option<Assertion<S::State>>,
    /// Whether the truth of a relevant proposition was unknown.
    pub indefinite: bool,
    /// A state with obligations for its successors, but without successors.
    pub dead_end: Option<S::State>,
    /// The assertion that was expanded last, and its leaves.
    expanded: Option<Assertion<S::State>>,
    leaves: Vec<Leaf>,
    states: Vec<S::State>,
}

impl<'a, S: Labelled> Product<'a, S> {
    pub(super) fn new(system: &'a mut S, labels: &'a mut Labels, closure: &'a Closure, reading: Reading) -> Self {
        Self {
            system,
            labels,
            expander: Expander::new(closure, reading),
            refuted: None,
            indefinite: false,
            dead_end: None,
            expanded: None,
            leaves: Vec::new(),
            states: Vec::new(),
        }
    }

    /// Fills `self.leaves`.
    fn expand(&mut self, assertion: Assertion<S::State>) -> Result<(), Stop> {
        if self.expanded == Some(assertion) {
            return Ok(());
        }
        self.expanded = None;
        let (system, labels) = (&mut *self.system, &mut *self.labels);
        let mut unknown = false;
        let leaves = self.expander.expand(assertion.obligations, |proposition| {
            let truth = labels.get(system, assertion.state, proposition)?;
            unknown |= truth == Truth::Unknown;
            Ok(truth)
        })?;
        self.leaves.clear();
        self.leaves.extend_from_slice(leaves);
        self.indefinite |= unknown;
        self.expanded = Some(assertion);
        Ok(())
    }

    /// The first state on a path with a relevant proposition of unknown truth, and that proposition.
    pub(super) fn first_unknown(
        &mut self,
        path: impl IntoIterator<Item = Assertion<S::State>>,
    ) -> Result<Option<(S::State, PropositionId)>, Stop> {
        for Assertion { state, obligations } in path {
            if self.system.is_unresolved(state) {
                continue;
            }
            let (system, labels) = (&mut *self.system, &mut *self.labels);
            let mut unknown = None;
            self.expander.expand(obligations, |proposition| {
                let truth = labels.get(system, state, proposition)?;
                if truth == Truth::Unknown {
                    unknown.get_or_insert(proposition);
                }
                Ok(truth)
            })?;
            if let Some(proposition) = unknown {
                return Ok(Some((state, proposition)));
            }
        }
        Ok(None)
    }

    /// Whether the system may have states without successors, and no initial state.
    pub(super) fn may_block(&self) -> bool {
        self.system.may_block()
    }

    /// The cached expansions of sets of formulas.
    pub(super) fn into_decisions(self) -> Decisions {
        self.expander.into_decisions()
    }

    /// Appends every assertion of a state in `self.states` with the next obligations of a leaf.
    fn add_assertions(&self, assertions: &mut Vec<Assertion<S::State>>) {
        for &state in &self.states {
            assertions.extend(self.leaves.iter().map(|leaf| Assertion { state, obligations: leaf.next }));
        }
    }
}

impl<S: Labelled> RecursiveSystem for Product<'_, S> {
    type State = Assertion<S::State>;

    fn entry(&mut self, assertions: &mut Vec<Assertion<S::State>>) -> Result<(), Stop> {
        self.states.clear();
        self.system.entry(&mut self.states)?;
        let obligations = self.expander.root();
        assertions.extend(self.states.iter().map(|&state| Assertion { state, obligations }));
        Ok(())
    }

    fn step(
        &mut self,
        assertion: &Assertion<S::State>,
        assertions: &mut Vec<Assertion<S::State>>,
    ) -> Result<Step, Stop> {
        if self.system.is_unresolved(assertion.state) {
            self.states.clear();
            self.system.step(&assertion.state, &mut self.states)?;
            assertions.extend(self.states.iter().map(|&state| Assertion { state, ..*assertion }));
            return Ok(Step::Internal);
        }
        self.expand(*assertion)?;
        if self.leaves.is_empty() {
            return Ok(Step::Internal);
        }
        if self.leaves.iter().any(|leaf| leaf.next == Expander::EMPTY) {
            self.refuted = Some(*assertion);
            assertions.push(*assertion);
            return Ok(Step::Internal);
        }
        self.states.clear();
        let step = self.system.step(&assertion.state, &mut self.states)?;
        match step {
            Step::Exit => return Ok(Step::Exit),
            Step::Fault => self.states.push(assertion.state),
            Step::Internal | Step::Call
                if self.states.is_empty() && !self.system.may_block() && !self.system.is_cut(assertion.state) =>
            {
                self.dead_end.get_or_insert(assertion.state);
            }
            Step::Internal | Step::Call => {}
        }
        self.add_assertions(assertions);
        Ok(if step == Step::Call { Step::Call } else { Step::Internal })
    }

    fn resume(
        &mut self,
        call: &Assertion<S::State>,
        entry: &Assertion<S::State>,
        exit: &Assertion<S::State>,
        assertions: &mut Vec<Assertion<S::State>>,
    ) -> Result<(), Stop> {
        self.expand(*exit)?;
        self.states.clear();
        self.system.resume(&call.state, &entry.state, &exit.state, &mut self.states)?;
        if self.states.is_empty() && !self.system.may_block() {
            self.dead_end.get_or_insert(exit.state);
        }
        self.add_assertions(assertions);
        Ok(())
    }

    fn end(&mut self, exit: &Assertion<S::State>, assertions: &mut Vec<Assertion<S::State>>) -> Result<(), Stop> {
        self.expand(*exit)?;
        self.states.clear();
        self.states.push(exit.state);
        self.add_assertions(assertions);
        Ok(())
    }
}

impl<S: Labelled> FairSystem for Product<'_, S> {
    fn marks(&mut self) -> &mut AcceptanceMarks {
        self.expander.marks()
    }

    fn mark(&mut self, source: &Assertion<S::State>, target: &Assertion<S::State>) -> Result<AcceptanceMarkId, Stop> {
        if self.refuted == Some(*source) {
            // Nothing is or will be pending, so every acceptance set is visited for ever.
            return Ok(self.expander.marks().all());
        }
        if self.system.is_unresolved(source.state) {
            return Ok(AcceptanceMarks::NONE);
        }
        self.expand(*source)?;
        // Leaves with the same obligations cannot be distinguished by a run over the states.
        let mut mark = AcceptanceMarks::NONE;
        for leaf in self.leaves.iter().filter(|leaf| leaf.next == target.obligations) {
            mark = self.expander.marks().union(mark, leaf.mark);
        }
        Ok(mark)
    }

    fn sizes(&mut self) -> Option<Box<dyn Sizes<State = Self::State> + '_>> {
        let sizes = self.system.sizes()?;
        Some(Box::new(SizesOf { sizes, of: |at: &Self::State| &at.state }))
    }
}
