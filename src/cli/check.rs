//! `hrglass check`.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::PathBuf;

use indexmap::IndexSet;

use super::message::excerpt;
use super::property::{AskedChecks, AskedProperty, UnsupportedProperty, asked};
use super::style::{BOLD, DIM, of_verdict, verdict_words};
use super::trace::trace;
use super::{Outcome, TaskOptions, TextFormat, complain, evidence, files, print};
use base::{Idx, Message, Severity, msg};
use report::assumption::Assumption;
use report::claim::PropertyKind;
use report::explanation::Explanation;
use report::remedy::Remedy;
use report::setting::TriedSetting;
use report::{
    BlockSearchStatistics, BlockSizes, Descent, DescentKind, ExplorationStatistics, HeapStatistics, Invariant,
    InvariantKind, Judgement, PropertyReport, PropertyStatistics, Report, Verdict,
};
use session::Session;
use task::{Expectation, Expected, Loaded, Task};

use super::watch::Watch;
use super::witness::{remove_witness, write_witness};

#[derive(clap::Args)]
pub(super) struct Check {
    /// Task documents (.json), settings files (.attestor), programs (.c, .i, .java, .bp), names of built-in examples, links, or `-`
    /// for standard input
    #[arg(required = true, value_name = "TASK")]
    tasks: Vec<String>,
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
}

impl Check {
    pub(crate) fn run(mut self) -> Outcome {
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
            complain(&format!("hrglass: {}\n", msg!("there is one file for a witness, but several tasks")));
            return Outcome::WrongInput;
        }
        if !self.witness.as_deref().is_none_or(remove_witness) {
            return Outcome::WrongInput;
        }
        let mut worst = Outcome::Satisfied;
        let mut reports = Vec::new();
        for task in &self.tasks {
            let (mut loaded, memory) = match files::try_load_with_memory(task, &self.options) {
                Ok(loaded) => loaded,
                Err(why) => {
                    complain(&format!("hrglass: {why}\n"));
                    worst = Outcome::WrongInput;
                    reports.push(Session::not_run(&files::not_loaded(task, "task/unreadable", why)).report().clone());
                    continue;
                }
            };
            if !self.ask(&properties, &mut loaded) {
                worst = Outcome::WrongInput;
                continue;
            }
            let session = match is_checked {
                true => session::run(&loaded, &mut Watch::new(&loaded.task.options)),
                false => Session::not_run(&loaded),
            };
            let mut report = session.report().clone();
            if outcome(&report) != Outcome::WrongInput {
                report.properties.extend(unsupported.iter().map(|property| property.report()));
            }
            if let Some(path) = &self.witness
                && !write_witness(&loaded, &session, path)
            {
                worst = Outcome::WrongInput;
            }
            let is_complete = self.property.is_empty() && outcome(&report) != Outcome::WrongInput;
            let mut told = self.tell(task, &loaded, &session, report);
            if let Some(memory) = memory.filter(|_| is_complete) {
                let session = session::run(&memory, &mut Watch::new(&memory.task.options));
                let mut report = session.report().clone();
                // What was found in the program has been said.
                report.diagnostics.retain(|diagnostic| !told.0.diagnostics.contains(diagnostic));
                let (report, outcome) = self.tell(task, &memory, &session, report);
                told.0.properties.extend(report.properties);
                told.0.diagnostics.extend(report.diagnostics);
                told.1 = told.1.max(outcome);
            }
            worst = worst.max(told.1);
            reports.push(told.0);
        }
        if self.format == TextFormat::Json {
            self.print_json(&reports);
        }
        worst
    }

    /// Says what a task has come to, and writes what stands behind it.
    fn tell(&self, task: &str, loaded: &Loaded, session: &Session, mut report: Report) -> (Report, Outcome) {
        if self.no_times {
            remove_times(&mut report);
        }
        let mut outcome = outcome(&report);
        for diagnostic in &report.diagnostics {
            complain(&excerpt(diagnostic, session.sources()));
        }
        if let Some(directory) = &self.evidence {
            let directory = if self.tasks.len() == 1 { directory.clone() } else { directory.join(folder(task)) };
            if !evidence::write_files(session, &directory) {
                outcome = Outcome::WrongInput;
            }
        }
        if self.format == TextFormat::Text {
            let explainer = Explainer { session, is_whole: self.explain };
            print(&text(&report, &loaded.task, &loaded.task.expected, &explainer));
        }
        (report, outcome)
    }

    fn print_json(&self, reports: &[Report]) {
        // Plain data with string keys: serialisation cannot fail.
        let text = match reports {
            [report] if self.tasks.len() == 1 => serde_json::to_string_pretty(report),
            _ => serde_json::to_string_pretty(reports),
        };
        print(&format!("{}\n", text.unwrap_or_default()));
    }

    /// Says why no task is checked.
    fn refuse(&self, why: &Message) -> Outcome {
        complain(&format!("hrglass: {why}\n"));
        if self.format == TextFormat::Json {
            let refused = |task: &String| files::not_loaded(task, "task/property", why.clone());
            let reports: Vec<Report> =
                self.tasks.iter().map(|task| Session::not_run(&refused(task)).report().clone()).collect();
            self.print_json(&reports);
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

    /// Makes the formulas and sentences that were given the properties of a task. Returns whether they fit it.
    fn ask(&self, properties: &[AskedProperty], loaded: &mut Loaded) -> bool {
        let asked: Result<Vec<String>, Message> = properties.iter().filter_map(|p| p.formula(&loaded.task)).collect();
        match asked {
            Ok(formulas) if formulas.is_empty() => {}
            Ok(formulas) => {
                loaded.check_formulas(&formulas, !self.options.checks.is_empty());
                loaded.task.expected.clear();
            }
            Err(why) => {
                complain(&format!("hrglass: {why}\n"));
                return false;
            }
        }
        true
    }
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

type Expectations = BTreeMap<String, Expected>;

/// What explains verdicts.
struct Explainer<'a> {
    session: &'a Session,
    /// Whether satisfied and unknown properties are explained.
    is_whole: bool,
}

impl Explainer<'_> {
    /// Why a result of a report is what it is.
    fn explanation(&self, report: &Report, property: &PropertyReport) -> Option<Explanation> {
        let position = report.properties.iter().position(|other| std::ptr::eq(other, property))?;
        self.session.explanation(u32::at(position))
    }
}

