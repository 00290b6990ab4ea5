//! Heap configurations to JSON.

use serde_json::{Value, json};

use super::{HeapDocument, HyperedgeDocument, SelectorDocument, VariableDocument};
use crate::heap::{Alphabet, Heap, NonterminalEdge, Selector, Variable, VertexId};
use base::{FileId, Span, Spanned};

impl HeapDocument {
    /// A document for a compact heap; its source positions are meaningless. [`build_heap`](crate::heap::build_heap) is
    /// its inverse.
    pub fn of(heap: &Heap, alphabet: &Alphabet) -> HeapDocument {
        let span = Span::new(FileId(0), 0, 0);
        let node = |v| Spanned { value: alphabet.type_name(heap.vertex_type(v)).to_owned(), span };
        let variable = |&(variable, target): &(Variable, VertexId)| VariableDocument {
            name: alphabet.variable_name(variable).to_owned(),
            target: target.0,
            span,
        };
        let selector = |(origin, label, target): (VertexId, Selector, VertexId)| SelectorDocument {
            label: alphabet.selector_name(label).to_owned(),
            origin: origin.0,
            target: target.0,
            span,
        };
        let hyperedge = |edge: &NonterminalEdge| HyperedgeDocument {
            label: alphabet.nonterminal(edge.label).name.clone(),
            tentacles: edge.tentacles.iter().map(|t| t.0).collect(),
            span,
        };
        HeapDocument {
            nodes: heap.vertices().map(node).collect(),
            externals: heap.externals().iter().map(|e| Spanned { value: e.0, span }).collect(),
            variables: heap.variables().iter().map(variable).collect(),
            selectors: heap.selector_edges().map(selector).collect(),
            hyperedges: heap.nonterminals().iter().map(hyperedge).collect(),
            span,
        }
    }

    /// The document as JSON; consecutive nodes of one type form a group. [`HeapDocument::read`] is its inverse.
    pub fn to_value(&self) -> Value {
        let groups = self.nodes.chunk_by(|a, b| a.value == b.value);
        let nodes: Vec<Value> = groups.map(|g| json!({"type": g[0].value, "number": g.len()})).collect();
        let externals: Vec<u32> = self.externals.iter().map(|e| e.value).collect();
        let variables: Vec<Value> =
            self.variables.iter().map(|v| json!({"name": v.name, "target": v.target})).collect();
        let selector = |s: &super::SelectorDocument| json!({"label": s.label, "origin": s.origin, "target": s.target});
        let selectors: Vec<Value> = self.selectors.iter().map(selector).collect();
        let hyperedges: Vec<Value> =
            self.hyperedges.iter().map(|h| json!({"label": h.label, "tentacles": h.tentacles})).collect();
        json!({
            "nodes": nodes,
            "externals": externals,
            "variables": variables,
            "selectors": selectors,
            "hyperedges": hyperedges,
        })
    }

    /// Strict JSON text of the document.
    pub fn to_json(&self) -> String {
        base::json::pretty(&self.to_value())
    }
}
