//! Strategies side by side, in the form of Table A.1 and figures 6.1 to 6.3 of [HMC].

use std::fmt::Write;
use std::path::Path;

use indexmap::IndexSet;

use super::markdown::{UNEXPLAINED, milliseconds};
use super::measured::{Measured, Row};
use super::notes::{Kind, Notes};
use super::plot::{self, Bar, Panel, Plot, percent};
use super::reference::{ON_THE_FLY, RSM, TOP_LEVEL};

/// Prefixes of the last part of a task's name, with their topics.
const TOPICS: [(&str, &str); 6] = [
    ("memory", "Memory safety"),
    ("shape", "Shape"),
    ("reachability", "Reachability"),
    ("completeness", "Completeness"),
    ("neighborhood", "Neighbourhoods"),
    ("correctness", "Correctness"),
];
const OTHER: &str = "Other tasks";
const DIFFERING: &str = "Verdict differs from top level";

/// A property of a task, with its verdict for each strategy.
struct Item<'a> {
    name: String,
    topic: &'static str,
    rows: Vec<&'a Row>,
}

impl<'a> Item<'a> {
    fn with(&self, strategy: &str) -> Option<&'a Row> {
        self.rows.iter().find(|row| row.strategy == strategy).copied()
    }

    /// Its topic, or the group of properties on which strategies differ.
    fn group(&self) -> &'static str {
        let differs = self.rows.windows(2).any(|w| w[0].verdict != w[1].verdict);
        if differs { DIFFERING } else { self.topic }
    }
}

/// A compared quantity, here and in the reference.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Measure {
    States,
    Time,
}

impl Measure {
    fn name(self) -> &'static str {
        match self {
            Measure::States => "states",
            Measure::Time => "time",
        }
    }

    fn here(self, row: &Row) -> Option<f64> {
        match self {
            Measure::States => Some(f64::from(row.states_total)),
            Measure::Time => row.times.map(|t| t.total_ms),
        }
    }

    fn there(self, row: &Row) -> Option<f64> {
        let reference = row.reference.as_ref()?;
        match self {
            Measure::States => reference.states_total.map(f64::from),
            Measure::Time => reference.ms,
        }
    }

    /// The quotient by the value at top level, here and in the reference.
    fn quotients(self, item: &Item, strategy: &str) -> (Option<f64>, Option<f64>) {
        let rows = item.with(strategy).zip(item.with(TOP_LEVEL));
        let quotient = |of: &dyn Fn(&Row) -> Option<f64>| {
            let (row, base) = rows?;
            let (row, base) = (of(row)?, of(base)?);
            (base > 0.0).then(|| row / base)
        };
        (quotient(&|row| self.here(row)), quotient(&|row| self.there(row)))
    }
}

/// Tables by topic, differences from top level with links to plots, and footnotes; and the plots, if there is a
/// directory for them.
pub(super) fn document(measured: &Measured, notes: &Notes, images: Option<&Path>) -> (String, Vec<Plot>) {
    let strategies: Vec<&str> = measured.totals.strategies.iter().map(|totals| totals.strategy.as_str()).collect();
    let items = items(measured);
    let mut footnotes = IndexSet::new();
    let mut out = String::new();
    for topic in groups() {
        let members: Vec<&Item> = items.iter().filter(|item| item.topic == topic).collect();
        if !members.is_empty() {
            let _ = writeln!(out, "### {topic}\n");
            table(&mut out, &members, &strategies, notes, &mut footnotes);
        }
    }
    let others: Vec<&str> = strategies.iter().copied().filter(|&s| s != TOP_LEVEL).collect();
    let mut plots = Vec::new();
    if others.len() < strategies.len() && !others.is_empty() {
        let mut measures = vec![Measure::States];
        measures.extend(measured.has_times().then_some(Measure::Time));
        let _ = writeln!(out, "### Differences from top level\n");
        differences(&mut out, &items, &others, &measures);
        for (&measure, images) in measures.iter().flat_map(|m| images.map(|i| (m, i))) {
            for &strategy in &others {
                let plot = figure(&items, strategy, measure, images);
                let title = figure_title(strategy, measure);
                let path = plot.path.to_string_lossy().replace('\\', "/");
                let _ = writeln!(out, "![{title}]({path})\n");
                plots.push(plot);
            }
        }
        ratios(&mut out, &items, &others);
    }
    if others.contains(&RSM) && others.contains(&ON_THE_FLY) {
        early_ends(&mut out, &items);
    }
    for (position, note) in footnotes.iter().enumerate() {
        let _ = writeln!(out, "[^{}]: {note}\n", position + 1);
    }
    out.truncate(out.trim_end().len());
    out.push('\n');
    (out, plots)
}

