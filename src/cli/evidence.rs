//! The evidence for a violation, as text.

use std::path::Path;

use super::{complain, files};
use base::{Message, msg};
use report::evidence::{Departure, Evidence, EvidenceKind};
use report::heap::{HeapView, VertexKind, VertexView};
use session::Session;

/// Up to this number, the objects of an input are listed.
const OBJECT_LIMIT: usize = 24;

/// The headline of a run: `fails on this run, executed on the heap …`.
pub(super) fn headline(name: &Message, evidence: Option<&Evidence>) -> Message {
    let Some(evidence) = evidence else { return msg!("{name} fails on this run:") };
    match &evidence.counterexample {
        Some(run) => msg!("{name} fails on this run, executed {}:", on(&run.input)),
        None if evidence.is_executed() => msg!("{name} fails on this run:"),
        None => msg!("{name} may fail on this abstract run, which no concrete run confirms:"),
    }
}

/// Why a failing run may exist in the abstraction only.
pub(super) fn doubt(evidence: Option<&Evidence>) -> Option<Message> {
    let evidence = evidence?;
    let Departure { reason, .. } = evidence.departure.as_ref()?;
    Some(match evidence.refined {
        true => {
            msg!("no execution fails that was tried: {reason}; refining the abstraction along the run did not help")
        }
        false => msg!("no execution fails that was tried: {reason}"),
    })
}

/// An input.
fn on(heap: &HeapView) -> Message {
    let objects = heap.vertices.iter().filter(|v| v.kind == VertexKind::Object).count();
    if heap.vertices.iter().all(|v| v.variables.is_empty()) {
        return msg!("from the start");
    }
    if objects > OBJECT_LIMIT {
        return msg!("on a heap of {objects} objects");
    }
    let letters = names(heap);
    let marked = heap.vertices.iter().zip(&letters).filter(|(v, _)| !v.markings.is_empty());
    let start = msg!("on {}", Message::verbatim(written(heap)));
    marked.fold(start, |said, (_, letter)| msg!("{said}; {} is followed", Message::verbatim(letter)))
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
                Ok(()) => complain(&format!("hrglass: {}\n", msg!("wrote {}", Message::verbatim(path.display())))),
                Err(why) => {
                    complain(&format!("hrglass: {}\n", files::unwritable(path.display(), &why)));
                    return false;
                }
            }
        }
    }
    true
}
