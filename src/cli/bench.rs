//! `hrglass bench`: tasks run repeatedly, medians of their times.

mod reference;
mod table;

use std::path::{Path, PathBuf};

use clap::ValueEnum;
use serde::Serialize;

use super::message::excerpt;
use super::watch::{Watch, kilobytes};
use super::{Outcome, TaskOptions, check, complain, files, print, style};
use reference::{Reference, ReferenceRow};

#[derive(clap::Args)]
pub(super) struct Bench {
    /// Task documents and settings files, or directories of such (searched recursively)
    #[arg(required = true, value_name = "DIR|FILE")]
    tasks: Vec<String>,
    #[command(flatten)]
    options: TaskOptions,
    /// Runs of each task
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = clap::value_parser!(u32).range(1..=1000))]
    repeat: u32,
    /// How the table is printed
    #[arg(long, value_enum, default_value = "table")]
    format: Format,
    /// Figures to compare with: CSV with the columns task, top_verdict, top_states_main, top_states_total, top_ms_warm
    #[arg(long, value_name = "CSV")]
    reference: Option<PathBuf>,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Format {
    /// Aligned columns with totals.
    Table,
    /// Comma-separated values.
    Csv,
    /// An object with rows and totals.
    Json,
}

/// A row: one property of one task.
#[derive(Serialize)]
struct Row {
    task: String,
    property: String,
    strategy: String,
    verdict: &'static str,
    states_main: u32,
    states_total: u32,
    assertions: u32,
    /// Medians over the runs.
    generate_ms: f64,
    check_ms: f64,
    total_ms: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    reference: Option<ReferenceRow>,
}

/// Sums over rows; each task's generation counts once.
#[derive(Serialize, Default)]
struct Totals {
    tasks: usize,
    rows: usize,
    generate_ms: f64,
    check_ms: f64,
    total_ms: f64,
    /// Over the rows that have a reference.
    #[serde(skip_serializing_if = "Option::is_none")]
    compared: Option<Compared>,
    peak_kilobytes: Option<u64>,
}

/// Sums over the rows that have a reference.
#[derive(Serialize, Default)]
struct Compared {
    rows: usize,
    same_verdict: usize,
    total_ms: f64,
    reference_ms: f64,
}

impl Bench {
    pub fn run(self) -> Outcome {
        let reference = match self.reference.as_deref().map(Reference::read).transpose() {
            Ok(reference) => reference,
            Err(why) => {
                complain(&format!("hrglass: {why}\n"));
                return Outcome::WrongInput;
            }
        };
        let mut tasks = Vec::new();
        for task in &self.tasks {
            collect(Path::new(task), &mut tasks);
        }
        let mut worst = if tasks.is_empty() { Outcome::WrongInput } else { Outcome::Satisfied };
        let mut rows = Vec::new();
        let mut totals = Totals { tasks: tasks.len(), ..Totals::default() };
        for task in &tasks {
            let before = rows.len();
            // Verdicts are results here, not failures: only a wrong input makes the command fail.
            if !self.measure(task, reference.as_ref(), &mut rows) {
                worst = Outcome::WrongInput;
            }
            totals.generate_ms += rows.get(before).map_or(0.0, |r: &Row| r.generate_ms);
        }
        totals.add(&rows, reference.is_some());
        print(&match self.format {
            Format::Table => table::aligned(&rows, &totals),
            Format::Csv => table::csv(&rows, reference.is_some()),
            Format::Json => {
                let value = serde_json::json!({ "rows": rows, "totals": totals });
                format!("{}\n", serde_json::to_string_pretty(&value).unwrap_or_default())
            }
        });
        worst
    }

