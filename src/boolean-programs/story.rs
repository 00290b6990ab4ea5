//! Runs of boolean programs, for people.

use super::replay::{PartialValuation, find_edges};
use crate::symbolic::SymbolicState;
use crate::valuation::{PartialValue, ValuationId, Valuations};
use analysis::states::{call_stack, mix};
use base::{Idx, Sources};
use program::cfa::{Location, ProcedureId};
use program::guarded::{Ersm, VariableId};
use report::{Run, RunStep, VariableValue};
use rsm::{Path, Visit};

/// A run that the explicit search has found, without its unresolved states.
pub(super) fn resolved(program: &mut Valuations<'_>, found: &Path<ValuationId>) -> Path<PartialValuation> {
    // By position, how many resolved states come before it.
    let mut before = Vec::with_capacity(found.len());
    let mut run = Path::default();
    for (position, &Visit { state, caller, folded }) in found.visits.iter().enumerate() {
        before.push(u32::at(run.len()));
        if program.is_unresolved(state) {
            continue;
        }
        let next = found.after(position);
        let edge = next.and_then(|next| program.edge_between(state, *found.state(next), folded));
        let state = PartialValuation { edge, ..partial(program, state) };
        run.visits.push(Visit { state, caller: caller.map(|call| before[call.index()]), folded });
    }
    run.cycle = found.cycle.map(|start| before[start.index()]);
    run
}

fn partial(program: &Valuations<'_>, state: ValuationId) -> PartialValuation {
    let (component, place) = program.states().place(state);
    let variables = (0..program.ersm().scope(component)).map(VariableId::at);
    let values = variables.map(|variable| match program.states().value(state, variable) {
        PartialValue::Is(value) => Some(value),
        PartialValue::From(_) => None,
    });
    PartialValuation { component, place, values: values.collect(), edge: None }
}

/// A run that the symbolic search has found.
pub(super) fn with_edges(ersm: &Ersm, found: &Path<SymbolicState>) -> Path<PartialValuation> {
    let mut run = found.map(|SymbolicState { component, place, values, .. }| PartialValuation {
        component: *component,
        place: *place,
        values: values.iter().copied().map(Some).collect(),
        edge: None,
    });
    find_edges(ersm, &mut run);
    run
}

/// A run with the values of all variables, for a report.
pub(super) fn run(ersm: &Ersm, sources: &Sources, executed: &Path<PartialValuation>, values: &[Vec<i64>]) -> Run {
    let step = |(at, visit): (usize, &Visit<PartialValuation>)| {
        let state = &visit.state;
        let component = &ersm.components[state.component];
        let edge = state.edge.map(|edge| &component.cfa.edges[edge]);
        let operation = edge.map(|edge| ersm.operation(state.component, edge));
        let (file, line) = place(ersm, sources, state);
        RunStep {
            state: format!("{:016x}", content_hash(state.component, state.place, state.values.iter().copied())),
            index: None,
            method: component.name.clone(),
            file,
            line,
            operation: operation.unwrap_or_default(),
            condition: edge.and_then(|edge| edge.condition),
            stack: call_stack(executed, at, |caller| {
                (ersm.components[caller.component].name.clone(), place(ersm, sources, caller).1)
            }),
            folded: visit.folded,
            values: shown_values(ersm, state, &values[at]),
        }
    };
    let (prefix, cycle) = executed.split(executed.visits.iter().enumerate().map(step).collect());
    Run { prefix, cycle }
}

fn place(ersm: &Ersm, sources: &Sources, state: &PartialValuation) -> (String, u32) {
    let span = ersm.components[state.component].cfa.locations[state.place].span;
    let file = sources.file(span.file);
    (file.name.clone(), file.position(span.start).0)
}

/// A number that depends on nothing but the state.
pub(super) fn content_hash(component: ProcedureId, place: Location, values: impl Iterator<Item = Option<i64>>) -> u64 {
    let place = [u64::from(component.0), u64::from(place.0)];
    let values = values.map(|value| value.map_or(u64::MAX, i64::cast_unsigned));
    place.into_iter().chain(values).fold(0, mix)
}

/// The variables of the program, with their values.
fn shown_values(ersm: &Ersm, state: &PartialValuation, values: &[i64]) -> Vec<VariableValue> {
    let variables =
        values.iter().enumerate().map(|(v, value)| (ersm.variable(state.component, VariableId::at(v)), value));
    let own = variables.filter(|(variable, _)| !variable.is_hidden());
    let shown = own
        .map(|(variable, value)| VariableValue { name: variable.name.clone(), value: variable.domain.written(*value) });
    shown.collect()
}
