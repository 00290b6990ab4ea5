//! Monitors from JSON.

use super::document::{MonitorEdgeText, MonitorText};
use super::load::Loader;
use super::read::elements;
use base::json::{Fields, JsonNode};
use base::{FileId, Severity, Span, Text, msg, text};
use heap_grammar::heap::document::name;

/// Maximum number of edges.
const EDGE_LIMIT: usize = 10_000;

/// Reads a monitor of the task. Its guards become separate files, so that messages about them have positions.
pub(super) fn read(node: &JsonNode, loader: &mut Loader<'_>) {
    let diagnostics = &mut loader.loaded.diagnostics;
    let Some(mut fields) = Fields::new(node, text!("a monitor"), diagnostics) else { return };
    let own = fields.require("name", diagnostics).and_then(|n| name(n, text!("the name of a monitor"), diagnostics));
    let initial = fields.require("initial", diagnostics).and_then(|n| name(n, text!("a state"), diagnostics));
    let edge_nodes = fields.require("edges", diagnostics);
    let (target, repeating) = (fields.take("target"), fields.take("repeating"));
    fields.finish(Severity::Error, diagnostics);
    let mut edges = Vec::new();
    let nodes = elements(edge_nodes, Text::Code("edges"), loader);
    for node in nodes.iter().take(EDGE_LIMIT) {
        edges.extend(read_edge(node, loader));
    }
    if nodes.len() > EDGE_LIMIT {
        loader.error("task/monitor", node.span, msg!("a monitor has at most {EDGE_LIMIT} edges"));
    }
    let mut states = |node: Option<&JsonNode>, what| -> Vec<String> {
        let nodes = elements(node, what, loader);
        nodes.iter().filter_map(|n| name(n, text!("a state"), &mut loader.loaded.diagnostics)).collect()
    };
    let (target, repeating) = (states(target, Text::Code("target")), states(repeating, Text::Code("repeating")));
    let (Some(own), Some(initial)) = (own, initial) else { return };
    let mentioned = |state: &String| *state == initial || edges.iter().any(|e| e.from == *state || e.to == *state);
    if let Some(lost) = target.iter().chain(&repeating).find(|state| !mentioned(state)) {
        loader.error("task/monitor", node.span, msg!("no edge of the monitor `{own}` mentions the state `{lost}`"));
    }
    if target.is_empty() && repeating.is_empty() {
        let message = msg!("the monitor `{own}` has neither a `target` nor a `repeating` state, so it accepts no run");
        loader.error("task/monitor", node.span, message);
    }
    add(MonitorText { name: own, initial, edges, target, repeating }, node.span, loader);
}

/// Adds the property that no run reaches a label, `L` or `f::L`.
pub(super) fn add_unreachable(label: &str, loader: &mut Loader<'_>) {
    let (id, name) = (format!("unreachable {label}"), format!("reaching {label}"));
    let edge = |to: &str, guard| MonitorEdgeText { from: "watching".to_owned(), to: to.to_owned(), guard };
    let at = format!("{{at({label})}}");
    let start = Span::new(FileId(0), 0, 0);
    add(
        MonitorText {
            name: name.clone(),
            initial: "watching".to_owned(),
            edges: vec![edge("watching", Some(format!("!{at}"))), edge("reached", Some(at))],
            target: vec!["reached".to_owned()],
            repeating: Vec::new(),
        },
        start,
        loader,
    );
    loader.add_monitored(id, name, start);
}

/// The name of the file that a guard is in where messages are about it: that of the edge from one state of a monitor to another.
pub fn guard_file(monitor: &str, from: &str, to: &str) -> String {
    format!("monitor {monitor}: {from} to {to}")
}

/// Adds a monitor, unless another one has the same name; `span` is its position.
fn add(monitor: MonitorText, span: Span, loader: &mut Loader<'_>) {
    let MonitorText { name: own, edges, .. } = &monitor;
    if loader.loaded.task.monitors.iter().any(|m| m.name == *own) {
        loader.error("task/duplicate", span, msg!("two monitors are called `{own}`"));
        return;
    }
    let guard = |edge: &MonitorEdgeText| {
        let file = guard_file(own, &edge.from, &edge.to);
        edge.guard.clone().map(|text| loader.loaded.sources.add(file, text))
    };
    let guards = edges.iter().map(guard).collect();
    loader.loaded.guards.push(guards);
    loader.loaded.task.monitors.push(monitor);
}

fn read_edge(node: &JsonNode, loader: &mut Loader<'_>) -> Option<MonitorEdgeText> {
    let diagnostics = &mut loader.loaded.diagnostics;
    let mut fields = Fields::new(node, text!("an edge of a monitor"), diagnostics)?;
    let from = fields.require("from", diagnostics).and_then(|n| name(n, text!("a state"), diagnostics));
    let to = fields.require("to", diagnostics).and_then(|n| name(n, text!("a state"), diagnostics));
    let guard = fields.take("guard").and_then(|n| n.string(text!("a guard"), diagnostics));
    fields.finish(Severity::Error, diagnostics);
    Some(MonitorEdgeText { from: from?, to: to?, guard })
}
