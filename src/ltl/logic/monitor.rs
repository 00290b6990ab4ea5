//! Monitors: finite automata that read the states of a run and accept violations
//! (Alur, Chaudhuri, Etessami, Madhusudan, TACAS 2005, section 5).

use super::{FormulaId, Formulas, PropositionId};
use base::{CompactSort, IndexVec, newtype_index};

newtype_index! {
    /// A state of a monitor.
    pub struct MonitorStateId;
}

/// An automaton `(states, initial states, edges)` that observes a program. It accepts a run that takes it
/// to a target, or an infinite run that visits each of its acceptance sets infinitely often.
///
/// It starts in one of its initial states. When the program leaves a state, the monitor takes one of its edges whose
/// guard is true *in that state*; if there is none, the product has no such step. It enters a target as soon as an
/// edge to the target is enabled, whether or not the program can continue. A terminated or failed program stays in its
/// last state (a self-loop).
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Monitor {
    /// The states.
    pub states: IndexVec<MonitorStateId, MonitorState>,
    /// The initial states.
    pub initial: Vec<MonitorStateId>,
    /// The edges, sorted by source.
    pub edges: Vec<MonitorEdge>,
    /// The number of acceptance sets, numbered from 0; with 0, every infinite run that it can follow is accepted. `None`:
    /// only targets accept.
    pub acceptance_sets: Option<u32>,
}

/// A state of a monitor.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct MonitorState {
    /// Its name.
    pub name: String,
    /// Whether a run that reaches it is accepted.
    pub is_target: bool,
}

/// An edge of a monitor.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MonitorEdge {
    /// The source.
    pub source: MonitorStateId,
    /// The destination.
    pub target: MonitorStateId,
    /// The guard: a formula without temporal operators.
    pub guard: FormulaId,
    /// The acceptance sets that it belongs to, sorted.
    pub acceptance_sets: Vec<u32>,
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
        found.compact_sort();
        found.dedup();
        found
    }
}
