//! Tree automata as data.

use smallvec::SmallVec;

use base::{CompactSort, Idx, IndexVec, newtype_index};

newtype_index! {
    /// A symbol. All rules with it have the same number of children: its rank.
    pub struct Symbol;
    /// A state of one automaton.
    pub struct StateId;
}

/// A rule of a state: `state → symbol(children)`, that is, `(children) –symbol→ state`.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Rule {
    /// The symbol of the node.
    pub symbol: Symbol,
    /// The states of the subtrees, from left to right.
    pub children: SmallVec<[StateId; 2]>,
}

/// A nondeterministic tree automaton: `(states, rules)`. Which states accept is up to those who use it: each state has a
/// language, the trees that have a run in which it is the state of the root.
///
/// Law: the rules of a state are sorted, and none occurs twice.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct TreeAutomaton {
    rules: IndexVec<StateId, Vec<Rule>>,
}

impl TreeAutomaton {
    /// The automaton without states.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a state without rules, whose language is empty.
    pub fn add_state(&mut self) -> StateId {
        self.rules.push(Vec::new())
    }

    /// Adds a rule to a state, unless the state has it.
    pub fn add_rule(&mut self, state: StateId, rule: Rule) {
        let rules = &mut self.rules[state];
        if let Err(position) = rules.binary_search(&rule) {
            rules.insert(position, rule);
        }
    }

    /// Adds a state with rules that are sorted and different.
    pub(super) fn push_state(&mut self, rules: Vec<Rule>) -> StateId {
        debug_assert!(rules.is_sorted_by(|a, b| a < b));
        self.rules.push(rules)
    }

    /// Replaces the rules of a state.
    pub fn replace(&mut self, state: StateId, mut rules: Vec<Rule>) {
        rules.compact_sort();
        rules.dedup();
        self.rules[state] = rules;
    }

    /// The rules of a state, in order.
    pub fn rules(&self, state: StateId) -> &[Rule] {
        &self.rules[state]
    }

    /// The rules of a state with a symbol, in order.
    pub fn rules_with(&self, state: StateId, symbol: Symbol) -> &[Rule] {
        let rules = &self.rules[state];
        let start = rules.partition_point(|rule| rule.symbol < symbol);
        let length = rules[start..].partition_point(|rule| rule.symbol == symbol);
        &rules[start..start + length]
    }

    /// All states, in order.
    pub fn states(&self) -> impl DoubleEndedIterator<Item = StateId> + use<> {
        (0..self.rules.len()).map(StateId::at)
    }

    /// All rules, in order of their states.
    pub fn all_rules(&self) -> impl Iterator<Item = (StateId, &Rule)> {
        self.rules.iter_enumerated().flat_map(|(state, rules)| rules.iter().map(move |rule| (state, rule)))
    }

    /// The automaton in which every state is replaced by its class, given by consecutive numbers from 0.
    ///
    /// Law: `L(q) ⊆ L(class_of(q))`; they are equal if all states of each class have the same language.
    pub fn quotient(&self, class_of: &IndexVec<StateId, StateId>) -> TreeAutomaton {
        let classes = class_of.iter().map(|class| class.index() + 1).max().unwrap_or(0);
        let mut rules: IndexVec<StateId, Vec<Rule>> = IndexVec::filled(Vec::new(), classes);
        for (state, rule) in self.all_rules() {
            let children = rule.children.iter().map(|&child| class_of[child]).collect();
            rules[class_of[state]].push(Rule { symbol: rule.symbol, children });
        }
        for rules in rules.iter_mut() {
            rules.compact_sort();
            rules.dedup();
        }
        TreeAutomaton { rules }
    }

    /// The number of states.
    pub fn state_count(&self) -> usize {
        self.rules.len()
    }

    /// The number of rules.
    pub fn rule_count(&self) -> usize {
        self.rules.iter().map(Vec::len).sum()
    }
}
