//! New states and edges of an ongoing run, in columns.

use wasm_bindgen::prelude::*;

use crate::base::Growth;
use crate::draw::growing::GrowingDrawing;

/// New states and edges; states are numbered consecutively over all batches. The numbers are the same as in the final
/// chart; the positions are not, and are kept only during the run.
#[wasm_bindgen(getter_with_clone)]
pub struct Batch {
    /// The centres of the states: x and y in turn.
    #[wasm_bindgen(readonly)]
    pub positions: Vec<f32>,
    /// The kinds of the states, numbered as in charts.
    #[wasm_bindgen(readonly)]
    pub kinds: Vec<u8>,
    /// The components of the states.
    #[wasm_bindgen(readonly)]
    pub components: Vec<u32>,
    /// The source lines of the states.
    #[wasm_bindgen(readonly)]
    pub lines: Vec<u32>,
    /// The source and target of every edge in turn, as states of this or an earlier batch.
    #[wasm_bindgen(readonly)]
    pub edges: Vec<u32>,
}

impl Batch {
    /// Places new states in the drawing of the earlier ones.
    pub(super) fn new(growth: Growth, drawing: &mut GrowingDrawing) -> Self {
        let Growth { parents, kinds, components, lines, edges } = growth;
        Self {
            positions: parents.into_iter().flat_map(|parent| drawing.place(parent)).collect(),
            kinds,
            components,
            lines,
            edges: edges.into_iter().flatten().collect(),
        }
    }
}
