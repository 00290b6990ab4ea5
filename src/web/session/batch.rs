//! New states and edges of an ongoing run, in columns.

use serde::Serialize;
use tsify::Tsify;

use crate::columns::{Float32Array, Uint8Array, Uint32Array};
use base::Growth;
use draw::growing::GrowingDrawing;

/// New states and edges; states are numbered consecutively over all batches. The numbers are the same as in the final
/// chart; the positions are not, and are kept only during the run.
#[derive(Serialize, Tsify)]
pub struct Batch {
    /// The centres of the states: x and y in turn.
    pub positions: Float32Array,
    /// The kinds of the states, numbered as in charts.
    pub kinds: Uint8Array,
    /// The components of the states.
    pub components: Uint32Array,
    /// The source lines of the states.
    pub lines: Uint32Array,
    /// The source and target of every edge in turn, as states of this or an earlier batch.
    pub edges: Uint32Array,
}

impl Batch {
    /// Places new states in the drawing of the earlier ones.
    pub(super) fn new(growth: Growth, drawing: &mut GrowingDrawing) -> Self {
        let Growth { parents, kinds, components, lines, edges } = growth;
        Self {
            positions: parents.into_iter().flat_map(|parent| drawing.place(parent)).collect(),
            kinds: kinds.into(),
            components: components.into(),
            lines: lines.into(),
            edges: edges.into_iter().flatten().collect(),
        }
    }
}
