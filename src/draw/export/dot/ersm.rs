//! Boolean programs as extended recursive state machines.

use std::fmt::Write;

use super::quoted;
use program::cfa::ProcedureId;
use program::guarded::Ersm;

/// The components, a box for each, with their locations and edges.
pub fn ersm(program: &Ersm) -> String {
    let mut out = String::from("digraph program {\n  node [shape=circle, fontname=monospace];\n");
    for (id, component) in program.components.iter_enumerated() {
        let ProcedureId(number) = id;
        let _ = writeln!(out, "  subgraph cluster_{number} {{\n    label={};", quoted(&component.name));
        for (location, place) in component.cfa.locations.iter_enumerated() {
            let look = if location == component.cfa.entry {
                ", penwidth=2"
            } else if location == component.cfa.exit {
                ", peripheries=2"
            } else if place.is_fault {
                ", peripheries=2, color=red"
            } else {
                ""
            };
            let labels: String = place.labels.iter().map(|label| format!("\n{label}")).collect();
            let label = quoted(&format!("{}{labels}", location.0));
            let _ = writeln!(out, "    p{number}_{} [label={label}{look}];", location.0);
        }
        for edge in &component.cfa.edges {
            let label = quoted(&program.operation(id, edge));
            let _ = writeln!(out, "    p{number}_{} -> p{number}_{} [label={label}];", edge.source.0, edge.target.0);
        }
        out.push_str("  }\n");
    }
    out.push_str("}\n");
    out
}
