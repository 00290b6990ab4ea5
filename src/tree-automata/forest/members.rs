//! Graphs that a forest represents.

use std::collections::BTreeSet;

use rustc_hash::FxHashMap;

use super::nodes::Node;
use super::{EdgeLabel, Forest, ForestAlphabet, Leaf, NodeKind, Part, RootId, Selector, Value};
use crate::{StateId, TreeAutomaton};
use base::{CompactSort, Idx};

/// A graph in which registers name nodes. Nodes are numbered in the order in which they are found from the registers on, so that isomorphic
/// graphs are equal; references are to these numbers.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Graph {
    /// The nodes that are reachable from registers.
    pub nodes: Vec<GraphNode>,
    /// The values of the registers.
    pub registers: Vec<Value>,
    /// The number of nodes that nothing leads to.
    pub lost: usize,
}

/// A node of a graph.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct GraphNode {
    /// What it is; not known of the ports of boxes.
    pub kind: Option<NodeKind>,
    /// Its values, in order of their selectors.
    pub values: Vec<(Selector, Value)>,
}

/// A tree of a component, with what its boxes stand for.
#[derive(Clone, Debug)]
enum Tree {
    Leaf(Leaf),
    Node(Option<NodeKind>, Vec<Branch>),
}

#[derive(Clone, Debug)]
enum Branch {
    Selector(Selector, Part, Tree),
    /// The targets, and for each port the tree inside.
    Box(Vec<Tree>, Vec<Option<Tree>>),
}

/// Most trees of a state that are looked at.
const TREES: usize = 20_000;

/// Lists trees of states by their number of nodes.
struct Lister<'a> {
    alphabet: &'a ForestAlphabet,
    automaton: &'a TreeAutomaton,
    /// Trees of a state with exactly so many nodes.
    known: FxHashMap<(StateId, usize), Vec<Tree>>,
}

impl<'a> Lister<'a> {
    fn new(alphabet: &'a ForestAlphabet, automaton: &'a TreeAutomaton) -> Self {
        Self { alphabet, automaton, known: FxHashMap::default() }
    }

    fn trees(&mut self, state: StateId, size: usize) -> Vec<Tree> {
        if let Some(known) = self.known.get(&(state, size)) {
            return known.clone();
        }
        // A state that needs itself for trees without nodes has no more of them.
        self.known.insert((state, size), Vec::new());
        let mut found = Vec::new();
        for rule in self.automaton.rules(state) {
            let Some(node) = Node::of(self.alphabet, rule) else {
                let leaf = self.alphabet.leaf(rule.symbol).expect("a leaf");
                found.extend((size == 0).then_some(Tree::Leaf(leaf)));
                continue;
            };
            let own = usize::from(node.kind.is_some());
            if size >= own {
                let branches = self.branches(&node, size - own);
                found.extend(branches.into_iter().map(|branches| Tree::Node(node.kind, branches)));
            }
            found.truncate(TREES);
        }
        self.known.insert((state, size), found.clone());
        found
    }

    /// Lists of trees of these states, together with so many nodes.
    fn lists(&mut self, states: &[StateId], size: usize) -> Vec<Vec<Tree>> {
        let Some((&last, rest)) = states.split_last() else {
            return if size == 0 { vec![Vec::new()] } else { Vec::new() };
        };
        let mut found = Vec::new();
        for own in 0..=size {
            let trees = self.trees(last, own);
            if trees.is_empty() {
                continue;
            }
            for list in self.lists(rest, size - own) {
                found.extend(trees.iter().map(|tree| list.iter().cloned().chain([tree.clone()]).collect()));
                if found.len() > TREES {
                    return found;
                }
            }
        }
        found
    }

    fn branches(&mut self, node: &Node, size: usize) -> Vec<Vec<Branch>> {
        let mut choices: Vec<(Vec<Branch>, usize)> = vec![(Vec::new(), 0)];
        for (label, children) in &node.edges {
            let mut longer = Vec::new();
            for (choice, used) in &choices {
                for own in 0..=size - used {
                    let branches: Vec<Branch> = match label {
                        EdgeLabel::Selector(selector, part) => {
                            let trees = self.trees(children[0], own);
                            trees.into_iter().map(|tree| Branch::Selector(*selector, *part, tree)).collect()
                        }
                        EdgeLabel::Box(id) => {
                            let definition = &self.alphabet.boxes[*id];
                            let mut found = Vec::new();
                            for inside in 0..=own {
                                let states: Vec<StateId> = definition.components.iter().flatten().copied().collect();
                                let lists = Lister::new(self.alphabet, &definition.automaton).lists(&states, inside);
                                for targets in self.lists(children, own - inside) {
                                    found.extend(lists.iter().map(|list| {
                                        let mut list = list.iter().cloned();
                                        let parts = definition.components.iter();
                                        Branch::Box(
                                            targets.clone(),
                                            parts.map(|c| c.and_then(|_| list.next())).collect(),
                                        )
                                    }));
                                }
                            }
                            found
                        }
                    };
                    let pairs = branches
                        .into_iter()
                        .map(|branch| (choice.iter().cloned().chain([branch]).collect(), used + own));
                    longer.extend(pairs);
                }
            }
            longer.truncate(TREES);
            choices = longer;
        }
        choices.into_iter().filter(|(_, used)| *used == size).map(|(branches, _)| branches).collect()
    }
}

