//! `hrglass check`.

use std::fmt::Write;

use super::message::excerpt;
use super::story::story;
use super::style::{BOLD, DIM, of_verdict, verdict_name};
use super::{Outcome, TaskOptions, TextFormat, complain, files, print};
use crate::base::{Severity, Sources};
use crate::outcome::report::{Judgement, Report, Verdict};
use crate::task::{Expectation, Task};

use super::watch::Watch;

#[derive(clap::Args)]
pub(super) struct Check {
    /// Task documents (.json), settings files (.attestor), names of built-in examples, or `-` for standard input
    #[arg(required = true, value_name = "TASK")]
    tasks: Vec<String>,
    #[command(flatten)]
    options: TaskOptions,
    /// How results are printed
    #[arg(long, value_enum, default_value = "text")]
    format: TextFormat,
    /// Leave out all times, so that equal results are equal bytes
    #[arg(long)]
    no_times: bool,
}

impl Check {
    pub fn run(self) -> Outcome {
        let mut worst = Outcome::Satisfied;
        let mut reports = Vec::new();
        for task in &self.tasks {
            let Some(loaded) = files::load_task(task, &self.options) else {
                worst = worst.max(Outcome::WrongInput);
                continue;
            };
            let session = crate::run::run(&loaded, &mut Watch::new(&loaded.task.options));
            let mut report = session.report().clone();
            if self.no_times {
                remove_times(&mut report);
            }
            worst = worst.max(outcome(&report));
            for diagnostic in &report.diagnostics {
                complain(&excerpt(diagnostic, session.sources()));
            }
            match self.format {
                TextFormat::Text => print(&text(&report, &loaded.task, session.sources())),
                TextFormat::Json => reports.push(report),
            }
        }
        if self.format == TextFormat::Json {
            // Plain data with string keys: serialisation cannot fail.
            let text = match reports.as_slice() {
                [report] if self.tasks.len() == 1 => serde_json::to_string_pretty(report),
                _ => serde_json::to_string_pretty(&reports),
            };
            print(&format!("{}\n", text.unwrap_or_default()));
        }
        worst
    }
}

/// How a command with this report ends.
pub(super) fn outcome(report: &Report) -> Outcome {
    if report.diagnostics.iter().any(|d| d.severity == Severity::Error) {
        return Outcome::WrongInput;
    }
    let judgements = report.memory_safety.iter().chain(report.properties.iter().map(|p| &p.judgement));
    let ends = judgements.map(|j| match j.verdict {
        Verdict::Satisfied => Outcome::Satisfied,
        Verdict::Unknown => Outcome::Unknown,
        Verdict::Violated => Outcome::Violated,
    });
    ends.max().unwrap_or(Outcome::Satisfied)
}

pub(super) fn remove_times(report: &mut Report) {
    if let Some(exploration) = &mut report.exploration {
        exploration.read_ms = None;
        exploration.generate_ms = None;
    }
    for property in &mut report.properties {
        property.statistics.check_ms = None;
    }
}

/// The report for people.
fn text(report: &Report, task: &Task, sources: &Sources) -> String {
    let mut out = String::new();
    if report.memory_safety.is_none() && report.properties.is_empty() {
        return out;
    }
    let title = if report.task.is_empty() { "Task" } else { &report.task };
    let _ = writeln!(out, "{BOLD}{title}{BOLD:#} {DIM}{}{DIM:#}", task.program.entry);
    let ids = report.properties.iter().map(|p| p.id.chars().count());
    let width = ids.max().unwrap_or(0).max("memory safety".len());
    let mut line = |name: &str, key: &str, strategy: &str, judgement: &Judgement, detail: &str| {
        let style = of_verdict(judgement.verdict);
        let verdict = verdict_name(judgement.verdict);
        let expected = task.expected.get(key).and_then(|e| e.with(strategy));
        let expected = expected.filter(|&e| !agrees(e, judgement.verdict));
        let expected = expected.map_or("", |e| match e {
            Expectation::Satisfied => "  (expected: satisfied)",
            Expectation::Violated => "  (expected: violated)",
            Expectation::Unknown => "  (expected: unknown)",
        });
        let _ = writeln!(out, "  {name:<width$}  {style}{verdict:<9}{style:#}  {detail}{expected}");
        if let Some(reason) = &judgement.reason {
            let _ = writeln!(out, "  {:width$}  {DIM}{reason}{DIM:#}", "");
        }
    };
    if let Some(safety) = &report.memory_safety {
        line("memory safety", "memorySafety", "", safety, "no null dereference, no uncaught exception");
    }
    let several = report.properties.windows(2).any(|w| w[0].strategy != w[1].strategy);
    for property in &report.properties {
        let strategy = if several { format!("  {DIM}{}{DIM:#}", property.strategy) } else { String::new() };
        let detail = format!("{}{strategy}", property.ltl);
        line(&property.id, &property.id, &property.strategy, &property.judgement, &detail);
    }
    if let Some(exploration) = &report.exploration {
        let (main, total) = (exploration.states_main, exploration.states_total);
        let _ = write!(out, "  {DIM}{main} states in the entry method, {total} in all");
        let _ = write!(out, ", {} heaps, largest with {} vertices", exploration.heaps, exploration.peak_vertices);
        if let Some(ms) = exploration.generate_ms {
            let checks: f64 = report.properties.iter().filter_map(|p| p.statistics.check_ms).sum();
            let _ = write!(out, "; explored in {ms:.1} ms, checked in {checks:.1} ms");
        }
        let _ = writeln!(out, "{DIM:#}");
    }
    let safety = report.memory_safety.as_ref().map(|j| ("memory safety", j));
    let judgements = safety.into_iter().chain(report.properties.iter().map(|p| (p.id.as_str(), &p.judgement)));
    for (name, judgement) in judgements {
        if let Some(run) = &judgement.run {
            let _ = writeln!(out, "\n{BOLD}{name} fails on this run:{BOLD:#}\n{}", story(run, sources).trim_end());
            if let (Verdict::Violated, Some(reason)) = (judgement.verdict, &judgement.reason) {
                let style = of_verdict(Verdict::Violated);
                let _ = writeln!(out, "  {style}{reason}{style:#}");
            }
        }
    }
    out.push('\n');
    out
}

fn agrees(expected: Expectation, verdict: Verdict) -> bool {
    matches!(
        (expected, verdict),
        (Expectation::Satisfied, Verdict::Satisfied)
            | (Expectation::Violated, Verdict::Violated)
            | (Expectation::Unknown, Verdict::Unknown)
    )
}
