//! Names of nonterminals, from what the objects are and how they repeat.

use std::collections::{BTreeMap, BTreeSet};

use super::rules::Rules;
use super::shapes::{ShapeId, Shapes, below};
use base::CollectByInsertion;
use tree_automata::StateId;
use tree_automata::forest::NodeKind;

/// The name of each shape.
pub(super) struct Names(BTreeMap<ShapeId, String>);

impl Names {
    /// Different names for these shapes: none of those that are taken.
    pub(super) fn new(shapes: &Shapes<'_>, rules: &Rules, kept: &[ShapeId], taken: &BTreeSet<String>) -> Self {
        let words: Vec<(ShapeId, Option<NodeKind>, String)> =
            kept.iter().map(|&shape| (shape, kind(shapes, shape), word(shapes, rules, kept, shape))).collect();
        let mut used = taken.clone();
        let mut names = BTreeMap::new();
        for (shape, kind, word) in &words {
            // Of several classes with such a shape each gives its name to its own.
            let is_shared = words.iter().any(|(_, other, same)| same == word && other != kind);
            let class = kind.filter(|_| is_shared).map_or("", |kind| shapes.system.class_name(kind));
            let name = format!("{class}{word}");
            let numbered = (2..).map(|number| format!("{name}{number}"));
            let free = std::iter::once(name.clone()).chain(numbered).find(|name| !used.contains(name));
            let name = free.unwrap_or(name);
            used.insert(name.clone());
            names.insert(*shape, name);
        }
        Self(names)
    }

    /// The name of a shape.
    pub(super) fn of(&self, shape: ShapeId) -> &str {
        self.0.get(&shape).map_or("", String::as_str)
    }
}

/// The first kind of the object at port 0.
fn kind(shapes: &Shapes<'_>, shape: ShapeId) -> Option<NodeKind> {
    let own = shapes.own_kinds(shape).first().copied();
    own.or_else(|| shapes.known[shape].ports[0].kinds.first().copied())
}

/// What a shape is, in a word.
fn word(shapes: &Shapes<'_>, rules: &Rules, kept: &[ShapeId], shape: ShapeId) -> String {
    let known = &shapes.known[shape];
    let automaton = &known.automaton;
    let Some(root) = known.roots[0] else { return "Part".to_owned() };
    let below_root = below(automaton, root);
    let refers_back = || known.ports.iter().all(|port| port.kinds.is_empty()) || known.ports.len() == 1;
    if known.is_box {
        return if refers_back() { "Ring" } else { "Part" }.to_owned();
    }
    // What repeats: the root, or else the first state below it.
    let repeats = |state: &StateId| below(automaton, *state).contains(state);
    let Some(repeated) = [root].into_iter().chain(below_root).find(repeats) else {
        return kind(shapes, shape).map_or("", |kind| shapes.system.class_name(kind)).to_owned();
    };
    let kinds = shapes.kinds(automaton, repeated);
    if kinds.is_disjoint(&shapes.own_kinds(shape)) {
        return kind(shapes, shape).map_or("", |kind| shapes.system.class_name(kind)).to_owned();
    }
    // The most parts of its own kind that an object has.
    let group = |state: StateId| -> BTreeSet<StateId> {
        let states = below(automaton, state).into_iter();
        states.filter(|&other| below(automaton, other).contains(&state)).collect_by_insertion()
    };
    let width = |state: StateId| {
        let group = group(state);
        let rules = automaton.rules(state).iter();
        rules.map(|rule| rule.children.iter().filter(|child| group.contains(child)).count()).max().unwrap_or(0)
    };
    let alike = automaton.states().filter(|&state| !shapes.kinds(automaton, state).is_disjoint(&kinds));
    let word = if alike.map(width).max().unwrap_or(0) > 1 { "Tree" } else { "List" };
    let is_rest = kept.iter().any(|&other| {
        let unit = &rules.of[other][..];
        other != shape
            && shapes.known[other].is_whole
            && matches!(unit, [body] if !body.selectors.is_empty() && body.edges.iter().any(|(inner, at)| *inner == shape && at[0] == 0))
    });
    let suffix = match (known.is_whole, is_rest) {
        (_, true) => "Rest",
        (true, false) => "",
        (false, false) => "Segment",
    };
    format!("{word}{suffix}")
}
