//! `hrglass compare`.

use std::collections::BTreeSet;
use std::fmt::Write;

use indexmap::{IndexMap, IndexSet};
use serde::Serialize;

use super::evidence::written;
use super::guard::Guard;
use super::message::excerpt;
use super::style::{BOLD, DIM, of_verdict, verdict_words};
use super::{Outcome, TaskOptions, TextFormat, check, complain, given, print};
use base::{Idx, Message, Severity, Text, counted, msg, text};
use report::heap::HeapView;
use report::space::LoopHeadView;
use report::{AnalysisName, PropertyReport, Report};
use session::{Session, run};
use task::{Analysis, Loaded, OtherTask, Strategy, load_document};

/// So many heaps are printed of a loop, …
const SAMPLES: usize = 4;

/// … the smallest of this number of sets.
const SETS: usize = 20;

#[derive(clap::Args)]
pub(super) struct Compare {
    /// A task document (.json), settings file (.attestor), program (.c, .i, files in Java), name of a built-in example, link, or `-`
    #[arg(required = true, value_name = "TASK")]
    tasks: Vec<String>,
    #[command(flatten)]
    options: TaskOptions,
    /// How the comparison is printed
    #[arg(long, value_enum, default_value = "text")]
    format: TextFormat,
    /// Leave out all times, so that equal results give identical output
    #[arg(long)]
    no_times: bool,
}

/// A program with both analyses.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub(super) struct Comparison {
    /// With graph grammars, then with forest automata.
    reports: [Report; 2],
    /// The properties that only the analysis of the task checks.
    not_checked: Vec<String>,
    /// Whether forest automata have learned the grammar.
    learned_grammar: bool,
    loops: Vec<ComparedLoop>,
}

/// The head of a loop.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
struct ComparedLoop {
    procedure: String,
    file: String,
    line: u32,
    heap: Description,
    forest: Description,
}

/// How an analysis describes the heaps at the head of a loop.
#[derive(Serialize, Default)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
struct Description {
    /// How many abstract heaps or sets of heaps there are.
    sets: u32,
    /// The nonterminals or boxes that occur in them.
    edges: BTreeSet<String>,
    /// Some of the smallest heaps that they stand for, a line each.
    samples: Vec<String>,
}

impl Compare {
    pub(crate) fn run(self) -> Outcome {
        let guard = Guard::new(&self.options);
        let Some(mut loaded) = given::load_only(&self.tasks, &self.options) else { return Outcome::WrongInput };
        if loaded.task.options.strategy == Strategy::All {
            loaded.task.options.strategy = Strategy::default();
        }
        // What else is wrong with a task is said first.
        let is_wrong = loaded.diagnostics.iter().any(|found| found.severity == Severity::Error);
        if !is_wrong && loaded.task.for_other_analysis(None).is_none() {
            let analysis = loaded.task.analysis.programs();
            complain(&format!("hrglass: {}\n", msg!("there is no second analysis of {analysis} to compare with")));
            let help = msg!("programs in C and Java have two, with `--analysis heap` or `--analysis forest`");
            complain(&format!("  = {}\n", msg!("help: {help}")));
            return Outcome::WrongInput;
        }
        let (own, outcome) = watched(guard, &loaded, |_| true);
        if outcome == Outcome::WrongInput {
            return outcome;
        }
        let learned = own.learned().and_then(|learned| serde_json::from_str(&learned.grammar).ok());
        let Some(other) = loaded.task.for_other_analysis(learned) else { return Outcome::WrongInput };
        // Grammars that are not needed and the like are worth no warning.
        let guard = Guard::new(&self.options);
        let document = load_document(&other.task.to_json(), "task.json");
        let (session, second) = watched(guard, &document, |severity| severity == Severity::Error);
        if second == Outcome::WrongInput {
            let analysis = name(session.report().analysis);
            complain(&format!("hrglass: {}\n", msg!("{analysis} cannot check this task")));
            return second;
        }
        let mut sessions = if loaded.task.analysis == Analysis::Heap { [own, session] } else { [session, own] };
        let comparison = Comparison::new(&mut sessions, other, self.no_times);
        print(&match self.format {
            TextFormat::Text => comparison.text(&loaded),
            // Plain data with string keys: serialisation cannot fail.
            TextFormat::Json => serde_json::to_string_pretty(&comparison).unwrap_or_default() + "\n",
        });
        outcome.max(second)
    }
}

