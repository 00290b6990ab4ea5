//! Heap configurations from JSON.

use rustc_hash::FxHashSet;

use super::{HeapDocument, HyperedgeDocument, NODE_LIMIT, SelectorDocument, VariableDocument};
use base::json::{Fields, JsonNode};
use base::{Diagnostic, Message, Severity, Span, Spanned, Text, msg, text};

impl HeapDocument {
    /// The heap configuration in `node`, or `None` together with errors.
    pub fn read(node: &JsonNode, diagnostics: &mut Vec<Diagnostic>) -> Option<HeapDocument> {
        let mut found = Vec::new();
        let heap = Self::read_parts(node, &mut found);
        let failed = base::has_errors(&found);
        diagnostics.append(&mut found);
        heap.filter(|_| !failed)
    }

    fn read_parts(node: &JsonNode, diagnostics: &mut Vec<Diagnostic>) -> Option<HeapDocument> {
        let mut fields = Fields::new(node, text!("a heap"), diagnostics)?;
        let span = fields.span();
        let parts = ["nodes", "externals", "variables", "selectors", "hyperedges"];
        let parts =
            parts.map(|key| fields.require(key, diagnostics).and_then(|n| n.array(Text::Code(key), diagnostics)));
        fields.finish(Severity::Warning, diagnostics);
        let [nodes, externals, variables, selectors, hyperedges] = parts;
        let nodes = read_nodes(nodes?, diagnostics)?;
        let count = nodes.len();
        let heap = HeapDocument {
            externals: read_all(externals?, diagnostics, |item, d| {
                Some(Spanned { value: node_index(item, text!("an external node"), count, d)?, span: item.span })
            }),
            variables: read_all(variables?, diagnostics, |item, d| variable(item, count, d)),
            selectors: read_all(selectors?, diagnostics, |item, d| selector(item, count, d)),
            hyperedges: read_all(hyperedges?, diagnostics, |item, d| hyperedge(item, count, d)),
            nodes,
            span,
        };
        heap.check_distinct(diagnostics);
        Some(heap)
    }

    /// Reports externals, variables and selectors that occur twice.
    pub(super) fn check_distinct(&self, diagnostics: &mut Vec<Diagnostic>) {
        let mut report = |span: Span, message: Message| {
            diagnostics.push(Diagnostic::error("heap/duplicate", span, message));
        };
        let mut externals = FxHashSet::default();
        for external in self.externals.iter().filter(|e| !externals.insert(e.value)) {
            report(external.span, msg!("node {} is external twice", external.value));
        }
        let mut names = FxHashSet::default();
        for variable in self.variables.iter().filter(|v| !names.insert(v.name.as_str())) {
            report(variable.span, msg!("the variable `{}` occurs twice", variable.name));
        }
        let mut selectors = FxHashSet::default();
        for selector in self.selectors.iter().filter(|s| !selectors.insert((s.origin, s.label.as_str()))) {
            report(selector.span, msg!("node {} has two selectors `{}`", selector.origin, selector.label));
        }
    }
}

fn read_all<T>(
    items: &[JsonNode],
    diagnostics: &mut Vec<Diagnostic>,
    mut read: impl FnMut(&JsonNode, &mut Vec<Diagnostic>) -> Option<T>,
) -> Vec<T> {
    items.iter().filter_map(|item| read(item, diagnostics)).collect()
}

/// The types of the nodes; groups are expanded in order.
fn read_nodes(groups: &[JsonNode], diagnostics: &mut Vec<Diagnostic>) -> Option<Vec<Spanned<String>>> {
    let mut nodes = Vec::new();
    for group in groups {
        let mut fields = Fields::new(group, text!("a group of nodes"), diagnostics)?;
        let ty = fields.require("type", diagnostics).and_then(|n| name(n, text!("the type of a node"), diagnostics));
        let number =
            fields.require("number", diagnostics).and_then(|n| n.natural(text!("the number of nodes"), diagnostics));
        fields.finish(Severity::Warning, diagnostics);
        let (ty, number) = (ty?, number?);
        if number as usize > NODE_LIMIT - nodes.len() {
            let message = msg!("the heap has more than {NODE_LIMIT} nodes");
            diagnostics.push(Diagnostic::error("heap/too-large", group.span, message));
            return None;
        }
        nodes.extend((0..number).map(|_| Spanned { value: ty.clone(), span: group.span }));
    }
    Some(nodes)
}

