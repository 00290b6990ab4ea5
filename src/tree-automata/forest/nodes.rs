//! Rules as nodes with edges, and elementary changes of forests.

use std::collections::BTreeSet;

use smallvec::{SmallVec, smallvec};

use super::{EdgeLabel, Forest, ForestAlphabet, Label, Leaf, NodeKind, Part, RootId, Selector, Value};
use crate::{Rule, StateId, TreeAutomaton};
use base::{CompactSort, Idx, IndexVec};

/// An edge with the states of its targets.
pub type Edge = (EdgeLabel, SmallVec<[StateId; 2]>);

impl ForestAlphabet {
    /// The rule of a node with these edges.
    pub fn node_rule(&mut self, kind: Option<NodeKind>, mut edges: Vec<Edge>) -> Rule {
        edges.compact_sort();
        Node { kind, edges }.rule(self)
    }

    /// The rule of a leaf.
    pub fn leaf_rule(&mut self, leaf: Leaf) -> Rule {
        Rule { symbol: self.symbol(Label::Leaf(leaf)), children: SmallVec::new() }
    }

    /// The edges of a node with the states of their targets; `None` for leaves.
    pub fn edges(&self, rule: &Rule) -> Option<Vec<Edge>> {
        Node::of(self, rule).map(|node| node.edges)
    }
}

/// A rule for a node, taken apart.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Node {
    pub kind: Option<NodeKind>,
    /// In order of their labels.
    pub edges: Vec<Edge>,
}

impl Node {
    /// A rule as a node; `None` for leaves.
    pub(super) fn of(alphabet: &ForestAlphabet, rule: &Rule) -> Option<Self> {
        let Label::Node(kind, labels) = alphabet.label(rule.symbol) else { return None };
        let mut children = rule.children.iter().copied();
        let edges = labels.iter().map(|&label| (label, children.by_ref().take(alphabet.rank(label)).collect()));
        Some(Self { kind: *kind, edges: edges.collect() })
    }

    /// As a rule.
    pub(super) fn rule(&self, alphabet: &mut ForestAlphabet) -> Rule {
        let labels = self.edges.iter().map(|(label, _)| *label).collect();
        let symbol = alphabet.symbol(Label::Node(self.kind, labels));
        Rule { symbol, children: self.edges.iter().flat_map(|(_, children)| children.iter().copied()).collect() }
    }

    /// The position of the edge for a selector.
    pub(super) fn position(&self, selector: Selector) -> Option<usize> {
        self.edges.iter().position(|(label, _)| matches!(label, EdgeLabel::Selector(own, _) if *own == selector))
    }

    /// With the edges of another node as well; `None` if a selector would occur twice, so that there is no such node.
    pub(super) fn with(&self, other: &Node) -> Option<Node> {
        let mut edges = [self.edges.as_slice(), &other.edges].concat();
        edges.compact_sort();
        let selector = |edge: &Edge| match edge.0 {
            EdgeLabel::Selector(selector, _) => Some(selector),
            EdgeLabel::Box(_) => None,
        };
        let clash = edges.windows(2).any(|w| selector(&w[0]).is_some() && selector(&w[0]) == selector(&w[1]));
        let kind = self.kind.or(other.kind);
        (!clash && (self.kind.is_none() || other.kind.is_none())).then_some(Node { kind, edges })
    }
}

impl Forest {
    /// The nodes of the rules of a state.
    pub(super) fn nodes<'a>(&'a self, alphabet: &'a ForestAlphabet, state: StateId) -> impl Iterator<Item = Node> + 'a {
        self.automaton.rules(state).iter().filter_map(|rule| Node::of(alphabet, rule))
    }

