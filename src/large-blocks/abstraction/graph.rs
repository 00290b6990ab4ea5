//! The abstract reachability graph of one round: paths in it, and what is recorded of it.

use std::collections::BTreeMap;

use crate::blocks::{BlockProgram, HeadId, UnitHead, UnitId};
use base::{Idx, Resource, Stop};
use bdd::Bdd;
use bitvec::TermId;
use rsm::{CoveredState, Edge, EdgeKind, NodeId, Rsm};

use super::posts::{RegionStep, UnitStep, unit_of};
use super::regions::{RegionCube, Regions};
use super::system::{AbstractState, AbstractSystem};

/// The machine that a round generates.
pub(super) type AbstractMachine = Rsm<CoveredState<AbstractState>>;

/// What is recorded of a round.
#[derive(Clone, Debug, Default)]
pub struct AbstractionRound {
    /// The first [`RECORDED_NODES`] nodes of the graph.
    pub nodes: Vec<AbstractNode>,
    /// The edges between them, in the order in which they were found.
    pub edges: Vec<AbstractEdge>,
    /// Whether there are more nodes.
    pub is_cut_short: bool,
    /// The abstract path to the error location, with the units of its steps; empty in the last round of a proof.
    pub path: Vec<(UnitId, UnitStep)>,
    /// The positions in the path of the steps that contradict each other; empty if a run takes it.
    pub core: Vec<usize>,
    /// The predicates that exclude it.
    pub predicates: Vec<(UnitId, HeadId, TermId)>,
}

/// A region at a head.
#[derive(Clone, Debug)]
pub struct AbstractNode {
    /// The unit.
    pub unit: UnitId,
    /// The head.
    pub head: HeadId,
    /// The region as a disjunction of cubes; `None` if there are more than [`RECORDED_CUBES`].
    pub region: Option<Vec<RegionCube>>,
}

/// A step between regions.
#[derive(Clone, Debug)]
pub struct AbstractEdge {
    /// Where it begins, a position in [`AbstractionRound::nodes`].
    pub source: usize,
    /// Where it ends.
    pub target: usize,
    /// What it does, in the unit of the source.
    pub step: UnitStep,
    /// Whether the target only covers the states to which it leads.
    pub is_covered: bool,
}

/// Only so many nodes of a graph are recorded.
pub const RECORDED_NODES: usize = 400;
/// Only so many cubes of a region are recorded.
pub const RECORDED_CUBES: usize = 32;
/// Longer paths are not looked at.
const PATH: usize = 10_000;

/// The edge by which each node was found first. Unlike later ones, it leads to exactly the node's region, except that a call may
/// be covered.
pub(super) struct Parents {
    edge: BTreeMap<NodeId, Edge>,
}

impl Parents {
    /// Those of all nodes found so far.
    pub(super) fn new(machine: &AbstractMachine) -> Self {
        let mut edge = BTreeMap::new();
        for found in machine.edges_since(0, machine.nodes.len()) {
            edge.entry(found.target).or_insert(found);
        }
        // A run begins there.
        machine.entries().iter().for_each(|entry| _ = edge.remove(entry));
        Self { edge }
    }

    /// The steps to a node, with those inside of calls.
    ///
    /// # Errors
    /// If there are too many.
    pub(super) fn path_to(
        &self,
        machine: &AbstractMachine,
        mut node: NodeId,
        system: &AbstractSystem<'_, '_, '_>,
    ) -> Result<Vec<(UnitId, UnitStep)>, Stop> {
        let mut steps = Vec::new();
        // The calls whose callees the path, read backwards, is in.
        let mut calls: Vec<NodeId> = Vec::new();
        let state = |node: NodeId| machine.nodes[node].state.state;
        loop {
            if steps.len() > PATH {
                return Err(Stop::Budget(Resource::Blocks, PATH as u64));
            }
            let component = &machine.components[machine.nodes[node].component];
            if component.entries.contains(&node)
                && let Some(call) = calls.pop()
            {
                steps.extend(call_of(system, &state(call), &state(node)).map(|step| (state(call).unit, step)));
                node = call;
                continue;
            }
            let Some(edge) = self.edge.get(&node) else { break };
            let (source, target) = (state(edge.source), state(node));
            steps.extend(step_of(machine, *edge, system).map(|step| (source.unit, step)));
            node = match edge.kind {
                EdgeKind::Summary(exit) => {
                    calls.push(edge.source);
                    exit
                }
                EdgeKind::Step | EdgeKind::Call => edge.source,
            };
            debug_assert!(edge.kind == EdgeKind::Call || source.unit == target.unit);
        }
        steps.reverse();
        Ok(steps)
    }
}

/// The call from a state to an entry.
fn call_of(system: &AbstractSystem<'_, '_, '_>, call: &AbstractState, entry: &AbstractState) -> Option<UnitStep> {
    let leads =
        |step: &UnitStep| step.ends(system.units, call.unit).1 == UnitHead { unit: entry.unit, head: entry.head };
    system.steps_from(call).into_iter().find(leads)
}

/// What an edge does. There is one block at most between two heads.
fn step_of(machine: &AbstractMachine, edge: Edge, system: &AbstractSystem<'_, '_, '_>) -> Option<UnitStep> {
    let [source, target] = [edge.source, edge.target].map(|node| machine.nodes[node].state.state);
    match edge.kind {
        EdgeKind::Step | EdgeKind::Call => call_of(system, &source, &target),
        EdgeKind::Summary(exit) => {
            let exit = machine.nodes[exit].state.state;
            let leads = |step: &UnitStep| {
                step.ends(system.units, source.unit).1 == UnitHead { unit: target.unit, head: target.head }
            };
            system.returns(&source, &exit).into_iter().find(leads)
        }
    }
}

/// The graph of a round.
pub(super) fn record(
    machine: &AbstractMachine,
    system: &mut AbstractSystem<'_, '_, '_>,
) -> Result<AbstractionRound, Stop> {
    let count = machine.nodes.len().min(RECORDED_NODES);
    let state = |node: NodeId| machine.nodes[node].state.state;
    let node = |node: usize, regions: &Regions| {
        let AbstractState { unit, head, region } = state(NodeId::at(node));
        AbstractNode { unit, head, region: regions.cubes(region, RECORDED_CUBES) }
    };
    let nodes = (0..count).map(|at| node(at, system.regions)).collect();
    let mut edges = Vec::new();
    for edge in machine.edges_since(0, count) {
        let Some(step) = step_of(machine, edge, system) else { continue };
        let exit = match edge.kind {
            EdgeKind::Summary(exit) => state(exit).region,
            EdgeKind::Step | EdgeKind::Call => Bdd::TRUE,
        };
        let source = state(edge.source);
        let after = system.after(RegionStep { unit: source.unit, step, before: source.region, exit })?;
        let is_covered = after != Some(state(edge.target));
        edges.push(AbstractEdge { source: edge.source.index(), target: edge.target.index(), step, is_covered });
    }
    Ok(AbstractionRound { nodes, edges, is_cut_short: machine.nodes.len() > count, ..AbstractionRound::default() })
}

/// Whether a state is at the error location or, if `cut`, at a call that is not followed.
pub(super) fn is_goal(units: &[BlockProgram<'_>], state: &AbstractState, cut: bool) -> bool {
    let program = unit_of(units, state.unit);
    state.head == if cut { program.cut } else { program.error }
}
