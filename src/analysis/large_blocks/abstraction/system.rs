//! The abstract program as a recursive system.

use crate::base::{Shared, Stop};
use crate::bdd::Bdd;
use crate::program::blocks::{BlockProgram, HeadId, UnitId};
use crate::rsm::{CoveringSystem, RecursiveSystem, Step};
use crate::solve::Terms;

use super::super::predicates::Predicates;
use super::posts::{Posts, UnitStep, unit_of};
use super::regions::Regions;

/// A region at a head.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct AbstractState {
    /// The unit.
    pub unit: UnitId,
    /// The head.
    pub head: HeadId,
    /// The states.
    pub region: Bdd,
}

/// The abstract program: one state for every head and region, a step for every block, summaries for calls.
pub struct AbstractSystem<'s, 'a, 'p> {
    /// The program.
    pub units: &'a [BlockProgram<'p>],
    /// The predicates of every unit.
    pub predicates: &'s [Predicates],
    /// What is known of steps.
    pub posts: &'s mut Posts<'a, 'p>,
    /// The store of regions.
    pub regions: &'s mut Regions,
    /// The terms.
    pub terms: &'s mut Terms,
    /// Who is asked.
    pub observer: Shared<'s>,
    /// After so many questions the search pauses.
    pub pause: u64,
    /// Whether it has paused.
    pub is_paused: bool,
}

impl AbstractSystem<'_, '_, '_> {
    /// The state after a step; `None` if there is none.
    pub fn after(
        &mut self,
        unit: UnitId,
        step: UnitStep,
        before: Bdd,
        exit: Bdd,
    ) -> Result<Option<AbstractState>, Stop> {
        let (_, (unit_after, head)) = step.ends(self.units, unit);
        let predicates = self.predicates[unit_after.0 as usize].of(head);
        if self.posts.queries >= self.pause && !self.posts.is_known((unit, step), before, exit, predicates.len()) {
            self.is_paused = true;
            return Err(Stop::Incomplete("the search goes on later".to_owned()));
        }
        let (posts, regions) = (&mut *self.posts, &mut *self.regions);
        let region =
            posts.post((unit, step), (before, exit), predicates, regions, self.terms, &mut self.observer.clone())?;
        Ok((!region.is_false()).then_some(AbstractState { unit: unit_after, head, region }))
    }

    /// The steps that leave a state, without those that return from calls.
    pub fn steps_from(&self, state: &AbstractState) -> Vec<UnitStep> {
        let program = unit_of(self.units, state.unit);
        let calls = (0..program.calls.len()).filter(|&call| program.calls[call].head == state.head);
        let calls: Vec<UnitStep> = calls.map(UnitStep::Call).collect();
        if calls.is_empty() {
            program.blocks_from(state.head).map(|(block, _)| UnitStep::Block(block)).collect()
        } else {
            calls
        }
    }

    /// The returns from a callee to a caller.
    pub fn returns(&self, call: &AbstractState, exit: &AbstractState) -> Vec<UnitStep> {
        let calls = unit_of(self.units, call.unit).calls.iter().enumerate();
        let calls = calls.filter(|(_, found)| found.head == call.head && found.callee == exit.unit);
        let ways = calls.flat_map(|(number, found)| {
            let ways = found.returns.iter().enumerate().filter(|(_, way)| way.exit == exit.head);
            ways.map(move |(way, _)| UnitStep::Return(number, way))
        });
        ways.collect()
    }
}

impl RecursiveSystem for AbstractSystem<'_, '_, '_> {
    type State = AbstractState;

    fn entry(&mut self, states: &mut Vec<AbstractState>) -> Result<(), Stop> {
        states.push(AbstractState { unit: UnitId(0), head: BlockProgram::ENTRY, region: Bdd::TRUE });
        Ok(())
    }

    fn step(&mut self, state: &AbstractState, states: &mut Vec<AbstractState>) -> Result<Step, Stop> {
        let program = unit_of(self.units, state.unit);
        if state.head == program.error || state.head == program.cut {
            return Ok(Step::Fault);
        }
        if program.ends.contains(&state.head) {
            return Ok(Step::Exit);
        }
        let steps = self.steps_from(state);
        for &step in &steps {
            states.extend(self.after(state.unit, step, state.region, Bdd::TRUE)?);
        }
        Ok(if matches!(steps[..], [UnitStep::Call(_), ..]) { Step::Call } else { Step::Internal })
    }

    fn resume(
        &mut self,
        call: &AbstractState,
        _: &AbstractState,
        exit: &AbstractState,
        states: &mut Vec<AbstractState>,
    ) -> Result<(), Stop> {
        for step in self.returns(call, exit) {
            states.extend(self.after(call.unit, step, call.region, exit.region)?);
        }
        Ok(())
    }
}

impl CoveringSystem for AbstractSystem<'_, '_, '_> {
    fn class(&self, state: &AbstractState) -> u64 {
        u64::from(state.unit.0) << 32 | u64::from(state.head.0)
    }

    fn covers(&mut self, known: &AbstractState, new: &AbstractState) -> Result<bool, Stop> {
        self.regions.includes(known.region, new.region)
    }
}
