//! Exploration with summaries.

use std::hash::BuildHasher;
use std::ops::ControlFlow;

use hashbrown::HashTable;
use rustc_hash::FxBuildHasher;

use super::{RecursiveSystem, Step};
use crate::base::{Idx, IndexVec, Limits, Observer, Phase, Progress, Stop, newtype_index};

newtype_index! {
    /// A component of an exploration: the states of one procedure entered at one state. 0 is the entry component.
    pub struct ComponentId;
    /// A node of an exploration: a state in a component.
    pub struct NodeId;
}

/// Which found node is expanded next.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Order {
    /// The one found last: little is open at a time.
    DepthFirst,
    /// The one found first: runs are short.
    BreadthFirst,
}

/// A state in a component.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Node<S> {
    /// The state.
    pub state: S,
    /// The component.
    pub component: ComponentId,
    /// What it does next; `None` if the exploration ended before it was asked.
    pub step: Option<Step>,
}

/// The states of one procedure entered at one state.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Component {
    /// Its entry nodes: one, except in the entry component.
    pub entries: Vec<NodeId>,
    /// Its exit nodes, in order of discovery.
    pub exits: Vec<NodeId>,
    /// The nodes that call it, in order of discovery.
    pub callers: Vec<NodeId>,
    /// Its nodes that stay where they are for ever.
    pub faults: Vec<NodeId>,
}

/// What an edge is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum EdgeKind {
    /// One step inside a component.
    Step,
    /// A whole call, seen from its caller: the callee leaves at this exit, a node of the callee's component.
    Summary(NodeId),
    /// From a calling node to the entry of the callee.
    Call,
}

/// An edge between nodes.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Edge {
    /// From here …
    pub source: NodeId,
    /// … to here.
    pub target: NodeId,
    /// What it is.
    pub kind: EdgeKind,
}

/// What an exploration has found. Nodes and components are numbered in order of discovery.
#[derive(Clone, Debug)]
pub struct Exploration<S> {
    /// The components; a callee is one component for each of its entry states.
    pub components: IndexVec<ComponentId, Component>,
    /// The nodes.
    pub nodes: IndexVec<NodeId, Node<S>>,
    /// All edges, sorted by source; those of one source in order of discovery.
    pub edges: Vec<Edge>,
    /// Where the edges of each node begin in `edges`, and the number of edges at the end.
    first_edge: Vec<u32>,
    /// Why it ended early. `None`: everything reachable is here.
    pub stop: Option<Stop>,
}

impl<S> Exploration<S> {
    /// The edges that leave `node`.
    pub fn edges_of(&self, node: NodeId) -> &[Edge] {
        &self.edges[self.first_edge[node.index()] as usize..self.first_edge[node.index() + 1] as usize]
    }

    /// Where the edges that leave `node` begin in [`Exploration::edges`].
    pub(super) fn first_edge_of(&self, node: NodeId) -> usize {
        self.first_edge[node.index()] as usize
    }

    /// The component that an edge calls or sums up.
    pub fn callee(&self, edge: Edge) -> Option<ComponentId> {
        match edge.kind {
            EdgeKind::Step => None,
            EdgeKind::Summary(exit) => Some(self.nodes[exit].component),
            EdgeKind::Call => Some(self.nodes[edge.target].component),
        }
    }
}

/// Finds all reachable nodes, the calls between them, and the summaries of the calls that return.
///
/// - a node is found iff some global state with it on top of the call stack is reachable
/// - unbounded recursion is exact: a call of a known entry replays the exits that are known, and an exit found later
///   resumes every caller
/// - ends early with a reason in [`Exploration::stop`]; what is found by then is reachable
///
/// Alur, Chaudhuri, Etessami, Madhusudan, TACAS 2005, figure 2. Deviations: an explicit worklist; both orders of
/// "call known" and "exit known" are handled, which the printed figure forgets.
pub fn explore<S: RecursiveSystem>(
    system: &mut S,
    order: Order,
    limits: &Limits,
    observer: &mut dyn Observer,
) -> Exploration<S::State> {
    let mut explorer = Explorer {
        system,
        limits,
        components: IndexVec::new(),
        nodes: IndexVec::new(),
        edges: Vec::new(),
        node_table: HashTable::new(),
        callee_table: HashTable::new(),
        batches: IndexVec::new(),
        batch: 0,
    };
    let stop = explorer.run(order, observer).err();
    let (edges, first_edge) = sort_by_source(&explorer.edges, explorer.nodes.len());
    Exploration { components: explorer.components, nodes: explorer.nodes, edges, first_edge, stop }
}

struct Explorer<'a, S: RecursiveSystem> {
    system: &'a mut S,
    limits: &'a Limits,
    components: IndexVec<ComponentId, Component>,
    nodes: IndexVec<NodeId, Node<S::State>>,
    /// In order of discovery.
    edges: Vec<Edge>,
    /// Nodes by component and state, each with its hash, so that the table grows without looking at nodes.
    node_table: HashTable<(u64, NodeId)>,
    /// Entry nodes of callees by state.
    callee_table: HashTable<NodeId>,
    /// The last list of targets in which a node occurred, so that repetitions are noticed.
    batches: IndexVec<NodeId, u32>,
    /// Number of the list that is being read.
    batch: u32,
}

