//! What boxes are called.

use base::Idx;
use tree_automata::forest::BoxId;

/// The names of boxes: those that are given come first.
#[derive(Clone, Debug, Default)]
pub(super) struct BoxNames {
    /// The names of the boxes that are given.
    pub given: Vec<String>,
}

impl BoxNames {
    /// The name of a box that is given; none if it was learned.
    pub(crate) fn given(&self, id: BoxId) -> Option<&str> {
        self.given.get(id.index()).map(String::as_str)
    }

    /// The name of a box, as pictures have it.
    pub(crate) fn of(&self, id: BoxId) -> String {
        match self.given(id) {
            Some(name) => name.to_owned(),
            None => format!("box {}", id.index() + 1 - self.given.len()),
        }
    }

    /// The name of its definition.
    pub(crate) fn predicate(&self, id: BoxId) -> String {
        match self.given(id) {
            Some(name) => name.to_owned(),
            None => {
                let mut name = self.of(id).replace(' ', "");
                while self.given.contains(&name) {
                    name.push('_');
                }
                name
            }
        }
    }
}
