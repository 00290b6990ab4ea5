//! Runs through blocks, with the values that determine them.

use crate::blocks::{BlockId, FlatVariable};
use bitvec::TermId;

/// A run from the entry to the error location, as a model of formulas says.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Trace {
    /// The values of variables at the entry; others may have any.
    pub initial: Vec<(FlatVariable, u64)>,
    /// The blocks, in order.
    pub steps: Vec<TraceStep>,
}

/// A block of a run.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TraceStep {
    /// The block.
    pub block: BlockId,
    /// The values of its inputs.
    pub inputs: Vec<(TermId, u64)>,
}
