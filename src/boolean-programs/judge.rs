//! What becomes of a property: the searches of a strategy, and the replay of what they find.

use super::alternate::alternate;
use super::prepare::{BooleanProperty, PreparedBooleanTask};
use super::replay::{PartialValuation, replay};
use super::space::Known;
use super::story;
use super::{BooleanPrograms, BooleanProof, Engine, FEW_STATES, RUN_LIMIT};
use crate::symbolic::{self, SymbolicBudget};
use crate::valuation::{ValuationId, Valuations};
use analysis::{Attempt, Claim, LabelledRun, PROOF_LIMIT, Pass};
use base::{Idx, Limits, Message, Observer, Sources, Stop, msg};
use ltl::logic::{Formulas, Monitor, NegationNormalForm};
use ltl::tableau::{self, ProofStructure, ViolatingRun};
use program::guarded::Ersm;
use report::evidence::Evidence;
use report::remedy::Remedy;
use report::{Judgement, ProductStatistics, ProofStatistics, PropertyReport, PropertyStatistics};
use rsm::Path;
use std::convert::Infallible;
use task::Strategy;

/// What is kept of a check to be shown.
pub struct KeptCheck {
    /// The run in the report, with the values of all variables.
    pub(super) run: Option<ExecutedRun>,
    /// What holds in its states.
    pub(super) labelled: Option<LabelledRun>,
    pub(super) proof: Option<BooleanProof>,
}

/// A run with the values of all variables in its states.
pub(super) type ExecutedRun = (Path<PartialValuation>, Vec<Vec<i64>>);

/// What a search comes to.
pub(super) enum SearchOutcome {
    /// All runs are as they are claimed to be.
    Nothing,
    /// It was stopped.
    Stopped(Stop),
    /// Several were, the last one for this reason; what each says, in one text; and what else may help.
    AllStopped(Stop, Message, Remedy),
    /// A failing run.
    Run(Path<PartialValuation>),
}

/// What a search has found, with its figures.
pub(super) struct Answer {
    pub found: SearchOutcome,
    pub statistics: PropertyStatistics,
    pub proof: Option<BooleanProof>,
}

/// The same of the explicit search, in its own states.
struct Searched {
    /// The failing run, if there is one.
    run: Result<Option<Path<ValuationId>>, Stop>,
    statistics: PropertyStatistics,
    proof: Option<(ProofStructure<ValuationId>, Option<ViolatingRun<ValuationId>>)>,
}

/// A strategy at work.
pub struct BooleanPass<'a> {
    pub(super) analysis: &'a BooleanPrograms,
    pub(super) strategy: Engine,
}

impl Pass for BooleanPass<'_> {
    type Property = BooleanProperty;
    type Kept = KeptCheck;
    type Precision = Infallible;

    /// Valuations are exact: nothing is left to be refined.
    const ROUNDS: u32 = 0;

    fn attempt(&mut self, property: &BooleanProperty, observer: &mut dyn Observer) -> Attempt<KeptCheck, Infallible> {
        let Self { analysis, strategy } = *self;
        let BooleanPrograms { prepared: PreparedBooleanTask { ersm, formulas, .. }, sources, limits } = analysis;
        let check = PropertyCheck { sources, ersm, formulas, limits, property };
        let start = observer.now();
        let Answer { found, mut statistics, proof } = match strategy {
            Engine::Symbolic => check.symbolic(SymbolicBudget::default(), observer),
            Engine::Alternating => alternate(&check, observer),
            Engine::Explicit => check.explicit(limits, observer),
        };
        statistics.check_ms = Some(observer.since(start));
        let start = observer.now();
        let (judgement, executed) = match found {
            SearchOutcome::Nothing => (Judgement::satisfied(), None),
            SearchOutcome::Stopped(stop) => {
                let mut judgement = Judgement::unknown(&stop, None);
                if strategy != Engine::Alternating && stop != Stop::Cancelled {
                    judgement.remedies.push(Remedy::Strategy { strategy: Strategy::Auto.name().to_owned() });
                }
                (judgement, None)
            }
            SearchOutcome::AllStopped(stop, why, remedy) => {
                let mut judgement = Judgement { reason: Some(why), ..Judgement::unknown(&stop, None) };
                judgement.remedies.push(remedy);
                (judgement, None)
            }
            SearchOutcome::Run(run) => {
                let replayed = check.replayed(run);
                statistics.confirm_ms = Some(observer.since(start));
                replayed
            }
        };
        let (id, claim) = (property.property.id.clone(), property.property.text.clone());
        let report = PropertyReport { id, claim, strategy: strategy.name().to_owned(), judgement, statistics };
        let (run, labelled) = executed.unzip();
        Attempt { report, kept: KeptCheck { run, labelled, proof }, refinement: None }
    }

    fn refined(&self, precision: Infallible, _: &mut dyn Observer) -> Self {
        match precision {}
    }
}

/// A check of one property.
pub(super) struct PropertyCheck<'a> {
    sources: &'a Sources,
    pub ersm: &'a Ersm,
    formulas: &'a Formulas,
    pub limits: &'a Limits,
    property: &'a BooleanProperty,
}

