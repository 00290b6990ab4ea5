//! Pictures for Graphviz.

mod ersm;
mod machine;
mod proof;
mod search;

use std::fmt::Write;

use crate::collection_drawing::{places, rest_in_words};
use crate::marked_heap::{Flag, MarkedHeap};
use crate::scene::Change;
use base::{Idx, msg};
use program::cfa::ProcedureId;
use program::objects::Program;
use report::heap::{CollectionView, HeapView, SlotView, VertexKind};
use report::space::{EdgeKind, StateKind, StateSpaceView};
use report::valuation::ValuationView;

pub use ersm::ersm;
pub use machine::{calls, component};
pub use proof::proof;
pub use search::{reduction, round};

/// A quoted DOT string, with `\n` for line breaks.
fn quoted(text: &str) -> String {
    let escaped = text.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n");
    format!("\"{}\"", escaped.replace(|c: char| c.is_control(), " "))
}

/// The state space: a box for each component, a node for each state with line and propositions.
pub fn state_space(view: &StateSpaceView) -> String {
    let mut out = String::from("digraph \"state space\" {\n  node [shape=box, fontname=monospace];\n");
    for (number, component) in view.components.iter().enumerate() {
        let _ = writeln!(out, "  subgraph cluster_{number} {{\n    label={};", quoted(&component.procedure));
        for (index, state) in view.states.iter().enumerate().filter(|(_, s)| s.component as usize == number) {
            let mut label = format!("{index}: {}:{}", state.file, state.line);
            for proposition in &state.labels {
                let _ = write!(label, "\n{proposition}");
            }
            let look = match state.kind {
                StateKind::Initial => ", penwidth=2",
                StateKind::Final => ", peripheries=2",
                StateKind::NullDereference | StateKind::Exception | StateKind::Failed => ", color=red, peripheries=2",
                StateKind::Inner => "",
            };
            let _ = writeln!(out, "    s{index} [label={}{look}];", quoted(&label));
        }
        out.push_str("  }\n");
    }
    for edge in &view.edges {
        let look = match edge.kind {
            EdgeKind::Step => "",
            EdgeKind::Summary => ", style=dashed",
            EdgeKind::Call | EdgeKind::Return => ", style=bold, color=blue",
            EdgeKind::Stutter => ", style=dotted",
        };
        let _ = writeln!(out, "  s{} -> s{} [label={}{look}];", edge.source, edge.target, quoted(&edge.label));
    }
    out.push_str("}\n");
    out
}

/// A heap: circles for vertices, boxes with numbered tentacles for nonterminals, flags for variables.
pub fn heap(view: &HeapView) -> String {
    marked_heap(&MarkedHeap::plain(view))
}

/// The label of a collection: a record with a field for each place.
fn record(own: &CollectionView, name: &str) -> String {
    let field = |(row, slot): (usize, &SlotView)| match slot.rest {
        Some(_) => format!("<r{row}> {} {}", slot.label, rest_in_words(slot)),
        None => format!("<r{row}> [{}]", slot.label),
    };
    let mut fields: Vec<String> = own.slots.iter().enumerate().map(field).collect();
    fields.insert(0, name.replace(|c| "{}|<>".contains(c), " "));
    if own.slots.is_empty() {
        fields.push(msg!("empty").to_string());
    }
    format!("{{{}}}", fields.join("|"))
}

