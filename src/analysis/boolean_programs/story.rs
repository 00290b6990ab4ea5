//! Runs of boolean programs, for people.

use super::replay::{ToldRun, ToldState, find_edges};
use crate::base::{Idx, Sources};
use crate::program::cfa::{Location, ProcedureId};
use crate::program::guarded::{Ersm, VariableId};
use crate::report::{Run, RunStep, VariableValue};
use crate::semantics::symbolic::{SymbolicRun, SymbolicVisit};
use crate::semantics::valuation::{ValuationId, Valuations, Value};

/// Of a call stack at most this many frames are listed.
const STACK_LIMIT: usize = 64;

/// A state on a run, the position of the call that it runs in, and whether a whole call follows that is not shown.
pub(super) type Visit = (ValuationId, Option<u32>, bool);

/// A run that the explicit search has found, without its unresolved states.
pub(super) fn told(program: &mut Valuations<'_>, visits: &[Visit], cycle: Option<u32>) -> ToldRun {
    // By position, how many resolved states come before it.
    let mut before = Vec::with_capacity(visits.len());
    let mut states: Vec<ToldState> = Vec::new();
    for (position, &(state, caller, folded)) in visits.iter().enumerate() {
        before.push(u32::at(states.len()));
        if program.is_unresolved(state) {
            continue;
        }
        let next = visits.get(position + 1).or_else(|| cycle.and_then(|start| visits.get(start.index())));
        let edge = next.and_then(|next| program.edge_between(state, next.0, folded));
        let (component, place) = program.states().place(state);
        let variables = (0..program.ersm().scope(component)).map(VariableId::at);
        let values = variables.map(|variable| match program.states().value(state, variable) {
            Value::Is(value) => Some(value),
            Value::From(_) => None,
        });
        let (values, caller) = (values.collect(), caller.map(|c| before[c.index()]));
        states.push(ToldState { component, place, values, edge, caller, folded });
    }
    ToldRun { states, cycle: cycle.map(|start| before[start.index()]) }
}

/// A run that the symbolic search has found.
pub(super) fn told_symbolic(ersm: &Ersm, run: SymbolicRun) -> ToldRun {
    let told = |visit: SymbolicVisit| {
        let SymbolicVisit { component, place, values, caller, folded, .. } = visit;
        ToldState { component, place, values: values.into_iter().map(Some).collect(), edge: None, caller, folded }
    };
    let mut told = ToldRun { states: run.visits.into_iter().map(told).collect(), cycle: run.cycle };
    find_edges(ersm, &mut told);
    told
}

/// A run with the values of all variables, for a report.
pub(super) fn run(ersm: &Ersm, sources: &Sources, told: &ToldRun, values: &[Vec<i64>]) -> Run {
    let step = |(at, state): (usize, &ToldState)| {
        let component = &ersm.components[state.component];
        let operation = state.edge.map(|edge| ersm.operation(state.component, &component.cfa.edges[edge]));
        let (file, line) = place(ersm, sources, state);
        RunStep {
            state: format!("{:016x}", content_hash(state.component, state.place, state.values.iter().copied())),
            index: None,
            method: component.name.clone(),
            file,
            line,
            operation: operation.unwrap_or_default(),
            stack: stack(ersm, sources, &told.states, state.caller),
            folded: state.folded,
            values: shown_values(ersm, state, &values[at]),
        }
    };
    let mut prefix: Vec<RunStep> = told.states.iter().enumerate().map(step).collect();
    let start = told.cycle.map_or(prefix.len(), Idx::index);
    let cycle = prefix.split_off(start.min(prefix.len()));
    Run { prefix, cycle }
}

fn place(ersm: &Ersm, sources: &Sources, state: &ToldState) -> (String, u32) {
    let span = ersm.components[state.component].cfa.locations[state.place].span;
    let file = sources.file(span.file);
    (file.name.clone(), file.position(span.start).0)
}

/// A number that depends on nothing but the state.
pub(super) fn content_hash(component: ProcedureId, place: Location, values: impl Iterator<Item = Option<i64>>) -> u64 {
    let mix = |hash: u64, word: u64| (hash.rotate_left(5) ^ word).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    let place = [u64::from(component.0), u64::from(place.0)];
    let values = values.map(|value| value.map_or(u64::MAX, i64::cast_unsigned));
    place.into_iter().chain(values).fold(0, mix)
}

/// The suspended callers, outermost first.
fn stack(ersm: &Ersm, sources: &Sources, states: &[ToldState], mut caller: Option<u32>) -> Vec<String> {
    let mut stack = Vec::new();
    let mut hidden = 0;
    while let Some(state) = caller.and_then(|c| states.get(c.index())) {
        if stack.len() < STACK_LIMIT {
            stack.push(format!("{}:{}", ersm.components[state.component].name, place(ersm, sources, state).1));
        } else {
            hidden += 1;
        }
        caller = state.caller;
    }
    if hidden > 0 {
        stack.push(format!("… {hidden} more"));
    }
    stack.reverse();
    stack
}

/// The variables of the program, with their values.
fn shown_values(ersm: &Ersm, state: &ToldState, values: &[i64]) -> Vec<VariableValue> {
    let variables =
        values.iter().enumerate().map(|(v, value)| (ersm.variable(state.component, VariableId::at(v)), value));
    let own = variables.filter(|(variable, _)| !variable.is_hidden());
    let shown = own
        .map(|(variable, value)| VariableValue { name: variable.name.clone(), value: variable.domain.written(*value) });
    shown.collect()
}