/// The report as text.
fn text(report: &Report, task: &Task, expected: &Expectations, explainer: &Explainer<'_>) -> String {
    let mut out = String::new();
    if report.exploration.is_none() && report.properties.is_empty() {
        return out;
    }
    let title = title(task);
    let _ = writeln!(out, "{BOLD}{title}{BOLD:#} {DIM}{}{DIM:#}", task.program.entry);
    let names = report.properties.iter().map(|p| name(p).chars().count());
    let width = names.max().unwrap_or(0).max(MIN_WIDTH);
    let groups = || report.properties.chunk_by(|a, b| (&a.id, a.claim.kind) == (&b.id, b.claim.kind));
    let mut said: IndexSet<Message> = IndexSet::new();
    // Where parts follow, they say what is wrong.
    let has_parts = |property: &PropertyReport| {
        property.claim.kind == PropertyKind::MemorySafety && report.properties.iter().any(|p| p.claim.kind.is_part())
    };
    for strategies in groups() {
        match strategies {
            [one] if has_parts(one) => {
                headline(&mut out, width, one, expected.get(&one.id).and_then(|e| e.with(&one.strategy)))
            }
            [one] => line(&mut out, width, one, expected.get(&one.id).and_then(|e| e.with(&one.strategy))),
            several => comparison(&mut out, width, several, expected),
        }
        let is_explained =
            |property: &&PropertyReport| explainer.is_whole && property.judgement.verdict != Verdict::Violated;
        let explained = strategies.iter().filter(is_explained);
        for explanation in explained.filter_map(|property| explainer.explanation(report, property)) {
            // Proofs of several properties mostly consist of the same.
            if said.insert(explanation.words.clone()) {
                let _ = writeln!(out, "  {:width$}  {}", "", explanation.words);
            }
        }
    }
    if report.properties.is_empty() {
        let _ = writeln!(out, "  {}", msg!("nothing is checked"));
    }
    if !report.tried.is_empty() {
        let tried = report.tried.iter().map(TriedSetting::words).reduce(|before, next| msg!("{before}, then {next}"));
        let _ = writeln!(out, "  {DIM}{}{DIM:#}", msg!("tried: {}", tried.unwrap_or_default()));
    }
    if let Some(exploration) = &report.exploration {
        figures(&mut out, exploration, &report.properties);
    }
    for strategies in groups() {
        // One run is enough; the last strategy checks states inside calls and is more informative than top level.
        let failing = strategies.iter().rfind(|p| p.judgement.run.is_some());
        if let Some(violated) = failing.filter(|whole| !has_parts(whole)) {
            let name = match strategies.len() {
                1 => name(violated),
                _ => Message::verbatim(format!("{} ({})", name(violated), violated.strategy)),
            };
            failure(&mut out, &name, report, violated, explainer);
        }
    }
    out.push('\n');
    out
}

