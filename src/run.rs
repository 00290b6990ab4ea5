//! From a task to its result: the one function that page, command line and tests call.

use crate::base::{Diagnostic, Observer, Sources};
use crate::outcome::report::{Report, SCHEMA};
use crate::outcome::view::{HeapView, StateSpaceView};
use crate::program::Program;
use crate::task::Loaded;

/// A finished run with everything that can be asked about it.
pub struct Session {
    report: Report,
    sources: Sources,
}

/// Runs a loaded task. Never panics; what is wrong with the input is in the report.
pub fn run(loaded: &Loaded, _observer: &mut dyn Observer) -> Session {
    let mut diagnostics = loaded.diagnostics.clone();
    if !crate::base::has_errors(&diagnostics) {
        diagnostics.push(Diagnostic::error("run/not-built-in", None, "the analysis is not built in"));
    }
    let report = Report {
        schema: SCHEMA.to_owned(),
        task: loaded.task.title.clone(),
        diagnostics: diagnostics.iter().map(|d| d.render(&loaded.sources)).collect(),
        memory_safety: None,
        properties: Vec::new(),
        exploration: None,
    };
    Session { report, sources: loaded.sources.clone() }
}

impl Session {
    /// The result.
    pub fn report(&self) -> &Report {
        &self.report
    }

    /// The explored state space, if there is one.
    pub fn state_space(&self) -> Option<StateSpaceView> {
        None
    }

    /// The heap with this number, if there is one.
    pub fn heap(&self, _heap: u32) -> Option<HeapView> {
        None
    }

    /// The program, if it could be translated.
    pub fn program(&self) -> Option<&Program> {
        None
    }

    /// The sources of the task.
    pub fn sources(&self) -> &Sources {
        &self.sources
    }
}