/// Groups the rows by property: the rows of a property are consecutive, one for each strategy.
fn items(measured: &Measured) -> Vec<Item<'_>> {
    let mut items: Vec<Item> = Vec::new();
    for row in &measured.rows {
        let begun = items.last_mut().filter(|item| {
            let first = item.rows[0];
            first.task == row.task && first.property == row.property && item.with(&row.strategy).is_none()
        });
        if let Some(item) = begun {
            item.rows.push(row);
            continue;
        }
        let end = row.task.rsplit('_').next().unwrap_or_default().to_lowercase();
        let topic = TOPICS.iter().find(|(begin, _)| end.starts_with(begin)).map_or(OTHER, |&(_, topic)| topic);
        let several = measured.has_several_properties(&row.task);
        let name = if several { format!("{} {}", row.task, row.property) } else { row.task.clone() };
        items.push(Item { name, topic, rows: vec![row] });
    }
    items
}

fn groups() -> impl Iterator<Item = &'static str> {
    TOPICS.into_iter().map(|(_, topic)| topic).chain([OTHER])
}

fn letter(verdict: &str) -> &'static str {
    match verdict {
        "satisfied" => "t",
        "violated" => "f",
        "unknown" => "?",
        _ => "–",
    }
}

fn with_reference(here: String, there: Option<String>) -> String {
    there.map_or(here.clone(), |there| format!("{here} ({there})"))
}

fn table<'a>(
    out: &mut String,
    items: &[&Item<'a>],
    strategies: &[&str],
    notes: &'a Notes,
    footnotes: &mut IndexSet<&'a str>,
) {
    let timed = items.iter().flat_map(|item| &item.rows).any(|row| row.times.is_some());
    let columns = if timed { 3 } else { 2 };
    let _ = write!(out, "| task |");
    for strategy in strategies {
        let _ = write!(out, " {} | states |{}", strategy, if timed { " ms |" } else { "" });
    }
    let _ = writeln!(out, "\n| --- |{}", format!(" --- |{}", " ---: |".repeat(columns - 1)).repeat(strategies.len()));
    for item in items {
        let _ = write!(out, "| {} |", item.name);
        for &strategy in strategies {
            let cells = item.with(strategy).map_or(vec![String::new(); columns], |row| cells(row, notes, footnotes));
            let _ = write!(out, " {} |", cells.join(" | "));
        }
        out.push('\n');
    }
    out.push('\n');
}

/// The verdict, states and, if there are times, milliseconds; those of the reference in parentheses.
fn cells<'a>(row: &'a Row, notes: &'a Notes, footnotes: &mut IndexSet<&'a str>) -> Vec<String> {
    let reference = row.reference.as_ref();
    let mut verdict = letter(&row.verdict).to_owned();
    if row.differs() {
        let note = notes.find(&row.task, &row.strategy, Kind::Verdict).unwrap_or(UNEXPLAINED);
        let _ = write!(verdict, "[^{}]", footnotes.insert_full(note).0 + 1);
    }
    let states = |main: u32, total: u32| if main == total { total.to_string() } else { format!("{main}/{total}") };
    let there = reference.map(|r| r.states_main.zip(r.states_total).map_or("–".to_owned(), |(m, t)| states(m, t)));
    let mut cells = vec![
        with_reference(verdict, reference.map(|r| letter(&r.verdict).to_owned())),
        with_reference(states(row.states_main, row.states_total), there),
    ];
    if let Some(times) = row.times {
        let there = reference.map(|r| r.ms.map_or("–".to_owned(), milliseconds));
        cells.push(with_reference(milliseconds(times.total_ms), there));
    }
    cells
}

