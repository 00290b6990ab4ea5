//! Inclusion of languages.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use fixedbitset::FixedBitSet;
use smallvec::SmallVec;

use super::automaton::{Rule, StateId, Symbol, TreeAutomaton};
use super::simulation::StateRelation;
use super::tree::{Tree, TreeId, TreeStore};
use super::upward::upward_simulation_in;
use super::work::Work;
use base::{CompactSort, Idx, IndexVec, Stop};

/// Whether languages are included in others.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Inclusion {
    /// All of them are.
    Holds,
    /// One of them is not.
    Fails {
        /// The position of its state in the list.
        question: usize,
        /// A tree of its language that is not in the other one; small, but not always a smallest one.
        witness: Tree,
    },
}

impl Inclusion {
    /// Whether all languages are included.
    pub fn holds(&self) -> bool {
        *self == Inclusion::Holds
    }
}

impl TreeAutomaton {
    /// Whether the language of `roots` is included in that of `other_roots` of another automaton. A question for each root, see
    /// [`TreeAutomaton::inclusions`].
    ///
    /// # Errors
    /// If there is too much work.
    pub fn inclusion(
        &self,
        roots: &[StateId],
        other: &TreeAutomaton,
        other_roots: &[StateId],
        work: &mut Work,
    ) -> Result<Inclusion, Stop> {
        let questions: Vec<(StateId, &[StateId])> = roots.iter().map(|&root| (root, other_roots)).collect();
        self.inclusions(other, &questions, work)
    }

    /// Whether for each question `(q, R)` the language of the state `q` is included in that of the states `R` of another automaton.
    ///
    /// Law: the answer is `Holds` if and only if `L(q) ⊆ L(R)` for all questions; otherwise the witness is in `L(q)` and not in `L(R)` for the
    /// question that is named.
    ///
    /// What the maximal downward simulation answers needs nothing else. For the other questions, trees are built from the leaves up, represented by pairs
    /// `(p, S)`: a state that has the tree, and the set of all states of the other automaton that have it. Of the pairs with the same state only those with
    /// minimal sets are kept [Bouajjani, Habermehl, Holík, Touili, Vojnar: Antichain-based universality and inclusion testing over nondeterministic finite
    /// tree automata, CIAA 2008]. All questions share the pairs. Simulation prunes this search: a rule of `q` that is simulated by one of a state of `R`
    /// needs no pairs, and if there are many pairs, those are dropped in which a state of `S` simulates `p` upward: whatever is built with such a tree is in the
    /// other language [Abdulla, Chen, Holík, Mayr, Vojnar: When simulation meets antichains, TACAS 2010].
    ///
    /// # Errors
    /// If there is too much work; it may be exponential in the number of states of the other automaton.
    pub fn inclusions(
        &self,
        other: &TreeAutomaton,
        questions: &[(StateId, &[StateId])],
        work: &mut Work,
    ) -> Result<Inclusion, Stop> {
        let same = std::ptr::eq(self, other) || self == other;
        let mut open: Vec<usize> =
            (0..questions.len()).filter(|&at| !(same && questions[at].1.contains(&questions[at].0))).collect();
        if open.is_empty() {
            return Ok(Inclusion::Holds);
        }
        work.count(self.rule_count() + other.rule_count())?;
        let simulation = self.downward_simulation_in(other);
        open.retain(|&at| !questions[at].1.iter().any(|&r| simulation.contains(questions[at].0, r)));
        if open.is_empty() {
            return Ok(Inclusion::Holds);
        }
        Search::new(self, other, questions, &open, &simulation).run(other, &simulation, work)
    }
}

/// How many pairs for each state are many.
const MANY: usize = 2;

/// A state and the set of all states of the other automaton that have the same tree.
struct Pair {
    state: StateId,
    others: FixedBitSet,
    symbol: Symbol,
    /// The pairs of the tree's children.
    children: SmallVec<[usize; 2]>,
    size: u64,
    /// Whether no pair found since has a smaller set, and it was not dropped.
    minimal: bool,
}

