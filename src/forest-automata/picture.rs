//! Forest automata as pictures: a vertex for each state, with the edges of its node.
//!
//! What a state may stand for besides one node is drawn as a choice, and boxes are nonterminal edges.

use std::collections::{BTreeMap, BTreeSet};

use super::definitions::definitions;
use super::explored::ExploredForests;
use super::names::BoxNames;
use crate::semantics::ForestProgram;
use base::{CompactSort, Idx};
use program::cfa::ProcedureId;
use report::heap::{BoxView, HeapView, NonterminalView, SelectorView, VertexKind, VertexView};
use tree_automata::forest::{
    BoxDefinition, BoxId, EdgeLabel, Forest, ForestAlphabet, Graph, GraphNode, Label, Leaf, NodeKind, Part, RootId,
    Value,
};
use tree_automata::{Rule, StateId, TreeAutomaton};

/// The set of memories with this content number, or the box.
pub(super) fn content(explored: &ExploredForests, number: u32) -> Option<HeapView> {
    let number = number as usize;
    match explored.contents.get_index(number) {
        Some(&(procedure, forest)) => Some(memories(explored, procedure, explored.system.forest(forest))),
        None => {
            let boxes = &explored.system.alphabet.boxes;
            let id = BoxId::at(number - explored.contents.len());
            (id.index() < boxes.len()).then(|| box_heaps(explored, &boxes[id]))
        }
    }
}

/// A set of memories of a procedure.
pub(super) fn memories(explored: &ExploredForests, procedure: ProcedureId, forest: &Forest) -> HeapView {
    let system = &explored.system;
    let mut drawing = Drawing::new(explored, &forest.automaton);
    for (root, &state) in forest.roots.iter_enumerated() {
        let vertex = drawing.state(state);
        drawing.roots.insert(root, vertex);
        drawing.root_states.insert(root, state);
    }
    for (register, value) in forest.registers.iter().enumerate() {
        if let Some(name) = register_name(system, procedure, register) {
            drawing.register(forest, *value, name);
        }
    }
    drawing.finish()
}

/// The name of a register, empty for nodes to which callers refer; none if it is not shown.
fn register_name(system: &ForestProgram, procedure: ProcedureId, register: usize) -> Option<&str> {
    let name = system.program().procedures[procedure].locals.as_slice().get(register).map(|local| local.name.as_str());
    name.map_or(Some(""), |name| (!name.starts_with('$')).then_some(name))
}

/// What a box stands for.
fn box_heaps(explored: &ExploredForests, definition: &BoxDefinition) -> HeapView {
    let mut drawing = Drawing::new(explored, &definition.automaton);
    for (port, component) in definition.components.iter().enumerate() {
        let vertex = match *component {
            Some(state) => drawing.state(state),
            None => drawing.vertex(String::new(), VertexKind::Object, None),
        };
        drawing.view.vertices[vertex as usize].external = Some(u32::at(port) + 1);
        drawing.roots.insert(RootId::at(port), vertex);
    }
    drawing.finish()
}

