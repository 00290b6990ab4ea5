//! Programs with heaps in C and Java, by forest automata.
//!
//! *Read* the program; *explore* sets of memories, generalised at loops with boxes that are learned; *execute* what fails; *refine* by
//! merging less. *Given* boxes are known from the start; *definitions* say what boxes stand for.

mod definitions;
mod evidence;
mod explored;
mod given;
mod inputs;
mod learned;
mod names;
mod pass;
mod picture;
mod prepare;
pub mod semantics;
mod shown;
mod stages;
mod views;

use analysis::{Analysis, Shown};
use base::{Diagnostic, Idx, Observer};
use report::{ExplorationStatistics, HeapStatistics, PropertyReport, Report};
use task::Loaded;

use explored::ExploredForests;
pub use given::give_boxes;
use pass::{ForestPass, KeptForestCheck};
use prepare::{ForestProperty, PreparedForestTask};
pub use shown::ShownForests;

/// The analysis by forest automata.
pub struct ForestAutomata {
    task: PreparedForestTask,
}

/// The only strategy.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Learning;

impl Analysis for ForestAutomata {
    type Strategy = Learning;
    type Input = PreparedForestTask;
    type Property = ForestProperty;
    type Kept = KeptForestCheck;
    type Explored = ExploredForests;
    type Pass<'a> = ForestPass<'a>;

    fn read(loaded: &Loaded) -> (Option<PreparedForestTask>, Vec<Diagnostic>) {
        prepare::read(loaded)
    }

    fn prepare(task: PreparedForestTask, _: &Loaded, _: &mut dyn Observer) -> Self {
        Self { task }
    }

    fn properties(&self) -> &[ForestProperty] {
        &self.task.properties
    }

    fn is_part(property: &ForestProperty) -> bool {
        property.is_part
    }

    fn strategies(_: &Loaded) -> Vec<Learning> {
        vec![Learning]
    }

    fn pass(&self, Learning: Learning, _: bool, observer: &mut dyn Observer) -> ForestPass<'_> {
        ForestPass::new(&self.task, observer)
    }

    fn explore(&self, pass: ForestPass<'_>, report: &mut Report, _: &mut dyn Observer) -> ExploredForests {
        let ForestPass { explored, generate_ms, .. } = pass;
        let rsm = &explored.rsm;
        report.exploration = Some(ExplorationStatistics {
            states_main: explored.states_main(),
            states_total: u32::at(rsm.nodes.len()),
            transitions_total: u32::at(rsm.edge_count()),
            states_final: u32::at(rsm.components.get(ExploredForests::MAIN).map_or(0, |main| main.exits.len())),
            contracts: u32::at(rsm.components.len().saturating_sub(1)),
            heaps: Some(HeapStatistics {
                different: u32::at(explored.system.forest_count()),
                peak_vertices: u32::at(explored.system.largest_forest()),
            }),
            partial: rsm.stop.is_some(),
            generate_ms: Some(generate_ms),
            ..ExplorationStatistics::default()
        });
        explored
    }

    fn show(self, explored: ExploredForests, kept: Vec<KeptForestCheck>, _: &mut [PropertyReport]) -> Box<dyn Shown> {
        let heaps = kept.into_iter().map(|kept| kept.heaps).collect();
        let (more, samples, stages) = Default::default();
        let PreparedForestTask { sources, origin, .. } = self.task;
        Box::new(ShownForests { explored, sources, origin, heaps, more, samples, stages })
    }
}
