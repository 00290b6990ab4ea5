//! The state space of a boolean program, to look at: what is reachable, as far as there are not too many states.

use fixedbitset::FixedBitSet;
use rustc_hash::FxHashMap;

use super::FEW_STATES;
use super::prepare::PreparedBooleanTask;
use super::replay::PartialValuation;
use crate::valuation::{Observed, PartialValue, States, ValuationId, Valuations};
use base::{Idx, Limits, Observer, Resource, Sources, Stop};
use ltl::logic::Formulas;
use program::cfa::{Location, ProcedureId};
use program::guarded::{Ersm, VariableId};
use report::ExplorationStatistics;
use rsm::{ComponentId, EdgeKind, NodeId, Order, Path, Rsm, Visit, explore};

/// Of programs with integers of many values all are shown as long as there are not more states: it is to take no longer
/// than a check that finds what it looks for among the first values.
const ALL_VALUES_STATES: u32 = 2_000;

/// A boolean program, and its states and calls as far as they were generated.
pub(super) struct ValuationSpace {
    pub ersm: Ersm,
    pub formulas: Formulas,
    /// What all propositions of the task observe: that is decided in each state.
    pub observed: Observed,
    pub sources: Sources,
    pub generated: Generated,
}

/// The states and calls of a boolean program, to be shown.
pub struct Generated {
    pub(super) known: Known,
    pub(super) rsm: Rsm<ValuationId>,
    /// Whether there are more states.
    partial: bool,
}

/// The states that a search has seen.
pub(super) struct Known {
    pub states: States,
    /// Those in which something is still to be decided.
    unresolved: FixedBitSet,
}

impl Known {
    pub(crate) fn of(program: Valuations<'_>) -> Self {
        let unresolved = (0..program.states().len()).filter(|&state| program.is_unresolved(ValuationId::at(state)));
        Self { unresolved: unresolved.collect(), states: program.into_states() }
    }

    pub(crate) fn is_unresolved(&self, state: ValuationId) -> bool {
        self.unresolved.contains(state.index())
    }
}

impl Generated {
    /// Generates at most [`FEW_STATES`] states, those near the start first. Of a program with variables that have many values,
    /// and with more than [`ALL_VALUES_STATES`] states, those with few values, so that runs are seen beyond their first steps.
    pub(super) fn new(prepared: &PreparedBooleanTask, limits: &Limits, observer: &mut dyn Observer) -> Self {
        let PreparedBooleanTask { ersm, observed, .. } = prepared;
        let is_large = Valuations::has_large_domains(ersm);
        let mut explored = |mut program: Valuations<'_>, most: u32| {
            let limits = Limits { states: limits.states.min(most), ..*limits };
            let rsm = explore(&mut program, Order::BreadthFirst, &limits, observer);
            (rsm, program.has_left_out(), Known::of(program))
        };
        let most = if is_large { ALL_VALUES_STATES } else { FEW_STATES };
        let (mut rsm, mut has_left_out, mut known) = explored(Valuations::new(ersm, observed), most);
        if is_large && matches!(rsm.stop, Some(Stop::Budget(Resource::States, _))) {
            (rsm, has_left_out, known) = explored(Valuations::with_few_values(ersm, observed), FEW_STATES);
        }
        let partial = has_left_out || rsm.stop.is_some();
        Self { known, rsm, partial }
    }

    /// Figures of what was generated.
    pub fn statistics(&self) -> ExplorationStatistics {
        let main = |node: &&rsm::Node<ValuationId>| node.component == Rsm::<ValuationId>::MAIN;
        let exits = self.rsm.components.get(Rsm::<ValuationId>::MAIN).map_or(0, |main| main.exits.len());
        ExplorationStatistics {
            states_main: u32::at(self.rsm.nodes.iter().filter(main).count()),
            states_total: u32::at(self.rsm.nodes.len()),
            transitions_total: u32::at(self.rsm.edge_count()),
            states_final: u32::at(exits),
            contracts: u32::at(self.rsm.components.len().saturating_sub(1)),
            partial: self.partial,
            ..ExplorationStatistics::default()
        }
    }
}

impl ValuationSpace {
    /// For each state of an executed run, with the values of all variables in scope, the node that has it, if there is one.
    pub(crate) fn locate(&self, run: &Path<PartialValuation>, values: &[Vec<i64>]) -> Vec<Option<NodeId>> {
        let mut found: Vec<Option<NodeId>> = Vec::with_capacity(run.len());
        if self.generated.rsm.components.is_empty() {
            return vec![None; run.len()];
        }
        let nodes = self.resolved_by_place();
        // By the position of the call in which a state runs, its component.
        let mut entered: FxHashMap<Option<u32>, ComponentId> = FxHashMap::default();
        entered.insert(None, Rsm::<ValuationId>::MAIN);
        for (at, Visit { state, caller, .. }) in run.visits.iter().enumerate() {
            let find = |component: ComponentId| {
                let all = nodes.get(&(component, state.component, state.place));
                all.into_iter().flatten().copied().find(|&node| self.covers(node, &values[at]))
            };
            let calls = caller.is_some_and(|call| call.index() + 1 == at) && !run.visits[at - 1].folded;
            if calls && let Some(call) = found[at - 1] {
                let entries = self.generated.rsm.edges_of(call).filter(|edge| edge.kind == EdgeKind::Call);
                let mut components = entries.map(|edge| self.generated.rsm.nodes[edge.target].component);
                if let Some(component) = components.find(|&component| find(component).is_some()) {
                    entered.insert(*caller, component);
                }
            }
            found.push(entered.get(caller).and_then(|&component| find(component)));
        }
        found
    }

    /// Whether a node stands for a state with these values.
    fn covers(&self, node: NodeId, values: &[i64]) -> bool {
        let state = self.generated.rsm.nodes[node].state;
        values.iter().enumerate().all(|(variable, &value)| {
            match self.generated.known.states.value(state, VariableId::at(variable)) {
                PartialValue::Is(is) => is == value,
                PartialValue::From(first) => value >= first,
            }
        })
    }

    fn resolved_by_place(&self) -> FxHashMap<(ComponentId, ProcedureId, Location), Vec<NodeId>> {
        let mut nodes: FxHashMap<_, Vec<NodeId>> = FxHashMap::default();
        for (id, node) in self.generated.rsm.nodes.iter_enumerated() {
            if !self.generated.known.is_unresolved(node.state) {
                let (procedure, place) = self.generated.known.states.place(node.state);
                nodes.entry((node.component, procedure, place)).or_default().push(id);
            }
        }
        nodes
    }
}