/// Runs a task within a budget, and reports diagnostics of some severities.
fn watched(guard: Guard, loaded: &Loaded, is_said: impl Fn(Severity) -> bool) -> (Session, Outcome) {
    let session = run(loaded, &mut guard.watch(&loaded.task.options));
    drop(guard);
    for diagnostic in session.report().diagnostics.iter().filter(|found| is_said(found.severity)) {
        complain(&excerpt(diagnostic, session.sources()));
    }
    let outcome = check::outcome(session.report());
    (session, outcome)
}

impl Comparison {
    fn new(sessions: &mut [Session; 2], other: OtherTask, no_times: bool) -> Self {
        let mut reports = sessions.each_ref().map(|session| session.report().clone());
        if no_times {
            reports.iter_mut().for_each(check::remove_times);
        }
        let mut loops: IndexMap<(String, u32, String, u32), [Description; 2]> = IndexMap::new();
        for (side, session) in sessions.iter_mut().enumerate() {
            for LoopHeadView { procedure, location, file, line, contents } in session.loop_heads().into_iter().flatten()
            {
                let found = loops.entry((file, line, procedure, location)).or_default();
                found[side] = Description::new(session, &contents);
            }
        }
        loops.sort_keys();
        let loops = loops.into_iter();
        let loops = loops.map(|((file, line, procedure, _), [heap, forest])| ComparedLoop {
            procedure,
            file,
            line,
            heap,
            forest,
        });
        Self { reports, not_checked: other.left_out, learned_grammar: other.is_learned, loops: loops.collect() }
    }

    fn text(&self, loaded: &Loaded) -> String {
        let title = check::title(&loaded.task);
        let mut out = format!("{BOLD}{title}{BOLD:#} {DIM}{}{DIM:#}\n", loaded.task.program.entry);
        let of = |side: usize| self.reports[side].properties.iter();
        let ids: IndexSet<Message> = of(0).chain(of(1)).map(check::name).collect();
        let counts = msg!("states");
        let width = ids.iter().chain([&counts]).map(|text| text.chars().count()).max().unwrap_or(0);
        let _ = writeln!(
            out,
            "  {:width$}  {DIM}{:<26}{}{DIM:#}",
            "",
            name(AnalysisName::Heap),
            name(AnalysisName::Forest)
        );
        for id in ids {
            let cells = [0, 1].map(|side| of(side).find(|property| check::name(property) == id));
            let _ = writeln!(out, "  {id:<width$}  {}{}", verdict(cells[0], 26), verdict(cells[1], 0));
        }
        let figures = |text: &dyn Fn(&Report) -> String| self.reports.each_ref().map(text);
        let [heap, forest] = figures(&|report| states(report));
        let _ = writeln!(out, "  {:<width$}  {heap:<26}{forest}", counts);
        let [heap, forest] = figures(&|report| milliseconds(report).map_or(String::new(), |ms| format!("{ms:.1}")));
        if !forest.is_empty() {
            let _ = writeln!(out, "  {:<width$}  {heap:<26}{forest}", "ms");
        }
        for report in &self.reports {
            let reasons: IndexSet<&Message> =
                report.properties.iter().filter_map(|property| property.judgement.reason.as_ref()).collect();
            for reason in reasons {
                let _ = writeln!(out, "  {DIM}{}: {reason}{DIM:#}", name(report.analysis));
            }
        }
        if self.learned_grammar {
            let learned = msg!("the grammar is the one that forest automata have learned");
            let _ = writeln!(out, "  {DIM}{learned}{DIM:#}");
        }
        for ComparedLoop { procedure, file, line, heap, forest } in &self.loops {
            let place = msg!("loop in {}", Message::verbatim(procedure));
            let _ = writeln!(out, "\n{BOLD}{place}{BOLD:#} {DIM}{file}:{line}{DIM:#}");
            heap.write(&mut out, AnalysisName::Heap, [text!("abstract heap"), text!("abstract heaps")]);
            forest.write(&mut out, AnalysisName::Forest, [text!("set of heaps"), text!("sets of heaps")]);
        }
        out + "\n"
    }
}

