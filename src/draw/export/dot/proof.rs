//! Proof structures for Graphviz.

use std::fmt::Write;

use super::quoted;
use base::{Message, msg};
use report::proof::{AssertionStatus, ProofView};
use report::space::EdgeKind;

/// The assertions with their formulas and measures; the failing path is red, and what no run takes for ever is green.
pub fn proof(view: &ProofView) -> String {
    let mut out = String::from("digraph proof {\n  node [shape=box, fontname=monospace];\n");
    for (index, assertion) in view.assertions.iter().enumerate() {
        let state = assertion.state.map_or(String::new(), |s| format!("{s}: "));
        let mut label = format!("{state}{}:{} |-", assertion.file, assertion.line);
        for formula in &assertion.formulas {
            let _ = write!(label, "\n{formula}");
        }
        for measure in &assertion.measures {
            let _ = write!(label, "\n{}", msg!("measure {}", Message::verbatim(measure)));
        }
        let look = match assertion.status {
            AssertionStatus::Reduced if assertion.initial => ", penwidth=2",
            AssertionStatus::Reduced | AssertionStatus::HandedOn => "",
            AssertionStatus::Proved => ", color=darkgreen, peripheries=2",
            AssertionStatus::Refuted => ", color=red, peripheries=2",
            AssertionStatus::Open => ", style=dashed",
        };
        let _ = writeln!(out, "  a{index} [label={}{look}];", quoted(&label));
    }
    let failing = view.failing_edges();
    for edge in &view.edges {
        let look = match edge.kind {
            _ if failing.binary_search(&(edge.source, edge.target)).is_ok() => ", color=red, penwidth=2",
            _ if edge.decreasing.is_some() => ", color=darkgreen, style=dashed, penwidth=2",
            EdgeKind::Summary => ", style=dashed",
            EdgeKind::Call => ", style=bold, color=blue",
            EdgeKind::Step | EdgeKind::Return | EdgeKind::Stutter => "",
        };
        let _ = writeln!(out, "  a{} -> a{} [label={}{look}];", edge.source, edge.target, quoted(&edge.label));
    }
    out.push_str("}\n");
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use report::proof::proof_of_edges as example;

    #[test]
    fn the_failing_cycle_is_red() {
        let text = proof(&example(4, &[(0, 1), (0, 3), (1, 2), (2, 1)], &[0, 1, 2], Some(1)));
        let red: Vec<&str> = text.lines().filter(|l| l.contains("penwidth=2") && l.contains("->")).collect();
        assert_eq!(red.len(), 3, "{text}");
        assert!(!text.contains("darkgreen, style=dashed"), "{text}");
        assert!(text.contains("a3 [label=\"3: A.java:3 |-\\nF {a}\", color=darkgreen, peripheries=2];"), "{text}");
    }

    #[test]
    fn measures_are_told_and_what_makes_them_smaller_is_green() {
        let mut view = example(3, &[(0, 1), (1, 2), (2, 1)], &[], None);
        view.assertions[2].measures = vec!["n - i".into()];
        view.edges[2].decreasing = Some(0);
        let text = proof(&view);
        assert!(text.contains("F {a}\\nmeasure n - i\""), "{text}");
        assert!(text.contains("a2 -> a1 [label=\"\", color=darkgreen, style=dashed, penwidth=2];"), "{text}");
        assert!(text.contains("a1 -> a2 [label=\"\"];"), "{text}");
    }
}