    /// The leaves of the rules of a state.
    pub(super) fn leaves<'a>(
        &'a self,
        alphabet: &'a ForestAlphabet,
        state: StateId,
    ) -> impl Iterator<Item = Leaf> + 'a {
        self.automaton.rules(state).iter().filter_map(|rule| alphabet.leaf(rule.symbol))
    }

    /// A new state with these rules.
    pub(super) fn state_with(&mut self, rules: impl IntoIterator<Item = Rule>) -> StateId {
        let state = self.automaton.add_state();
        rules.into_iter().for_each(|rule| self.automaton.add_rule(state, rule));
        state
    }

    /// A new state for a leaf.
    pub(super) fn leaf_state(&mut self, alphabet: &mut ForestAlphabet, leaf: Leaf) -> StateId {
        let rule = alphabet.leaf_rule(leaf);
        self.state_with([rule])
    }

    /// The node of a root with a single rule.
    pub(super) fn root_node(&self, alphabet: &ForestAlphabet, root: RootId) -> Option<Node> {
        match self.automaton.rules(self.roots[root]) {
            [rule] => Node::of(alphabet, rule),
            _ => None,
        }
    }

    /// Makes this node the only one at a root.
    pub(super) fn set_root(&mut self, alphabet: &mut ForestAlphabet, root: RootId, node: &Node) {
        let rule = node.rule(alphabet);
        self.roots[root] = self.state_with([rule]);
    }

    /// A new node with these values, at a new root.
    pub fn create(
        &mut self,
        alphabet: &mut ForestAlphabet,
        kind: NodeKind,
        values: impl IntoIterator<Item = (Selector, Value)>,
    ) -> RootId {
        let mut edges: Vec<Edge> = Vec::new();
        for (selector, value) in values {
            let state = self.leaf_state(alphabet, value.leaf);
            edges.push((EdgeLabel::Selector(selector, value.part), smallvec![state]));
        }
        edges.compact_sort();
        let rule = Node { kind: Some(kind), edges }.rule(alphabet);
        let state = self.state_with([rule]);
        self.roots.push(state)
    }

    /// The kinds that the node at a root may have.
    pub fn kinds(&self, alphabet: &ForestAlphabet, root: RootId) -> SmallVec<[NodeKind; 2]> {
        let mut kinds: SmallVec<[NodeKind; 2]> =
            self.nodes(alphabet, self.roots[root]).filter_map(|node| node.kind).collect();
        kinds.compact_sort();
        kinds.dedup();
        kinds
    }

    /// Whether some graph may have a node of such a kind, outside of boxes or in one.
    pub fn has_node(&self, alphabet: &ForestAlphabet, is_such: impl Fn(NodeKind) -> bool) -> bool {
        let mut boxes = BTreeSet::new();
        let mut automata = vec![&self.automaton];
        while let Some(automaton) = automata.pop() {
            for (_, rule) in automaton.all_rules() {
                let Label::Node(kind, edges) = alphabet.label(rule.symbol) else { continue };
                if kind.is_some_and(&is_such) {
                    return true;
                }
                for edge in edges {
                    if let EdgeLabel::Box(id) = edge
                        && boxes.insert(*id)
                    {
                        automata.push(&alphabet.boxes[*id].automaton);
                    }
                }
            }
        }
        false
    }

    /// Replaces references, in components and registers.
    pub(super) fn rename(&mut self, alphabet: &mut ForestAlphabet, new: impl Fn(RootId) -> Leaf) {
        rename_leaves(&mut self.automaton, alphabet, &new);
        for value in &mut self.registers {
            if let Some(root) = value.root() {
                value.leaf = new(root);
                if value.leaf.root().is_none() {
                    value.part = Part::WHOLE;
                }
            }
        }
    }

    /// Keeps these roots, in this order; nothing may refer to others.
    pub(super) fn select_roots(&mut self, alphabet: &mut ForestAlphabet, order: &[RootId]) {
        let mut places: IndexVec<RootId, Option<RootId>> = IndexVec::filled(None, self.roots.len());
        for (place, &root) in order.iter().enumerate() {
            places[root] = Some(RootId::at(place));
        }
        self.rename(alphabet, |root| places[root].map_or(Leaf::Unknown, Leaf::Reference));
        self.roots = order.iter().map(|&root| self.roots[root]).collect();
    }

    /// Keeps the states that are reachable from roots by rules that accept trees.
    pub(super) fn trim(&mut self) {
        let roots: Vec<StateId> = self.roots.iter().copied().collect();
        let (automaton, roots) = self.automaton.trim(&roots);
        self.automaton = automaton;
        self.roots = roots.into_iter().collect();
    }

    /// Whether no graph is represented: some component is empty. The forest must be trimmed.
    pub(super) fn is_empty(&self) -> bool {
        self.roots.iter().any(|&state| self.automaton.rules(state).is_empty())
    }
}

/// Replaces references in an automaton. Selectors keep the part of the target, which only matters for references; of other leaves the
/// label is made canonical.
pub(super) fn rename_leaves(
    automaton: &mut TreeAutomaton,
    alphabet: &mut ForestAlphabet,
    new: &impl Fn(RootId) -> Leaf,
) {
    let mut renamed = TreeAutomaton::new();
    for state in automaton.states() {
        let copy = renamed.add_state();
        for rule in automaton.rules(state) {
            let mut rule = rule.clone();
            if let Some(root) = alphabet.leaf(rule.symbol).and_then(Leaf::root) {
                rule.symbol = alphabet.symbol(Label::Leaf(new(root)));
            }
            renamed.add_rule(copy, rule);
        }
    }
    *automaton = renamed;
}
