//! The Java program of a task.

use crate::base::Diagnostic;
use crate::lang::java::{JavaOptions, parse_java};
use crate::program::cfa::ProcedureId;
use crate::program::objects::Program;
use crate::task::Loaded;

/// The program with its entry method; `None` if there are no files, or errors, which are added to what was found.
pub(super) fn read_java(loaded: &Loaded, found: &mut Vec<Diagnostic>) -> Option<(Program, ProcedureId)> {
    if loaded.program_files.is_empty() {
        return None;
    }
    let options = JavaOptions { assume_pure: loaded.task.options.assume_pure.clone() };
    let entry = &loaded.task.program.entry;
    let (program, mut more) = parse_java(&loaded.sources, &loaded.program_files, &options, entry);
    for error in more.iter_mut().filter(|d| d.span.is_none()) {
        error.span = loaded.entry_span;
    }
    found.extend(more);
    let (mut program, entry) = program?;
    program.settle_exceptions(entry);
    Some((program, entry))
}
