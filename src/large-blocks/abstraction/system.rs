//! The abstract program as a recursive system.

use crate::blocks::{BlockProgram, HeadId, UnitHead, UnitId};
use base::{Shared, Stop, msg};
use bdd::Bdd;
use bitvec::Terms;
use rsm::{CoveringSystem, RecursiveSystem, Step};

use super::super::predicates::Predicates;
use super::posts::{Posts, RegionStep, UnitStep, unit_of};
use super::regions::Regions;

/// A region at a head.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct AbstractState {
    /// The unit.
    pub unit: UnitId,
    /// The head.
    pub head: HeadId,
    /// The states.
    pub region: Bdd,
}

/// The abstract program: one state for every head and region, a step for every block, summaries for calls.
pub(super) struct AbstractSystem<'s, 'a, 'p> {
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
    pub(super) fn after(&mut self, from: RegionStep) -> Result<Option<AbstractState>, Stop> {
        let (_, UnitHead { unit, head }) = from.step.ends(self.units, from.unit);
        let predicates = self.predicates[unit.0 as usize].of(head);
        if self.posts.queries >= self.pause && !self.posts.is_known(from, predicates.len()) {
            self.is_paused = true;
            return Err(Stop::Incomplete(msg!("the search goes on later")));
        }
        let (posts, regions) = (&mut *self.posts, &mut *self.regions);
        let region = posts.post(from, predicates, regions, self.terms, &mut self.observer.clone())?;
        Ok((!region.is_false()).then_some(AbstractState { unit, head, region }))
    }

    /// The steps that leave a state, without those that return from calls.
    pub(super) fn steps_from(&self, state: &AbstractState) -> Vec<UnitStep> {
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
    pub(super) fn returns(&self, call: &AbstractState, exit: &AbstractState) -> Vec<UnitStep> {
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
            let from = RegionStep { unit: state.unit, step, before: state.region, exit: Bdd::TRUE };
            states.extend(self.after(from)?);
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
            let from = RegionStep { unit: call.unit, step, before: call.region, exit: exit.region };
            states.extend(self.after(from)?);
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
