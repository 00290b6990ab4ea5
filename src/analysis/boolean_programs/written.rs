//! Whether a run shows what is claimed of it, by definition.

use petgraph::algo::kosaraju_scc;
use petgraph::graphmap::DiGraphMap;

use super::replay::{ToldClaim, ToldRun};
use crate::base::Idx;
use crate::logic::{Formulas, Monitor, MonitorStateId, PropositionId, Tail, Truth};

/// Whether a run shows what is claimed, given what holds in its states.
pub(super) fn shows(
    told: &ToldRun,
    claim: ToldClaim<'_>,
    formulas: &Formulas,
    label: &dyn Fn(usize, PropositionId) -> Truth,
) -> bool {
    match claim {
        ToldClaim::Violates(formula) => {
            let length = told.states.len();
            let violates = match told.cycle {
                Some(start) => formulas.holds_on_run(formula, length, Tail::Repeats(start.index()), label),
                // Of what follows nothing is known but that there is something: `F false` fails whatever it is.
                None => formulas.holds_on_run(formula, length + 1, Tail::Stutters, |at, proposition| {
                    if at < length { label(at, proposition) } else { Truth::Unknown }
                }),
            };
            violates == Truth::False
        }
        ToldClaim::IsFound(monitor) => is_found(told, monitor, formulas, label),
    }
}

/// A position of a run with a state of a monitor.
type Pair = (usize, MonitorStateId);

/// Whether a monitor is taken into a target, or meets all of its conditions for ever.
fn is_found(
    told: &ToldRun,
    monitor: &Monitor,
    formulas: &Formulas,
    label: &dyn Fn(usize, PropositionId) -> Truth,
) -> bool {
    let next = |at: usize| if at + 1 < told.states.len() { Some(at + 1) } else { told.cycle.map(Idx::index) };
    let mut graph: DiGraphMap<Pair, u64> = DiGraphMap::new();
    let mut open: Vec<Pair> = monitor.initial.iter().map(|&state| (0, state)).collect();
    open.iter().for_each(|&pair| _ = graph.add_node(pair));
    while let Some((at, state)) = open.pop() {
        if monitor.states[state].is_target {
            return true;
        }
        for edge in monitor.edges_from(state) {
            if formulas.holds_now(edge.guard, |p| label(at, p)) != Truth::True {
                continue;
            }
            if monitor.states[edge.target].is_target {
                return true;
            }
            let Some(next) = next(at) else { continue };
            let pair = (next, edge.target);
            if !graph.contains_node(pair) {
                open.push(pair);
            }
            let met = edge.met.iter().fold(0, |met, condition| met | 1 << condition);
            let before = graph.edge_weight((at, state), pair).copied().unwrap_or(0);
            graph.add_edge((at, state), pair, before | met);
        }
    }
    let Some(conditions) = monitor.conditions else { return false };
    let all = (1_u64 << conditions) - 1;
    kosaraju_scc(&graph).into_iter().any(|component| {
        let inside = |pair: &Pair| component.contains(pair);
        let edges = component.iter().flat_map(|&from| graph.edges(from)).filter(|(_, to, _)| inside(to));
        let met: Vec<u64> = edges.map(|(_, _, met)| *met).collect();
        !met.is_empty() && met.into_iter().fold(0, |all, met| all | met) == all
    })
}