/// A node that is being put together: a kind and values.
type PartialNode = (Option<NodeKind>, Vec<(Selector, Part, Target)>);

/// A graph that is being put together.
#[derive(Default)]
struct Builder {
    nodes: Vec<PartialNode>,
    /// Whether a node has a selector twice, or a port is no node.
    is_wrong: bool,
}

/// Where something leads: a node that was made, or a value.
#[derive(Clone, Copy)]
enum Target {
    Node(usize),
    Value(Leaf),
}

impl Builder {
    fn make(&mut self) -> usize {
        self.nodes.push((None, Vec::new()));
        self.nodes.len() - 1
    }

    /// Adds a tree; its root is this node if it is given.
    fn add(&mut self, tree: &Tree, at: Option<usize>, ports: &[Target]) -> Target {
        match tree {
            Tree::Leaf(Leaf::Reference(root)) => ports[root.index()],
            Tree::Leaf(leaf) => Target::Value(*leaf),
            Tree::Node(kind, branches) => {
                let own = at.unwrap_or_else(|| self.make());
                if kind.is_some() {
                    self.is_wrong |= self.nodes[own].0.is_some();
                    self.nodes[own].0 = *kind;
                }
                for branch in branches {
                    match branch {
                        Branch::Selector(selector, part, tree) => {
                            let target = self.add(tree, None, ports);
                            self.is_wrong |= self.nodes[own].1.iter().any(|(other, ..)| other == selector);
                            self.nodes[own].1.push((*selector, *part, target));
                        }
                        Branch::Box(targets, inside) => {
                            let mut inner = vec![Target::Node(own)];
                            for tree in targets {
                                let target = self.add(tree, None, ports);
                                inner.push(target);
                            }
                            for (tree, port) in inside.iter().zip(inner.clone()) {
                                match (tree, port) {
                                    (Some(tree), Target::Node(node)) => _ = self.add(tree, Some(node), &inner),
                                    (Some(_), Target::Value(_)) => self.is_wrong = true,
                                    (None, _) => {}
                                }
                            }
                        }
                    }
                }
                Target::Node(own)
            }
        }
    }
}

impl Forest {
    /// The graphs that it represents with at most so many nodes, boxes unfolded; not all if there are very many.
    pub fn members(&self, alphabet: &ForestAlphabet, nodes: usize) -> BTreeSet<Graph> {
        let roots: Vec<StateId> = self.roots.iter().copied().collect();
        let mut lister = Lister::new(alphabet, &self.automaton);
        let mut found = BTreeSet::new();
        for size in 0..=nodes {
            for trees in lister.lists(&roots, size) {
                let mut builder = Builder::default();
                let ports: Vec<Target> = trees.iter().map(|_| Target::Node(builder.make())).collect();
                for (root, tree) in trees.iter().enumerate() {
                    // A tree of a root is a node.
                    builder.is_wrong |= matches!(tree, Tree::Leaf(_));
                    builder.add(tree, Some(root), &ports);
                }
                if !builder.is_wrong {
                    found.insert(graph(&builder, &self.registers));
                }
            }
        }
        found
    }
}

/// Numbers the nodes.
fn graph(builder: &Builder, registers: &[Value]) -> Graph {
    let mut numbers: Vec<Option<usize>> = vec![None; builder.nodes.len()];
    let mut order = Vec::new();
    let mut number = |node: usize, order: &mut Vec<usize>| {
        *numbers[node].get_or_insert_with(|| {
            order.push(node);
            order.len() - 1
        })
    };
    let mut value = |target: Target, part: Part, order: &mut Vec<usize>| match target {
        Target::Node(node) => Value::reference(RootId::at(number(node, order)), part),
        Target::Value(leaf) => Value::from(leaf),
    };
    let registers = registers
        .iter()
        .map(|own| match own.root() {
            Some(root) => value(Target::Node(root.index()), own.part, &mut order),
            None => *own,
        })
        .collect();
    let mut nodes = Vec::new();
    let mut next = 0;
    while let Some(&node) = order.get(next) {
        next += 1;
        let (kind, selectors) = &builder.nodes[node];
        let mut selectors = selectors.clone();
        selectors.compact_sort_by_key(|(selector, ..)| *selector);
        let values = selectors.into_iter().map(|(selector, part, target)| (selector, value(target, part, &mut order)));
        nodes.push(GraphNode { kind: *kind, values: values.collect() });
    }
    Graph { lost: builder.nodes.len() - nodes.len(), nodes, registers }
}
