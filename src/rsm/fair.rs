//! Fair cycles.

use std::collections::VecDeque;
use std::ops::ControlFlow;

use fixedbitset::FixedBitSet;
use indexmap::IndexSet;
use rustc_hash::FxBuildHasher;

use crate::base::{Idx, IndexVec, Observer, Phase, Progress, Stop, newtype_index};

newtype_index! {
    /// A set of conditions of a [`ConditionSets`]; equal sets have equal ids.
    pub struct ConditionSetId;
}

/// The store of sets of conditions; the conditions are numbered from 0.
#[derive(Clone, Debug)]
pub struct ConditionSets {
    sets: IndexSet<FixedBitSet, FxBuildHasher>,
    conditions: usize,
}

impl ConditionSets {
    /// No condition.
    pub const NONE: ConditionSetId = ConditionSetId(0);

    /// A store for this many conditions.
    pub fn new(conditions: usize) -> Self {
        let mut sets = IndexSet::default();
        sets.insert(FixedBitSet::with_capacity(conditions));
        Self { sets, conditions }
    }

    /// Number of conditions.
    pub fn conditions(&self) -> usize {
        self.conditions
    }

    /// The id of a set, whose length is the number of conditions.
    pub fn intern(&mut self, set: FixedBitSet) -> ConditionSetId {
        debug_assert_eq!(set.len(), self.conditions);
        ConditionSetId::at(self.sets.insert_full(set).0)
    }

    /// The set of all conditions.
    pub fn all(&mut self) -> ConditionSetId {
        let mut set = FixedBitSet::with_capacity(self.conditions);
        set.insert_range(..);
        self.intern(set)
    }

    /// The set.
    pub fn get(&self, id: ConditionSetId) -> &FixedBitSet {
        &self.sets[id.index()]
    }

    /// What is in one of two sets.
    pub fn union(&mut self, a: ConditionSetId, b: ConditionSetId) -> ConditionSetId {
        if a == b || b == Self::NONE {
            return a;
        }
        if a == Self::NONE || self.get(a).is_subset(self.get(b)) {
            return b;
        }
        if self.get(b).is_subset(self.get(a)) {
            return a;
        }
        let mut union = self.get(a).clone();
        union.union_with(self.get(b));
        self.intern(union)
    }

    /// Whether every condition is in the set.
    pub fn is_all(&self, id: ConditionSetId) -> bool {
        self.get(id).is_full()
    }
}

/// An edge, and the conditions that it meets.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct FairEdge<N> {
    /// Where it leads.
    pub target: N,
    /// What it meets.
    pub met: ConditionSetId,
}

/// A graph that comes into being while it is searched. Edges may stand for steps, calls, or whole calls; parallel edges
/// that meet different conditions are welcome.
///
/// Law: nodes are numbered densely, in the order in which the two methods first mention them.
pub trait FairGraph {
    /// A node.
    type Node: Idx;

    /// Appends the nodes where runs start.
    fn initial(&mut self, nodes: &mut Vec<Self::Node>) -> Result<(), Stop>;

    /// Appends the edges that leave `node`. Called at most once for each node.
    fn successors(&mut self, node: Self::Node, edges: &mut Vec<FairEdge<Self::Node>>) -> Result<(), Stop>;

    /// The store of the sets that the edges meet.
    fn conditions(&mut self) -> &mut ConditionSets;
}

/// A path and a cycle that its last edge enters; `cycle` is not empty, and an edge leads from its last to its first node.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Lasso<N> {
    /// From an initial node up to the cycle, which is not in it.
    pub prefix: Vec<N>,
    /// The nodes that repeat.
    pub cycle: Vec<N>,
}

/// What a search has found: the answer, and the part of the graph that it has seen.
#[derive(Clone, Debug)]
pub struct FairSearch<N> {
    /// The fair cycle, if one was found.
    pub lasso: Option<Lasso<N>>,
    /// Why the search ended before it was done.
    pub stop: Option<Stop>,
    /// The edges seen, grouped by source.
    pub edges: Vec<FairEdge<N>>,
    /// Where the edges of each node are in `edges`; empty ranges for nodes that were not expanded.
    ranges: IndexVec<N, (u32, u32)>,
}