fn variable(item: &JsonNode, count: usize, diagnostics: &mut Vec<Diagnostic>) -> Option<VariableDocument> {
    let mut fields = Fields::new(item, text!("a variable"), diagnostics)?;
    let name = fields.require("name", diagnostics).and_then(|n| name(n, text!("the name of a variable"), diagnostics));
    let target =
        fields.require("target", diagnostics).and_then(|n| node_index(n, text!("the target"), count, diagnostics));
    fields.finish(Severity::Warning, diagnostics);
    Some(VariableDocument { name: name?, target: target?, span: item.span })
}

fn selector(item: &JsonNode, count: usize, diagnostics: &mut Vec<Diagnostic>) -> Option<SelectorDocument> {
    let mut fields = Fields::new(item, text!("a selector"), diagnostics)?;
    let label =
        fields.require("label", diagnostics).and_then(|n| name(n, text!("the label of a selector"), diagnostics));
    let origin =
        fields.require("origin", diagnostics).and_then(|n| node_index(n, text!("the origin"), count, diagnostics));
    let target =
        fields.require("target", diagnostics).and_then(|n| node_index(n, text!("the target"), count, diagnostics));
    reject_indexed(fields.take("annotation"), diagnostics);
    fields.finish(Severity::Warning, diagnostics);
    Some(SelectorDocument { label: label?, origin: origin?, target: target?, span: item.span })
}

fn hyperedge(item: &JsonNode, count: usize, diagnostics: &mut Vec<Diagnostic>) -> Option<HyperedgeDocument> {
    let mut fields = Fields::new(item, text!("a hyperedge"), diagnostics)?;
    let label =
        fields.require("label", diagnostics).and_then(|n| name(n, text!("the label of a hyperedge"), diagnostics));
    let tentacles = fields.require("tentacles", diagnostics).and_then(|n| n.array(text!("the tentacles"), diagnostics));
    reject_indexed(fields.take("index"), diagnostics);
    fields.finish(Severity::Warning, diagnostics);
    let tentacles = read_all(tentacles?, diagnostics, |n, d| node_index(n, text!("a tentacle"), count, d));
    Some(HyperedgeDocument { label: label?, tentacles, span: item.span })
}

/// Reports an index or annotation.
pub fn reject_indexed(node: Option<&JsonNode>, diagnostics: &mut Vec<Diagnostic>) {
    if let Some(node) = node {
        diagnostics.push(
            Diagnostic::error("heap/indexed", node.span, msg!("indexed grammars are not supported"))
                .suggest(msg!("remove indices and annotations")),
        );
    }
}

/// A non-empty string.
pub fn name(node: &JsonNode, what: Text, diagnostics: &mut Vec<Diagnostic>) -> Option<String> {
    let text = node.string(what, diagnostics)?;
    if text.is_empty() {
        diagnostics.push(Diagnostic::error("json/empty-name", node.span, msg!("{what} must not be empty")));
        return None;
    }
    Some(text)
}

fn node_index(node: &JsonNode, what: Text, count: usize, diagnostics: &mut Vec<Diagnostic>) -> Option<u32> {
    let index = node.natural(what, diagnostics)?;
    if index as usize >= count {
        let message = match count.checked_sub(1) {
            None => msg!("{what} is node {index}, but there are no nodes"),
            Some(last) => msg!("{what} is node {index}, but the last node is {last}"),
        };
        diagnostics.push(Diagnostic::error("heap/index-out-of-range", node.span, message));
        return None;
    }
    Some(index)
}