fn name(analysis: AnalysisName) -> Message {
    if analysis == AnalysisName::Heap { msg!("graph grammars") } else { msg!("forest automata") }
}

/// A verdict, padded.
fn verdict(property: Option<&PropertyReport>, width: usize) -> String {
    let Some(PropertyReport { judgement, .. }) = property else {
        return format!("{DIM}{:<width$}{DIM:#}", msg!("not checked"));
    };
    let verdict = verdict_words(judgement.verdict);
    let style = of_verdict(judgement.verdict);
    format!("{style}{verdict:<width$}{style:#}")
}

fn states(report: &Report) -> String {
    report.exploration.as_ref().map_or(String::new(), |found| match found.partial {
        true => msg!("more than {}", found.states_total).to_string(),
        false => found.states_total.to_string(),
    })
}

/// The time for all of it, if it was measured.
fn milliseconds(report: &Report) -> Option<f64> {
    let generated = report.exploration.as_ref()?.generate_ms?;
    let statistics = report.properties.iter().map(|property| &property.statistics);
    let checked = statistics.flat_map(|found| [found.check_ms, found.confirm_ms]).flatten();
    Some(checked.fold(generated, |sum, ms| sum + ms))
}

impl Description {
    fn new(session: &mut Session, contents: &[u32]) -> Self {
        let heaps = contents.iter().filter_map(|&content| session.heap(content));
        let edges = heaps.flat_map(|heap| heap.nonterminals).map(|edge| edge.label).collect();
        let numbers: Vec<u32> =
            contents.iter().take(SETS).flat_map(|&content| session.samples(content)).flatten().collect();
        let sampled = numbers.into_iter().filter_map(|number| session.heap(number)).map(ordered);
        let samples: BTreeSet<(usize, String)> =
            sampled.map(|heap| (heap.vertices.len() + heap.selectors.len(), written(&heap))).collect();
        let samples = samples.into_iter().map(|(_, text)| text).take(SAMPLES).collect();
        Self { sets: u32::at(contents.len()), edges, samples }
    }

    fn write(&self, out: &mut String, analysis: AnalysisName, [one, several]: [Text; 2]) {
        let edges: Vec<&str> = self.edges.iter().map(String::as_str).collect();
        let sets = counted(self.sets, one, several);
        let found = match edges.as_slice() {
            [] => msg!("{}: {sets}", name(analysis)),
            edges => msg!("{}: {sets}, with {}", name(analysis), Message::verbatim(edges.join(", "))),
        };
        let _ = writeln!(out, "  {found}");
        for sample in &self.samples {
            let sample = if sample.is_empty() { msg!("nothing") } else { Message::verbatim(sample) };
            let _ = writeln!(out, "    {DIM}{sample}{DIM:#}");
        }
    }
}

/// A heap with its vertices in the order in which variables lead to them, so that equal heaps are written in the same way.
fn ordered(heap: HeapView) -> HeapView {
    let mut named: Vec<(&String, u32)> = Vec::new();
    for (vertex, view) in (0..).zip(&heap.vertices) {
        named.extend(view.variables.iter().map(|variable| (variable, vertex)));
    }
    named.sort();
    let mut order: IndexSet<u32> = named.into_iter().map(|(_, vertex)| vertex).collect();
    let mut selectors = heap.selectors.clone();
    selectors.sort_by(|left, right| left.label.cmp(&right.label));
    let mut next = 0;
    while let Some(&source) = order.get_index(next) {
        next += 1;
        order.extend(selectors.iter().filter(|edge| edge.source == source).map(|edge| edge.target));
    }
    // What no variable leads to comes last.
    order.extend(0..u32::at(heap.vertices.len()));
    let number = |vertex: u32| order.get_index_of(&vertex).map_or(vertex, u32::at);
    for edge in &mut selectors {
        (edge.source, edge.target) = (number(edge.source), number(edge.target));
    }
    selectors.sort_by(|left, right| (left.source, &left.label).cmp(&(right.source, &right.label)));
    let vertices = order.iter().map(|&vertex| heap.vertices[vertex as usize].clone()).collect();
    HeapView { vertices, selectors, ..heap }
}
