//! The evidence for a violation, as text.

use std::path::Path;

use super::{complain, files};
use crate::report::evidence::{Evidence, EvidenceKind, EvidenceStatus};
use crate::report::heap::{HeapView, VertexKind, VertexView};
use crate::session::Session;

/// Up to this number, the objects of an input are listed.
const OBJECT_LIMIT: usize = 24;

/// The headline of a run: `fails on this run, executed on the heap …`.
pub(super) fn headline(evidence: Option<&Evidence>) -> String {
    let Some(evidence) = evidence else { return "fails on this run:".to_owned() };
    match &evidence.counterexample {
        Some(run) => format!("fails on this run, executed {}:", on(&run.input)),
        None if evidence.status == EvidenceStatus::Confirmed => "fails on this run:".to_owned(),
        None => "may fail on this abstract run, which no concrete run confirms:".to_owned(),
    }
}

/// Why a violation may be spurious.
pub(super) fn doubt(evidence: Option<&Evidence>) -> Option<String> {
    let evidence = evidence.filter(|e| e.status == EvidenceStatus::Unconfirmed)?;
    let refined = if evidence.refined { "; refining the abstraction along the run did not help" } else { "" };
    let reason = evidence.departure.as_ref().map_or("", |d| d.reason.as_str());
    Some(format!("not confirmed (may be spurious): {reason}{refined}"))
}

/// An input.
fn on(heap: &HeapView) -> String {
    let objects = heap.vertices.iter().filter(|v| v.kind == VertexKind::Object).count();
    if heap.vertices.iter().all(|v| v.variables.is_empty()) {
        return "from the start".to_owned();
    }
    if objects > OBJECT_LIMIT {
        return format!("on a heap of {objects} objects");
    }
    let letters = names(heap);
    let marked = heap.vertices.iter().zip(&letters).filter(|(v, _)| !v.markings.is_empty());
    let marked = marked.map(|(_, letter)| format!("; {letter} is followed"));
    format!("on {}{}", written(heap), marked.collect::<String>())
}

/// A heap without nonterminals on one line: `head = o1; o1.next = o2; o2.next = null`.
pub(super) fn written(heap: &HeapView) -> String {
    let letters = names(heap);
    let bindings = heap
        .vertices
        .iter()
        .zip(&letters)
        .flat_map(|(vertex, letter)| vertex.variables.iter().map(move |x| format!("{x} = {letter}")));
    let fields = heap
        .selectors
        .iter()
        .map(|s| format!("{}.{} = {}", letters[s.source as usize], s.label, letters[s.target as usize]));
    bindings.chain(fields).collect::<Vec<_>>().join("; ")
}

/// Objects are `o1`, `o2`, …, by their numbers on the run if it is known; null and numbers are printed as such.
fn names(heap: &HeapView) -> Vec<String> {
    let mut count = 0;
    let mut name = |vertex: &VertexView| match vertex.kind {
        VertexKind::Object => {
            count += 1;
            format!("o{}", vertex.number.unwrap_or(count))
        }
        VertexKind::Null | VertexKind::Constant | VertexKind::Choice => {
            vertex.constants.first().cloned().unwrap_or_default()
        }
    };
    heap.vertices.iter().map(&mut name).collect()
}

/// Writes the files of all concrete runs into a directory, overwriting existing ones; returns whether that succeeded.
pub(super) fn write_files(session: &Session, directory: &Path) -> bool {
    for (property, _) in (0_u32..).zip(&session.report().properties) {
        for kind in [EvidenceKind::Input, EvidenceKind::Junit] {
            let Some(file) = session.evidence_file(property, kind) else { continue };
            let path = directory.join(&file.name);
            match files::write_below(directory, &file.name, &file.text) {
                Ok(()) => complain(&format!("hrglass: wrote {}\n", path.display())),
                Err(why) => {
                    complain(&format!("hrglass: cannot write `{}`: {why}\n", path.display()));
                    return false;
                }
            }
        }
    }
    true
}
