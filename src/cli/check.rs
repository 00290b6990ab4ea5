//! `hrglass check`.

mod text;
mod unanswered;

use std::path::PathBuf;

use super::given::GivenTask;
use super::guard::{Guard, end_with};
use super::message::excerpt;
use super::property::{AskedChecks, AskedProperty, UnsupportedProperty, asked};
use super::witness::{remove_witness, write_witness};
use super::{Outcome, TaskOptions, TextFormat, complain, evidence, files, print};
use base::{Diagnostic, Message, Severity, msg};
use propose::editor::memory_task;
use report::{MEMORY_UNCHECKED, Report, Verdict};
use session::Session;
use task::Loaded;
use text::{Explainer, text};
pub(super) use text::{name, title};
use unanswered::Unanswered;

#[derive(clap::Args)]
pub(super) struct Check {
    /// Task documents (.json), settings files (.attestor), programs (.c, .i, .bp, .java), names of built-in examples, links, or `-`
    /// for standard input; each is checked by itself, except that all files in Java, also those in folders, are one program, and so are all
    /// files in C
    #[arg(required = true, value_name = "TASK")]
    arguments: Vec<String>,
    /// What the arguments stand for.
    #[arg(skip)]
    tasks: Vec<GivenTask>,
    #[command(flatten)]
    options: TaskOptions,
    /// What is checked, instead of what the task says: a formula, a sentence that `hrglass properties` lists, what no run may do
    /// (of Java: memory-safety, or a part of it: null-dereference, index-out-of-bounds, wrong-cast, division-by-zero, assertion,
    /// exception; of C: unreach-call, no-overflow, no-division-by-zero, no-invalid-shift, no-index-out-of-bounds, valid-deref, valid-free, valid-memtrack,
    /// valid-memcleanup; valid-memsafety for the first three of these four), or a property file (`.prp`) of the competition on software
    /// verification
    #[arg(long, value_name = "PROPERTY")]
    property: Vec<String>,
    /// How results are printed: for people, or as JSON, `hrglass.result/3`, for several tasks in an array
    #[arg(long, value_enum, default_value = "text")]
    format: TextFormat,
    /// Leave out all times, so that equal results give identical output
    #[arg(long)]
    no_times: bool,
    /// Also say in words why properties are satisfied or unknown: what was looked at, what stands for all inputs, what is not known
    #[arg(long)]
    explain: bool,
    /// Write the heap and a JUnit test of every confirmed violation into this directory; for several
    /// tasks, into subdirectories
    #[arg(long, value_name = "DIR")]
    evidence: Option<PathBuf>,
    /// Write a witness of the verdict into this file, for other tools to check: invariants or a failing run of a program in C, as YAML in
    /// the exchange format 2.0
    #[arg(long, value_name = "FILE")]
    witness: Option<PathBuf>,
    /// The process that started this one, and with which it ends
    #[arg(long, hide = true)]
    parent: Option<u32>,
}

/// The code of what is wrong with `--property`.
const PROPERTY: &str = "task/property";