/// What a task is called.
pub(super) fn title(task: &Task) -> Message {
    match task.spoken_title() {
        "" => msg!("Task"),
        title => Message::verbatim(title),
    }
}

/// Names are padded to this, so that tasks look alike.
const MIN_WIDTH: usize = "memory safety".len();

/// What a property is called.
pub(super) fn name(property: &PropertyReport) -> Message {
    match property.claim.kind {
        PropertyKind::MemorySafety => msg!("memory safety"),
        _ => Message::verbatim(&property.id),
    }
}

/// The name of a property, padded, with its verdict.
fn line(out: &mut String, width: usize, property: &PropertyReport, expected: Option<Expectation>) {
    headline(out, width, property, expected);
    for explanation in spoken(property).into_iter().chain(explanations(&property.judgement)) {
        let _ = writeln!(out, "  {:width$}  {DIM}{explanation}{DIM:#}", "");
    }
}

/// The same without reasons.
fn headline(out: &mut String, width: usize, property: &PropertyReport, expected: Option<Expectation>) {
    let (name, judgement, detail) = (name(property), &property.judgement, property.claim.text());
    let (style, verdict) = (of_verdict(judgement.verdict), verdict_words(judgement.verdict));
    let surprise = surprise(expected, judgement.verdict);
    let assumptions = assumptions(judgement);
    let _ = writeln!(out, "  {name:<width$}  {style}{verdict:<9}{style:#}{assumptions}  {detail}{surprise}");
}

/// What a formula says, in words.
fn spoken(property: &PropertyReport) -> Option<Message> {
    property.claim.formula.is_some().then(|| property.claim.words.clone())
}

/// Why the verdict is what it is, and what may help; a line each.
fn explanations(judgement: &Judgement) -> Vec<Message> {
    let remedies: Vec<Message> = judgement.remedies.iter().map(Remedy::words).collect();
    let help = (!remedies.is_empty()).then(|| msg!("what may help: {}", Message::joined(&remedies, "; ")));
    let reasons = judgement.reason.iter().cloned().chain(evidence::doubt(judgement.evidence.as_ref()));
    let assumed = Assumption::in_words(&judgement.assumptions).filter(|_| !judgement.is_decided());
    let reasons = reasons.chain(assumed);
    let known = judgement.invariants.iter().filter_map(invariant).chain(descents(&judgement.descents));
    reasons.chain(known).chain(help).collect()
}

/// What gets smaller: of one loop first what decides, then what gets smaller as long as that stays as it is.
fn descents(descents: &[Descent]) -> impl Iterator<Item = Message> + '_ {
    let place = |d: &Descent| (d.kind, d.method.clone(), d.line, d.column);
    descents.iter().enumerate().map(move |(at, descent)| match at.checked_sub(1).map(|before| &descents[before]) {
        Some(before) if place(before) == place(descent) => match &descent.number {
            Some(number) => {
                msg!("  or, as long as that stays as it is, they count down {}", Message::verbatim(number))
            }
            None => {
                msg!("  or, as long as that stays as it is, there are fewer objects in {}", together(&descent.parts))
            }
        },
        _ => first_descent(descent),
    })
}

/// `a and b`.
fn together(parts: &[String]) -> Message {
    parts.iter().map(Message::verbatim).reduce(|some, next| msg!("{some} and {next}")).unwrap_or_default()
}

