//! Heaps: hypergraphs of typed vertices, selector edges, variable edges and nonterminal edges.

pub mod document;
