//! Recursive state machines as data, as far as they have been generated.

mod invariants;

use std::hash::{BuildHasher, Hash};
use std::ops::Range;

use hashbrown::HashTable;
use rustc_hash::{FxBuildHasher, FxHashMap};

use super::{RecursiveSystem, Step};
use base::{CompactSort, Idx, IndexVec, Limits, Resource, Stop, newtype_index};

newtype_index! {
    /// A component of a machine: the states of one procedure entered at one state. 0 is the entry component.
    pub struct ComponentId;
    /// A node of a machine: a state in a component.
    pub struct NodeId;
}

/// A state in a component. A node that calls is a box.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Node<S> {
    /// The state.
    pub state: S,
    /// The component.
    pub component: ComponentId,
    /// The kind of its transitions; `None` until it is expanded.
    pub step: Option<Step>,
    /// The range of its steps, or of the entries that it calls, in [`Rsm::targets`].
    first: u32,
    end: u32,
    /// One more than the position of the summary found last; 0 if there is none.
    summaries: u32,
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
    /// Its nodes at which runs stay for ever.
    pub faults: Vec<NodeId>,
}

/// The nodes at which one call continues when the callee returns at one exit.
#[derive(Clone, Copy, Debug)]
struct Summary {
    exit: NodeId,
    first: u32,
    end: u32,
    /// One more than the position of the previous summary of the same call; 0 if there is none.
    next: u32,
}

/// The kind of an edge.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum EdgeKind {
    /// One step inside a component.
    Step,
    /// A whole call, seen from its caller: the callee returns at this exit, a node of the callee's component.
    Summary(NodeId),
    /// From a calling node to the entry of the callee.
    Call,
}

/// An edge between nodes.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Edge {
    /// The source.
    pub source: NodeId,
    /// The target.
    pub target: NodeId,
    /// The kind.
    pub kind: EdgeKind,
}

/// A recursive state machine (Alur et al., TOPLAS 2005, section 2; \[HMC\] definitions 2.7 to 2.10), as far as it has been
/// generated from a [`RecursiveSystem`]. Nodes and components are numbered in order of discovery.
///
/// All methods that generate must be given the same system. They store their results and compute nothing twice.
#[derive(Clone, Debug)]
pub struct Rsm<S> {
    /// The components; a callee is one component for each of its entry states.
    pub components: IndexVec<ComponentId, Component>,
    /// The nodes.
    pub nodes: IndexVec<NodeId, Node<S>>,
    /// The reason why generation ended early. `None`: nothing was requested that is missing here.
    pub stop: Option<Stop>,
    targets: Vec<NodeId>,
    summaries: Vec<Summary>,
    /// Summaries by call and exit.
    summary_table: FxHashMap<(NodeId, NodeId), u32>,
    /// Nodes by component and state, each with half of its hash, so that the table can grow without accessing the
    /// nodes.
    node_table: HashTable<(u32, NodeId)>,
    /// Entry nodes of callees by state.
    callee_table: HashTable<NodeId>,
    /// The last list of targets in which a node occurred, for detecting duplicates.
    batches: IndexVec<NodeId, u32>,
    /// The number of the current list.
    batch: u32,
    states: Vec<S>,
}

impl<S> Default for Rsm<S> {
    fn default() -> Self {
        Self {
            components: IndexVec::new(),
            nodes: IndexVec::new(),
            stop: None,
            targets: Vec::new(),
            summaries: Vec::new(),
            summary_table: FxHashMap::default(),
            node_table: HashTable::new(),
            callee_table: HashTable::new(),
            batches: IndexVec::new(),
            batch: 0,
            states: Vec::new(),
        }
    }
}

impl<S> Rsm<S> {
    /// The entry component.
    pub const MAIN: ComponentId = ComponentId(0);

    /// The nodes at which runs start; none before [`Rsm::start`].
    pub fn entries(&self) -> &[NodeId] {
        self.components.get(Self::MAIN).map_or(&[], |main| &main.entries)
    }

    /// The targets of the steps of a node; for a node that calls, the entry nodes of its callees.
    pub fn successors(&self, node: NodeId) -> &[NodeId] {
        let Node { first, end, .. } = self.nodes[node];
        &self.targets[first as usize..end as usize]
    }

