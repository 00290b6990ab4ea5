//! Systems with labels, and the labels asked for so far.

use crate::base::{Idx, Stop};
use crate::logic::{PropositionId, Truth};
use crate::rsm::RecursiveSystem;

/// A recursive system that is checked; it may come into being while it is checked.
///
/// Laws: states are numbered densely from 0; every run is infinite: a state has a successor, or is an exit, or a fault. At
/// the exits of the entry component runs stay for ever. A state without successors starts no run: nothing fails
/// there, but what is not violated then is not satisfied either, but unknown.
pub trait Labelled: RecursiveSystem<State: Idx> {
    /// Whether `proposition` holds at `state`. Asked at most once for each pair, and only where it matters.
    ///
    /// # Errors
    /// If a limit is reached.
    fn label(&mut self, state: Self::State, proposition: PropositionId) -> Result<Truth, Stop>;

    /// Whether a state is no state of a run, but stands for those that its steps lead to: formulas do not see it.
    /// None is, unless this is overridden.
    fn is_unresolved(&self, state: Self::State) -> bool {
        let _ = state;
        false
    }

    /// Whether a state without successors is meant to be one: it ends no run, as nothing that leads there is one. Then a
    /// system without any run is meant, too.
    fn may_block(&self) -> bool {
        false
    }

    /// Whether a proposition costs little, so that it is asked for before others.
    fn is_cheap(&self, proposition: PropositionId) -> bool {
        let _ = proposition;
        false
    }
}

/// The labels asked for so far: two bits each.
#[derive(Clone, Debug)]
pub(super) struct Labels {
    propositions: Vec<PropositionId>,
    words_per_state: usize,
    words: Vec<u64>,
}

impl Labels {
    /// For these propositions, which are sorted.
    pub fn new(propositions: Vec<PropositionId>) -> Self {
        Self { words_per_state: propositions.len().div_ceil(32), propositions, words: Vec::new() }
    }

    /// A label, if it has been asked for.
    pub fn known(&self, state: impl Idx, proposition: PropositionId) -> Option<Truth> {
        let Ok(position) = self.propositions.binary_search(&proposition) else { return Some(Truth::Unknown) };
        let word = self.words.get(state.index() * self.words_per_state + position / 32)?;
        match word >> (2 * (position % 32)) & 3 {
            1 => Some(Truth::False),
            2 => Some(Truth::True),
            3 => Some(Truth::Unknown),
            _ => None,
        }
    }

    /// A label, which the system is asked for at most once.
    pub fn get<S: Labelled>(
        &mut self,
        system: &mut S,
        state: S::State,
        proposition: PropositionId,
    ) -> Result<Truth, Stop> {
        if let Some(known) = self.known(state, proposition) {
            return Ok(known);
        }
        // The few propositions of a formula are sorted, and nearly always numbered without gaps.
        let Ok(position) = self.propositions.binary_search(&proposition) else { return Ok(Truth::Unknown) };
        let truth = system.label(state, proposition)?;
        let code = match truth {
            Truth::False => 1,
            Truth::True => 2,
            Truth::Unknown => 3,
        };
        let word = state.index() * self.words_per_state + position / 32;
        if word >= self.words.len() {
            self.words.resize((state.index() + 1) * self.words_per_state, 0);
        }
        self.words[word] |= code << (2 * (position % 32));
        Ok(truth)
    }
}
