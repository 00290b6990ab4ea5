//! Canonical form.

use super::automaton::{Rule, StateId, TreeAutomaton};
use base::{CompactSort, Idx, IndexVec};

impl TreeAutomaton {
    /// Numbers the states in the order in which a search from the roots finds them, breadth first, and leaves out those that it does not find. Returns the automaton,
    /// and where the roots are in it.
    ///
    /// Laws: if two automata are isomorphic, by a bijection that maps the roots of one to those of the other, and no two states of them are bisimilar, as
    /// after [`TreeAutomaton::merge_bisimilar`], then the results are equal. If moreover the roots lead to all states, results are their own canonical forms.
    /// No language of a root changes.
    ///
    /// As states that are not bisimilar differ in what they do, they have an order that does not depend on their numbers.
    pub fn canonical(&self, roots: &[StateId]) -> (TreeAutomaton, Vec<StateId>) {
        let classes = self.bisimulation_classes();
        let mut numbers: IndexVec<StateId, Option<StateId>> = IndexVec::filled(None, self.state_count());
        let mut order: Vec<StateId> = Vec::new();
        let mut visit = |state: StateId, order: &mut Vec<StateId>| {
            *numbers[state].get_or_insert_with(|| {
                order.push(state);
                StateId::at(order.len() - 1)
            })
        };
        let roots = roots.iter().map(|&root| visit(root, &mut order)).collect();
        let mut canonical = TreeAutomaton::new();
        while let Some(&state) = order.get(canonical.state_count()) {
            let mut rules: Vec<&Rule> = self.rules(state).iter().collect();
            let class = |&child: &StateId| classes[child];
            rules.compact_sort_by(|a, b| {
                a.symbol.cmp(&b.symbol).then_with(|| a.children.iter().map(class).cmp(b.children.iter().map(class)))
            });
            let mut renamed: Vec<Rule> = rules
                .into_iter()
                .map(|rule| Rule {
                    symbol: rule.symbol,
                    children: rule.children.iter().map(|&child| visit(child, &mut order)).collect(),
                })
                .collect();
            renamed.compact_sort();
            canonical.push_state(renamed);
        }
        (canonical, roots)
    }
}
