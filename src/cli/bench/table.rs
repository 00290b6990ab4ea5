//! Tables of figures.

use std::fmt::Write;

use super::{Row, Totals};
use crate::cli::style::{BOLD, DIM};

/// The columns of `hrglass bench`.
const COLUMNS: [&str; 10] = [
    "task",
    "property",
    "strategy",
    "verdict",
    "states_main",
    "states_total",
    "assertions",
    "generate_ms",
    "check_ms",
    "total_ms",
];

/// What follows them when there is a reference.
const REFERENCE_COLUMNS: [&str; 4] =
    ["reference_verdict", "reference_states_main", "reference_states_total", "reference_ms"];

fn cells(row: &Row, with_reference: bool) -> Vec<String> {
    let mut cells = vec![
        row.task.clone(),
        row.property.clone(),
        row.strategy.clone(),
        row.verdict.to_owned(),
        row.states_main.to_string(),
        row.states_total.to_string(),
        row.assertions.to_string(),
        format!("{:.3}", row.generate_ms),
        format!("{:.3}", row.check_ms),
        format!("{:.3}", row.total_ms),
    ];
    if with_reference {
        let text = |n: Option<u32>| n.map_or(String::new(), |n| n.to_string());
        cells.extend(match &row.reference {
            None => [const { String::new() }; 4],
            Some(r) => [
                r.verdict.clone(),
                text(r.states_main),
                text(r.states_total),
                r.ms.map_or(String::new(), |ms| format!("{ms:.2}")),
            ],
        });
    }
    cells
}

/// Comma-separated values with a head line.
pub(super) fn csv(rows: &[Row], with_reference: bool) -> String {
    let mut out = COLUMNS.join(",");
    if with_reference {
        let _ = write!(out, ",{}", REFERENCE_COLUMNS.join(","));
    }
    out.push('\n');
    for row in rows {
        let quoted = cells(row, with_reference).into_iter().map(|cell| {
            if cell.contains([',', '"', '\n', '\r']) { format!("\"{}\"", cell.replace('"', "\"\"")) } else { cell }
        });
        let _ = writeln!(out, "{}", quoted.collect::<Vec<_>>().join(","));
    }
    out
}

/// Aligned columns and a summary.
pub(super) fn aligned(rows: &[Row], totals: &Totals) -> String {
    let with_reference = totals.compared.is_some();
    let mut head: Vec<String> = COLUMNS.iter().map(|c| c.replace('_', " ")).collect();
    if with_reference {
        head.extend(["ref verdict", "ref main", "ref total", "ref ms"].map(str::to_owned));
    }
    let body: Vec<Vec<String>> = rows.iter().map(|r| cells(r, with_reference)).collect();
    let length = |column: usize| body.iter().map(|r| r[column].chars().count()).max().unwrap_or(0);
    let widths: Vec<usize> = head.iter().enumerate().map(|(i, h)| h.chars().count().max(length(i))).collect();
    let line = |cells: &[String]| {
        let padded = cells.iter().zip(&widths).enumerate().map(|(i, (cell, &width))| {
            let is_text = i < 4 || i == COLUMNS.len();
            if is_text { format!("{cell:<width$}") } else { format!("{cell:>width$}") }
        });
        padded.collect::<Vec<_>>().join("  ")
    };
    let mut out = format!("{BOLD}{}{BOLD:#}\n", line(&head));
    for (row, cells) in rows.iter().zip(&body) {
        let differs = row.reference.as_ref().is_some_and(|r| r.verdict != row.verdict);
        let _ = writeln!(out, "{}{}", line(cells).trim_end(), if differs { "  ← differs" } else { "" });
    }
    let Totals { tasks, rows, generate_ms, check_ms, total_ms, .. } = totals;
    let _ = writeln!(
        out,
        "{DIM}{tasks} tasks, {rows} properties: explored in {generate_ms:.1} ms, checked in {check_ms:.1} ms, together {total_ms:.1} ms{DIM:#}"
    );
    if let Some(compared) = &totals.compared {
        let factor = if compared.total_ms > 0.0 { compared.reference_ms / compared.total_ms } else { 0.0 };
        let _ = writeln!(
            out,
            "{DIM}{} of {} compared verdicts agree; {:.1} ms here, {:.1} ms there: factor {factor:.1}{DIM:#}",
            compared.same_verdict, compared.rows, compared.total_ms, compared.reference_ms
        );
    }
    if let Some(peak) = totals.peak_kilobytes {
        let _ = writeln!(out, "{DIM}peak memory {:.1} MB{DIM:#}", peak as f64 / 1024.0);
    }
    out
}