    /// The edges that leave `node`: steps or calls, then summaries, in order of discovery.
    pub fn edges_of(&self, node: NodeId) -> impl Iterator<Item = Edge> + '_ {
        let kind = if self.nodes[node].step == Some(Step::Call) { EdgeKind::Call } else { EdgeKind::Step };
        let steps = self.successors(node).iter().map(move |&target| Edge { source: node, target, kind });
        let returns = self.summaries_of(node).into_iter().flat_map(move |summary| {
            let targets = &self.targets[summary.first as usize..summary.end as usize];
            let kind = EdgeKind::Summary(summary.exit);
            targets.iter().map(move |&target| Edge { source: node, target, kind })
        });
        steps.chain(returns)
    }

    /// All edges, by source.
    pub fn edges(&self) -> impl Iterator<Item = Edge> + '_ {
        self.nodes.indices().flat_map(|node| self.edges_of(node))
    }

    /// The edges found after the first `count`, in order of discovery, between the first `nodes` nodes.
    pub fn edges_since(&self, count: usize, nodes: usize) -> Vec<Edge> {
        let mut found: Vec<(u32, Edge)> = Vec::new();
        for (source, node) in self.nodes.iter_enumerated().take(nodes) {
            let mut add = |range: Range<u32>, kind| {
                for position in range {
                    let target = self.targets[position as usize];
                    if position as usize >= count && target.index() < nodes {
                        found.push((position, Edge { source, target, kind }));
                    }
                }
            };
            let kind = if node.step == Some(Step::Call) { EdgeKind::Call } else { EdgeKind::Step };
            add(node.first..node.end, kind);
            let mut next = node.summaries;
            // The summaries of a call are a linked list, last one first.
            while let Some(&Summary { exit, first, end, next: before }) =
                next.checked_sub(1).map(|at| &self.summaries[at as usize])
                && end as usize > count
            {
                add(first..end, EdgeKind::Summary(exit));
                next = before;
            }
        }
        found.compact_sort_by_key(|&(position, _)| position);
        found.into_iter().map(|(_, edge)| edge).collect()
    }

    /// Number of edges.
    pub fn edge_count(&self) -> usize {
        self.targets.len()
    }

    /// The summaries of a call, in order of discovery.
    fn summaries_of(&self, node: NodeId) -> Vec<Summary> {
        let mut found = Vec::new();
        let mut next = self.nodes[node].summaries;
        while let Some(&summary) = next.checked_sub(1).and_then(|at| self.summaries.get(at as usize)) {
            found.push(summary);
            next = summary.next;
        }
        found.reverse();
        found
    }
}

impl<S: Clone + Eq + Hash> Rsm<S> {
    /// Finds the nodes at which runs start, unless they are known.
    ///
    /// # Errors
    /// If a limit is reached or the system cannot continue. This applies to all methods that generate; everything found
    /// before is kept.
    pub fn start<Y: RecursiveSystem<State = S>>(&mut self, system: &mut Y, limits: &Limits) -> Result<(), Stop> {
        if !self.components.is_empty() {
            return Ok(());
        }
        let main = self.components.push(Component::default());
        let mut states = Vec::new();
        let entered = system.entry(&mut states).and_then(|()| self.connect(Some(main), &mut states, limits));
        let found = self.note(entered)?;
        self.components[main].entries = self.targets.split_off(found.start as usize);
        Ok(())
    }

    /// Computes the kind of a node and its [successors](Rsm::successors).
    pub fn expand<Y: RecursiveSystem<State = S>>(
        &mut self,
        system: &mut Y,
        node: NodeId,
        limits: &Limits,
    ) -> Result<Step, Stop> {
        if let Some(step) = self.nodes[node].step {
            return Ok(step);
        }
        let mut states = std::mem::take(&mut self.states);
        states.clear();
        let found = self.ask(system, node, &mut states, limits);
        self.states = states;
        let (step, found) = self.note(found)?;
        let component = self.nodes[node].component;
        match step {
            Step::Internal => {}
            Step::Call => {
                for entry in found.clone() {
                    let callee = self.nodes[self.targets[entry as usize]].component;
                    self.components[callee].callers.push(node);
                }
            }
            Step::Exit => self.components[component].exits.push(node),
            Step::Fault => self.components[component].faults.push(node),
        }
        let expanded = &mut self.nodes[node];
        (expanded.step, expanded.first, expanded.end) = (Some(step), found.start, found.end);
        Ok(step)
    }

    fn ask<Y: RecursiveSystem<State = S>>(
        &mut self,
        system: &mut Y,
        node: NodeId,
        states: &mut Vec<S>,
        limits: &Limits,
    ) -> Result<(Step, Range<u32>), Stop> {
        let Node { state, component, .. } = &self.nodes[node];
        let component = *component;
        let step = system.step(state, states)?;
        if matches!(step, Step::Exit | Step::Fault) {
            states.clear();
        }
        if step == Step::Exit && component == Self::MAIN {
            system.end(state, states)?;
        }
        let here = (step != Step::Call).then_some(component);
        Ok((step, self.connect(here, states, limits)?))
    }

