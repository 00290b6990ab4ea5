//! The only place that knows all analyses.

use analysis::Shown;
use base::Observer;
use boolean_programs::ShownValuations;
use forest_automata::ShownForests;
use forest_automata::semantics::{ForestProgram, ForestState};
use graph_grammars::ShownHeaps;
use graph_grammars::heap_program::{HeapProgram, HeapState};
use program::guarded::Ersm;
use program::objects::Program;
use report::Report;
use rsm::Rsm;
use task::{Analysis, Loaded};

use crate::Session;

impl Session {
    /// The boolean program; absent if none was run.
    pub fn boolean_program(&self) -> Option<&Ersm> {
        self.shown().map(ShownValuations::program)
    }

    /// The abstract execution of a program with heaps, and the machine generated from it.
    pub fn machine(&self) -> Option<(&HeapProgram, &Rsm<HeapState>)> {
        self.shown().map(ShownHeaps::machine)
    }

    /// The program with heaps; absent if none was run.
    pub fn program(&self) -> Option<&Program> {
        self.shown().map(ShownHeaps::program)
    }

    /// A program on forest automata, and the sets of heaps that were found at its locations.
    pub fn forests(&self) -> Option<(&ForestProgram, Vec<ForestState>)> {
        self.shown().map(ShownForests::forests)
    }
}

/// Runs the analysis of the task.
pub(super) fn run(loaded: &Loaded, report: &mut Report, observer: &mut dyn Observer) -> Option<Box<dyn Shown>> {
    match loaded.task.analysis {
        Analysis::Heap => graph_grammars::run(loaded, report, observer),
        Analysis::Boolean => analysis::run::<boolean_programs::BooleanPrograms>(loaded, report, observer),
        Analysis::Blocks => analysis::run::<large_blocks::LargeBlocks>(loaded, report, observer),
        Analysis::Forest => analysis::run::<forest_automata::ForestAutomata>(loaded, report, observer),
    }
}
