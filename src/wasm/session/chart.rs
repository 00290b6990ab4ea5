//! A drawn state space, or proof structure, in columns: typed arrays travel between threads without being copied.

use indexmap::IndexSet;
use rustc_hash::FxHashMap;
use wasm_bindgen::prelude::*;

use crate::draw::folding::Folded;
use crate::draw::layout::Drawing;
use crate::draw::proof_drawing::draw_proof;
use crate::draw::state_drawing::draw_folded;
use crate::report::proof::{AssertionStatus, AssertionView, ProofView};
use crate::report::space::{StateSpaceView, StateView};

/// A state space as it is drawn; or a proof structure, whose assertions then take the place of the states.
///
/// What is drawn are *nodes* and *links*: a node is a state or a group of several, a link stands for one or more edges. As
/// long as nothing is folded or left out, the number of a state is that of its node, and the number of an edge that of
/// its link. Columns have one entry for each state, edge, node or link. Texts that repeat are kept once, and the columns
/// hold their numbers. `u32::MAX` stands for what is not shown.
#[wasm_bindgen(getter_with_clone)]
#[derive(Default)]
pub struct Chart {
    /// Kinds of the states: 0 initial, 1 final, 2 null dereference, 3 exception, 4 inner, 5 failed assertion; of the
    /// assertions of proofs also 6 proved, 7 refuted, 8 handed on to the callers, 9 open.
    #[wasm_bindgen(readonly)]
    pub kinds: Vec<u8>,
    /// The states of the assertions, `u32::MAX` for those that are not shown; empty for a state space.
    #[wasm_bindgen(readonly)]
    pub states: Vec<u32>,
    /// Components of the states, as numbers into `procedures`.
    #[wasm_bindgen(readonly)]
    pub components: Vec<u32>,
    /// Files of the states, as numbers into `texts`.
    #[wasm_bindgen(readonly)]
    pub files: Vec<u32>,
    /// First line, first column, last line and column after the end, of every state in turn.
    #[wasm_bindgen(readonly)]
    pub places: Vec<u32>,
    /// What is in the states, as numbers of heaps or valuations.
    #[wasm_bindgen(readonly)]
    pub contents: Vec<u32>,
    /// Sizes of that: vertices of heaps, or variables that have a value.
    #[wasm_bindgen(readonly)]
    pub sizes: Vec<u32>,
    /// Sets of formulas of the assertions, as numbers into `texts`; their lines are the formulas. Empty for a state space, of
    /// which [`StateLabels`] say what holds.
    #[wasm_bindgen(readonly)]
    pub labels: Vec<u32>,
    /// Sets of variables that have a value in the states, as numbers into `texts`; their lines are the names. Empty for
    /// a proof structure.
    #[wasm_bindgen(readonly)]
    pub variables: Vec<u32>,
    /// Content hashes of the states.
    #[wasm_bindgen(readonly)]
    pub ids: Vec<String>,
    /// Source and target of every edge in turn.
    #[wasm_bindgen(readonly)]
    pub edges: Vec<u32>,
    /// Kinds of the edges: 0 step, 1 summary, 2 call, 3 return, 4 stutter.
    #[wasm_bindgen(js_name = edgeKinds, readonly)]
    pub edge_kinds: Vec<u8>,
    /// Operations on the edges, as numbers into `texts`.
    #[wasm_bindgen(readonly)]
    pub operations: Vec<u32>,
    /// Nodes of the states.
    #[wasm_bindgen(js_name = nodeOf, readonly)]
    pub node_of: Vec<u32>,
    /// The groups of the states, open or not, each named by its smallest state.
    #[wasm_bindgen(readonly)]
    pub groups: Vec<u32>,
    /// Links of the edges.
    #[wasm_bindgen(js_name = linkOf, readonly)]
    pub link_of: Vec<u32>,
    /// Centres of the nodes: x and y in turn.
    #[wasm_bindgen(readonly)]
    pub positions: Vec<f32>,
    /// Kinds of the nodes, numbered as those of the states.
    #[wasm_bindgen(js_name = nodeKinds, readonly)]
    pub node_kinds: Vec<u8>,
    /// For every node where its states start in `members`; one entry more at the end.
    #[wasm_bindgen(js_name = memberStarts, readonly)]
    pub member_starts: Vec<u32>,
    /// The states of the nodes.
    #[wasm_bindgen(readonly)]
    pub members: Vec<u32>,
    /// Source and target of every link in turn.
    #[wasm_bindgen(readonly)]
    pub links: Vec<u32>,
    /// Kinds of the links, numbered as those of the edges.
    #[wasm_bindgen(js_name = linkKinds, readonly)]
    pub link_kinds: Vec<u8>,
    /// For every link where its route starts in `route_points`, counted in points; one entry more at the end.
    #[wasm_bindgen(js_name = routeStarts, readonly)]
    pub route_starts: Vec<u32>,
    /// Points of the routes: x and y in turn.
    #[wasm_bindgen(js_name = routePoints, readonly)]
    pub route_points: Vec<f32>,
    /// Names of the procedures of the components.
    #[wasm_bindgen(readonly)]
    pub procedures: Vec<String>,
    /// Texts.
    #[wasm_bindgen(readonly)]
    pub texts: Vec<String>,
    /// Width and height of the drawing.
    #[wasm_bindgen(readonly)]
    pub size: Vec<f32>,
    /// Where a proof fails, as assertions; one that comes again closes a cycle.
    #[wasm_bindgen(readonly)]
    pub failing: Vec<u32>,
    /// The states on the way that was asked for.
    #[wasm_bindgen(readonly)]
    pub path: Vec<u32>,
    /// Number of states, or assertions, that are not shown.
    #[wasm_bindgen(readonly)]
    pub hidden: u32,
    /// Number of groups.
    #[wasm_bindgen(js_name = groupCount, readonly)]
    pub group_count: u32,
    /// Rules on the edges of a proof, as numbers into `texts`; empty for a state space, as all that follows.
    #[wasm_bindgen(readonly)]
    pub rules: Vec<u32>,
    /// The steps of the construction at which the edges were found.
    #[wasm_bindgen(js_name = edgeSteps, readonly)]
    pub edge_steps: Vec<u32>,
    /// Rules that end the assertions, as numbers into `texts`.
    #[wasm_bindgen(js_name = lastRules, readonly)]
    pub last_rules: Vec<u32>,
    /// The steps at which the assertions came into being.
    #[wasm_bindgen(readonly)]
    pub born: Vec<u32>,
    /// The steps after which nothing was left to do for the assertions; `u32::MAX`: never.
    #[wasm_bindgen(readonly)]
    pub settled: Vec<u32>,
    /// Number of steps of the construction.
    #[wasm_bindgen(readonly)]
    pub steps: u32,
}