/// The boxes that are given, and those that occur in states, or in other boxes that do.
pub(super) fn boxes(explored: &ExploredForests) -> Vec<BoxView> {
    let ExploredForests { system, contents, names, .. } = explored;
    let alphabet = &system.alphabet;
    let mut states: BTreeMap<BoxId, u32> = BTreeMap::new();
    for &(_, forest) in contents {
        for id in alphabet.boxes_in(&system.forest(forest).automaton) {
            *states.entry(id).or_default() += 1;
        }
    }
    let mut open: Vec<BoxId> = states.keys().copied().collect();
    while let Some(id) = open.pop() {
        for inner in alphabet.boxes_in(&alphabet.boxes[id].automaton) {
            states.entry(inner).or_insert_with(|| {
                open.push(inner);
                0
            });
        }
    }
    let view = |id: BoxId| {
        let written = definitions(system, names, id);
        BoxView {
            name: names.of(id),
            content: u32::at(contents.len() + id.index()),
            ports: u32::at(alphabet.boxes[id].components.len()),
            boxes: alphabet.boxes_in(&alphabet.boxes[id].automaton).into_iter().map(|id| names.of(id)).collect(),
            states: states.get(&id).copied().unwrap_or(0),
            given: names.given(id).is_some(),
            used: states.contains_key(&id),
            unsaid: written.as_ref().err().cloned(),
            definition: written.ok().map(|own| own.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n")),
        }
    };
    let shown = alphabet.boxes.indices().filter(|id| states.contains_key(id) || names.given(*id).is_some());
    shown.map(view).collect()
}

/// Some of the smallest heaps of a content.
pub(super) fn samples(explored: &mut ExploredForests, number: u32) -> Option<Vec<HeapView>> {
    let number = number as usize;
    let (forest, procedure) = match explored.contents.get_index(number) {
        Some(&(procedure, forest)) => (explored.system.forest(forest).clone(), Some(procedure)),
        None => {
            let alphabet = &mut explored.system.alphabet;
            let id = BoxId::at(number - explored.contents.len());
            (id.index() < alphabet.boxes.len()).then(|| (alphabet.box_graphs(id), None))?
        }
    };
    let explored = &*explored;
    let mut found = BTreeSet::new();
    for nodes in 0..=SAMPLE_NODES {
        found = forest.members(&explored.system.alphabet, nodes);
        if found.len() >= SAMPLES {
            break;
        }
    }
    let mut graphs: Vec<Graph> = found.into_iter().collect();
    graphs.compact_sort_by_key(|graph| graph.nodes.len());
    let view = |graph: &Graph| sample(explored, procedure, graph);
    Some(graphs.iter().take(SAMPLES).map(view).collect())
}

/// So many sampled heaps are shown at most, …
const SAMPLES: usize = 8;

/// … with so many objects.
const SAMPLE_NODES: usize = 6;

/// One heap; without a procedure the registers are the ports of a box.
fn sample(explored: &ExploredForests, procedure: Option<ProcedureId>, graph: &Graph) -> HeapView {
    let (system, automaton) = (&explored.system, TreeAutomaton::new());
    let mut drawing = Drawing::new(explored, &automaton);
    for (node, GraphNode { kind, .. }) in graph.nodes.iter().enumerate() {
        let ty = kind.map_or(String::new(), |kind| system.class_name(kind).to_owned());
        let vertex = drawing.vertex(ty, VertexKind::Object, None);
        drawing.roots.insert(RootId::at(node), vertex);
    }
    for (node, GraphNode { kind, values }) in graph.nodes.iter().enumerate() {
        let source = drawing.roots[&RootId::at(node)];
        for (selector, value) in values.iter().filter(|(_, value)| value.leaf != Leaf::Number) {
            let kind_there = value.root().and_then(|root| graph.nodes[root.index()].kind);
            let part = kind_there.map_or(String::new(), |kind| system.part_name(kind, value.part));
            let label = to_part(system.selector_name(*kind, *selector), &part);
            let target = drawing.leaf(value.leaf);
            drawing.view.selectors.push(SelectorView { source, target, label });
        }
    }
    for (register, value) in graph.registers.iter().enumerate() {
        let Some(procedure) = procedure else {
            let vertex = drawing.leaf(value.leaf);
            drawing.view.vertices[vertex as usize].external = Some(u32::at(register) + 1);
            continue;
        };
        let Some(name) = register_name(system, procedure, register) else { continue };
        let kind = value.root().and_then(|root| graph.nodes[root.index()].kind);
        drawing.variable(*value, kind, name);
    }
    drawing.finish()
}

/// A name with the part that it leads to.
fn to_part(name: String, part: &str) -> String {
    if part.is_empty() { name } else { format!("{name} → {part}") }
}

struct Drawing<'a> {
    system: &'a ForestProgram,
    names: &'a BoxNames,
    automaton: &'a TreeAutomaton,
    view: HeapView,
    states: BTreeMap<StateId, u32>,
    roots: BTreeMap<RootId, u32>,
    /// The states of the roots, where their nodes have kinds.
    root_states: BTreeMap<RootId, StateId>,
    leaves: BTreeMap<Leaf, u32>,
    /// Vertices that stand for nodes, with the rules of which they are.
    open: Vec<(u32, Rule)>,
}

impl<'a> Drawing<'a> {
    fn new(explored: &'a ExploredForests, automaton: &'a TreeAutomaton) -> Self {
        let (states, roots, root_states, leaves, open) = Default::default();
        let ExploredForests { system, names, .. } = explored;
        Self { system, names, automaton, view: HeapView::default(), states, roots, root_states, leaves, open }
    }

