//! The assignment of diagram variables to the parts of a state.

use rustc_hash::FxHashMap;

use super::order::{Column, Order};
use base::{CompactSort, Idx, IndexVec};
use ltl::logic::{Monitor, MonitorStateId};
use program::cfa::ProcedureId;
use program::guarded::{Domain, Ersm, VariableId};

/// The moment described by a copy of the variables.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Version {
    /// The entry of the activation.
    Entry,
    /// The current state.
    Current,
    /// After a move.
    Next,
    /// The exit of the callee, for a call.
    Exit,
}

/// The number of copies of a slot.
pub(super) const VERSIONS: u32 = 4;

/// The level of a copy of a slot; a slot is one bit of a state. The copies of a slot are neighbours.
pub(super) fn level(slot: u32, version: Version) -> u32 {
    slot * VERSIONS + version as u32
}

/// A state of a component: the values of the variables in scope, and the state of the monitor.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(super) struct ComponentState {
    pub values: Vec<i64>,
    pub monitor: MonitorStateId,
    /// Whether the current acceptance set was visited since the activation began.
    pub visited: bool,
}

/// A part of a state.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum StatePart {
    /// All of it.
    All,
    /// All but whether the acceptance set was visited.
    Plain,
    /// The input of a callee: the state of the monitor, globals, parameters.
    Given,
    /// The output of a callee: the state of the monitor, whether the acceptance set was visited, globals, results.
    Returned,
}

/// The slots of all parts of a state.
///
/// The slots of the monitor are on top, as if each of its states had diagrams of its own. Below are the bits of
/// variables in their [`Order`]. The bits of integers that interact are interleaved, those of greater weight first:
/// diagrams of sums and comparisons are then linear. With variable after variable instead, quicksort on bounds of 6
/// bits needs 20 times as many nodes.
pub(super) struct BitLayout {
    /// Least significant bit first, as in all lists of slots.
    monitor: Vec<u32>,
    visited: u32,
    /// By component, the slots of the variables in scope.
    variables: IndexVec<ProcedureId, Vec<Vec<u32>>>,
    domains: IndexVec<ProcedureId, Vec<Domain>>,
    /// By component, the variables in [`StatePart::Given`] and [`StatePart::Returned`].
    given: IndexVec<ProcedureId, Vec<VariableId>>,
    returned: IndexVec<ProcedureId, Vec<VariableId>>,
}

/// The number of bits for numbers from 0 to `last`.
fn width(last: u64) -> u32 {
    u64::BITS - last.leading_zeros()
}

impl BitLayout {
    pub(super) fn new(ersm: &Ersm, monitor: &Monitor) -> Self {
        let monitor_bits = width(monitor.states.len().saturating_sub(1) as u64);
        let of_variable = |domain: Domain| width((domain.high() - domain.low()) as u64);
        let domains: IndexVec<ProcedureId, Vec<Domain>> =
            ersm.components.iter().map(|c| ersm.globals.iter().chain(&c.locals).map(|v| v.domain).collect()).collect();
        let order = Order::new(ersm);
        let mut widths: FxHashMap<Column, u32> = FxHashMap::default();
        for (id, scope) in domains.iter_enumerated() {
            widths.extend(scope.iter().enumerate().map(|(v, &domain)| (order.column(id, v), of_variable(domain))));
        }
        let mut slots: FxHashMap<Column, Vec<u32>> = FxHashMap::default();
        let mut free = monitor_bits + 1;
        for cluster in &order.clusters {
            let widest = cluster.iter().map(|column| widths[column]).max().unwrap_or(0);
            for weight in (0..widest).rev() {
                for column in cluster.iter().filter(|column| widths[*column] > weight) {
                    slots.entry(*column).or_default().insert(0, free);
                    free += 1;
                }
            }
        }
        let of = |id, v| slots.get(&order.column(id, v)).cloned().unwrap_or_default();
        let variables: IndexVec<ProcedureId, Vec<Vec<u32>>> =
            domains.iter_enumerated().map(|(id, scope)| (0..scope.len()).map(|v| of(id, v)).collect()).collect();
        let with_globals = |own: &[VariableId]| {
            let mut all: Vec<VariableId> = (0..ersm.globals.len()).map(VariableId::at).collect();
            all.extend(own);
            all.compact_sort();
            all.dedup();
            all
        };
        Self {
            monitor: (0..monitor_bits).rev().collect(),
            visited: monitor_bits,
            variables,
            domains,
            given: ersm.components.iter().map(|c| with_globals(&c.parameters)).collect(),
            returned: ersm.components.iter().map(|c| with_globals(&c.results)).collect(),
        }
    }

    pub(super) fn monitor(&self) -> &[u32] {
        &self.monitor
    }

    pub(super) fn visited(&self) -> u32 {
        self.visited
    }

    /// The slots of a variable; they hold its value minus the least value of its domain.
    pub(super) fn variable(&self, component: ProcedureId, variable: VariableId) -> &[u32] {
        &self.variables[component][variable.index()]
    }

    pub(super) fn domain(&self, component: ProcedureId, variable: VariableId) -> Domain {
        self.domains[component][variable.index()]
    }

    fn variables_of(&self, component: ProcedureId, part: StatePart) -> Vec<VariableId> {
        match part {
            StatePart::All | StatePart::Plain => (0..self.variables[component].len()).map(VariableId::at).collect(),
            StatePart::Given => self.given[component].clone(),
            StatePart::Returned => self.returned[component].clone(),
        }
    }

    /// The slots of a part of the states of a component, in increasing order.
    pub(super) fn slots(&self, component: ProcedureId, part: StatePart) -> Vec<u32> {
        let mut slots = self.monitor.clone();
        if matches!(part, StatePart::All | StatePart::Returned) {
            slots.push(self.visited);
        }
        for variable in self.variables_of(component, part) {
            slots.extend(self.variable(component, variable));
        }
        slots.compact_sort();
        slots
    }

    /// The bits of a part of a state.
    pub(super) fn bits(&self, component: ProcedureId, part: StatePart, state: &ComponentState) -> Vec<(u32, bool)> {
        let mut bits = Vec::new();
        let mut put = |slots: &[u32], code: u64| {
            bits.extend(slots.iter().enumerate().map(|(position, &slot)| (slot, code >> position & 1 == 1)));
        };
        put(&self.monitor, u64::from(state.monitor.0));
        if matches!(part, StatePart::All | StatePart::Returned) {
            put(&[self.visited], u64::from(state.visited));
        }
        for variable in self.variables_of(component, part) {
            let low = self.domain(component, variable).low();
            put(self.variable(component, variable), (state.values[variable.index()] - low) as u64);
        }
        bits
    }

    /// The state of a component given by literals of one of its copies; missing bits are 0.
    pub(super) fn state(&self, component: ProcedureId, version: Version, literals: &[(u32, bool)]) -> ComponentState {
        let is_one = |slot: u32| {
            let found = literals.binary_search_by_key(&level(slot, version), |&(level, _)| level);
            found.is_ok_and(|i| literals[i].1)
        };
        let code = |slots: &[u32]| {
            let bits = slots.iter().enumerate().filter(|&(_, &slot)| is_one(slot));
            bits.map(|(position, _)| 1_i64 << position).sum::<i64>()
        };
        let values = self.variables[component].iter().zip(&self.domains[component]);
        ComponentState {
            values: values.map(|(slots, domain)| domain.low() + code(slots)).collect(),
            monitor: MonitorStateId(code(&self.monitor) as u32),
            visited: is_one(self.visited),
        }
    }
}
