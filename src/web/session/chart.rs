//! The drawing of a state space, or of a proof structure, in columns.

use indexmap::IndexSet;
use rustc_hash::FxHashMap;
use serde::Serialize;
use tsify::Tsify;

use crate::columns::{Float32Array, Uint8Array, Uint32Array};
use draw::folding::Folded;
use draw::layout::Drawing;
use draw::proof_drawing::draw_proof;
use draw::state_drawing::draw_folded;
use report::proof::{AssertionStatus, AssertionView, ProofView};
use report::space::{StateSpaceView, StateView};

/// The drawing of a state space, or of a proof structure, whose assertions then take the place of states.
///
/// It consists of *nodes* and *links*: a node is a state or a group of several, a link represents one or more edges. If
/// nothing is folded or omitted, the number of a state is that of its node, and the number of an edge that of its link.
/// Columns have one entry for each state, edge, node or link. Repeated texts are stored once, and the columns hold
/// their numbers. `u32::MAX` represents everything that is not shown.
#[derive(Default, Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct Chart {
    /// The kinds of the states: 0 initial, 1 final, 2 null dereference, 3 exception, 4 inner, 5 failed assertion; for
    /// assertions of proofs also 6 proved, 7 refuted, 8 passed to the callers, 9 open.
    pub kinds: Uint8Array,
    /// The states of the assertions, `u32::MAX` for those not shown; empty for a state space.
    pub states: Uint32Array,
    /// The components of the states, as indices of `procedures`.
    pub components: Uint32Array,
    /// The files of the states, as indices of `texts`.
    pub files: Uint32Array,
    /// The first line, first column, last line, and column after the end of every state in turn.
    pub places: Uint32Array,
    /// The contents of the states, as numbers of heaps or valuations.
    pub contents: Uint32Array,
    /// The sizes of the contents: the number of vertices of a heap, or of variables with a value.
    pub sizes: Uint32Array,
    /// The sets of formulas of the assertions, as indices of `texts`, with one formula per line. Empty for a state
    /// space, whose propositions are in [`StateLabels`].
    pub labels: Uint32Array,
    /// The sets of variables with a value in the states, as indices of `texts`, with one name per line. Empty for a
    /// proof structure.
    pub variables: Uint32Array,
    /// The content hashes of the states.
    pub ids: Vec<String>,
    /// The source and target of every edge in turn.
    pub edges: Uint32Array,
    /// The kinds of the edges: 0 step, 1 summary, 2 call, 3 return, 4 stutter.
    pub edge_kinds: Uint8Array,
    /// The operations on the edges, as indices of `texts`.
    pub operations: Uint32Array,
    /// The nodes of the states.
    pub node_of: Uint32Array,
    /// The groups of the states, open or not, each identified by its smallest state.
    pub groups: Uint32Array,
    /// The links of the edges.
    pub link_of: Uint32Array,
    /// The centres of the nodes: x and y in turn.
    pub positions: Float32Array,
    /// The kinds of the nodes, numbered as those of the states.
    pub node_kinds: Uint8Array,
    /// For every node, the position in `members` at which its states start; with one more entry at the end.
    pub member_starts: Uint32Array,
    /// The states of the nodes.
    pub members: Uint32Array,
    /// For every node of a state space, how many states it stands for that are only counted; empty if none are.
    pub unlisted: Uint32Array,
    /// The source and target of every link in turn.
    pub links: Uint32Array,
    /// The kinds of the links, numbered as those of the edges.
    pub link_kinds: Uint8Array,
    /// For every link, the start of its route in `route_points`, counted in points; with one more entry at the end.
    pub route_starts: Uint32Array,
    /// The points of the routes: x and y in turn.
    pub route_points: Float32Array,
    /// The names of the procedures of the components.
    pub procedures: Vec<String>,
    /// The texts to which other columns refer.
    pub texts: Vec<String>,
    /// The width and height of the drawing.
    pub size: Float32Array,
    /// The failing path of a proof, as assertions; a repeated one closes a cycle.
    pub failing: Uint32Array,
    /// The states on the requested path.
    pub path: Uint32Array,
    /// The number of states, or assertions, that are not shown.
    pub hidden: u32,
    /// The number of groups.
    pub group_count: u32,
    /// The rules on the edges of a proof, as indices of `texts`. This and all following columns are empty for a state
    /// space.
    pub rules: Uint32Array,
    /// The steps of the construction at which the edges were found.
    pub edge_steps: Uint32Array,
    /// The rules that end the assertions, as indices of `texts`.
    pub last_rules: Uint32Array,
    /// The measures of the assertions, as indices of `texts`, one per line.
    pub measures: Uint32Array,
    /// For every edge the position among the measures of its source of one that gets smaller along it; `u32::MAX` if none.
    pub decreasing: Uint32Array,
    /// The steps at which the assertions were generated.
    pub born: Uint32Array,
    /// The steps after which the assertions were done; `u32::MAX` if never.
    pub settled: Uint32Array,
    /// The number of steps of the construction.
    pub steps: u32,
}

