//! Large inputs and limits.

use std::ops::ControlFlow;

use hrglass::base::{FileId, Observer, Phase, Progress, Resource, Silent, Stop};
use hrglass::tree_automata::{Inclusion, Rule, StateId, Symbol, Tree, TreeAutomaton, TreeStore, Work, read_timbuk};

const LEAF: Symbol = Symbol(0);
const NEXT: Symbol = Symbol(1);
const FORK: Symbol = Symbol(2);

fn rule(symbol: Symbol, children: &[StateId]) -> Rule {
    Rule { symbol, children: children.iter().copied().collect() }
}

/// A chain of states, whose first state has one tree: the complete one of this height if the symbol is `FORK`.
fn chain(symbol: Symbol, height: u32) -> TreeAutomaton {
    let mut automaton = TreeAutomaton::new();
    let states: Vec<StateId> = (0..height).map(|_| automaton.add_state()).collect();
    for pair in states.windows(2) {
        let children = if symbol == FORK { vec![pair[1]; 2] } else { vec![pair[1]] };
        automaton.add_rule(pair[0], rule(symbol, &children));
    }
    automaton.add_rule(states[height as usize - 1], rule(LEAF, &[]));
    automaton
}

/// Words over `NEXT` and `FORK`, here with one child, whose letter at this distance from the leaf is `FORK`: deterministic automata need
/// exponentially many states.
fn distant_letter(distance: u32) -> TreeAutomaton {
    let mut automaton = TreeAutomaton::new();
    let states: Vec<StateId> = (0..=distance + 1).map(|_| automaton.add_state()).collect();
    let (root, anything) = (states[0], states[distance as usize + 1]);
    for letter in [NEXT, FORK] {
        automaton.add_rule(anything, rule(letter, &[anything]));
        for pair in states[..=distance as usize].windows(2) {
            automaton.add_rule(pair[0], rule(letter, &[pair[1]]));
        }
    }
    automaton.add_rule(states[distance as usize], rule(FORK, &[anything]));
    automaton.add_rule(anything, rule(LEAF, &[]));
    assert_eq!(root, StateId(0));
    automaton
}

#[test]
fn long_chains_need_no_deep_stack() {
    let height = 100_000;
    let lists = chain(NEXT, height);
    let root = StateId(0);
    assert!(!lists.is_empty(root));
    assert_eq!(lists.trim(&[root]).0.state_count(), height as usize);
    let tree = lists.smallest_tree(root).expect("a list");
    assert_eq!((tree.size(), tree.height()), (u64::from(height), height as usize));
    assert_eq!(tree.clone(), tree);
    // As an automaton has as many sets as states, membership takes time and space of their product.
    let lists = chain(NEXT, 1000);
    let tree = lists.smallest_tree(root).expect("a list");
    assert!(lists.accepts(root, &tree));
    assert!(!lists.accepts(StateId(1), &tree));
    assert_eq!(lists.merge_bisimilar(&[root]).0.state_count(), 1000);
    let (common, roots) = lists.intersection(&lists, &[(root, root)]);
    assert_eq!((common.state_count(), common.trees(roots[0], 5).count()), (1000, 1));
    let lists = chain(NEXT, 300);
    assert_eq!(lists.canonical(&[root]).0, lists);
    assert_eq!(lists.reduce(&[root]).0.state_count(), 300);
    assert_eq!(
        lists.upward_simulation(&lists.downward_simulation(), &[root]).related(root).collect::<Vec<_>>(),
        [root]
    );
    let silent = &mut Silent;
    let work = &mut Work::new(10_000_000, silent);
    assert_eq!(lists.determinise(work).map(|subsets| subsets.automaton.state_count()), Ok(300));
    let Ok(Inclusion::Fails { witness, .. }) = lists.inclusion(&[root], &lists, &[StateId(1)], work) else {
        panic!("the lists have other lengths")
    };
    assert_eq!(witness.size(), 300);
}

#[test]
fn trees_with_exponentially_many_nodes_are_small() {
    let trees = chain(FORK, 80);
    let tree = trees.smallest_tree(StateId(0)).expect("a tree");
    assert_eq!((tree.subtrees().len(), tree.height(), tree.size()), (80, 80, u64::MAX));
    assert!(trees.accepts(StateId(0), &tree));
    let smaller = trees.smallest_tree(StateId(17)).expect("a tree");
    assert_eq!(smaller.size(), (1 << 63) - 1);
    let silent = &mut Silent;
    let work = &mut Work::new(100_000, silent);
    let Ok(Inclusion::Fails { witness, .. }) = trees.inclusion(&[StateId(0)], &trees, &[StateId(1)], work) else {
        panic!("the trees have other heights")
    };
    assert_eq!(witness, tree);
    let text = "Ops a:0 Automaton a States q Final States q Transitions a -> q";
    assert_eq!(read_timbuk(text, FileId(0)).0.expect("no error").print_tree(&tree), None);
}

