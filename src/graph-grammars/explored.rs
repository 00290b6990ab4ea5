//! A heap program as far as it has been generated.

use super::growing::GrowingMachine;
use super::lost::lost;
use super::place;
use super::prepare::PreparedHeapTask;
use super::strategy::Calls;
use crate::heap_program::{HeapLabels, HeapModel, HeapProgram, HeapState, PropositionScope};
use analysis::states::run_view;
use base::{Idx, Limits, Observer, Phase, Progress, Stop};
use interpreter::{Garbage, Setting};
use report::{ExplorationStatistics, HeapStatistics, Run};
use rsm::{NodeId, Path, Rsm};

/// What is found is shown once in so many steps at most: it costs more than asking whether to go on.
const SHOW_INTERVAL: usize = 1024;

/// A program, as far as it has been generated.
pub struct Explored {
    pub(super) system: HeapProgram,
    pub(super) rsm: Rsm<HeapState>,
    pub(super) labels: HeapLabels,
    /// Why some runs may be missing from the start: a contract or an initial heap is too large.
    pub(super) failed: Option<Stop>,
}

/// Top level looks at states of the entry procedure only.
fn scope(calls: Calls) -> PropositionScope {
    if calls == Calls::Skipped { PropositionScope::Entry } else { PropositionScope::AllProcedures }
}

impl Explored {
    pub(super) fn new(task: &PreparedHeapTask, calls: Calls, observer: &mut dyn Observer) -> Self {
        let mut system = HeapProgram::new(task.model.clone(), &task.kept(), scope(calls));
        let reading = Progress { phase: Phase::Reading, states: 0, frontier: 0 };
        let trusted = task.contracts.iter().try_for_each(|c| observer.ask(reading).and_then(|()| system.trust(c)));
        let initial = trusted.and_then(|()| task.initial.as_ref().map_err(Clone::clone));
        let mut start = |heap| observer.ask(reading).and_then(|()| system.start_from(std::slice::from_ref(heap)));
        let failed = initial.and_then(|heaps| heaps.iter().try_for_each(&mut start)).err();
        let labels = HeapLabels::new(&system);
        Self { system, rsm: Rsm::default(), labels, failed }
    }

    /// Nothing: it could not be started.
    pub(super) fn failed(task: &PreparedHeapTask, calls: Calls, stop: Stop) -> Self {
        let system = HeapProgram::new(task.model.clone(), &task.kept(), scope(calls));
        let labels = HeapLabels::new(&system);
        let mut rsm = Rsm::default();
        rsm.stop = Some(stop.clone());
        Self { system, rsm, labels, failed: Some(stop) }
    }

    /// Generates what is missing; `growing` is shown meanwhile.
    pub(super) fn complete(
        &mut self,
        task: &PreparedHeapTask,
        limits: &Limits,
        mut growing: Option<&mut GrowingMachine>,
        observer: &mut dyn Observer,
    ) {
        let Self { system, rsm, .. } = self;
        let mut asked = 0_usize;
        let mut watch = |system: &HeapProgram, rsm: &Rsm<HeapState>, progress| {
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

    /// What concrete runs of the program execute.
    pub(super) fn setting(&self) -> Setting<'_> {
        setting(self.system.model())
    }

    /// Whether propositions ignore garbage.
    pub(super) fn garbage(&self) -> Garbage {
        if self.system.model().options.garbage_collection { Garbage::Collected } else { Garbage::Kept }
    }

    /// Figures of what was generated.
    pub(super) fn statistics(&self) -> ExplorationStatistics {
        let rsm = &self.rsm;
        ExplorationStatistics {
            blocks: None,
            states_main: self.states_main(),
            states_total: u32::at(rsm.nodes.len()),
            transitions_total: u32::at(rsm.edge_count()),
            states_final: u32::at(rsm.components.get(Rsm::<HeapState>::MAIN).map_or(0, |c| c.exits.len())),
            contracts: u32::at(rsm.components.len().saturating_sub(1)),
            heaps: Some(HeapStatistics {
                different: u32::at(self.system.store().len()),
                peak_vertices: self.system.store().peak_vertices(),
            }),
            partial: rsm.stop.is_some(),
            read_ms: None,
            generate_ms: None,
        }
    }

    pub(super) fn states_main(&self) -> u32 {
        u32::at(self.rsm.nodes.iter().filter(|n| n.component == Rsm::<HeapState>::MAIN).count())
    }

    /// A run for a report.
    pub fn run(&self, path: &Path<NodeId>) -> Run {
        run_view(&self.rsm, path, &self.system, true)
    }

    /// What names a node whichever way it was generated: the content hashes of the entry state of its component, 0 in
    /// the entry component, and of its state.
    pub(super) fn key(&self, node: NodeId) -> (u64, u64) {
        let hash = |node: NodeId| place::state_hash(&self.system, self.rsm.nodes[node].state);
        let component = self.rsm.nodes[node].component;
        let entry = match component == Rsm::<HeapState>::MAIN {
            true => 0,
            false => self.rsm.components[component].entries.first().map_or(0, |&entry| hash(entry)),
        };
        (entry, hash(node))
    }
}

/// What concrete runs of a program execute.
pub(super) fn setting(model: &HeapModel) -> Setting<'_> {
    let HeapModel { program, entry, alphabet, given, .. } = model;
    Setting { program, entry: *entry, alphabet, grammar: given }
}
