//! Checks runs, and whether they violate a formula, by definition.

use hrglass::logic::Unary;

use super::flatten::Global;
use super::system::System;
use crate::support::buchi;
use crate::support::lasso::Lasso;
use crate::support::ltl::{Ltl, Op};

/// A node, and the position in the run of the call that entered its component.
pub type Visit = (u32, Option<usize>);

/// A run that was checked.
pub struct Replay {
    /// The global states, once.
    pub states: Vec<Global>,
    /// The start of the cycle.
    pub cycle: Option<usize>,
    /// Whether each iteration of the cycle makes calls that do not return.
    pub is_pushing: bool,
    /// Whether calls return in the cycle.
    pub is_returning: bool,
}

/// The global states of a run through these nodes, which determine the stack. Panics if there is no such step.
fn follow(system: &System, nodes: impl IntoIterator<Item = u32>) -> Vec<Global> {
    let mut states: Vec<Global> = Vec::new();
    for node in nodes {
        let next = match states.last() {
            None => system.entry.contains(&node).then(|| (Vec::new(), node)),
            Some(state) => system.global_successors(state).into_iter().find(|next| next.1 == node),
        };
        states.push(next.unwrap_or_else(|| panic!("no step to {node} from {:?}", states.last())));
    }
    states
}

/// Checks that the visits are a run, infinite if there is a cycle.
pub fn replay(system: &System, visits: &[Visit], cycle: Option<usize>) -> Replay {
    let nodes: Vec<u32> = visits.iter().map(|visit| visit.0).collect();
    let states = follow(system, nodes.iter().copied());
    // Each visit refers to the call that entered its component.
    let mut callers: Vec<usize> = Vec::new();
    for (position, (state, visit)) in states.iter().zip(visits).enumerate() {
        match state.0.len() {
            depth if depth > callers.len() => callers.push(position - 1),
            depth => callers.truncate(depth),
        }
        assert_eq!(visit.1, callers.last().copied(), "position {position} of {visits:?}");
    }
    let Some(start) = cycle else { return Replay { states, cycle, is_pushing: false, is_returning: false } };

    let turn = &nodes[start..];
    assert!(!turn.is_empty());
    let turns = nodes.iter().chain(turn).chain(turn).chain(&turn[..1]).copied();
    let unrolled = follow(system, turns);
    // Calls suspended at the start of an iteration stay suspended: the next iteration can repeat this one, whatever
    // they are.
    for begin in [start, nodes.len()] {
        assert!(unrolled[begin..=begin + turn.len()].iter().all(|state| state.0.starts_with(&unrolled[begin].0)));
    }
    let is_pushing = unrolled[nodes.len()].0.len() > states[start].0.len();
    let is_returning = unrolled[start..].windows(2).any(|pair| pair[1].0.len() < pair[0].0.len());
    Replay { states, cycle, is_pushing, is_returning }
}

impl Replay {
    /// The nodes of one iteration of the cycle, and the first one of the next.
    pub fn turn(&self) -> Vec<u32> {
        let start = self.cycle.unwrap_or(self.states.len());
        let turn = &self.states[start..];
        turn.iter().chain(turn.first()).map(|state| state.1).collect()
    }

    /// Whether the run violates the formula; a run without a cycle must do so however it continues.
    pub fn violates(&self, system: &System, ltl: &Ltl) -> bool {
        let labels: Vec<u8> = self.states.iter().map(|state| system.node(state.1).labels).collect();
        match self.cycle {
            Some(start) => {
                let (prefix, cycle) = labels.split_at(start);
                !ltl.holds(&Lasso { prefix: prefix.to_vec(), cycle: cycle.to_vec() })
            }
            None => {
                // The states of the run, followed by eight with all sets of labels, each a successor of each.
                let first = labels.len() as u32;
                let anything: Vec<u32> = (first..first + 8).collect();
                let mut successors: Vec<Vec<u32>> = (1..first).map(|next| vec![next]).collect();
                successors.extend(vec![anything; 9]);
                let mut negation = ltl.clone();
                negation.0.push(Op::Unary(Unary::Not, ltl.0.len() - 1));
                !buchi::has_violation(&[0], &successors, &[&labels[..], &[0, 1, 2, 3, 4, 5, 6, 7]].concat(), &negation)
            }
        }
    }
}