    /// The nodes at which a call continues when its callee returns at `exit`, as a range of positions for
    /// [`Rsm::target`]. Both nodes must be expanded.
    pub fn returns<Y: RecursiveSystem<State = S>>(
        &mut self,
        system: &mut Y,
        call: NodeId,
        exit: NodeId,
        limits: &Limits,
    ) -> Result<Range<u32>, Stop> {
        if let Some(known) = self.known_returns(call, exit) {
            return Ok(known);
        }
        let entry = self.components[self.nodes[exit].component].entries[0];
        let mut states = std::mem::take(&mut self.states);
        states.clear();
        let [call_state, entry_state, exit_state] = [call, entry, exit].map(|n| &self.nodes[n].state);
        let resumed = system.resume(call_state, entry_state, exit_state, &mut states);
        let component = self.nodes[call].component;
        let found = resumed.and_then(|()| self.connect(Some(component), &mut states, limits));
        self.states = states;
        let found = self.note(found)?;
        let position = u32::at(self.summaries.len());
        let next = std::mem::replace(&mut self.nodes[call].summaries, position + 1);
        self.summaries.push(Summary { exit, first: found.start, end: found.end, next });
        self.summary_table.insert((call, exit), position);
        Ok(found)
    }

    /// The result of [`Rsm::returns`], if it was computed before.
    pub fn known_returns(&self, call: NodeId, exit: NodeId) -> Option<Range<u32>> {
        let &known = self.summary_table.get(&(call, exit))?;
        let Summary { first, end, .. } = self.summaries[known as usize];
        Some(first..end)
    }

    /// A target found by [`Rsm::returns`].
    pub fn target(&self, position: u32) -> NodeId {
        self.targets[position as usize]
    }

    pub(super) fn note<T>(&mut self, found: Result<T, Stop>) -> Result<T, Stop> {
        if let Err(stop) = &found {
            self.stop = Some(stop.clone());
        }
        found
    }

    /// Appends the nodes of `states` to the targets, without duplicates: nodes of `component`, or, for `None`, the
    /// entry nodes of the callees entered there.
    fn connect(
        &mut self,
        component: Option<ComponentId>,
        states: &mut Vec<S>,
        limits: &Limits,
    ) -> Result<Range<u32>, Stop> {
        let first = self.targets.len();
        self.batch += 1;
        for state in states.drain(..) {
            let node = match component {
                Some(component) => self.node(component, state, limits),
                None => self.callee_entry(state, limits),
            };
            match node {
                Ok(node) => self.add_target(node),
                Err(stop) => {
                    self.targets.truncate(first);
                    return Err(stop);
                }
            }
        }
        Ok(u32::at(first)..u32::at(self.targets.len()))
    }

    fn add_target(&mut self, node: NodeId) {
        if std::mem::replace(&mut self.batches[node], self.batch) != self.batch {
            self.targets.push(node);
        }
    }

    /// The node of `state` in `component`.
    fn node(&mut self, component: ComponentId, state: S, limits: &Limits) -> Result<NodeId, Stop> {
        let half = FxBuildHasher.hash_one((component, &state)) as u32;
        let hash = |half: u32| FxBuildHasher.hash_one(half);
        let nodes = &self.nodes;
        let is_same = |&(h, n): &(u32, NodeId)| h == half && nodes[n].component == component && nodes[n].state == state;
        if let Some(&(_, node)) = self.node_table.find(hash(half), is_same) {
            return Ok(node);
        }
        if self.nodes.len() >= limits.states as usize {
            return Err(Stop::Budget(Resource::States, limits.states.into()));
        }
        let node = self.nodes.push(Node { state, component, step: None, first: 0, end: 0, summaries: 0 });
        self.batches.push(0);
        self.node_table.insert_unique(hash(half), (half, node), |&(half, _)| hash(half));
        Ok(node)
    }

    /// The entry node of the callee entered at `state`.
    fn callee_entry(&mut self, state: S, limits: &Limits) -> Result<NodeId, Stop> {
        let hash = FxBuildHasher.hash_one(&state);
        if let Some(&entry) = self.callee_table.find(hash, |&n| self.nodes[n].state == state) {
            return Ok(entry);
        }
        let component = ComponentId::at(self.components.len());
        let entry = self.node(component, state, limits)?;
        self.components.push(Component { entries: vec![entry], ..Component::default() });
        self.callee_table.insert_unique(hash, entry, |&n| FxBuildHasher.hash_one(&self.nodes[n].state));
        Ok(entry)
    }
}
