//! The enabled edges of a monitor, given labels.

use std::ops::Range;

use super::closure::Reading;
use crate::logic::{Formulas, Monitor, MonitorEdge, MonitorStateId, PropositionId, Truth};
use base::{CompactSort, Idx, IndexVec, Stop, newtype_index};

newtype_index! {
    /// A node of a decision tree.
    struct DecisionId;
}

/// An edge of a monitor whose guard is true or unknown.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Move {
    /// Its position in [`Monitor::edges`].
    edge: u32,
    /// Whether its guard is true rather than unknown.
    pub is_definite: bool,
}

impl Move {
    /// Whether the edge is taken under this reading of unknown propositions.
    pub(super) fn is_taken(self, reading: Reading) -> bool {
        self.is_definite || reading == Reading::Pessimistic
    }

    /// The edge.
    pub(super) fn edge(self, monitor: &Monitor) -> &MonitorEdge {
        &monitor.edges[self.edge.index()]
    }
}

/// The guards of a monitor: for each of its states a decision tree over the relevant propositions, constructed on
/// demand.
pub(super) struct Guards<'m> {
    monitor: &'m Monitor,
    formulas: &'m Formulas,
    /// The propositions to evaluate before others.
    first: Vec<PropositionId>,
    roots: IndexVec<MonitorStateId, DecisionId>,
    nodes: IndexVec<DecisionId, Decision>,
    moves: Vec<Move>,
    /// The values on the path through a decision tree.
    known: Vec<(PropositionId, Truth)>,
}

#[derive(Clone, Copy, Debug)]
enum Decision {
    /// Not computed yet.
    Open,
    /// It depends on this proposition; one subtree for each of its truth values.
    Ask(PropositionId, [DecisionId; 3]),
    /// The moves are a range of [`Guards::moves`].
    Done(u32, u32),
}

impl<'m> Guards<'m> {
    /// The guards of a monitor; the propositions in `first` are evaluated before others.
    pub(super) fn new(monitor: &'m Monitor, formulas: &'m Formulas, first: Vec<PropositionId>) -> Self {
        let mut nodes = IndexVec::new();
        let roots = monitor.states.iter().map(|_| nodes.push(Decision::Open)).collect();
        Self { monitor, formulas, first, roots, nodes, moves: Vec::new(), known: Vec::new() }
    }

    /// The enabled edges of a state of the monitor, as positions for [`Guards::get`]; `label` is called only for
    /// relevant propositions.
    pub(super) fn moves(
        &mut self,
        state: MonitorStateId,
        mut label: impl FnMut(PropositionId) -> Result<Truth, Stop>,
    ) -> Result<Range<u32>, Stop> {
        let mut decision = self.roots[state];
        self.known.clear();
        loop {
            match self.nodes[decision] {
                Decision::Done(first, end) => return Ok(first..end),
                Decision::Ask(proposition, next) => {
                    let truth = label(proposition)?;
                    self.known.push((proposition, truth));
                    decision = next[truth as usize];
                }
                Decision::Open => self.nodes[decision] = self.decide(state),
            }
        }
    }

    /// The move at this position.
    pub(super) fn get(&self, position: u32) -> Move {
        self.moves[position.index()]
    }

    /// The propositions of the guard of a move.
    pub(super) fn propositions(&self, of: Move) -> Vec<PropositionId> {
        self.formulas.propositions_in(of.edge(self.monitor).guard)
    }

    /// The next proposition to evaluate given the known ones, or the resulting moves.
    fn decide(&mut self, state: MonitorStateId) -> Decision {
        let Self { monitor, formulas, known, .. } = self;
        let value = |p: PropositionId| known.iter().find(|known| known.0 == p).map(|known| known.1);
        let mut open: Option<PropositionId> = None;
        let mut moves = Vec::new();
        let start = monitor.edges.partition_point(|edge| edge.source < state);
        for (position, edge) in (start..).zip(monitor.edges_from(state)) {
            let truth = formulas.holds_now(edge.guard, |p| value(p).unwrap_or(Truth::Unknown));
            if truth != Truth::False {
                moves.push(Move { edge: u32::at(position), is_definite: truth == Truth::True });
            }
            if truth == Truth::Unknown {
                let asked = formulas.propositions_in(edge.guard).into_iter().filter(|&p| value(p).is_none());
                let is_late = |p: PropositionId| !self.first.contains(&p);
                open = open.into_iter().chain(asked).min_by_key(|&p| is_late(p));
            }
        }
        match open {
            Some(proposition) => Decision::Ask(proposition, std::array::from_fn(|_| self.nodes.push(Decision::Open))),
            None => {
                let first = u32::at(self.moves.len());
                self.moves.extend(moves);
                Decision::Done(first, u32::at(self.moves.len()))
            }
        }
    }
}

/// The propositions that a monitor needs in states where some propositions are known to be false, provided that those
/// are evaluated first.
pub fn asked_by_guards(
    formulas: &Formulas,
    monitor: &Monitor,
    is_false: impl Fn(PropositionId) -> bool,
) -> Vec<PropositionId> {
    let assumed = |p| if is_false(p) { Truth::False } else { Truth::Unknown };
    let open = monitor.edges.iter().filter(|edge| formulas.holds_now(edge.guard, assumed) == Truth::Unknown);
    let mut asked: Vec<PropositionId> = open.flat_map(|edge| formulas.propositions_in(edge.guard)).collect();
    asked.retain(|&p| !is_false(p));
    asked.compact_sort();
    asked.dedup();
    asked
}
