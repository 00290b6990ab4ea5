//! `hrglass fuzz`.

use std::collections::BTreeSet;
use std::io::{IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use clap::builder::PossibleValuesParser;

use super::given::load_only;
use super::message::excerpts;
use super::{Outcome, TaskOptions, complain, files, print};
use base::has_errors;
use campaign::{CampaignEffort, CampaignStatistics, Failure, grammar_names, try_random, try_task, with_strategies};

#[derive(clap::Args)]
pub(super) struct Fuzz {
    /// Tasks to try instead of random ones: documents (.json), settings files (.attestor), names of built-in examples, links
    #[arg(value_name = "TASK")]
    tasks: Vec<String>,
    /// Seed of the random programs
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// The number of the first random program
    #[arg(long, value_name = "N", default_value_t = 0)]
    first: u64,
    /// Number of random programs
    #[arg(long, value_name = "N", default_value_t = 1000)]
    programs: u64,
    /// Stop after this number of seconds
    #[arg(long, value_name = "S")]
    seconds: Option<u64>,
    /// Maximum number of steps of a concrete run
    #[arg(long, value_name = "N", default_value_t = 200)]
    steps: usize,
    /// Number of inputs drawn from each initial heap
    #[arg(long, value_name = "N", default_value_t = 4)]
    inputs: usize,
    /// Number of runs on each input
    #[arg(long, value_name = "N", default_value_t = 2)]
    runs: usize,
    /// Grammars for the random programs [default: all]
    #[arg(long, value_name = "NAME", value_parser = PossibleValuesParser::new(grammar_names()))]
    grammar: Vec<String>,
    /// Directory for failing tasks
    #[arg(long, value_name = "DIR", default_value = ".")]
    out: PathBuf,
    /// Stop at this number of failures
    #[arg(long, value_name = "N", default_value_t = 20)]
    failures: usize,
}

/// The interval of the progress line.
const INTERVAL: Duration = Duration::from_millis(500);

impl Fuzz {
    pub(crate) fn run(self) -> Outcome {
        let start = Instant::now();
        let effort = CampaignEffort { inputs: self.inputs, runs: self.runs, steps: self.steps };
        let mut statistics = CampaignStatistics::default();
        let mut written = BTreeSet::new();
        let mut outcome = Outcome::Satisfied;
        if self.tasks.is_empty() {
            let grammars: Vec<&str> = self.grammar.iter().map(String::as_str).collect();
            let mut next_line = start;
            for number in self.first..self.first.saturating_add(self.programs) {
                if self.seconds.is_some_and(|s| start.elapsed().as_secs() >= s) || written.len() >= self.failures {
                    break;
                }
                if std::io::stderr().is_terminal() && Instant::now() >= next_line {
                    next_line = Instant::now() + INTERVAL;
                    let CampaignStatistics { runs, steps, .. } = statistics;
                    let failures = written.len();
                    let line = format!("\r\x1b[Kprogram {number}: {runs} runs, {steps} steps, {failures} failures");
                    let _ = std::io::stderr().write_all(line.as_bytes());
                }
                if let Some(failure) = try_random(self.seed, number, &grammars, effort, &mut statistics) {
                    self.write(&failure, &format!("failure-{}-{number}.json", self.seed), &mut written);
                }
            }
            if std::io::stderr().is_terminal() {
                complain("\r\x1b[K");
            }
        }
        for task in &self.tasks {
            let Some(loaded) = load_only(std::slice::from_ref(task), &TaskOptions::default()) else {
                outcome = Outcome::WrongInput;
                continue;
            };
            complain(&excerpts(&loaded.diagnostics, &loaded.sources));
            if has_errors(&loaded.diagnostics) {
                outcome = Outcome::WrongInput;
                continue;
            }
            let given: serde_json::Value = serde_json::from_str(&loaded.task.to_json()).unwrap_or_default();
            let name = Path::new(task).file_stem().unwrap_or_default().to_string_lossy();
            let tries = std::iter::once(given.clone()).chain(with_strategies(&given));
            if let Some(failure) = tries.into_iter().find_map(|task| try_task(&task, effort, &mut statistics)) {
                self.write(&failure, &format!("failure-{name}.json"), &mut written);
            }
        }
        print(&statistics.to_string());
        for path in &written {
            print(&format!("{}\n", path.display()));
        }
        if written.is_empty() { outcome } else { outcome.max(Outcome::Violated) }
    }

    fn write(&self, failure: &Failure, name: &str, written: &mut BTreeSet<PathBuf>) {
        let path = self.out.join(name);
        complain(&format!("{}: {:?}: {}\n", path.display(), failure.finding.kind, failure.finding.message));
        let text = serde_json::to_string_pretty(&failure.task).unwrap_or_default();
        if let Err(why) = std::fs::create_dir_all(&self.out).and_then(|()| std::fs::write(&path, text + "\n")) {
            complain(&format!("hrglass: {}\n", files::unwritable(path.display(), &files::trouble(&why))));
        }
        written.insert(path);
    }
}
