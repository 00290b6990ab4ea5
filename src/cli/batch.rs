//! `hrglass batch`: many tasks, each in a process of its own.

mod compile_commands;
mod job;
mod worker;
mod yaml;

use std::fmt::Write as _;
use std::fs::File;
use std::io::{IsTerminal, Write as _};
use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;

use super::check::outcome;
use super::style::{BOLD, DIM, of_verdict, verdict_name, verdict_words};
use super::watch::{handle_interrupts, interrupted};
use super::{Outcome, TaskOptions, complain, files, print};
use base::{Idx, Language, Message, Severity, counted, msg, text};
use indexmap::IndexSet;
use job::{Expectations, ExpectedAnswer, Job, collect};
use report::{Judgement, PropertyReport, Report, Verdict};
use task::Expectation;
use worker::{End, Finished, ProcessLimits};

#[derive(clap::Args)]
pub(super) struct Batch {
    /// Tasks (.json, .attestor), programs (.c, .i, .java, .bp), task definitions with expected verdicts (.yml), directories of
    /// such (searched recursively), lists of paths (.txt, .list, .set), or compilation databases (compile_commands.json)
    #[arg(required = true, value_name = "LIST|DIR|FILE")]
    tasks: Vec<String>,
    /// Processes at a time [default: one for each processor]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1024))]
    jobs: Option<u32>,
    /// Seconds that a task may take
    #[arg(long, value_name = "S", default_value_t = 60, value_parser = clap::value_parser!(u32).range(1..))]
    seconds: u32,
    /// Megabytes that a task may use
    #[arg(long, value_name = "MB", default_value_t = 2000, value_parser = clap::value_parser!(u32).range(1..))]
    memory: u32,
    /// Write the results into this file, as comma-separated values
    #[arg(long, value_name = "FILE")]
    csv: Option<PathBuf>,
    /// Options of `hrglass check` for all tasks, such as `--strategy bounded`
    #[arg(last = true, value_name = "OPTION")]
    check: Vec<String>,
}

/// A row of the results: one property of one task, or a task without a result.
struct Row {
    task: String,
    property: String,
    /// `None` if there is no result.
    verdict: Option<Verdict>,
    expected: Option<Expectation>,
    /// What should be violated instead, if something else is.
    instead: Option<String>,
    reason: Message,
}

/// What came of a job.
struct Result {
    rows: Vec<Row>,
    outcome: Outcome,
    cpu: Option<f64>,
    wall: f64,
    megabytes: Option<u64>,
}

impl Batch {
    pub(crate) fn run(self) -> Outcome {
        let mut jobs = Vec::new();
        let mut worst = Outcome::Satisfied;
        for path in &self.tasks {
            if !collect(path, &TaskOptions::default(), &mut jobs) {
                worst = Outcome::WrongInput;
            }
        }
        if jobs.is_empty() {
            complain(&format!("hrglass: {}\n", msg!("there are no tasks")));
            return Outcome::WrongInput;
        }
        handle_interrupts();
        // That the table cannot be written is said before anything runs.
        let mut table = match self.csv.clone().map(Table::create).transpose() {
            Ok(table) => table,
            Err(why) => {
                complain(&format!("hrglass: {why}\n"));
                return Outcome::WrongInput;
            }
        };
        let results = self.run_all(&jobs, table.as_mut());
        worst = results.iter().flatten().map(|result| result.outcome).fold(worst, Outcome::max);
        if let Some(why) = table.and_then(|table| table.failed) {
            complain(&format!("hrglass: {why}\n"));
            worst = Outcome::WrongInput;
        }
        let missing = results.iter().filter(|result| result.is_none()).count();
        print(&summary(results.iter().flatten(), missing));
        if missing > 0 { worst.max(Outcome::Undecided) } else { worst }
    }

