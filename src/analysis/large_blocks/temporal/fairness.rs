//! Where runs that never end may be accepted: cycles of a program beside an automaton, whatever the values of variables.

use fixedbitset::FixedBitSet;
use petgraph::algo::kosaraju_scc;
use petgraph::graph::{DiGraph, NodeIndex};
use petgraph::visit::EdgeRef;
use rustc_hash::FxHashMap;

use super::observer::ASKED;
use crate::base::{Idx, IndexVec, Observer, Phase, Progress, Stop};
use crate::logic::{Formulas, Monitor, MonitorStateId, PropositionId, Truth};
use crate::program::blocks::{FlatProgram, RunPlace};
use crate::program::cfa::Location;

/// A location of a program with a state of an automaton.
type Pair = (Location, MonitorStateId);

/// More pairs are not looked at.
const PAIRS: usize = 500_000;

/// The strongly connected parts of the product of a program and an automaton in which all acceptance sets are visited.
///
/// Law: a run that never ends and that the automaton accepts stays in one of them from some point on, and passes through
/// heads of loops infinitely often.
pub(super) struct Fairness {
    /// The parts of pairs, numbered from 1.
    parts: FxHashMap<Pair, u32>,
    heads: IndexVec<Location, bool>,
}

impl Fairness {
    /// Finds the parts; `label` is what is known of a proposition at a place, and the automaton does not move `before` the run
    /// starts.
    ///
    /// # Errors
    /// If the product is too large, or the observer ends the search.
    pub fn new(
        flat: &FlatProgram<'_>,
        automaton: &Monitor,
        formulas: &Formulas,
        before: &FixedBitSet,
        label: &mut dyn FnMut(RunPlace, PropositionId) -> Truth,
        observer: &mut dyn Observer,
    ) -> Result<Self, Stop> {
        let heads = flat.cfa.loop_heads();
        let Some(sets) = automaton.acceptance_sets.map(Idx::index) else {
            return Ok(Self { parts: FxHashMap::default(), heads });
        };
        // Edges carry the acceptance sets to which they belong.
        let mut graph: DiGraph<Pair, &[u32]> = DiGraph::new();
        let mut nodes: FxHashMap<Pair, NodeIndex> = FxHashMap::default();
        let mut pending: Vec<NodeIndex> = Vec::new();
        for &state in &automaton.initial {
            let pair = (flat.cfa.entry, state);
            pending.push(*nodes.entry(pair).or_insert_with(|| graph.add_node(pair)));
        }
        while let Some(node) = pending.pop() {
            let (location, state) = graph[node];
            let found = u32::at(node.index()) + 1;
            if found.is_multiple_of(ASKED) {
                observer.ask(Progress { phase: Phase::Exploring, states: found, frontier: 0 })?;
            }
            let mut moves: Vec<(MonitorStateId, &[u32])> = Vec::new();
            if before.contains(location.index()) {
                moves.push((state, &[]));
            } else {
                for edge in automaton.edges_from(state) {
                    let place = RunPlace::At(location);
                    if formulas.holds_now(edge.guard, |proposition| label(place, proposition)) != Truth::False {
                        moves.push((edge.target, &edge.acceptance_sets));
                    }
                }
            }
            for (_, step) in flat.cfa.edges_from(location) {
                if step.target == flat.error || step.target == flat.cut {
                    continue;
                }
                for &(next, sets) in &moves {
                    let pair = (step.target, next);
                    let target = *nodes.entry(pair).or_insert_with(|| {
                        let target = graph.add_node(pair);
                        pending.push(target);
                        target
                    });
                    graph.add_edge(node, target, sets);
                }
            }
            if graph.node_count() > PAIRS {
                let why =
                    format!("the program and the automaton of the property have more than {PAIRS} states together");
                return Err(Stop::Incomplete(why));
            }
        }
        let mut part_of = vec![0_usize; graph.node_count()];
        let parts = kosaraju_scc(&graph);
        for (number, part) in parts.iter().enumerate() {
            part.iter().for_each(|node| part_of[node.index()] = number);
        }
        let mut found = FxHashMap::default();
        let mut count = 0;
        for (number, part) in parts.iter().enumerate() {
            let edges = part.iter().flat_map(|&node| graph.edges(node));
            let mut inside = edges.filter(|edge| part_of[edge.target().index()] == number).peekable();
            let is_cycle = inside.peek().is_some();
            let mut visited = FixedBitSet::with_capacity(sets);
            inside.flat_map(|edge| *edge.weight()).for_each(|set| visited.insert(set.index()));
            if is_cycle && visited.is_full() {
                count += 1;
                found.extend(part.iter().map(|&node| (graph[node], count)));
            }
        }
        Ok(Self { parts: found, heads })
    }

    /// Whether no run that never ends is accepted.
    pub fn is_empty(&self) -> bool {
        self.parts.is_empty()
    }

    /// The part in which a run is that has come to a location, 0 for none.
    pub fn part(&self, location: Location, state: MonitorStateId) -> u32 {
        self.parts.get(&(location, state)).copied().unwrap_or(0)
    }

    /// Whether a location is the head of a loop.
    pub fn is_head(&self, location: Location) -> bool {
        self.heads[location]
    }
}