    /// Runs a task and appends a row for each property; false if its input is wrong.
    fn measure(&self, task: &str, reference: Option<&Reference>, rows: &mut Vec<Row>) -> bool {
        let mut reports = Vec::new();
        for _ in 0..self.repeat {
            let Some(loaded) = files::load_task(task, &self.options) else { return false };
            let session = crate::run::run(&loaded, &mut Watch::new(&loaded.task.options));
            let report = session.report();
            if check::outcome(report) == Outcome::WrongInput {
                complain(&format!("{task}:\n"));
                for diagnostic in &report.diagnostics {
                    complain(&excerpt(diagnostic, session.sources()));
                }
                return false;
            }
            reports.push(report.clone());
        }
        let Some(report) = reports.last() else { return true };
        let name = Path::new(task).file_stem().map_or(task.into(), |s| s.to_string_lossy()).into_owned();
        let generate = reports.iter().map(|r| r.exploration.as_ref().and_then(|e| e.generate_ms).unwrap_or(0.0));
        let generate_ms = median(generate.collect());
        let several = report.properties.len() > 1;
        for (position, property) in report.properties.iter().enumerate() {
            let checks =
                reports.iter().map(|r| r.properties.get(position).and_then(|p| p.statistics.check_ms).unwrap_or(0.0));
            let check_ms = median(checks.collect());
            let verdict = style::verdict_name(property.judgement.verdict);
            let reference = reference.and_then(|r| {
                let exact = r.row(&format!("{name}_{}", property.id));
                exact.or_else(|| r.row(&name).filter(|_| !several))
            });
            let exploration = report.exploration.clone().unwrap_or_default();
            rows.push(Row {
                task: name.clone(),
                property: property.id.clone(),
                strategy: property.strategy.clone(),
                verdict,
                // The program is explored once for all properties; a check may see less of it.
                states_main: exploration.states_main.max(property.statistics.states_main),
                states_total: exploration.states_total.max(property.statistics.states_total),
                assertions: property.statistics.assertions,
                generate_ms,
                check_ms,
                total_ms: generate_ms + check_ms,
                reference: reference.cloned(),
            });
        }
        true
    }
}

impl Totals {
    fn add(&mut self, rows: &[Row], has_reference: bool) {
        self.rows = rows.len();
        self.check_ms = rows.iter().map(|r| r.check_ms).sum();
        self.total_ms = self.generate_ms + self.check_ms;
        self.peak_kilobytes = kilobytes("VmHWM:");
        if !has_reference {
            return;
        }
        let mut compared = Compared::default();
        for (row, reference) in rows.iter().filter_map(|r| Some((r, r.reference.as_ref()?))) {
            compared.rows += 1;
            compared.same_verdict += usize::from(row.verdict == reference.verdict);
            compared.total_ms += row.total_ms;
            compared.reference_ms += reference.ms.unwrap_or(0.0);
        }
        self.compared = Some(compared);
    }
}

/// The middle of the sorted figures; of two middles their mean.
fn median(mut figures: Vec<f64>) -> f64 {
    figures.sort_by(f64::total_cmp);
    match figures.len() {
        0 => 0.0,
        n if n % 2 == 1 => figures[n / 2],
        n => f64::midpoint(figures[n / 2 - 1], figures[n / 2]),
    }
}

/// Directories become the tasks below them, in the order of their names; anything else stays as it is.
fn collect(path: &Path, tasks: &mut Vec<String>) {
    let Ok(entries) = std::fs::read_dir(path) else {
        tasks.push(path.to_string_lossy().into_owned());
        return;
    };
    let mut paths: Vec<PathBuf> = entries.filter_map(|e| Some(e.ok()?.path())).collect();
    paths.sort();
    for path in paths {
        let is_link = path.symlink_metadata().is_ok_and(|m| m.is_symlink());
        if path.is_dir() {
            if !is_link {
                collect(&path, tasks);
            }
        } else if is_task(&path) {
            tasks.push(path.to_string_lossy().into_owned());
        }
    }
}

/// Whether a file in a directory is a task: heaps and grammars are JSON, too.
fn is_task(path: &Path) -> bool {
    match path.extension().and_then(|e| e.to_str()) {
        Some("attestor") => true,
        Some("json") => files::read_text(path).is_ok_and(|text| text.contains("\"hrglass.task/")),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn medians() {
        assert_eq!(median(vec![3.0, 1.0, 2.0]), 2.0);
        assert_eq!(median(vec![4.0, 1.0]), 2.5);
        assert_eq!(median(Vec::new()), 0.0);
    }
}
