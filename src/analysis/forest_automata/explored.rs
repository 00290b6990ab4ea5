//! A program as far as it has been generated.

use std::rc::Rc;

use indexmap::IndexSet;
use rustc_hash::{FxBuildHasher, FxHashSet};

use super::given::add_boxes;
use super::names::BoxNames;
use super::prepare::PreparedForestTask;
use super::views;
use crate::analysis::danger::Danger;
use crate::analysis::states::call_stack;
use crate::base::{Idx, Limits, Observer, Sources};
use crate::program::cfa::ProcedureId;
use crate::report::{Run, RunStep};
use crate::rsm::{ComponentId, CoveredState, Covering, NodeId, Order, Path, Rsm, explore};
use crate::semantics::forest::{Fault, ForestId, ForestProgram, ForestState};

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
    pub(super) fn new(task: &PreparedForestTask, height: usize, limits: &Limits, observer: &mut dyn Observer) -> Self {
        let mut system = ForestProgram::new(Rc::clone(&task.program), task.entry, height);
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

    /// A run for a report; `is_shown`: its states are those that can be looked at.
    pub(super) fn run(&self, path: &Path<NodeId>, sources: &Sources, is_shown: bool) -> Run {
        let state = |position: usize| self.state(*path.state(position));
        let step = |position: usize| {
            let here = state(position);
            let place = views::place(&self.system, sources, here);
            RunStep {
                state: views::name(&self.system, here),
                index: is_shown.then_some(path.state(position).0),
                method: place.method,
                file: place.file,
                line: place.line,
                operation: views::operation(&self.system, here, path.after(position).map(state)),
                stack: call_stack(path, position, |&caller| {
                    let place = views::place(&self.system, sources, self.state(caller));
                    (place.method, place.line)
                }),
                folded: path.visits[position].folded,
                values: Vec::new(),
            }
        };
        let (prefix, cycle) = path.split((0..path.len()).map(step).collect());
        Run { prefix, cycle }
    }
}