impl Chart {
    /// The drawing of `folded`, the folded `view`. `variables` returns the names of the variables in a content, and
    /// `beyond` is the number of states that the view does not list.
    pub(super) fn of_states(
        view: &StateSpaceView,
        folded: &Folded,
        variables: impl Fn(u32) -> Vec<String>,
        beyond: u32,
    ) -> Self {
        let mut texts = Texts::default();
        let states = || view.states.iter();
        let files = states().map(|s| texts.number(&s.file)).collect();
        let mut of_content: FxHashMap<u32, u32> = FxHashMap::default();
        let mut names = |s: &StateView| {
            *of_content.entry(s.content).or_insert_with(|| texts.number(&variables(s.content).join("\n")))
        };
        let variables = states().map(&mut names).collect();
        let operations = view.edges.iter().map(|e| texts.number(&e.label)).collect();
        Self {
            kinds: states().map(|s| s.kind as u8).collect(),
            components: states().map(|s| s.component).collect(),
            files,
            places: states().flat_map(|s| [s.line, s.column, s.end_line, s.end_column]).collect(),
            contents: states().map(|s| s.content).collect(),
            sizes: states().map(|s| s.size).collect(),
            variables,
            ids: states().map(|s| s.id.clone()).collect(),
            edges: view.edges.iter().flat_map(|e| [e.source, e.target]).collect(),
            edge_kinds: view.edges.iter().map(|e| e.kind as u8).collect(),
            operations,
            node_of: folded.node_of.iter().map(|node| node.unwrap_or(u32::MAX)).collect(),
            groups: folded.group_of.clone().into(),
            link_of: folded.edge_of.iter().map(|link| link.unwrap_or(u32::MAX)).collect(),
            node_kinds: folded.kinds.iter().map(|&kind| kind as u8).collect(),
            member_starts: folded.starts.clone().into(),
            members: folded.members.clone().into(),
            links: folded.edges.iter().flat_map(|e| [e.source, e.target]).collect(),
            link_kinds: folded.edges.iter().map(|e| e.kind as u8).collect(),
            procedures: view.components.iter().map(|c| c.procedure.clone()).collect(),
            texts: texts.into_list(),
            path: folded.path.clone().into(),
            hidden: folded.hidden() + beyond.saturating_sub(folded.unlisted.iter().sum()),
            unlisted: if view.rest.is_some() { folded.unlisted.clone().into() } else { Uint32Array::default() },
            group_count: folded.group_count(),
            ..Self::drawn(&draw_folded(folded))
        }
    }

