//! Shapes: sets of trees whose leaves are ports, each known once, whatever its ports were called where it was found.

use std::collections::{BTreeMap, BTreeSet};

use crate::semantics::ForestProgram;
use base::{CollectByInsertion, CompactSort, Idx, IndexVec, Silent, newtype_index};
use report::heap::LeftOut;
use tree_automata::forest::{BoxId, EdgeLabel, ForestAlphabet, Label, Leaf, NodeKind, Part, RootId};
use tree_automata::{Rule, StateId, Symbol, TreeAutomaton, Work};

newtype_index! {
    /// A shape, which becomes a nonterminal.
    pub struct ShapeId;
}

/// What a shape may be attached to at a port.
#[derive(Clone, Default, Debug)]
pub(super) struct Port {
    /// Objects of these kinds; null may stand for any of them. If there are none, it is always null.
    pub kinds: BTreeSet<NodeKind>,
    /// Whether boxes inside refer to it as null, so that it can be nothing else.
    pub is_fixed: bool,
    /// Whether each tree refers to it exactly once.
    pub is_linear: bool,
}

/// A set of graphs with ports: the trees of one state, whose root is port 0, or what a box stands for.
#[derive(Clone, Debug)]
pub(super) struct Shape {
    /// References are to ports; null is one of them.
    pub automaton: TreeAutomaton,
    /// For each port the state of its node. Of the trees of a state only port 0 has one.
    pub roots: Vec<Option<StateId>>,
    pub ports: Vec<Port>,
    /// Whether it is what a box stands for.
    pub is_box: bool,
    /// Whether something was found that it is all of.
    pub is_whole: bool,
}

/// A shape that was found, with the leaf that stands for each of its ports there.
pub(super) type Attached = (ShapeId, Vec<Option<Leaf>>);

/// An edge of a node, with the states of its targets.
pub(super) type ShapeEdge = (EdgeLabel, Vec<StateId>);

/// An automaton without what grammars do not say: numbers are dropped, and so are values that no heap shows.
pub(super) struct Plain {
    pub automaton: TreeAutomaton,
    /// The leaf that stands for null.
    null: Leaf,
    /// For states of which values were left out, why.
    lost: BTreeMap<StateId, LeftOut>,
}

impl Plain {
    /// An automaton with the ports of a shape.
    pub(super) fn inside(shape: &Shape, automaton: TreeAutomaton) -> Self {
        let fixed = shape.ports.iter().position(|port| port.is_fixed);
        let null = fixed.map_or(Leaf::Null, |port| Leaf::Reference(RootId::at(port)));
        Self { automaton, null, lost: BTreeMap::new() }
    }

    /// What was left out below some states.
    pub(super) fn losses(&self, roots: &[Option<StateId>]) -> BTreeSet<LeftOut> {
        let roots = roots.iter().flatten().copied();
        let states = roots.flat_map(|root| below(&self.automaton, root).into_iter().chain([root]));
        states.filter_map(|state| self.lost.get(&state).copied()).collect_by_insertion()
    }
}

/// The shapes known so far.
pub(super) struct Shapes<'a> {
    pub system: &'a ForestProgram,
    /// The alphabet of the program, with labels of our own.
    pub alphabet: ForestAlphabet,
    pub known: IndexVec<ShapeId, Shape>,
    /// What was left out, and why.
    pub left_out: BTreeSet<LeftOut>,
    /// Boxes without what grammars do not say, and whether they refer to null.
    boxes: BTreeMap<BoxId, (Plain, bool)>,
    /// Whether no shape is added any more.
    is_complete: bool,
}

/// Most ports of which all orders are compared.
const PORTS: usize = 5;

/// Steps that a question of inclusion may take; without an answer, shapes stay apart.
const INCLUSION_WORK: u64 = 200_000;

impl<'a> Shapes<'a> {
    pub(super) fn new(system: &'a ForestProgram) -> Self {
        let (known, left_out, boxes) = Default::default();
        Self { system, alphabet: system.alphabet.clone(), known, left_out, boxes, is_complete: false }
    }

