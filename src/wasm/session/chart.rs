//! The drawing of a state space, or of a proof structure, in columns: typed arrays are passed between threads without
//! copying.

use indexmap::IndexSet;
use rustc_hash::FxHashMap;
use wasm_bindgen::prelude::*;

use crate::draw::folding::Folded;
use crate::draw::layout::Drawing;
use crate::draw::proof_drawing::draw_proof;
use crate::draw::state_drawing::draw_folded;
use crate::report::proof::{AssertionStatus, AssertionView, ProofView};
use crate::report::space::{StateSpaceView, StateView};

/// The drawing of a state space, or of a proof structure, whose assertions then take the place of states.
///
/// It consists of *nodes* and *links*: a node is a state or a group of several, a link represents one or more edges. If
/// nothing is folded or omitted, the number of a state is that of its node, and the number of an edge that of its link.
/// Columns have one entry for each state, edge, node or link. Repeated texts are stored once, and the columns hold
/// their numbers. `u32::MAX` represents everything that is not shown.
#[wasm_bindgen(getter_with_clone)]
#[derive(Default)]
pub struct Chart {
    /// The kinds of the states: 0 initial, 1 final, 2 null dereference, 3 exception, 4 inner, 5 failed assertion; for
    /// assertions of proofs also 6 proved, 7 refuted, 8 passed to the callers, 9 open.
    #[wasm_bindgen(readonly)]
    pub kinds: Vec<u8>,
    /// The states of the assertions, `u32::MAX` for those not shown; empty for a state space.
    #[wasm_bindgen(readonly)]
    pub states: Vec<u32>,
    /// The components of the states, as indices of `procedures`.
    #[wasm_bindgen(readonly)]
    pub components: Vec<u32>,
    /// The files of the states, as indices of `texts`.
    #[wasm_bindgen(readonly)]
    pub files: Vec<u32>,
    /// The first line, first column, last line, and column after the end of every state in turn.
    #[wasm_bindgen(readonly)]
    pub places: Vec<u32>,
    /// The contents of the states, as numbers of heaps or valuations.
    #[wasm_bindgen(readonly)]
    pub contents: Vec<u32>,
    /// The sizes of the contents: the number of vertices of a heap, or of variables with a value.
    #[wasm_bindgen(readonly)]
    pub sizes: Vec<u32>,
    /// The sets of formulas of the assertions, as indices of `texts`, with one formula per line. Empty for a state
    /// space, whose propositions are in [`StateLabels`].
    #[wasm_bindgen(readonly)]
    pub labels: Vec<u32>,
    /// The sets of variables with a value in the states, as indices of `texts`, with one name per line. Empty for a
    /// proof structure.
    #[wasm_bindgen(readonly)]
    pub variables: Vec<u32>,
    /// The content hashes of the states.
    #[wasm_bindgen(readonly)]
    pub ids: Vec<String>,
    /// The source and target of every edge in turn.
    #[wasm_bindgen(readonly)]
    pub edges: Vec<u32>,
    /// The kinds of the edges: 0 step, 1 summary, 2 call, 3 return, 4 stutter.
    #[wasm_bindgen(js_name = edgeKinds, readonly)]
    pub edge_kinds: Vec<u8>,
    /// The operations on the edges, as indices of `texts`.
    #[wasm_bindgen(readonly)]
    pub operations: Vec<u32>,
    /// The nodes of the states.
    #[wasm_bindgen(js_name = nodeOf, readonly)]
    pub node_of: Vec<u32>,
    /// The groups of the states, open or not, each identified by its smallest state.
    #[wasm_bindgen(readonly)]
    pub groups: Vec<u32>,
    /// The links of the edges.
    #[wasm_bindgen(js_name = linkOf, readonly)]
    pub link_of: Vec<u32>,
    /// The centres of the nodes: x and y in turn.
    #[wasm_bindgen(readonly)]
    pub positions: Vec<f32>,
    /// The kinds of the nodes, numbered as those of the states.
    #[wasm_bindgen(js_name = nodeKinds, readonly)]
    pub node_kinds: Vec<u8>,
    /// For every node, the position in `members` at which its states start; with one more entry at the end.
    #[wasm_bindgen(js_name = memberStarts, readonly)]
    pub member_starts: Vec<u32>,
    /// The states of the nodes.
    #[wasm_bindgen(readonly)]
    pub members: Vec<u32>,
    /// For every node of a state space, how many states it stands for that are only counted; empty if none are.
    #[wasm_bindgen(readonly)]
    pub unlisted: Vec<u32>,
    /// The source and target of every link in turn.
    #[wasm_bindgen(readonly)]
    pub links: Vec<u32>,
    /// The kinds of the links, numbered as those of the edges.
    #[wasm_bindgen(js_name = linkKinds, readonly)]
    pub link_kinds: Vec<u8>,
    /// For every link, the start of its route in `route_points`, counted in points; with one more entry at the end.
    #[wasm_bindgen(js_name = routeStarts, readonly)]
    pub route_starts: Vec<u32>,
    /// The points of the routes: x and y in turn.
    #[wasm_bindgen(js_name = routePoints, readonly)]
    pub route_points: Vec<f32>,
    /// The names of the procedures of the components.
    #[wasm_bindgen(readonly)]
    pub procedures: Vec<String>,
    /// The texts to which other columns refer.
    #[wasm_bindgen(readonly)]
    pub texts: Vec<String>,
    /// The width and height of the drawing.
    #[wasm_bindgen(readonly)]
    pub size: Vec<f32>,
    /// The failing path of a proof, as assertions; a repeated one closes a cycle.
    #[wasm_bindgen(readonly)]
    pub failing: Vec<u32>,
    /// The states on the requested path.
    #[wasm_bindgen(readonly)]
    pub path: Vec<u32>,
    /// The number of states, or assertions, that are not shown.
    #[wasm_bindgen(readonly)]
    pub hidden: u32,
    /// The number of groups.
    #[wasm_bindgen(js_name = groupCount, readonly)]
    pub group_count: u32,
    /// The rules on the edges of a proof, as indices of `texts`. This and all following columns are empty for a state
    /// space.
    #[wasm_bindgen(readonly)]
    pub rules: Vec<u32>,
    /// The steps of the construction at which the edges were found.
    #[wasm_bindgen(js_name = edgeSteps, readonly)]
    pub edge_steps: Vec<u32>,
    /// The rules that end the assertions, as indices of `texts`.
    #[wasm_bindgen(js_name = lastRules, readonly)]
    pub last_rules: Vec<u32>,
    /// The measures of the assertions, as indices of `texts`, one per line.
    #[wasm_bindgen(readonly)]
    pub measures: Vec<u32>,
    /// For every edge the position among the measures of its source of one that gets smaller along it; `u32::MAX` if none.
    #[wasm_bindgen(readonly)]
    pub decreasing: Vec<u32>,
    /// The steps at which the assertions were generated.
    #[wasm_bindgen(readonly)]
    pub born: Vec<u32>,
    /// The steps after which the assertions were done; `u32::MAX` if never.
    #[wasm_bindgen(readonly)]
    pub settled: Vec<u32>,
    /// The number of steps of the construction.
    #[wasm_bindgen(readonly)]
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
            groups: folded.group_of.clone(),
            link_of: folded.edge_of.iter().map(|link| link.unwrap_or(u32::MAX)).collect(),
            node_kinds: folded.kinds.iter().map(|&kind| kind as u8).collect(),
            member_starts: folded.starts.clone(),
            members: folded.members.clone(),
            links: folded.edges.iter().flat_map(|e| [e.source, e.target]).collect(),
            link_kinds: folded.edges.iter().map(|e| e.kind as u8).collect(),
            procedures: view.components.iter().map(|c| c.procedure.clone()).collect(),
            texts: texts.into_list(),
            path: folded.path.clone(),
            hidden: folded.hidden() + beyond.saturating_sub(folded.unlisted.iter().sum()),
            unlisted: if view.rest.is_some() { folded.unlisted.clone() } else { Vec::new() },
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
        let kinds: Vec<u8> = assertions().map(kind).collect();
        let edges: Vec<u32> = view.edges.iter().flat_map(|e| [e.source, e.target]).collect();
        let edge_kinds: Vec<u8> = view.edges.iter().map(|e| e.kind as u8).collect();
        let count = kinds.len() as u32;
        Self {
            node_kinds: kinds.clone(),
            kinds,
            states: assertions().map(|a| a.state.unwrap_or(u32::MAX)).collect(),
            components: assertions().map(|a| procedures.number(&a.method)).collect(),
            files,
            places: assertions().flat_map(|a| [a.line, 0, a.line, 0]).collect(),
            labels,
            links: edges.clone(),
            edges,
            link_kinds: edge_kinds.clone(),
            edge_kinds,
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
            route_starts,
            route_points,
            size: drawing.size.to_vec(),
            ..Self::default()
        }
    }
}

/// The propositions of the states of a state space, as far as they have been evaluated.
#[wasm_bindgen(getter_with_clone)]
#[derive(Default)]
pub struct StateLabels {
    /// For each evaluated state, from the first on, the set of propositions that hold, as an index of `texts`.
    #[wasm_bindgen(readonly)]
    pub labels: Vec<u32>,
    /// The sets of propositions, one proposition per line.
    #[wasm_bindgen(readonly)]
    pub texts: Vec<String>,
    /// The number of these states for which some shape was left undecided.
    #[wasm_bindgen(readonly)]
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
