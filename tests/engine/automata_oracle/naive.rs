//! Trees and automata by their definitions.

use std::collections::{BTreeMap, BTreeSet};

use hrglass::tree_automata::{Rule, StateId, Symbol, Tree, TreeAutomaton};

/// A tree, ordered by size, symbol and children.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Term {
    pub size: usize,
    pub symbol: u32,
    pub children: Vec<Term>,
}

impl Term {
    pub fn new(symbol: u32, children: Vec<Term>) -> Self {
        Self { size: 1 + children.iter().map(|child| child.size).sum::<usize>(), symbol, children }
    }

    pub fn tree(&self) -> Tree {
        let children: Vec<Tree> = self.children.iter().map(Term::tree).collect();
        Tree::new(Symbol(self.symbol), &children.iter().collect::<Vec<_>>())
    }

    pub fn of(tree: &Tree) -> Self {
        let mut terms: Vec<Term> = Vec::new();
        for subtree in tree.subtrees() {
            let children = tree.children(subtree).iter().map(|child| terms[child.0 as usize].clone()).collect();
            terms.push(Term::new(tree.symbol(subtree).0, children));
        }
        terms.pop().expect("a tree has a root")
    }
}

/// The ranks of the symbols.
pub type Alphabet = &'static [usize];

/// All tuples of so many of these things.
pub fn tuples<T: Clone>(things: &[T], length: usize) -> Vec<Vec<T>> {
    let mut all = vec![Vec::new()];
    for _ in 0..length {
        let longer = |tuple: &Vec<T>| -> Vec<Vec<T>> {
            things.iter().map(|thing| tuple.iter().chain([thing]).cloned().collect()).collect()
        };
        all = all.iter().flat_map(longer).collect();
    }
    all
}

/// All trees up to a height.
pub fn terms(alphabet: Alphabet, height: usize) -> Vec<Term> {
    let mut all: Vec<Term> = Vec::new();
    for _ in 0..height {
        let next = |(symbol, &rank): (usize, &usize)| -> Vec<Term> {
            tuples(&all, rank).into_iter().map(|children| Term::new(symbol as u32, children)).collect()
        };
        all = alphabet.iter().enumerate().flat_map(next).collect();
    }
    all.sort();
    all
}

/// All trees up to a size, in order.
pub fn terms_by_size(alphabet: Alphabet, size: usize) -> Vec<Term> {
    let mut all: BTreeSet<Term> = BTreeSet::new();
    loop {
        let known: Vec<Term> = all.iter().cloned().collect();
        for (symbol, &rank) in alphabet.iter().enumerate() {
            let small: Vec<Term> = known.iter().filter(|term| term.size + rank <= size).cloned().collect();
            all.extend(
                tuples(&small, rank).into_iter().map(|c| Term::new(symbol as u32, c)).filter(|t| t.size <= size),
            );
        }
        if all.len() == known.len() {
            return known;
        }
    }
}

/// A set of states, as bits.
pub type States = u64;

/// A rule: its state, symbol and children.
pub type NaiveRule = (usize, u32, Vec<usize>);

/// An automaton.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Naive {
    pub alphabet: Alphabet,
    pub states: usize,
    pub rules: Vec<NaiveRule>,
}

impl Naive {
    pub fn automaton(&self) -> TreeAutomaton {
        let mut automaton = TreeAutomaton::new();
        (0..self.states).for_each(|_| _ = automaton.add_state());
        for (state, symbol, children) in &self.rules {
            let children = children.iter().map(|&child| StateId(child as u32)).collect();
            automaton.add_rule(StateId(*state as u32), Rule { symbol: Symbol(*symbol), children });
        }
        automaton
    }

    pub fn of(alphabet: Alphabet, automaton: &TreeAutomaton) -> Self {
        let rule = |(state, rule): (StateId, &Rule)| {
            (state.0 as usize, rule.symbol.0, rule.children.iter().map(|child| child.0 as usize).collect())
        };
        Self { alphabet, states: automaton.state_count(), rules: automaton.all_rules().map(rule).collect() }
    }

    /// The rules of a state.
    pub fn of_state(&self, state: usize) -> impl Iterator<Item = &NaiveRule> {
        self.rules.iter().filter(move |rule| rule.0 == state)
    }

    /// Both automata side by side: the states of the second one come after those of the first one.
    pub fn beside(&self, other: &Naive) -> Naive {
        let moved = other.rules.iter().map(|(state, symbol, children)| {
            (state + self.states, *symbol, children.iter().map(|child| child + self.states).collect())
        });
        let rules = self.rules.iter().cloned().chain(moved).collect();
        Naive { alphabet: self.alphabet, states: self.states + other.states, rules }
    }

    /// The states with a rule for a symbol and children of which each has one of a set of states.
    fn states_above(&self, symbol: u32, children: &[States]) -> States {
        let fits = |rule: &&NaiveRule| {
            rule.1 == symbol && rule.2.iter().zip(children).all(|(child, states)| states >> child & 1 == 1)
        };
        self.rules.iter().filter(fits).fold(0, |states, rule| states | 1 << rule.0)
    }

    /// The states that have a run on a tree.
    pub fn states_of(&self, term: &Term) -> States {
        let children: Vec<States> = term.children.iter().map(|child| self.states_of(child)).collect();
        self.states_above(term.symbol, &children)
    }

    /// The sets of states that have a run on some tree, for all trees over the alphabet, with an example of each.
    pub fn profiles(&self) -> BTreeMap<States, Term> {
        let mut all: BTreeMap<States, Term> = BTreeMap::new();
        loop {
            let known: Vec<(States, Term)> = all.iter().map(|(states, term)| (*states, term.clone())).collect();
            for (symbol, &rank) in self.alphabet.iter().enumerate() {
                for children in tuples(&(0..known.len()).collect::<Vec<_>>(), rank) {
                    let sets: Vec<States> = children.iter().map(|&child| known[child].0).collect();
                    all.entry(self.states_above(symbol as u32, &sets)).or_insert_with(|| {
                        Term::new(symbol as u32, children.iter().map(|&child| known[child].1.clone()).collect())
                    });
                }
            }
            if all.len() == known.len() {
                return all;
            }
        }
    }
}

/// A set of states.
pub fn set(states: &[StateId]) -> States {
    states.iter().fold(0, |set, state| set | 1 << state.0)
}

/// All states of a set.
pub fn list(states: States) -> Vec<StateId> {
    (0..64).filter(|state| states >> state & 1 == 1).map(StateId).collect()
}
