//! The proof structure as a graph that comes into being while it is searched.

use std::hash::BuildHasher;

use hashbrown::HashTable;
use rustc_hash::FxBuildHasher;

use super::closure::{Closure, MemberSet};
use super::expand::{Expander, Leaf, ObligationsId, Reading};
use crate::base::{Idx, IndexVec, Limits, Stop, newtype_index};
use crate::logic::{PropositionId, Truth};
use crate::rsm::{ConditionSets, FairEdge, FairGraph};

newtype_index! {
    /// An assertion of a proof structure.
    pub struct AssertionId;
}

/// A system of states that is checked; it may come into being while it is checked.
///
/// Laws: states are numbered densely from 0; every state has a successor (where a run ends, the state itself); the
/// methods are functions of their arguments. A state without successors starts no run: nothing fails there, but
/// what is not violated then is not satisfied either, but unknown.
pub trait Kripke {
    /// A state.
    type State: Idx;

    /// Appends the states where runs start.
    fn initial(&mut self, states: &mut Vec<Self::State>) -> Result<(), Stop>;

    /// Appends the states that may follow `state`.
    fn successors(&mut self, state: Self::State, states: &mut Vec<Self::State>) -> Result<(), Stop>;

    /// Whether `proposition` holds at `state`. Asked at most once for each pair, and only where it matters.
    fn label(&mut self, state: Self::State, proposition: PropositionId) -> Truth;
}

/// The labels asked for so far: two bits each.
pub(super) struct Labels {
    propositions: Vec<PropositionId>,
    words_per_state: usize,
    words: Vec<u64>,
}

impl Labels {
    pub fn new(closure: &Closure) -> Self {
        let propositions = closure.propositions.clone();
        Self { words_per_state: propositions.len().div_ceil(32), propositions, words: Vec::new() }
    }

    fn get<K: Kripke>(&mut self, kripke: &mut K, state: K::State, proposition: PropositionId) -> Truth {
        // The few propositions of a formula are sorted, and nearly always numbered without gaps.
        let Ok(position) = self.propositions.binary_search(&proposition) else { return Truth::Unknown };
        let word = state.index() * self.words_per_state + position / 32;
        let shift = 2 * (position % 32);
        if word >= self.words.len() {
            self.words.resize((state.index() + 1) * self.words_per_state, 0);
        }
        match self.words[word] >> shift & 3 {
            1 => Truth::False,
            2 => Truth::True,
            3 => Truth::Unknown,
            _ => {
                let truth = kripke.label(state, proposition);
                let code = match truth {
                    Truth::False => 1,
                    Truth::True => 2,
                    Truth::Unknown => 3,
                };
                self.words[word] |= code << shift;
                truth
            }
        }
    }
}

/// The states and obligations of all assertions.
pub(super) type Assertions<S> = IndexVec<AssertionId, (S, ObligationsId)>;

/// The proof structure for one formula, as far as it has been built.
pub(super) struct Product<'a, K: Kripke> {
    kripke: &'a mut K,
    labels: &'a mut Labels,
    expander: Expander<'a>,
    limits: &'a Limits,
    assertions: Assertions<K::State>,
    /// The assertions by state and obligations, with both at hand.
    table: HashTable<(K::State, ObligationsId, AssertionId)>,
    /// The assertion that has been refuted.
    pub refuted: Option<AssertionId>,
    /// Whether the truth of a proposition that mattered was unknown.
    pub indefinite: bool,
    /// A state that owes something to its successors, but has none.
    pub dead_end: Option<K::State>,
    leaves: Vec<Leaf>,
    states: Vec<K::State>,
}

impl<'a, K: Kripke> Product<'a, K> {
    pub fn new(
        kripke: &'a mut K,
        labels: &'a mut Labels,
        closure: &'a Closure,
        reading: Reading,
        limits: &'a Limits,
    ) -> Self {
        Self {
            kripke,
            labels,
            expander: Expander::new(closure, reading),
            limits,
            assertions: IndexVec::new(),
            table: HashTable::new(),
            refuted: None,
            indefinite: false,
            dead_end: None,
            leaves: Vec::new(),
            states: Vec::new(),
        }
    }

