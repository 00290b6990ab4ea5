//! Tables of figures.

use std::fmt::Write;

use super::totals::Totals;
use super::{Row, Times};
use crate::style::{BOLD, DIM, verdict_name};

/// A column: its name, whether it is text (rather than a number), and its cells.
struct Column {
    name: &'static str,
    is_text: bool,
    cell: fn(&Row) -> String,
}

const fn text(name: &'static str, cell: fn(&Row) -> String) -> Column {
    Column { name, is_text: true, cell }
}

const fn number(name: &'static str, cell: fn(&Row) -> String) -> Column {
    Column { name, is_text: false, cell }
}

const RESULTS: [Column; 9] = [
    text("task", |r| r.task.clone()),
    text("property", |r| r.property.clone()),
    text("strategy", |r| r.strategy.name().to_owned()),
    text("verdict", |r| verdict_name(r.verdict).to_owned()),
    number("states_main", |r| r.states_main.to_string()),
    number("states_total", |r| r.states_total.to_string()),
    number("assertions", |r| r.assertions.to_string()),
    number("contracts", |r| r.contracts.to_string()),
    number("contexts", |r| r.contexts.to_string()),
];

const SYMBOLIC: [Column; 1] = [number("nodes", |r| r.nodes.map_or(String::new(), |n| n.to_string()))];

const TIMES: [Column; 5] = [
    number("read_ms", |r| milliseconds(r.times.map(|t| t.read_ms))),
    number("generate_ms", |r| milliseconds(r.times.map(|t| t.generate_ms))),
    number("check_ms", |r| milliseconds(r.times.map(|t| t.check_ms))),
    number("total_ms", |r| milliseconds(r.times.map(|t| t.total_ms))),
    number("confirm_ms", |r| milliseconds(r.times.map(|t| t.confirm_ms))),
];

fn milliseconds(ms: Option<f64>) -> String {
    ms.map_or(String::new(), |ms| format!("{ms:.3}"))
}

fn columns(rows: &[Row], totals: &Totals) -> Vec<Column> {
    let symbolic = SYMBOLIC.into_iter().filter(|_| rows.iter().any(|row| row.nodes.is_some()));
    let times = TIMES.into_iter().filter(|_| totals.has_times());
    RESULTS.into_iter().chain(symbolic).chain(times).collect()
}

/// CSV with a header line.
pub(super) fn csv(rows: &[Row], totals: &Totals) -> String {
    let columns = columns(rows, totals);
    let mut out = columns.iter().map(|c| c.name).collect::<Vec<_>>().join(",");
    out.push('\n');
    for row in rows {
        let quoted = columns.iter().map(|c| (c.cell)(row)).map(|cell| {
            if cell.contains([',', '"', '\n', '\r']) { format!("\"{}\"", cell.replace('"', "\"\"")) } else { cell }
        });
        let _ = writeln!(out, "{}", quoted.collect::<Vec<_>>().join(","));
    }
    out
}

/// Aligned columns and a summary.
pub(super) fn aligned(rows: &[Row], totals: &Totals) -> String {
    let columns = columns(rows, totals);
    let head: Vec<String> = columns.iter().map(|c| c.name.replace('_', " ")).collect();
    let body: Vec<Vec<String>> = rows.iter().map(|r| columns.iter().map(|c| (c.cell)(r)).collect()).collect();
    let length = |column: usize| body.iter().map(|r| r[column].chars().count()).max().unwrap_or(0);
    let widths: Vec<usize> = head.iter().enumerate().map(|(i, h)| h.chars().count().max(length(i))).collect();
    let line = |cells: &[String]| {
        let padded = cells.iter().zip(&widths).zip(&columns).map(|((cell, &width), column)| {
            if column.is_text { format!("{cell:<width$}") } else { format!("{cell:>width$}") }
        });
        padded.collect::<Vec<_>>().join("  ")
    };
    let mut out = format!("{BOLD}{}{BOLD:#}\n", line(&head));
    for cells in &body {
        let _ = writeln!(out, "{}", line(cells).trim_end());
    }
    let _ = writeln!(out, "{DIM}{} tasks, {} rows{DIM:#}", totals.tasks, totals.rows);
    for strategy in &totals.strategies {
        if let Some(Times { read_ms, generate_ms, check_ms, total_ms, confirm_ms }) = strategy.times {
            let _ = writeln!(
                out,
                "{DIM}{}: prepared in {generate_ms:.1} ms, checked in {check_ms:.1} ms, together {total_ms:.1} ms; replayed in {confirm_ms:.1} ms; read in {read_ms:.1} ms{DIM:#}",
                strategy.strategy.name()
            );
        }
    }
    if let Some(peak) = totals.peak_kilobytes {
        let _ = writeln!(out, "{DIM}peak memory {:.1} MB{DIM:#}", peak as f64 / 1024.0);
    }
    out
}
