//! One part of a procedure, as a control-flow automaton without what does not belong to it.

use std::collections::{BTreeMap, BTreeSet};

use fixedbitset::FixedBitSet;

use super::depend::{Dependences, ends_run};
use super::{Effects, plain};
use crate::cfa::{EdgeId, Location, Transition};
use crate::objects::{Condition, Operation, OperationEdge, Procedure, Rvalue};

/// The edges of a part, by their sources.
pub(super) struct Slice<'a> {
    procedure: &'a Procedure,
    from: BTreeMap<Location, Vec<OperationEdge>>,
    /// For locations at which nothing happens: the next one.
    next: BTreeMap<Location, Location>,
}

impl<'a> Slice<'a> {
    pub(super) fn new(
        procedure: &'a Procedure,
        effects: &Effects,
        dependences: &Dependences,
        part: &FixedBitSet,
    ) -> Self {
        let mut from: BTreeMap<Location, Vec<OperationEdge>> = BTreeMap::new();
        for (id, edge) in procedure.cfa.edges.iter_enumerated() {
            let own = edges_of(procedure, effects, dependences, part, id);
            from.entry(edge.source).or_default().extend(own);
        }
        let mut found = Self { procedure, from, next: BTreeMap::new() };
        while found.shorten() {}
        found
    }

    /// Adds it to a procedure, with locations of its own, as what may be chosen at `start`.
    pub(super) fn add_to(&self, choosing: &mut Procedure, start: Location, edges: &mut Vec<OperationEdge>) {
        let locations = &self.procedure.cfa.locations;
        let mut copies: BTreeMap<Location, Location> = BTreeMap::new();
        let mut copied = |location: Location, edges: &mut Vec<OperationEdge>| {
            let old = self.after_skips(location);
            if self.is_end(old) {
                return old;
            }
            *copies.entry(old).or_insert_with(|| {
                let copy = choosing.cfa.locations.push(locations[old]);
                if !self.from.contains_key(&old) {
                    edges.push(plain(copy, copy, Operation::Skip, locations[old]));
                }
                copy
            })
        };
        let entry = self.procedure.cfa.entry;
        let first = copied(entry, edges);
        edges.push(plain(start, first, Operation::Assume(Condition::Unknown), locations[entry]));
        for edge in self.from.values().flatten() {
            let mut edge = OperationEdge { execution: None, ..edge.clone() };
            edge.for_each_location(|location| *location = copied(*location, edges));
            edges.push(edge);
        }
    }

    fn is_end(&self, location: Location) -> bool {
        location == self.procedure.cfa.exit || self.procedure.other_exits().contains(&location)
    }

    /// The first location from this one on at which something happens.
    fn after_skips(&self, mut location: Location) -> Location {
        while let Some(&next) = self.next.get(&location) {
            location = next;
        }
        location
    }

    /// Leaves out edges without effect, and branches that lead nowhere. Returns whether there were any.
    fn shorten(&mut self) -> bool {
        let mut has_changed = false;
        let mut from = std::mem::take(&mut self.from);
        let sources: BTreeSet<Location> = from.keys().copied().collect();
        for (&location, edges) in &mut from {
            let mut seen = BTreeSet::new();
            let before = edges.len();
            edges.retain(|edge| {
                let target = self.after_skips(edge.target);
                let leads_on = self.is_end(target) || sources.contains(&target) && target != location;
                // A run that goes round for ever does nothing wrong.
                !is_branch(edge) || leads_on && (!is_plain(edge) || seen.insert(target))
            });
            has_changed |= edges.len() != before;
            if let [only] = edges.as_slice()
                && is_plain(only)
            {
                self.next.insert(location, only.target);
                edges.clear();
            }
        }
        let before = from.len();
        from.retain(|_, edges| !edges.is_empty());
        has_changed |= from.len() != before;
        self.from = from;
        has_changed
    }
}

/// Whether an edge only leads to another location.
fn is_branch(edge: &OperationEdge) -> bool {
    matches!(edge.operation, Operation::Skip | Operation::Assume(_))
}

/// Whether it does so whatever the values are.
fn is_plain(edge: &OperationEdge) -> bool {
    matches!(edge.operation, Operation::Skip | Operation::Assume(Condition::Unknown))
}

/// What a part has of an edge.
fn edges_of(
    procedure: &Procedure,
    effects: &Effects,
    dependences: &Dependences,
    part: &FixedBitSet,
    id: EdgeId,
) -> Vec<OperationEdge> {
    let edge = &procedure.cfa.edges[id];
    let touched = &dependences.touched[id];
    let is_known = |things: &[usize]| things.iter().all(|&thing| part.contains(thing));
    let own = vec![edge.clone()];
    match &edge.operation {
        operation if ends_run(operation) => {
            // A run that comes here without knowing it is one that another part has.
            if dependences.decided_by.get(&id).is_none_or(|things| is_known(things)) { own } else { Vec::new() }
        }
        Operation::Skip => own,
        Operation::Assume(_) if is_known(&touched.uses) => own,
        Operation::Assume(_) => {
            vec![OperationEdge { operation: Operation::Assume(Condition::Unknown), ..edge.clone() }]
        }
        _ if touched.is_nothing() || dependences.has_edge(id, part) => own,
        operation => {
            // The object that a variable has led to is not lost if the variable keeps it.
            let overwritten = operation.defines().filter(|&target| {
                let is_own = dependences.of_local[target].iter().any(|&thing| part.contains(thing));
                is_own && procedure.locals[target].ty.is_reference()
            });
            let without = match overwritten {
                Some(target) => Operation::Assign { target, value: Rvalue::Drawn },
                None => Operation::Skip,
            };
            let mut ways = vec![(edge.target, without)];
            if let Operation::Call(call) = operation
                && let Some(ended) = procedure.ended
                && call.callee.candidates().any(|callee| effects.ends[callee])
            {
                ways.push((ended, Operation::Skip));
            }
            ways.into_iter().map(|(target, operation)| plain(edge.source, target, operation, edge.span)).collect()
        }
    }
}
