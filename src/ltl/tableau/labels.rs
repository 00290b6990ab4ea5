//! Systems with labels, and the labels evaluated so far.

use crate::logic::{PropositionId, Truth};
use base::{Idx, Stop};
use rsm::{RecursiveSystem, Sizes};

/// A recursive system to be checked; its states may be generated during the check.
///
/// Laws: states are numbered densely from 0; every run is infinite: a state has a successor, or is an exit, or a fault.
/// At exits of the entry component runs stay for ever. A state without successors is on no run, so nothing fails there;
/// but a property that is not violated is then unknown rather than satisfied.
pub trait Labelled: RecursiveSystem<State: Idx> {
    /// The truth of `proposition` at `state`. Called at most once for each pair, and only for relevant ones.
    ///
    /// # Errors
    /// If a limit is reached.
    fn label(&mut self, state: Self::State, proposition: PropositionId) -> Result<Truth, Stop>;

    /// Whether a state is not a state of a run, but represents the states that its steps lead to: formulas ignore it.
    /// By default there are none.
    fn is_unresolved(&self, state: Self::State) -> bool {
        let _ = state;
        false
    }

    /// Whether states without successors are intended: no run reaches them. Then a system without runs is intended,
    /// too.
    fn may_block(&self) -> bool {
        false
    }

    /// Whether runs end in a state without successors, and nothing is said of how they would continue: a property fails on such a run
    /// only if it fails whatever would follow. By default there are none.
    fn is_cut(&self, state: Self::State) -> bool {
        let _ = state;
        false
    }

    /// The sizes of states, if they have any; see [`FairSystem::sizes`](rsm::FairSystem::sizes).
    fn sizes(&mut self) -> Option<Box<dyn Sizes<State = Self::State> + '_>> {
        None
    }

    /// Whether a proposition is cheap and should be evaluated before others.
    fn is_cheap(&self, proposition: PropositionId) -> bool {
        let _ = proposition;
        false
    }
}

/// The labels evaluated so far, two bits each.
#[derive(Clone, Debug)]
pub(super) struct Labels {
    propositions: Vec<PropositionId>,
    words_per_state: usize,
    words: Vec<u64>,
}

impl Labels {
    /// No labels yet, for these propositions, which must be sorted.
    pub(super) fn new(propositions: Vec<PropositionId>) -> Self {
        Self { words_per_state: propositions.len().div_ceil(32), propositions, words: Vec::new() }
    }

    /// A label, if it has been evaluated.
    pub(super) fn known(&self, state: impl Idx, proposition: PropositionId) -> Option<Truth> {
        let Ok(position) = self.propositions.binary_search(&proposition) else { return Some(Truth::Unknown) };
        let word = self.words.get(state.index() * self.words_per_state + position / 32)?;
        match word >> (2 * (position % 32)) & 3 {
            1 => Some(Truth::False),
            2 => Some(Truth::True),
            3 => Some(Truth::Unknown),
            _ => None,
        }
    }

    /// A label, evaluated by the system at most once.
    pub(super) fn get<S: Labelled>(
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
