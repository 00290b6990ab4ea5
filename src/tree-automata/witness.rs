//! Members of a language in order of their size.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use fixedbitset::FixedBitSet;
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use super::automaton::{Rule, StateId, Symbol, TreeAutomaton};
use super::tree::{Tree, TreeId, TreeStore};
use base::{Idx, IndexVec};

impl TreeAutomaton {
    /// A smallest tree of a state, or `None` if its language is empty; the first of [`TreeAutomaton::trees`].
    pub fn smallest_tree(&self, state: StateId) -> Option<Tree> {
        self.trees(state, 1).next()
    }

    /// The first `limit` trees of a state, each computed when it is asked for.
    ///
    /// Law: all trees of the language come, each once, in an order that depends only on the trees: by size, then by symbol, then by their
    /// children from left to right, compared in the same way. (Sizes of 2^64 and more count as equal.)
    ///
    /// This is the algorithm of Knuth for shortest derivations [A generalization of Dijkstra's algorithm, IPL 1977], continued beyond the first tree of
    /// each state. No state needs more than `limit` trees: if a child is replaced by an earlier tree of its state, the whole is earlier.
    pub fn trees(&self, state: StateId, limit: usize) -> TreesBySize<'_> {
        TreesBySize::new(self, state, limit)
    }
}

/// A tree that a rule builds of known trees. Candidates are ordered by their trees first.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Candidate {
    size: u64,
    symbol: Symbol,
    children: SmallVec<[TreeId; 2]>,
    choice: Choice,
}

/// A rule of a state, and for each child a position in the list of known trees of the child's state.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Choice {
    state: StateId,
    rule: usize,
    positions: SmallVec<[usize; 2]>,
}

/// The trees of a state, from [`TreeAutomaton::trees`].
pub struct TreesBySize<'a> {
    automaton: &'a TreeAutomaton,
    root: StateId,
    limit: usize,
    returned: usize,
    /// All trees found, of any state. Law: ids are in the order of trees.
    store: TreeStore,
    sizes: IndexVec<TreeId, u64>,
    /// For each state its trees, in order.
    known: IndexVec<StateId, Vec<TreeId>>,
    candidates: BinaryHeap<Reverse<Candidate>>,
    /// Choices that need the tree of a state at a position which is not known yet.
    waiting: FxHashMap<(StateId, usize), Vec<Choice>>,
}

impl<'a> TreesBySize<'a> {
    fn new(automaton: &'a TreeAutomaton, root: StateId, limit: usize) -> Self {
        let mut trees = Self {
            automaton,
            root,
            limit,
            returned: 0,
            store: TreeStore::default(),
            sizes: IndexVec::new(),
            known: IndexVec::filled(Vec::new(), automaton.state_count()),
            candidates: BinaryHeap::new(),
            waiting: FxHashMap::default(),
        };
        let mut reached = FixedBitSet::with_capacity(automaton.state_count());
        let mut pending = vec![root];
        while let Some(state) = pending.pop() {
            if reached.put(state.index()) {
                continue;
            }
            for (rule, Rule { children, .. }) in automaton.rules(state).iter().enumerate() {
                trees.offer(Choice { state, rule, positions: SmallVec::from_elem(0, children.len()) });
                pending.extend(children);
            }
        }
        trees
    }

    /// Makes a candidate of a choice, now or when its children are known.
    fn offer(&mut self, choice: Choice) {
        let rule = &self.automaton.rules(choice.state)[choice.rule];
        let mut children = SmallVec::with_capacity(rule.children.len());
        let mut size: u64 = 1;
        for (&child, &position) in rule.children.iter().zip(&choice.positions) {
            let Some(&tree) = self.known[child].get(position) else {
                self.waiting.entry((child, position)).or_default().push(choice);
                return;
            };
            size = size.saturating_add(self.sizes[tree]);
            children.push(tree);
        }
        self.candidates.push(Reverse(Candidate { size, symbol: rule.symbol, children, choice }));
    }

    /// Adds the tree of the first candidate to the trees of its state. Each choice follows from one other, whose tree comes before: the one in which its
    /// last position that is not 0 is smaller by 1.
    fn settle(&mut self, Candidate { size, symbol, children, choice }: Candidate) {
        let state = choice.state;
        if self.known[state].len() >= self.limit {
            return;
        }
        let tree = self.store.add(symbol, &children);
        if tree.index() == self.sizes.len() {
            self.sizes.push(size);
        }
        let last = choice.positions.iter().rposition(|&position| position > 0).unwrap_or(0);
        for child in last..choice.positions.len() {
            let mut positions = choice.positions.clone();
            positions[child] += 1;
            self.offer(Choice { state, rule: choice.rule, positions });
        }
        // Candidates for the same tree follow each other.
        if self.known[state].last() != Some(&tree) {
            self.known[state].push(tree);
            let woken = self.waiting.remove(&(state, self.known[state].len() - 1));
            woken.into_iter().flatten().for_each(|choice| self.offer(choice));
        }
    }
}

impl Iterator for TreesBySize<'_> {
    type Item = Tree;

    fn next(&mut self) -> Option<Tree> {
        if self.returned >= self.limit {
            return None;
        }
        while self.known[self.root].len() <= self.returned {
            let Reverse(candidate) = self.candidates.pop()?;
            self.settle(candidate);
        }
        self.returned += 1;
        Some(self.store.tree(self.known[self.root][self.returned - 1]))
    }
}
