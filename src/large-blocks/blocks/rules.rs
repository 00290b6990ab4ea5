//! Large blocks by rules, one step at a time (Beyer, Cimatti, Griggio, Keremoglu, Sebastiani, FMCAD 2009; with the advanced rule
//! of Mertens, Optimization of Model Checking by Large Block Encoding, Aachen 2014, chapter 3).
//!
//! Deviations: the advanced rule leaves heads of loops alone, so that every loop keeps a place for its invariant; and edges that
//! leave the error location do not exist from the start.

use std::collections::{BTreeMap, BTreeSet};

use base::{CollectByInsertion, CompactSort, Idx, IndexVec, newtype_index};
use bitvec::{Substitution, TermId, Terms};
use program::cfa::{EdgeId, Location};

use super::build::{Block, BlockProgram};
use super::encode::{Changes, Encoder};
use super::flat::{FlatProgram, FlatVariable};

newtype_index! {
    /// An edge in the course of a reduction.
    pub struct RuleEdgeId;
}

/// What an edge does: a guarded command.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Command {
    /// A step of the program.
    Step(EdgeId),
    /// One after the other.
    Sequence(RuleEdgeId, RuleEdgeId),
    /// One of several.
    Choice(Vec<RuleEdgeId>),
}

/// An edge in the course of a reduction. What it is made of are edges that existed before it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RuleEdge {
    /// The source location.
    pub source: Location,
    /// The target location.
    pub target: Location,
    /// What it does.
    pub command: Command,
}

/// A rule.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Rule {
    /// A location with one incoming edge disappears: `(y, a, x), (x, b, z)` become `(y, a; b, z)`.
    Sequence,
    /// Parallel edges become one.
    Choice,
    /// A location with several incoming and several outgoing edges disappears: every pair becomes one edge.
    AdvancedSequence,
}

/// An application of a rule.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ReductionStep {
    /// The rule.
    pub rule: Rule,
    /// The edges that disappear.
    pub removed: Vec<RuleEdgeId>,
    /// The edges that take their place.
    pub added: Vec<RuleEdgeId>,
}

/// A reduction of a control-flow automaton to large blocks.
///
/// Laws: every step decreases (locations, edges) lexicographically; all steps have the same paths between the locations that
/// are left in the end.
#[derive(Clone, Debug)]
pub struct Reduction {
    /// All edges that ever existed; those of the program come first, with the same numbers.
    pub edges: IndexVec<RuleEdgeId, RuleEdge>,
    /// The steps.
    pub steps: Vec<ReductionStep>,
    /// The edges that are left, by source and target.
    pub blocks: Vec<RuleEdgeId>,
}

impl Reduction {
    /// Applies the rules until none fits: sequence and choice first; the advanced rule, if asked for, only where they do not.
    pub fn new(flat: &FlatProgram<'_>, advanced: bool) -> Self {
        let mut reducing = Reducing::new(flat);
        while reducing.standard() || advanced && reducing.advanced() {}
        let Reducing { edges, steps, outgoing, .. } = reducing;
        let mut blocks: Vec<RuleEdgeId> = outgoing.iter().flatten().copied().collect();
        blocks.compact_sort_by_key(|&edge| (edges[edge].source, edges[edge].target));
        Self { edges, steps, blocks }
    }

    /// The locations that are left, in ascending order.
    pub fn locations(&self) -> BTreeSet<Location> {
        self.blocks.iter().flat_map(|&edge| [self.edges[edge].source, self.edges[edge].target]).collect_by_insertion()
    }
}

/// What an edge does, as formulas.
#[derive(Clone, Debug)]
struct Effect {
    guard: TermId,
    changes: Changes,
}

impl BlockProgram<'_> {
    /// The blocks that a reduction has left, with formulas put together as the rules put the edges together: one after the other
    /// is substitution, one of several is a disjunction with conditional values.
    ///
    /// Law: they are equivalent to those of the direct construction, if the advanced rule was applied.
    pub fn of_reduction(&mut self, reduction: &Reduction, terms: &mut Terms) -> Vec<Block> {
        let mut effects: IndexVec<RuleEdgeId, Effect> = IndexVec::new();
        for edge in &reduction.edges {
            let effect = match &edge.command {
                Command::Step(id) => self.step(*id, terms),
                Command::Sequence(first, second) => self.sequence(&effects[*first], &effects[*second], terms),
                Command::Choice(edges) => self.choice(edges.iter().map(|&edge| &effects[edge]), terms),
            };
            effects.push(effect);
        }
        let head =
            |location: Location| self.heads.iter_enumerated().find(|(_, h)| h.location == location).map(|(id, _)| id);
        let block = |&id: &RuleEdgeId| {
            let (source, target) = (head(reduction.edges[id].source)?, head(reduction.edges[id].target)?);
            let live = &self.heads[target].live;
            let Effect { guard, changes } = &effects[id];
            let changes = changes.iter().filter(|(variable, _)| live.binary_search(variable).is_ok());
            Some(Block {
                source,
                target,
                guard: *guard,
                next: changes.map(|(&variable, &value)| (variable, value)).collect(),
            })
        };
        reduction.blocks.iter().filter_map(block).collect()
    }

    fn step(&mut self, id: EdgeId, terms: &mut Terms) -> Effect {
        let edge = self.flat.cfa.edges[id];
        let mut encoder = Encoder { flat: &self.flat, terms, current: &self.current, inputs: &mut self.inputs };
        let mut changes = Changes::new();
        let conditions = encoder.conditions(edge.source, &changes);
        let guard = conditions.into_iter().find(|&(other, _)| other == id).map_or(Terms::FALSE, |(_, guard)| guard);
        encoder.execute(id, &edge, &mut changes);
        Effect { guard, changes }
    }

    fn sequence(&self, first: &Effect, second: &Effect, terms: &mut Terms) -> Effect {
        let images = first.changes.iter().map(|(&variable, &value)| (self.current[variable], value));
        let mut after = Substitution::new(images);
        let then = after.apply(terms, second.guard);
        let guard = terms.and(first.guard, then);
        let mut changes = first.changes.clone();
        changes.extend(second.changes.iter().map(|(&variable, &value)| (variable, after.apply(terms, value))));
        Effect { guard, changes }
    }

    fn choice<'e>(&self, mut edges: impl Iterator<Item = &'e Effect>, terms: &mut Terms) -> Effect {
        let mut joined = edges.next().cloned().unwrap_or(Effect { guard: Terms::FALSE, changes: Changes::new() });
        for other in edges {
            let changed: Vec<FlatVariable> = joined.changes.keys().chain(other.changes.keys()).copied().collect();
            for variable in changed {
                let [a, b] = [&joined.changes, &other.changes]
                    .map(|changes| changes.get(&variable).copied().unwrap_or(self.current[variable]));
                let value = terms.ite(other.guard, b, a);
                joined.changes.insert(variable, value);
            }
            joined.guard = terms.or(joined.guard, other.guard);
        }
        joined
    }
}