    /// Runs all jobs, so many at a time, and prints the results, and adds them to a table, in the order of the jobs. After an interruption
    /// the rest is missing.
    fn run_all(&self, jobs: &[Job], mut table: Option<&mut Table>) -> Vec<Option<Result>> {
        let limits = ProcessLimits { seconds: self.seconds, megabytes: self.memory };
        let processors = std::thread::available_parallelism().map_or(1, usize::from);
        let workers = self.jobs.map_or(processors, |jobs| jobs as usize).min(jobs.len());
        let (next, language) = (AtomicUsize::new(0), Language::spoken());
        let mut results = Vec::from_iter(jobs.iter().map(|_| None));
        let mut say = |result: &Result| {
            print(&line(result));
            if let Some(table) = &mut table {
                table.add(result);
            }
        };
        let mut printed = 0;
        std::thread::scope(|scope| {
            let (ended, all_ended) = mpsc::channel();
            for _ in 0..workers {
                let ended = ended.clone();
                scope.spawn(|| {
                    let ended = ended;
                    while !interrupted() {
                        let position = next.fetch_add(1, Ordering::Relaxed);
                        let Some(job) = jobs.get(position) else { break };
                        let finished = worker::run(job, &self.check, limits, &language);
                        if finished.end == End::Interrupted || ended.send((position, finished)).is_err() {
                            break;
                        }
                    }
                });
            }
            drop(ended);
            // This thread alone speaks: others have no language.
            for (done, (position, finished)) in (1..).zip(all_ended) {
                results[position] = Some(result(&jobs[position], finished));
                progress(None);
                while let Some(Some(result)) = results.get(printed) {
                    say(result);
                    printed += 1;
                }
                progress((done < jobs.len()).then_some((done, jobs.len())));
            }
        });
        progress(None);
        results[printed..].iter().flatten().for_each(say);
        results
    }
}

/// Shows on a terminal how many tasks are done, or removes that.
fn progress(done: Option<(usize, usize)>) {
    let mut out = std::io::stderr();
    if out.is_terminal() {
        let text = done.map_or(String::new(), |(done, all)| msg!("{done} of {all} tasks").to_string());
        let _ = write!(out, "\r\x1b[K{text}");
        let _ = out.flush();
    }
}

/// Reads the report of a process.
fn result(job: &Job, finished: Finished) -> Result {
    let Finished { output, complaints, end, cpu, wall, megabytes } = finished;
    let report: Option<Report> = serde_json::from_str(&output).ok();
    let (rows, outcome) = match (&job.refused, end, report) {
        (Some(why), ..) => (no_results(job, why, Some(Verdict::Unknown)), Outcome::Undecided),
        (None, End::Exit(0..=2), Some(report)) => {
            let mut rows = match &job.expected {
                Expectations::Whole(answer) => answers(job, answer, &report),
                Expectations::Each(_) | Expectations::Unknown => each(job, &report),
            };
            if rows.is_empty() {
                let said = report.diagnostics.iter().find(|found| found.severity == Severity::Warning);
                let reason = said.map_or_else(|| msg!("nothing is checked"), |found| found.message.clone());
                rows = no_results(job, &reason, Some(Verdict::Unknown));
            }
            (rows, outcome(&report))
        }
        (None, End::OutOfTime, _) => {
            let reason = msg!("out of time, and did not end by itself");
            (no_results(job, &reason, Some(Verdict::Unknown)), Outcome::Undecided)
        }
        (None, End::OutOfMemory, _) => {
            (no_results(job, &msg!("out of memory"), Some(Verdict::Unknown)), Outcome::Undecided)
        }
        (None, end, report) => {
            let diagnostics = report.into_iter().flat_map(|report| report.diagnostics);
            let error = diagnostics.into_iter().find(|found| found.severity == Severity::Error);
            let said = complaints.lines().map(str::trim).find(|line| !line.is_empty()).map(Message::verbatim);
            let reason = error.map(|found| found.message).or(said).unwrap_or_else(|| match end {
                End::Exit(code) => msg!("it ended with the exit code {code} and without a report"),
                _ => msg!("it crashed"),
            });
            (no_results(job, &reason, None), Outcome::WrongInput)
        }
    };
    Result { rows, outcome, cpu, wall, megabytes }
}