impl<S: RecursiveSystem> Explorer<'_, S> {
    fn run(&mut self, order: Order, observer: &mut dyn Observer) -> Result<(), Stop> {
        let entry = self.components.push(Component::default());
        let mut states = Vec::new();
        self.system.entry(&mut states)?;
        self.batch += 1;
        for state in states.drain(..) {
            let node = self.node(entry, state)?;
            if self.is_new_in_batch(node) {
                self.components[entry].entries.push(node);
            }
        }
        // Nodes up to here have been pushed on the stack, or, breadth first, expanded.
        let mut known = 0;
        let mut stack: Vec<NodeId> = Vec::new();
        let mut steps = 0_u32;
        loop {
            let node = match order {
                Order::BreadthFirst if known < self.nodes.len() => NodeId::at(known),
                Order::BreadthFirst => return Ok(()),
                Order::DepthFirst => {
                    stack.extend((known..self.nodes.len()).rev().map(NodeId::at));
                    known = self.nodes.len();
                    match stack.pop() {
                        Some(node) => node,
                        None => return Ok(()),
                    }
                }
            };
            if order == Order::BreadthFirst {
                known += 1;
            }
            if steps.is_multiple_of(1024) {
                let frontier = if order == Order::BreadthFirst { self.nodes.len() - known } else { stack.len() };
                let progress = Progress {
                    phase: Phase::Exploring,
                    states: u32::at(self.nodes.len()),
                    frontier: u32::at(frontier),
                };
                if let ControlFlow::Break(stop) = observer.progress(progress) {
                    return Err(stop);
                }
            }
            steps = steps.wrapping_add(1);
            self.expand(node, &mut states)?;
        }
    }

    fn expand(&mut self, node: NodeId, states: &mut Vec<S::State>) -> Result<(), Stop> {
        states.clear();
        let step = self.system.step(&self.nodes[node].state, states)?;
        self.nodes[node].step = Some(step);
        let component = self.nodes[node].component;
        match step {
            Step::Internal => self.connect(node, EdgeKind::Step, states)?,
            Step::Call => {
                let first_call = self.edges.len();
                self.batch += 1;
                for state in states.drain(..) {
                    let entry = self.callee(state)?;
                    if self.is_new_in_batch(entry) {
                        self.edges.push(Edge { source: node, target: entry, kind: EdgeKind::Call });
                        let callee = self.nodes[entry].component;
                        self.components[callee].callers.push(node);
                    }
                }
                for call in first_call..self.edges.len() {
                    let entry = self.edges[call].target;
                    let callee = self.nodes[entry].component;
                    for exit in 0..self.components[callee].exits.len() {
                        let exit = self.components[callee].exits[exit];
                        self.resume(node, entry, exit, states)?;
                    }
                }
            }
            Step::Exit => {
                self.components[component].exits.push(node);
                for caller in 0..self.components[component].callers.len() {
                    let caller = self.components[component].callers[caller];
                    let entry = self.components[component].entries[0];
                    self.resume(caller, entry, node, states)?;
                }
            }
            Step::Fault => self.components[component].faults.push(node),
        }
        Ok(())
    }

    /// Adds the summary edges of one call that leaves at one exit.
    fn resume(&mut self, call: NodeId, entry: NodeId, exit: NodeId, states: &mut Vec<S::State>) -> Result<(), Stop> {
        states.clear();
        let [call_state, entry_state, exit_state] = [call, entry, exit].map(|n| &self.nodes[n].state);
        self.system.resume(call_state, entry_state, exit_state, states)?;
        self.connect(call, EdgeKind::Summary(exit), states)
    }

    /// Adds edges from `source` to `states` of the same component.
    fn connect(&mut self, source: NodeId, kind: EdgeKind, states: &mut Vec<S::State>) -> Result<(), Stop> {
        self.batch += 1;
        let component = self.nodes[source].component;
        for state in states.drain(..) {
            let target = self.node(component, state)?;
            if self.is_new_in_batch(target) {
                self.edges.push(Edge { source, target, kind });
            }
        }
        Ok(())
    }

    fn is_new_in_batch(&mut self, node: NodeId) -> bool {
        std::mem::replace(&mut self.batches[node], self.batch) != self.batch
    }

    /// The node of `state` in `component`.
    fn node(&mut self, component: ComponentId, state: S::State) -> Result<NodeId, Stop> {
        let hash = FxBuildHasher.hash_one((component, &state));
        let nodes = &self.nodes;
        let is_same = |&(h, n): &(u64, NodeId)| h == hash && nodes[n].component == component && nodes[n].state == state;
        if let Some(&(_, node)) = self.node_table.find(hash, is_same) {
            return Ok(node);
        }
        if self.nodes.len() >= self.limits.states as usize {
            return Err(Stop::States(self.limits.states));
        }
        let node = self.nodes.push(Node { state, component, step: None });
        self.batches.push(0);
        self.node_table.insert_unique(hash, (hash, node), |&(hash, _)| hash);
        Ok(node)
    }

    /// The entry node of the callee that is entered at `state`.
    fn callee(&mut self, state: S::State) -> Result<NodeId, Stop> {
        let hash = FxBuildHasher.hash_one(&state);
        if let Some(&entry) = self.callee_table.find(hash, |&n| self.nodes[n].state == state) {
            return Ok(entry);
        }
        let component = ComponentId::at(self.components.len());
        let entry = self.node(component, state)?;
        self.components.push(Component { entries: vec![entry], ..Component::default() });
        self.callee_table.insert_unique(hash, entry, |&n| FxBuildHasher.hash_one(&self.nodes[n].state));
        Ok(entry)
    }
}

/// Stable counting sort; also where the edges of each source begin.
fn sort_by_source(edges: &[Edge], nodes: usize) -> (Vec<Edge>, Vec<u32>) {
    let mut first = vec![0_u32; nodes + 1];
    for edge in edges {
        first[edge.source.index() + 1] += 1;
    }
    for node in 0..nodes {
        first[node + 1] += first[node];
    }
    let mut next = first.clone();
    let mut sorted = edges.to_vec();
    for &edge in edges {
        let position = &mut next[edge.source.index()];
        sorted[*position as usize] = edge;
        *position += 1;
    }
    (sorted, first)
}
