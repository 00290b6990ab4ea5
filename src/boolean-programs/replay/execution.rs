//! Whether states with all values follow each other as the program says.

use super::super::meaning::evaluate;
use super::PartialValuation;
use super::link::Link;
use base::{Idx, Message, msg};
use program::cfa::{EdgeId, Location, ProcedureId};
use program::guarded::{Action, Ersm, ErsmEdge, VariableId};
use rsm::{Path, Visit};

/// Writes down the edges of a run of which all values are known: for each state one that leads to the next.
pub fn find_edges(ersm: &Ersm, run: &mut Path<PartialValuation>) {
    let edge = |at| edge_between(ersm, &run.visits[at], &run.visits[run.after(at)?]);
    let edges: Vec<Option<EdgeId>> = (0..run.len()).map(edge).collect();
    run.visits.iter_mut().zip(edges).for_each(|(visit, edge)| visit.state.edge = edge);
}

/// An edge by which one state leads to another, whatever their callers.
fn edge_between(ersm: &Ersm, here: &Visit<PartialValuation>, after: &Visit<PartialValuation>) -> Option<EdgeId> {
    let all = |visit: &Visit<PartialValuation>| visit.state.values.iter().map(|v| v.unwrap_or_default()).collect();
    let values: [Vec<i64>; 2] = [all(here), all(after)];
    let mut edges = ersm.components[here.state.component].cfa.edges_from(here.state.place);
    let found = edges.find(|(_, edge)| {
        let is_shown = edge.is_call() && !here.folded;
        let caller = is_shown.then_some(0);
        let visits = vec![Visit { caller: None, ..here.clone() }, Visit { caller, ..after.clone() }];
        let run = Path { visits, cycle: None };
        let execution = Execution { ersm, run: &run, values: &values };
        match edge.is_call() {
            true if is_shown => execution.calls(1, edge),
            true => execution.takes(0, edge) && after.state.place == edge.target,
            false => execution.steps(1, edge),
        }
    });
    found.map(|(id, _)| id)
}

/// A run with all values, as it is checked.
pub(super) struct Execution<'a> {
    pub ersm: &'a Ersm,
    pub run: &'a Path<PartialValuation>,
    pub values: &'a [Vec<i64>],
}