/// A row for each property of which something is expected, or for the job as a whole, with the same verdict.
fn no_results(job: &Job, reason: &Message, verdict: Option<Verdict>) -> Vec<Row> {
    let row = |property: &str| Row {
        task: job.name.clone(),
        property: property.to_owned(),
        verdict,
        expected: job.expected.of(property, ""),
        instead: None,
        reason: reason.clone(),
    };
    match &job.expected {
        Expectations::Each(all) if !all.is_empty() => all.keys().map(|property| row(property)).collect(),
        Expectations::Each(_) | Expectations::Unknown => vec![row("")],
        Expectations::Whole(answer) => vec![row(&answer.property)],
    }
}

/// A row for each property and strategy.
fn each(job: &Job, report: &Report) -> Vec<Row> {
    let rows = report.properties.iter().map(|property| Row {
        task: job.name.clone(),
        property: match report.properties.iter().filter(|other| other.id == property.id).count() {
            1 => property.id.clone(),
            _ => format!("{} ({})", property.id, property.strategy),
        },
        verdict: Some(property.judgement.verdict),
        expected: job.expected.of(&property.id, &property.strategy),
        instead: None,
        reason: property.judgement.reason.clone().unwrap_or_default(),
    });
    rows.collect()
}

/// A row for each strategy: what it answers to the one property for which a task definition asks.
fn answers(job: &Job, answer: &ExpectedAnswer, report: &Report) -> Vec<Row> {
    let ids: IndexSet<&str> = report.properties.iter().map(|property| property.id.as_str()).collect();
    let is_one = ids.len() == 1;
    let strategies: IndexSet<&str> = report.properties.iter().map(|property| property.strategy.as_str()).collect();
    let row = |strategy: &str| {
        let parts = || report.properties.iter().filter(|property| property.strategy == strategy);
        let first = |verdict| parts().find(|property| property.judgement.verdict == verdict);
        let is_expected = |property: &&PropertyReport| {
            property.judgement.verdict == Verdict::Violated && answer.subproperty.as_ref() == Some(&property.id)
        };
        let violated = parts().find(is_expected).or_else(|| first(Verdict::Violated));
        let undecided = || first(Verdict::Suspected).or_else(|| first(Verdict::Unknown));
        let deciding = violated.or_else(undecided).or_else(|| parts().next())?;
        let Judgement { verdict, reason, .. } = &deciding.judgement;
        let reason = reason.clone().unwrap_or_default();
        let expected = answer.subproperty.as_ref().filter(|_| answer.verdict == Some(Expectation::Violated));
        Some(Row {
            task: job.name.clone(),
            property: match (if is_one { &deciding.id } else { &answer.property }, strategies.len()) {
                (name, 1) => name.clone(),
                (name, _) => format!("{name} ({strategy})"),
            },
            verdict: Some(*verdict),
            expected: answer.verdict,
            instead: expected.filter(|name| *verdict == Verdict::Violated && **name != deciding.id).cloned(),
            reason: match is_one || reason.is_empty() {
                true => reason,
                false => msg!("{}: {reason}", Message::verbatim(&deciding.id)),
            },
        })
    };
    strategies.iter().filter_map(|strategy| row(strategy)).collect()
}

/// Whether a result is what was expected.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Correctness {
    Correct,
    Wrong,
    /// The verdict is *suspected* or *unknown*, or there is none.
    Undecided,
    /// Nothing was expected.
    Open,
}