impl<N: Idx> FairSearch<N> {
    /// The edges seen that leave `node`.
    pub fn edges_of(&self, node: N) -> &[FairEdge<N>] {
        let (first, end) = self.ranges.get(node).copied().unwrap_or_default();
        &self.edges[first as usize..end as usize]
    }
}

/// Looks for a reachable cycle whose edges together meet every condition, and stops at the first.
///
/// Path-based strongly connected components (Gabow) that carry the union of the conditions met inside them: Couvreur,
/// "On-the-fly verification of linear temporal logic", FM 1999. A cycle is found as soon as its last edge is seen.
/// The lasso is then made short: breadth first to the component, and inside it from condition to condition.
pub fn find_fair_cycle<G: FairGraph>(graph: &mut G, observer: &mut dyn Observer) -> FairSearch<G::Node> {
    let mut search = Search {
        graph,
        numbers: IndexVec::new(),
        visited: 0,
        frames: Vec::new(),
        live: Vec::new(),
        roots: Vec::new(),
        found: FairSearch { lasso: None, stop: None, edges: Vec::new(), ranges: IndexVec::new() },
    };
    let mut starts = Vec::new();
    match search.run(&mut starts, observer) {
        Err(stop) => search.found.stop = Some(stop),
        Ok(false) => {}
        Ok(true) => search.found.lasso = Some(search.lasso(&starts)),
    }
    search.found
}

/// The number of a node that was not visited.
const NEW: u32 = 0;
/// The number of a node in a component that is done, and without a fair cycle.
const DONE: u32 = u32::MAX;

/// A node on the path, and those of its edges that are still to be followed.
struct Frame<N> {
    node: N,
    next: u32,
    end: u32,
}

/// A strongly connected component of what is known of the graph.
struct Root {
    /// Number of its first node.
    number: u32,
    /// Position of its first node in `live`.
    start: u32,
    /// Met by the edges inside.
    met: ConditionSetId,
    /// Met by the edge on the path that leads into it.
    entering: ConditionSetId,
}

struct Search<'a, G: FairGraph> {
    graph: &'a mut G,
    /// Numbers of the nodes in order of visits, from 1.
    numbers: IndexVec<G::Node, u32>,
    visited: u32,
    frames: Vec<Frame<G::Node>>,
    /// The nodes of the components on the path, in order of visits.
    live: Vec<G::Node>,
    /// The components on the path.
    roots: Vec<Root>,
    found: FairSearch<G::Node>,
}

