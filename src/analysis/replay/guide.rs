//! Where the failing run of the analysis goes.

use super::ObservedState;
use base::Idx;
use interpreter::{Machine, Watch};
use program::cfa::{EdgeId, Location, ProcedureId};

/// How a step of the analysis is at its place.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stay {
    /// Before the edges of the location, or at an exit.
    At(Location),
    /// Its operation, that of this edge, has dereferenced null.
    Fault(EdgeId),
    /// A call that is one step has dereferenced null.
    FaultInCall,
}

/// A state on the way.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct GuideStep {
    /// The procedure that is being executed.
    pub procedure: ProcedureId,
    /// Where.
    pub stay: Stay,
    /// How many procedures are being executed.
    pub depth: u32,
    /// Whether a whole call, whose states are not on the way, follows.
    pub folded: bool,
}

/// A way, finite or with a part that is repeated for ever.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Guide {
    /// Its states.
    pub steps: Vec<GuideStep>,
    /// Where the part begins that is repeated. A single last state in which a run has ended is not repeated.
    pub cycle: Option<u32>,
    /// How many more procedures are being executed in every round, as calls on the cycle do not return.
    pub growth: u32,
}

/// Where a run is on a guide.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Position {
    pub step: usize,
    /// How often it has gone around the cycle.
    pub rounds: u32,
}

impl Position {
    pub(super) const START: Position = Position { step: 0, rounds: 0 };
}

impl GuideStep {
    /// Whether a machine is here, with `more` procedures being executed; `fault` if it has just dereferenced null.
    fn is_at(&self, machine: &Machine<'_>, fault: bool, more: u32) -> bool {
        let top = machine.top();
        let depth = machine.depth() == (self.depth + more) as usize;
        match self.stay {
            Stay::At(location) => !fault && depth && top.procedure == self.procedure && top.location == location,
            Stay::Fault(edge) => {
                let program = machine.setting().program;
                let source = program.procedures[self.procedure].cfa.edges[edge].source;
                fault && depth && top.procedure == self.procedure && top.location == source
            }
            Stay::FaultInCall => fault && machine.depth() > (self.depth + more) as usize,
        }
    }
}

/// How a run that is at a position of a guide has gone on by a step.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Follow {
    /// It is on the way to the next position: in a state that is not looked at, or not told.
    Between,
    /// It is at this position.
    At(Position),
    /// It has gone elsewhere.
    Left,
    /// The guide ends at the position.
    Ended,
}

impl Guide {
    /// Whether a machine is where the guide starts.
    pub(super) fn starts(&self, machine: &Machine<'_>) -> bool {
        self.steps.first().is_some_and(|step| step.is_at(machine, false, 0))
    }

    /// The position that follows; `None` at the end.
    pub(super) fn next(&self, Position { step, rounds }: Position) -> Option<Position> {
        match step + 1 {
            next if next < self.steps.len() => Some(Position { step: next, rounds }),
            _ => self.cycle.map(|start| Position { step: start as usize, rounds: rounds + 1 }),
        }
    }

    /// How a run that was at a position has gone on; `fault` if it has just dereferenced null.
    pub(super) fn follow(&self, at: Position, machine: &Machine<'_>, fault: bool, watch: &Watch<'_>) -> Follow {
        let here = self.steps[at.step];
        let more = |at: Position| at.rounds * self.growth;
        let inside = here.folded && machine.depth() > (here.depth + more(at)) as usize;
        if !fault && (inside || !watch.sees(machine)) {
            return Follow::Between;
        }
        match self.next(at) {
            None => Follow::Ended,
            Some(next) if self.steps[next.step].is_at(machine, fault, more(next)) => Follow::At(next),
            Some(_) => Follow::Left,
        }
    }

    /// The positions of the states of a run, as long as it follows the guide.
    pub fn positions(&self, moments: &[ObservedState<'_>], watch: &Watch<'_>) -> Vec<Option<u32>> {
        let mut positions = vec![None; moments.len()];
        let mut at: Option<Position> = None;
        for (place, ObservedState { machine, fault }) in positions.iter_mut().zip(moments) {
            let next = match at {
                None => self.starts(machine).then_some(Position::START),
                Some(position) => match self.follow(position, machine, fault.is_some(), watch) {
                    Follow::Between => continue,
                    Follow::At(next) => Some(next),
                    Follow::Left | Follow::Ended => None,
                },
            };
            if next.is_none() {
                break;
            }
            (at, *place) = (next, next.map(|at| u32::at(at.step)));
        }
        positions
    }
}
