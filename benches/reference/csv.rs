//! Comma-separated values.

use std::path::Path;

/// A CSV file with a header line; fields are trimmed.
pub(super) struct Table {
    head: Vec<String>,
    pub rows: Vec<Vec<String>>,
}

impl Table {
    /// Reads a file; the error is a sentence.
    pub(crate) fn read(path: &Path) -> Result<Table, String> {
        let text = std::fs::read_to_string(path).map_err(|why| format!("cannot read `{}`: {why}", path.display()))?;
        Ok(Self::parse(&text))
    }

    pub(crate) fn parse(text: &str) -> Table {
        let mut lines = text.lines().map(fields);
        Table { head: lines.next().unwrap_or_default(), rows: lines.collect() }
    }

    /// The position of a column, or its name if there is no such column.
    pub(crate) fn column(&self, name: &'static str) -> Result<usize, &'static str> {
        self.head.iter().position(|h| h == name).ok_or(name)
    }
}

/// The fields of a CSV line. A quoted field may contain commas, and doubled quotes.
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
    fields.iter().map(|f| f.trim().to_owned()).collect()
}
