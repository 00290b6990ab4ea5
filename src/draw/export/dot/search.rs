//! Reductions to large blocks and abstract reachability graphs for Graphviz.

use std::fmt::Write;

use super::quoted;
use crate::reduction_drawing::place_name;
use base::{Message, msg};
use report::search::{ReductionView, RefinementView, RegionEdgeKind, SearchPlace};
use report::space::StateKind;

/// A control-flow automaton after so many steps of its reduction.
pub fn reduction(view: &ReductionView, steps: u32) -> String {
    let mut out = String::from("digraph automaton {\n  node [shape=box, fontname=monospace];\n");
    let exists = view.edges_after(steps as usize);
    let edges = || view.edges.iter().zip(&exists).filter(|(_, exists)| **exists).map(|(edge, _)| edge);
    for (number, place) in (0..).zip(&view.locations) {
        if edges().any(|edge| edge.source == number || edge.target == number) {
            let _ = writeln!(out, "  l{number} [label={}{}];", quoted(&place_name(place)), look(place));
        }
    }
    for edge in edges() {
        let label = match edge.command.as_str() {
            "" => msg!("{} steps, {} paths", edge.steps, edge.paths),
            command => Message::verbatim(command),
        };
        let _ = writeln!(out, "  l{} -> l{} [label={}];", edge.source, edge.target, quoted(&label));
    }
    out.push_str("}\n");
    out
}

/// The abstract reachability graph of a round; absent if there is no such round.
pub fn round(view: &RefinementView, number: u32) -> Option<String> {
    let round = view.rounds.get(number as usize)?;
    let mut out = String::from("digraph regions {\n  node [shape=box, fontname=monospace];\n");
    for (number, node) in round.nodes.iter().enumerate() {
        let place = &view.places[node.place as usize];
        let cases = node.cases.iter().flatten().filter(|case| !case.is_empty());
        let cases = cases.map(|case| Message::verbatim(case.join(" && ")));
        let label = Message::joined(&[place_name(place)].into_iter().chain(cases).collect::<Vec<_>>(), "\n");
        let _ = writeln!(out, "  r{number} [label={}{}];", quoted(&label), look(place));
    }
    for edge in &round.edges {
        let mut look = Vec::new();
        look.extend(edge.is_covered.then_some("style=dashed"));
        look.extend((edge.kind != RegionEdgeKind::Block).then_some("penwidth=2"));
        look.extend(edge.is_on_path.then_some("color=red"));
        let _ = writeln!(out, "  r{} -> r{} [{}];", edge.source, edge.target, look.join(", "));
    }
    out.push_str("}\n");
    Some(out)
}

fn look(place: &SearchPlace) -> &'static str {
    match place.kind {
        StateKind::Initial => ", penwidth=2",
        StateKind::Final => ", peripheries=2",
        StateKind::NullDereference | StateKind::Exception | StateKind::Failed => ", color=red, peripheries=2",
        StateKind::Inner => "",
    }
}
