//! Printing.

use std::fmt::{Display, Formatter};

use super::{Timbuk, WORDS};
use crate::automaton::{StateId, Symbol};
use crate::tree::Tree;

/// The text. Law: reading it gives the same value, if names of symbols and those of states are all different, and every rule has as
/// many children as its symbol says.
impl Display for Timbuk {
    fn fmt(&self, f: &mut Formatter<'_>) -> std::fmt::Result {
        f.write_str("Ops")?;
        for symbol in &self.symbols {
            write!(f, " {}:{}", Name(&symbol.name), symbol.rank)?;
        }
        write!(f, "\n\nAutomaton {}\n\nStates", Name(&self.name))?;
        for state in &self.states {
            write!(f, " {}", Name(state))?;
        }
        f.write_str("\n\nFinal States")?;
        for &state in &self.accepting {
            write!(f, " {}", self.state(state))?;
        }
        f.write_str("\n\nTransitions\n")?;
        for (state, rule) in self.automaton.all_rules() {
            write!(f, "{}", self.symbol(rule.symbol))?;
            for (position, &child) in rule.children.iter().enumerate() {
                write!(f, "{}{}", if position == 0 { "(" } else { ", " }, self.state(child))?;
            }
            writeln!(f, "{} -> {}", if rule.children.is_empty() { "" } else { ")" }, self.state(state))?;
        }
        Ok(())
    }
}

impl Timbuk {
    fn state(&self, state: StateId) -> Name<'_> {
        Name(&self.states[state])
    }

    fn symbol(&self, symbol: Symbol) -> Name<'_> {
        Name(&self.symbols[symbol].name)
    }

    /// A tree over the alphabet as a term, such as `node(nil)`; `None` if it has more than 10,000 nodes.
    pub fn print_tree(&self, tree: &Tree) -> Option<String> {
        const LARGEST: u64 = 10_000;
        if tree.size() > LARGEST {
            return None;
        }
        let mut text = String::new();
        // Subtrees on the path from the root, with the number of their children already printed.
        let mut path = vec![(tree.root(), 0)];
        while let Some((subtree, printed)) = path.pop() {
            let children = tree.children(subtree);
            if printed == 0 {
                text += &self.symbol(tree.symbol(subtree)).to_string();
            }
            match children.get(printed) {
                Some(&child) => {
                    text += if printed == 0 { "(" } else { ", " };
                    path.extend([(subtree, printed + 1), (child, 0)]);
                }
                None if children.is_empty() => {}
                None => text.push(')'),
            }
        }
        Some(text)
    }
}

/// A name, in quotes if it needs them.
struct Name<'a>(&'a str);

impl Display for Name<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> std::fmt::Result {
        let Name(name) = *self;
        let special = |c: char| c.is_whitespace() || c.is_control() || "(),:\"".contains(c);
        if name.is_empty() || name.contains("->") || name.contains(special) || WORDS.contains(&name) {
            f.write_str(&serde_json::Value::from(name).to_string())
        } else {
            f.write_str(name)
        }
    }
}
