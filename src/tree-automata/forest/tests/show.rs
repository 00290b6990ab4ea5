//! Forests as text.

use std::fmt::Write;

use super::*;
use crate::StateId;

fn states(alphabet: &ForestAlphabet, automaton: &TreeAutomaton, text: &mut String) {
    let leaf = |leaf: Leaf| match leaf {
        Leaf::Reference(root) => format!("^{}", root.0),
        other => format!("{other:?}").to_lowercase(),
    };
    let child = |state: StateId| match automaton.rules(state) {
        [rule] if alphabet.leaf(rule.symbol).is_some() => leaf(alphabet.leaf(rule.symbol).expect("a leaf")),
        _ => format!("q{}", state.0),
    };
    for state in automaton.states() {
        if automaton.rules(state).len() == 1 && alphabet.leaf(automaton.rules(state)[0].symbol).is_some() {
            continue;
        }
        for rule in automaton.rules(state) {
            _ = write!(text, "   q{} ->", state.0);
            match alphabet.label(rule.symbol) {
                Label::Leaf(own) => _ = write!(text, " {}", leaf(*own)),
                Label::Node(_, labels) => {
                    let mut children = rule.children.iter();
                    for label in labels {
                        let targets: Vec<String> =
                            children.by_ref().take(alphabet.rank(*label)).map(|&state| child(state)).collect();
                        let name = match label {
                            EdgeLabel::Selector(selector, _) => {
                                ["next", "prev", "down"][selector.0 as usize].to_owned()
                            }
                            EdgeLabel::Box(id) => format!("B{}", id.0),
                        };
                        _ = write!(text, " {name}:{}", targets.join(","));
                    }
                }
            }
            text.push('\n');
        }
    }
}

/// A forest, a rule a line.
pub(super) fn show(alphabet: &ForestAlphabet, forest: &Forest) -> String {
    let mut text = format!(
        "registers {:?} roots {:?}\n",
        forest.registers.iter().map(|v| v.leaf).collect::<Vec<_>>(),
        forest.roots.iter().collect::<Vec<_>>()
    );
    states(alphabet, &forest.automaton, &mut text);
    text
}

/// All boxes.
pub(super) fn show_boxes(alphabet: &ForestAlphabet) -> String {
    let mut text = String::new();
    for (id, definition) in alphabet.boxes.iter_enumerated() {
        _ = writeln!(text, "B{} {:?}", id.0, definition.components);
        states(alphabet, &definition.automaton, &mut text);
    }
    text
}