    fn alphabet(&self) -> &'a ForestAlphabet {
        &self.system.alphabet
    }

    fn vertex(&mut self, ty: String, kind: VertexKind, constant: Option<String>) -> u32 {
        let (variables, markings) = (Vec::new(), Vec::new());
        let constants = constant.into_iter().collect();
        self.view.vertices.push(VertexView { ty, kind, external: None, variables, markings, constants, number: None });
        u32::at(self.view.vertices.len() - 1)
    }

    /// The vertex of a state: its node, or a choice.
    fn state(&mut self, state: StateId) -> u32 {
        if let Some(&known) = self.states.get(&state) {
            return known;
        }
        let rules = self.automaton.rules(state);
        let vertex = match rules {
            [rule] => self.rule(rule),
            _ => {
                let choice = self.vertex("one of these".to_owned(), VertexKind::Choice, None);
                self.states.insert(state, choice);
                for rule in rules {
                    let target = self.rule(rule);
                    self.view.selectors.push(SelectorView { source: choice, target, label: String::new() });
                }
                choice
            }
        };
        self.states.insert(state, vertex);
        vertex
    }

    fn rule(&mut self, rule: &Rule) -> u32 {
        match self.alphabet().label(rule.symbol) {
            Label::Leaf(leaf) => self.leaf(*leaf),
            Label::Node(kind, _) => {
                let ty = kind.map_or(String::new(), |kind| self.system.class_name(kind).to_owned());
                let vertex = self.vertex(ty, VertexKind::Object, None);
                self.open.push((vertex, rule.clone()));
                vertex
            }
        }
    }

    fn leaf(&mut self, leaf: Leaf) -> u32 {
        if let Leaf::Reference(root) = leaf
            && let Some(&vertex) = self.roots.get(&root)
        {
            return vertex;
        }
        if let Some(&known) = self.leaves.get(&leaf) {
            return known;
        }
        let (ty, kind, constant) = match leaf {
            Leaf::Null => ("NULL", VertexKind::Null, "null".to_owned()),
            Leaf::Undefined => ("pointer", VertexKind::Constant, "no value".to_owned()),
            Leaf::Dangling => ("pointer", VertexKind::Constant, "gone".to_owned()),
            Leaf::Unknown => ("pointer", VertexKind::Constant, "not known".to_owned()),
            Leaf::Object => ("pointer", VertexKind::Constant, "not followed".to_owned()),
            Leaf::Number => ("int", VertexKind::Constant, "some number".to_owned()),
            Leaf::Integer(number) => ("int", VertexKind::Constant, number.to_string()),
            Leaf::Reference(root) => ("root", VertexKind::Constant, format!("root {}", root.index())),
        };
        let vertex = self.vertex(ty.to_owned(), kind, Some(constant));
        self.leaves.insert(leaf, vertex);
        vertex
    }

    fn register(&mut self, forest: &Forest, value: Value, name: &str) {
        let kind = value.root().and_then(|root| forest.kinds(self.alphabet(), root).first().copied());
        self.variable(value, kind, name);
    }

    /// A register with the kind of the node that it refers to; without a name it is that of a caller.
    fn variable(&mut self, value: Value, kind: Option<NodeKind>, name: &str) {
        // Nothing is said of what has no value.
        if matches!(value.leaf, Leaf::Undefined | Leaf::Number) {
            return;
        }
        let vertex = self.leaf(value.leaf);
        let part = kind.map_or(String::new(), |kind| self.system.part_name(kind, value.part));
        let drawn = &mut self.view.vertices[vertex as usize];
        match name {
            "" => drawn.markings.push("of a caller".to_owned()),
            name => drawn.variables.push(to_part(name.to_owned(), &part)),
        }
    }

    fn finish(mut self) -> HeapView {
        while let Some((source, rule)) = self.open.pop() {
            let Label::Node(kind, labels) = self.alphabet().label(rule.symbol) else { continue };
            let mut children = rule.children.iter();
            for &label in labels {
                let targets: Vec<StateId> = children.by_ref().take(self.alphabet().rank(label)).copied().collect();
                self.edge(source, *kind, label, &targets);
            }
        }
        self.view
    }

    fn edge(&mut self, source: u32, kind: Option<NodeKind>, label: EdgeLabel, targets: &[StateId]) {
        match label {
            EdgeLabel::Selector(selector, part) => {
                let [target] = *targets else { return };
                // Numbers that are not followed say nothing.
                let alphabet = self.alphabet();
                let is_number = |rule: &Rule| alphabet.leaf(rule.symbol) == Some(Leaf::Number);
                if self.automaton.rules(target).iter().all(is_number) {
                    return;
                }
                let name = self.system.selector_name(kind, selector);
                let part = self.target_part(target, part);
                let label = to_part(name, &part);
                let target = self.state(target);
                self.view.selectors.push(SelectorView { source, target, label });
            }
            EdgeLabel::Box(id) => {
                let targets: Vec<u32> = targets.iter().map(|&target| self.state(target)).collect();
                let tentacles = std::iter::once(source).chain(targets).collect();
                self.view.nonterminals.push(NonterminalView { label: self.names.of(id), tentacles });
            }
        }
    }

    /// The name of the part of a target to which an edge leads.
    fn target_part(&self, target: StateId, part: Part) -> String {
        let kind = |state: StateId| {
            self.automaton.rules(state).iter().find_map(|rule| match self.alphabet().label(rule.symbol) {
                Label::Node(kind, _) => *kind,
                Label::Leaf(_) => None,
            })
        };
        let roots = self.automaton.rules(target).iter().filter_map(|rule| self.alphabet().leaf(rule.symbol)?.root());
        let root_states = roots.filter_map(|root| self.root_states.get(&root).copied());
        let kind = std::iter::once(target).chain(root_states).find_map(kind);
        kind.map_or(String::new(), |kind| self.system.part_name(kind, part))
    }
}
