//! `hrglass bench`: tasks run repeatedly, medians of their times.

mod table;
mod totals;

use std::path::Path;

use clap::ValueEnum;
use serde::Serialize;

use super::message::excerpt;
use super::watch::Watch;
use super::{Outcome, TaskOptions, check, complain, files, given, print, strategy};
use draw::export::picture::json;
use report::claim::PropertyKind;
use report::{ProductStatistics, ProofStatistics, PropertyReport, PropertyStatistics, Report, Verdict};
use task::Strategy;
use totals::Totals;

#[derive(clap::Args)]
pub(super) struct Bench {
    /// Task documents and settings files, or directories of such (searched recursively)
    #[arg(required = true, value_name = "DIR|FILE")]
    tasks: Vec<String>,
    #[command(flatten)]
    options: TaskOptions,
    /// Strategies to compare, each on every task; `all` stands for all four [default: that of the task]
    #[arg(long, value_name = "NAME,…", value_delimiter = ',', value_parser = strategy(), conflicts_with = "strategy")]
    strategies: Vec<Strategy>,
    /// Runs of each task
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = clap::value_parser!(u32).range(1..=1000))]
    repeat: u32,
    /// How the table is printed
    #[arg(long, value_enum, default_value = "table")]
    format: Format,
    /// Leave out times and memory, so that equal results give identical output
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
}

/// All rows.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(super) struct Table {
    rows: Vec<Row>,
    totals: Totals,
}

/// A row: one property of one task, checked with one strategy.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct Row {
    task: String,
    property: String,
    /// Position of the property in the task.
    #[serde(skip)]
    position: usize,
    strategy: Strategy,
    verdict: Verdict,
    states_main: u32,
    states_total: u32,
    /// Of a proof structure, or states of a product with a monitor.
    assertions: u32,
    contracts: u32,
    contexts: u32,
    /// For symbolic checks: nodes of binary decision diagrams.
    #[serde(skip_serializing_if = "Option::is_none")]
    nodes: Option<u32>,
    #[serde(flatten)]
    times: Option<Times>,
}

/// Milliseconds: medians over the runs, or sums of medians.
#[derive(Serialize, Default, Clone, Copy)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct Times {
    /// Time to read and check program, grammars, heaps and formulas.
    read_ms: f64,
    /// Time for marking, refinement and exploration before the check, shared by all properties of a task.
    generate_ms: f64,
    /// Time for the check and for exploration during it.
    check_ms: f64,
    /// Everything except reading and replay.
    total_ms: f64,
    /// Time to confirm violations by replaying failing runs.
    confirm_ms: f64,
}

impl Bench {
    pub(crate) fn run(self) -> Outcome {
        let mut tasks = Vec::new();
        for task in &self.tasks {
            collect(Path::new(task), &mut tasks);
        }
        let mut worst = if tasks.is_empty() { Outcome::WrongInput } else { Outcome::Satisfied };
        let mut rows = Vec::new();
        for task in &tasks {
            // Verdicts are results here, not failures: the command fails only on invalid input.
            if !self.measure(task, &mut rows) {
                worst = Outcome::WrongInput;
            }
        }
        let totals = Totals::of(tasks.len(), &rows);
        print(&match self.format {
            Format::Table => table::aligned(&rows, &totals),
            Format::Csv => table::csv(&rows, &totals),
            Format::Json => json(&Table { rows, totals }),
        });
        worst
    }

    /// Runs a task with each strategy and appends a row for each property and strategy; false if the task has errors.
    fn measure(&self, task: &str, rows: &mut Vec<Row>) -> bool {
        let Some(loaded) = given::load_only(&[task.to_owned()], &self.options) else { return false };
        let own = [loaded.task.options.strategy];
        let asked = if self.strategies.is_empty() { own.as_slice() } else { &self.strategies };
        let before = rows.len();
        let analysis = loaded.task.analysis;
        // The default for boolean programs uses both strategies and is neither of them.
        let mut known = Strategy::All.each(analysis);
        known.extend(Strategy::default().each(analysis).into_iter().filter(|s| !known.contains(s)).collect::<Vec<_>>());
        for strategy in known {
            let is_asked = asked.iter().any(|s| s.each(analysis).contains(&strategy));
            if is_asked && !self.measure_one(task, strategy, rows) {
                return false;
            }
        }
        rows[before..].sort_by_key(|row| row.position);
        true
    }

    fn measure_one(&self, task: &str, strategy: Strategy, rows: &mut Vec<Row>) -> bool {
        let options = TaskOptions { strategy: Some(strategy), ..self.options.clone() };
        let mut reports: Vec<Report> = Vec::new();
        for _ in 0..self.repeat {
            let Some(loaded) = given::load_only(&[task.to_owned()], &options) else { return false };
            let session = session::run(&loaded, &mut Watch::new(&loaded.task.options));
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
        let read_ms = median(reports.iter().filter_map(|r| r.exploration.as_ref()?.read_ms).collect());
        let is_safety = |p: &PropertyReport| p.claim.kind == PropertyKind::MemorySafety;
        let safety = report.properties.iter().position(is_safety);
        let of_task = report.properties.iter().enumerate().filter(|(_, p)| !p.claim.kind.is_of_exceptions());
        for (position, (at, property)) in of_task.enumerate() {
            let statistics = || reports.iter().filter_map(|r| Some(&r.properties.get(at)?.statistics));
            let generate_ms = median(statistics().filter_map(|s| s.generate_ms).collect());
            let check_ms = median(statistics().filter_map(|s| s.check_ms).collect());
            let confirming = |at: usize| {
                median(reports.iter().filter_map(|r| r.properties.get(at)?.statistics.confirm_ms).collect())
            };
            // The time for memory safety is counted once.
            let confirm_ms = confirming(at) + safety.filter(|_| position == 0).map_or(0.0, confirming);
            let times = Times { read_ms, generate_ms, check_ms, total_ms: generate_ms + check_ms, confirm_ms };
            let of_product = |p: ProductStatistics| ProofStatistics {
                assertions: p.states,
                edges: p.edges,
                contracts: p.contracts,
                contexts: p.contexts,
            };
            let PropertyStatistics { proof, product, .. } = property.statistics;
            let proof = proof.or(product.map(of_product)).unwrap_or_default();
            rows.push(Row {
                task: name.clone(),
                property: property.id.clone(),
                position,
                strategy,
                verdict: property.judgement.verdict,
                states_main: property.statistics.states_main.unwrap_or_default(),
                states_total: property.statistics.states_total,
                assertions: proof.assertions,
                contracts: proof.contracts,
                contexts: proof.contexts.unwrap_or_default(),
                nodes: property.statistics.nodes,
                times: (!self.no_times).then_some(times),
            });
        }
        true
    }
}

/// The median; for an even count the mean of the two middle values.
fn median(mut figures: Vec<f64>) -> f64 {
    figures.sort_by(f64::total_cmp);
    match figures.len() {
        0 => 0.0,
        n if n % 2 == 1 => figures[n / 2],
        n => f64::midpoint(figures[n / 2 - 1], figures[n / 2]),
    }
}

/// Replaces directories by the tasks below them, ordered by name.
fn collect(path: &Path, tasks: &mut Vec<String>) {
    let found = match path.is_dir() {
        true => files::files_below(path).into_iter().filter(|file| files::is_task(file)).collect(),
        false => vec![path.to_owned()],
    };
    tasks.extend(found.iter().map(|file| file.to_string_lossy().into_owned()));
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
