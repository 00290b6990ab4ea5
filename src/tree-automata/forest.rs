//! Forest automata: sets of graphs as tuples of tree automata whose leaves refer to the roots of each other.
//!
//! A graph is cut at its *roots* into trees; each component is the language of one state. Edges may be *boxes*, which stand for parts of
//! graphs with cut points of their own, so that graphs with any number of cut points are described. The paper on forest automata has
//! the definitions (sections 4 and 5). What is different here: a node is a whole object with everything embedded in it, and a
//! selector says to which [`Part`] of the target it leads; all components share one table of states.
//!
//! The semantics of programs is not known here: kinds of nodes, selectors and parts are numbers.

mod alphabet;
mod boxes;
mod embed;
mod expose;
mod fold;
mod heights;
mod members;
mod nodes;
mod normal;
mod signature;
mod split;
#[cfg(test)]
mod tests;

use super::{StateId, TreeAutomaton};
use base::{IndexVec, Stop, msg, newtype_index};

pub use alphabet::{EdgeLabel, ForestAlphabet, Label, Leaf};
pub use boxes::BoxDefinition;
pub use fold::{Folding, Rewriting, Rewritten};
pub use members::{Graph, GraphNode};
pub use nodes::Edge;
pub use normal::Normal;

newtype_index! {
    /// A root of a forest: a node at which graphs are cut.
    pub struct RootId;
    /// A box of an alphabet.
    pub struct BoxId;
    /// A pointer or number in a node.
    pub struct Selector;
    /// What a pointer into a node points to: 0 is the whole, others are objects embedded in it.
    pub struct Part;
    /// What a node is, for example its class.
    pub struct NodeKind;
}

impl Part {
    /// The whole node.
    pub const WHOLE: Part = Part(0);
}

/// The value of a register.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Value {
    /// The value.
    pub leaf: Leaf,
    /// Of a reference: what it points to in the node; otherwise the whole.
    pub part: Part,
}

impl Value {
    /// A reference to a part of a root.
    pub fn reference(root: RootId, part: Part) -> Self {
        Self { leaf: Leaf::Reference(root), part }
    }

    /// The root that it refers to.
    pub fn root(self) -> Option<RootId> {
        self.leaf.root()
    }
}

impl From<Leaf> for Value {
    fn from(leaf: Leaf) -> Self {
        Self { leaf, part: Part::WHOLE }
    }
}

/// A forest automaton with registers: a set of graphs in which some nodes have names.
///
/// It represents the graphs that come about by taking a tree of each root's state, gluing all leaves that refer to a root with the root of
/// its tree, and replacing boxes by graphs that they stand for. Different roots are different nodes.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Forest {
    /// The states of all components.
    pub automaton: TreeAutomaton,
    /// For each root the state of its component.
    pub roots: IndexVec<RootId, StateId>,
    /// The values that are known by name, such as variables.
    pub registers: Vec<Value>,
}

/// A forest and the value that was asked for in it.
pub type ForestValue = (Forest, Value);

/// What an operation may cost: at most this many forests, states or rules come of it.
const LIMIT: usize = 2_000;

/// The error of an operation that would become too large.
fn too_large() -> Stop {
    Stop::Incomplete(msg!("a set of heaps is too large to be split into cases"))
}
