//! What is found while a run goes on, in columns.

use wasm_bindgen::prelude::*;

use crate::base::Growth;

/// New states and edges, the states numbered on from those of the batches before. The numbers are those of the chart of the
/// end, the places are not: they are only kept while the run goes on.
#[wasm_bindgen(getter_with_clone)]
pub struct Batch {
    /// Centres of the states: x and y in turn.
    pub positions: Vec<f32>,
    /// Kinds of the states, numbered as in charts.
    pub kinds: Vec<u8>,
    /// Components of the states.
    pub components: Vec<u32>,
    /// Source lines of the states.
    pub lines: Vec<u32>,
    /// Source and target of every edge in turn; states of this batch or of one before.
    pub edges: Vec<u32>,
}

impl From<Growth> for Batch {
    fn from(growth: Growth) -> Self {
        let Growth { positions, kinds, components, lines, edges } = growth;
        Self {
            positions: positions.into_iter().flatten().collect(),
            kinds,
            components,
            lines,
            edges: edges.into_iter().flatten().collect(),
        }
    }
}
