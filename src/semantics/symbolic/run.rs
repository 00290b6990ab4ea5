//! Runs with concrete values.

use super::layout::ComponentState;
use super::trace::{ActivationState, Hop, TracedCall, Tracer};
use crate::base::Stop;
use crate::logic::MonitorStateId;
use crate::program::cfa::{Location, ProcedureId};
use crate::rsm::Path;

/// Calls are expanded as long as a run has fewer states.
const SHOWN: usize = 10_000;

/// A state of a run with the values of all variables.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SymbolicState {
    /// The component.
    pub component: ProcedureId,
    /// The place in it.
    pub place: Location,
    /// The values of all variables in its scope.
    pub values: Vec<i64>,
    /// The state of the monitor.
    pub monitor: MonitorStateId,
}

impl SymbolicState {
    pub(super) fn new(
        (component, place): (ProcedureId, Location),
        ComponentState { values, monitor, .. }: ComponentState,
    ) -> Self {
        Self { component, place, values, monitor }
    }
}

impl Path<SymbolicState> {
    /// Appends the run that leads to the top of a stack of activations.
    pub(super) fn climb(&mut self, stack: &[ActivationState], tracer: &mut Tracer) -> Result<(), Stop> {
        let mut caller = None;
        for frame in stack {
            let hops = tracer.within(frame)?;
            self.follow(tracer.heads.place(frame.head).0, hops, caller, tracer)?;
            caller = Some(self.end());
        }
        Ok(())
    }

    /// Appends a call made in the last state; folded if the run is long.
    pub(super) fn enter(&mut self, call: &TracedCall, tracer: &mut Tracer) -> Result<(), Stop> {
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
            self.push(SymbolicState::new((*component, hop.place), hop.state), *caller);
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

impl TracedCall {
    /// The last state.
    fn frame(&self, tracer: &Tracer) -> ActivationState {
        let exit = tracer.model.ersm.components[self.callee].cfa.exit;
        ActivationState {
            head: tracer.heads.called(self.callee, exit),
            given: self.given.clone(),
            state: self.last.clone(),
        }
    }
}
