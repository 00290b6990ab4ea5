//! The proof structure as a graph that comes into being while it is searched.

use indexmap::IndexSet;
use rustc_hash::FxBuildHasher;

use super::closure::Closure;
use super::expand::{Expander, Leaf, ObligationsId, Reading};
use crate::base::{Idx, Limits, Stop, newtype_index};
use crate::logic::PropositionId;
use crate::rsm::{ConditionSets, FairEdge, FairGraph};

newtype_index! {
    /// An assertion of a proof structure.
    pub struct AssertionId;
}

/// What is known about a proposition at a state.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Truth {
    /// It does not hold.
    False,
    /// It holds.
    True,
    /// It may hold, or not; or the state stands for some where it holds and some where it does not.
    Unknown,
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
                self.words[word] |= (truth as u64 + 1) << shift;
                truth
            }
        }
    }
}

/// The proof structure for one formula, as far as it has been built.
pub(super) struct Product<'a, K: Kripke> {
    kripke: &'a mut K,
    labels: &'a mut Labels,
    expander: Expander<'a>,
    limits: &'a Limits,
    assertions: IndexSet<(K::State, ObligationsId), FxBuildHasher>,
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
            assertions: IndexSet::default(),
            refuted: None,
            indefinite: false,
            dead_end: None,
            leaves: Vec::new(),
            states: Vec::new(),
        }
    }

    fn assertion(&mut self, state: K::State, obligations: ObligationsId) -> Result<AssertionId, Stop> {
        let (position, is_new) = self.assertions.insert_full((state, obligations));
        if is_new && position >= self.limits.states as usize {
            self.assertions.pop();
            return Err(Stop::States(self.limits.states));
        }
        Ok(AssertionId::at(position))
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
            let (state, obligations) = self.assertions[assertion.index()];
            if let Some(proposition) = self.expand(state, obligations)? {
                return Ok(Some((state, proposition)));
            }
        }
        Ok(None)
    }

    /// The assertions, and their sets of formulas.
    pub fn into_parts(self) -> (Vec<(K::State, ObligationsId)>, Vec<super::closure::MemberSet>) {
        (self.assertions.into_iter().collect(), self.expander.into_sets())
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
        let (state, obligations) = self.assertions[node.index()];
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