impl Chart {
    /// Draws what `folded` says of `view`. `variables`: the names of the variables in a content. `beyond`: how many states there
    /// are that the view does not have.
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
            hidden: folded.hidden() + beyond,
            group_count: folded.group_count(),
            ..Self::drawn(&draw_folded(folded))
        }
    }

    /// Draws `view`.
    pub(super) fn of_proof(view: &ProofView) -> Self {
        let (mut texts, mut procedures) = (Texts::default(), Texts::default());
        let assertions = || view.assertions.iter();
        let files = assertions().map(|a| texts.number(&a.file)).collect();
        let labels = assertions().map(|a| texts.number(&a.formulas.join("\n"))).collect();
        let operations = view.edges.iter().map(|e| texts.number(&e.label)).collect();
        let rules = view.edges.iter().map(|e| texts.number(&e.rules)).collect();
        let last_rules = assertions().map(|a| texts.number(&a.rules)).collect();
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
            born: assertions().map(|a| a.born).collect(),
            settled: assertions().map(|a| a.settled.unwrap_or(u32::MAX)).collect(),
            steps: view.steps,
            ..Self::drawn(&draw_proof(view))
        }
    }

    /// The columns that say where everything is.
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

/// What holds in the states of a state space, as far as that is known.
#[wasm_bindgen(getter_with_clone)]
#[derive(Default)]
pub struct StateLabels {
    /// For each state that was looked at, from the first on, the set of propositions that hold, as a number into `texts`.
    #[wasm_bindgen(readonly)]
    pub labels: Vec<u32>,
    /// Sets of propositions, a line each.
    #[wasm_bindgen(readonly)]
    pub texts: Vec<String>,
    /// Number of those states of which it was not found out whether they have some shape.
    #[wasm_bindgen(readonly)]
    pub open: u32,
}

impl StateLabels {
    /// Of the first `count` states.
    pub(super) fn of(view: &StateSpaceView, count: usize) -> Self {
        let mut texts = Texts::default();
        let labels = view.states.iter().take(count).map(|s| texts.number(&s.labels.join("\n"))).collect();
        Self { labels, texts: texts.into_list(), open: view.unlabelled }
    }
}

/// The number of what an assertion is.
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

/// Texts, each kept once.
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