fn first_descent(descent: &Descent) -> Message {
    let Descent { kind, method, file, line, parts, number, .. } = descent;
    let parts = together(parts);
    let [method, file] = [method, file].map(Message::verbatim);
    match (kind, number.as_ref().map(Message::verbatim)) {
        (DescentKind::Loop, None) => {
            msg!("loop in {file}:{line} ({method}): rounds leave fewer and fewer objects in {parts}")
        }
        (DescentKind::Loop, Some(number)) => {
            msg!("loop in {file}:{line} ({method}): rounds count down {number}")
        }
        (DescentKind::Calls, None) => {
            msg!("calls of {method} in {file}:{line}: inner ones have fewer and fewer objects in {parts}")
        }
        (DescentKind::Calls, Some(number)) => {
            msg!("calls of {method} in {file}:{line}: inner ones count down {number}")
        }
    }
}

/// What holds at a place; `None` if nothing needs to be said.
fn invariant(known: &Invariant) -> Option<Message> {
    let Invariant { kind, method, file, line, stack, entered, conditions, hidden, .. } = known;
    let more = (*hidden > 0).then(|| msg!("{hidden} conditions about variables of other functions"));
    let all: Vec<Message> = conjunction(conditions).map(Message::verbatim).into_iter().chain(more).collect();
    let all = Message::joined(&all, " && ");
    let [method, file] = [method, file].map(Message::verbatim);
    let from = stack.last().map_or_else(Message::default, |caller| msg!(", called from {}", Message::verbatim(caller)));
    let with = conjunction(entered);
    let with = with.map_or_else(Message::default, |all| msg!(", entered with {}", Message::verbatim(all)));
    // What follows is set off on both sides.
    let after =
        if with.is_empty() { Message::default() } else { Message::joined([&with, &Message::verbatim(",")], "") };
    match kind {
        InvariantKind::NoReturn => Some(msg!("{method} in {file}:{line}{after} does not return")),
        _ if all.is_empty() => None,
        InvariantKind::Loop => Some(msg!("loop in {file}:{line} ({method}{from}{with}): {all}")),
        InvariantKind::Return => Some(msg!("{method} in {file}:{line}{after} returns with {all}")),
    }
}

/// Conditions that all hold, as one.
fn conjunction(conditions: &[String]) -> Option<String> {
    let is_alone = conditions.len() == 1;
    let grouped = conditions.iter().map(|condition| match condition.contains("||") || condition.contains('?') {
        true if !is_alone => format!("({condition})"),
        _ => condition.clone(),
    });
    (!conditions.is_empty()).then(|| grouped.collect::<Vec<_>>().join(" && "))
}

/// A property with a line of figures for each strategy.
fn comparison(out: &mut String, width: usize, strategies: &[PropertyReport], expected: &Expectations) {
    let Some(first) = strategies.first() else { return };
    let milliseconds = |p: &PropertyReport| Some(p.statistics.generate_ms? + p.statistics.check_ms?);
    let head = if milliseconds(first).is_some() { "        ms" } else { "" };
    let _ = writeln!(out, "  {:<width$}  {}", first.id, first.claim.text());
    if let Some(words) = spoken(first) {
        let _ = writeln!(out, "    {DIM}{words}{DIM:#}");
    }
    let of_blocks = first.statistics.blocks.is_some();
    let columns = match of_blocks {
        true => [msg!("bound"), msg!("queries"), msg!("refinements")],
        false => [msg!("states main"), msg!("total"), msg!("assertions")],
    };
    let [bound, queries, refinements] = columns;
    let columns = format!("{bound:>11}{queries:>12}{refinements:>12}");
    let wide = if of_blocks { "k-induction".len() } else { "on-the-fly".len() };
    let (strategy, verdict) = (msg!("strategy"), msg!("verdict"));
    let _ = writeln!(out, "    {DIM}{strategy:<wide$}  {verdict:<9}  {columns}{head}{DIM:#}");
    for property in strategies {
        let (verdict, statistics) = (property.judgement.verdict, &property.statistics);
        let style = of_verdict(verdict);
        let ms = milliseconds(property).map_or(String::new(), |ms| format!("{ms:>10.1}"));
        let _ = writeln!(
            out,
            "    {:<wide$}  {style}{:<9}{style:#}  {}{ms}{}{}",
            property.strategy,
            verdict_words(verdict),
            columns_of(statistics, of_blocks),
            assumptions(&property.judgement),
            surprise(expected.get(&property.id).and_then(|e| e.with(&property.strategy)), verdict)
        );
    }
    // Strategies usually have the same reason.
    let reasons: IndexSet<Message> = strategies.iter().flat_map(|p| explanations(&p.judgement)).collect();
    for reason in reasons {
        let _ = writeln!(out, "    {DIM}{reason}{DIM:#}");
    }
}

