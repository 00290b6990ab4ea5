//! Figures of another tool, as CSV.

use std::path::Path;

use serde::Serialize;

use super::csv::Table;

/// The rows that can be compared with, by name of the task.
pub(super) struct Reference {
    rows: Vec<(String, ReferenceRow)>,
}

/// What the other tool says about a task, checking at top level.
#[derive(Clone, Serialize)]
pub(super) struct ReferenceRow {
    /// Its verdict.
    pub verdict: String,
    /// States of the entry procedure.
    pub states_main: Option<u32>,
    /// States of all procedures.
    pub states_total: Option<u32>,
    /// Milliseconds of a warm process.
    pub ms: Option<f64>,
}

impl Reference {
    /// Reads a file; in one sentence why it cannot be used.
    pub fn read(path: &Path) -> Result<Reference, String> {
        Self::of(&Table::read(path)?).map_err(|column| format!("`{}` has no column `{column}`", path.display()))
    }

    /// The rows of a table; the name of a column that is missing.
    fn of(table: &Table) -> Result<Reference, &'static str> {
        let (task, verdict) = (table.column("task")?, table.column("top_verdict")?);
        let (main, total) = (table.column("top_states_main")?, table.column("top_states_total")?);
        let ms = table.column("top_ms_warm")?;
        let rows = table.rows.iter().filter_map(|row| {
            let at = |position: usize| row.get(position).map(String::as_str);
            let reference = ReferenceRow {
                verdict: at(verdict)?.to_owned(),
                states_main: at(main).and_then(|f| f.parse().ok()),
                states_total: at(total).and_then(|f| f.parse().ok()),
                ms: at(ms).and_then(|f| f.parse().ok()),
            };
            Some((at(task)?.to_owned(), reference))
        });
        Ok(Reference { rows: rows.collect() })
    }

    /// The row of a task; upper and lower case do not matter.
    pub fn row(&self, task: &str) -> Option<&ReferenceRow> {
        self.rows.iter().find(|(name, _)| name.eq_ignore_ascii_case(task)).map(|(_, row)| row)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_found_by_task() {
        let text =
            "task,formula,top_verdict,top_states_main,top_states_total,top_ms_warm\nA_b,\"x, y\",violated,1,2,3.5\n";
        let reference = Reference::of(&Table::parse(text)).ok().unwrap();
        let row = reference.row("a_B").unwrap();
        assert_eq!((row.verdict.as_str(), row.states_main, row.ms), ("violated", Some(1), Some(3.5)));
        assert!(reference.row("c").is_none());
        assert_eq!(Reference::of(&Table::parse("task\n")).err(), Some("top_verdict"));
    }
}