impl Execution<'_> {
    /// Whether all of it is a run of the program, its states linked so.
    pub(super) fn check(&self, links: &[Link]) -> Result<(), Message> {
        self.check_start()?;
        (0..self.run.len()).try_for_each(|at| self.check_state(at))?;
        (1..self.run.len()).try_for_each(|at| self.check_step(at, links[at - 1]))
    }

    fn check_start(&self) -> Result<(), Message> {
        let ersm = self.ersm;
        let Visit { state: first, caller, .. } = self.run.visits.first().ok_or_else(|| msg!("the run is empty"))?;
        let is_start = first.component == ersm.entry && first.place == ersm.components[ersm.entry].cfa.entry;
        let globals = ersm.globals.iter().zip(&self.values[0]);
        let initial = globals.into_iter().all(|(g, &value)| g.initial.is_none_or(|i| g.domain.fit(i) == value));
        if is_start && initial && caller.is_none() && self.has_fresh_locals(0, &[]) {
            return Ok(());
        }
        Err(msg!("the run does not start where runs start"))
    }

    /// Whether locals with an initial value have it, but for those that were `given` one.
    fn has_fresh_locals(&self, at: usize, given: &[VariableId]) -> bool {
        let (globals, component) = (self.ersm.globals.len(), &self.ersm.components[self.run.state(at).component]);
        component.locals.iter().enumerate().all(|(position, local)| {
            let id = VariableId::at(globals + position);
            let has_initial = |initial| local.domain.fit(initial) == self.values[at][id.index()];
            given.contains(&id) || local.initial.is_none_or(has_initial)
        })
    }

    fn check_state(&self, at: usize) -> Result<(), Message> {
        let (state, values) = (self.run.state(at), &self.values[at]);
        let in_domain = values.iter().enumerate().all(|(variable, value)| {
            let domain = self.ersm.variable(state.component, VariableId::at(variable)).domain;
            (domain.low()..=domain.high()).contains(value)
        });
        let invariant = &self.ersm.components[state.component].invariant;
        if in_domain && invariant.as_ref().is_none_or(|invariant| evaluate(invariant, values) != 0) {
            return Ok(());
        }
        Err(msg!("state {at} of the run is no state of the program"))
    }

    fn check_step(&self, at: usize, link: Link) -> Result<(), Message> {
        let before = &self.run.visits[at - 1];
        let fits = match link {
            Link::Stays => self.stays(at),
            Link::Step(edge) => self.steps(at, self.edge(at - 1, edge)),
            Link::Call(edge) => self.calls(at, self.edge(at - 1, edge)),
            Link::Return(call, edge) => {
                before.state.component == self.callee(self.edge(call, edge))
                    && self.returns(at, call, self.edge(call, edge))
            }
            // What the call does is not known; the other locals are the same by construction.
            Link::Folded(edge) => {
                let edge = self.edge(at - 1, edge);
                edge.is_call() && self.takes(at - 1, edge) && self.is_at(at, edge.target, before)
            }
        };
        if fits { Ok(()) } else { Err(msg!("no edge leads to state {at} of the run")) }
    }

    /// Whether a state is at a place, in the same activation as another.
    fn is_at(&self, at: usize, place: Location, other: &Visit<PartialValuation>) -> bool {
        let Visit { state, caller, .. } = &self.run.visits[at];
        (state.component, state.place, *caller) == (other.state.component, place, other.caller)
    }

    fn edge(&self, at: usize, edge: EdgeId) -> &ErsmEdge {
        &self.ersm.components[self.run.state(at).component].cfa.edges[edge]
    }

    fn callee(&self, edge: &ErsmEdge) -> ProcedureId {
        match edge.action {
            Action::Call { callee, .. } => callee,
            Action::Assign(_) => self.ersm.entry,
        }
    }

    /// Whether an edge leaves the place of a state, and may be taken there.
    fn takes(&self, at: usize, edge: &ErsmEdge) -> bool {
        let guard = edge.guard.as_ref().is_none_or(|guard| evaluate(guard, &self.values[at]) != 0);
        edge.source == self.run.state(at).place && guard
    }

    /// At an exit of the entry component, or at a fault.
    fn stays(&self, at: usize) -> bool {
        let before = &self.run.visits[at - 1];
        let PartialValuation { component, place, .. } = before.state;
        let component = &self.ersm.components[component];
        let ended = place == component.cfa.exit && before.caller.is_none();
        (ended || component.cfa.locations[place].is_fault)
            && self.is_at(at, place, before)
            && self.values[at] == self.values[at - 1]
    }

    fn steps(&self, at: usize, edge: &ErsmEdge) -> bool {
        let before = &self.run.visits[at - 1];
        let Action::Assign(assignments) = &edge.action else { return false };
        if !self.is_at(at, edge.target, before) {
            return false;
        }
        let (old, new) = (&self.values[at - 1], &self.values[at]);
        let assigned = |variable: usize| assignments.iter().find(|(target, _)| target.index() == variable);
        let fits = (0..new.len()).all(|variable| match assigned(variable) {
            Some((target, value)) => {
                new[variable] == self.ersm.variable(before.state.component, *target).domain.fit(evaluate(value, old))
            }
            None => new[variable] == old[variable] || edge.forget.contains(&VariableId::at(variable)),
        });
        fits && self.takes(at - 1, edge)
    }

    fn calls(&self, at: usize, edge: &ErsmEdge) -> bool {
        let Visit { state: after, caller, .. } = &self.run.visits[at];
        let Action::Call { callee, arguments, .. } = &edge.action else { return false };
        let component = &self.ersm.components[*callee];
        let (old, new, globals) = (&self.values[at - 1], &self.values[at], self.ersm.globals.len());
        let passed = component.parameters.iter().zip(arguments).all(|(parameter, argument)| {
            let domain = self.ersm.variable(*callee, *parameter).domain;
            new[parameter.index()] == domain.fit(evaluate(argument, old))
        });
        let entered = (after.component, after.place, *caller) == (*callee, component.cfa.entry, Some(u32::at(at - 1)));
        entered
            && passed
            && self.takes(at - 1, edge)
            && old[..globals] == new[..globals]
            && self.has_fresh_locals(at, &component.parameters)
    }

    fn returns(&self, at: usize, call: usize, edge: &ErsmEdge) -> bool {
        let calling = &self.run.visits[call];
        let Action::Call { callee, results, .. } = &edge.action else { return false };
        if !self.is_at(at, edge.target, calling) {
            return false;
        }
        let (inside, outside, new) = (&self.values[at - 1], &self.values[call], &self.values[at]);
        let outputs = &self.ersm.components[*callee].results;
        let result = |variable: usize| {
            let mut pairs = outputs.iter().zip(results);
            pairs.find(|(_, target)| target.is_some_and(|t| t.index() == variable)).map(|(output, _)| output)
        };
        (0..new.len()).all(|variable| {
            let id = VariableId::at(variable);
            match result(variable) {
                Some(output) => {
                    new[variable] == self.ersm.variable(calling.state.component, id).domain.fit(inside[output.index()])
                }
                None if edge.forget.contains(&id) => true,
                None if variable < self.ersm.globals.len() => new[variable] == inside[variable],
                None => new[variable] == outside[variable],
            }
        })
    }
}
