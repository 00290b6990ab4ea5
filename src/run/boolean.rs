//! Tasks with boolean programs.

mod prepare;
mod story;

use crate::base::{Idx, Limits, Observer, Stop};
use crate::check::{ToldClaim, ToldRun, Watched, replay_told, watch};
use crate::logic::{FormulaId, Formulas, Monitor, MonitorStateId, PositiveForm};
use crate::outcome::report::{Judgement, PropertyReport, PropertyStatistics, Report};
use crate::program::ersm::Ersm;
use crate::semantics::valuation::{Observed, Valuations};
use crate::tableau;
use crate::task::{Analysis, Loaded, Strategy};

use prepare::Prepared;
use story::Visit;

/// A failing run shows the calls on it as long as it has at most this many steps.
const RUN_LIMIT: usize = 2_000;

/// What is claimed of all runs.
enum Claim {
    /// They satisfy a formula, with its positive normal form.
    Holds(FormulaId, PositiveForm),
    /// None is what the monitor looks for.
    Nothing(Monitor),
}

/// A property that can be checked.
struct Property {
    id: String,
    /// What it says, for people.
    text: String,
    claim: Claim,
    /// What it observes of the program.
    observed: Observed,
}

/// Reads and checks a boolean program; if something is wrong with it, the report says so, and nothing else.
pub(super) fn run(loaded: &Loaded, report: &mut Report, observer: &mut dyn Observer) {
    let (prepared, diagnostics) = prepare::read(loaded);
    report.diagnostics = super::render(&diagnostics, &loaded.sources);
    let Some(Prepared { ersm, formulas, properties }) = prepared else { return };
    let limits = loaded.task.options.limits();
    for property in &properties {
        for strategy in loaded.task.options.strategy.each(Analysis::Boolean) {
            let judge = Judge { loaded, ersm: &ersm, formulas: &formulas, limits: &limits, strategy };
            report.properties.push(judge.judge(property, observer));
        }
    }
}

/// One strategy at work.
struct Judge<'a> {
    loaded: &'a Loaded,
    ersm: &'a Ersm,
    formulas: &'a Formulas,
    limits: &'a Limits,
    strategy: Strategy,
}

impl Judge<'_> {
    fn judge(&self, property: &Property, observer: &mut dyn Observer) -> PropertyReport {
        let start = observer.now();
        let mut program = Valuations::new(self.ersm, &property.observed);
        let mut statistics = PropertyStatistics::default();
        let found = match &property.claim {
            Claim::Holds(_, formula) => self.satisfies(&mut program, *formula, &mut statistics, observer),
            Claim::Nothing(monitor) => self.avoids(&mut program, monitor, &mut statistics, observer),
        };
        let judgement = match found {
            Found::Nothing => Judgement::satisfied(),
            Found::Stopped(stop) => Judgement::unknown(&stop, None),
            Found::Run(visits, cycle) => self.replayed(property, &story::told(&mut program, &visits, cycle)),
        };
        statistics.states_total = u32::at(program.len());
        statistics.states_main = u32::at(program.len_in(self.ersm.entry));
        statistics.check_ms = Some(observer.now() - start);
        let (id, ltl) = (property.id.clone(), property.text.clone());
        PropertyReport { id, ltl, strategy: self.strategy.name().to_owned(), judgement, statistics }
    }

    fn satisfies(
        &self,
        program: &mut Valuations<'_>,
        formula: PositiveForm,
        statistics: &mut PropertyStatistics,
        observer: &mut dyn Observer,
    ) -> Found {
        let outcome = tableau::check(program, self.formulas, formula, self.limits, observer);
        statistics.assertions = u32::at(outcome.proof.assertion_count());
        statistics.proof_edges = u32::at(outcome.proof.edge_count());
        statistics.contracts = u32::at(outcome.proof.contract_count());
        match &outcome.verdict {
            tableau::Verdict::Satisfied => Found::Nothing,
            tableau::Verdict::Unknown(stop) => Found::Stopped(stop.clone()),
            tableau::Verdict::Violated => {
                let run = outcome.run(RUN_LIMIT).unwrap_or(tableau::Run { steps: Vec::new(), cycle: None });
                let visits = run.steps.iter().map(|step| (step.state, step.caller, step.folded)).collect();
                Found::Run(visits, run.cycle)
            }
        }
    }

    fn avoids(
        &self,
        program: &mut Valuations<'_>,
        monitor: &Monitor,
        statistics: &mut PropertyStatistics,
        observer: &mut dyn Observer,
    ) -> Found {
        let Watched { rsm, run, stop } = watch(program, monitor, self.formulas, self.limits, RUN_LIMIT, observer);
        statistics.assertions = u32::at(rsm.nodes.len());
        statistics.proof_edges = u32::at(rsm.edge_count());
        statistics.contracts = u32::at(rsm.components.len().saturating_sub(1));
        let visits = |run: crate::rsm::Run| {
            let states = run.visits.iter().map(|v| (rsm.nodes[v.node].state.state, v.caller, v.folded)).collect();
            Found::Run(states, run.cycle)
        };
        run.map_or_else(|| stop.map_or(Found::Nothing, Found::Stopped), visits)
    }

    /// The judgement on a failing run, which is executed.
    fn replayed(&self, property: &Property, told: &ToldRun) -> Judgement {
        let claim = match &property.claim {
            Claim::Holds(formula, _) => ToldClaim::Violates(*formula),
            Claim::Nothing(monitor) => ToldClaim::IsFound(monitor),
        };
        match replay_told(self.ersm, told, claim, self.formulas, &property.observed) {
            Ok(values) => Judgement::violated(None, story::run(self.ersm, &self.loaded.sources, told, &values)),
            Err(why) => {
                let message =
                    format!("a failing run was found that cannot be executed, which is a fault of hrglass: {why}");
                Judgement::unknown(&Stop::Incomplete(message), None)
            }
        }
    }
}

/// What a search has found.
enum Found {
    /// All runs are as they are claimed to be.
    Nothing,
    /// It was stopped.
    Stopped(Stop),
    /// A failing run, with where its cycle begins.
    Run(Vec<Visit>, Option<u32>),
}

/// The state in which a monitor starts that looks for something once.
const WATCHING: MonitorStateId = MonitorStateId(0);
