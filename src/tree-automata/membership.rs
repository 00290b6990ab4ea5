//! Membership of trees.

use fixedbitset::FixedBitSet;

use super::automaton::{StateId, TreeAutomaton};
use super::tree::Tree;
use base::Idx;

impl TreeAutomaton {
    /// Whether a tree is in the language of a state: whether a run has this state at the root.
    pub fn accepts(&self, state: StateId, tree: &Tree) -> bool {
        self.states_of(tree).contains(&state)
    }

    /// All states whose languages contain a tree, in order. Takes time proportional to the number of its different subtrees and
    /// to the number of rules.
    pub fn states_of(&self, tree: &Tree) -> Vec<StateId> {
        let mut runs: Vec<FixedBitSet> = Vec::with_capacity(tree.subtrees().len());
        for subtree in tree.subtrees() {
            let (symbol, children) = (tree.symbol(subtree), tree.children(subtree));
            let has_run = |state: StateId| {
                self.rules_with(state, symbol).iter().any(|rule| {
                    rule.children.len() == children.len()
                        && rule.children.iter().zip(children).all(|(q, t)| runs[t.index()].contains(q.index()))
                })
            };
            let mut states = FixedBitSet::with_capacity(self.state_count());
            self.states().filter(|&state| has_run(state)).for_each(|state| states.insert(state.index()));
            runs.push(states);
        }
        runs[tree.root().index()].ones().map(StateId::at).collect()
    }
}
