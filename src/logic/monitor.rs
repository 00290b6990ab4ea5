//! Monitors: finite automata that read the states of a run and say what is looked for
//! (Alur, Chaudhuri, Etessami, Madhusudan, TACAS 2005, section 5).

use super::{FormulaId, Formulas, PropositionId};
use crate::base::{IndexVec, newtype_index};

newtype_index! {
    /// A state of a monitor.
    pub struct MonitorStateId;
}

/// An automaton `(states, initial states, edges)` that runs beside a program, with what is looked for: a run that takes it
/// into a target, or an infinite one that meets every one of its conditions for ever.
///
/// At first it is in one of its initial states. While the program goes on from a state, it takes one of its edges whose
/// guard is true *there*; if there is none, the two of them cannot go on together. Into a target it is taken as soon as an
/// edge that leads there may be, whether or not the program can go on. A program that has ended, or failed, stays where
/// it is for ever.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Monitor {
    /// The states.
    pub states: IndexVec<MonitorStateId, MonitorState>,
    /// Those in which it starts.
    pub initial: Vec<MonitorStateId>,
    /// The edges, sorted by source.
    pub edges: Vec<MonitorEdge>,
    /// How many conditions there are, numbered from 0; with 0 every infinite run that it can follow is looked for. `None`:
    /// only targets are.
    pub conditions: Option<u32>,
}

/// A state of a monitor.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct MonitorState {
    /// Its name.
    pub name: String,
    /// Whether a run that gets there is what is looked for.
    pub is_target: bool,
}

/// An edge of a monitor.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MonitorEdge {
    /// From here …
    pub source: MonitorStateId,
    /// … to here.
    pub target: MonitorStateId,
    /// When it may be taken: a formula without temporal operators.
    pub guard: FormulaId,
    /// The conditions that it meets, sorted.
    pub met: Vec<u32>,
}

impl Monitor {
    /// The edges that leave a state.
    pub fn edges_from(&self, state: MonitorStateId) -> &[MonitorEdge] {
        let start = self.edges.partition_point(|e| e.source < state);
        let end = self.edges.partition_point(|e| e.source <= state);
        &self.edges[start..end]
    }

    /// The propositions in its guards, sorted.
    pub fn propositions(&self, formulas: &Formulas) -> Vec<PropositionId> {
        let mut found: Vec<PropositionId> =
            self.edges.iter().flat_map(|edge| formulas.propositions_in(edge.guard)).collect();
        found.sort_unstable();
        found.dedup();
        found
    }
}
