//! Why figures differ from another tool's, as CSV.

use std::path::Path;

use super::csv::Table;

/// The topic of a note.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    /// A different verdict.
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

/// Notes by task and strategy.
#[derive(Default)]
pub(super) struct Notes {
    rows: Vec<Note>,
}

struct Note {
    task: String,
    /// Empty for any strategy.
    strategy: String,
    kind: String,
    text: String,
}

impl Notes {
    /// Reads a file; the error is a sentence.
    pub(crate) fn read(path: &Path) -> Result<Notes, String> {
        Self::of(&Table::read(path)?).map_err(|column| format!("`{}` has no column `{column}`", path.display()))
    }

    fn of(table: &Table) -> Result<Notes, &'static str> {
        let (task, strategy) = (table.column("task")?, table.column("strategy")?);
        let (kind, note) = (table.column("kind")?, table.column("note")?);
        let rows = table.rows.iter().filter_map(|row| {
            let at = |position: usize| row.get(position).cloned();
            Some(Note { task: at(task)?, strategy: at(strategy)?, kind: at(kind)?, text: at(note)? })
        });
        Ok(Notes { rows: rows.collect() })
    }

    /// The note of this kind on a task checked with this strategy.
    pub(crate) fn find(&self, task: &str, strategy: &str, kind: Kind) -> Option<&str> {
        let fits = |note: &&Note| {
            note.task == task && (note.strategy.is_empty() || note.strategy == strategy) && note.kind == kind.name()
        };
        self.rows.iter().find(fits).map(|note| note.text.as_str())
    }
}
