//! What can be looked at after a run, whatever the analysis.

use std::any::Any;
use std::ops::Range;

use super::{LabelledRun, SourcePlace};
use interpreter::ExecutedRun;
use ltl::logic::Formulas;
use report::Run;
use report::content::StateContent;
use report::contracts::ContractView;
use report::heap::{BoxView, DerivedHeap, HeapView, LearnedView};
use report::proof::ProofView;
use report::search::{FramesView, ReductionView, RefinementOptions, RefinementView};
use report::space::{LoopHeadView, StateSpaceView};
use report::stage::StageView;
use report::witness::Witness;

/// A state in which something is not known that a property depends on.
pub struct IndefiniteState {
    /// Its number in the state space.
    pub state: u32,
    /// Where it is.
    pub place: SourcePlace,
    /// The propositions that are neither true nor false there, printed.
    pub propositions: Vec<String>,
}

/// What a run leaves behind to be looked at. Every part is optional: an analysis overrides what it has.
///
/// Folding, drawing, comparison, tables and export follow from these data, and so does the player of counterexamples.
pub trait Shown: Any {
    /// The state space, in which no state says what holds in it: that takes the most time by far. Of more than
    /// [`STATE_LIMIT`](super::STATE_LIMIT) states it has the first.
    fn state_space(&self) -> Option<StateSpaceView> {
        None
    }

    /// Labels some states of the [state space](Shown::state_space) with the propositions that hold in them.
    fn label(&mut self, space: &mut StateSpaceView, states: Range<usize>) {
        let _ = (space, states);
    }

    /// What is in the states with this [content number](report::space::StateView::content).
    fn content(&self, number: u32) -> Option<StateContent> {
        let _ = number;
        None
    }

    /// The same as a formula of separation logic, if it is a heap.
    fn formula(&self, number: u32) -> Option<String> {
        let _ = number;
        None
    }

    /// Formulas one of which holds wherever one of some contents describes what there is: without what properties follow, each once.
    fn invariant(&self, contents: &[u32]) -> Vec<String> {
        contents.iter().filter_map(|&content| self.formula(content)).collect()
    }

    /// The names of the program variables that have a value in such a content.
    fn variables(&self, number: u32) -> Vec<String> {
        let _ = number;
        Vec::new()
    }

    /// The contracts of all procedures, one for each component of the state space.
    fn contracts(&self) -> Option<Vec<ContractView>> {
        None
    }

    /// The heads of loops with the contents of the states there.
    fn loop_heads(&self) -> Option<Vec<LoopHeadView>> {
        None
    }

    /// The proof structure of the result with this position in
    /// [`Report::properties`](report::Report::properties); absent if it was too large to be kept. Of more than
    /// [`ASSERTION_LIMIT`](report::proof::ASSERTION_LIMIT) assertions it has those on the failing run and those near the
    /// start.
    fn proof(&self, property: u32) -> Option<ProofView> {
        let _ = property;
        None
    }

    /// The heap of a step of the executed run behind such a result.
    fn concrete_heap(&self, property: u32, step: u32) -> Option<&HeapView> {
        let _ = (property, step);
        None
    }

    /// The executed run behind such a result, as data. Its exported files follow: initial heap, JUnit test.
    fn executed_run(&self, property: u32) -> Option<ExecutedRun<'_>> {
        let _ = property;
        None
    }

    /// The failing run of such a result, the one that was executed if there is one, with what holds in its states; absent if no formula or
    /// monitor fails on it.
    fn labelled_run(&self, property: u32) -> Option<(&Formulas, &LabelledRun)> {
        let _ = property;
        None
    }

    /// The state because of which such a result is not known.
    fn indefinite_state(&self, property: u32) -> Option<IndefiniteState> {
        let _ = property;
        None
    }

    /// The content number of a state of the [state space](Shown::state_space).
    fn content_of(&self, state: u32) -> Option<u32> {
        let _ = state;
        None
    }

    /// For each step of a run of the analysis, as long as its states are shown, the numbers of the objects by vertex of its heap: the same
    /// object has the same number, as far as it is known to be the same.
    fn object_numbers(&mut self, run: &Run) -> Option<Vec<Vec<Option<u32>>>> {
        let _ = run;
        None
    }

    /// What supports such a result, for other tools to check.
    fn witness(&self, property: u32) -> Option<&Witness> {
        let _ = property;
        None
    }

    /// How the control-flow automaton for such a result becomes large blocks; absent if it is too large.
    fn reduction(&self, property: u32) -> Option<ReductionView> {
        let _ = property;
        None
    }

    /// A search for a proof of such a result by predicate abstraction, from the beginning, whatever gave the verdict.
    fn refinement(&mut self, property: u32, options: RefinementOptions) -> Option<&RefinementView> {
        let _ = (property, options);
        None
    }

    /// The same by property-directed reachability.
    fn frames(&self, property: u32) -> Option<FramesView> {
        let _ = property;
        None
    }

    /// The boxes that were learned.
    fn boxes(&self) -> Option<Vec<BoxView>> {
        None
    }

    /// What was learned, as a graph grammar.
    fn learned(&self) -> Option<LearnedView> {
        None
    }

    /// Some of the smallest heaps among those that a content stands for, as contents: they get numbers above those of the state space.
    fn samples(&mut self, number: u32) -> Option<Vec<u32>> {
        let _ = number;
        None
    }

    /// How one state of the [state space](Shown::state_space) leads to another, stage by stage; absent if there is no such step, or it cannot
    /// be followed any more. The contents get numbers above those of the state space.
    fn stages(&mut self, source: u32, target: u32) -> Option<Vec<StageView>> {
        let _ = (source, target);
        None
    }

    /// One derivation step by hand: every rule applied at a nonterminal edge of a heap, given by its position in
    /// [`HeapView::nonterminals`]. The heaps are kept as contents, with numbers above those of the state space; at most
    /// [`DERIVED_LIMIT`](super::DERIVED_LIMIT) of them, and none that is too large: the others have no number.
    fn derive(&mut self, heap: u32, nonterminal: u32) -> Option<Vec<DerivedHeap>> {
        let _ = (heap, nonterminal);
        None
    }
}
