//! From a fair cycle to a run: shortest paths, with calls expanded into runs through the callee.

use std::collections::VecDeque;
use std::rc::Rc;

use rustc_hash::FxHashMap;

use super::acceptance::{AcceptanceMarks, FairEdge};
use super::machine::{Edge, EdgeKind, NodeId, Rsm};
use super::path::Path;
use base::{Idx, IndexVec};

/// An edge of a path.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct LassoEdge {
    /// The position in [`FairSearch::edges`](super::FairSearch::edges).
    pub edge: u32,
    /// For a summary, an acceptance set that the run through the callee must visit.
    pub visits: Option<u32>,
}

/// A path to a cycle: with the runs inside its calls, an infinite run.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Lasso {
    /// From an entry of the entry component to the cycle.
    pub prefix: Vec<LassoEdge>,
    /// The node at which the cycle begins and ends.
    pub first: NodeId,
    /// The edges of the cycle; not empty.
    pub cycle: Vec<LassoEdge>,
}

/// Edges by source.
struct Adjacency<'a> {
    edges: &'a [FairEdge],
    first: Vec<u32>,
    sorted: Vec<u32>,
}

impl<'a> Adjacency<'a> {
    fn new(edges: &'a [FairEdge], nodes: usize) -> Self {
        let mut first = vec![0_u32; nodes + 1];
        for edge in edges {
            first[edge.edge.source.index() + 1] += 1;
        }
        for node in 0..nodes {
            first[node + 1] += first[node];
        }
        let (mut next, mut sorted) = (first.clone(), vec![0; edges.len()]);
        for (position, edge) in edges.iter().enumerate() {
            let place = &mut next[edge.edge.source.index()];
            sorted[*place as usize] = u32::at(position);
            *place += 1;
        }
        Self { edges, first, sorted }
    }

    /// The positions of the edges that leave `node`, in order of discovery.
    fn of(&self, node: NodeId) -> &[u32] {
        &self.sorted[self.first[node.index()] as usize..self.first[node.index() + 1] as usize]
    }

    fn edge(&self, position: u32) -> &'a FairEdge {
        &self.edges[position as usize]
    }

    /// A shortest path along a set of edges, from one of `starts` to a last edge that is a `goal`, with its first
    /// node.
    fn path(
        &self,
        starts: &[NodeId],
        inside: impl Fn(u32) -> bool,
        goal: impl Fn(&FairEdge) -> bool,
    ) -> Option<(NodeId, Vec<u32>)> {
        let mut arrival: FxHashMap<NodeId, Option<u32>> = starts.iter().map(|&start| (start, None)).collect();
        let mut queue: VecDeque<NodeId> = starts.iter().copied().collect();
        while let Some(source) = queue.pop_front() {
            for &position in self.of(source) {
                let edge = self.edge(position);
                if !inside(position) {
                    continue;
                }
                if goal(edge) {
                    let (mut path, mut first) = (vec![position], source);
                    while let Some(&Some(before)) = arrival.get(&first) {
                        path.push(before);
                        first = self.edge(before).edge.source;
                    }
                    path.reverse();
                    return Some((first, path));
                }
                arrival.entry(edge.edge.target).or_insert_with(|| {
                    queue.push_back(edge.edge.target);
                    Some(position)
                });
            }
        }
        None
    }
}

impl Lasso {
    /// A short lasso into a strongly connected component, given by its edges, which together visit every acceptance set: a shortest
    /// path to the component, and inside it from set to set.
    pub(super) fn find<S>(
        rsm: &Rsm<S>,
        edges: &[FairEdge],
        component: &[u32],
        marks: &mut AcceptanceMarks,
    ) -> Option<Self> {
        let graph = Adjacency::new(edges, rsm.nodes.len());
        let mut inside: IndexVec<NodeId, bool> = IndexVec::filled(false, rsm.nodes.len());
        let mut stays = vec![false; edges.len()];
        for &edge in component {
            inside[edges[edge as usize].edge.source] = true;
            stays[edge as usize] = true;
        }
        let stays = |edge: u32| stays[edge as usize];
        let plain = |path: Vec<u32>| path.into_iter().map(|edge| LassoEdge { edge, visits: None });

        let (prefix, first) = match rsm.entries().iter().find(|&&start| inside[start]) {
            Some(&start) => (Vec::new(), start),
            None => {
                let (_, path) = graph.path(rsm.entries(), |_| true, |e| inside[e.edge.target])?;
                let first = graph.edge(*path.last()?).edge.target;
                (plain(path).collect(), first)
            }
        };
        let mut cycle: Vec<LassoEdge> = Vec::new();
        let (mut mark, mut last) = (AcceptanceMarks::NONE, first);
        while !marks.is_all(mark) {
            let missing = |e: &FairEdge| !marks.get(e.mark).is_subset(marks.get(mark));
            let (_, path) = graph.path(&[last], stays, missing)?;
            for edge in plain(path) {
                let FairEdge { edge: Edge { kind, target, .. }, mark: here } = *graph.edge(edge.edge);
                let new = marks.get(here).difference(marks.get(mark)).next();
                match (kind, new) {
                    // A single run through the callee need not visit all sets of its summary.
                    (EdgeKind::Summary(_), Some(set)) => {
                        mark = marks.with(mark, set);
                        cycle.push(LassoEdge { visits: Some(u32::at(set)), ..edge });
                    }
                    (EdgeKind::Summary(_), None) => cycle.push(edge),
                    (EdgeKind::Step | EdgeKind::Call, _) => {
                        mark = marks.union(mark, here);
                        cycle.push(edge);
                    }
                }
                last = target;
            }
        }
        if cycle.is_empty() || last != first {
            let (_, path) = graph.path(&[last], stays, |e| e.edge.target == first)?;
            cycle.extend(plain(path));
        }
        Some(Self { prefix, first, cycle })
    }

