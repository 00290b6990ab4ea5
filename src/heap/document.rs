//! Heap configurations and contracts as they are written: plain data, labels are strings, every part knows its place.
//!
//! Reading checks what a document says about itself (indices, duplicates); what needs a grammar or a program
//! (ranks, known labels, types) is checked where these are at hand.

mod contract;
mod read;
mod rename;
mod write;

use crate::base::{Span, Spanned};

pub use contract::{Contract, ContractDocument};
pub use rename::{Renaming, Vocabulary};

pub(crate) use read::{name, reject_indexed};

/// A document has at most this many nodes.
pub const NODE_LIMIT: usize = 10_000;

/// A heap configuration.
///
/// Invariant: all indices are positions in `nodes`; `externals`, the names of `variables` and the pairs of origin and
/// label of `selectors` are distinct.
#[derive(Clone, Debug)]
pub struct HeapDocument {
    /// The type of each node; groups of equal nodes are expanded.
    pub nodes: Vec<Spanned<String>>,
    /// The external nodes in order.
    pub externals: Vec<Spanned<u32>>,
    /// The variables, constants and markings.
    pub variables: Vec<VariableDocument>,
    /// The selector edges.
    pub selectors: Vec<SelectorDocument>,
    /// The nonterminal edges.
    pub hyperedges: Vec<HyperedgeDocument>,
    /// The place of the whole document.
    pub span: Span,
}

/// A variable that points to a node.
#[derive(Clone, Debug)]
pub struct VariableDocument {
    /// Its name, as written: `null`, `@parameter0:`, `tail`.
    pub name: String,
    /// The node.
    pub target: u32,
    /// Its place.
    pub span: Span,
}

/// A selector edge.
#[derive(Clone, Debug)]
pub struct SelectorDocument {
    /// The name of the field.
    pub label: String,
    /// From this node …
    pub origin: u32,
    /// … to this one.
    pub target: u32,
    /// Its place.
    pub span: Span,
}

/// A nonterminal edge.
#[derive(Clone, Debug)]
pub struct HyperedgeDocument {
    /// The nonterminal.
    pub label: String,
    /// The attached nodes in order; nodes may repeat.
    pub tentacles: Vec<u32>,
    /// Its place.
    pub span: Span,
}

#[cfg(test)]
mod tests;
