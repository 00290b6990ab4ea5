//! Downward simulation.

use fixedbitset::FixedBitSet;
use indexmap::IndexSet;
use rustc_hash::FxBuildHasher;

use super::automaton::{StateId, Symbol, TreeAutomaton};
use base::{CompactSort, Idx, IndexVec};

/// A relation between the states of an automaton and those of an automaton, often the same.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StateRelation {
    rows: IndexVec<StateId, FixedBitSet>,
}

impl StateRelation {
    /// The relation of all pairs.
    pub(super) fn full(left: usize, right: usize) -> Self {
        let mut row = FixedBitSet::with_capacity(right);
        row.insert_range(..);
        Self { rows: IndexVec::filled(row, left) }
    }

    /// Whether a pair is in the relation.
    pub fn contains(&self, left: StateId, right: StateId) -> bool {
        self.rows[left].contains(right.index())
    }

    /// All states to which `left` is related, in order.
    pub fn related(&self, left: StateId) -> impl Iterator<Item = StateId> {
        self.rows[left].ones().map(StateId::at)
    }

    /// Whether `left` is related to a state of a set.
    pub(super) fn meets(&self, left: StateId, states: &FixedBitSet) -> bool {
        !self.rows[left].is_disjoint(states)
    }

    /// Removes a pair; returns whether it was there.
    pub(super) fn remove(&mut self, left: StateId, right: StateId) -> bool {
        let was = self.contains(left, right);
        self.rows[left].set(right.index(), false);
        was
    }
}

impl TreeAutomaton {
    /// The maximal downward simulation: `q` is related to all states that simulate it. Short for
    /// [`TreeAutomaton::downward_simulation_in`] with the same automaton; reflexive and transitive.
    pub fn downward_simulation(&self) -> StateRelation {
        self.downward_simulation_in(self)
    }

    /// The maximal downward simulation of the states of this automaton by those of another one: the greatest relation `D` such that `q D r` implies that for
    /// each rule `q → f(q1, …, qn)` there is a rule `r → f(r1, …, rn)` with `q1 D r1`, …, `qn D rn` [Abdulla, Bouajjani, Holík, Kaati, Vojnar:
    /// Computing simulations over tree automata, TACAS 2008, section 3].
    ///
    /// Law: `q D r` implies `L(q) ⊆ L(r)`.
    ///
    /// It counts, for each rule and each state `r`, the rules of `r` that still match it, so that each pair of rules with the same symbol is
    /// visited once for each of its children. Deviation: the paper reduces the problem to the simulation of a transition system.
    pub fn downward_simulation_in(&self, other: &TreeAutomaton) -> StateRelation {
        let mut classes = IndexSet::default();
        let left = RuleTable::new(self, &mut classes);
        let right = RuleTable::new(other, &mut classes);
        let mut relation = StateRelation::full(self.state_count(), other.state_count());
        // For each rule on the left and each state on the right.
        let width = other.state_count();
        let mut matches: Vec<u32> = vec![0; left.rules.len() * width];
        let mut of_class: Vec<Vec<usize>> = vec![Vec::new(); classes.len()];
        right.rules.iter().enumerate().for_each(|(rule, row)| of_class[row.class].push(rule));
        let mut unmatched = FixedBitSet::with_capacity(left.rules.len() * right.rules.len());
        let mut removed = Vec::new();
        for (rule, row) in left.rules.iter().enumerate() {
            let counts = &mut matches[rule * width..][..width];
            of_class[row.class].iter().for_each(|&candidate| counts[right.rules[candidate].state.index()] += 1);
            for (state, _) in counts.iter().enumerate().filter(|(_, count)| **count == 0) {
                if relation.remove(row.state, StateId::at(state)) {
                    removed.push((row.state, StateId::at(state)));
                }
            }
        }
        while let Some((q, r)) = removed.pop() {
            for (rules, candidates) in left.both_with(q, &right, r) {
                for &rule in rules {
                    for &candidate in candidates {
                        if unmatched.put(rule.rule * right.rules.len() + candidate.rule) {
                            continue;
                        }
                        let (p, s) = (left.rules[rule.rule].state, right.rules[candidate.rule].state);
                        let count = &mut matches[rule.rule * width + s.index()];
                        *count -= 1;
                        if *count == 0 && relation.remove(p, s) {
                            removed.push((p, s));
                        }
                    }
                }
            }
        }
        relation
    }
}

/// Where a state occurs as a child. Ordered by class and position.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Occurrence {
    class: usize,
    position: usize,
    rule: usize,
}

impl Occurrence {
    fn place(&self) -> (usize, usize) {
        (self.class, self.position)
    }
}

/// A rule without its children: its state, and the class of all rules with the same symbol and rank.
struct Row {
    state: StateId,
    class: usize,
}

/// The rules of an automaton, numbered, and where each state occurs in them.
struct RuleTable {
    rules: Vec<Row>,
    occurrences: IndexVec<StateId, Vec<Occurrence>>,
}

impl RuleTable {
    fn new(automaton: &TreeAutomaton, classes: &mut IndexSet<(Symbol, usize), FxBuildHasher>) -> Self {
        let mut rules = Vec::with_capacity(automaton.rule_count());
        let mut occurrences: IndexVec<StateId, Vec<Occurrence>> = IndexVec::filled(Vec::new(), automaton.state_count());
        for (state, rule) in automaton.all_rules() {
            let (class, _) = classes.insert_full((rule.symbol, rule.children.len()));
            for (position, &child) in rule.children.iter().enumerate() {
                occurrences[child].push(Occurrence { class, position, rule: rules.len() });
            }
            rules.push(Row { state, class });
        }
        occurrences.iter_mut().for_each(|occurrences| occurrences.compact_sort());
        Self { rules, occurrences }
    }

    /// The rules with a child `q` and those of another table with a child `r`, for each class and position.
    fn both_with<'t>(
        &'t self,
        q: StateId,
        other: &'t RuleTable,
        r: StateId,
    ) -> impl Iterator<Item = (&'t [Occurrence], &'t [Occurrence])> {
        let mut others = other.occurrences[r].as_slice();
        self.occurrences[q].chunk_by(|a, b| a.place() == b.place()).map(move |rules| {
            let start = others.partition_point(|occurrence| occurrence.place() < rules[0].place());
            others = &others[start..];
            (rules, &others[..others.partition_point(|occurrence| occurrence.place() == rules[0].place())])
        })
    }
}