struct Reducing {
    edges: IndexVec<RuleEdgeId, RuleEdge>,
    steps: Vec<ReductionStep>,
    incoming: IndexVec<Location, BTreeSet<RuleEdgeId>>,
    outgoing: IndexVec<Location, BTreeSet<RuleEdgeId>>,
    entry: Location,
    /// The heads of loops.
    loops: IndexVec<Location, bool>,
    /// Where a standard rule may have become applicable.
    pending: BTreeSet<Location>,
}

impl Reducing {
    fn new(flat: &FlatProgram<'_>) -> Self {
        let locations = flat.cfa.locations.len();
        let mut reducing = Self {
            edges: IndexVec::new(),
            steps: Vec::new(),
            incoming: IndexVec::filled(BTreeSet::new(), locations),
            outgoing: IndexVec::filled(BTreeSet::new(), locations),
            entry: flat.cfa.entry,
            loops: flat.cfa.loop_heads(),
            pending: (0..locations).map(Location::at).collect_by_insertion(),
        };
        for (id, edge) in flat.cfa.edges.iter_enumerated() {
            reducing.add(RuleEdge { source: edge.source, target: edge.target, command: Command::Step(id) });
        }
        reducing
    }

    fn add(&mut self, edge: RuleEdge) -> RuleEdgeId {
        let (source, target) = (edge.source, edge.target);
        let id = self.edges.push(edge);
        self.outgoing[source].insert(id);
        self.incoming[target].insert(id);
        self.pending.extend([source, target]);
        id
    }

    fn remove(&mut self, id: RuleEdgeId) {
        let RuleEdge { source, target, .. } = self.edges[id];
        self.outgoing[source].remove(&id);
        self.incoming[target].remove(&id);
        self.pending.extend([source, target]);
    }

    /// Applies sequence and choice until neither fits; whether any did.
    fn standard(&mut self) -> bool {
        let before = self.steps.len();
        while let Some(location) = self.pending.pop_first() {
            self.choices(location);
            if self.incoming[location].len() == 1 && self.may_disappear(location) {
                self.bypass(location, Rule::Sequence);
            }
        }
        self.steps.len() > before
    }

    /// Applies the advanced rule once; whether it fits anywhere.
    fn advanced(&mut self) -> bool {
        let fits = |location: &Location| !self.loops[*location] && self.may_disappear(*location);
        let locations = (0..self.incoming.len()).map(Location::at);
        let Some(location) = locations.filter(|&l| !self.incoming[l].is_empty()).find(fits) else { return false };
        self.bypass(location, Rule::AdvancedSequence);
        true
    }

    /// Whether a location is neither the entry nor an end, and has no edge to itself.
    fn may_disappear(&self, location: Location) -> bool {
        location != self.entry
            && !self.outgoing[location].is_empty()
            && self.outgoing[location].is_disjoint(&self.incoming[location])
    }

    /// Replaces all ways through a location.
    fn bypass(&mut self, location: Location, rule: Rule) {
        let incoming: Vec<RuleEdgeId> = self.incoming[location].iter().copied().collect();
        let outgoing: Vec<RuleEdgeId> = self.outgoing[location].iter().copied().collect();
        let mut added = Vec::with_capacity(incoming.len() * outgoing.len());
        for &first in &incoming {
            for &second in &outgoing {
                let (source, target) = (self.edges[first].source, self.edges[second].target);
                added.push(self.add(RuleEdge { source, target, command: Command::Sequence(first, second) }));
            }
        }
        let removed: Vec<RuleEdgeId> = incoming.into_iter().chain(outgoing).collect();
        removed.iter().for_each(|&edge| self.remove(edge));
        self.steps.push(ReductionStep { rule, removed, added });
    }

    /// Joins parallel edges that leave a location.
    fn choices(&mut self, location: Location) {
        let mut parallel: BTreeMap<Location, Vec<RuleEdgeId>> = BTreeMap::new();
        for &edge in &self.outgoing[location] {
            parallel.entry(self.edges[edge].target).or_default().push(edge);
        }
        for (target, edges) in parallel.into_iter().filter(|(_, edges)| edges.len() > 1) {
            edges.iter().for_each(|&edge| self.remove(edge));
            let joined = self.add(RuleEdge { source: location, target, command: Command::Choice(edges.clone()) });
            self.steps.push(ReductionStep { rule: Rule::Choice, removed: edges, added: vec![joined] });
        }
    }
}