/// Means of the differences, by group.
fn differences(out: &mut String, items: &[Item], strategies: &[&str], measures: &[Measure]) {
    let columns = || measures.iter().flat_map(|&m| strategies.iter().map(move |&s| (m, s)));
    let names: Vec<String> = columns().map(|(m, s)| format!("{}, {}", m.name(), s)).collect();
    let _ = writeln!(out, "| mean difference | tasks | {} |", names.join(" | "));
    let _ = writeln!(out, "| --- |{}", " ---: |".repeat(names.len() + 1));
    let all = std::iter::once("All");
    for group in groups().chain([DIFFERING]).chain(all) {
        let members: Vec<&Item> = items.iter().filter(|i| group == "All" || i.group() == group).collect();
        if members.is_empty() {
            continue;
        }
        let cells = columns().map(|(measure, strategy)| {
            let quotients = || members.iter().map(|item| measure.quotients(item, strategy));
            let here = mean(quotients().filter_map(|q| q.0)).map_or("–".to_owned(), percent);
            with_reference(here, mean(quotients().filter_map(|q| q.1)).map(percent))
        });
        let _ = writeln!(out, "| {group} | {} | {} |", members.len(), cells.collect::<Vec<_>>().join(" | "));
    }
    out.push('\n');
}

fn mean(figures: impl Iterator<Item = f64>) -> Option<f64> {
    let (count, sum) = figures.fold((0_u32, 0.0), |(count, sum), figure| (count + 1, sum + figure));
    (count > 0).then(|| sum / f64::from(count))
}

fn figure_title(strategy: &str, measure: Measure) -> String {
    let what = match measure {
        Measure::States => "generated states",
        Measure::Time => "time",
    };
    format!("Difference in {what}: {} against top-level", strategy)
}

fn figure(items: &[Item], strategy: &str, measure: Measure, images: &Path) -> Plot {
    let panels = groups().chain([DIFFERING]).filter_map(|group| {
        let bars = items.iter().filter(|item| item.group() == group).map(|item| {
            let (here, reference) = measure.quotients(item, strategy);
            Bar { label: item.name.clone(), here, reference }
        });
        let bars: Vec<Bar> = bars.collect();
        (!bars.is_empty()).then(|| Panel { title: group.to_owned(), bars })
    });
    let text = plot::bars(&figure_title(strategy, measure), &panels.collect::<Vec<_>>());
    Plot { path: images.join(format!("strategies-{}-{}.svg", measure.name(), strategy)), text }
}

/// The cost of checking states inside calls if the verdict is the same.
fn ratios(out: &mut String, items: &[Item], strategies: &[&str]) {
    for &strategy in strategies {
        let satisfied = |s| move |item: &&Item| item.with(s).is_some_and(|row| row.verdict == "satisfied");
        let both = items.iter().filter(satisfied(strategy)).filter(satisfied(TOP_LEVEL));
        let mut ratios: Vec<f64> = both.filter_map(|item| Measure::Time.quotients(item, strategy).0).collect();
        ratios.sort_by(f64::total_cmp);
        // The middle one, or the two in the middle.
        let middle = ratios.len().saturating_sub(1) / 2..ratios.len() / 2 + 1;
        if let Some(median) = ratios.get(middle).and_then(|middle| mean(middle.iter().copied())) {
            let _ = writeln!(
                out,
                "- Satisfied with *{strategy}* and *top-level*: {}. Time with *{strategy}* as a multiple of that with *top-level*: {median:.2} in the median.",
                ratios.len()
            );
        }
    }
}

/// Whether violated formulas need fewer states.
fn early_ends(out: &mut String, items: &[Item]) {
    let pairs = items.iter().filter_map(|item| {
        let (rsm, lazy) = item.with(RSM).zip(item.with(ON_THE_FLY))?;
        let violated = [rsm, lazy].iter().all(|row| row.verdict == "violated");
        violated.then_some((item.name.as_str(), lazy.states_total.cmp(&rsm.states_total)))
    });
    let pairs: Vec<_> = pairs.collect();
    let named = |order| pairs.iter().filter(move |p| p.1 == order).map(|p| p.0).collect::<Vec<_>>();
    let _ = write!(
        out,
        "- Violated with *rsm* and *on-the-fly*: {}. States generated with *on-the-fly*: fewer for {}",
        pairs.len(),
        named(std::cmp::Ordering::Less).len()
    );
    for (order, how) in [(std::cmp::Ordering::Equal, "as many"), (std::cmp::Ordering::Greater, "more")] {
        let names = named(order);
        if !names.is_empty() {
            let _ = write!(out, ", {how} for {}", names.join(", "));
        }
    }
    out.push_str(".\n\n");
}
