//! Heap configurations to JSON.

use serde_json::{Value, json};

use super::HeapDocument;

impl HeapDocument {
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
        crate::base::json::pretty(&self.to_value())
    }
}