impl Check {
    pub(crate) fn run(mut self) -> Outcome {
        if let Some(parent) = self.parent {
            end_with(parent);
        }
        // A folder may be the whole disk.
        let guard = Guard::new(&self.options);
        self.tasks = GivenTask::all(&self.arguments, &self.options.program);
        drop(guard);
        // Whatever is wrong with this call, a witness is none of it.
        if !self.witness.as_deref().is_none_or(remove_witness) {
            return Outcome::WrongInput;
        }
        let properties: Vec<AskedProperty> = match self.property.iter().map(|text| asked(text)).collect() {
            Ok(properties) => properties,
            Err(why) => return self.refuse(&why),
        };
        if let Err(why) = self.ask_checks(&properties) {
            return self.refuse(&why);
        }
        let unsupported: Vec<&UnsupportedProperty> = properties.iter().filter_map(AskedProperty::unsupported).collect();
        let is_checked = properties.is_empty() || unsupported.len() < properties.len();
        if self.witness.is_some() && self.tasks.len() > 1 {
            return self.refuse(&msg!("there is one file for a witness, but several tasks"));
        }
        let mut worst = Outcome::Satisfied;
        let mut reports = Vec::new();
        for (position, task) in self.tasks.iter().enumerate() {
            let unanswered = Unanswered::new(&self, position, &properties, &reports);
            let guard = Guard::answering(&self.options, move |stop| unanswered.answer(stop));
            let (loaded, is_open) = match self.load(task, &properties) {
                Ok(loaded) => loaded,
                Err(why) => {
                    complain(&format!("hrglass: {}\n", why.message));
                    worst = Outcome::WrongInput;
                    reports.push(Session::not_run(&files::not_loaded(&task.name, why)).report().clone());
                    continue;
                }
            };
            let session = match is_checked {
                true => session::run(&loaded, &mut guard.watch(&loaded.task.options)),
                false => Session::not_run(&loaded),
            };
            let mut report = session.report().clone();
            let is_right = outcome(&report) != Outcome::WrongInput;
            if is_right {
                report.properties.extend(unsupported.iter().map(|property| property.report()));
            }
            let leaves_memory = report.diagnostics.iter().any(|found| found.code == MEMORY_UNCHECKED);
            let memory = (is_right && is_open && leaves_memory).then(|| {
                let memory = memory_task(&loaded);
                let session = session::run(&memory, &mut guard.watch(&memory.task.options));
                (memory, session)
            });
            if memory.is_some() {
                report.diagnostics.retain(|diagnostic| diagnostic.code != MEMORY_UNCHECKED);
            }
            let mut told = self.prepared(report, &session);
            let mut more = memory.as_ref().map(|(_, session)| {
                let mut report = session.report().clone();
                // What was found in the program is said once.
                report.diagnostics.retain(|diagnostic| !told.0.diagnostics.contains(diagnostic));
                self.prepared(report, session)
            });
            // There is an answer.
            drop(guard);
            worst = worst.max(self.tell(&task.name, &loaded, &session, &told));
            if let Some(path) = &self.witness
                && !write_witness(&loaded, &session, path)
            {
                worst = Outcome::WrongInput;
            }
            if let (Some((memory, session)), Some(more)) = (&memory, &mut more) {
                worst = worst.max(self.tell(&task.name, memory, session, more));
                told.0.properties.append(&mut more.0.properties);
                told.0.diagnostics.append(&mut more.0.diagnostics);
            }
            if self.format == TextFormat::Json {
                reports.push(told.0);
            }
        }
        if self.format == TextFormat::Json {
            print_json(&reports, self.tasks.len());
        }
        worst
    }

    /// A report as it is printed, and what is wrong with the task.
    fn prepared(&self, mut report: Report, session: &Session) -> (Report, String) {
        if self.no_times {
            remove_times(&mut report);
        }
        let said = report.diagnostics.iter().map(|diagnostic| excerpt(diagnostic, session.sources())).collect();
        (report, said)
    }

    /// Says what a task has come to, and writes what stands behind it.
    fn tell(&self, task: &str, loaded: &Loaded, session: &Session, (report, said): &(Report, String)) -> Outcome {
        complain(said);
        if self.format == TextFormat::Text {
            let explainer = Explainer { session, is_whole: self.explain };
            print(&text(report, &loaded.task, &loaded.task.expected, &explainer));
        }
        match &self.evidence {
            Some(directory) => {
                let directory = if self.tasks.len() == 1 { directory.clone() } else { directory.join(folder(task)) };
                if evidence::write_files(session, &directory) { outcome(report) } else { Outcome::WrongInput }
            }
            None => outcome(report),
        }
    }

