//! Reduction by bisimulation.

use smallvec::SmallVec;

use super::automaton::{StateId, Symbol, TreeAutomaton};
use crate::base::{CompactSort, Idx, IndexVec};

/// What a state does, as far as its children are distinguished: the symbols and the ranks of the children of its rules, sorted.
type Behaviour = Vec<(Symbol, SmallVec<[u32; 4]>)>;

impl TreeAutomaton {
    /// Removes useless states, and merges states that are bisimilar: those whose rules have the same symbols, with bisimilar children. Returns the
    /// automaton, and where the roots are in it.
    ///
    /// Laws: the languages of the roots do not change. No two states of the result are bisimilar. [`TreeAutomaton::reduce`] reduces
    /// at least as much, and takes more time.
    pub fn merge_bisimilar(&self, roots: &[StateId]) -> (TreeAutomaton, Vec<StateId>) {
        let (trimmed, roots) = self.trim(roots);
        let mut class_of = trimmed.bisimulation_ranks();
        // Consecutive numbers, in the order of the first members.
        let mut classes: IndexVec<StateId, Option<StateId>> = IndexVec::filled(None, class_of.len());
        let mut count = 0;
        for class in class_of.iter_mut() {
            *class = *classes[*class].get_or_insert_with(|| {
                count += 1;
                StateId::at(count - 1)
            });
        }
        (trimmed.quotient(&class_of), roots.iter().map(|&root| class_of[root]).collect())
    }

    /// The coarsest bisimulation, as a rank for each state: bisimilar states have equal ranks, and the ranks do not depend on the numbers of states. A rank
    /// is the number of states with smaller ranks.
    ///
    /// Starting with one class, each round splits the classes by what their states do in terms of the classes of the round before.
    pub(super) fn bisimulation_ranks(&self) -> IndexVec<StateId, StateId> {
        let mut ranks = IndexVec::filled(StateId(0), self.state_count());
        // The classes of more than one state; their states, wherever they are, are consecutive in the order of ranks.
        let mut classes: Vec<Vec<StateId>> = vec![self.states().collect()];
        loop {
            let mut split = Vec::new();
            let mut left = Vec::with_capacity(classes.len());
            for class in classes {
                let mut behaviours: Vec<(Behaviour, StateId)> =
                    class.iter().map(|&state| (self.behaviour(state, &ranks), state)).collect();
                behaviours.compact_sort();
                let mut rank = class.first().map_or(0, |&state| ranks[state].index());
                for equal in behaviours.chunk_by(|a, b| a.0 == b.0) {
                    if equal.len() < class.len() {
                        split.extend(equal.iter().map(|&(_, state)| (state, StateId::at(rank))));
                    }
                    if equal.len() > 1 {
                        left.push(equal.iter().map(|&(_, state)| state).collect());
                    }
                    rank += equal.len();
                }
            }
            if split.is_empty() {
                return ranks;
            }
            split.into_iter().for_each(|(state, rank)| ranks[state] = rank);
            classes = left;
        }
    }

    fn behaviour(&self, state: StateId, ranks: &IndexVec<StateId, StateId>) -> Behaviour {
        let rules = self.rules(state).iter();
        let mut behaviour: Behaviour =
            rules.map(|rule| (rule.symbol, rule.children.iter().map(|&child| ranks[child].0).collect())).collect();
        behaviour.compact_sort();
        behaviour.dedup();
        behaviour
    }
}
