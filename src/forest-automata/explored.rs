//! A program as far as it has been generated.

use std::rc::Rc;

use indexmap::IndexSet;
use rustc_hash::{FxBuildHasher, FxHashSet};

use super::given::add_boxes;
use super::names::BoxNames;
use super::prepare::PreparedForestTask;
use super::views::Described;
use crate::semantics::{Fault, ForestId, ForestProgram, ForestState};
pub(crate) use analysis::danger::Danger;
use analysis::states::run_view;
use base::{Idx, Limits, Observer, Sources};
use program::cfa::ProcedureId;
use program::objects::Program;
use report::Run;
use rsm::{ComponentId, CoveredState, Covering, NodeId, Order, Path, Rsm, explore};

/// Of so many failing states the one is shown that is reached first.
const DANGERS: usize = 32;

/// A program with the states that were found.
pub struct ExploredForests {
    pub(super) system: ForestProgram,
    pub(super) names: BoxNames,
    pub(super) rsm: Rsm<CoveredState<ForestState>>,
    /// The states that were joined with others before they were expanded, and lead only to the result.
    skipped: FxHashSet<CoveredState<ForestState>>,
    /// What is in states: memories, with the procedure whose variables are named.
    pub(super) contents: IndexSet<(ProcedureId, ForestId), FxBuildHasher>,
}

impl ExploredForests {
    pub(super) const MAIN: ComponentId = Rsm::<CoveredState<ForestState>>::MAIN;

    /// Generates all states, loops before what follows them; states of automata are merged that agree down to this height.
    pub(super) fn new(
        task: &PreparedForestTask,
        program: &Rc<Program>,
        height: usize,
        limits: &Limits,
        observer: &mut dyn Observer,
    ) -> Self {
        let system = ForestProgram::new(Rc::clone(program), task.entry, height);
        let mut system = system.with_most(limits.heap_vertices);
        if !task.learns {
            system = system.without_learning();
        }
        // What is wrong was reported when the task was read.
        let (names, _) = add_boxes(&mut system, &task.boxes);
        let mut covering = Covering::new(&mut system);
        let rsm = explore(&mut covering, Order::Ranked, limits, observer);
        let skipped = covering.skipped();
        let contents = rsm.nodes.iter().map(|node| (node.state.state.procedure, node.state.state.forest)).collect();
        Self { system, names, rsm, skipped, contents }
    }

    /// How many sets of heaps can be looked at: those of states, then boxes.
    pub(super) fn content_count(&self) -> usize {
        self.contents.len() + self.system.alphabet.boxes.len()
    }

    /// Whether a state only leads to one that it was joined into.
    pub(super) fn is_skipped(&self, state: &CoveredState<ForestState>) -> bool {
        self.skipped.contains(state)
    }

    /// Whether a state is one of the sets of heaps at its location: it was not joined with others, and is no fault.
    pub(super) fn counts(&self, state: &CoveredState<ForestState>) -> bool {
        state.state.fault.is_none() && !self.is_skipped(state)
    }

    pub(super) fn state(&self, node: NodeId) -> ForestState {
        self.rsm.nodes[node].state.state
    }

    pub(super) fn states_main(&self) -> u32 {
        u32::at(self.rsm.nodes.iter().filter(|node| node.component == Self::MAIN).count())
    }

    /// A shortest run to a state that shows a danger, and its fault.
    pub(super) fn danger(&self, danger: Danger) -> Option<(Path<NodeId>, Fault)> {
        let faults = self.rsm.nodes.iter_enumerated().filter_map(|(id, node)| Some((id, node.state.state.fault?)));
        let dangers = faults.filter(|&(_, fault)| danger.is_fault(fault)).take(DANGERS);
        let run = |node| self.rsm.run_to(node).without(|&node| self.is_skipped(&self.rsm.nodes[node].state));
        dangers.map(|(node, fault)| (run(node), fault)).min_by_key(|(path, _)| path.len())
    }

    /// The first state in which a run uses a reference that is not followed, so that nothing is known of it from there.
    pub(super) fn given_up(&self) -> Option<ForestState> {
        let mut states = self.rsm.nodes.iter().map(|node| node.state.state);
        states.find(|state| state.fault == Some(Fault::NotFollowed))
    }

    /// A run for a report; `is_shown`: its states are those that can be looked at.
    pub(super) fn run(&self, path: &Path<NodeId>, sources: &Sources, is_shown: bool) -> Run {
        run_view(&self.rsm, path, &Described { explored: self, sources }, is_shown)
    }
}
