//! Disjoint union.

use super::automaton::{Rule, StateId, TreeAutomaton};
use base::Idx;

impl TreeAutomaton {
    /// Adds the states and rules of another automaton, and returns which state of this one each of them has become. The states that
    /// were there keep their ids.
    ///
    /// Law: no language changes.
    pub fn append(&mut self, other: &TreeAutomaton) -> impl Fn(StateId) -> StateId + Copy + use<> {
        let offset = self.state_count();
        let moved = move |state: StateId| StateId::at(offset + state.index());
        for state in other.states() {
            let rules = other.rules(state).iter();
            // All children move by the same number, so that the rules stay sorted.
            self.push_state(
                rules
                    .map(|rule| Rule {
                        symbol: rule.symbol,
                        children: rule.children.iter().copied().map(moved).collect(),
                    })
                    .collect(),
            );
        }
        moved
    }
}
