//! Determinisation and complement.

use fixedbitset::FixedBitSet;
use indexmap::{IndexMap, IndexSet};
use rustc_hash::FxBuildHasher;

use super::automaton::{Rule, StateId, Symbol, TreeAutomaton};
use super::work::Work;
use base::{Idx, IndexVec, Stop};

/// A deterministic automaton whose states stand for sets of states of another one, from [`TreeAutomaton::determinise`].
pub struct Subsets {
    /// The automaton. No two of its states have a tree in common.
    pub automaton: TreeAutomaton,
    /// For each of its states the states that it stands for, in order.
    pub members: IndexVec<StateId, Vec<StateId>>,
}

impl TreeAutomaton {
    /// The bottom-up subset construction. It may have exponentially many states.
    ///
    /// Laws: a tree with a run is in the language of one state, whose members are the [states of the tree](TreeAutomaton::states_of);
    /// other trees are in none. All states are productive.
    ///
    /// # Errors
    /// If there is too much work.
    pub fn determinise(&self, work: &mut Work) -> Result<Subsets, Stop> {
        let alphabet = self.all_rules().map(|(_, rule)| (rule.symbol, rule.children.len()));
        self.subsets(alphabet, false, work)
    }

    /// An automaton for all trees over an alphabet, of symbols and their ranks, that are in the language of none of `roots`. Returns it trimmed, and the
    /// states whose languages these trees are; no two of them have a tree in common.
    ///
    /// # Errors
    /// If there is too much work: exponentially much may be needed.
    pub fn complement(
        &self,
        roots: &[StateId],
        alphabet: &[(Symbol, usize)],
        work: &mut Work,
    ) -> Result<(TreeAutomaton, Vec<StateId>), Stop> {
        let Subsets { automaton, members } = self.subsets(alphabet.iter().copied(), true, work)?;
        let rejects = |members: &[StateId]| !roots.iter().any(|root| members.contains(root));
        let others: Vec<StateId> =
            members.iter_enumerated().filter(|(_, members)| rejects(members)).map(|(state, _)| state).collect();
        Ok(automaton.trim(&others))
    }

    /// The reachable subsets for trees over an alphabet; if it is to be `complete`, with the empty one.
    fn subsets(
        &self,
        alphabet: impl Iterator<Item = (Symbol, usize)>,
        complete: bool,
        work: &mut Work,
    ) -> Result<Subsets, Stop> {
        let mut rules_of: IndexMap<(Symbol, usize), Vec<(StateId, &Rule)>, FxBuildHasher> =
            alphabet.map(|symbol| (symbol, Vec::new())).collect();
        for (state, rule) in self.all_rules() {
            if let Some(rules) = rules_of.get_mut(&(rule.symbol, rule.children.len())) {
                rules.push((state, rule));
            }
        }
        let mut subsets = Construction { size: self.state_count(), complete, ..Construction::default() };
        for ((symbol, rank), rules) in &rules_of {
            if *rank == 0 {
                subsets.add(*symbol, &[], rules);
            }
        }
        // Each round adds the rules in which this subset is a child, and those after it are not.
        let mut last = 0;
        while last < subsets.subsets.len() {
            for ((symbol, rank), rules) in &rules_of {
                for first in 0..*rank {
                    subsets.extend(*symbol, *rank, rules, first, last, work)?;
                }
            }
            last += 1;
        }
        let mut automaton = TreeAutomaton::new();
        subsets.subsets.iter().for_each(|_| _ = automaton.add_state());
        subsets.rules.into_iter().for_each(|(state, rule)| automaton.add_rule(state, rule));
        let members = subsets.subsets.iter().map(|subset| subset.ones().map(StateId::at).collect()).collect();
        Ok(Subsets { automaton, members })
    }
}

#[derive(Default)]
struct Construction {
    /// The number of states.
    size: usize,
    complete: bool,
    subsets: IndexSet<FixedBitSet, FxBuildHasher>,
    rules: Vec<(StateId, Rule)>,
}

impl Construction {
    /// Adds a rule of the subset of all states that have one of `rules`.
    fn add(&mut self, symbol: Symbol, children: &[usize], rules: &[(StateId, &Rule)]) {
        let mut subset = FixedBitSet::with_capacity(self.size);
        rules.iter().for_each(|(state, _)| subset.insert(state.index()));
        if self.complete || !subset.is_clear() {
            let (state, _) = self.subsets.insert_full(subset);
            let children = children.iter().copied().map(StateId::at).collect();
            self.rules.push((StateId::at(state), Rule { symbol, children }));
        }
    }

    /// Adds the rules for all tuples of subsets up to `last` in which `first` is the first position of `last`.
    fn extend(
        &mut self,
        symbol: Symbol,
        rank: usize,
        rules: &[(StateId, &Rule)],
        first: usize,
        last: usize,
        work: &mut Work,
    ) -> Result<(), Stop> {
        let start = |position: usize| if position == first { last } else { 0 };
        let end = |position: usize| if position < first { last } else { last + 1 };
        // For each prefix of the tuple the rules that fit it.
        let mut tuple: Vec<usize> = Vec::with_capacity(rank);
        let mut fitting = vec![rules.to_vec()];
        let mut next = start(0);
        loop {
            let position = tuple.len();
            if position < rank && next < end(position) {
                let before = &fitting[position];
                work.count(1 + before.len())?;
                let subset = &self.subsets[next];
                let fit: Vec<_> = before
                    .iter()
                    .filter(|(_, rule)| subset.contains(rule.children[position].index()))
                    .copied()
                    .collect();
                if fit.is_empty() && !self.complete {
                    next += 1;
                    continue;
                }
                tuple.push(next);
                fitting.push(fit);
                if tuple.len() == rank {
                    self.add(symbol, &tuple, &fitting[rank]);
                } else {
                    next = start(tuple.len());
                    continue;
                }
            }
            // Go on with the next subset at the last position that is not exhausted.
            let Some(chosen) = tuple.pop() else { return Ok(()) };
            fitting.pop();
            next = chosen + 1;
        }
    }
}