impl Row {
    fn correctness(&self) -> Correctness {
        match (self.verdict, self.expected) {
            (None, _) => Correctness::Undecided,
            (_, None) => Correctness::Open,
            _ if self.instead.is_some() => Correctness::Wrong,
            (Some(Verdict::Satisfied), Some(Expectation::Satisfied))
            | (Some(Verdict::Violated), Some(Expectation::Violated))
            | (Some(Verdict::Suspected), Some(Expectation::Suspected))
            | (Some(Verdict::Unknown), Some(Expectation::Unknown)) => Correctness::Correct,
            (Some(Verdict::Suspected | Verdict::Unknown), _) => Correctness::Undecided,
            // More than was expected of it may be right.
            (_, Some(Expectation::Suspected | Expectation::Unknown)) => Correctness::Open,
            _ => Correctness::Wrong,
        }
    }

    /// Points as in the competition on software verification.
    fn score(&self) -> i64 {
        match (self.correctness(), self.verdict) {
            (Correctness::Correct, Some(Verdict::Satisfied)) => 2,
            (Correctness::Correct, Some(Verdict::Violated)) => 1,
            (Correctness::Wrong, Some(Verdict::Satisfied)) => -32,
            (Correctness::Wrong, Some(Verdict::Violated)) => -16,
            _ => 0,
        }
    }

    fn most_points(&self) -> i64 {
        match self.expected {
            Some(Expectation::Satisfied) => 2,
            Some(Expectation::Violated) => 1,
            _ => 0,
        }
    }
}

impl Correctness {
    fn name(self) -> &'static str {
        match self {
            Correctness::Correct => "correct",
            Correctness::Wrong => "wrong",
            Correctness::Undecided => "undecided",
            Correctness::Open => "",
        }
    }
}

fn expectation_name(expected: Option<Expectation>) -> &'static str {
    match expected {
        None => "",
        Some(Expectation::Satisfied) => "satisfied",
        Some(Expectation::Violated) => "violated",
        Some(Expectation::Suspected) => "suspected",
        Some(Expectation::Unknown) => "unknown",
    }
}

/// The rows of a result, for people.
fn line(result: &Result) -> String {
    let mut out = String::new();
    let megabytes = result.megabytes.map_or(String::new(), |used| format!(", {used} MB"));
    for row in &result.rows {
        let verdict = row.verdict.map_or_else(|| msg!("error"), verdict_words);
        let style = of_verdict(row.verdict.unwrap_or(Verdict::Violated));
        let surprise = match (&row.instead, row.correctness(), row.expected) {
            (Some(name), ..) => format!("  {}", msg!("WRONG: expected `{name}` violated")),
            (None, Correctness::Wrong, Some(Expectation::Violated)) => {
                format!("  {}", msg!("WRONG: expected violated"))
            }
            (None, Correctness::Wrong, _) => format!("  {}", msg!("WRONG: expected satisfied")),
            _ => String::new(),
        };
        let Row { task, property, reason, .. } = row;
        let reason = if row.verdict == Some(Verdict::Satisfied) { "" } else { reason };
        let reason: String = reason.lines().next().unwrap_or_default().chars().take(160).collect();
        let _ = writeln!(
            out,
            "{style}{verdict:<9}{style:#} {task}  {property}{surprise}  {DIM}{:.2} s{megabytes}  {reason}{DIM:#}",
            result.wall
        );
    }
    out
}

