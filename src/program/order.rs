//! Locations in the order of a search from the entry.

use super::{Edge, Location, Operation, Procedure};
use crate::base::{CompactSort, IndexVec};

impl Procedure {
    /// Drops what the entry does not reach, and numbers the other locations in reverse postorder of a depth-first
    /// search that takes the edges of a location in order. The exits stay; those that are not reached come last.
    pub fn keep_reachable(&mut self) {
        let mut edges = self.edges.as_slice().to_vec();
        edges.compact_sort_by_key(|edge| edge.source);
        let mut number: IndexVec<Location, Option<Location>> = IndexVec::filled(None, self.locations.len());
        let mut kept = IndexVec::new();
        let order = reverse_postorder(&edges, self.locations.len(), self.entry);
        for &location in order.iter().chain(&[self.exit, self.exceptional_exit]) {
            if number[location].is_none() {
                number[location] = Some(kept.push(self.locations[location]));
            }
        }
        let renumber = |location: &mut Location| *location = number[*location].unwrap_or(*location);
        // What a reachable edge leads to is reachable.
        edges.retain(|edge| number[edge.source].is_some());
        for edge in &mut edges {
            renumber(&mut edge.source);
            renumber(&mut edge.target);
            edge.on_null.iter_mut().for_each(renumber);
            if let Operation::Call(call) = &mut edge.operation {
                renumber(&mut call.exceptional);
            }
        }
        edges.compact_sort_by_key(|edge| edge.source);
        [&mut self.entry, &mut self.exit, &mut self.exceptional_exit].into_iter().for_each(renumber);
        (self.edges, self.locations) = (edges.into_iter().collect(), kept);
    }
}

fn reverse_postorder(edges: &[Edge], locations: usize, entry: Location) -> Vec<Location> {
    let successors = |location: Location| {
        let start = edges.partition_point(|edge| edge.source < location);
        let end = edges.partition_point(|edge| edge.source <= location);
        // Visited last, the first one comes first in reverse postorder.
        edges[start..end]
            .iter()
            .flat_map(|edge| std::iter::once(edge.target).chain(edge.handlers()))
            .collect::<Vec<_>>()
    };
    let mut seen = IndexVec::<Location, bool>::filled(false, locations);
    seen[entry] = true;
    let mut order = Vec::new();
    let mut stack = vec![(entry, successors(entry))];
    while let Some((location, rest)) = stack.last_mut() {
        match rest.pop() {
            Some(next) if !std::mem::replace(&mut seen[next], true) => stack.push((next, successors(next))),
            Some(_) => {}
            None => {
                order.push(*location);
                stack.pop();
            }
        }
    }
    order.reverse();
    order
}