    /// An automaton of a forest, state by state, without what grammars do not say.
    pub(super) fn plain(&mut self, automaton: &TreeAutomaton) -> Plain {
        self.plain_with(automaton, |alphabet, id| alphabet.widest(id))
    }

    fn plain_with(&mut self, automaton: &TreeAutomaton, is: impl Fn(&ForestAlphabet, BoxId) -> BoxId) -> Plain {
        let mut plain = Plain { automaton: TreeAutomaton::new(), null: Leaf::Null, lost: BTreeMap::new() };
        automaton.states().for_each(|_| _ = plain.automaton.add_state());
        for (state, rule) in automaton.all_rules() {
            match self.plain_rule(automaton, rule, &is) {
                Ok(rule) => plain.automaton.add_rule(state, rule),
                Err(why) => _ = plain.lost.insert(state, why),
            }
        }
        plain
    }

    fn plain_rule(
        &mut self,
        automaton: &TreeAutomaton,
        rule: &Rule,
        is: &impl Fn(&ForestAlphabet, BoxId) -> BoxId,
    ) -> Result<Rule, LeftOut> {
        let (kind, labels) = match self.alphabet.label(rule.symbol) {
            Label::Leaf(Leaf::Null | Leaf::Reference(_)) => return Ok(rule.clone()),
            Label::Leaf(leaf) => return Err(reason(*leaf)),
            Label::Node(kind, labels) => (*kind, labels.clone()),
        };
        let mut edges: Vec<ShapeEdge> = Vec::new();
        let mut children = rule.children.iter().copied();
        for label in labels {
            let targets: Vec<StateId> = children.by_ref().take(self.alphabet.rank(label)).collect();
            let label = match label {
                EdgeLabel::Selector(selector, part) => {
                    let is_number = |rule: &Rule| self.alphabet.leaf(rule.symbol).is_some_and(Leaf::is_number);
                    if targets.iter().all(|&target| automaton.rules(target).iter().all(is_number)) {
                        continue;
                    }
                    if part != Part::WHOLE || self.system.selector_part(selector) != Part::WHOLE {
                        return Err(LeftOut::Parts);
                    }
                    label
                }
                EdgeLabel::Box(id) => EdgeLabel::Box(is(&self.alphabet, id)),
            };
            edges.push((label, targets));
        }
        edges.compact_sort();
        let labels = edges.iter().map(|(label, _)| *label).collect();
        let symbol = self.alphabet.symbol(Label::Node(kind, labels));
        Ok(Rule { symbol, children: edges.into_iter().flat_map(|(_, targets)| targets).collect() })
    }

    /// Whether graphs of a box refer to null.
    fn box_has_null(&mut self, id: BoxId) -> bool {
        self.plain_box(id).1
    }

    fn plain_box(&mut self, id: BoxId) -> &(Plain, bool) {
        if !self.boxes.contains_key(&id) {
            let automaton = self.alphabet.boxes[id].automaton.clone();
            // Wider boxes may have this one inside.
            let plain = self.plain_with(&automaton, |_, id| id);
            let states: Vec<StateId> = plain.automaton.states().collect();
            let has_null = self.leaves(&plain.automaton, &states).contains(&Leaf::Null)
                || self.alphabet.boxes_in(&plain.automaton).into_iter().any(|inner| self.box_has_null(inner));
            self.boxes.insert(id, (plain, has_null));
        }
        &self.boxes[&id]
    }

    /// The leaves of some states, in the order in which they are found.
    pub(super) fn leaves(&self, automaton: &TreeAutomaton, states: &[StateId]) -> Vec<Leaf> {
        let mut found = Vec::new();
        for leaf in states.iter().flat_map(|&state| automaton.rules(state)).filter_map(|r| self.alphabet.leaf(r.symbol))
        {
            if !found.contains(&leaf) {
                found.push(leaf);
            }
        }
        found
    }

