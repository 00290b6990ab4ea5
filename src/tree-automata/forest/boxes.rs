//! Boxes: graphs with ports, which edges stand for.

use std::collections::BTreeSet;

use super::nodes::{Edge, Node};
use super::signature::{count, signatures};
use super::{BoxId, EdgeLabel, Forest, ForestAlphabet, Leaf, NodeKind, Part, RootId, Selector, Value};
use crate::{StateId, TreeAutomaton};
use base::{Idx, IndexVec, Stop};

/// What a box stands for: a forest automaton whose roots are the ports, number 0 being the input.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BoxDefinition {
    /// The kind of the nodes at whose cycles and forks it was learned: those of others get boxes of their own, so that joining boxes does not nest
    /// them in themselves.
    pub kind: Option<NodeKind>,
    /// The states of all components. References are to ports.
    pub automaton: TreeAutomaton,
    /// For each port its component; none if the box adds nothing to its node.
    pub components: Vec<Option<StateId>>,
    /// For each port the selectors that its node may have in the box.
    covered: Vec<BTreeSet<Selector>>,
    /// For each port the parts of its node to which selectors in the box lead.
    entered: Vec<BTreeSet<Part>>,
    /// Whether in all graphs a way inside leads from the first port to the second.
    ways: Vec<Vec<bool>>,
    /// A later box that has all of its graphs.
    wider: Option<BoxId>,
}

impl BoxDefinition {
    /// A box with these components, with its automaton as small as it can easily be made, and its states in a fixed order.
    ///
    /// # Errors
    /// If it is too large.
    pub fn reduced(
        alphabet: &ForestAlphabet,
        kind: Option<NodeKind>,
        automaton: TreeAutomaton,
        components: Vec<Option<StateId>>,
    ) -> Result<Self, Stop> {
        let states: Vec<StateId> = components.iter().flatten().copied().collect();
        let (automaton, states) = automaton.trim(&states);
        let (automaton, states) = automaton.merge_bisimilar(&states);
        let (automaton, states) = automaton.canonical(&states);
        let mut states = states.into_iter();
        let components = components.into_iter().map(|component| component.and_then(|_| states.next())).collect();
        Self::new(alphabet, kind, automaton, components)
    }

    fn new(
        alphabet: &ForestAlphabet,
        kind: Option<NodeKind>,
        automaton: TreeAutomaton,
        components: Vec<Option<StateId>>,
    ) -> Result<Self, Stop> {
        let known = signatures(alphabet, &automaton)?;
        let ports = components.len();
        let mut covered = vec![BTreeSet::default(); ports];
        let mut entered = vec![BTreeSet::default(); ports];
        let mut ways = vec![vec![false; ports]; ports];
        let forest = Forest { automaton, roots: IndexVec::new(), registers: Vec::new() };
        for (port, component) in components.iter().enumerate() {
            let Some(component) = *component else { continue };
            for (target, leads) in ways[port].iter_mut().enumerate() {
                *leads = known[component].iter().all(|signature| count(signature, RootId::at(target)) > 0);
            }
            for state in forest.reachable(component) {
                for node in forest.nodes(alphabet, state) {
                    cover(alphabet, &forest, &node, (state == component).then_some(port), &mut covered);
                    for edge in &node.edges {
                        for (target, entered) in entered.iter_mut().enumerate() {
                            forest.enter(alphabet, edge, RootId::at(target), entered);
                        }
                    }
                }
            }
        }
        for middle in 0..ports {
            for from in 0..ports {
                for to in 0..ports {
                    ways[from][to] |= ways[from][middle] && ways[middle][to];
                }
            }
        }
        Ok(Self { kind, automaton: forest.automaton, components, covered, entered, ways, wider: None })
    }

    /// The number of targets of its edges: its ports but the input.
    pub fn rank(&self) -> usize {
        self.components.len() - 1
    }

    /// Whether the node at a port may have this selector in the box.
    pub fn covers(&self, port: usize, selector: Selector) -> bool {
        self.covered[port].contains(&selector)
    }

    /// The selectors that the node at a port may have in the box.
    pub fn covered(&self, port: usize) -> &BTreeSet<Selector> {
        &self.covered[port]
    }

    /// The parts of the node at a port to which selectors in the box lead.
    pub fn entered(&self, port: usize) -> &BTreeSet<Part> {
        &self.entered[port]
    }

    /// Whether the node at a port may have a selector in the box.
    pub fn adds_to(&self, port: usize) -> bool {
        !self.covered[port].is_empty()
    }

    /// Whether in all graphs a way inside of the box leads from one port to another.
    pub fn leads(&self, from: usize, to: usize) -> bool {
        self.ways[from][to]
    }
}

impl ForestAlphabet {
    /// The graphs of a box as a forest whose registers are the ports.
    pub fn box_graphs(&mut self, id: BoxId) -> Forest {
        let BoxDefinition { automaton, components, .. } = self.boxes[id].clone();
        let mut forest = Forest { automaton, ..Forest::default() };
        for (port, component) in components.into_iter().enumerate() {
            let state = component.unwrap_or_else(|| {
                let rule = Node { kind: None, edges: Vec::new() }.rule(self);
                forest.state_with([rule])
            });
            forest.roots.push(state);
            forest.registers.push(Value::reference(RootId::at(port), Part::WHOLE));
        }
        forest
    }
}

