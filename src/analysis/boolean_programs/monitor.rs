//! Boolean programs, state by state: formulas see their resolved states, monitors run beside them.

use crate::base::{Limits, Observer, Stop};
use crate::logic::{FormulaId, Formulas, Monitor, MonitorEdge, MonitorStateId, PropositionId, Truth};
use crate::rsm::{ConditionSetId, ConditionSets, FairSystem, Order, RecursiveSystem, Rsm, Run, Step, find_fair_cycle};
use crate::semantics::valuation::{ValuationId, Valuations};
use crate::tableau::Labelled;

impl Labelled for Valuations<'_> {
    fn label(&mut self, state: ValuationId, proposition: PropositionId) -> Result<Truth, Stop> {
        Ok(Valuations::label(self, state, proposition))
    }

    fn is_unresolved(&self, state: ValuationId) -> bool {
        Valuations::is_unresolved(self, state)
    }

    fn may_block(&self) -> bool {
        true
    }

    fn is_cheap(&self, _: PropositionId) -> bool {
        true
    }
}

/// A state of a program beside that of a monitor.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct WatchedState {
    /// That of the program.
    pub state: ValuationId,
    /// That of the monitor.
    pub monitor: MonitorStateId,
    /// Whether the monitor is taken into a target here.
    pub hit: bool,
}

/// What a search with a monitor has found.
pub struct Watched {
    /// What was generated.
    pub rsm: Rsm<WatchedState>,
    /// A run that is looked for, with the calls on it shown as far as it does not get too long; without a cycle it has
    /// reached a target.
    pub run: Option<Run>,
    /// Why the search ended before it was done.
    pub stop: Option<Stop>,
}

/// Looks for a run that a monitor looks for; stops as soon as it has seen one. Runs have at most `limit` visits.
///
/// Where only targets are looked for this is reachability, else a fair cycle: the two searches of \[RSM\] on the
/// product of section 5.
pub fn watch(
    system: &mut Valuations<'_>,
    monitor: &Monitor,
    formulas: &Formulas,
    limits: &Limits,
    limit: usize,
    observer: &mut dyn Observer,
) -> Watched {
    let conditions = ConditionSets::new(monitor.conditions.unwrap_or(0) as usize);
    let mut product = Product { system, monitor, formulas, conditions, states: Vec::new() };
    if monitor.conditions.is_none() {
        let mut rsm = Rsm::default();
        let found = rsm.find(&mut product, Order::DepthFirst, limits, observer, |state| state.hit);
        let (run, stop) = match found {
            Ok(node) => (node.map(|node| rsm.whole_run_to(node, limit)), None),
            Err(stop) => (None, Some(stop)),
        };
        return Watched { rsm, run, stop };
    }
    let search = find_fair_cycle(&mut product, limits, observer);
    let run = search.lasso.as_ref().map(|lasso| {
        let mut run = search.run(lasso, &product.conditions, limit);
        if search.rsm.nodes[lasso.first].state.hit {
            // It is there, and nothing needs to be repeated.
            run.visits.truncate(run.cycle.map_or(run.visits.len(), |start| start as usize + 1));
            run.cycle = None;
        }
        run
    });
    Watched { run, stop: search.stop, rsm: search.rsm }
}

/// The product of a program with a monitor. A state with a hit stays where it is and meets all conditions.
struct Product<'p, 'a> {
    system: &'p mut Valuations<'a>,
    monitor: &'p Monitor,
    formulas: &'p Formulas,
    conditions: ConditionSets,
    states: Vec<ValuationId>,
}

impl<'p> Product<'p, '_> {
    /// The edges that the monitor may take at a resolved state.
    fn moves(&self, state: ValuationId, monitor: MonitorStateId) -> impl Iterator<Item = &'p MonitorEdge> {
        let edges: &'p [MonitorEdge] = self.monitor.edges_from(monitor);
        edges.iter().filter(move |edge| self.holds(edge.guard, state))
    }

    /// Whether a formula without temporal operators holds in a resolved state.
    fn holds(&self, guard: FormulaId, state: ValuationId) -> bool {
        self.formulas.holds_now(guard, |p| Valuations::label(self.system, state, p)) == Truth::True
    }

    fn add(&self, state: ValuationId, monitor: MonitorStateId, states: &mut Vec<WatchedState>) {
        let is_target = |id: MonitorStateId| self.monitor.states[id].is_target;
        let may_move = || self.moves(state, monitor).any(|e| is_target(e.target));
        // An unresolved state may turn out to be none.
        let hit = !self.system.is_unresolved(state) && (is_target(monitor) || may_move());
        states.push(WatchedState { state, monitor, hit });
    }

    /// Adds every state of `self.states` with every move of the monitor at `from`.
    fn add_moves(&self, from: &WatchedState, states: &mut Vec<WatchedState>) {
        for &state in &self.states {
            self.moves(from.state, from.monitor).for_each(|edge| self.add(state, edge.target, states));
        }
    }
}

impl RecursiveSystem for Product<'_, '_> {
    type State = WatchedState;

    fn entry(&mut self, states: &mut Vec<WatchedState>) -> Result<(), Stop> {
        self.states.clear();
        self.system.entry(&mut self.states)?;
        for &state in &self.states {
            self.monitor.initial.iter().for_each(|&monitor| self.add(state, monitor, states));
        }
        Ok(())
    }

    fn step(&mut self, from: &WatchedState, states: &mut Vec<WatchedState>) -> Result<Step, Stop> {
        if from.hit {
            states.push(*from);
            return Ok(Step::Internal);
        }
        self.states.clear();
        let step = self.system.step(&from.state, &mut self.states)?;
        if self.system.is_unresolved(from.state) {
            self.states.iter().for_each(|&state| self.add(state, from.monitor, states));
            return Ok(Step::Internal);
        }
        match step {
            Step::Exit => return Ok(Step::Exit),
            Step::Fault => self.states.push(from.state),
            Step::Internal | Step::Call => {}
        }
        self.add_moves(from, states);
        Ok(if step == Step::Call { Step::Call } else { Step::Internal })
    }

    fn resume(
        &mut self,
        call: &WatchedState,
        entry: &WatchedState,
        exit: &WatchedState,
        states: &mut Vec<WatchedState>,
    ) -> Result<(), Stop> {
        self.states.clear();
        self.system.resume(&call.state, &entry.state, &exit.state, &mut self.states)?;
        self.add_moves(exit, states);
        Ok(())
    }

    fn end(&mut self, exit: &WatchedState, states: &mut Vec<WatchedState>) -> Result<(), Stop> {
        self.states.clear();
        self.states.push(exit.state);
        self.add_moves(exit, states);
        Ok(())
    }
}

impl FairSystem for Product<'_, '_> {
    fn conditions(&mut self) -> &mut ConditionSets {
        &mut self.conditions
    }

    fn met(&mut self, source: &WatchedState, target: &WatchedState) -> Result<ConditionSetId, Stop> {
        if source.hit {
            return Ok(self.conditions.all());
        }
        if self.system.is_unresolved(source.state) {
            return Ok(ConditionSets::NONE);
        }
        let moves = self.moves(source.state, source.monitor).filter(|edge| edge.target == target.monitor);
        let conditions: Vec<u32> = moves.flat_map(|edge| edge.met.iter().copied()).collect();
        let met = conditions
            .into_iter()
            .fold(ConditionSets::NONE, |met, condition| self.conditions.with(met, condition as usize));
        Ok(met)
    }
}
