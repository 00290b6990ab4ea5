//! Where assertions of Java fail.

use super::{Operation, Program};
use crate::cfa::{Location, ProcedureId};
use base::{Sources, Span};

/// The class of what a failing assertion throws.
const ERROR: &str = "AssertionError";

impl Program {
    /// The `assert` statement whose condition was false if a run is here, where its error is about to be created. An
    /// `AssertionError` that the program creates itself does not count.
    pub fn assertion_failure(&self, procedure: ProcedureId, location: Location, sources: &Sources) -> Option<Span> {
        let mut edges = self.procedures[procedure].cfa.edges_from(location);
        edges.find_map(|(_, edge)| match edge.operation {
            Operation::New { class, .. } if self.classes[class].name == ERROR => {
                let text = sources.file(edge.span.file).text.get(edge.span.start as usize..)?;
                let rest = text.strip_prefix("assert")?;
                let is_keyword = !rest.starts_with(|c: char| c.is_alphanumeric() || c == '_' || c == '$');
                is_keyword.then_some(edge.span)
            }
            _ => None,
        })
    }

    /// The `assert` statements of the procedures that `entry` may call, in the order of the procedures.
    pub fn assertion_failures(&self, entry: ProcedureId, sources: &Sources) -> Vec<Span> {
        let of = |id: ProcedureId| {
            let locations = self.procedures[id].cfa.locations.indices();
            locations.filter_map(move |location| self.assertion_failure(id, location, sources))
        };
        self.reachable(entry).into_iter().flat_map(of).collect()
    }
}
