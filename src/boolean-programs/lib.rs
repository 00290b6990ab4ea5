//! Boolean programs: state by state, with sets of states as decision diagrams, or both in turn.

mod alternate;
mod judge;
mod labelled;
mod meaning;
mod prepare;
mod replay;
mod shown;
mod space;
mod story;
pub mod symbolic;
pub mod valuation;
mod views;

use crate::valuation::ValuationId;
use analysis::{Analysis, Shown};
use base::{Diagnostic, Limits, Observer, Sources};
use ltl::tableau::{ProofStructure, ViolatingRun};
use report::{ExplorationStatistics, PropertyReport, Report};
use task::{Loaded, Strategy};

use judge::{BooleanPass, KeptCheck};
use prepare::{BooleanProperty, PreparedBooleanTask};
use space::{Generated, Known, ValuationSpace};

pub use replay::{PartialValuation, find_edges, replay};
pub use shown::ShownValuations;

/// A failing run shows the calls on it as long as it has at most this many steps.
const RUN_LIMIT: usize = 2_000;

/// Large domains are looked at with few of their values first, as long as there are not more states than this.
const FEW_STATES: u32 = 20_000;

/// Which search runs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Engine {
    /// State by state.
    Explicit,
    /// Sets of states as decision diagrams.
    Symbolic,
    /// Both in turn.
    Alternating,
}

impl Engine {
    /// That of a name in a task; names of other analyses stand for the default.
    fn named(name: Strategy) -> Self {
        match name {
            Strategy::Explicit => Engine::Explicit,
            Strategy::Symbolic => Engine::Symbolic,
            _ => Engine::Alternating,
        }
    }

    /// Its name in tasks and reports.
    fn name(self) -> &'static str {
        match self {
            Engine::Explicit => Strategy::Explicit.name(),
            Engine::Symbolic => Strategy::Symbolic.name(),
            Engine::Alternating => Strategy::Auto.name(),
        }
    }
}

/// The analysis of boolean programs.
pub struct BooleanPrograms {
    prepared: PreparedBooleanTask,
    sources: Sources,
    limits: Limits,
}

/// A proof structure that can be drawn.
struct BooleanProof {
    proof: ProofStructure<ValuationId>,
    /// The failing run, if there is one.
    run: Option<ViolatingRun<ValuationId>>,
    /// The states of the search.
    known: Known,
}

impl Analysis for BooleanPrograms {
    type Strategy = Engine;
    type Input = PreparedBooleanTask;
    type Property = BooleanProperty;
    type Kept = KeptCheck;
    type Explored = Generated;
    type Pass<'a> = BooleanPass<'a>;

    fn read(loaded: &Loaded) -> (Option<PreparedBooleanTask>, Vec<Diagnostic>) {
        prepare::read(loaded)
    }

    fn prepare(prepared: PreparedBooleanTask, loaded: &Loaded, _: &mut dyn Observer) -> Self {
        Self { prepared, sources: loaded.sources.clone(), limits: loaded.task.options.limits() }
    }

    fn properties(&self) -> &[BooleanProperty] {
        &self.prepared.properties
    }

    fn strategies(loaded: &Loaded) -> Vec<Engine> {
        let names = loaded.task.options.strategy.each(task::Analysis::Boolean);
        names.into_iter().map(Engine::named).collect()
    }

    fn pass(&self, strategy: Engine, _: bool, _: &mut dyn Observer) -> BooleanPass<'_> {
        BooleanPass { analysis: self, strategy }
    }

    fn explore(&self, _: BooleanPass<'_>, report: &mut Report, observer: &mut dyn Observer) -> Generated {
        let start = observer.now();
        let generated = Generated::new(&self.prepared, &self.limits, observer);
        let generate_ms = Some(observer.since(start));
        report.exploration = Some(ExplorationStatistics { generate_ms, ..generated.statistics() });
        generated
    }

    fn show(self, generated: Generated, kept: Vec<KeptCheck>, reports: &mut [PropertyReport]) -> Box<dyn Shown> {
        let PreparedBooleanTask { ersm, formulas, observed, .. } = self.prepared;
        let space = ValuationSpace { ersm, formulas, observed, sources: self.sources, generated };
        let (mut proofs, mut labelled_runs) = (Vec::new(), Vec::new());
        for (KeptCheck { run, labelled, proof }, report) in kept.into_iter().zip(reports) {
            if let (Some((executed, values)), Some(found)) = (run, &mut report.judgement.run) {
                let steps = found.prefix.iter_mut().chain(&mut found.cycle);
                steps
                    .zip(space.locate(&executed, &values))
                    .for_each(|(step, node)| step.index = node.map(|node| node.0));
            }
            proofs.push(proof);
            labelled_runs.push(labelled);
        }
        Box::new(ShownValuations { space, proofs, labelled_runs })
    }
}
