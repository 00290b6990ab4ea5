//! The comparison as a table with footnotes.

use std::fmt::Write;

use indexmap::IndexSet;

use super::notes::{Kind, Notes};
use super::{Row, Totals};

/// Counts above this multiple of the reference's are explained.
const EXPLAINED_ABOVE: f64 = 2.0;

/// What a marker without a note leads to.
const UNEXPLAINED: &str = "Not explained yet.";

/// Table, summary and footnotes.
pub(super) fn document(rows: &[Row], totals: &Totals, notes: &Notes) -> String {
    let mut footnotes = IndexSet::new();
    let mut out = String::new();
    let mut head = vec!["task", "verdict", "ref.", "states main", "ref.", "states total", "ref."];
    if totals.times.is_some() {
        head.extend(["ms", "ref. ms", "factor"]);
    }
    let _ = writeln!(out, "| {} |", head.join(" | "));
    let _ = writeln!(out, "| --- | --- | --- |{}", " ---: |".repeat(head.len() - 3));
    for row in rows {
        let _ = writeln!(out, "| {} |", cells(row, notes, &mut footnotes).join(" | "));
    }
    out.push('\n');
    summary(&mut out, totals);
    for (position, note) in footnotes.iter().enumerate() {
        let _ = write!(out, "\n[^{}]: {note}\n", position + 1);
    }
    out
}

fn cells<'a>(row: &'a Row, notes: &'a Notes, footnotes: &mut IndexSet<&'a str>) -> Vec<String> {
    let mut marker = |kind| {
        let (position, _) = footnotes.insert_full(notes.find(&row.task, kind).unwrap_or(UNEXPLAINED));
        format!("[^{}]", position + 1)
    };
    let mut cells = vec![row.task.clone(), row.verdict.to_owned()];
    let Some(reference) = &row.reference else {
        let count = |n: u32| [n.to_string(), String::new()];
        cells.push(String::new());
        cells.extend(count(row.states_main).into_iter().chain(count(row.states_total)));
        cells.extend(row.times.iter().flat_map(|t| [milliseconds(t.total_ms), String::new(), String::new()]));
        return cells;
    };
    if row.differs() {
        cells[1] += &marker(Kind::Verdict);
    }
    cells.push(reference.verdict.clone());
    for (ours, theirs) in [(row.states_main, reference.states_main), (row.states_total, reference.states_total)] {
        let many = theirs.is_some_and(|n| f64::from(ours) > EXPLAINED_ABOVE * f64::from(n));
        cells.push(format!("{ours}{}", if many { marker(Kind::Count) } else { String::new() }));
        cells.push(theirs.map_or(String::new(), |n| n.to_string()));
    }
    if let Some(times) = row.times {
        let factor = reference.ms.filter(|_| times.total_ms > 0.0).map(|ms| ms / times.total_ms);
        cells.push(milliseconds(times.total_ms));
        cells.push(reference.ms.map_or(String::new(), milliseconds));
        cells.push(factor.map_or(String::new(), |f| format!("{f:.0}")));
    }
    cells
}

fn summary(out: &mut String, totals: &Totals) {
    let _ = write!(out, "{} tasks, {} properties", totals.tasks, totals.rows);
    if let Some(compared) = &totals.compared {
        let _ = write!(out, "; {} of {} verdicts agree", compared.same_verdict, compared.rows);
    }
    out.push_str(".\n");
    if let Some(times) = totals.times {
        let _ = writeln!(
            out,
            "Sum of the medians: {} ms, of which {} ms for marking, refinement and exploration and {} ms for checks; \
             reading the tasks took another {} ms.",
            milliseconds(times.total_ms),
            milliseconds(times.generate_ms),
            milliseconds(times.check_ms),
            milliseconds(times.read_ms)
        );
    }
    if let Some((times, factor)) = totals.compared.as_ref().and_then(|c| c.times).and_then(|t| Some((t, t.factor()?))) {
        let _ = writeln!(out, "The reference takes {} ms: factor {factor:.0}.", milliseconds(times.reference_ms));
    }
    if let Some(peak) = totals.peak_kilobytes {
        let _ = writeln!(out, "Peak memory of the process: {:.1} MB.", peak as f64 / 1024.0);
    }
}

/// Three significant figures or so.
fn milliseconds(ms: f64) -> String {
    match ms {
        ms if ms < 1.0 => format!("{ms:.3}"),
        ms if ms < 100.0 => format!("{ms:.1}"),
        ms => format!("{ms:.0}"),
    }
}