#[test]
fn equal_trees_are_equal_values() {
    let leaf = Tree::new(LEAF, &[]);
    let list = Tree::new(NEXT, &[&leaf]);
    let mut store = TreeStore::default();
    // The store knows them in another order.
    let unused = store.add(FORK, &[]);
    let a = store.add(LEAF, &[]);
    let b = store.add(FORK, &[a, unused]);
    let c = store.add(NEXT, &[a]);
    let d = store.add(FORK, &[c, a]);
    assert_eq!(store.tree(d), Tree::new(FORK, &[&list, &leaf]));
    assert_ne!(store.tree(d), Tree::new(FORK, &[&leaf, &list]));
    assert_eq!((store.tree(d).size(), store.tree(d).height(), store.tree(d).subtrees().len()), (4, 3, 3));
    assert_eq!(store.tree(b), Tree::new(FORK, &[&leaf, &Tree::new(FORK, &[])]));
    assert_eq!(store.add_tree(&Tree::new(FORK, &[&list, &leaf])), d);
}

#[test]
fn too_much_work_is_an_error() {
    let too_much = |limit| Stop::Budget(Resource::AutomatonSteps, limit);
    let letter = distant_letter(24);
    let root = StateId(0);
    let silent = &mut Silent;
    let work = &mut Work::new(50_000, silent);
    assert_eq!(letter.determinise(work).err(), Some(too_much(50_000)));
    assert!(work.steps() > 50_000);
    let alphabet = [(LEAF, 0), (NEXT, 1), (FORK, 1)];
    let silent = &mut Silent;
    let work = &mut Work::new(50_000, silent);
    assert_eq!(letter.complement(&[root], &alphabet, work).err(), Some(too_much(50_000)));
    // Some letter at the distance, whichever it is.
    let mut either = letter.clone();
    either.add_rule(StateId(24), rule(NEXT, &[StateId(25)]));
    let long = chain(NEXT, 40);
    let silent = &mut Silent;
    let work = &mut Work::new(50_000, silent);
    assert!(long.inclusion(&[root], &either, &[root], work).expect("little work").holds());
    assert!(!long.inclusion(&[root], &letter, &[root], work).expect("little work").holds());
    // The same by cases: the sets of positions of the last letters matter, and no root is simulated.
    let mut cases = letter.clone();
    let moved = cases.append(&letter);
    let last = moved(StateId(24));
    let anything = moved(StateId(25));
    let other = cases.add_state();
    cases.add_rule(other, rule(NEXT, &[anything]));
    let roots = [root, replaced(&mut cases, moved(root), last, other)];
    // Without upward simulation there are exponentially many pairs.
    let silent = &mut Silent;
    let work = &mut Work::new(50_000, silent);
    assert_eq!(either.inclusion(&[root], &cases, &roots, work), Ok(Inclusion::Holds));
    let silent = &mut Silent;
    let work = &mut Work::new(50_000, silent);
    assert!(!either.inclusion(&[root], &cases, &roots[..1], work).expect("little work").holds());
    // The limit is exact.
    let steps = work.steps();
    for (limit, is_enough) in [(steps, true), (steps - 1, false), (0, false)] {
        let silent = &mut Silent;
        let work = &mut Work::new(limit, silent);
        let found = either.inclusion(&[root], &cases, &roots[..1], work);
        assert_eq!(found.err(), if is_enough { None } else { Some(too_much(limit)) });
    }
}

/// Adds a copy of the states above `old` in which `new` is in its place; returns the copy of `root`.
fn replaced(automaton: &mut TreeAutomaton, root: StateId, old: StateId, new: StateId) -> StateId {
    let mut path = vec![root];
    while path.last() != Some(&old) {
        path.push(automaton.rules(path[path.len() - 1])[0].children[0]);
    }
    let mut below = new;
    for _ in 1..path.len() {
        let above = automaton.add_state();
        [NEXT, FORK].into_iter().for_each(|letter| automaton.add_rule(above, rule(letter, &[below])));
        below = above;
    }
    below
}

#[test]
fn an_observer_ends_the_work() {
    struct Impatient(Option<Progress>);
    impl Observer for Impatient {
        fn progress(&mut self, progress: Progress) -> ControlFlow<Stop> {
            self.0 = Some(progress);
            ControlFlow::Break(Stop::Cancelled)
        }
    }
    let impatient = &mut Impatient(None);
    let progress = Progress { phase: Phase::Checking, states: 7, frontier: 3 };
    let work = &mut Work::new(u64::MAX, impatient).reporting(progress);
    assert_eq!(distant_letter(24).determinise(work).err(), Some(Stop::Cancelled));
    // Not before it is worth it.
    assert!(work.steps() > 1000);
    assert_eq!(impatient.0, Some(progress));
}
