//! Results for people.

use std::collections::BTreeMap;
use std::fmt::Write;

use indexmap::IndexSet;

use crate::evidence;
use crate::style::{BOLD, DIM, of_verdict, verdict_words};
use crate::trace::trace;
use base::{Idx, Message, msg};
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
use task::{Expectation, Expected, Task};

type Expectations = BTreeMap<String, Expected>;

/// What explains verdicts.
pub(super) struct Explainer<'a> {
    pub session: &'a Session,
    /// Whether satisfied and unknown properties are explained.
    pub is_whole: bool,
}

impl Explainer<'_> {
    /// Why a result of a report is what it is.
    fn explanation(&self, report: &Report, property: &PropertyReport) -> Option<Explanation> {
        let position = report.properties.iter().position(|other| std::ptr::eq(other, property))?;
        self.session.explanation(u32::at(position))
    }
}

/// The report as text.
pub(super) fn text(report: &Report, task: &Task, expected: &Expectations, explainer: &Explainer<'_>) -> String {
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
pub(crate) fn title(task: &Task) -> Message {
    match task.spoken_title() {
        "" => msg!("Task"),
        title => Message::verbatim(title),
    }
}

/// Names are padded to this, so that tasks look alike.
const MIN_WIDTH: usize = "memory safety".len();

/// What a property is called.
pub(crate) fn name(property: &PropertyReport) -> Message {
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