    /// The shape of the nodes of a state; `own` is the root that they are, if they are one. `None` if there are none.
    pub(super) fn of_state(&mut self, plain: &Plain, state: StateId, own: Option<RootId>) -> Option<Attached> {
        self.shape(plain, &[Some(state)], vec![own.map(Leaf::Reference)], false)
    }

    /// The shape of what a box stands for.
    pub(super) fn of_box(&mut self, id: BoxId) -> Option<Attached> {
        let roots = self.alphabet.boxes[id].components.clone();
        let ports = (0..roots.len()).map(|port| Some(Leaf::Reference(RootId::at(port)))).collect();
        self.plain_box(id);
        let (plain, has_null) = self.boxes.remove(&id)?;
        let shape = self.shape(&plain, &roots, ports, true);
        self.boxes.insert(id, (plain, has_null));
        shape
    }

    /// The shape of the nodes of a state, if it is known already.
    pub(super) fn known_state(&mut self, plain: &Plain, state: StateId) -> Option<Attached> {
        self.is_complete = true;
        let found = self.of_state(plain, state, None);
        self.is_complete = false;
        found
    }

    /// The shape of a state within a shape.
    pub(super) fn inside(&mut self, shape: ShapeId, state: StateId) -> Option<Attached> {
        let plain = Plain::inside(&self.known[shape], self.known[shape].automaton.clone());
        self.of_state(&plain, state, None)
    }

    fn shape(
        &mut self,
        plain: &Plain,
        roots: &[Option<StateId>],
        mut ports: Vec<Option<Leaf>>,
        is_box: bool,
    ) -> Option<Attached> {
        let given = ports.len();
        let mut copy = plain.automaton.clone();
        let mut starts = Vec::new();
        for &root in roots.iter().flatten() {
            let start = copy.add_state();
            let nodes = plain.automaton.rules(root).iter().filter(|rule| self.alphabet.leaf(rule.symbol).is_none());
            copy.replace(start, nodes.cloned().collect());
            starts.push(start);
        }
        let (copy, starts) = copy.trim(&starts);
        if starts.iter().any(|&start| copy.rules(start).is_empty()) {
            return None;
        }
        let (copy, starts) = copy.merge_bisimilar(&starts);
        let (copy, starts) = copy.canonical(&starts);
        let states: Vec<StateId> = copy.states().collect();
        let used = self.leaves(&copy, &states);
        let is_fixed = self.alphabet.boxes_in(&copy).into_iter().any(|id| self.box_has_null(id));
        for &leaf in used.iter().filter(|leaf| **leaf != plain.null) {
            if !ports.contains(&Some(leaf)) {
                ports.push(Some(leaf));
            }
        }
        if is_fixed || used.contains(&plain.null) {
            ports.push(Some(plain.null));
        }
        let automaton = self.renamed(&copy, |leaf| ports.iter().position(|port| *port == Some(leaf)));
        let mut starts = starts.into_iter();
        let padded = roots.iter().map(|root| root.and_then(|_| starts.next())).chain(vec![None; ports.len() - given]);
        let shape = Shape {
            roots: padded.collect(),
            ports: ports
                .iter()
                .map(|port| Port { is_fixed: is_fixed && *port == Some(plain.null), ..Port::default() })
                .collect(),
            automaton,
            is_box,
            is_whole: false,
        };
        self.left_out.extend(plain.losses(roots));
        for id in self.known.indices().collect::<Vec<_>>() {
            if let Some(order) = self.same(id, &shape) {
                return Some((id, order.into_iter().map(|port| ports[port]).collect()));
            }
        }
        if self.is_complete {
            return None;
        }
        let mut shape = shape;
        for port in 0..shape.ports.len() {
            shape.ports[port].is_linear = self.occurrences(&shape, port) == (1, 1);
        }
        Some((self.known.push(shape), ports))
    }

