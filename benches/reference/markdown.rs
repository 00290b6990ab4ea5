//! The comparison as a table with footnotes.

use std::fmt::Write;

use indexmap::IndexSet;

use super::measured::{Compared, Measured, Row, StrategyTotals};
use super::notes::{Kind, Notes};

/// Counts above this multiple of the reference's count need an explanation.
const EXPLAINED_ABOVE: f64 = 2.0;

/// The text of a footnote without a note.
pub(super) const UNEXPLAINED: &str = "Not explained yet.";

/// Table, summary and footnotes.
pub(super) fn document(measured: &Measured, notes: &Notes) -> String {
    let mut footnotes = IndexSet::new();
    let mut out = String::new();
    let several = measured.totals.strategies.len() > 1;
    let mut head = vec!["task"];
    head.extend(several.then_some("strategy"));
    let texts = head.len() + 2;
    head.extend(["verdict", "ref.", "states main", "ref.", "states total", "ref."]);
    if measured.has_times() {
        head.extend(["ms", "ref. ms", "factor", "replay ms"]);
    }
    let _ = writeln!(out, "| {} |", head.join(" | "));
    let _ = writeln!(out, "|{}{}", " --- |".repeat(texts), " ---: |".repeat(head.len() - texts));
    for row in &measured.rows {
        let _ = writeln!(out, "| {} |", cells(row, several, notes, &mut footnotes).join(" | "));
    }
    out.push('\n');
    summary(&mut out, measured);
    for (position, note) in footnotes.iter().enumerate() {
        let _ = write!(out, "\n[^{}]: {note}\n", position + 1);
    }
    out
}

fn cells<'a>(row: &'a Row, several: bool, notes: &'a Notes, footnotes: &mut IndexSet<&'a str>) -> Vec<String> {
    let mut marker = |kind| {
        let (position, _) = footnotes.insert_full(notes.find(&row.task, &row.strategy, kind).unwrap_or(UNEXPLAINED));
        format!("[^{}]", position + 1)
    };
    let mut cells = vec![row.task.clone()];
    cells.extend(several.then(|| row.strategy.clone()));
    let differs = if row.differs() { marker(Kind::Verdict) } else { String::new() };
    cells.push(format!("{}{differs}", row.verdict));
    let Some(reference) = &row.reference else {
        let count = |n: u32| [n.to_string(), String::new()];
        cells.push(String::new());
        cells.extend(count(row.states_main).into_iter().chain(count(row.states_total)));
        cells.extend(
            row.times
                .iter()
                .flat_map(|t| [milliseconds(t.total_ms), String::new(), String::new(), milliseconds(t.confirm_ms)]),
        );
        return cells;
    };
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
        cells.push(milliseconds(times.confirm_ms));
    }
    cells
}

fn summary(out: &mut String, measured: &Measured) {
    let totals = &measured.totals;
    let _ = writeln!(out, "{} tasks, {} rows.", totals.tasks, totals.rows);
    for strategy in &totals.strategies {
        let name = if totals.strategies.len() > 1 { format!("*{}*: ", strategy.strategy) } else { String::new() };
        for sentence in sentences(strategy, measured.compared(&strategy.strategy).as_ref()) {
            let _ = writeln!(out, "{name}{sentence}");
        }
    }
    if let Some(peak) = totals.peak_kilobytes {
        let _ = writeln!(out, "Peak memory of the process: {:.1} MB.", peak as f64 / 1024.0);
    }
}

fn sentences(totals: &StrategyTotals, compared: Option<&Compared>) -> Vec<String> {
    let mut out = Vec::new();
    if let Some(compared) = compared {
        out.push(format!("{} of {} verdicts agree with the reference.", compared.same_verdict, compared.rows));
    }
    if let Some(times) = totals.times {
        out.push(format!(
            "Sum of the medians: {} ms, of which {} ms for marking, refinement and exploration before the checks and {} ms \
             for checks; the replay of failing runs took another {} ms, reading the tasks {} ms.",
            milliseconds(times.total_ms),
            milliseconds(times.generate_ms),
            milliseconds(times.check_ms),
            milliseconds(times.confirm_ms),
            milliseconds(times.read_ms)
        ));
    }
    if let Some((here, there)) = compared.and_then(|c| c.times).filter(|(here, _)| *here > 0.0) {
        out.push(format!("The reference takes {} ms: factor {:.0}.", milliseconds(there), there / here));
    }
    out
}

/// About three significant figures.
pub(super) fn milliseconds(ms: f64) -> String {
    match ms {
        ms if ms < 1.0 => format!("{ms:.3}"),
        ms if ms < 100.0 => format!("{ms:.1}"),
        ms => format!("{ms:.0}"),
    }
}
