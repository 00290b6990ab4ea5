//! Heap configurations and contracts as documents: plain data, with strings for labels and a source position for each
//! part.
//!
//! Reading checks what can be checked in the document alone (indices, duplicates); checks that need a grammar or a
//! program (ranks, known labels, types) are made where these are known.

mod contract;
mod read;
mod rename;
mod write;

use base::{Span, Spanned};

pub use contract::{Contract, ContractDocument};
pub use rename::{Renaming, Vocabulary};

pub use read::{name, reject_indexed};

/// Maximum number of nodes in a document.
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
    /// The position of the whole document.
    pub span: Span,
}

impl HeapDocument {
    /// The document of the empty heap, at this position.
    pub fn empty(span: Span) -> Self {
        Self {
            nodes: Vec::new(),
            externals: Vec::new(),
            variables: Vec::new(),
            selectors: Vec::new(),
            hyperedges: Vec::new(),
            span,
        }
    }
}

/// A variable that points to a node.
#[derive(Clone, Debug)]
pub struct VariableDocument {
    /// Its name, as written: `null`, `@parameter0:`, `tail`.
    pub name: String,
    /// The node that it points to.
    pub target: u32,
    /// Its position.
    pub span: Span,
}

/// A selector edge.
#[derive(Clone, Debug)]
pub struct SelectorDocument {
    /// The name of the field.
    pub label: String,
    /// The source node.
    pub origin: u32,
    /// The target node.
    pub target: u32,
    /// Its position.
    pub span: Span,
}

/// A nonterminal edge.
#[derive(Clone, Debug)]
pub struct HyperedgeDocument {
    /// The nonterminal.
    pub label: String,
    /// The attached nodes in order; nodes may repeat.
    pub tentacles: Vec<u32>,
    /// Its position.
    pub span: Span,
}

#[cfg(test)]
mod tests;
