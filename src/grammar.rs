//! Graph grammars: rules that derive and abstract heaps.

pub mod document;
