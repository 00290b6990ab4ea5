//! Programs with heaps, abstracted by graph grammars.
//!
//! *Read* program, grammars and heaps; *explore* or check on the fly; *replay* failing runs on concrete heaps; *refine* the
//! abstraction along those that no execution confirms.

mod automatic;
mod client_calls;
#[cfg(test)]
mod context_tests;
mod contracts;
mod dereference;
mod descents;
mod endless;
mod evidence;
mod explored;
mod given_up;
mod growing;
pub mod heap_program;
mod lost;
mod memory_safety;
mod object_numbers;
mod pass;
mod place;
mod prepare;
mod propositions;
mod read;
mod runs;
mod shown;
mod stages;
mod stopped;
mod strategy;
mod uncaught;
mod untracked;
mod views;

use rustc_hash::FxHashMap;

use analysis::{Analysis, Shown};
use base::{Diagnostic, Idx, Observer, shorten};
use report::{ExplorationStatistics, PropertyReport, Report};
use rsm::{NodeId, Path};
use task::{Loaded, Strategy};

use explored::Explored;
use pass::{HeapPass, KeptCheck, Nodes};
use prepare::PreparedHeapTask;
use read::{HeapProperty, TaskParts};
use runs::RunState;
use strategy::{Calls, HeapStrategy};

pub use automatic::run;
pub use contracts::read_contracts;
pub use read::read_properties;
pub use shown::ShownHeaps;
pub use views::heap_view;

/// The analysis of programs with heaps.
pub struct GraphGrammars {
    task: PreparedHeapTask,
}

impl Analysis for GraphGrammars {
    type Strategy = HeapStrategy;
    type Input = TaskParts;
    type Property = HeapProperty;
    type Kept = KeptCheck;
    type Explored = Explored;
    type Pass<'a> = HeapPass<'a>;

    fn read(loaded: &Loaded) -> (Option<TaskParts>, Vec<Diagnostic>) {
        read::read(loaded)
    }

    fn prepare(parts: TaskParts, loaded: &Loaded, observer: &mut dyn Observer) -> Self {
        Self { task: parts.prepare(&loaded.sources, observer) }
    }

    fn properties(&self) -> &[HeapProperty] {
        &self.task.properties
    }

    fn is_about_everything(property: &HeapProperty) -> bool {
        matches!(property, HeapProperty::Safety(_))
    }

    fn is_part(property: &HeapProperty) -> bool {
        matches!(property, HeapProperty::Safety(property) if property.is_part)
    }

    fn strategies(loaded: &Loaded) -> Vec<HeapStrategy> {
        let names = loaded.task.options.strategy.each(task::Analysis::Heap);
        names.into_iter().map(HeapStrategy::named).collect()
    }

    /// Of several strategies one that generates everything first.
    fn shown_strategy(strategies: &[HeapStrategy]) -> HeapStrategy {
        let rsm = HeapStrategy::named(Strategy::Rsm);
        if strategies.contains(&rsm) { rsm } else { strategies[0] }
    }

    fn is_global(strategy: HeapStrategy) -> bool {
        strategy.calls == Calls::Followed
    }

    fn pass(&self, strategy: HeapStrategy, is_shown: bool, observer: &mut dyn Observer) -> HeapPass<'_> {
        HeapPass::new(&self.task, strategy, is_shown, observer)
    }

    fn explore(&self, mut pass: HeapPass<'_>, report: &mut Report, observer: &mut dyn Observer) -> Explored {
        pass.complete(observer);
        let generate_ms = Some(pass.generate_ms);
        report.exploration = Some(ExplorationStatistics { generate_ms, ..pass.explored.statistics() });
        let mut warnings = dereference::warnings(&pass.explored);
        shorten(&mut warnings);
        report.diagnostics.extend(analysis::render(&warnings, &pass.explored.system.model().sources));
        pass.explored
    }

    fn show(self, explored: Explored, kept: Vec<KeptCheck>, reports: &mut [PropertyReport]) -> Box<dyn Shown> {
        let mut places = Places { shown: &explored, by_key: None };
        let (mut proofs, mut runs, mut culprits) = (Vec::new(), Vec::new(), Vec::new());
        let mut labelled_runs = Vec::new();
        for (KeptCheck { failing, proof, run, labelled, culprit }, report) in kept.into_iter().zip(reports) {
            labelled_runs.push(run.as_ref().map_or(labelled, |run| run.labelled.clone()));
            runs.push(run);
            let Some((failing, nodes)) = failing else {
                proofs.push(None);
                culprits.push(None);
                continue;
            };
            let culprit = culprit.and_then(|(state, indefinite)| Some((places.find(&nodes, state)?, indefinite)));
            culprits.push(culprit);
            if let (Nodes::Other(_), Some(found)) = (&nodes, &mut report.judgement.run) {
                let steps = found.prefix.iter_mut().chain(&mut found.cycle);
                let states = failing.iter().flat_map(Path::states);
                steps.zip(states).for_each(|(step, &state)| step.index = places.find(&nodes, state).map(|node| node.0));
            }
            let small = proof.filter(|(outcome, _)| outcome.proof.assertion_count() <= analysis::PROOF_LIMIT);
            proofs.push(small.map(|(outcome, run)| shown::KeptProof {
                nodes: places.find_all(&nodes),
                proof: outcome.proof,
                run,
            }));
        }
        let formulas = self.task.formulas;
        Box::new(ShownHeaps { explored, formulas, proofs, runs, labelled_runs, culprits, derived: 0 })
    }
}

/// Finds nodes of other machines in what is shown.
struct Places<'a> {
    shown: &'a Explored,
    by_key: Option<FxHashMap<(u64, u64), NodeId>>,
}

impl Places<'_> {
    fn find(&mut self, nodes: &Nodes, state: RunState) -> Option<NodeId> {
        match nodes {
            Nodes::Shown(nodes) => nodes.get(state.index()).copied(),
            Nodes::Other(keys) => {
                let shown = self.shown;
                let all = || shown.rsm.nodes.indices().map(|node| (shown.key(node), node)).collect();
                let by_key = self.by_key.get_or_insert_with(all);
                keys.get(state.index()).and_then(|key| by_key.get(key)).copied()
            }
        }
    }

    fn find_all(&mut self, nodes: &Nodes) -> Vec<Option<NodeId>> {
        let count = match nodes {
            Nodes::Shown(nodes) => nodes.len(),
            Nodes::Other(keys) => keys.len(),
        };
        (0..count).map(|state| self.find(nodes, RunState::at(state))).collect()
    }
}