    /// Says why no task is checked.
    fn refuse(&self, why: &Message) -> Outcome {
        complain(&format!("hrglass: {why}\n"));
        if self.format == TextFormat::Json {
            let refused =
                |task: &GivenTask| files::not_loaded(&task.name, Diagnostic::error(PROPERTY, None, why.clone()));
            let reports: Vec<Report> =
                self.tasks.iter().map(|task| Session::not_run(&refused(task)).report().clone()).collect();
            print_json(&reports, self.tasks.len());
        }
        Outcome::WrongInput
    }

    /// Makes the checks that were named the properties of all tasks, and the function in which their runs start that of property files.
    fn ask_checks(&mut self, properties: &[AskedProperty]) -> Result<(), Message> {
        let mut all = AskedChecks::default();
        for property in properties {
            if let AskedProperty::Checks(checks) = property {
                all.add(checks.clone())?;
            }
        }
        if let (Some(asked), Some(entry)) = (&all.entry, &self.options.program.entry)
            && asked != entry.trim().trim_end_matches("()")
        {
            return Err(msg!("the property file is about runs that start in `{asked}`, not in `{entry}`"));
        }
        self.options.program.entry = self.options.program.entry.take().or(all.entry);
        (self.options.checks, self.options.call) = (all.checks, all.call);
        Ok(())
    }

    /// A task with the formulas and sentences that were given as its properties, and whether it is a program of which nothing is asked and
    /// for which no analysis is chosen; or why it cannot be checked.
    fn load(&self, task: &GivenTask, properties: &[AskedProperty]) -> Result<(Loaded, bool), Diagnostic> {
        let unreadable = |why| Diagnostic::error("task/unreadable", None, why);
        let (mut loaded, is_program) = task.load(&self.options).map_err(unreadable)?;
        let asked: Result<Vec<String>, Message> = properties.iter().filter_map(|p| p.formula(&loaded.task)).collect();
        let formulas = asked.map_err(|why| Diagnostic::error(PROPERTY, None, why))?;
        if !formulas.is_empty() {
            loaded.check_formulas(&formulas, !self.options.checks.is_empty());
            loaded.task.expected.clear();
        }
        let is_chosen = self.options.program.analysis.is_some() || self.options.strategy.is_some();
        Ok((loaded, is_program && properties.is_empty() && !is_chosen))
    }
}

/// Prints the reports of so many tasks.
fn print_json(reports: &[Report], tasks: usize) {
    // Plain data with string keys: serialisation cannot fail.
    let text = match reports {
        [report] if tasks == 1 => serde_json::to_string_pretty(report),
        _ => serde_json::to_string_pretty(reports),
    };
    print(&format!("{}\n", text.unwrap_or_default()));
}

/// The name of a task's directory.
fn folder(task: &str) -> String {
    let words = task.trim_end_matches(".json").split(|c: char| !c.is_alphanumeric() && c != '_');
    words.filter(|word| !word.is_empty()).collect::<Vec<_>>().join("-")
}

/// How a command with this report ends.
pub(super) fn outcome(report: &Report) -> Outcome {
    if report.diagnostics.iter().any(|d| d.severity == Severity::Error) {
        return Outcome::WrongInput;
    }
    let judgements = report.properties.iter().map(|p| &p.judgement);
    let ends = judgements.map(|j| match j.verdict {
        Verdict::Satisfied => Outcome::Satisfied,
        Verdict::Suspected | Verdict::Unknown => Outcome::Undecided,
        Verdict::Violated => Outcome::Violated,
    });
    // If nothing is checked, nothing is satisfied.
    ends.max().unwrap_or(Outcome::Undecided)
}

pub(super) fn remove_times(report: &mut Report) {
    if let Some(exploration) = &mut report.exploration {
        exploration.read_ms = None;
        exploration.generate_ms = None;
    }
    for property in &mut report.properties {
        property.statistics.generate_ms = None;
        property.statistics.check_ms = None;
        property.statistics.confirm_ms = None;
    }
}