/// What was counted, in columns.
fn columns_of(statistics: &PropertyStatistics, of_blocks: bool) -> String {
    let columns = if of_blocks {
        let of = |count: fn(&BlockSearchStatistics) -> u32| figure(statistics.blocks.as_ref().map(count));
        [of(|b| b.bound), of(|b| b.queries), of(|b| b.refinements)]
    } else {
        [
            figure(statistics.states_main),
            format!("{}{}", if statistics.saturated { ">" } else { "" }, statistics.states_total),
            figure(statistics.proof.map(|p| p.assertions).or(statistics.product.map(|p| p.states))),
        ]
    };
    let [first, second, third] = columns;
    format!("{first:>11}{second:>12}{third:>12}")
}

/// A figure, if it was counted.
fn figure(count: Option<u32>) -> String {
    count.map_or_else(|| "–".to_owned(), |count| count.to_string())
}

fn figures(out: &mut String, exploration: &ExplorationStatistics, properties: &[PropertyReport]) {
    let (main, total) = (exploration.states_main, exploration.states_total);
    let mut said = match exploration.blocks {
        None if exploration.partial => msg!("{main} states in the entry method, more than {total} in total"),
        None => msg!("{main} states in the entry method, {total} in total"),
        Some(BlockSizes { locations, edges, heads, blocks }) => {
            msg!("{locations} locations with {edges} edges, as {blocks} blocks between {heads} of them")
        }
    };
    if let Some(HeapStatistics { different, peak_vertices }) = exploration.heaps {
        said = msg!("{said}, {different} heaps, largest with {peak_vertices} vertices");
    }
    let shown = |ms: f64| Message::verbatim(format!("{ms:.1}"));
    if let Some(ms) = exploration.generate_ms {
        said = match exploration.blocks {
            Some(_) => msg!("{said}; built in {} ms", shown(ms)),
            None => msg!("{said}; explored in {} ms", shown(ms)),
        };
        if !properties.is_empty() && properties.windows(2).all(|w| w[0].strategy == w[1].strategy) {
            // An empty sum would be -0.
            let checks = properties.iter().filter_map(|p| p.statistics.check_ms).fold(0.0, |sum, ms| sum + ms);
            said = msg!("{said}, checked in {} ms", shown(checks));
        }
        let confirming = properties.iter().filter_map(|p| p.statistics.confirm_ms);
        let confirmed = confirming.fold(0.0, |sum, ms| sum + ms);
        if confirmed >= 0.05 {
            said = msg!("{said}, violations confirmed in {} ms", shown(confirmed));
        }
    }
    let _ = writeln!(out, "  {DIM}{said}{DIM:#}");
}

fn failure(out: &mut String, name: &Message, report: &Report, property: &PropertyReport, explainer: &Explainer<'_>) {
    let judgement = &property.judgement;
    let Some(run) = judgement.shown_run() else { return };
    let headline = evidence::headline(name, judgement.evidence.as_ref());
    let _ = writeln!(out, "\n{BOLD}{headline}{BOLD:#}\n{}", trace(&run, explainer.session.sources()).trim_end());
    if let Some(failure) = explainer.explanation(report, property).and_then(|explained| explained.failure) {
        let style = of_verdict(Verdict::Violated);
        let _ = writeln!(out, "  {style}{}{style:#}", failure.words);
    }
}

/// What a proof takes for granted, after a space.
fn assumptions(judgement: &Judgement) -> String {
    let words = Assumption::in_words(&judgement.assumptions).filter(|_| judgement.verdict == Verdict::Satisfied);
    words.map_or(String::new(), |words| format!(" {words}"))
}

/// The expected verdict, if it differs.
fn surprise(expected: Option<Expectation>, verdict: Verdict) -> String {
    match expected {
        Some(expected) if of_expectation(expected) != verdict => {
            format!("  ({})", msg!("expected: {}", verdict_words(of_expectation(expected))))
        }
        _ => String::new(),
    }
}

fn of_expectation(expected: Expectation) -> Verdict {
    match expected {
        Expectation::Satisfied => Verdict::Satisfied,
        Expectation::Violated => Verdict::Violated,
        Expectation::Suspected => Verdict::Suspected,
        Expectation::Unknown => Verdict::Unknown,
    }
}
