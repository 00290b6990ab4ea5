//! Reduction by bisimulation.

use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use super::automaton::{StateId, Symbol, TreeAutomaton};
use base::{CompactSort, Idx, IndexVec};

/// What a state does, as far as its children are distinguished: the symbols of its rules and the classes of their children, sorted.
type Behaviour = Vec<(Symbol, SmallVec<[u32; 4]>)>;

impl TreeAutomaton {
    /// Removes useless states, and merges states that are bisimilar: those whose rules have the same symbols, with bisimilar children. Returns the
    /// automaton, and where the roots are in it.
    ///
    /// Laws: the languages of the roots do not change. No two states of the result are bisimilar. [`TreeAutomaton::reduce`] reduces
    /// at least as much, and takes more time.
    pub fn merge_bisimilar(&self, roots: &[StateId]) -> (TreeAutomaton, Vec<StateId>) {
        let (trimmed, roots) = self.trim(roots);
        let numbers = trimmed.bisimulation_classes();
        // Consecutive numbers, in the order of the first members.
        let mut classes: FxHashMap<u32, StateId> = FxHashMap::default();
        let mut consecutive = |number: &u32| {
            let next = StateId::at(classes.len());
            *classes.entry(*number).or_insert(next)
        };
        let class_of: IndexVec<StateId, StateId> = numbers.iter().map(&mut consecutive).collect();
        (trimmed.quotient(&class_of), roots.iter().map(|&root| class_of[root]).collect())
    }

    /// The coarsest bisimulation, as a number for each state: bisimilar states have equal numbers. If automata are isomorphic, states that
    /// correspond have equal numbers, whatever their ids are.
    ///
    /// Starting with one class, each round splits classes by what their states do in terms of the classes before. It looks only at states of which a
    /// child has changed its class, and the largest part of a class keeps its number [as in Hopcroft: An n log n algorithm for minimizing states in a
    /// finite automaton, 1971].
    pub(super) fn bisimulation_classes(&self) -> IndexVec<StateId, u32> {
        let mut parents: IndexVec<StateId, Vec<StateId>> = IndexVec::filled(Vec::new(), self.state_count());
        for (state, rule) in self.all_rules() {
            rule.children.iter().for_each(|&child| parents[child].push(state));
        }
        let mut class_of: IndexVec<StateId, u32> = IndexVec::filled(0, self.state_count());
        let mut members: IndexVec<u32, Vec<StateId>> = IndexVec::new();
        members.push(self.states().collect());
        let mut affected: Vec<StateId> = self.states().collect();
        let mut moved: Vec<(StateId, u32)> = Vec::new();
        while !affected.is_empty() {
            affected.compact_sort_by_key(|&state| (class_of[state], state));
            affected.dedup();
            for touched in affected.chunk_by(|&a, &b| class_of[a] == class_of[b]) {
                let class = class_of[touched[0]];
                if members[class].len() > 1 {
                    self.split(class, touched, &class_of, &mut members, &mut moved);
                }
            }
            affected.clear();
            for (state, class) in moved.drain(..) {
                class_of[state] = class;
                affected.extend(&parents[state]);
            }
        }
        class_of
    }

    /// Splits a class by what its states do; those that are not `touched`, in order, do the same as each other. Adds the states that get new classes to `moved`.
    fn split(
        &self,
        class: u32,
        touched: &[StateId],
        class_of: &IndexVec<StateId, u32>,
        members: &mut IndexVec<u32, Vec<StateId>>,
        moved: &mut Vec<(StateId, u32)>,
    ) {
        let is_untouched = |state: &StateId| touched.binary_search(state).is_err();
        let untouched = members[class].len() - touched.len();
        // One of them stands for all.
        let one = members[class].iter().copied().find(is_untouched);
        let mut behaviours: Vec<(Behaviour, StateId)> =
            touched.iter().copied().chain(one).map(|state| (self.behaviour(state, class_of), state)).collect();
        behaviours.compact_sort();
        let parts: Vec<&[(Behaviour, StateId)]> = behaviours.chunk_by(|a, b| a.0 == b.0).collect();
        let has_untouched = |part: &[(Behaviour, StateId)]| part.iter().any(|&(_, state)| Some(state) == one);
        let size = |part: &[(Behaviour, StateId)]| part.len() + if has_untouched(part) { untouched - 1 } else { 0 };
        let Some(largest) = (0..parts.len()).rev().max_by_key(|&part| size(parts[part])) else { return };
        for (_, part) in parts.iter().enumerate().filter(|(part, _)| *part != largest) {
            let mut states: Vec<StateId> = part.iter().map(|&(_, state)| state).collect();
            if has_untouched(part) {
                states
                    .extend(members[class].iter().copied().filter(|state| is_untouched(state) && Some(*state) != one));
            }
            states.compact_sort();
            members[class].retain(|state| states.binary_search(state).is_err());
            let new = u32::at(members.len());
            moved.extend(states.iter().map(|&state| (state, new)));
            members.push(states);
        }
    }

    fn behaviour(&self, state: StateId, class_of: &IndexVec<StateId, u32>) -> Behaviour {
        let rules = self.rules(state).iter();
        let mut behaviour: Behaviour =
            rules.map(|rule| (rule.symbol, rule.children.iter().map(|&child| class_of[child]).collect())).collect();
        behaviour.compact_sort();
        behaviour.dedup();
        behaviour
    }
}
