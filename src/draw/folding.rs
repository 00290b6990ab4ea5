//! What is drawn of a state space: all of it or a part, and which states are drawn as one.
//!
//! Nothing is hidden silently: a [`Folded`] knows for every state and every edge where it is drawn, and counts what is not.

mod classes;
mod part;
#[cfg(test)]
mod tests;

use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};

use crate::report::space::{EdgeKind, StateKind, StateSpaceView};

/// Which states are drawn as one.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub enum Fold {
    /// Each state on its own.
    #[default]
    None,
    /// Maximal paths of inner states with one step in and one step out.
    Chains,
    /// States of one kind in the same component and source line.
    Lines,
    /// States of one kind in the same procedure, whatever it was called with.
    Procedures,
    /// Strongly connected components: states between which a run may go on for ever. Returns are no edges here, as each
    /// belongs to one call; whole calls are.
    Scc,
}

/// The neighbourhood of a state.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct Focus {
    /// The state.
    pub state: u32,
    /// At most this many edges away from it, forwards or backwards.
    pub radius: u32,
}

/// What is to be drawn of a state space, and how. The default is every state on its own. Numbers of states that do not exist
/// name nothing.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase", default)]
pub struct ChartOptions {
    /// Which states are drawn as one.
    pub fold: Fold,
    /// Groups whose states are drawn on their own nevertheless, each named by one of its states: the smallest names it
    /// whatever else is chosen.
    pub open: Vec<u32>,
    /// States that are drawn on their own in any case, such as those that are selected; they cut chains in two.
    pub keep: Vec<u32>,
    /// Only the neighbourhood of this state is drawn, …
    pub focus: Option<Focus>,
    /// … and only a shortest way to this one.
    pub path: Option<u32>,
}

/// An edge that is drawn.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct NodeEdge {
    /// From this node …
    pub source: u32,
    /// … to this one.
    pub target: u32,
    /// What it is.
    pub kind: EdgeKind,
}

/// A state space as it is drawn. A node is a state, or a group of several.
///
/// - the nodes are a partition of the states that are shown, in the order of their smallest states
/// - an edge of some kind leads from a node to another iff one leads from a state of the one to a state of the other
/// - edges inside a group are not drawn; those between single states are each drawn for themselves
/// - with the default options every state and every edge keeps its number
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Folded {
    /// For every node where its states start in `members`; one entry more at the end.
    pub starts: Vec<u32>,
    /// The states of the nodes, ascending in each.
    pub members: Vec<u32>,
    /// For every state its node, if it is shown.
    pub node_of: Vec<Option<u32>>,
    /// For every state the smallest state of its group, as if no group were open and every state shown.
    pub group_of: Vec<u32>,
    /// What is special about the nodes: of several kinds in a group the one that calls most for a look.
    pub kinds: Vec<StateKind>,
    /// The edges between the nodes.
    pub edges: Vec<NodeEdge>,
    /// For every edge of the state space the one that is drawn for it.
    pub edge_of: Vec<Option<u32>>,
    /// The shortest way asked for, from an initial state on; empty if there is none.
    pub path: Vec<u32>,
    /// Whether calls shape the drawing, too: where components are not shown whole, they hold the picture together.
    pub calls_count: bool,
}

