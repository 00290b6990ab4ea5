//! The only place that knows all analyses, and which of them are part of this build.

#[cfg(feature = "boolean-programs")]
mod boolean_programs {
    use crate::analysis::boolean_programs::ShownValuations;
    use crate::program::guarded::Ersm;
    use crate::session::Session;

    impl Session {
        /// The boolean program; absent if none was run.
        pub fn boolean_program(&self) -> Option<&Ersm> {
            self.shown().map(ShownValuations::program)
        }
    }
}

#[cfg(feature = "graph-grammars")]
mod graph_grammars {
    use crate::analysis::graph_grammars::ShownHeaps;
    use crate::program::objects::Program;
    use crate::rsm::Rsm;
    use crate::semantics::heap_program::{HeapProgram, HeapState};
    use crate::session::Session;

    impl Session {
        /// The abstract execution of a program with heaps, and the machine generated from it.
        pub fn machine(&self) -> Option<(&HeapProgram, &Rsm<HeapState>)> {
            self.shown().map(ShownHeaps::machine)
        }

        /// The names of the variables that formulas keep alive: objects reachable from them are not garbage.
        pub fn kept_variables(&self) -> Vec<String> {
            self.shown().map_or_else(Vec::new, ShownHeaps::kept_variables)
        }

        /// The program with heaps; absent if none was run.
        pub fn program(&self) -> Option<&Program> {
            self.shown().map(ShownHeaps::program)
        }
    }
}

#[cfg(feature = "forest-automata")]
mod forest_automata {
    use crate::analysis::forest_automata::ShownForests;
    use crate::semantics::forest::{ForestProgram, ForestState};
    use crate::session::Session;

    impl Session {
        /// A program on forest automata, and the sets of heaps that were found at its locations.
        pub fn forests(&self) -> Option<(&ForestProgram, Vec<ForestState>)> {
            self.shown().map(ShownForests::forests)
        }
    }
}

use crate::analysis::Shown;
use crate::base::Observer;
use crate::report::Report;
use crate::task::{Analysis, Loaded};

/// Runs the analysis of the task. If it is not part of this build, the report has an error.
pub(super) fn run(loaded: &Loaded, report: &mut Report, observer: &mut dyn Observer) -> Option<Box<dyn Shown>> {
    match loaded.task.analysis {
        #[cfg(feature = "graph-grammars")]
        Analysis::Heap => crate::analysis::graph_grammars::run(loaded, report, observer),
        #[cfg(feature = "boolean-programs")]
        Analysis::Boolean => {
            crate::analysis::run::<crate::analysis::boolean_programs::BooleanPrograms>(loaded, report, observer)
        }
        #[cfg(feature = "large-blocks")]
        Analysis::Blocks => {
            crate::analysis::run::<crate::analysis::large_blocks::LargeBlocks>(loaded, report, observer)
        }
        #[cfg(feature = "forest-automata")]
        Analysis::Forest => {
            crate::analysis::run::<crate::analysis::forest_automata::ForestAutomata>(loaded, report, observer)
        }
        #[cfg(not(all(
            feature = "graph-grammars",
            feature = "boolean-programs",
            feature = "large-blocks",
            feature = "forest-automata"
        )))]
        missing => {
            let feature = match missing {
                Analysis::Heap => "graph-grammars",
                Analysis::Boolean => "boolean-programs",
                Analysis::Blocks => "large-blocks",
                Analysis::Forest => "forest-automata",
            };
            let message = format!("this build of hrglass cannot analyse {}", missing.programs());
            let error = crate::base::Diagnostic::error("task/analysis", None, message)
                .suggest(format!("build it with the feature `{feature}`"));
            report.diagnostics = loaded.diagnostics.iter().chain([&error]).map(|d| d.render(&loaded.sources)).collect();
            None
        }
    }
}