impl Forest {
    /// Adds the parts of a root's node to which an edge leads.
    fn enter(&self, alphabet: &ForestAlphabet, (label, children): &Edge, root: RootId, entered: &mut BTreeSet<Part>) {
        for (target, &child) in children.iter().enumerate() {
            if self.leaves(alphabet, child).any(|leaf| leaf == Leaf::Reference(root)) {
                match label {
                    EdgeLabel::Selector(_, part) => _ = entered.insert(*part),
                    EdgeLabel::Box(id) => entered.extend(&alphabet.boxes[*id].entered[target + 1]),
                }
            }
        }
    }

    /// The parts of a root's node to which the ways that begin with an edge lead.
    pub(super) fn entered(&self, alphabet: &ForestAlphabet, edge: &Edge, root: RootId) -> BTreeSet<Part> {
        let mut found = BTreeSet::new();
        self.enter(alphabet, edge, root, &mut found);
        let states = edge.1.iter().flat_map(|&child| self.reachable(child));
        for node in states.flat_map(|state| self.nodes(alphabet, state)) {
            node.edges.iter().for_each(|edge| self.enter(alphabet, edge, root, &mut found));
        }
        found
    }
}

/// Adds the selectors that a node of a box gives to ports: its own ones if it is a port, and those of boxes to ports that they lead to.
fn cover(
    alphabet: &ForestAlphabet,
    forest: &Forest,
    node: &Node,
    port: Option<usize>,
    covered: &mut [BTreeSet<Selector>],
) {
    for (label, children) in &node.edges {
        match label {
            EdgeLabel::Selector(selector, _) => {
                if let Some(port) = port {
                    covered[port].insert(*selector);
                }
            }
            EdgeLabel::Box(id) => {
                let inner = &alphabet.boxes[*id];
                if let Some(port) = port {
                    covered[port].extend(&inner.covered[0]);
                }
                for (target, &child) in children.iter().enumerate() {
                    for leaf in forest.leaves(alphabet, child) {
                        if let Leaf::Reference(port) = leaf {
                            covered[port.index()].extend(&inner.covered[target + 1]);
                        }
                    }
                }
            }
        }
    }
}

impl ForestAlphabet {
    /// The box with this definition, or one that stands for more graphs.
    ///
    /// # Errors
    /// If a limit is reached.
    pub(super) fn box_for(&mut self, definition: BoxDefinition) -> Result<BoxId, Stop> {
        if let Some(known) = self.known_box(&definition)? {
            return Ok(known);
        }
        let id = BoxId::at(self.boxes.len());
        for known in (0..id.index()).map(BoxId::at) {
            if self.boxes[known].wider.is_none() && definition.includes(&self.boxes[known])? {
                self.boxes[known].wider = Some(id);
            }
        }
        Ok(self.boxes.push(definition))
    }

    /// A box that stands for these graphs, or more.
    ///
    /// # Errors
    /// If a limit is reached.
    pub(super) fn known_box(&self, definition: &BoxDefinition) -> Result<Option<BoxId>, Stop> {
        for (id, known) in self.boxes.iter_enumerated() {
            if known.includes(definition)? {
                return Ok(Some(self.widest(id)));
            }
        }
        Ok(None)
    }

    /// Forgets all boxes but the first ones, as if the others had not been learned yet. Labels are kept.
    pub fn forget_boxes(&mut self, count: usize) {
        self.boxes = self.boxes.iter().take(count).cloned().collect();
        for known in self.boxes.iter_mut() {
            known.wider = known.wider.filter(|wider| wider.index() < count);
        }
    }

    /// The box with the most graphs that is known to have all those of this one.
    pub fn widest(&self, mut id: BoxId) -> BoxId {
        while let Some(wider) = self.boxes[id].wider {
            id = wider;
        }
        id
    }
}

impl BoxDefinition {
    /// Whether it may be joined with another box: both have components at the same ports, with the same selectors, and the same ways inside.
    pub(super) fn is_like(&self, other: &BoxDefinition) -> bool {
        let is_alike = |(own, more): (&Option<StateId>, &Option<StateId>)| own.is_some() == more.is_some();
        self.kind == other.kind
            && self.components.len() == other.components.len()
            && self.components.iter().zip(&other.components).all(is_alike)
            && (&self.covered, &self.entered, &self.ways) == (&other.covered, &other.entered, &other.ways)
    }

    /// Whether a later box has all of its graphs.
    pub(super) fn has_wider(&self) -> bool {
        self.wider.is_some()
    }

    /// Whether every graph of another box is one of this one, component by component.
    ///
    /// # Errors
    /// If a limit is reached.
    pub fn includes(&self, other: &BoxDefinition) -> Result<bool, Stop> {
        let mut pairs = Vec::new();
        if (self.kind, self.components.len()) != (other.kind, other.components.len()) {
            return Ok(false);
        }
        for (own, more) in self.components.iter().zip(&other.components) {
            match (own, more) {
                (Some(own), Some(more)) => pairs.push((*more, *own)),
                (None, None) => {}
                _ => return Ok(false),
            }
        }
        super::normal::included(&other.automaton, &self.automaton, &pairs)
    }
}