    /// [`FairSearch::run`](super::FairSearch::run).
    pub(super) fn run<S>(
        &self,
        rsm: &Rsm<S>,
        edges: &[FairEdge],
        marks: &AcceptanceMarks,
        limit: usize,
    ) -> Path<NodeId> {
        let graph = Adjacency::new(edges, rsm.nodes.len());
        let mut expansion = Expansion { graph, marks, segments: Vec::new(), known: FxHashMap::default() };
        let mut open = VecDeque::new();
        let prefix = expansion.add(self.prefix.as_slice().into(), &mut open);
        let cycle = expansion.add(self.cycle.as_slice().into(), &mut open);
        expansion.explain_all(rsm, open, limit);
        let start = self.prefix.first().map_or(self.first, |step| edges[step.edge.index()].edge.source);
        let mut run = Path::start(start);
        expansion.flatten(rsm, prefix, &mut run);
        run.cycle = Some(run.end());
        expansion.flatten(rsm, cycle, &mut run);
        // This is the first node of the cycle again.
        run.visits.pop();
        run
    }
}

/// A path along some of the edges, in order of discovery, with calls expanded as long as there are at most `limit`
/// visits.
pub(super) fn expanded<S>(
    rsm: &Rsm<S>,
    edges: &[FairEdge],
    first: NodeId,
    path: &[Edge],
    limit: usize,
) -> Path<NodeId> {
    let positions: FxHashMap<Edge, u32> = (0..).zip(edges).map(|(position, e)| (e.edge, position)).collect();
    let moves = path.iter().filter_map(|edge| Some(LassoEdge { edge: *positions.get(edge)?, visits: None })).collect();
    let graph = Adjacency::new(edges, rsm.nodes.len());
    let marks = &AcceptanceMarks::new(0);
    let mut expansion = Expansion { graph, marks, segments: Vec::new(), known: FxHashMap::default() };
    let mut open = VecDeque::new();
    let segment = expansion.add(moves, &mut open);
    expansion.explain_all(rsm, open, limit);
    let mut run = Path::start(first);
    expansion.flatten(rsm, segment, &mut run);
    run
}

/// A path, and for each of its summaries the segment that expands the call, if it is expanded.
struct Segment {
    moves: Rc<[LassoEdge]>,
    inner: Vec<Option<usize>>,
}

/// A segment being traversed.
struct Open {
    segment: usize,
    /// The position of its next move.
    position: usize,
    /// The position of the call in the run, and the node at which the call continues; `None` for the outermost segment.
    call: Option<(u32, NodeId)>,
}

/// The runs represented by summaries.
struct Expansion<'a> {
    graph: Adjacency<'a>,
    marks: &'a AcceptanceMarks,
    segments: Vec<Segment>,
    /// Expansions computed before.
    known: FxHashMap<LassoEdge, Rc<[LassoEdge]>>,
}