/// A rule of a state of the other automaton, and a position of a child.
#[derive(Clone)]
struct Parent<'a> {
    position: usize,
    state: StateId,
    rule: &'a Rule,
}

impl Parent<'_> {
    fn place(&self) -> (Symbol, usize) {
        (self.rule.symbol, self.position)
    }
}

/// The pairs for some questions.
struct Search<'a> {
    /// For each state its questions, with their positions.
    questions: IndexVec<StateId, Vec<(usize, FixedBitSet)>>,
    /// The rules that matter.
    rules: Vec<(StateId, &'a Rule)>,
    /// For each state the rules and positions in which it is a child.
    occurrences: IndexVec<StateId, Vec<(usize, usize)>>,
    /// The rules without children of the other automaton that matter.
    other_leaves: Vec<(StateId, &'a Rule)>,
    /// For each state of the other automaton the rules in which it is a child, sorted by symbol and position.
    other_parents: IndexVec<StateId, Vec<Parent<'a>>>,
    other_count: usize,
    pairs: Vec<Pair>,
    /// For each state its minimal pairs, and those of them that were expanded.
    minimal: IndexVec<StateId, Vec<usize>>,
    expanded: IndexVec<StateId, Vec<usize>>,
    /// The pairs to expand, those with small trees first.
    pending: BinaryHeap<Reverse<(u64, usize)>>,
    /// Upward simulation by states of the other automaton, once there are many pairs.
    upward: Option<StateRelation>,
}

impl<'a> Search<'a> {
    fn new(
        automaton: &'a TreeAutomaton,
        other: &'a TreeAutomaton,
        questions: &[(StateId, &[StateId])],
        open: &[usize],
        simulation: &StateRelation,
    ) -> Self {
        let (count, other_count) = (automaton.state_count(), other.state_count());
        let mut search = Self {
            questions: IndexVec::filled(Vec::new(), count),
            rules: Vec::new(),
            occurrences: IndexVec::filled(Vec::new(), count),
            other_leaves: Vec::new(),
            other_parents: IndexVec::filled(Vec::new(), other_count),
            other_count,
            pairs: Vec::new(),
            minimal: IndexVec::filled(Vec::new(), count),
            expanded: IndexVec::filled(Vec::new(), count),
            pending: BinaryHeap::new(),
            upward: None,
        };
        let mut needed: Vec<StateId> = Vec::new();
        let mut needed_others: Vec<StateId> = Vec::new();
        for &at in open {
            let (state, others) = questions[at];
            let mut set = FixedBitSet::with_capacity(other_count);
            others.iter().for_each(|other| set.insert(other.index()));
            search.questions[state].push((at, set));
            needed_others.extend(others);
        }
        for (state, questions) in search.questions.iter_enumerated() {
            // A rule that is simulated for all questions of its state is only needed if the state occurs below.
            let simulated = |rule: &Rule| {
                questions.iter().all(|(_, others)| {
                    let mut candidates = others.ones().flat_map(|r| other.rules_with(StateId::at(r), rule.symbol));
                    candidates.any(|candidate| {
                        rule.children.len() == candidate.children.len()
                            && rule.children.iter().zip(&candidate.children).all(|(&q, &r)| simulation.contains(q, r))
                    })
                })
            };
            if !questions.is_empty() {
                for rule in automaton.rules(state).iter().filter(|rule| !simulated(rule)) {
                    search.rules.push((state, rule));
                    needed.extend(&rule.children);
                }
            }
        }
        let below = reachable(automaton, needed);
        search.rules.retain(|(state, _)| !below.contains(state.index()));
        for state in below.ones().map(StateId::at) {
            search.rules.extend(automaton.rules(state).iter().map(|rule| (state, rule)));
        }
        for (at, (_, rule)) in search.rules.iter().enumerate() {
            for (position, &child) in rule.children.iter().enumerate() {
                search.occurrences[child].push((at, position));
            }
        }
        for state in reachable(other, needed_others).ones().map(StateId::at) {
            for rule in other.rules(state) {
                if rule.children.is_empty() {
                    search.other_leaves.push((state, rule));
                }
                for (position, &child) in rule.children.iter().enumerate() {
                    search.other_parents[child].push(Parent { position, state, rule });
                }
            }
        }
        search.other_parents.iter_mut().for_each(|parents| parents.compact_sort_by_key(Parent::place));
        search
    }

    fn run(&mut self, other: &TreeAutomaton, simulation: &StateRelation, work: &mut Work) -> Result<Inclusion, Stop> {
        let leaves: Vec<usize> = (0..self.rules.len()).filter(|&at| self.rules[at].1.children.is_empty()).collect();
        for rule in leaves {
            let others = self.others(rule, &[], work)?;
            self.add(rule, SmallVec::new(), others);
        }
        let mut found = Vec::new();
        while let Some(Reverse((_, id))) = self.pending.pop() {
            let Pair { state, ref others, minimal, .. } = self.pairs[id];
            if !minimal {
                continue;
            }
            if let Some(&(question, _)) = self.questions[state].iter().find(|(_, wanted)| wanted.is_disjoint(others)) {
                return Ok(Inclusion::Fails { question, witness: self.tree(id) });
            }
            self.expanded[state].push(id);
            for &(rule, position) in &self.occurrences[state] {
                self.combine(rule, position, id, work, &mut found)?;
            }
            for (rule, children, others) in found.drain(..) {
                self.add(rule, children, others);
            }
            if self.upward.is_none() && self.pairs.len() > MANY * self.minimal.len() {
                work.count(self.rules.len() + other.rule_count())?;
                self.simulate_upward(other, simulation);
            }
        }
        Ok(Inclusion::Holds)
    }

    /// Computes the upward simulation, and drops the pairs for which it says that they are no part of a counterexample.
    fn simulate_upward(&mut self, other: &TreeAutomaton, simulation: &StateRelation) {
        let questions = &self.questions;
        // Where a question is asked, only the right answers simulate.
        let allowed = |q: StateId, r: StateId| questions[q].iter().all(|(_, others)| others.contains(r.index()));
        let upward = upward_simulation_in(&self.rules, questions.len(), other, simulation, allowed);
        for pair in &mut self.pairs {
            pair.minimal &= !upward.meets(pair.state, &pair.others);
        }
        for lists in [&mut self.minimal, &mut self.expanded] {
            lists.iter_mut().for_each(|list| list.retain(|&id| self.pairs[id].minimal));
        }
        self.upward = Some(upward);
    }

    /// Applies a rule to all tuples of expanded pairs in which a pair has its first occurrence at a position.
    fn combine(
        &self,
        rule: usize,
        position: usize,
        id: usize,
        work: &mut Work,
        found: &mut Vec<(usize, SmallVec<[usize; 2]>, FixedBitSet)>,
    ) -> Result<(), Stop> {
        let children = &self.rules[rule].1.children;
        let choices = |at: usize| -> &[usize] {
            let all = &self.expanded[children[at]];
            match at.cmp(&position) {
                std::cmp::Ordering::Less if children[at] == children[position] => &all[..all.len() - 1],
                std::cmp::Ordering::Equal => &all[all.len() - 1..],
                _ => all,
            }
        };
        debug_assert_eq!(choices(position), [id]);
        if (0..children.len()).any(|at| choices(at).is_empty()) {
            return Ok(());
        }
        let mut chosen: SmallVec<[usize; 4]> = SmallVec::from_elem(0, children.len());
        loop {
            let tuple: SmallVec<[usize; 2]> =
                chosen.iter().enumerate().map(|(at, &choice)| choices(at)[choice]).collect();
            let others = self.others(rule, &tuple, work)?;
            found.push((rule, tuple, others));
            // Counts up, the last position first.
            let Some(next) = (0..children.len()).rev().find(|&at| chosen[at] + 1 < choices(at).len()) else {
                return Ok(());
            };
            chosen[next] += 1;
            chosen[next + 1..].fill(0);
        }
    }

    /// The states of the other automaton that have the tree which a rule builds of the trees of pairs.
    fn others(&self, rule: usize, children: &[usize], work: &mut Work) -> Result<FixedBitSet, Stop> {
        let mut others = FixedBitSet::with_capacity(self.other_count);
        let symbol = self.rules[rule].1.symbol;
        let set = |position: usize| &self.pairs[children[position]].others;
        let Some(least) = (0..children.len()).min_by_key(|&position| set(position).count_ones(..)) else {
            work.count(1 + self.other_leaves.len())?;
            let leaves = self.other_leaves.iter().filter(|(_, leaf)| leaf.symbol == symbol);
            leaves.for_each(|(state, _)| others.insert(state.index()));
            return Ok(others);
        };
        // Only rules with a child in the least set are looked at.
        for child in set(least).ones().map(StateId::at) {
            let parents = &self.other_parents[child];
            let parents = &parents[parents.partition_point(|parent| parent.place() < (symbol, least))..];
            let mut count = 1;
            for Parent { state, rule, .. } in parents.iter().take_while(|parent| parent.place() == (symbol, least)) {
                let mut both = rule.children.iter().enumerate();
                if rule.children.len() == children.len()
                    && both.all(|(position, child)| set(position).contains(child.index()))
                {
                    others.insert(state.index());
                }
                count += 1;
            }
            work.count(count)?;
        }
        work.count(1)?;
        Ok(others)
    }

    /// Adds a pair unless there is one for the same state with a smaller set, and removes those with larger sets.
    fn add(&mut self, rule: usize, children: SmallVec<[usize; 2]>, others: FixedBitSet) {
        let (state, Rule { symbol, .. }) = self.rules[rule];
        let (pairs, minimal) = (&mut self.pairs, &mut self.minimal[state]);
        if minimal.iter().any(|&id| pairs[id].others.is_subset(&others))
            || self.upward.as_ref().is_some_and(|upward| upward.meets(state, &others))
        {
            return;
        }
        let before = minimal.len();
        minimal.retain(|&id| {
            pairs[id].minimal = !others.is_subset(&pairs[id].others);
            pairs[id].minimal
        });
        if minimal.len() < before {
            self.expanded[state].retain(|&id| pairs[id].minimal);
        }
        minimal.push(pairs.len());
        let size = children.iter().fold(1, |size: u64, &child| size.saturating_add(pairs[child].size));
        self.pending.push(Reverse((size, pairs.len())));
        pairs.push(Pair { state, others, symbol: *symbol, children, size, minimal: true });
    }

    /// The tree of a pair.
    fn tree(&self, pair: usize) -> Tree {
        let mut store = TreeStore::default();
        let mut trees: Vec<TreeId> = Vec::with_capacity(pair + 1);
        for Pair { symbol, children, .. } in &self.pairs[..=pair] {
            let children: SmallVec<[TreeId; 2]> = children.iter().map(|&child| trees[child]).collect();
            trees.push(store.add(*symbol, &children));
        }
        store.tree(trees[pair])
    }
}

/// The states that occur in runs below some states, these included.
fn reachable(automaton: &TreeAutomaton, mut pending: Vec<StateId>) -> FixedBitSet {
    let mut reached = FixedBitSet::with_capacity(automaton.state_count());
    while let Some(state) = pending.pop() {
        if !reached.put(state.index()) {
            pending.extend(automaton.rules(state).iter().flat_map(|rule| &rule.children));
        }
    }
    reached
}
