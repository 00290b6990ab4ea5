//! Selection and folding: the part of a state space that is drawn, and the states drawn as one node.
//!
//! Nothing is hidden silently: a [`Folded`] maps every state and every edge to its place in the drawing, and counts
//! those without one.

mod classes;
mod part;
#[cfg(test)]
mod tests;

use rustc_hash::{FxHashMap, FxHashSet};
use serde::{Deserialize, Serialize};

use report::space::{EdgeKind, PlaceEdge, RestView, StateKind, StateSpaceView};

/// The equivalence by which states are folded.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub enum Fold {
    /// None: each state on its own.
    #[default]
    None,
    /// Maximal paths of inner states with one step in and one step out.
    Chains,
    /// States of one kind in the same component and source line.
    Lines,
    /// States of one kind in the same procedure, whatever its input.
    Procedures,
    /// States of one kind in the same procedure with the same content: the same heap, or the same values.
    Contents,
    /// Strongly connected components: a run can continue for ever between their states. Returns are not edges here,
    /// because each belongs to one call; whole calls are.
    Scc,
}

/// The neighbourhood of a state.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct Focus {
    /// The state.
    pub state: u32,
    /// The maximum number of edges to other states, forwards or backwards.
    pub radius: u32,
}

/// The selection and folding of a state space. By default every state is drawn on its own. Numbers of states that do
/// not exist are ignored.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase", default)]
pub struct ChartOptions {
    /// The equivalence by which states are folded.
    pub fold: Fold,
    /// Groups whose states are drawn on their own nevertheless. A group is named by any of its states; the smallest one
    /// names it for all other options, too.
    pub open: Vec<u32>,
    /// States that are always drawn on their own, such as selected ones; they cut chains in two.
    pub keep: Vec<u32>,
    /// Draw only the neighbourhood of this state.
    pub focus: Option<Focus>,
    /// Draw only a shortest path to this state; with `focus`, both.
    pub path: Option<u32>,
}

/// An edge of the drawing.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct NodeEdge {
    /// The source node.
    pub source: u32,
    /// The target node.
    pub target: u32,
    /// The kind.
    pub kind: EdgeKind,
}

/// The drawn nodes and edges of a state space. A node is a state, or a group of several.
///
/// - the nodes are a partition of the states that are shown, in the order of their smallest states
/// - an edge of some kind leads from one node to another iff one leads from a state of the first to a state of the
///   second
/// - edges inside a group are not drawn; those between single states are drawn separately
/// - states that are not listed count in the group of the listed ones in the same place, as do their edges, if states are folded by line or
///   by procedure
/// - with the default options every state and every edge keeps its number
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Folded {
    /// For every node, the position in `members` at which its states start; with one more entry at the end.
    pub starts: Vec<u32>,
    /// The states of the nodes, ascending within each.
    pub members: Vec<u32>,
    /// For every state, its node, if it is shown.
    pub node_of: Vec<Option<u32>>,
    /// For every state, the smallest state of its group, as if no group were open and every state were shown.
    pub group_of: Vec<u32>,
    /// The kinds of the nodes; for a group, the most important kind of its states.
    pub kinds: Vec<StateKind>,
    /// The edges between the nodes.
    pub edges: Vec<NodeEdge>,
    /// For every edge of the state space, the edge drawn for it.
    pub edge_of: Vec<Option<u32>>,
    /// For every node, how many states it stands for that are not listed.
    pub unlisted: Vec<u32>,
    /// The requested shortest path, starting at an initial state; empty if there is none.
    pub path: Vec<u32>,
    /// Whether calls influence the layout, too: if components are not shown completely, calls keep the picture
    /// connected.
    pub calls_count: bool,
}

/// The rest of a state space of which all states are listed.
static NOTHING: RestView = RestView { places: Vec::new(), edges: Vec::new() };

impl Folded {
    /// Selects and folds the states of `view`.
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
        // A chain must not be folded across a state that is kept.
        let cut =
            (options.fold == Fold::Chains && !keep.is_empty()).then(|| classes::classes(view, options.fold, &keep));
        let class_of = cut.as_ref().unwrap_or(&group_of);

        let mut folded = Self {
            calls_count: matches!(options.fold, Fold::Procedures | Fold::Contents)
                || options.focus.is_some()
                || options.path.is_some(),
            path: part.path,
            ..Self::default()
        };
        let is_shown = |s: usize| part.shown.as_ref().is_none_or(|shown| shown.contains(s));
        let node_of_class = folded.number_nodes(count, is_shown, |s| (!alone[s]).then_some(class_of[s] as usize));
        let RestView { places, edges } = view.rest.as_ref().filter(|_| part.shown.is_none()).unwrap_or(&NOTHING);
        let node = |place| {
            let listed = classes::listed_with(view, places, place, options.fold)?;
            node_of_class[class_of[listed as usize] as usize]
        };
        let nodes: Vec<Option<u32>> = places.iter().map(node).collect();
        folded.unlisted = vec![0; folded.starts.len() - 1];
        for (place, node) in places.iter().zip(&nodes) {
            if let Some(node) = *node {
                folded.unlisted[node as usize] += place.unlisted;
            }
        }
        folded.group_of = group_of;
        folded.kinds = (0..folded.node_count())
            .map(|node| folded.members_of(node).iter().map(|&s| view.states[s as usize].kind).max_by_key(rank))
            .map(|kind| kind.unwrap_or(StateKind::Inner))
            .collect();
        folded.connect(view);
        folded.connect_unlisted(edges, &nodes);
        folded
    }

    /// Groups the states by their classes; states without a class are nodes of their own. Returns the nodes of the classes.
    fn number_nodes(
        &mut self,
        count: usize,
        is_shown: impl Fn(usize) -> bool,
        class: impl Fn(usize) -> Option<usize>,
    ) -> Vec<Option<u32>> {
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
        node_of_class
    }

    /// Adds the edges between groups that no listed edge is drawn as.
    fn connect_unlisted(&mut self, edges: &[PlaceEdge], nodes: &[Option<u32>]) {
        if nodes.iter().all(Option::is_none) {
            return;
        }
        let mut known: FxHashSet<NodeEdge> = self.edges.iter().copied().collect();
        for &PlaceEdge { source, target, kind } in edges {
            if let (Some(source), Some(target)) = (nodes[source as usize], nodes[target as usize])
                && source != target
                && known.insert(NodeEdge { source, target, kind })
            {
                self.edges.push(NodeEdge { source, target, kind });
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

    /// The number of states that a node represents, listed or not.
    pub fn size_of(&self, node: u32) -> usize {
        self.members_of(node).len() + self.unlisted[node as usize] as usize
    }

    /// Whether a node represents several states.
    pub fn is_group(&self, node: u32) -> bool {
        self.size_of(node) > 1
    }

    /// The number of listed states without a node.
    pub fn hidden(&self) -> u32 {
        (self.node_of.len() - self.members.len()) as u32
    }

    /// The number of groups.
    pub fn group_count(&self) -> u32 {
        (0..self.node_count()).filter(|&node| self.is_group(node)).count() as u32
    }
}

/// The importance of a kind.
fn rank(kind: &StateKind) -> u8 {
    match kind {
        StateKind::Inner => 0,
        StateKind::Final => 1,
        StateKind::Initial => 2,
        StateKind::Exception => 3,
        StateKind::NullDereference | StateKind::Failed => 4,
    }
}
