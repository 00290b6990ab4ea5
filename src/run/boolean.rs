//! Tasks with boolean programs.

mod prepare;
mod story;

use crate::base::{Idx, Limits, Observer, Stop};
use crate::check::{ToldClaim, ToldRun, Watched, replay_told, watch};
use crate::logic::{FormulaId, Formulas, Monitor, MonitorStateId, PositiveForm};
use crate::outcome::report::{Judgement, PropertyReport, PropertyStatistics, Report};
use crate::program::ersm::Ersm;
use crate::semantics::symbolic;
use crate::semantics::valuation::{Observed, Valuations};
use crate::tableau;
use crate::task::{Analysis, Loaded, Strategy};

use prepare::Prepared;
use story::Visit;

/// A failing run shows the calls on it as long as it has at most this many steps.
const RUN_LIMIT: usize = 2_000;

/// With more states than this, sets of states are tried.
const FEW_STATES: u32 = 20_000;

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
        let judge = Judge { loaded, ersm: &ersm, formulas: &formulas, limits: &limits, property };
        for strategy in loaded.task.options.strategy.each(Analysis::Boolean) {
            report.properties.push(judge.judge(strategy, observer));
        }
    }
}

/// A property that is judged.
struct Judge<'a> {
    loaded: &'a Loaded,
    ersm: &'a Ersm,
    formulas: &'a Formulas,
    limits: &'a Limits,
    property: &'a Property,
}

