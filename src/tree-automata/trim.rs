//! Emptiness, and removal of useless states.

use fixedbitset::FixedBitSet;

use super::automaton::{Rule, StateId, TreeAutomaton};
use base::{Idx, IndexVec};

impl TreeAutomaton {
    /// The productive states: those whose languages are not empty. Takes time linear in the size of the automaton.
    pub fn productive(&self) -> FixedBitSet {
        let mut productive = FixedBitSet::with_capacity(self.state_count());
        let mut pending = Vec::new();
        let mut occurrences: IndexVec<StateId, Vec<usize>> = IndexVec::filled(Vec::new(), self.state_count());
        // For each rule its state, and the number of its children not known to be productive.
        let mut rules: Vec<(StateId, usize)> = Vec::with_capacity(self.rule_count());
        for (state, rule) in self.all_rules() {
            rule.children.iter().for_each(|&child| occurrences[child].push(rules.len()));
            rules.push((state, rule.children.len()));
            if rule.children.is_empty() && !productive.put(state.index()) {
                pending.push(state);
            }
        }
        while let Some(child) = pending.pop() {
            for &rule in &occurrences[child] {
                let (state, missing) = &mut rules[rule];
                *missing -= 1;
                if *missing == 0 && !productive.put(state.index()) {
                    pending.push(*state);
                }
            }
        }
        productive
    }

    /// Whether the language of a state is empty.
    pub fn is_empty(&self, state: StateId) -> bool {
        !self.productive().contains(state.index())
    }

    /// Keeps what the languages of `roots` need: states that are productive and occur in runs on their trees. Returns the automaton, whose states
    /// are in the same order as here, and where the roots are in it.
    ///
    /// Laws: the languages of the roots do not change. All states but roots are productive; a root with an empty language has no rules.
    pub fn trim(&self, roots: &[StateId]) -> (TreeAutomaton, Vec<StateId>) {
        let productive = self.productive();
        let useful = |rule: &&Rule| rule.children.iter().all(|child| productive.contains(child.index()));
        let mut kept = FixedBitSet::with_capacity(self.state_count());
        let mut pending: Vec<StateId> = roots.to_vec();
        while let Some(state) = pending.pop() {
            if !kept.put(state.index()) {
                pending.extend(self.rules(state).iter().filter(useful).flat_map(|rule| &rule.children));
            }
        }
        let mut moved: IndexVec<StateId, StateId> = IndexVec::filled(StateId(u32::MAX), self.state_count());
        kept.ones().enumerate().for_each(|(to, from)| moved[StateId::at(from)] = StateId::at(to));
        let mut trimmed = TreeAutomaton::new();
        for state in kept.ones().map(StateId::at) {
            // The order of states stays the same, and so does that of rules.
            let rename = |rule: &Rule| Rule {
                symbol: rule.symbol,
                children: rule.children.iter().map(|&child| moved[child]).collect(),
            };
            trimmed.push_state(self.rules(state).iter().filter(useful).map(rename).collect());
        }
        (trimmed, roots.iter().map(|&root| moved[root]).collect())
    }
}
