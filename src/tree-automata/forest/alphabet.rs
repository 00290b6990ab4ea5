//! What nodes are labelled with.

use std::collections::{BTreeMap, BTreeSet};

use indexmap::IndexSet;
use rustc_hash::FxBuildHasher;
use smallvec::SmallVec;

use super::boxes::BoxDefinition;
use super::{BoxId, NodeKind, Part, RootId, Selector};
use crate::{Symbol, TreeAutomaton};
use base::{CollectByInsertion, Idx, IndexVec};

/// A value, or a reference to a root: a tree without children.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Leaf {
    /// The null pointer.
    Null,
    /// A pointer that was never assigned.
    Undefined,
    /// A pointer to a node that is gone.
    Dangling,
    /// This number.
    Integer(i64),
    /// Some number.
    Number,
    /// Some pointer of which nothing is known.
    Unknown,
    /// Some pointer of which only this is known: it is not null.
    Object,
    /// The root with this number; in boxes the port.
    Reference(RootId),
}

impl Leaf {
    /// The root that it refers to.
    pub fn root(self) -> Option<RootId> {
        match self {
            Leaf::Reference(root) => Some(root),
            _ => None,
        }
    }

    /// Whether it is a number.
    pub fn is_number(self) -> bool {
        matches!(self, Leaf::Integer(_) | Leaf::Number)
    }
}

/// The label of an edge.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum EdgeLabel {
    /// To this part of the target, or to a value.
    Selector(Selector, Part),
    /// To the ports of a box but its input, which is the source of the edge.
    Box(BoxId),
}

/// The label of a node, with its edges in order.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Label {
    /// A node; in boxes, ports have no kind, because it is given where the box stands.
    Node(Option<NodeKind>, SmallVec<[EdgeLabel; 4]>),
    /// A value or reference.
    Leaf(Leaf),
}

/// The labels that occur, and the boxes.
#[derive(Clone, Debug, Default)]
pub struct ForestAlphabet {
    labels: IndexSet<Label, FxBuildHasher>,
    /// The boxes known so far; a box mentions only earlier ones.
    pub boxes: IndexVec<BoxId, BoxDefinition>,
}

impl ForestAlphabet {
    /// The symbol of a label.
    pub fn symbol(&mut self, label: Label) -> Symbol {
        Symbol::at(self.labels.insert_full(label).0)
    }

    /// The label of a symbol.
    pub fn label(&self, symbol: Symbol) -> &Label {
        &self.labels[symbol.index()]
    }

    /// The leaf that a symbol stands for.
    pub fn leaf(&self, symbol: Symbol) -> Option<Leaf> {
        match self.label(symbol) {
            Label::Leaf(leaf) => Some(*leaf),
            Label::Node(..) => None,
        }
    }

    /// The number of targets of an edge.
    pub fn rank(&self, edge: EdgeLabel) -> usize {
        match edge {
            EdgeLabel::Selector(..) => 1,
            EdgeLabel::Box(id) => self.boxes[id].rank(),
        }
    }

    /// The boxes that occur in an automaton.
    pub fn boxes_in(&self, automaton: &TreeAutomaton) -> BTreeSet<BoxId> {
        self.box_uses(automaton).into_keys().collect_by_insertion()
    }

    /// The same, with the number of edges of rules that they are.
    pub fn box_uses(&self, automaton: &TreeAutomaton) -> BTreeMap<BoxId, usize> {
        let mut uses = BTreeMap::new();
        for (_, rule) in automaton.all_rules() {
            let Label::Node(_, edges) = self.label(rule.symbol) else { continue };
            for edge in edges {
                if let EdgeLabel::Box(id) = edge {
                    *uses.entry(*id).or_default() += 1;
                }
            }
        }
        uses
    }
}