impl Judge<'_> {
    fn judge(&self, strategy: Strategy, observer: &mut dyn Observer) -> PropertyReport {
        let start = observer.now();
        let mut statistics = PropertyStatistics::default();
        let found = match strategy {
            Strategy::Symbolic => self.symbolic(&mut statistics, observer),
            Strategy::Auto => self.auto(&mut statistics, observer),
            _ => self.explicit(self.limits, &mut statistics, observer),
        };
        let judgement = match found {
            Found::Nothing => Judgement::satisfied(),
            Found::Stopped(stop) => Judgement::unknown(&stop, None),
            Found::Run(told) => self.replayed(&told),
        };
        statistics.check_ms = Some(observer.now() - start);
        let (id, ltl) = (self.property.id.clone(), self.property.text.clone());
        PropertyReport { id, ltl, strategy: strategy.name().to_owned(), judgement, statistics }
    }

    /// State by state as long as there are few; then sets of states; and if these are too large, state by state again.
    fn auto(&self, statistics: &mut PropertyStatistics, observer: &mut dyn Observer) -> Found {
        let few = Limits { states: self.limits.states.min(FEW_STATES), ..*self.limits };
        match self.explicit(&few, statistics, observer) {
            Found::Stopped(Stop::States(_)) => {}
            found => return found,
        }
        match self.symbolic(statistics, observer) {
            Found::Stopped(Stop::Incomplete(_)) if few.states < self.limits.states => {
                self.explicit(self.limits, statistics, observer)
            }
            found => found,
        }
    }

    fn explicit(&self, limits: &Limits, statistics: &mut PropertyStatistics, observer: &mut dyn Observer) -> Found {
        // The figures are those of the last attempt.
        *statistics = PropertyStatistics::default();
        let mut program = Valuations::new(self.ersm, &self.property.observed);
        let found = match &self.property.claim {
            Claim::Holds(_, formula) => self.satisfies(&mut program, *formula, limits, statistics, observer),
            Claim::Nothing(monitor) => self.avoids(&mut program, monitor, limits, statistics, observer),
        };
        statistics.states_total = u32::at(program.len());
        statistics.states_main = u32::at(program.len_in(self.ersm.entry));
        match found {
            Ok(Some((visits, cycle))) => Found::Run(story::told(&mut program, &visits, cycle)),
            Ok(None) => Found::Nothing,
            Err(stop) => Found::Stopped(stop),
        }
    }

    fn symbolic(&self, statistics: &mut PropertyStatistics, observer: &mut dyn Observer) -> Found {
        *statistics = PropertyStatistics::default();
        let mut formulas = self.formulas.clone();
        let monitor = match &self.property.claim {
            Claim::Holds(_, formula) => tableau::violations(&mut formulas, *formula, observer),
            Claim::Nothing(monitor) => Ok(monitor.clone()),
        };
        let monitor = match monitor {
            Ok(monitor) => monitor,
            Err(stop) => return Found::Stopped(stop),
        };
        let truth = |component, place, proposition| self.property.observed.get(proposition, component).at(place);
        let found = symbolic::search(self.ersm, &monitor, &formulas, &truth, symbolic::NODE_BUDGET, observer);
        statistics.nodes = Some(found.statistics.peak_nodes);
        // States are counted as far as numbers go.
        statistics.states_total = found.statistics.path_edges.min(f64::from(u32::MAX)) as u32;
        match found.answer {
            Ok(None) => Found::Nothing,
            Ok(Some(run)) if run.is_cut => {
                Found::Stopped(Stop::Incomplete("there is a failing run, but it is too long to be listed".to_owned()))
            }
            Ok(Some(run)) => Found::Run(story::told_symbolic(self.ersm, run)),
            Err(stop) => Found::Stopped(stop),
        }
    }

    fn satisfies(
        &self,
        program: &mut Valuations<'_>,
        formula: PositiveForm,
        limits: &Limits,
        statistics: &mut PropertyStatistics,
        observer: &mut dyn Observer,
    ) -> Searched {
        let outcome = tableau::check(program, self.formulas, formula, limits, observer);
        statistics.assertions = u32::at(outcome.proof.assertion_count());
        statistics.proof_edges = u32::at(outcome.proof.edge_count());
        statistics.contracts = u32::at(outcome.proof.contract_count());
        match &outcome.verdict {
            tableau::Verdict::Satisfied => Ok(None),
            tableau::Verdict::Unknown(stop) => Err(stop.clone()),
            tableau::Verdict::Violated => {
                let run = outcome.run(RUN_LIMIT).unwrap_or(tableau::Run { steps: Vec::new(), cycle: None });
                let visits = run.steps.iter().map(|step| (step.state, step.caller, step.folded)).collect();
                Ok(Some((visits, run.cycle)))
            }
        }
    }

    fn avoids(
        &self,
        program: &mut Valuations<'_>,
        monitor: &Monitor,
        limits: &Limits,
        statistics: &mut PropertyStatistics,
        observer: &mut dyn Observer,
    ) -> Searched {
        let Watched { rsm, run, stop } = watch(program, monitor, self.formulas, limits, RUN_LIMIT, observer);
        statistics.assertions = u32::at(rsm.nodes.len());
        statistics.proof_edges = u32::at(rsm.edge_count());
        statistics.contracts = u32::at(rsm.components.len().saturating_sub(1));
        let visits = |run: crate::rsm::Run| {
            let states = run.visits.iter().map(|v| (rsm.nodes[v.node].state.state, v.caller, v.folded)).collect();
            Some((states, run.cycle))
        };
        run.map_or_else(|| stop.map_or(Ok(None), Err), |run| Ok(visits(run)))
    }

    /// The judgement on a failing run, which is executed.
    fn replayed(&self, told: &ToldRun) -> Judgement {
        let claim = match &self.property.claim {
            Claim::Holds(formula, _) => ToldClaim::Violates(*formula),
            Claim::Nothing(monitor) => ToldClaim::IsFound(monitor),
        };
        match replay_told(self.ersm, told, claim, self.formulas, &self.property.observed) {
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
    /// A failing run.
    Run(ToldRun),
}

/// A failing run of the explicit search, with where its cycle begins, if there is one.
type Searched = Result<Option<(Vec<Visit>, Option<u32>)>, Stop>;

/// The state in which a monitor starts that looks for something once.
const WATCHING: MonitorStateId = MonitorStateId(0);
