//! What is found while a run goes on, in columns.

use wasm_bindgen::prelude::*;

use crate::base::Growth;
use crate::draw::growing::GrowingDrawing;

/// New states and edges, the states numbered on from those of the batches before. The numbers are those of the chart of the
/// end, the places are not: they are only kept while the run goes on.
#[wasm_bindgen(getter_with_clone)]
pub struct Batch {
    /// Centres of the states: x and y in turn.
    #[wasm_bindgen(readonly)]
    pub positions: Vec<f32>,
    /// Kinds of the states, numbered as in charts.
    #[wasm_bindgen(readonly)]
    pub kinds: Vec<u8>,
    /// Components of the states.
    #[wasm_bindgen(readonly)]
    pub components: Vec<u32>,
    /// Source lines of the states.
    #[wasm_bindgen(readonly)]
    pub lines: Vec<u32>,
    /// Source and target of every edge in turn; states of this batch or of one before.
    #[wasm_bindgen(readonly)]
    pub edges: Vec<u32>,
}

impl Batch {
    /// Places what is new in a drawing of what came before.
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
