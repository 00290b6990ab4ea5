//! Figures of another tool, as CSV.

use std::path::Path;

use serde::Serialize;

use super::csv::Table;
use crate::task::Strategy;

/// The columns of a strategy that the other tool has too: verdict, counts and time.
const COLUMNS: [(Strategy, [&str; 4]); 3] = [
    (Strategy::TopLevel, ["top_verdict", "top_states_main", "top_states_total", "top_ms_warm"]),
    (Strategy::Rsm, ["rsm_verdict", "rsm_states_main", "rsm_states_total", "rsm_ms_warm"]),
    (Strategy::OnTheFly, ["otf_verdict", "otf_states_main", "otf_states_total", "otf_ms_warm"]),
];

/// The reference rows, by task name and strategy.
pub(super) struct Reference {
    rows: Vec<(String, Strategy, ReferenceRow)>,
}

/// The other tool's result for a task.
#[derive(Clone, Serialize)]
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
    pub fn read(path: &Path) -> Result<Reference, String> {
        Self::of(&Table::read(path)?).map_err(|column| format!("`{}` has no column `{column}`", path.display()))
    }

    /// The rows of a table, or the name of a missing column. A strategy may be missing entirely.
    fn of(table: &Table) -> Result<Reference, &'static str> {
        let task = table.column("task")?;
        let mut rows = Vec::new();
        for (strategy, names) in COLUMNS {
            if strategy != Strategy::TopLevel && names.iter().all(|name| table.column(name).is_err()) {
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
    pub fn row(&self, task: &str, strategy: Strategy) -> Option<&ReferenceRow> {
        let mut rows = self.rows.iter().filter(|(_, s, _)| *s == strategy);
        rows.find(|(name, _, _)| name.eq_ignore_ascii_case(task)).map(|(_, _, row)| row)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_found_by_task() {
        let text = "task,formula,top_verdict,top_states_main,top_states_total,top_ms_warm,otf_verdict,otf_states_main,\
                    otf_states_total,otf_ms_warm\nA_b,\"x, y\",violated,1,2,3.5,timeout,,,\n";
        let reference = Reference::of(&Table::parse(text)).ok().unwrap();
        let row = reference.row("a_B", Strategy::TopLevel).unwrap();
        assert_eq!((row.verdict.as_str(), row.states_main, row.ms), ("violated", Some(1), Some(3.5)));
        let row = reference.row("A_b", Strategy::OnTheFly).unwrap();
        assert_eq!((row.verdict.as_str(), row.states_main, row.ms), ("timeout", None, None));
        assert!(reference.row("A_b", Strategy::Rsm).is_none());
        assert!(reference.row("c", Strategy::TopLevel).is_none());
        assert_eq!(Reference::of(&Table::parse("task\n")).err(), Some("top_verdict"));
        assert_eq!(Reference::of(&Table::parse(&text.replace("otf_ms_warm", "x"))).err(), Some("otf_ms_warm"));
    }
}
