//! Figures of another tool, as CSV.

use std::path::Path;

use serde::Serialize;

use crate::cli::files::read_text;

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
        let text = read_text(path).map_err(|why| format!("cannot read `{}`: {why}", path.display()))?;
        Self::parse(&text).map_err(|column| format!("`{}` has no column `{column}`", path.display()))
    }

    /// Reads CSV with a head line; the name of a column that is missing.
    fn parse(text: &str) -> Result<Reference, &'static str> {
        let mut lines = text.lines().map(fields);
        let head = lines.next().unwrap_or_default();
        let column = |name: &'static str| head.iter().position(|h| h == name).ok_or(name);
        let (task, verdict) = (column("task")?, column("top_verdict")?);
        let (main, total, ms) = (column("top_states_main")?, column("top_states_total")?, column("top_ms_warm")?);
        let rows = lines.filter_map(|row| {
            let at = |position: usize| row.get(position).map(|f| f.trim());
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

/// The fields of a line of CSV. A quoted field may contain commas, and quotes twice.
fn fields(line: &str) -> Vec<String> {
    let mut fields = vec![String::new()];
    let mut quoted = false;
    let mut chars = line.chars().peekable();
    while let Some(c) = chars.next() {
        let field = match fields.last_mut() {
            Some(field) => field,
            None => break,
        };
        match c {
            '"' if quoted && chars.next_if_eq(&'"').is_some() => field.push('"'),
            '"' => quoted = !quoted,
            ',' if !quoted => fields.push(String::new()),
            other => field.push(other),
        }
    }
    fields
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quoted_fields_may_have_commas() {
        assert_eq!(fields(r#"a,"b, ""c""",,d"#), ["a", "b, \"c\"", "", "d"]);
    }

    #[test]
    fn rows_are_found_by_task() {
        let text =
            "task,formula,top_verdict,top_states_main,top_states_total,top_ms_warm\nA_b,\"x, y\",violated,1,2,3.5\n";
        let reference = Reference::parse(text).ok().unwrap();
        let row = reference.row("a_B").unwrap();
        assert_eq!((row.verdict.as_str(), row.states_main, row.ms), ("violated", Some(1), Some(3.5)));
        assert!(reference.row("c").is_none());
        assert_eq!(Reference::parse("task\n").err(), Some("top_verdict"));
    }
}