fn summary<'r>(results: impl Iterator<Item = &'r Result>, missing: usize) -> String {
    let results: Vec<&Result> = results.collect();
    let rows: Vec<&Row> = results.iter().flat_map(|result| &result.rows).collect();
    let all = |correctness| rows.iter().filter(move |row| row.correctness() == correctness);
    let counts = |correctness| {
        let of = |verdict| all(correctness).filter(|row| row.verdict == Some(verdict)).count();
        msg!("{} satisfied, {} violated", of(Verdict::Satisfied), of(Verdict::Violated))
    };
    let score: i64 = rows.iter().map(|row| row.score()).sum();
    let most: i64 = rows.iter().map(|row| row.most_points()).sum();
    let errors = u32::at(rows.iter().filter(|row| row.verdict.is_none()).count());
    let figure = |correctness| all(correctness).count().to_string();
    let mut lines = vec![
        (msg!("correct"), figure(Correctness::Correct), counts(Correctness::Correct)),
        (msg!("wrong"), figure(Correctness::Wrong), counts(Correctness::Wrong)),
        (msg!("undecided"), figure(Correctness::Undecided), counted(errors, text!("error"), text!("errors"))),
    ];
    if all(Correctness::Open).count() > 0 {
        lines.push((msg!("open"), figure(Correctness::Open), msg!("no verdict was expected")));
    }
    if missing > 0 {
        lines.push((msg!("not run"), missing.to_string(), Message::default()));
    }
    lines.push((msg!("score"), score.to_string(), msg!("of {most}")));
    let width = lines.iter().map(|(name, ..)| name.chars().count()).max().unwrap_or(0);
    let title = counted(u32::at(rows.len()), text!("result"), text!("results"));
    let mut out = format!("\n{BOLD}{title}{BOLD:#}\n");
    for (name, figure, detail) in lines {
        let detail = if detail.is_empty() { String::new() } else { format!("  {DIM}{detail}{DIM:#}") };
        let _ = writeln!(out, "  {name:<width$}  {figure:>6}{detail}");
    }
    let seconds = |sum: f64| Message::verbatim(format!("{sum:.1}"));
    // An empty sum would be -0.
    let cpu = seconds(results.iter().filter_map(|result| result.cpu).fold(0.0, |sum, cpu| sum + cpu));
    let wall = seconds(results.iter().fold(0.0, |sum, result| sum + result.wall));
    let _ = writeln!(out, "  {DIM}{}{DIM:#}", msg!("{cpu} s of the processor, {wall} s of all processes"));
    out
}

/// The file of comma-separated values, which grows while tasks run.
struct Table {
    path: PathBuf,
    file: File,
    /// Why it is not complete.
    failed: Option<Message>,
}

impl Table {
    const HEAD: &str = "task,property,verdict,expected,correctness,cpu_seconds,wall_seconds,megabytes,reason\n";

    /// A table with its first line.
    fn create(path: PathBuf) -> std::result::Result<Self, Message> {
        let written = File::create(&path).and_then(|mut file| file.write_all(Self::HEAD.as_bytes()).map(|()| file));
        match written {
            Ok(file) => Ok(Self { path, file, failed: None }),
            Err(error) => Err(files::unwritable(path.display(), &files::trouble(&error))),
        }
    }

    fn add(&mut self, result: &Result) {
        if let Err(error) = self.file.write_all(csv(result).as_bytes()) {
            self.failed = Some(files::unwritable(self.path.display(), &files::trouble(&error)));
        }
    }
}

/// A line for each row; times and memory are those of the whole task.
fn csv(result: &Result) -> String {
    let mut out = String::new();
    for row in &result.rows {
        let cells = [
            row.task.clone(),
            row.property.clone(),
            row.verdict.map_or("error", verdict_name).to_owned(),
            expectation_name(row.expected).to_owned(),
            row.correctness().name().to_owned(),
            result.cpu.map_or(String::new(), |cpu| format!("{cpu:.2}")),
            format!("{:.3}", result.wall),
            result.megabytes.map_or(String::new(), |used| used.to_string()),
            row.reason.to_string(),
        ];
        out += &cells.map(|cell| quoted(&cell)).join(",");
        out.push('\n');
    }
    out
}

/// A cell as RFC 4180 has it.
fn quoted(cell: &str) -> String {
    match cell.contains(['"', ',', '\n', '\r']) {
        true => format!("\"{}\"", cell.replace('"', "\"\"")),
        false => cell.to_owned(),
    }
}
