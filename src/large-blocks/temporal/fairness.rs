//! Where runs that never end may be accepted: cycles of a program beside an automaton, whatever the values of variables.

use fixedbitset::FixedBitSet;
use indexmap::IndexSet;
use rustc_hash::{FxBuildHasher, FxHashMap};

use super::observer::ASKED;
use crate::blocks::{FlatProgram, RunPlace};
use base::{Idx, IndexVec, Observer, Phase, Progress, Stop, StrongComponents, msg};
use ltl::logic::{Formulas, Monitor, MonitorStateId, PropositionId, Truth};
use program::cfa::Location;

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
    pub(super) fn new(
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
        let mut pairs: IndexSet<Pair, FxBuildHasher> = IndexSet::default();
        // The edges, and the acceptance sets that each visits.
        let mut edges: Vec<(u32, u32)> = Vec::new();
        let mut visited: Vec<&[u32]> = Vec::new();
        let mut pending: Vec<usize> = Vec::new();
        for &state in &automaton.initial {
            pending.push(pairs.insert_full((flat.cfa.entry, state)).0);
        }
        while let Some(pair) = pending.pop() {
            let (location, state) = pairs[pair];
            let found = u32::at(pair) + 1;
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
                    let (target, is_new) = pairs.insert_full((step.target, next));
                    if is_new {
                        pending.push(target);
                    }
                    edges.push((u32::at(pair), u32::at(target)));
                    visited.push(sets);
                }
            }
            if pairs.len() > PAIRS {
                let why = msg!("the program and the automaton of the property have more than {PAIRS} states together");
                return Err(Stop::Incomplete(why));
            }
        }
        let parts = StrongComponents::new(pairs.len(), &edges);
        let mut found = FxHashMap::default();
        let mut count = 0;
        for (part, is_fair) in parts.components.iter().zip(parts.are_fair(&edges, &visited, sets)) {
            if is_fair {
                count += 1;
                found.extend(part.iter().map(|&pair| (pairs[pair as usize], count)));
            }
        }
        Ok(Self { parts: found, heads })
    }

    /// Whether no run that never ends is accepted.
    pub(super) fn is_empty(&self) -> bool {
        self.parts.is_empty()
    }

    /// The part in which a run is that has come to a location, 0 for none.
    pub(super) fn part(&self, location: Location, state: MonitorStateId) -> u32 {
        self.parts.get(&(location, state)).copied().unwrap_or(0)
    }

    /// Whether a location is the head of a loop.
    pub(super) fn is_head(&self, location: Location) -> bool {
        self.heads[location]
    }
}
