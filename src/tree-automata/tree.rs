//! Trees as data.

use indexmap::IndexSet;
use rustc_hash::{FxBuildHasher, FxHashMap};
use smallvec::SmallVec;

use super::automaton::Symbol;
use base::{Idx, newtype_index};

newtype_index! {
    /// A tree of a [`TreeStore`], or a subtree of a [`Tree`].
    pub struct TreeId;
}

/// A node with its subtrees.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
struct Node {
    symbol: Symbol,
    children: SmallVec<[TreeId; 2]>,
}

/// A finite tree: its different subtrees, each once, in the order in which a traversal from left to right leaves them first. So trees with
/// exponentially many nodes, such as smallest members of a language can be, are small.
///
/// Laws: equal trees are equal values; the last subtree is the tree itself, and children precede their parents.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Tree {
    subtrees: Vec<Node>,
}

impl Tree {
    /// The tree with this symbol at its root. Takes time linear in the sizes of the children; [`TreeStore`] builds large trees
    /// step by step.
    pub fn new(symbol: Symbol, children: &[&Tree]) -> Self {
        let mut store = TreeStore::default();
        let children: Vec<TreeId> = children.iter().map(|child| store.add_tree(child)).collect();
        let root = store.add(symbol, &children);
        store.tree(root)
    }

    /// The tree itself, as a subtree.
    pub fn root(&self) -> TreeId {
        TreeId::at(self.subtrees.len() - 1)
    }

    /// All different subtrees, children before parents.
    pub fn subtrees(&self) -> impl DoubleEndedIterator<Item = TreeId> + ExactSizeIterator + use<> {
        (0..self.subtrees.len()).map(TreeId::at)
    }

    /// The symbol at the root of a subtree.
    pub fn symbol(&self, subtree: TreeId) -> Symbol {
        self.subtrees[subtree.index()].symbol
    }

    /// The children of a subtree, from left to right.
    pub fn children(&self, subtree: TreeId) -> &[TreeId] {
        &self.subtrees[subtree.index()].children
    }

    /// The number of nodes, or `u64::MAX` if there are more.
    pub fn size(&self) -> u64 {
        let mut sizes: Vec<u64> = Vec::with_capacity(self.subtrees.len());
        for node in &self.subtrees {
            sizes.push(node.children.iter().fold(1, |sum: u64, child| sum.saturating_add(sizes[child.index()])));
        }
        sizes[self.root().index()]
    }

    /// The number of nodes on a longest path; 1 for a leaf.
    pub fn height(&self) -> usize {
        let mut heights: Vec<usize> = Vec::with_capacity(self.subtrees.len());
        for node in &self.subtrees {
            heights.push(1 + node.children.iter().map(|child| heights[child.index()]).max().unwrap_or(0));
        }
        heights[self.root().index()]
    }
}

/// Trees that share their subtrees. Law: equal trees have equal ids, and children have smaller ids than their parents.
#[derive(Clone, Debug, Default)]
pub struct TreeStore {
    nodes: IndexSet<Node, FxBuildHasher>,
}

impl TreeStore {
    /// The tree with this symbol at its root.
    pub fn add(&mut self, symbol: Symbol, children: &[TreeId]) -> TreeId {
        TreeId::at(self.nodes.insert_full(Node { symbol, children: SmallVec::from_slice(children) }).0)
    }

    /// Adds a tree that was built elsewhere.
    pub fn add_tree(&mut self, tree: &Tree) -> TreeId {
        let mut ids: Vec<TreeId> = Vec::with_capacity(tree.subtrees.len());
        for node in &tree.subtrees {
            let children: SmallVec<[TreeId; 2]> = node.children.iter().map(|child| ids[child.index()]).collect();
            ids.push(self.add(node.symbol, &children));
        }
        ids[tree.root().index()]
    }

    /// A tree of the store by itself.
    pub fn tree(&self, root: TreeId) -> Tree {
        let mut subtrees = Vec::new();
        let mut ids: FxHashMap<TreeId, TreeId> = FxHashMap::default();
        // Nodes on the path from the root, with the number of their children already left.
        let mut path = vec![(root, 0)];
        while let Some((id, left)) = path.pop() {
            let node = &self.nodes[id.index()];
            match node.children.get(left) {
                Some(&child) => {
                    path.push((id, left + 1));
                    if !ids.contains_key(&child) {
                        path.push((child, 0));
                    }
                }
                None => {
                    let children = node.children.iter().map(|child| ids[child]).collect();
                    ids.insert(id, TreeId::at(subtrees.len()));
                    subtrees.push(Node { symbol: node.symbol, children });
                }
            }
        }
        Tree { subtrees }
    }
}
