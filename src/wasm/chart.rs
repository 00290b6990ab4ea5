//! A drawn state space in columns: typed arrays travel between threads without being copied.

use indexmap::IndexSet;
use wasm_bindgen::prelude::*;

use crate::outcome::state_drawing::draw_state_space;
use crate::outcome::view::StateSpaceView;

/// The state space with the place of every state and the route of every edge.
///
/// Columns over states have one entry for each state, columns over edges one for each edge. Texts that repeat are
/// kept once, and the columns hold their numbers.
#[wasm_bindgen(getter_with_clone)]
pub struct Chart {
    /// Centres of the states: x and y in turn.
    pub positions: Vec<f32>,
    /// Kinds of the states: 0 initial, 1 final, 2 null dereference, 3 exception, 4 inner.
    pub kinds: Vec<u8>,
    /// Components of the states.
    pub components: Vec<u32>,
    /// Files of the states, as numbers into `texts`.
    pub files: Vec<u32>,
    /// First line, first column, last line and column after the end, of every state in turn.
    pub places: Vec<u32>,
    /// Heaps of the states.
    pub heaps: Vec<u32>,
    /// Sizes of the heaps of the states.
    pub vertices: Vec<u32>,
    /// Sets of propositions of the states, as numbers into `texts`; their lines are the propositions.
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
}

impl Chart {
    /// Draws `view`.
    pub(super) fn new(view: &StateSpaceView) -> Self {
        let drawing = draw_state_space(view);
        let mut texts: IndexSet<String> = IndexSet::new();
        let mut text = |t: String| texts.insert_full(t).0 as u32;
        let files = view.states.iter().map(|s| text(s.file.clone())).collect();
        let labels = view.states.iter().map(|s| text(s.labels.join("\n"))).collect();
        let operations = view.edges.iter().map(|e| text(e.label.clone())).collect();
        let mut route_starts = vec![0];
        let mut route_points = Vec::new();
        for route in &drawing.routes {
            route_points.extend(route.iter().flatten());
            route_starts.push(route_points.len() as u32 / 2);
        }
        Self {
            positions: drawing.positions.iter().flatten().copied().collect(),
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
            route_starts,
            route_points,
            procedures: view.components.iter().map(|c| c.procedure.clone()).collect(),
            texts: texts.into_iter().collect(),
            size: drawing.size.to_vec(),
        }
    }
}