    fn assertion(&mut self, state: K::State, obligations: ObligationsId) -> Result<AssertionId, Stop> {
        let hash = |state: K::State, obligations: ObligationsId| FxBuildHasher.hash_one((state, obligations));
        let is_same = |&(s, o, _): &(K::State, ObligationsId, AssertionId)| s == state && o == obligations;
        if let Some(&(_, _, assertion)) = self.table.find(hash(state, obligations), is_same) {
            return Ok(assertion);
        }
        if self.assertions.len() >= self.limits.states as usize {
            return Err(Stop::States(self.limits.states));
        }
        let assertion = self.assertions.push((state, obligations));
        let row = (state, obligations, assertion);
        self.table.insert_unique(hash(state, obligations), row, |&(s, o, _)| hash(s, o));
        Ok(assertion)
    }

    /// Fills `self.leaves`; the first proposition asked for whose truth was unknown.
    fn expand(&mut self, state: K::State, obligations: ObligationsId) -> Result<Option<PropositionId>, Stop> {
        let (kripke, labels) = (&mut *self.kripke, &mut *self.labels);
        let mut unknown = None;
        let leaves = self.expander.expand(obligations, |proposition| {
            let truth = labels.get(kripke, state, proposition);
            if truth == Truth::Unknown {
                unknown.get_or_insert(proposition);
            }
            truth
        })?;
        self.leaves.clear();
        self.leaves.extend_from_slice(leaves);
        Ok(unknown)
    }

    /// The first state on a path, and the proposition that matters there, whose truth is unknown.
    pub fn first_unknown(&mut self, path: &[AssertionId]) -> Result<Option<(K::State, PropositionId)>, Stop> {
        for assertion in path {
            let (state, obligations) = self.assertions[*assertion];
            if let Some(proposition) = self.expand(state, obligations)? {
                return Ok(Some((state, proposition)));
            }
        }
        Ok(None)
    }

    /// The assertions, and their sets of formulas.
    pub fn into_parts(self) -> (Assertions<K::State>, Vec<MemberSet>) {
        (self.assertions, self.expander.into_sets())
    }
}

impl<K: Kripke> FairGraph for Product<'_, K> {
    type Node = AssertionId;

    fn initial(&mut self, nodes: &mut Vec<AssertionId>) -> Result<(), Stop> {
        let mut states = Vec::new();
        self.kripke.initial(&mut states)?;
        let root = self.expander.root();
        for state in states {
            nodes.push(self.assertion(state, root)?);
        }
        Ok(())
    }

    fn successors(&mut self, node: AssertionId, edges: &mut Vec<FairEdge<AssertionId>>) -> Result<(), Stop> {
        let (state, obligations) = self.assertions[node];
        self.indefinite |= self.expand(state, obligations)?.is_some();
        if self.leaves.is_empty() {
            return Ok(());
        }
        if self.leaves.iter().any(|leaf| leaf.next == Expander::EMPTY) {
            // Nothing is pending, and nothing will be: every condition is met for ever.
            self.refuted = Some(node);
            edges.push(FairEdge { target: node, met: self.expander.conditions().all() });
            return Ok(());
        }
        let mut states = std::mem::take(&mut self.states);
        states.clear();
        self.kripke.successors(state, &mut states)?;
        if states.is_empty() {
            self.dead_end.get_or_insert(state);
        }
        for &state in &states {
            for leaf in 0..self.leaves.len() {
                let Leaf { next, met } = self.leaves[leaf];
                edges.push(FairEdge { target: self.assertion(state, next)?, met });
            }
        }
        self.states = states;
        Ok(())
    }

    fn conditions(&mut self) -> &mut ConditionSets {
        self.expander.conditions()
    }
}
