//! A drawn state space, or proof structure, in columns: typed arrays travel between threads without being copied.

use indexmap::IndexSet;
use wasm_bindgen::prelude::*;

use crate::outcome::layout::Drawing;
use crate::outcome::proof::{AssertionStatus, AssertionView, ProofView, draw_proof};
use crate::outcome::state_drawing::draw_state_space;
use crate::outcome::view::StateSpaceView;

/// The state space with the place of every state and the route of every edge; or a proof structure, whose assertions then
/// take the place of the states.
///
/// Columns over states have one entry for each state, columns over edges one for each edge. Texts that repeat are
/// kept once, and the columns hold their numbers.
#[wasm_bindgen(getter_with_clone)]
#[derive(Default)]
pub struct Chart {
    /// Centres of the states: x and y in turn.
    pub positions: Vec<f32>,
    /// Kinds of the states: 0 initial, 1 final, 2 null dereference, 3 exception, 4 inner; of assertions also 5 proved,
    /// 6 refuted, 7 handed on to the callers, 8 open.
    pub kinds: Vec<u8>,
    /// The states of the assertions, `u32::MAX` for those that are not shown; empty for a state space.
    pub states: Vec<u32>,
    /// Components of the states, as numbers into `procedures`.
    pub components: Vec<u32>,
    /// Files of the states, as numbers into `texts`.
    pub files: Vec<u32>,
    /// First line, first column, last line and column after the end, of every state in turn.
    pub places: Vec<u32>,
    /// Heaps of the states.
    pub heaps: Vec<u32>,
    /// Sizes of the heaps of the states.
    pub vertices: Vec<u32>,
    /// Sets of propositions of the states, or of formulas of the assertions, as numbers into `texts`; their lines are the
    /// propositions or formulas.
    pub labels: Vec<u32>,
    /// Content hashes of the states.
    pub ids: Vec<String>,
    /// Source and target of every edge in turn.
    pub edges: Vec<u32>,
    /// Kinds of the edges: 0 step, 1 summary, 2 call, 3 return, 4 stutter.
    #[wasm_bindgen(js_name = edgeKinds)]
    pub edge_kinds: Vec<u8>,
    /// Operations on the edges, as numbers into `texts`.
    pub operations: Vec<u32>,
    /// For every edge where its route starts in `route_points`, counted in points; one entry more at the end.
    #[wasm_bindgen(js_name = routeStarts)]
    pub route_starts: Vec<u32>,
    /// Points of the routes: x and y in turn.
    #[wasm_bindgen(js_name = routePoints)]
    pub route_points: Vec<f32>,
    /// Names of the procedures of the components.
    pub procedures: Vec<String>,
    /// Texts.
    pub texts: Vec<String>,
    /// Width and height of the drawing.
    pub size: Vec<f32>,
    /// Where a proof fails, as assertions; one that comes again closes a cycle.
    pub failing: Vec<u32>,
    /// Number of assertions that are not shown.
    pub hidden: u32,
    /// Rules on the edges of a proof, as numbers into `texts`; empty for a state space, as all that follows.
    pub rules: Vec<u32>,
    /// The steps of the construction at which the edges were found.
    #[wasm_bindgen(js_name = edgeSteps)]
    pub edge_steps: Vec<u32>,
    /// Rules that end the assertions, as numbers into `texts`.
    #[wasm_bindgen(js_name = lastRules)]
    pub last_rules: Vec<u32>,
    /// The steps at which the assertions came into being.
    pub born: Vec<u32>,
    /// The steps after which nothing was left to do for the assertions; `u32::MAX`: never.
    pub settled: Vec<u32>,
    /// Number of steps of the construction.
    pub steps: u32,
}

impl Chart {
    /// Draws `view`.
    pub(super) fn of_states(view: &StateSpaceView) -> Self {
        let mut texts = Texts::default();
        let files = view.states.iter().map(|s| texts.number(&s.file)).collect();
        let labels = view.states.iter().map(|s| texts.number(&s.labels.join("\n"))).collect();
        let operations = view.edges.iter().map(|e| texts.number(&e.label)).collect();
        Self {
            kinds: view.states.iter().map(|s| s.kind as u8).collect(),
            components: view.states.iter().map(|s| s.component).collect(),
            files,
            places: view.states.iter().flat_map(|s| [s.line, s.column, s.end_line, s.end_column]).collect(),
            heaps: view.states.iter().map(|s| s.heap).collect(),
            vertices: view.states.iter().map(|s| s.vertices).collect(),
            labels,
            ids: view.states.iter().map(|s| s.id.clone()).collect(),
            edges: view.edges.iter().flat_map(|e| [e.source, e.target]).collect(),
            edge_kinds: view.edges.iter().map(|e| e.kind as u8).collect(),
            operations,
            procedures: view.components.iter().map(|c| c.procedure.clone()).collect(),
            texts: texts.into_list(),
            ..Self::drawn(&draw_state_space(view))
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
        Self {
            kinds: assertions().map(kind).collect(),
            states: assertions().map(|a| a.state.unwrap_or(u32::MAX)).collect(),
            components: assertions().map(|a| procedures.number(&a.method)).collect(),
            files,
            places: assertions().flat_map(|a| [a.line, 0, a.line, 0]).collect(),
            labels,
            edges: view.edges.iter().flat_map(|e| [e.source, e.target]).collect(),
            edge_kinds: view.edges.iter().map(|e| e.kind as u8).collect(),
            operations,
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

/// The number of what an assertion is.
fn kind(assertion: &AssertionView) -> u8 {
    match assertion.status {
        AssertionStatus::Reduced if assertion.initial => 0,
        AssertionStatus::Reduced => 4,
        AssertionStatus::Proved => 5,
        AssertionStatus::Refuted => 6,
        AssertionStatus::HandedOn => 7,
        AssertionStatus::Open => 8,
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
