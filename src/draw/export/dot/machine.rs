//! Recursive state machines for Graphviz.

use std::fmt::Write;

use super::quoted;
use crate::components::{PortKind, RsmView};
use base::{Message, msg};

/// The calls between all components, labelled with their lines.
pub fn calls(rsm: &RsmView) -> String {
    let mut out = String::from("digraph calls {\n  node [shape=box, style=rounded, fontname=monospace];\n");
    for (number, component) in rsm.components.iter().enumerate() {
        let label = format!("{number}: {}\n{}", component.procedure, msg!("{} states", component.states));
        let look = if component.ports.iter().any(|p| matches!(p.kind, PortKind::Fault | PortKind::Failed)) {
            ", color=red"
        } else {
            ""
        };
        let _ = writeln!(out, "  c{number} [label={}{look}];", quoted(&label));
    }
    for (number, component) in rsm.components.iter().enumerate() {
        for called in &component.boxes {
            for callee in &called.callees {
                let _ = writeln!(out, "  c{number} -> c{callee} [label=\"{}\", style=dashed];", called.line);
            }
        }
    }
    out.push_str("}\n");
    out
}

/// The inside of a component: its ports, its calls as boxes with their ports, and the paths between ports with their
/// numbers of states. Absent if there is no such component.
pub fn component(rsm: &RsmView, number: u32) -> Option<String> {
    let component = rsm.components.get(number as usize)?;
    let mut out = String::from("digraph component {\n  rankdir=LR;\n  node [shape=circle, fontname=monospace];\n");
    let title = format!("{number}: {}", component.procedure);
    let _ = writeln!(out, "  label={};", quoted(&title));
    let port = |out: &mut String, index: usize| {
        let port = &component.ports[index];
        let look = match port.kind {
            PortKind::Entry => ", penwidth=2",
            PortKind::Exit => ", peripheries=2",
            PortKind::Exception | PortKind::Fault | PortKind::Failed => ", peripheries=2, color=red",
            PortKind::Call | PortKind::Return => ", color=purple",
        };
        let states: Vec<String> = port.states.iter().map(u32::to_string).collect();
        let _ = writeln!(out, "  p{index} [label={}{look}];", quoted(&states.join(", ")));
    };
    let of = |of_box: Option<u32>| (0..component.ports.len()).filter(move |&i| component.ports[i].of_box == of_box);
    of(None).for_each(|index| port(&mut out, index));
    for (of_box, called) in (0u32..).zip(&component.boxes) {
        let callees: Vec<String> = called.callees.iter().map(u32::to_string).collect();
        let callees = msg!("component {}", Message::verbatim(callees.join(", ")));
        let label = format!("{}: {}\n{callees}", called.line, called.method);
        let _ = writeln!(out, "  subgraph cluster_{of_box} {{\n  label={};", quoted(&label));
        of(Some(of_box)).for_each(|index| port(&mut out, index));
        out.push_str("  }\n");
    }
    for path in &component.paths {
        let states = if path.states == 0 { Message::default() } else { msg!("{} states", path.states) };
        let _ = writeln!(out, "  p{} -> p{} [label=\"{states}\"];", path.source, path.target);
    }
    out.push_str("}\n");
    Some(out)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::components::rsm_view;
    use crate::components::tests::space;

    #[test]
    fn ports_stand_in_their_boxes_and_calls_lead_to_components() {
        let rsm = rsm_view(&space("A.\"f\": 0 -> 2\nA.g: 3 -> 4", "0>1 1(3 1(4)2 3>4", &[]));
        let text = calls(&rsm);
        assert!(text.contains("c0 [label=\"0: A.\\\"f\\\"\\n3 states\"];"), "{text}");
        assert!(text.contains("c0 -> c1 [label=\"10\", style=dashed];"), "{text}");
        let inside = component(&rsm, 0).expect("the entry component");
        let cluster = inside.split("subgraph").nth(1).and_then(|s| s.split("  }\n").next()).expect("a box");
        for (index, port) in rsm.components[0].ports.iter().enumerate() {
            assert_eq!(cluster.contains(&format!("p{index} [")), port.of_box.is_some(), "{inside}");
        }
        assert_eq!(inside.matches(" -> ").count(), rsm.components[0].paths.len(), "{inside}");
        assert_eq!(component(&rsm, 2), None);
    }
}
