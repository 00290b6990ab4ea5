//! A heap program as far as it has been generated.

use super::growing::GrowingMachine;
use super::lost::lost;
use super::place;
use super::prepare::Prepared;
use crate::base::{Idx, Limits, Observer, Phase, Progress, Stop};
use crate::report::{ExplorationStatistics, RunStep};
use crate::rsm::{NodeId, Rsm};
use crate::semantics::heap_program::{HeapProgram, Labels, Scope, State};
use crate::task::Strategy;

/// What is found is shown once in so many steps at most: it costs more than asking whether to go on.
const SHOW_INTERVAL: usize = 1024;

/// Of a call stack at most this many frames are listed.
const STACK_LIMIT: usize = 64;

/// A program, as far as it has been generated.
pub(super) struct Explored {
    pub system: HeapProgram,
    pub rsm: Rsm<State>,
    pub labels: Labels,
    /// Why some runs may be missing from the start: a contract or an initial heap is too large.
    pub failed: Option<Stop>,
}

impl Explored {
    pub fn new(task: &Prepared, strategy: Strategy, observer: &mut dyn Observer) -> Self {
        // Top level looks at states of the entry procedure only.
        let scope = if strategy == Strategy::TopLevel { Scope::Entry } else { Scope::AllProcedures };
        let mut system = HeapProgram::new(task.model.clone(), &task.kept(), scope);
        let reading = Progress { phase: Phase::Reading, states: 0, frontier: 0 };
        let trusted = task.contracts.iter().try_for_each(|c| observer.ask(reading).and_then(|()| system.trust(c)));
        let initial = trusted.and_then(|()| task.initial.as_ref().map_err(Clone::clone));
        let mut start = |heap| observer.ask(reading).and_then(|()| system.start_from(std::slice::from_ref(heap)));
        let failed = initial.and_then(|heaps| heaps.iter().try_for_each(&mut start)).err();
        let labels = Labels::new(&system);
        Self { system, rsm: Rsm::default(), labels, failed }
    }

    /// Generates what is missing; `growing` is shown meanwhile.
    pub fn complete(
        &mut self,
        task: &Prepared,
        limits: &Limits,
        mut growing: Option<&mut GrowingMachine>,
        observer: &mut dyn Observer,
    ) {
        let Self { system, rsm, .. } = self;
        let mut asked = 0_usize;
        let mut watch = |system: &HeapProgram, rsm: &Rsm<State>, progress| {
            if asked.is_multiple_of(SHOW_INTERVAL)
                && let Some(growing) = &mut growing
            {
                growing.show(system, rsm, observer);
            }
            asked += 1;
            observer.progress(progress)
        };
        if rsm.entries().is_empty() {
            // It has not been started, or could not be; then it cannot be now.
            *rsm = Rsm::default();
        }
        rsm.stop = None;
        // Why it ended early stands in the machine.
        let _ = rsm.start(system, limits).and_then(|()| {
            let entries = rsm.entries().to_vec();
            rsm.complete_watched(system, &entries, task.order, limits, &mut watch)
        });
        self.rsm.check_invariants();
        let stop = self.failed.clone().or_else(|| self.rsm.stop.take());
        self.rsm.stop = stop.or_else(|| lost(&self.system, &self.rsm));
    }

    /// Figures of what was generated.
    pub fn statistics(&self) -> ExplorationStatistics {
        let rsm = &self.rsm;
        ExplorationStatistics {
            states_main: self.states_main(),
            states_total: u32::at(rsm.nodes.len()),
            transitions_total: u32::at(rsm.edge_count()),
            states_final: u32::at(rsm.components.get(Rsm::<State>::MAIN).map_or(0, |c| c.exits.len())),
            contracts: u32::at(rsm.components.len().saturating_sub(1)),
            heaps: u32::at(self.system.store().len()),
            peak_vertices: self.system.store().peak_vertices(),
            partial: rsm.stop.is_some(),
            read_ms: None,
            generate_ms: None,
            confirm_ms: None,
        }
    }

    pub fn states_main(&self) -> u32 {
        u32::at(self.rsm.nodes.iter().filter(|n| n.component == Rsm::<State>::MAIN).count())
    }

    /// The steps of a run: each a node, the position of its caller, and whether a whole call follows that is not shown.
    /// `again` is the position that follows the last.
    pub fn steps(&self, visits: &[(NodeId, Option<u32>, bool)], again: Option<usize>) -> Vec<RunStep> {
        let state = |position: usize| visits.get(position).map(|v| self.rsm.nodes[v.0].state);
        let step = |(position, &(node, caller, folded)): (usize, &(NodeId, Option<u32>, bool))| {
            let here = self.rsm.nodes[node].state;
            let place = place::of(&self.system, here.point);
            let next = state(position + 1).or_else(|| again.and_then(state));
            RunStep {
                state: place::state_name(&self.system, here),
                index: Some(node.0),
                method: place.method,
                file: place.file,
                line: place.line,
                operation: place::operation_between(&self.system, here, next),
                stack: self.stack(visits, caller),
                folded,
                values: Vec::new(),
            }
        };
        visits.iter().enumerate().map(step).collect()
    }

    /// The suspended callers, outermost first.
    fn stack(&self, visits: &[(NodeId, Option<u32>, bool)], mut caller: Option<u32>) -> Vec<String> {
        let mut stack = Vec::new();
        let mut hidden = 0;
        while let Some(&(node, below, _)) = caller.and_then(|c| visits.get(c.index())) {
            if stack.len() < STACK_LIMIT {
                let place = place::of(&self.system, self.rsm.nodes[node].state.point);
                stack.push(format!("{}:{}", place.method, place.line));
            } else {
                hidden += 1;
            }
            caller = below;
        }
        if hidden > 0 {
            stack.push(format!("… {hidden} more"));
        }
        stack.reverse();
        stack
    }

    /// What names a node whichever way it was generated: the content hashes of the entry state of its component, 0 in
    /// the entry component, and of its state.
    pub fn key(&self, node: NodeId) -> (u64, u64) {
        let hash = |node: NodeId| place::state_hash(&self.system, self.rsm.nodes[node].state);
        let component = self.rsm.nodes[node].component;
        let entry = match component == Rsm::<State>::MAIN {
            true => 0,
            false => self.rsm.components[component].entries.first().map_or(0, |&entry| hash(entry)),
        };
        (entry, hash(node))
    }
}
