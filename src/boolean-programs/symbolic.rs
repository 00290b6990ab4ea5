//! Recursive state machines over finite data, analysed with sets of states that are binary decision diagrams
//! [Ball, Rajamani, SPIN 2000; Esparza, Schwoon, CAV 2001].
//!
//! A search decides whether a [`Monitor`] accepts some run: one that takes it to a target, or an infinite one that
//! visits all of its acceptance sets infinitely often. The monitor's state is treated like a global variable that every
//! step changes. Path edges and summaries give the reachable states; fair cycles are then searched among these. A
//! violation comes with a run of concrete values.

mod expression;
mod fair;
mod layout;
mod model;
mod order;
mod reach;
mod run;
mod trace;

use base::{Observer, Phase, Stop};
use bdd::Bdds;
use ltl::logic::{Formulas, Monitor, PropositionId};
use program::cfa::{Location, ProcedureId};
use program::guarded::{Ersm, Expression};
use rsm::Path;

use fair::Fair;
use layout::{StatePart, Version, level};
use model::SymbolicModel;
use reach::{Heads, ReachableStates};
use trace::Tracer;

pub use run::SymbolicState;

/// Default maximum number of live diagram nodes: about 300 MB.
const NODE_BUDGET: u32 = 8_000_000;

/// The truth of a proposition at a location of a component, as an expression in the scope of the component.
pub type TruthAt<'a> = dyn Fn(ProcedureId, Location, PropositionId) -> Expression + 'a;

/// The result of a search, with its statistics.
#[derive(Clone, Debug)]
pub struct SymbolicResult {
    /// An accepted run, or `None` if there is none; or the reason why this is unknown.
    pub answer: Result<Option<Path<SymbolicState>>, Stop>,
    /// The resources used.
    pub statistics: SymbolicStatistics,
}

/// The resources a search may use.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SymbolicBudget {
    /// Maximum number of live diagram nodes.
    pub nodes: u32,
    /// Maximum number of steps of diagram operations: a measure of time that is the same on every machine.
    pub steps: u64,
}

impl Default for SymbolicBudget {
    fn default() -> Self {
        Self { nodes: NODE_BUDGET, steps: u64::MAX }
    }
}

/// The resources a search has used.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct SymbolicStatistics {
    /// The largest number of diagram nodes at one time, including garbage not collected yet.
    pub peak_nodes: u32,
    /// The number of diagram nodes created in total.
    pub made_nodes: u64,
    /// The number of frontiers expanded, counted separately for each acceptance set.
    pub iterations: u32,
    /// The number of path edges: pairs of an activation's input and one of its states, with whether the first
    /// acceptance set was visited in between. Rounded beyond 2^53.
    pub path_edges: f64,
}

/// Searches for a run that the monitor accepts: one that takes it to a target, or an infinite one that visits all of
/// its acceptance sets infinitely often.
///
/// If the value of some expression exceeds 64 bits, nothing is decided.
pub fn search(
    ersm: &Ersm,
    monitor: &Monitor,
    formulas: &Formulas,
    truth: &TruthAt,
    budget: SymbolicBudget,
    observer: &mut dyn Observer,
) -> SymbolicResult {
    let mut bdds = Bdds::new(budget.nodes, observer);
    bdds.limit_steps(budget.steps);
    search_in(&mut bdds, ersm, monitor, formulas, truth)
}

/// [`search`] in a store of diagrams that has its own limits.
pub fn search_in(
    bdds: &mut Bdds,
    ersm: &Ersm,
    monitor: &Monitor,
    formulas: &Formulas,
    truth: &TruthAt,
) -> SymbolicResult {
    let mut model = SymbolicModel::new(ersm, monitor, formulas, truth);
    let heads = Heads::new(&model);
    let mut reaches = Vec::new();
    let answer = decide(&mut model, &heads, &mut reaches, bdds);
    let mut statistics = SymbolicStatistics::default();
    let nodes = bdds.statistics();
    (statistics.peak_nodes, statistics.made_nodes) = (nodes.peak, nodes.made);
    statistics.iterations = reaches.iter().map(|reach: &ReachableStates| reach.time).sum();
    statistics.path_edges = reaches.first().map_or(0.0, |reach| path_edges(reach, &heads, &model, bdds));
    SymbolicResult { answer, statistics }
}

fn decide(
    model: &mut SymbolicModel,
    heads: &Heads,
    reaches: &mut Vec<ReachableStates>,
    bdds: &mut Bdds,
) -> Result<Option<Path<SymbolicState>>, Stop> {
    let monitor = model.monitor;
    let count = monitor.acceptance_sets.unwrap_or(0);
    let acceptance_sets = (0..count).map(Some).chain((count == 0).then_some(None));
    for acceptance_set in acceptance_sets {
        reaches.push(ReachableStates::new(model, heads, acceptance_set));
        let (reach, known) = match reaches.split_last_mut() {
            Some((reach, known)) => (reach, known),
            None => break,
        };
        let mut roots = Vec::new();
        known.iter().for_each(|known| known.roots(&mut roots));
        if let Some(head) = reach.explore(model, heads, &roots, bdds)? {
            reach.roots(&mut roots);
            let goal = model.goal(heads.place(head), bdds)?;
            model.roots(&mut roots);
            roots.push(goal);
            let mut tracer = Tracer { reach, model, heads, bdds, roots: &roots };
            let stack = tracer.stack(head, goal)?;
            let mut run = Path::default();
            tracer.climb(&mut run, &stack)?;
            return Ok(Some(run));
        }
    }
    if monitor.acceptance_sets.is_none() {
        return Ok(None);
    }
    bdds.enter_phase(Phase::Checking);
    let mut fair = Fair::new(reaches, heads, model, bdds)?;
    if fair.shrink_hull(model, bdds)? { fair.run(model, bdds).map(Some) } else { Ok(None) }
}

/// The number of path edges.
fn path_edges(reach: &ReachableStates, heads: &Heads, model: &SymbolicModel, bdds: &Bdds) -> f64 {
    let of_head = |(head, paths): (reach::Head, &reach::Paths)| {
        let (component, _) = heads.place(head);
        let slots = |part, version| model.layout.slots(component, part).into_iter().map(move |s| level(s, version));
        let variables: Vec<u32> =
            slots(StatePart::Given, Version::Entry).chain(slots(StatePart::All, Version::Current)).collect();
        bdds.count(paths.all, &variables)
    };
    reach.heads.iter_enumerated().map(of_head).sum()
}