    /// The drawing of `view`.
    pub(super) fn of_proof(view: &ProofView) -> Self {
        let (mut texts, mut procedures) = (Texts::default(), Texts::default());
        let assertions = || view.assertions.iter();
        let files = assertions().map(|a| texts.number(&a.file)).collect();
        let labels = assertions().map(|a| texts.number(&a.formulas.join("\n"))).collect();
        let operations = view.edges.iter().map(|e| texts.number(&e.label)).collect();
        let rules = view.edges.iter().map(|e| texts.number(&e.rules)).collect();
        let last_rules = assertions().map(|a| texts.number(&a.rules)).collect();
        let measures = assertions().map(|a| texts.number(&a.measures.join("\n"))).collect();
        let back = view.cycle.and_then(|c| view.failing.get(c as usize));
        let kinds = || assertions().map(kind).collect();
        let edges = || view.edges.iter().flat_map(|e| [e.source, e.target]).collect();
        let edge_kinds = || view.edges.iter().map(|e| e.kind as u8).collect();
        let count = view.assertions.len() as u32;
        Self {
            kinds: kinds(),
            node_kinds: kinds(),
            states: assertions().map(|a| a.state.unwrap_or(u32::MAX)).collect(),
            components: assertions().map(|a| procedures.number(&a.method)).collect(),
            files,
            places: assertions().flat_map(|a| [a.line, 0, a.line, 0]).collect(),
            labels,
            edges: edges(),
            links: edges(),
            edge_kinds: edge_kinds(),
            link_kinds: edge_kinds(),
            operations,
            node_of: (0..count).collect(),
            groups: (0..count).collect(),
            link_of: (0..view.edges.len() as u32).collect(),
            member_starts: (0..=count).collect(),
            members: (0..count).collect(),
            procedures: procedures.into_list(),
            texts: texts.into_list(),
            failing: view.failing.iter().chain(back).copied().collect(),
            hidden: view.hidden,
            rules,
            edge_steps: view.edges.iter().map(|e| e.step).collect(),
            last_rules,
            measures,
            decreasing: view.edges.iter().map(|e| e.decreasing.unwrap_or(u32::MAX)).collect(),
            born: assertions().map(|a| a.born).collect(),
            settled: assertions().map(|a| a.settled.unwrap_or(u32::MAX)).collect(),
            steps: view.steps,
            ..Self::drawn(&draw_proof(view))
        }
    }

    /// The columns with positions.
    fn drawn(drawing: &Drawing) -> Self {
        let mut route_starts = vec![0];
        let mut route_points = Vec::new();
        for route in &drawing.routes {
            route_points.extend(route.iter().flatten());
            route_starts.push(route_points.len() as u32 / 2);
        }
        Self {
            positions: drawing.positions.iter().flatten().copied().collect(),
            route_starts: route_starts.into(),
            route_points: route_points.into(),
            size: drawing.size.to_vec().into(),
            ..Self::default()
        }
    }
}

/// The propositions of the states of a state space, as far as they have been evaluated.
#[derive(Default, Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct StateLabels {
    /// For each evaluated state, from the first on, the set of propositions that hold, as an index of `texts`.
    pub labels: Uint32Array,
    /// The sets of propositions, one proposition per line.
    pub texts: Vec<String>,
    /// The number of these states for which some shape was left undecided.
    pub open: u32,
}

impl StateLabels {
    /// The labels of the first `count` states.
    pub(super) fn of(view: &StateSpaceView, count: usize) -> Self {
        let mut texts = Texts::default();
        let labels = view.states.iter().take(count).map(|s| texts.number(&s.labels.join("\n"))).collect();
        Self { labels, texts: texts.into_list(), open: view.unlabelled }
    }
}

/// The number of an assertion's kind.
fn kind(assertion: &AssertionView) -> u8 {
    match assertion.status {
        AssertionStatus::Reduced if assertion.initial => 0,
        AssertionStatus::Reduced => 4,
        AssertionStatus::Proved => 6,
        AssertionStatus::Refuted => 7,
        AssertionStatus::HandedOn => 8,
        AssertionStatus::Open => 9,
    }
}

/// Texts without duplicates.
#[derive(Default)]
struct Texts(IndexSet<String>);

impl Texts {
    fn number(&mut self, text: &str) -> u32 {
        let known = self.0.get_index_of(text);
        known.unwrap_or_else(|| self.0.insert_full(text.to_owned()).0) as u32
    }

    fn into_list(self) -> Vec<String> {
        self.0.into_iter().collect()
    }
}
