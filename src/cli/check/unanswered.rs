//! What is said of a task whose budget was used up before there was an answer.

use super::text::{Explainer, text};
use super::{AskedProperty, Check, print_json};
use crate::files::not_loaded;
use crate::message::excerpt;
use crate::{Outcome, TextFormat, complain, print};
use base::{Diagnostic, Stop, msg};
use report::{Judgement, PropertyReport, Report};
use session::Session;

/// A task without an answer, and the others of the same command.
pub(super) struct Unanswered {
    /// It, and those behind it.
    tasks: Vec<String>,
    /// How many tasks there are.
    all: usize,
    /// What is asked of all tasks.
    properties: Vec<PropertyReport>,
    format: TextFormat,
    /// Those of the tasks before, which are not printed yet.
    reports: Vec<Report>,
}

impl Unanswered {
    pub(super) fn new(check: &Check, position: usize, properties: &[AskedProperty], reports: &[Report]) -> Self {
        Self {
            tasks: check.tasks[position..].iter().map(|task| task.name.clone()).collect(),
            all: check.tasks.len(),
            properties: properties.iter().flat_map(AskedProperty::reports).collect(),
            format: check.format,
            reports: reports.to_owned(),
        }
    }

    /// Prints that a budget is used up, and all that there is to print.
    pub(super) fn answer(&self, stop: &Stop) -> Outcome {
        let mut reports = self.reports.clone();
        for (position, task) in self.tasks.iter().enumerate() {
            let judgement = match position {
                0 => Judgement::unknown(stop, None),
                _ => Judgement::unknown_because(msg!("it was not looked at: {stop} by `{}`", self.tasks[0])),
            };
            let why = judgement.reason.clone().unwrap_or_default();
            // Nothing is wrong with the task.
            let loaded = not_loaded(task, Diagnostic::warning("task/budget", None, why));
            let session = Session::not_run(&loaded);
            let mut report = session.report().clone();
            let open = |property: &PropertyReport| PropertyReport { judgement: judgement.clone(), ..property.clone() };
            report.properties = self.properties.iter().map(open).collect();
            report.diagnostics.iter().for_each(|why| complain(&excerpt(why, session.sources())));
            match self.format {
                TextFormat::Text => {
                    let explainer = Explainer { session: &session, is_whole: false };
                    print(&text(&report, &loaded.task, &loaded.task.expected, &explainer));
                }
                TextFormat::Json => reports.push(report),
            }
        }
        if self.format == TextFormat::Json {
            print_json(&reports, self.all);
        }
        Outcome::Undecided
    }
}
