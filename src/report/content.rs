//! What is in a state.

use super::heap::HeapView;
use super::valuation::ValuationView;

/// What is in a state, besides its place in the program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum StateContent {
    /// A heap.
    Heap(HeapView),
    /// The values of the variables.
    Valuation(ValuationView),
}
