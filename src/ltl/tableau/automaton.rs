//! The proof structure of a formula without a program: a monitor that accepts the runs that violate the formula.

use std::collections::BTreeMap;

use super::closure::{Closure, Reading};
use super::expand::{Expander, ObligationsId};
use crate::logic::{
    Binary, Formula, FormulaId, Formulas, Monitor, MonitorEdge, MonitorState, MonitorStateId, NegationNormalForm,
    PropositionId, Truth, Unary,
};
use base::{CompactSort, Idx, Observer, Phase, Progress, Stop, msg};

/// Maximum number of rows in the truth tables of the monitor's states, and of its edges.
const LIMIT: usize = 20_000;

/// The truth values of the requested propositions, in order.
type Cube = Vec<(PropositionId, bool)>;

/// The monitor whose states are sets of obligations. The empty set, from which nothing can make the formula true, is
/// its target, and its acceptance sets are those of the release formulas (see the [module](super)).
///
/// Law: the monitor accepts a run iff the run violates the formula.
///
/// # Errors
/// If the formula is too large, or the observer stops.
pub fn violations(
    formulas: &mut Formulas,
    formula: NegationNormalForm,
    observer: &mut dyn Observer,
) -> Result<Monitor, Stop> {
    let closure = Closure::new(formulas, formula, |_| true);
    let mut expander = Expander::new(&closure, Reading::Optimistic);
    let root = expander.root();
    let mut monitor = Monitor::default();
    // The states by set of obligations.
    let mut states: BTreeMap<ObligationsId, MonitorStateId> = BTreeMap::new();
    let mut open: Vec<ObligationsId> = Vec::new();
    let mut rows = 0;
    let add =
        |set: ObligationsId, monitor: &mut Monitor, states: &mut BTreeMap<_, _>, open: &mut Vec<ObligationsId>| {
            *states.entry(set).or_insert_with(|| {
                let is_target = set == Expander::EMPTY;
                if !is_target {
                    open.push(set);
                }
                monitor.states.push(MonitorState { name: format!("{}", set.index()), is_target })
            })
        };
    let initial = add(root, &mut monitor, &mut states, &mut open);
    monitor.initial.push(initial);
    while let Some(set) = open.pop() {
        let source = states[&set];
        let mut cube = Cube::new();
        loop {
            rows += 1;
            observer.ask(Progress { phase: Phase::Reading, states: u32::at(states.len()), frontier: 0 })?;
            let leaves = expander.expand(set, |proposition| {
                let known = cube.iter().find(|(p, _)| *p == proposition).map(|(_, holds)| *holds);
                let holds = known.unwrap_or_else(|| {
                    cube.push((proposition, false));
                    false
                });
                Ok(Truth::from(holds))
            })?;
            let leaves: Vec<_> = leaves.iter().map(|leaf| (leaf.next, leaf.mark)).collect();
            let mut mark_of: BTreeMap<MonitorStateId, Vec<u32>> = BTreeMap::new();
            for (next, mark) in leaves {
                let target = add(next, &mut monitor, &mut states, &mut open);
                let mark = expander.marks().get(mark).ones().map(u32::at);
                mark_of.entry(target).or_default().extend(mark);
            }
            let guard = conjunction(formulas, &cube);
            for (target, mut mark) in mark_of {
                mark.compact_sort();
                mark.dedup();
                monitor.edges.push(MonitorEdge { source, target, guard, acceptance_sets: mark });
            }
            if rows.max(monitor.edges.len()) > LIMIT {
                let message = msg!("the automaton of the formula has more than {LIMIT} edges");
                return Err(Stop::Incomplete(message));
            }
            // Proceeds to the next row of the truth table.
            while cube.last().is_some_and(|&(_, holds)| holds) {
                cube.pop();
            }
            match cube.last_mut() {
                Some((_, holds)) => *holds = true,
                None => break,
            }
        }
    }
    monitor.edges.compact_sort_by_key(|edge| edge.source);
    monitor.acceptance_sets = Some(u32::at(expander.marks().set_count()));
    Ok(monitor)
}

/// A cube as a formula.
fn conjunction(formulas: &mut Formulas, cube: &[(PropositionId, bool)]) -> FormulaId {
    let mut all: Option<FormulaId> = None;
    for &(proposition, holds) in cube {
        let atom = formulas.intern(Formula::Atom(proposition));
        let literal = if holds { atom } else { formulas.intern(Formula::Unary(Unary::Not, atom)) };
        all = Some(match all {
            None => literal,
            Some(before) => formulas.intern(Formula::Binary(Binary::And, before, literal)),
        });
    }
    all.unwrap_or_else(|| formulas.intern(Formula::True))
}
