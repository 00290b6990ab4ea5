//! Programs over machine integers in large blocks: bounded model checking, predicate abstraction, property-directed
//! reachability.

mod abstraction;
mod affine;
mod auto;
mod automaton;
pub mod blocks;
mod bounded;
mod check_induction;
mod check_proof;
mod facts;
mod induction;
mod judge;
mod path;
mod patience;
mod pdr;
mod predicates;
mod prepare;
mod recursive;
mod refine;
mod replay;
mod shorten_proof;
mod shown;
mod story;
mod templates;
mod temporal;
mod trace;
mod views;
mod witness;

use std::collections::BTreeMap;

use crate::blocks::BlockProgram;
use analysis::only_run::OnlyRun;
use analysis::{Analysis, Shown};
use base::{Diagnostic, Observer, Sources, Stop, msg};
use report::{ExplorationStatistics, PropertyReport, Report};
use task::{Loaded, Strategy};

use automaton::ShownAutomaton;
use judge::{BlockPass, KeptSearch};
use prepare::{BlockProperty, PreparedBlockTask};
pub use shown::ShownBlocks;

pub use abstraction::{
    AbstractEdge, AbstractNode, Abstraction, AbstractionAnswer, AbstractionOptions, AbstractionRound,
    AbstractionStatistics, Posts, PredicateAbstraction, RECORDED_CUBES, RECORDED_NODES, RECORDED_ROUNDS, RegionCube,
    RegionStep, Regions, UnitContract, UnitProof, UnitStep,
};
pub use affine::affine_relations;
pub use auto::{BlockAnswer, BlockEngine, BlockStatistics, search};
pub use bounded::{Bound, Unrolling};
pub use check_induction::proves_by_induction;
pub use check_proof::{Invariants, proves, proves_units};
pub use facts::{Fact, FactValue};
pub use induction::{Induction, InductionAnswer, InductionOptions};
pub use path::BlockInputs;
pub use pdr::{Pdr, PdrAnswer, PdrEvent, PdrStatistics, RECORDED_EVENTS};
pub use predicates::{PredicateId, Predicates};
pub use recursive::failing_run;
pub use replay::{ExecutedState, ExecutedTrace, replay};
pub use shorten_proof::shorten_proof;
pub use templates::templates;
pub use temporal::{Executed, InterpretedFormulas, TemporalCheck, TemporalOutcome, TemporalSearch};
pub use trace::{Trace, TraceStep};

/// Why nothing is known although no run of these programs fails.
fn not_followed<'a, 'p: 'a>(programs: impl IntoIterator<Item = &'a BlockProgram<'p>>) -> Stop {
    let why = programs.into_iter().find_map(|program| program.flat.given_up());
    why.map_or_else(too_deep, |why| Stop::Incomplete(msg!("a run is not followed any further: {why}")))
}

/// Why nothing is known of calls that are nested too deep.
fn too_deep() -> Stop {
    Stop::Incomplete(msg!("calls may be nested deeper than they are followed"))
}

/// The analysis of programs over machine integers.
pub struct LargeBlocks {
    prepared: PreparedBlockTask,
    sources: Sources,
}

impl Analysis for LargeBlocks {
    type Strategy = BlockEngine;
    type Input = PreparedBlockTask;
    type Property = BlockProperty;
    type Kept = KeptSearch;
    type Explored = ();
    type Pass<'a> = BlockPass<'a>;

    fn read(loaded: &Loaded) -> (Option<PreparedBlockTask>, Vec<Diagnostic>) {
        prepare::read(loaded)
    }

    fn prepare(prepared: PreparedBlockTask, loaded: &Loaded, _: &mut dyn Observer) -> Self {
        Self { prepared, sources: loaded.sources.clone() }
    }

    fn properties(&self) -> &[BlockProperty] {
        &self.prepared.properties
    }

    fn is_part(property: &BlockProperty) -> bool {
        property.is_part
    }

    fn strategies(loaded: &Loaded) -> Vec<BlockEngine> {
        let names = loaded.task.options.strategy.each(task::Analysis::Blocks);
        names.into_iter().map(BlockEngine::named).collect()
    }

    fn pass(&self, engine: BlockEngine, _: bool, observer: &mut dyn Observer) -> BlockPass<'_> {
        let PreparedBlockTask { program, entry, input, .. } = &self.prepared;
        // Engines that are asked for by name search for themselves.
        let input = input.as_ref().filter(|_| engine == BlockEngine::Auto);
        let only_run = input.and_then(|input| {
            OnlyRun::new(input.setting(program, *entry), std::slice::from_ref(&input.heap), observer)
        });
        BlockPass { analysis: self, engine, built: None, only_run }
    }

    fn explore(&self, pass: BlockPass<'_>, report: &mut Report, _: &mut dyn Observer) {
        let (blocks, generate_ms) = pass.built.unzip();
        let sizes = blocks.unwrap_or_default();
        report.exploration = Some(ExplorationStatistics {
            states_main: sizes.locations,
            states_total: sizes.locations,
            transitions_total: sizes.edges,
            blocks,
            generate_ms,
            ..ExplorationStatistics::default()
        });
    }

    fn show(self, (): (), mut kept: Vec<KeptSearch>, reports: &mut [PropertyReport]) -> Box<dyn Shown> {
        let witnesses = kept.iter_mut().map(|kept| kept.witness.take()).collect();
        let labelled_runs = kept.iter_mut().map(|kept| kept.labelled.take()).collect();
        let (places, known): (Vec<_>, Vec<_>) = kept.into_iter().map(|kept| (kept.places, kept.known)).unzip();
        // Of several properties the first one that fails.
        let shown = reports.iter().position(|report| report.judgement.run.is_some()).unwrap_or(0);
        let id = reports.get(shown).map(|report| report.id.clone());
        let property = self.prepared.properties.iter().find(|property| Some(&property.id) == id.as_ref());
        let automaton = property.and_then(|property| self.flat(property)).map(|flat| {
            let mut automaton = ShownAutomaton::new(&flat, &self.sources);
            automaton.tell(&known[shown]);
            for (report, places) in reports.iter_mut().zip(&places) {
                if let Some(run) = &mut report.judgement.run {
                    automaton.locate(&mut run.prefix, places);
                }
            }
            automaton
        });
        let ids = reports.iter().map(|report| report.id.clone()).collect();
        Box::new(ShownBlocks { analysis: self, ids, automaton, witnesses, labelled_runs, refinements: BTreeMap::new() })
    }
}

impl BlockEngine {
    /// That of a name in a task; names of other analyses stand for the default.
    fn named(name: Strategy) -> Self {
        match name {
            Strategy::Bounded => BlockEngine::Bounded,
            Strategy::KInduction => BlockEngine::KInduction,
            Strategy::Pdr => BlockEngine::Pdr,
            Strategy::Predicates => BlockEngine::Predicates,
            _ => BlockEngine::Auto,
        }
    }

    /// Its name in tasks and reports.
    fn name(self) -> &'static str {
        match self {
            BlockEngine::Auto => Strategy::Auto.name(),
            BlockEngine::Bounded => Strategy::Bounded.name(),
            BlockEngine::KInduction => Strategy::KInduction.name(),
            BlockEngine::Pdr => Strategy::Pdr.name(),
            BlockEngine::Predicates => Strategy::Predicates.name(),
        }
    }
}
