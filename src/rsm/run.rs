//! Runs to nodes.

use std::hash::Hash;

use super::acceptance::{AcceptanceMarks, FairEdge};
use super::lasso::expanded;
use super::machine::{Edge, EdgeKind, NodeId, Rsm};
use super::path::{Path, Visit};
use base::{Idx, IndexVec};

impl Path<NodeId> {
    /// The path from a node along edges.
    fn along(first: NodeId, edges: &[Edge]) -> Self {
        let mut path = Self::start(first);
        edges.iter().for_each(|&edge| path.follow(edge));
        path
    }

    /// Appends the target of a step or call, or of a whole call that is not shown.
    pub fn follow(&mut self, edge: Edge) {
        let Some(position) = self.visits.len().checked_sub(1) else { return };
        let last = &mut self.visits[position];
        last.folded |= matches!(edge.kind, EdgeKind::Summary(_));
        let caller = if edge.kind == EdgeKind::Call { Some(u32::at(position)) } else { last.caller };
        self.push(edge.target, caller);
    }
}

impl<S: Clone + Eq + Hash> Rsm<S> {
    /// A run to `node` with as few edges as possible, where a whole call counts as one edge and is not shown. Empty if
    /// the node is not reachable.
    ///
    /// Every path along steps, summaries and calls is a run: a summary represents a call that has returned, a call edge
    /// one that has not.
    pub fn run_to(&self, node: NodeId) -> Path<NodeId> {
        self.shortest_run(|reached| reached == node, |_| true)
    }

    /// The same to the nearest of some nodes, along some of the edges.
    pub fn shortest_run(&self, is_target: impl Fn(NodeId) -> bool, is_followed: impl Fn(Edge) -> bool) -> Path<NodeId> {
        let Some((first, path)) = self.shortest_path(is_target, is_followed) else { return Path::default() };
        Path::along(first, &path)
    }

    /// The same run as [`run_to`](Self::run_to), with its calls [expanded](Self::expanded_run).
    pub fn whole_run_to(&self, node: NodeId, limit: usize) -> Path<NodeId> {
        let path = self.shortest_path(|reached| reached == node, |_| true);
        path.map_or_else(Path::default, |(first, path)| self.run_along(first, &path, limit))
    }

    /// A run in which each whole call counts as one edge, with its calls expanded, outer ones first, as long as it has at most `limit`
    /// visits. A run that shows calls which return is given back as it is.
    pub fn expanded_run(&self, run: &Path<NodeId>, limit: usize) -> Path<NodeId> {
        let edge = |(position, pair): (usize, &[Visit<NodeId>])| {
            let [this, next] = pair else { return None };
            let is_call = next.caller == Some(u32::at(position));
            let is_meant = |edge: &Edge| match edge.kind {
                EdgeKind::Call => is_call,
                EdgeKind::Step => !is_call && !this.folded,
                EdgeKind::Summary(_) => !is_call && this.folded,
            };
            let is_next = |edge: &Edge| edge.target == next.state && is_meant(edge);
            let follows = is_call || next.caller == this.caller;
            follows.then(|| self.edges_of(this.state).find(is_next)).flatten()
        };
        let path: Option<Vec<Edge>> = run.visits.windows(2).enumerate().map(edge).collect();
        match (run.visits.first(), path) {
            (Some(first), Some(path)) if run.cycle.is_none() => self.run_along(first.state, &path, limit),
            _ => run.clone(),
        }
    }

    fn run_along(&self, first: NodeId, path: &[Edge], limit: usize) -> Path<NodeId> {
        if !path.iter().any(|edge| matches!(edge.kind, EdgeKind::Summary(_))) {
            return Path::along(first, path);
        }
        // Everything that led to the discovery of a summary was found before it.
        let edges = self.edges_since(0, self.nodes.len());
        let mark = AcceptanceMarks::NONE;
        let edges: Vec<FairEdge> = edges.into_iter().map(|edge| FairEdge { edge, mark }).collect();
        expanded(self, &edges, first, path, limit)
    }

    /// The first node of a shortest path to a target, and its edges.
    fn shortest_path(
        &self,
        is_target: impl Fn(NodeId) -> bool,
        is_followed: impl Fn(Edge) -> bool,
    ) -> Option<(NodeId, Vec<Edge>)> {
        // Most of what is looked for is nowhere, which takes no search.
        if !self.nodes.indices().any(&is_target) {
            return None;
        }
        let mut reached: IndexVec<NodeId, bool> = IndexVec::filled(false, self.nodes.len());
        let mut arrival: IndexVec<NodeId, Option<Edge>> = IndexVec::filled(None, self.nodes.len());
        let mut queue = self.entries().to_vec();
        for &start in &queue {
            reached[start] = true;
        }
        let mut found = queue.iter().copied().find(|&start| is_target(start));
        let mut position = 0;
        while let Some(&source) = queue.get(position)
            && found.is_none()
        {
            position += 1;
            for edge in self.edges_of(source).filter(|&edge| is_followed(edge)) {
                if !std::mem::replace(&mut reached[edge.target], true) {
                    arrival[edge.target] = Some(edge);
                    queue.push(edge.target);
                    found = found.or_else(|| is_target(edge.target).then_some(edge.target));
                }
            }
        }
        let mut first = found?;
        let mut path = Vec::new();
        while let Some(edge) = arrival[first] {
            path.push(edge);
            first = edge.source;
        }
        path.reverse();
        Some((first, path))
    }
}
