//! Tables of figures.

use std::fmt::Write;

use super::totals::Totals;
use super::{Row, Times};
use crate::style::{BOLD, DIM, verdict_name, verdict_words};
use base::{Idx, Message, Text, counted, msg, text};

/// A column: its name for programs and its heading for people, whether it has words (rather than numbers), and its cells.
struct Column {
    name: &'static str,
    heading: Text,
    has_words: bool,
    cell: fn(&Row) -> String,
    /// The cells for people.
    shown: fn(&Row) -> String,
}

const fn words(name: &'static str, heading: Text, cell: fn(&Row) -> String) -> Column {
    Column { name, heading, has_words: true, cell, shown: cell }
}

const fn number(name: &'static str, heading: Text, cell: fn(&Row) -> String) -> Column {
    Column { name, heading, has_words: false, cell, shown: cell }
}

const RESULTS: [Column; 9] = [
    words("task", text!("task"), |r| r.task.clone()),
    words("property", text!("property"), |r| r.property.clone()),
    words("strategy", text!("strategy"), |r| r.strategy.name().to_owned()),
    Column {
        shown: |r| verdict_words(r.verdict).to_string(),
        ..words("verdict", text!("verdict"), |r| verdict_name(r.verdict).to_owned())
    },
    number("states_main", text!("states main"), |r| r.states_main.to_string()),
    number("states_total", text!("states total"), |r| r.states_total.to_string()),
    number("assertions", text!("assertions"), |r| r.assertions.to_string()),
    number("contracts", text!("contracts"), |r| r.contracts.to_string()),
    number("contexts", text!("contexts"), |r| r.contexts.to_string()),
];

const SYMBOLIC: [Column; 1] = [number("nodes", text!("nodes"), |r| r.nodes.map_or(String::new(), |n| n.to_string()))];

const TIMES: [Column; 5] = [
    number("read_ms", text!("read ms"), |r| milliseconds(r.times.map(|t| t.read_ms))),
    number("generate_ms", text!("generate ms"), |r| milliseconds(r.times.map(|t| t.generate_ms))),
    number("check_ms", text!("check ms"), |r| milliseconds(r.times.map(|t| t.check_ms))),
    number("total_ms", text!("total ms"), |r| milliseconds(r.times.map(|t| t.total_ms))),
    number("confirm_ms", text!("confirm ms"), |r| milliseconds(r.times.map(|t| t.confirm_ms))),
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
    let head: Vec<String> = columns.iter().map(|c| c.heading.message().to_string()).collect();
    let body: Vec<Vec<String>> = rows.iter().map(|r| columns.iter().map(|c| (c.shown)(r)).collect()).collect();
    let length = |column: usize| body.iter().map(|r| r[column].chars().count()).max().unwrap_or(0);
    let widths: Vec<usize> = head.iter().enumerate().map(|(i, h)| h.chars().count().max(length(i))).collect();
    let line = |cells: &[String]| {
        let padded = cells.iter().zip(&widths).zip(&columns).map(|((cell, &width), column)| {
            if column.has_words { format!("{cell:<width$}") } else { format!("{cell:>width$}") }
        });
        padded.collect::<Vec<_>>().join("  ")
    };
    let mut out = format!("{BOLD}{}{BOLD:#}\n", line(&head));
    for cells in &body {
        let _ = writeln!(out, "{}", line(cells).trim_end());
    }
    let tasks = counted(u32::at(totals.tasks), text!("task"), text!("tasks"));
    let rows = counted(u32::at(totals.rows), text!("row"), text!("rows"));
    let _ = writeln!(out, "{DIM}{tasks}, {rows}{DIM:#}");
    let shown = |figure: f64| Message::verbatim(format!("{figure:.1}"));
    for strategy in &totals.strategies {
        if let Some(Times { read_ms, generate_ms, check_ms, total_ms, confirm_ms }) = strategy.times {
            let times = [generate_ms, check_ms, total_ms, confirm_ms, read_ms].map(shown);
            let [prepared, checked, together, replayed, read] = times;
            let said = msg!(
                "prepared in {prepared} ms, checked in {checked} ms, together {together} ms; replayed in {replayed} ms; read in {read} ms"
            );
            let _ = writeln!(out, "{DIM}{}: {said}{DIM:#}", strategy.strategy.name());
        }
    }
    if let Some(peak) = totals.peak_kilobytes {
        let _ = writeln!(out, "{DIM}{}{DIM:#}", msg!("peak memory {} MB", shown(peak as f64 / 1024.0)));
    }
    out
}
