//! Reduction by downward simulation.

use super::automaton::{Rule, StateId, TreeAutomaton};
use base::{Idx, IndexVec};

impl TreeAutomaton {
    /// Reduces an automaton by downward simulation: removes useless states, merges states that simulate each other, and removes each
    /// rule whose children are all simulated by those of another rule of the same state. Returns the automaton, and where the roots are in it.
    ///
    /// Laws: the languages of the roots do not change, and no state or rule is added. No two states of the result simulate each other;
    /// reducing it again changes nothing.
    pub fn reduce(&self, roots: &[StateId]) -> (TreeAutomaton, Vec<StateId>) {
        let (trimmed, roots) = self.trim(roots);
        let simulation = trimmed.downward_simulation();
        let mut class_of: IndexVec<StateId, StateId> = IndexVec::new();
        let mut representatives = Vec::new();
        for state in trimmed.states() {
            let equivalent = |&other: &StateId| simulation.contains(state, other) && simulation.contains(other, state);
            let class = representatives.iter().position(equivalent).unwrap_or_else(|| {
                representatives.push(state);
                representatives.len() - 1
            });
            class_of.push(StateId::at(class));
        }
        let merged = trimmed.quotient(&class_of);
        let smaller =
            |q: StateId, r: StateId| simulation.contains(representatives[q.index()], representatives[r.index()]);
        let roots: Vec<StateId> = roots.iter().map(|&root| class_of[root]).collect();
        merged.without_simulated_rules(smaller).trim(&roots)
    }

    /// Keeps of the rules of each state those whose children are not all simulated by those of another rule. `smaller` is a partial order.
    fn without_simulated_rules(&self, smaller: impl Fn(StateId, StateId) -> bool) -> TreeAutomaton {
        let simulated = |rule: &Rule, other: &Rule| {
            rule != other
                && rule.children.len() == other.children.len()
                && rule.children.iter().zip(&other.children).all(|(&q, &r)| smaller(q, r))
        };
        let mut kept = TreeAutomaton::new();
        for state in self.states() {
            let needed = |rule: &&Rule| !self.rules_with(state, rule.symbol).iter().any(|other| simulated(rule, other));
            kept.push_state(self.rules(state).iter().filter(needed).cloned().collect());
        }
        kept
    }
}
