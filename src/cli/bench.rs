//! `hrglass bench`: tasks run repeatedly, medians of their times.

mod csv;
mod markdown;
mod notes;
mod reference;
mod table;

use std::path::{Path, PathBuf};

use clap::ValueEnum;
use serde::Serialize;

use super::message::excerpt;
use super::watch::{Watch, kilobytes};
use super::{Outcome, TaskOptions, check, complain, files, print, style};
use notes::Notes;
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
    /// Why figures differ from the reference's, for footnotes: CSV with the columns task, kind (verdict or count), note
    #[arg(long, value_name = "CSV", requires = "reference")]
    notes: Option<PathBuf>,
    /// Leave out times and memory, so that equal results are equal bytes
    #[arg(long)]
    no_times: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Format {
    /// Aligned columns with totals.
    Table,
    /// Comma-separated values.
    Csv,
    /// An object with rows and totals.
    Json,
    /// A table with footnotes.
    Markdown,
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
    #[serde(flatten)]
    times: Option<Times>,
    #[serde(skip_serializing_if = "Option::is_none")]
    reference: Option<ReferenceRow>,
}

/// Milliseconds: medians over the runs, or sums of such.
#[derive(Serialize, Default, Clone, Copy)]
struct Times {
    /// Program, grammars, heaps and formulas read and checked.
    read_ms: f64,
    /// Marking, refinement and exploration.
    generate_ms: f64,
    check_ms: f64,
    /// All but the reading.
    total_ms: f64,
}

/// Sums over rows; each task's reading and generation count once.
#[derive(Serialize, Default)]
struct Totals {
    tasks: usize,
    rows: usize,
    #[serde(flatten)]
    times: Option<Times>,
    /// Over the rows that have a reference.
    #[serde(skip_serializing_if = "Option::is_none")]
    compared: Option<Compared>,
    #[serde(skip_serializing_if = "Option::is_none")]
    peak_kilobytes: Option<u64>,
}

/// Sums over the rows that have a reference.
#[derive(Serialize, Default)]
struct Compared {
    rows: usize,
    same_verdict: usize,
    #[serde(flatten)]
    times: Option<ComparedTimes>,
}

#[derive(Serialize, Default, Clone, Copy)]
struct ComparedTimes {
    total_ms: f64,
    reference_ms: f64,
}

impl ComparedTimes {
    /// How many times as long as here it takes there.
    fn factor(self) -> Option<f64> {
        (self.total_ms > 0.0).then(|| self.reference_ms / self.total_ms)
    }
}

impl Bench {
    pub fn run(self) -> Outcome {
        let reference = self.reference.as_deref().map(Reference::read).transpose();
        let notes = self.notes.as_deref().map(Notes::read).transpose();
        let (reference, notes) = match (reference, notes) {
            (Ok(reference), Ok(notes)) => (reference, notes.unwrap_or_default()),
            (Err(why), _) | (_, Err(why)) => {
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
        let mut totals =
            Totals { tasks: tasks.len(), times: (!self.no_times).then(Times::default), ..Totals::default() };
        for task in &tasks {
            let before = rows.len();
            // Verdicts are results here, not failures: only a wrong input makes the command fail.
            if !self.measure(task, reference.as_ref(), &mut rows) {
                worst = Outcome::WrongInput;
            }
            totals.add_task(&rows[before..]);
        }
        totals.compare(&rows, reference.is_some());
        print(&match self.format {
            Format::Table => table::aligned(&rows, &totals),
            Format::Csv => table::csv(&rows, &totals),
            Format::Json => {
                let value = serde_json::json!({ "rows": rows, "totals": totals });
                format!("{}\n", serde_json::to_string_pretty(&value).unwrap_or_default())
            }
            Format::Markdown => markdown::document(&rows, &totals, &notes),
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
        let exploration = report.exploration.clone().unwrap_or_default();
        let explorations = || reports.iter().filter_map(|r| r.exploration.as_ref());
        let read_ms = median(explorations().filter_map(|e| e.read_ms).collect());
        let generate_ms = median(explorations().filter_map(|e| e.generate_ms).collect());
        let several = report.properties.len() > 1;
        for (position, property) in report.properties.iter().enumerate() {
            let checks = reports.iter().filter_map(|r| r.properties.get(position)?.statistics.check_ms);
            let check_ms = median(checks.collect());
            let times = Times { read_ms, generate_ms, check_ms, total_ms: generate_ms + check_ms };
            let verdict = style::verdict_name(property.judgement.verdict);
            let reference = reference.and_then(|r| {
                let exact = r.row(&format!("{name}_{}", property.id));
                exact.or_else(|| r.row(&name).filter(|_| !several))
            });
            rows.push(Row {
                task: name.clone(),
                property: property.id.clone(),
                strategy: property.strategy.clone(),
                verdict,
                // The program is explored once for all properties; a check may see less of it.
                states_main: exploration.states_main.max(property.statistics.states_main),
                states_total: exploration.states_total.max(property.statistics.states_total),
                assertions: property.statistics.assertions,
                times: (!self.no_times).then_some(times),
                reference: reference.cloned(),
            });
        }
        true
    }
}

impl Row {
    fn differs(&self) -> bool {
        self.reference.as_ref().is_some_and(|r| r.verdict != self.verdict)
    }
}

impl Totals {
    /// Adds the rows of one task.
    fn add_task(&mut self, rows: &[Row]) {
        self.rows += rows.len();
        let Some(sum) = &mut self.times else { return };
        for (position, times) in rows.iter().filter_map(|r| r.times).enumerate() {
            if position == 0 {
                sum.read_ms += times.read_ms;
                sum.generate_ms += times.generate_ms;
            }
            sum.check_ms += times.check_ms;
        }
        sum.total_ms = sum.generate_ms + sum.check_ms;
        self.peak_kilobytes = kilobytes("VmHWM:");
    }

    fn compare(&mut self, rows: &[Row], has_reference: bool) {
        if !has_reference {
            return;
        }
        let mut compared = Compared { times: self.times.map(|_| ComparedTimes::default()), ..Compared::default() };
        for (row, reference) in rows.iter().filter_map(|r| Some((r, r.reference.as_ref()?))) {
            compared.rows += 1;
            compared.same_verdict += usize::from(!row.differs());
            if let (Some(sum), Some(times), Some(ms)) = (&mut compared.times, row.times, reference.ms) {
                sum.total_ms += times.total_ms;
                sum.reference_ms += ms;
            }
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