    /// An automaton with references to ports instead of leaves.
    pub(super) fn renamed(&mut self, automaton: &TreeAutomaton, port: impl Fn(Leaf) -> Option<usize>) -> TreeAutomaton {
        let mut renamed = TreeAutomaton::new();
        automaton.states().for_each(|_| _ = renamed.add_state());
        for (state, rule) in automaton.all_rules() {
            let symbol = match self.alphabet.leaf(rule.symbol).and_then(&port) {
                Some(port) => self.alphabet.symbol(Label::Leaf(Leaf::Reference(RootId::at(port)))),
                None => rule.symbol,
            };
            renamed.add_rule(state, Rule { symbol, children: rule.children.clone() });
        }
        renamed
    }

    /// With its ports in another order: port `i` of the result is `order[i]`.
    pub(super) fn reordered(&mut self, shape: &Shape, order: &[usize]) -> (TreeAutomaton, Vec<Option<StateId>>) {
        let place = |leaf: Leaf| leaf.root().and_then(|port| order.iter().position(|&own| own == port.index()));
        (self.renamed(&shape.automaton, place), order.iter().map(|&port| shape.roots[port]).collect())
    }

    /// The order in which the ports of a shape are those of a known one that has the same graphs.
    fn same(&mut self, known: ShapeId, shape: &Shape) -> Option<Vec<usize>> {
        let other = &self.known[known];
        if other.is_box != shape.is_box || other.ports.len() != shape.ports.len() {
            return None;
        }
        orders(shape.ports.len()).into_iter().find(|order| {
            let known = self.known[known].clone();
            let is_alike = |(port, &own): (usize, &usize)| {
                known.roots[port].is_some() == shape.roots[own].is_some()
                    && known.ports[port].is_fixed == shape.ports[own].is_fixed
            };
            if !order.iter().enumerate().all(is_alike) {
                return false;
            }
            let (automaton, roots) = self.reordered(shape, order);
            is_included((&automaton, &roots), (&known.automaton, &known.roots))
                && is_included((&known.automaton, &known.roots), (&automaton, &roots))
        })
    }

    /// The least and greatest number of references to a port in a graph; 2 stands for more.
    fn occurrences(&self, shape: &Shape, port: usize) -> (u8, u8) {
        let leaf = Leaf::Reference(RootId::at(port));
        let own = |rule: &Rule| u8::from(self.alphabet.leaf(rule.symbol) == Some(leaf));
        let count = shape.automaton.state_count();
        let mut bounds: IndexVec<StateId, (u8, u8)> = IndexVec::filled((2, 0), count);
        loop {
            let before = bounds.clone();
            for (state, rule) in shape.automaton.all_rules() {
                let children = || rule.children.iter().map(|&child| before[child]);
                let least = children().fold(own(rule), |sum, (least, _)| (sum + least).min(2));
                let most = children().fold(own(rule), |sum, (_, most)| (sum + most).min(2));
                bounds[state] = (bounds[state].0.min(least), bounds[state].1.max(most));
            }
            if bounds == before {
                break;
            }
        }
        let roots = shape.roots.iter().flatten().map(|&root| bounds[root]);
        roots.fold((0, 0), |sum, own| ((sum.0 + own.0).min(2), (sum.1 + own.1).min(2)))
    }

    /// The kinds of the nodes of a state.
    pub(super) fn kinds(&self, automaton: &TreeAutomaton, state: StateId) -> BTreeSet<NodeKind> {
        let labels = automaton.rules(state).iter().map(|rule| self.alphabet.label(rule.symbol));
        let kinds = labels.filter_map(|label| match label {
            Label::Node(kind, _) => *kind,
            Label::Leaf(_) => None,
        });
        kinds.collect_by_insertion()
    }

    /// The kinds of the node at port 0 of the trees of a state.
    pub(super) fn own_kinds(&self, shape: ShapeId) -> BTreeSet<NodeKind> {
        let shape = &self.known[shape];
        shape.roots[0].map_or_else(BTreeSet::new, |root| self.kinds(&shape.automaton, root))
    }

