//! Forest automata as pictures: a vertex for each state, with the edges of its node.
//!
//! What a state may stand for besides one node is drawn as a choice, and boxes are nonterminal edges.

use std::collections::BTreeMap;

use super::explored::ExploredForests;
use crate::automata::forest::{EdgeLabel, Forest, ForestAlphabet, Label, Leaf, NodeKind, Part, RootId, Value};
use crate::automata::{Rule, StateId, TreeAutomaton};
use crate::base::Idx;
use crate::report::heap::{HeapView, NonterminalView, SelectorView, VertexKind, VertexView};
use crate::semantics::forest::ForestProgram;

/// The set of memories with this content number.
pub(super) fn forest(explored: &ExploredForests, number: u32) -> Option<HeapView> {
    let &(procedure, forest) = explored.contents.get_index(number as usize)?;
    let system = &explored.system;
    let forest = system.forest(forest);
    let mut drawing = Drawing::new(system, &forest.automaton);
    for (root, &state) in forest.roots.iter_enumerated() {
        let vertex = drawing.state(state);
        drawing.roots.insert(root, vertex);
    }
    let locals = &system.program().procedures[procedure].locals;
    for (register, value) in forest.registers.iter().enumerate() {
        // What comes after the locals are nodes to which the callers refer.
        let name = locals.as_slice().get(register).map(|local| local.name.as_str());
        if name.is_none_or(|name| !name.starts_with('$')) {
            drawing.register(forest, *value, name);
        }
    }
    Some(drawing.finish())
}

struct Drawing<'a> {
    system: &'a ForestProgram,
    automaton: &'a TreeAutomaton,
    view: HeapView,
    states: BTreeMap<StateId, u32>,
    roots: BTreeMap<RootId, u32>,
    leaves: BTreeMap<Leaf, u32>,
    /// Vertices that stand for nodes, with the rules of which they are.
    open: Vec<(u32, Rule)>,
}

impl<'a> Drawing<'a> {
    fn new(system: &'a ForestProgram, automaton: &'a TreeAutomaton) -> Self {
        let (states, roots, leaves, open) = Default::default();
        Self { system, automaton, view: HeapView::default(), states, roots, leaves, open }
    }

    fn alphabet(&self) -> &'a ForestAlphabet {
        &self.system.alphabet
    }

    fn vertex(&mut self, ty: String, kind: VertexKind, constant: Option<String>) -> u32 {
        let (variables, markings) = (Vec::new(), Vec::new());
        let constants = constant.into_iter().collect();
        self.view.vertices.push(VertexView { ty, kind, external: None, variables, markings, constants });
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
            Leaf::Number => ("int", VertexKind::Constant, "some number".to_owned()),
            Leaf::Integer(number) => ("int", VertexKind::Constant, number.to_string()),
            Leaf::Reference(root) => ("root", VertexKind::Constant, format!("root {}", root.index())),
        };
        let vertex = self.vertex(ty.to_owned(), kind, Some(constant));
        self.leaves.insert(leaf, vertex);
        vertex
    }

    fn register(&mut self, forest: &Forest, value: Value, name: Option<&str>) {
        let vertex = match value.leaf {
            // Nothing is said of what has no value.
            Leaf::Undefined | Leaf::Number => return,
            leaf => self.leaf(leaf),
        };
        let part = value.root().map_or(String::new(), |root| {
            let kinds = forest.kinds(self.alphabet(), root);
            kinds.first().map_or(String::new(), |&kind| self.system.part_name(kind, value.part))
        });
        let drawn = &mut self.view.vertices[vertex as usize];
        match name {
            Some(name) => {
                drawn.variables.push(if part.is_empty() { name.to_owned() } else { format!("{name} → {part}") })
            }
            None => drawn.markings.push("of a caller".to_owned()),
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
                let label = if part.is_empty() { name } else { format!("{name} → {part}") };
                let target = self.state(target);
                self.view.selectors.push(SelectorView { source, target, label });
            }
            EdgeLabel::Box(id) => {
                let targets: Vec<u32> = targets.iter().map(|&target| self.state(target)).collect();
                let tentacles = std::iter::once(source).chain(targets).collect();
                self.view.nonterminals.push(NonterminalView { label: format!("box {}", id.index() + 1), tentacles });
            }
        }
    }

    /// The name of the part of a target to which an edge leads.
    fn target_part(&self, target: StateId, part: Part) -> String {
        let kinds: Vec<NodeKind> = self
            .automaton
            .rules(target)
            .iter()
            .filter_map(|rule| match self.alphabet().label(rule.symbol) {
                Label::Node(kind, _) => *kind,
                Label::Leaf(_) => None,
            })
            .collect();
        kinds.first().map_or(String::new(), |&kind| self.system.part_name(kind, part))
    }
}