impl PropertyCheck<'_> {
    /// State by state, first with few values of large domains: what fails mostly fails with these.
    pub(crate) fn explicit(&self, limits: &Limits, observer: &mut dyn Observer) -> Answer {
        if Valuations::has_large_domains(self.ersm) {
            let few = Limits { states: limits.states.min(FEW_STATES), ..*limits };
            let program = Valuations::with_few_values(self.ersm, &self.property.observed);
            let (attempt, is_whole) = self.search(program, &few, observer);
            match &attempt.found {
                SearchOutcome::Run(_) => return attempt,
                SearchOutcome::Stopped(stop) if stop.ends_the_run() => return attempt,
                SearchOutcome::Nothing if is_whole => return attempt,
                _ => {}
            }
        }
        self.search(Valuations::new(self.ersm, &self.property.observed), limits, observer).0
    }

    /// Also returns whether the program had all of its runs.
    fn search(&self, mut program: Valuations<'_>, limits: &Limits, observer: &mut dyn Observer) -> (Answer, bool) {
        let Searched { run, mut statistics, proof } = match &self.property.property.claim {
            Claim::Holds(_, formula) => self.satisfies(&mut program, *formula, limits, observer),
            Claim::Nothing(monitor) => self.avoids(&mut program, monitor, limits, observer),
        };
        statistics.states_total = u32::at(program.states().len());
        statistics.states_main = Some(u32::at(program.states().len_in(self.ersm.entry)));
        let found = match run {
            Ok(Some(run)) => SearchOutcome::Run(story::resolved(&mut program, &run)),
            Ok(None) => SearchOutcome::Nothing,
            Err(stop) => SearchOutcome::Stopped(stop),
        };
        let is_whole = !program.has_left_out();
        let kept = |(proof, run)| BooleanProof { proof, run, known: Known::of(program) };
        (Answer { found, statistics, proof: proof.map(kept) }, is_whole)
    }

    /// With sets of states.
    pub(crate) fn symbolic(&self, budget: SymbolicBudget, observer: &mut dyn Observer) -> Answer {
        let mut formulas = self.formulas.clone();
        let monitor = match &self.property.property.claim {
            Claim::Holds(_, formula) => tableau::violations(&mut formulas, *formula, observer),
            Claim::Nothing(monitor) => Ok(monitor.clone()),
        };
        let mut statistics = PropertyStatistics::default();
        let monitor = match monitor {
            Ok(monitor) => monitor,
            Err(stop) => return Answer { found: SearchOutcome::Stopped(stop), statistics, proof: None },
        };
        let truth = |component, place, proposition| self.property.observed.get(proposition, component).at(place);
        let found = symbolic::search(self.ersm, &monitor, &formulas, &truth, budget, observer);
        statistics.nodes = Some(found.statistics.peak_nodes);
        // States are counted as far as numbers go.
        statistics.states_total = found.statistics.path_edges.min(f64::from(u32::MAX)) as u32;
        statistics.saturated = found.statistics.path_edges > f64::from(u32::MAX);
        let found = match found.answer {
            Ok(None) => SearchOutcome::Nothing,
            Ok(Some(run)) => SearchOutcome::Run(story::with_edges(self.ersm, &run)),
            Err(stop) => SearchOutcome::Stopped(stop),
        };
        Answer { found, statistics, proof: None }
    }

    fn satisfies(
        &self,
        program: &mut Valuations<'_>,
        formula: NegationNormalForm,
        limits: &Limits,
        observer: &mut dyn Observer,
    ) -> Searched {
        let outcome = tableau::check(program, self.formulas, formula, limits, observer);
        let proof = ProofStatistics {
            assertions: u32::at(outcome.proof.assertion_count()),
            edges: u32::at(outcome.proof.edge_count()),
            contracts: u32::at(outcome.proof.contract_count()),
            contexts: None,
        };
        let statistics = PropertyStatistics { proof: Some(proof), ..PropertyStatistics::default() };
        let shown = outcome.run(RUN_LIMIT);
        let run = shown.as_ref().map(|run| run.map(|failing| failing.state));
        let run = failing(&outcome.verdict, run);
        let is_small = outcome.proof.assertion_count() <= PROOF_LIMIT;
        Searched { run, statistics, proof: is_small.then_some((outcome.proof, shown)) }
    }

    fn avoids(
        &self,
        program: &mut Valuations<'_>,
        monitor: &Monitor,
        limits: &Limits,
        observer: &mut dyn Observer,
    ) -> Searched {
        let outcome = tableau::watch(program, monitor, self.formulas, limits, observer);
        let rsm = outcome.rsm();
        let product = ProductStatistics {
            states: u32::at(rsm.nodes.len()),
            edges: u32::at(rsm.edge_count()),
            contracts: u32::at(rsm.components.len().saturating_sub(1)),
            contexts: None,
        };
        let statistics = PropertyStatistics { product: Some(product), ..PropertyStatistics::default() };
        let run = failing(&outcome.verdict, outcome.run(RUN_LIMIT));
        Searched { run, statistics, proof: None }
    }

    /// The judgement on a failing run, which is executed.
    fn replayed(&self, run: Path<PartialValuation>) -> (Judgement, Option<(ExecutedRun, LabelledRun)>) {
        let BooleanProperty { property, observed } = self.property;
        match replay(self.ersm, &run, property.claim.refutation(), self.formulas, observed) {
            Ok((values, labelled)) => {
                let shown = story::run(self.ersm, self.sources, &run, &values);
                let judgement = Judgement::suspected(None, shown).with_evidence(Evidence::executed());
                (judgement, Some(((run, values), labelled)))
            }
            Err(why) => {
                let message = msg!(
                    "a failing run was found but cannot be executed, which is a bug in hrglass: {}",
                    Message::verbatim(why)
                );
                (Judgement::unknown(&Stop::Incomplete(message), None), None)
            }
        }
    }
}

/// The failing run of a search, if its verdict is that there is one.
fn failing(verdict: &tableau::CheckVerdict, run: Option<Path<ValuationId>>) -> Result<Option<Path<ValuationId>>, Stop> {
    match verdict {
        tableau::CheckVerdict::Satisfied => Ok(None),
        tableau::CheckVerdict::Unknown(stop) => Err(stop.clone()),
        tableau::CheckVerdict::Violated => Ok(Some(run.unwrap_or_default())),
    }
}
