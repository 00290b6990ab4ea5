//! A program as far as it has been generated.

use std::rc::Rc;

use indexmap::IndexSet;
use rustc_hash::FxBuildHasher;

use super::danger::Danger;
use super::prepare::PreparedForestTask;
use super::views;
use crate::analysis::states::call_stack;
use crate::base::{Idx, Observer, Sources};
use crate::program::cfa::ProcedureId;
use crate::report::{Run, RunStep};
use crate::rsm::{ComponentId, CoveredState, Covering, NodeId, Path, Rsm, explore};
use crate::semantics::forest::{Fault, ForestId, ForestProgram, ForestState};

/// A program with the states that were found.
pub struct ExploredForests {
    pub(super) system: ForestProgram,
    pub(super) rsm: Rsm<CoveredState<ForestState>>,
    /// What is in states: memories, with the procedure whose variables are named.
    pub(super) contents: IndexSet<(ProcedureId, ForestId), FxBuildHasher>,
}

impl ExploredForests {
    pub(super) const MAIN: ComponentId = Rsm::<CoveredState<ForestState>>::MAIN;

    /// Generates all states; states are merged that agree down to this height.
    pub(super) fn new(task: &PreparedForestTask, height: usize, observer: &mut dyn Observer) -> Self {
        let mut system = ForestProgram::new(Rc::clone(&task.program), task.entry, height);
        let rsm = explore(&mut Covering::new(&mut system), task.order, &task.limits, observer);
        let contents = rsm.nodes.iter().map(|node| (node.state.state.procedure, node.state.state.forest)).collect();
        Self { system, rsm, contents }
    }

    pub(super) fn state(&self, node: NodeId) -> ForestState {
        self.rsm.nodes[node].state.state
    }

    pub(super) fn states_main(&self) -> u32 {
        u32::at(self.rsm.nodes.iter().filter(|node| node.component == Self::MAIN).count())
    }

    /// The first state that shows a danger, with its fault.
    pub(super) fn danger(&self, danger: Danger) -> Option<(NodeId, Fault)> {
        let mut states = self.rsm.nodes.iter_enumerated().filter_map(|(id, node)| Some((id, node.state.state.fault?)));
        states.find(|&(_, fault)| danger.is_fault(fault))
    }

    /// A run for a report.
    pub(super) fn run(&self, path: &Path<NodeId>, sources: &Sources) -> Run {
        let state = |position: usize| self.state(*path.state(position));
        let step = |position: usize| {
            let here = state(position);
            let place = views::place(&self.system, sources, here);
            RunStep {
                state: views::name(&self.system, here),
                index: Some(path.state(position).0),
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