    /// The kinds of the objects to which the fields lead that may refer to a port.
    pub(super) fn kinds_beside(&self, shape: ShapeId, port: usize) -> BTreeSet<NodeKind> {
        let automaton = &self.known[shape].automaton;
        let leaf = Some(Leaf::Reference(RootId::at(port)));
        let refers = |state: StateId| automaton.rules(state).iter().any(|rule| self.alphabet.leaf(rule.symbol) == leaf);
        let mut targets: BTreeMap<(Option<NodeKind>, EdgeLabel), BTreeSet<StateId>> = BTreeMap::new();
        for (kind, edges) in automaton.all_rules().filter_map(|(_, rule)| self.node(rule)) {
            for (label, states) in edges.into_iter().filter(|(label, _)| matches!(label, EdgeLabel::Selector(..))) {
                targets.entry((kind, label)).or_default().extend(states);
            }
        }
        let beside = targets.into_values().filter(|states| states.iter().any(|&state| refers(state)));
        beside.flatten().flat_map(|state| self.kinds(automaton, state)).collect_by_insertion()
    }

    /// The edges of a rule for a node, with their targets, and the kind of the node; `None` for leaves.
    pub(super) fn node(&self, rule: &Rule) -> Option<(Option<NodeKind>, Vec<ShapeEdge>)> {
        let Label::Node(kind, labels) = self.alphabet.label(rule.symbol) else { return None };
        let mut children = rule.children.iter().copied();
        let edges = labels.iter().map(|&label| (label, children.by_ref().take(self.alphabet.rank(label)).collect()));
        Some((*kind, edges.collect()))
    }

    /// The symbol of a node with these edges.
    pub(super) fn symbol(&mut self, kind: Option<NodeKind>, edges: impl IntoIterator<Item = EdgeLabel>) -> Symbol {
        self.alphabet.symbol(Label::Node(kind, edges.into_iter().collect()))
    }
}

/// Why a value is left out.
fn reason(leaf: Leaf) -> LeftOut {
    match leaf {
        Leaf::Undefined => LeftOut::NoValue,
        Leaf::Dangling => LeftOut::Gone,
        Leaf::Number | Leaf::Integer(_) => LeftOut::Mixed,
        Leaf::Unknown | Leaf::Object | Leaf::Null | Leaf::Reference(_) => LeftOut::Unknown,
    }
}

/// All orders of so many ports in which port 0 stays; of many only one.
pub(super) fn orders(ports: usize) -> Vec<Vec<usize>> {
    if ports > PORTS {
        return vec![(0..ports).collect()];
    }
    let mut found = vec![vec![0]];
    for _ in 1..ports {
        let longer = found.iter().flat_map(|order: &Vec<usize>| {
            let rest = (1..ports).filter(|port| !order.contains(port));
            rest.map(|port| order.iter().copied().chain([port]).collect::<Vec<_>>()).collect::<Vec<_>>()
        });
        found = longer.collect();
    }
    found
}

/// States of an automaton.
type Rooted<'a> = (&'a TreeAutomaton, &'a [Option<StateId>]);

/// Whether for all ports the trees of the first are those of the second.
pub(super) fn is_included(small: Rooted<'_>, large: Rooted<'_>) -> bool {
    if small == large {
        return true;
    }
    let pairs = small.1.iter().zip(large.1);
    let pairs: Vec<(StateId, [StateId; 1])> = pairs.filter_map(|(a, b)| Some((((*a)?), [(*b)?]))).collect();
    let questions: Vec<(StateId, &[StateId])> = pairs.iter().map(|(small, large)| (*small, large.as_slice())).collect();
    let silent = &mut Silent;
    small
        .0
        .inclusions(large.0, &questions, &mut Work::new(INCLUSION_WORK, silent))
        .is_ok_and(|inclusion| inclusion.holds())
}

/// The states that a state leads to, itself only if it leads back.
pub(super) fn below(automaton: &TreeAutomaton, state: StateId) -> BTreeSet<StateId> {
    let mut found = BTreeSet::new();
    let mut open = vec![state];
    while let Some(state) = open.pop() {
        for &child in automaton.rules(state).iter().flat_map(|rule| &rule.children) {
            if found.insert(child) {
                open.push(child);
            }
        }
    }
    found
}
