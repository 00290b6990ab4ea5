//! Intersection.

use indexmap::IndexSet;
use rustc_hash::FxBuildHasher;

use super::automaton::{Rule, StateId, TreeAutomaton};
use base::{CompactSort, Idx};

impl TreeAutomaton {
    /// An automaton for the intersections of the languages of pairs of states, one of this automaton and one of the other: the part of the product
    /// that the pairs need. Returns it [trimmed](TreeAutomaton::trim), and for each pair its state. It has a state for each pair of states at
    /// most, and a rule for each pair of rules.
    ///
    /// Law: `L(result of (p, q)) = L(p) ∩ L(q)`.
    pub fn intersection(&self, other: &TreeAutomaton, pairs: &[(StateId, StateId)]) -> (TreeAutomaton, Vec<StateId>) {
        let mut states: IndexSet<(StateId, StateId), FxBuildHasher> = IndexSet::default();
        let roots: Vec<StateId> = pairs.iter().map(|&pair| StateId::at(states.insert_full(pair).0)).collect();
        let mut product = TreeAutomaton::new();
        while let Some(&(p, q)) = states.get_index(product.state_count()) {
            let mut rules = Vec::new();
            for left in self.rules(p) {
                for right in other.rules_with(q, left.symbol) {
                    if left.children.len() == right.children.len() {
                        let children = left.children.iter().zip(&right.children);
                        let children = children.map(|(&a, &b)| StateId::at(states.insert_full((a, b)).0)).collect();
                        rules.push(Rule { symbol: left.symbol, children });
                    }
                }
            }
            rules.compact_sort();
            product.push_state(rules);
        }
        product.trim(&roots)
    }
}
