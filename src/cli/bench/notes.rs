//! Why figures differ from another tool's, as CSV.

use std::path::Path;

use super::csv::Table;

/// What a note is about.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    /// Another verdict.
    Verdict,
    /// More than twice as many states.
    Count,
}

impl Kind {
    fn name(self) -> &'static str {
        match self {
            Kind::Verdict => "verdict",
            Kind::Count => "count",
        }
    }
}

/// Notes by task.
#[derive(Default)]
pub(super) struct Notes {
    rows: Vec<(String, String, String)>,
}

impl Notes {
    /// Reads a file; in one sentence why it cannot be used.
    pub fn read(path: &Path) -> Result<Notes, String> {
        Self::of(&Table::read(path)?).map_err(|column| format!("`{}` has no column `{column}`", path.display()))
    }

    fn of(table: &Table) -> Result<Notes, &'static str> {
        let (task, kind, note) = (table.column("task")?, table.column("kind")?, table.column("note")?);
        let rows = table
            .rows
            .iter()
            .filter_map(|row| Some((row.get(task)?.to_owned(), row.get(kind)?.to_owned(), row.get(note)?.to_owned())));
        Ok(Notes { rows: rows.collect() })
    }

    /// The note of this kind on a task.
    pub fn find(&self, task: &str, kind: Kind) -> Option<&str> {
        self.rows.iter().find(|(t, k, _)| t == task && k == kind.name()).map(|(_, _, note)| note.as_str())
    }
}