impl<G: FairGraph> Search<'_, G> {
    /// Whether there is a fair cycle; then its component is the last of `roots`.
    fn run(&mut self, starts: &mut Vec<G::Node>, observer: &mut dyn Observer) -> Result<bool, Stop> {
        self.graph.initial(starts)?;
        for &start in starts.iter() {
            self.number(start);
        }
        let mut steps = 0_u32;
        for &start in starts.iter() {
            if self.number(start) != NEW {
                continue;
            }
            self.visit(start, ConditionSets::NONE)?;
            loop {
                if steps.is_multiple_of(1024) {
                    let frontier = u32::at(self.frames.len());
                    let progress = Progress { phase: Phase::Checking, states: self.visited, frontier };
                    if let ControlFlow::Break(stop) = observer.progress(progress) {
                        return Err(stop);
                    }
                }
                steps = steps.wrapping_add(1);
                let Some(frame) = self.frames.last_mut() else { break };
                if frame.next == frame.end {
                    let node = frame.node;
                    self.frames.pop();
                    self.leave(node);
                    continue;
                }
                let edge = self.found.edges[frame.next as usize];
                frame.next += 1;
                match self.number(edge.target) {
                    NEW => self.visit(edge.target, edge.met)?,
                    DONE => {}
                    number => {
                        if self.close(number, edge.met) {
                            return Ok(true);
                        }
                    }
                }
            }
        }
        Ok(false)
    }

    /// The number of a node that may be mentioned for the first time.
    fn number(&mut self, node: G::Node) -> u32 {
        while self.numbers.len() <= node.index() {
            self.numbers.push(NEW);
            self.found.ranges.push((0, 0));
        }
        self.numbers[node]
    }

    fn visit(&mut self, node: G::Node, entering: ConditionSetId) -> Result<(), Stop> {
        self.visited += 1;
        let number = self.visited;
        self.numbers[node] = number;
        self.roots.push(Root { number, start: u32::at(self.live.len()), met: ConditionSets::NONE, entering });
        self.live.push(node);
        let next = u32::at(self.found.edges.len());
        self.graph.successors(node, &mut self.found.edges)?;
        let end = u32::at(self.found.edges.len());
        self.found.ranges[node] = (next, end);
        self.frames.push(Frame { node, next, end });
        Ok(())
    }

    /// All edges of `node` have been followed.
    fn leave(&mut self, node: G::Node) {
        if self.roots.last().is_some_and(|root| root.number == self.numbers[node]) {
            let start = self.roots.pop().map_or(0, |root| root.start.index());
            for done in self.live.drain(start..) {
                self.numbers[done] = DONE;
            }
        }
    }

    /// An edge from the last node of the path to the live node with this number closes a cycle: all components from that
    /// node on become one. Whether it meets every condition.
    fn close(&mut self, number: u32, mut met: ConditionSetId) -> bool {
        let conditions = self.graph.conditions();
        while let Some(root) = self.roots.pop() {
            met = conditions.union(met, root.met);
            if root.number <= number {
                self.roots.push(Root { met, ..root });
                break;
            }
            met = conditions.union(met, root.entering);
        }
        conditions.is_all(met)
    }

    /// A short lasso into the last component on the path, which has a fair cycle.
    fn lasso(&mut self, starts: &[G::Node]) -> Lasso<G::Node> {
        let found = &self.found;
        let conditions = self.graph.conditions();
        let component = self.roots.last().map_or(0, |root| root.start.index());
        let mut inside = IndexVec::filled(false, self.numbers.len());
        for &node in &self.live[component..] {
            inside[node] = true;
        }

        let mut prefix: Vec<G::Node> = match starts.iter().find(|&&start| inside[start]) {
            Some(&start) => vec![start],
            None => {
                let everywhere = IndexVec::filled(true, self.numbers.len());
                found.path(starts, &everywhere, |edge| inside.get(edge.target) == Some(&true)).0
            }
        };
        let Some(first) = prefix.pop() else { return Lasso { prefix, cycle: Vec::new() } };

        let mut cycle = vec![first];
        let mut met = ConditionSets::NONE;
        while !conditions.is_all(met) || cycle.len() == 1 || cycle[cycle.len() - 1] != first {
            let last = cycle[cycle.len() - 1];
            let (nodes, met_on_path) = if conditions.is_all(met) {
                found.path(&[last], &inside, |edge| edge.target == first)
            } else {
                found.path(&[last], &inside, |edge| !conditions.get(edge.met).is_subset(conditions.get(met)))
            };
            debug_assert!(nodes.len() > 1, "the component is strongly connected and meets every condition");
            cycle.extend(&nodes[1..]);
            met = met_on_path.into_iter().fold(met, |all, more| conditions.union(all, more));
        }
        cycle.pop();
        Lasso { prefix, cycle }
    }
}

impl<N: Idx> FairSearch<N> {
    /// The nodes of a shortest path, inside a set of nodes, from one of `starts` over a last edge that is a `goal`, and what
    /// its edges meet. Empty if there is none.
    fn path(
        &self,
        starts: &[N],
        inside: &IndexVec<N, bool>,
        goal: impl Fn(&FairEdge<N>) -> bool,
    ) -> (Vec<N>, Vec<ConditionSetId>) {
        let mut reached: IndexVec<N, bool> = IndexVec::filled(false, inside.len());
        let mut arrival: IndexVec<N, Option<(N, ConditionSetId)>> = IndexVec::filled(None, inside.len());
        let mut queue: VecDeque<N> = starts.iter().copied().collect();
        for &start in starts {
            reached[start] = true;
        }
        while let Some(source) = queue.pop_front() {
            for edge in self.edges_of(source) {
                if inside.get(edge.target) != Some(&true) {
                    continue;
                }
                if goal(edge) {
                    let (mut nodes, mut met) = (vec![edge.target, source], vec![edge.met]);
                    let mut last = source;
                    while let Some((before, on_the_way)) = arrival[last] {
                        nodes.push(before);
                        met.push(on_the_way);
                        last = before;
                    }
                    nodes.reverse();
                    return (nodes, met);
                }
                if !std::mem::replace(&mut reached[edge.target], true) {
                    arrival[edge.target] = Some((source, edge.met));
                    queue.push_back(edge.target);
                }
            }
        }
        (Vec::new(), Vec::new())
    }
}
