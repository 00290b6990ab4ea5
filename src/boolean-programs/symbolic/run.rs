//! Runs with concrete values.

use super::layout::ComponentState;
use super::trace::{ActivationState, Hop, TracedCall, Tracer};
use base::Stop;
use ltl::logic::MonitorStateId;
use program::cfa::{Location, ProcedureId};
use rsm::Path;

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

impl Tracer<'_, '_, '_> {
    /// Appends the run that leads to the top of a stack of activations.
    pub(super) fn climb(&mut self, run: &mut Path<SymbolicState>, stack: &[ActivationState]) -> Result<(), Stop> {
        let mut caller = None;
        for frame in stack {
            let hops = self.within(frame)?;
            self.follow(run, self.heads.place(frame.head).0, hops, caller)?;
            caller = Some(run.end());
        }
        Ok(())
    }

    /// Appends a call made in the last state; folded if the run is long.
    pub(super) fn enter(&mut self, run: &mut Path<SymbolicState>, call: &TracedCall) -> Result<(), Stop> {
        let caller = run.end();
        if run.visits.len() >= SHOWN {
            run.visits[caller as usize].folded = true;
            return Ok(());
        }
        let hops = self.within(&call.frame(self))?;
        self.follow(run, call.callee, hops, Some(caller))
    }

    /// Appends states of an activation, with the calls between them.
    fn follow(
        &mut self,
        run: &mut Path<SymbolicState>,
        component: ProcedureId,
        hops: Vec<Hop>,
        caller: Option<u32>,
    ) -> Result<(), Stop> {
        let mut open = vec![(component, hops.into_iter(), caller)];
        while let Some((component, hops, caller)) = open.last_mut() {
            let Some(hop) = hops.next() else {
                open.pop();
                continue;
            };
            run.push(SymbolicState::new((*component, hop.place), hop.state), *caller);
            let Some(call) = hop.call else { continue };
            let position = run.end();
            if run.visits.len() < SHOWN {
                let hops = self.within(&call.frame(self))?;
                open.push((call.callee, hops.into_iter(), Some(position)));
            } else {
                run.visits[position as usize].folded = true;
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