impl Expansion<'_> {
    /// A run through the callee of a summary edge, from its entry to its exit. It uses only edges found before the
    /// summary: these led to its discovery, so no summary is expanded by itself.
    fn explain<S>(&self, rsm: &Rsm<S>, summary: LassoEdge) -> Option<Vec<LassoEdge>> {
        let FairEdge { edge, .. } = *self.graph.edge(summary.edge);
        let EdgeKind::Summary(exit) = edge.kind else { return None };
        let entry = rsm.components[rsm.nodes[exit].component].entries[0];
        let visits = |e: u32, set: u32| self.marks.get(self.graph.edge(e).mark).contains(set.index());
        let is_call =
            |&&e: &&u32| self.graph.edge(e).edge == Edge { source: edge.source, target: entry, kind: EdgeKind::Call };
        let call = *self.graph.of(edge.source).iter().find(is_call)?;
        // The set is visited by the call edge, inside the callee, or, if there is no such path, by the return.
        let wanted = summary.visits.filter(|&set| !visits(call, set));
        let inside = wanted.and_then(|_| self.inner_path(entry, exit, summary.edge, wanted));
        inside.or_else(|| self.inner_path(entry, exit, summary.edge, None))
    }

    /// A shortest path inside a component along edges found before `bound` that visits `wanted`.
    fn inner_path(&self, entry: NodeId, exit: NodeId, bound: u32, wanted: Option<u32>) -> Option<Vec<LassoEdge>> {
        type Place = (NodeId, bool);
        let start: Place = (entry, wanted.is_none());
        let mut arrival: FxHashMap<Place, Option<(Place, LassoEdge)>> = FxHashMap::default();
        arrival.insert(start, None);
        let mut queue = VecDeque::from([start]);
        while let Some(place) = queue.pop_front() {
            let (node, done) = place;
            if node == exit && done {
                let (mut path, mut last) = (Vec::new(), place);
                while let Some(&Some((before, edge))) = arrival.get(&last) {
                    path.push(edge);
                    last = before;
                }
                path.reverse();
                return Some(path);
            }
            let edges = self.graph.of(node);
            let before = &edges[..edges.partition_point(|&e| e < bound)];
            for &position in before {
                let FairEdge { edge, mark } = *self.graph.edge(position);
                if edge.kind == EdgeKind::Call {
                    continue;
                }
                let hit = wanted.filter(|&c| !done && self.marks.get(mark).contains(c.index()));
                let next = (edge.target, done || hit.is_some());
                let visits = hit.filter(|_| edge.kind != EdgeKind::Step);
                arrival.entry(next).or_insert_with(|| {
                    queue.push_back(next);
                    Some((place, LassoEdge { edge: position, visits }))
                });
            }
        }
        None
    }

    /// Adds a segment, and appends its summaries to those still to be expanded.
    fn add(&mut self, moves: Rc<[LassoEdge]>, open: &mut VecDeque<(usize, usize)>) -> usize {
        let segment = self.segments.len();
        let is_summary = |step: &LassoEdge| matches!(self.graph.edge(step.edge).edge.kind, EdgeKind::Summary(_));
        open.extend(moves.iter().enumerate().filter(|(_, step)| is_summary(step)).map(|(i, _)| (segment, i)));
        self.segments.push(Segment { inner: vec![None; moves.len()], moves });
        segment
    }

    /// Expands summaries, outer ones first, until there are `limit` visits.
    fn explain_all<S>(&mut self, rsm: &Rsm<S>, mut open: VecDeque<(usize, usize)>, limit: usize) {
        let mut visits: usize = self.segments.iter().map(|s| s.moves.len()).sum();
        while let Some((segment, position)) = open.pop_front() {
            let summary = self.segments[segment].moves[position];
            let moves: Rc<[LassoEdge]> = match self.known.get(&summary) {
                Some(known) => Rc::clone(known),
                None => match self.explain(rsm, summary) {
                    Some(moves) => moves.into(),
                    None => continue,
                },
            };
            visits += moves.len() + 1;
            if visits > limit {
                return;
            }
            self.known.insert(summary, Rc::clone(&moves));
            self.segments[segment].inner[position] = Some(self.add(moves, &mut open));
        }
    }

    /// Appends the global states of a segment that begins at the end of the run.
    fn flatten<S>(&self, rsm: &Rsm<S>, segment: usize, run: &mut Path<NodeId>) {
        let mut open = vec![Open { segment, position: 0, call: None }];
        while let Some(Open { segment, position, call }) = open.last_mut() {
            let Segment { moves, inner } = &self.segments[*segment];
            let Some(step) = moves.get(*position) else {
                if let Some((caller, target)) = *call {
                    let caller = run.visits[caller as usize].caller;
                    run.push(target, caller);
                }
                open.pop();
                continue;
            };
            let shown = inner[*position];
            *position += 1;
            let edge = self.graph.edge(step.edge).edge;
            match (edge.kind, shown) {
                (EdgeKind::Summary(exit), Some(inner)) => {
                    let caller = run.end();
                    let entry = rsm.components[rsm.nodes[exit].component].entries[0];
                    run.push(entry, Some(caller));
                    open.push(Open { segment: inner, position: 0, call: Some((caller, edge.target)) });
                }
                _ => run.follow(edge),
            }
        }
    }
}