/// A heap with added parts in green, and removed parts grey and dashed.
pub(super) fn marked_heap(marked: &MarkedHeap) -> String {
    let view = &marked.heap;
    let mut out = String::from("digraph heap {\n  node [fontname=monospace];\n");
    let look = |change: Option<Change>| match change {
        None => "",
        Some(Change::Added) => ", color=darkgreen, fontcolor=darkgreen, penwidth=2",
        Some(Change::Removed) => ", color=grey, fontcolor=grey, style=dashed",
    };
    let places = places(marked);
    let node = |vertex: u32| match places.get(&vertex) {
        Some((collection, row)) => format!("v{collection}:r{row}"),
        None => format!("v{vertex}"),
    };
    for (index, vertex) in view.vertices.iter().enumerate() {
        if view.hidden.contains(&u32::at(index)) {
            continue;
        }
        let label = match vertex.kind {
            VertexKind::Null => "null".to_owned(),
            VertexKind::Constant => vertex.constants.join("\n"),
            VertexKind::Choice => msg!("or").to_string(),
            VertexKind::Object => {
                marked.vertices[index].number.map_or(String::new(), |n| format!("{n}\n")) + &vertex.ty
            }
        };
        let grey = if vertex.kind == VertexKind::Null { ", style=filled, fillcolor=grey" } else { "" };
        let ring = if vertex.external.is_some() { ", peripheries=2" } else { "" };
        let own = look(marked.vertices[index].change);
        let collection = view.collections.iter().find(|own| own.vertex as usize == index);
        let (shape, label) = match collection {
            Some(own) => ("record", record(own, &label)),
            None => ("circle", label),
        };
        let target = node(u32::at(index));
        if !places.contains_key(&u32::at(index)) {
            let _ = writeln!(out, "  {target} [shape={shape}, label={}{grey}{ring}{own}];", quoted(&label));
        }
        let markings = vertex.markings.iter().map(|m| (format!("%{m}"), Flag::Marking, m));
        let variables = vertex.variables.iter().map(|x| (x.clone(), Flag::Variable, x));
        for (flag, (text, kind, name)) in variables.chain(markings).enumerate() {
            let own = look(marked.flag(index as u32, kind, name));
            let _ = writeln!(out, "  f{index}_{flag} [shape=plaintext, label={}{own}];", quoted(&text));
            let _ = writeln!(out, "  f{index}_{flag} -> {target} [style=dashed{own}];");
        }
    }
    for (edge, change) in view.selectors.iter().zip(&marked.selectors) {
        let (label, own) = (quoted(&edge.label), look(*change));
        let _ = writeln!(out, "  {} -> {} [label={label}{own}];", node(edge.source), node(edge.target));
    }
    let rests = || view.collections.iter().flat_map(|own| &own.slots).filter_map(|slot| slot.rest);
    for (index, edge) in view.nonterminals.iter().enumerate() {
        if rests().any(|rest| rest as usize == index) {
            continue;
        }
        let own = look(marked.nonterminals[index].change);
        let _ = writeln!(out, "  n{index} [shape=box, label={}{own}];", quoted(&edge.label));
        for (position, vertex) in edge.tentacles.iter().enumerate() {
            let line = if own.contains("dashed") { "" } else { ", style=bold" };
            let _ = writeln!(out, "  n{index} -> {} [label=\"{}\", dir=none{line}{own}];", node(*vertex), position + 1);
        }
    }
    out.push_str("}\n");
    out
}

/// The values of variables, as one node.
pub fn valuation(view: &ValuationView) -> String {
    let all = view.globals.iter().chain(&view.locals);
    let lines: Vec<String> = all.map(|v| format!("{} = {}", v.name, v.value)).collect();
    let label = quoted(&format!("{}\n{}", view.procedure, lines.join("\n")));
    format!("digraph values {{\n  node [shape=box, fontname=monospace];\n  v [label={label}];\n}}\n")
}

/// The control-flow automata of all procedures, a box for each.
pub fn program(program: &Program) -> String {
    let mut out = String::from("digraph program {\n  node [shape=circle, fontname=monospace];\n");
    for (id, procedure) in program.procedures.iter_enumerated() {
        let ProcedureId(number) = id;
        let name = quoted(&program.qualified_name(id));
        let _ = writeln!(out, "  subgraph cluster_{number} {{\n    label={name};");
        for location in procedure.cfa.locations.indices() {
            let look = if location == procedure.cfa.entry {
                ", penwidth=2"
            } else if location == procedure.cfa.exit {
                ", peripheries=2"
            } else if location == procedure.exceptional_exit {
                ", peripheries=2, color=red"
            } else {
                ""
            };
            let _ = writeln!(out, "    p{number}_{0} [label=\"{0}\"{look}];", location.0);
        }
        for edge in &procedure.cfa.edges {
            let label = quoted(&program.operation(procedure, &edge.operation));
            let _ = writeln!(out, "    p{number}_{} -> p{number}_{} [label={label}];", edge.source.0, edge.target.0);
        }
        out.push_str("  }\n");
    }
    out.push_str("}\n");
    out
}
