//! Runs with concrete values.

use super::layout::State;
use super::trace::{Frame, Hop, Inside, Tracer};
use crate::base::{Idx, Stop};
use crate::logic::MonitorStateId;
use crate::program::cfa::{Location, ProcedureId};

/// Calls are shown from within as long as a run has less states.
const SHOWN: usize = 10_000;

/// A global state of a run: the top of the call stack, and where the rest of the stack is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SymbolicVisit {
    /// The component.
    pub component: ProcedureId,
    /// The place in it.
    pub place: Location,
    /// The values of all variables in its scope.
    pub values: Vec<i64>,
    /// The state of the monitor.
    pub monitor: MonitorStateId,
    /// Position in the run of the call that the activation was begun by; `None` for that with which the run began.
    pub caller: Option<u32>,
    /// Whether a whole call, which is not shown, lies between this state and the next.
    pub folded: bool,
}

/// A run from the start on: to a target, or with a part that repeats for ever.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct SymbolicRun {
    /// The global states in order.
    pub visits: Vec<SymbolicVisit>,
    /// Where the part begins that is repeated after the last state. If calls begin in it that do not return, the stack
    /// grows with every repetition.
    pub cycle: Option<u32>,
    /// Whether there is such a part, but it was too long to list it.
    pub is_cut: bool,
}

impl SymbolicRun {
    /// Position of the last state.
    pub(super) fn end(&self) -> u32 {
        u32::at(self.visits.len().saturating_sub(1))
    }

    pub(super) fn visit(&mut self, at: (ProcedureId, Location), state: State, caller: Option<u32>) {
        let State { values, monitor, .. } = state;
        let (component, place) = at;
        self.visits.push(SymbolicVisit { component, place, values, monitor, caller, folded: false });
    }

    /// Appends the way to the top of a stack of activations.
    pub(super) fn climb(&mut self, stack: &[Frame], tracer: &mut Tracer) -> Result<(), Stop> {
        let mut caller = None;
        for frame in stack {
            let hops = tracer.within(frame)?;
            self.follow(tracer.heads.place(frame.head).0, hops, caller, tracer)?;
            caller = Some(self.end());
        }
        Ok(())
    }

    /// Appends a call of which the last state is the caller; folded, if the run is long.
    pub(super) fn enter(&mut self, call: &Inside, tracer: &mut Tracer) -> Result<(), Stop> {
        let caller = self.end();
        if self.visits.len() >= SHOWN {
            self.visits[caller as usize].folded = true;
            return Ok(());
        }
        let hops = tracer.within(&call.frame(tracer))?;
        self.follow(call.callee, hops, Some(caller), tracer)
    }

    /// Appends states of an activation, with the calls between them.
    fn follow(
        &mut self,
        component: ProcedureId,
        hops: Vec<Hop>,
        caller: Option<u32>,
        tracer: &mut Tracer,
    ) -> Result<(), Stop> {
        let mut open = vec![(component, hops.into_iter(), caller)];
        while let Some((component, hops, caller)) = open.last_mut() {
            let Some(hop) = hops.next() else {
                open.pop();
                continue;
            };
            self.visit((*component, hop.place), hop.state, *caller);
            let Some(call) = hop.call else { continue };
            let position = self.end();
            if self.visits.len() < SHOWN {
                let hops = tracer.within(&call.frame(tracer))?;
                open.push((call.callee, hops.into_iter(), Some(position)));
            } else {
                self.visits[position as usize].folded = true;
            }
        }
        Ok(())
    }
}

impl Inside {
    /// Its last state.
    fn frame(&self, tracer: &Tracer) -> Frame {
        let exit = tracer.model.ersm.components[self.callee].cfa.exit;
        Frame { head: tracer.heads.called(self.callee, exit), given: self.given.clone(), state: self.last.clone() }
    }
}
