//! Figures of another tool, as CSV.

use std::path::Path;

use super::csv::Table;

/// The strategies compared with others, by name.
pub(super) const TOP_LEVEL: &str = "top-level";
pub(super) const RSM: &str = "rsm";
pub(super) const ON_THE_FLY: &str = "on-the-fly";

/// The columns of each strategy that the other tool has, too: verdict, counts and time.
const COLUMNS: [(&str, [&str; 4]); 3] = [
    (TOP_LEVEL, ["top_verdict", "top_states_main", "top_states_total", "top_ms_warm"]),
    (RSM, ["rsm_verdict", "rsm_states_main", "rsm_states_total", "rsm_ms_warm"]),
    (ON_THE_FLY, ["otf_verdict", "otf_states_main", "otf_states_total", "otf_ms_warm"]),
];

/// The reference rows, by task name and strategy.
pub(super) struct Reference {
    rows: Vec<(String, &'static str, ReferenceRow)>,
}

/// The other tool's result for a task.
#[derive(Clone)]
pub(super) struct ReferenceRow {
    /// Its verdict.
    pub verdict: String,
    /// States of the entry procedure.
    pub states_main: Option<u32>,
    /// States of all procedures.
    pub states_total: Option<u32>,
    /// Milliseconds in a warm process.
    pub ms: Option<f64>,
}

impl Reference {
    /// Reads a file; the error is a sentence.
    pub(crate) fn read(path: &Path) -> Result<Reference, String> {
        Self::of(&Table::read(path)?).map_err(|column| format!("`{}` has no column `{column}`", path.display()))
    }

    /// The rows of a table, or the name of a missing column. A strategy may be missing entirely.
    fn of(table: &Table) -> Result<Reference, &'static str> {
        let task = table.column("task")?;
        let mut rows = Vec::new();
        for (strategy, names) in COLUMNS {
            if strategy != TOP_LEVEL && names.iter().all(|name| table.column(name).is_err()) {
                continue;
            }
            let [verdict, main, total, ms] = names.map(|name| table.column(name));
            let (verdict, main, total, ms) = (verdict?, main?, total?, ms?);
            rows.extend(table.rows.iter().filter_map(|row| {
                let at = |position: usize| row.get(position).map(String::as_str);
                let reference = ReferenceRow {
                    verdict: at(verdict)?.to_owned(),
                    states_main: at(main).and_then(|f| f.parse().ok()),
                    states_total: at(total).and_then(|f| f.parse().ok()),
                    ms: at(ms).and_then(|f| f.parse().ok()),
                };
                Some((at(task)?.to_owned(), strategy, reference))
            }));
        }
        Ok(Reference { rows })
    }

    /// The row of a task, ignoring case.
    pub(crate) fn row(&self, task: &str, strategy: &str) -> Option<&ReferenceRow> {
        let mut rows = self.rows.iter().filter(|(_, s, _)| *s == strategy);
        rows.find(|(name, _, _)| name.eq_ignore_ascii_case(task)).map(|(_, _, row)| row)
    }
}