impl Folded {
    /// Chooses and folds what is to be drawn of `view`.
    pub fn new(view: &StateSpaceView, options: &ChartOptions) -> Self {
        let count = view.states.len();
        let part = part::part(view, options);
        let group_of = classes::classes(view, options.fold, &[]);
        let mut alone = vec![options.fold == Fold::None; count];
        let known = |states: &[u32]| -> Vec<u32> { states.iter().copied().filter(|&s| (s as usize) < count).collect() };
        let (open, keep) = (known(&options.open), known(&options.keep));
        let mut is_open = vec![false; count];
        open.iter().for_each(|&s| is_open[group_of[s as usize] as usize] = true);
        (0..count).filter(|&s| is_open[group_of[s] as usize]).for_each(|s| alone[s] = true);
        keep.iter().for_each(|&s| alone[s as usize] = true);
        // A chain must not be drawn as one on both sides of a state that is kept.
        let cut =
            (options.fold == Fold::Chains && !keep.is_empty()).then(|| classes::classes(view, options.fold, &keep));
        let class_of = cut.as_ref().unwrap_or(&group_of);

        let mut folded = Self {
            calls_count: options.fold == Fold::Procedures || options.focus.is_some() || options.path.is_some(),
            path: part.path,
            ..Self::default()
        };
        let is_shown = |s: usize| part.shown.as_ref().is_none_or(|shown| shown.contains(s));
        folded.number_nodes(count, is_shown, |s| (!alone[s]).then_some(class_of[s] as usize));
        folded.group_of = group_of;
        folded.kinds = (0..folded.node_count())
            .map(|node| folded.members_of(node).iter().map(|&s| view.states[s as usize].kind).max_by_key(rank))
            .map(|kind| kind.unwrap_or(StateKind::Inner))
            .collect();
        folded.connect(view);
        folded
    }

    /// Groups the states by their classes; those without are nodes of their own.
    fn number_nodes(&mut self, count: usize, is_shown: impl Fn(usize) -> bool, class: impl Fn(usize) -> Option<usize>) {
        let mut node_of_class = vec![None; count];
        let mut sizes: Vec<u32> = Vec::new();
        for state in 0..count {
            if !is_shown(state) {
                self.node_of.push(None);
                continue;
            }
            let known = class(state).and_then(|class| node_of_class[class]);
            let node = known.unwrap_or_else(|| {
                sizes.push(0);
                sizes.len() as u32 - 1
            });
            if let Some(class) = class(state) {
                node_of_class[class] = Some(node);
            }
            sizes[node as usize] += 1;
            self.node_of.push(Some(node));
        }
        self.starts.push(0);
        let mut end = 0;
        self.starts.extend(sizes.iter().map(|size| {
            end += size;
            end
        }));
        self.members = vec![0; end as usize];
        let mut next = self.starts.clone();
        for (state, node) in self.node_of.iter().enumerate() {
            if let Some(node) = *node {
                self.members[next[node as usize] as usize] = state as u32;
                next[node as usize] += 1;
            }
        }
    }

    fn connect(&mut self, view: &StateSpaceView) {
        let mut merged: FxHashMap<NodeEdge, u32> = FxHashMap::default();
        for edge in &view.edges {
            let [source, target] = [edge.source, edge.target].map(|state| self.node_of[state as usize]);
            let (Some(source), Some(target)) = (source, target) else {
                self.edge_of.push(None);
                continue;
            };
            let folds = self.is_group(source) || self.is_group(target);
            let drawn = NodeEdge { source, target, kind: edge.kind };
            let number = self.edges.len() as u32;
            let number = match (folds, source == target) {
                (true, true) => None,
                (true, false) => Some(*merged.entry(drawn).or_insert(number)),
                (false, _) => Some(number),
            };
            if number == Some(self.edges.len() as u32) {
                self.edges.push(drawn);
            }
            self.edge_of.push(number);
        }
    }

    /// The number of nodes.
    pub fn node_count(&self) -> u32 {
        self.starts.len().saturating_sub(1) as u32
    }

    /// The states of a node, ascending.
    pub fn members_of(&self, node: u32) -> &[u32] {
        &self.members[self.starts[node as usize] as usize..self.starts[node as usize + 1] as usize]
    }

    /// Whether a node stands for several states.
    pub fn is_group(&self, node: u32) -> bool {
        self.members_of(node).len() > 1
    }

    /// The number of states that are in no node.
    pub fn hidden(&self) -> u32 {
        (self.node_of.len() - self.members.len()) as u32
    }

    /// The number of groups.
    pub fn group_count(&self) -> u32 {
        (0..self.node_count()).filter(|&node| self.is_group(node)).count() as u32
    }
}

/// How much a kind calls for a look.
fn rank(kind: &StateKind) -> u8 {
    match kind {
        StateKind::Inner => 0,
        StateKind::Final => 1,
        StateKind::Initial => 2,
        StateKind::Exception => 3,
        StateKind::NullDereference | StateKind::Failed => 4,
    }
}
