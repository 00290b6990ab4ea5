//! Where states are in the source, and what they are called.

use crate::heap_program::{HeapProgram, HeapState, Point};
use analysis::states::SourcePlace;

/// The source range of a point.
pub(super) fn of(system: &HeapProgram, point: Point) -> SourcePlace {
    let span = system.span(point);
    let file = system.model().sources.file(span.file);
    let ((line, column), (end_line, end_column)) = (file.position(span.start), file.position(span.end));
    let procedure = system.points().instance(system.points().instance_of(point)).procedure;
    let method = system.model().program.qualified_name(procedure);
    SourcePlace { method, file: file.name.clone(), line, column, end_line, end_column }
}

/// The content hash of a state.
pub(super) fn state_name(system: &HeapProgram, state: HeapState) -> String {
    format!("{:016x}", state_hash(system, state))
}

/// The same as a number.
pub(super) fn state_hash(system: &HeapProgram, state: HeapState) -> u64 {
    system.store().content_hash(state.heap) ^ u64::from(state.point.0).wrapping_mul(0x9E37_79B9_7F4A_7C15)
}
