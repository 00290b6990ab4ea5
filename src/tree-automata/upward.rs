//! Upward simulation.

use fixedbitset::FixedBitSet;
use smallvec::SmallVec;

use super::automaton::{Rule, StateId, TreeAutomaton};
use super::simulation::StateRelation;
use base::{Idx, IndexVec};

impl TreeAutomaton {
    /// The maximal upward simulation induced by a downward simulation `D`: the greatest relation `U` such that `q U r` implies that `r` is accepting if `q` is,
    /// and that for each rule `p → f(…, q, …)` there is a rule `s → f(…, r, …)`, with `r` at the place of `q`, such that `p U s`, and each of
    /// the other children of the first is related by `D` to the one of the second at its place [Abdulla, Bouajjani, Holík, Kaati, Vojnar: Computing
    /// simulations over tree automata, TACAS 2008, section 4].
    ///
    /// Law: if `q U r`, then every context in which a tree of `q` leads to an accepting state is one in which a tree of `r` does.
    ///
    /// # Panics
    /// If the relation is about another automaton.
    pub fn upward_simulation(&self, downward: &StateRelation, accepting: &[StateId]) -> StateRelation {
        let mut accepts = FixedBitSet::with_capacity(self.state_count());
        accepting.iter().for_each(|state| accepts.insert(state.index()));
        let rules: Vec<(StateId, &Rule)> = self.all_rules().collect();
        let allowed = |q: StateId, r: StateId| !accepts.contains(q.index()) || accepts.contains(r.index());
        upward_simulation_in(&rules, self.state_count(), self, downward, allowed)
    }
}

/// The maximal upward simulation of states below `count`, of which there are only these rules, by states of another automaton, induced by a
/// downward simulation between them. In place of acceptance, `allowed` says which pairs the relation may have.
pub(super) fn upward_simulation_in(
    rules: &[(StateId, &Rule)],
    count: usize,
    other: &TreeAutomaton,
    downward: &StateRelation,
    allowed: impl Fn(StateId, StateId) -> bool,
) -> StateRelation {
    let width = other.state_count();
    let mut relation = StateRelation::full(count, width);
    let mut removed: Vec<(StateId, StateId)> = Vec::new();
    let remove = |relation: &mut StateRelation, removed: &mut Vec<(StateId, StateId)>, q, r| {
        if relation.remove(q, r) {
            removed.push((q, r));
        }
    };
    for q in (0..count).map(StateId::at) {
        for r in other.states().filter(|&r| !allowed(q, r)) {
            remove(&mut relation, &mut removed, q, r);
        }
    }
    // For each place of a child in a rule, and each state there, the number of rules that match the rest of the rule.
    let mut matches: Vec<u32> = Vec::new();
    // For each state its rules, with the index of the first of these numbers.
    let mut rules_of: IndexVec<StateId, Vec<(&Rule, usize)>> = IndexVec::filled(Vec::new(), count);
    for &(state, rule) in rules {
        let start = matches.len();
        rules_of[state].push((rule, start));
        matches.resize(start + rule.children.len() * width, 0);
        for candidate in other.states().flat_map(|s| other.rules_with(s, rule.symbol)) {
            for position in matching_places(rule, candidate, downward) {
                matches[start + position * width + candidate.children[position].index()] += 1;
            }
        }
        for (position, &q) in rule.children.iter().enumerate() {
            let counts = &matches[start + position * width..][..width];
            for (r, _) in counts.iter().enumerate().filter(|(_, count)| **count == 0) {
                remove(&mut relation, &mut removed, q, StateId::at(r));
            }
        }
    }
    while let Some((p, s)) = removed.pop() {
        for &(rule, start) in &rules_of[p] {
            for candidate in other.rules_with(s, rule.symbol) {
                for position in matching_places(rule, candidate, downward) {
                    let r = candidate.children[position];
                    let count = &mut matches[start + position * width + r.index()];
                    *count -= 1;
                    if *count == 0 {
                        remove(&mut relation, &mut removed, rule.children[position], r);
                    }
                }
            }
        }
    }
    relation
}

/// The positions at which the rest of a rule is matched by the rest of another one with the same symbol: the other children are related.
fn matching_places(rule: &Rule, candidate: &Rule, downward: &StateRelation) -> SmallVec<[usize; 4]> {
    if rule.children.len() != candidate.children.len() {
        return SmallVec::new();
    }
    let related = |position: usize| downward.contains(rule.children[position], candidate.children[position]);
    let mut unrelated = (0..rule.children.len()).filter(|&position| !related(position));
    match (unrelated.next(), unrelated.next()) {
        (None, _) => (0..rule.children.len()).collect(),
        (Some(only), None) => SmallVec::from_slice(&[only]),
        (Some(_), Some(_)) => SmallVec::new(),
    }
}
