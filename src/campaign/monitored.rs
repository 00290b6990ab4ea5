//! Monitors for tasks without any.

use std::collections::BTreeSet;

use serde_json::{Value as Json, json};

use base::{FileId, Idx, Patience, Random};
use ltl::logic::{Formulas, Monitor, MonitorStateId, negation_normal_form, parse_formula};
use ltl::tableau::violations;

/// Maximum number of edges of a monitor.
const EDGES: usize = 120;

/// The id of the property that the monitor for violations of a formula accepts no run.
pub(super) fn twin(id: &str) -> String {
    format!("{id} by monitor")
}

/// The task with a [twin] for each of its formulas, and two random monitors over their propositions.
pub fn with_monitors(task: &Json, random: &mut Random) -> Json {
    let mut task = task.clone();
    let mut formulas = Formulas::new();
    let (mut monitors, mut added) = (Vec::new(), Vec::new());
    for property in task["properties"].as_array().into_iter().flatten() {
        let (Some(id), Some(ltl)) = (property["id"].as_str(), property["ltl"].as_str()) else { continue };
        let (Some(formula), _) = parse_formula(ltl, FileId::at(0), &mut formulas) else { continue };
        let normal = negation_normal_form(&mut formulas, formula);
        let Ok(monitor) = violations(&mut formulas, normal, &mut Patience(10_000)) else { continue };
        if let Some(text) = text_of(&monitor, &formulas, ltl) {
            monitors.push(text);
            added.push(json!({"id": twin(id), "monitor": ltl}));
        }
    }
    let propositions: Vec<String> = formulas.propositions().map(|(_, p)| p.to_string()).collect();
    for number in 0..2 {
        let name = format!("M{number}");
        monitors.push(random_monitor(&name, &propositions, random));
        added.push(json!({"id": name, "monitor": name}));
    }
    task["monitors"] = json!(monitors);
    if let Some(properties) = task["properties"].as_array_mut() {
        properties.extend(added);
    }
    task
}

/// A monitor in task notation, where repeating states replace acceptance sets: a copy of it for each acceptance set to
/// be visited next, and one in which all have just been visited. `None` if it accepts nothing, or is large.
fn text_of(monitor: &Monitor, formulas: &Formulas, name: &str) -> Option<Json> {
    let conditions = monitor.acceptance_sets?;
    let initial = (*monitor.initial.first()?, 0, conditions == 0);
    type Copy = (MonitorStateId, u32, bool);
    let called = |(state, waits, repeats): Copy| format!("{}.{waits}.{}", state.0, u8::from(repeats));
    let (mut seen, mut open) = (BTreeSet::from([initial]), vec![initial]);
    let mut edges = Vec::new();
    while let Some(copy @ (state, waits, _)) = open.pop() {
        if monitor.states[state].is_target {
            continue;
        }
        for edge in monitor.edges_from(state) {
            let next = if edge.acceptance_sets.contains(&waits) { waits + 1 } else { waits };
            let target = (edge.target, if next == conditions { 0 } else { next }, next == conditions);
            if seen.insert(target) {
                open.push(target);
            }
            let guard = formulas.display(edge.guard).to_string();
            edges.push(json!({"from": called(copy), "to": called(target), "guard": guard}));
        }
    }
    let is_target = |copy: &&Copy| monitor.states[copy.0].is_target;
    let target: Vec<String> = seen.iter().filter(is_target).map(|&copy| called(copy)).collect();
    let repeating: Vec<String> =
        seen.iter().filter(|copy| copy.2 && !is_target(copy)).map(|&copy| called(copy)).collect();
    let is_empty = edges.is_empty() || target.is_empty() && repeating.is_empty();
    (!is_empty && edges.len() <= EDGES).then(
        || json!({"name": name, "initial": called(initial), "edges": edges, "target": target, "repeating": repeating}),
    )
}

/// Three states in a cycle; the last one is a target, or repeating.
fn random_monitor(name: &str, propositions: &[String], random: &mut Random) -> Json {
    let guard = |random: &mut Random| {
        let mut literal = || match propositions {
            [] => "true".to_owned(),
            _ => format!("{}{}", if random.one_in(2) { "!" } else { "" }, random.one_of(propositions)),
        };
        let (a, b) = (literal(), literal());
        match random.below(5) {
            0 => format!("{a} & {b}"),
            1 => format!("{a} | {b}"),
            2 => "true".to_owned(),
            _ => a,
        }
    };
    let mut pairs = vec![("a", "a"), ("a", "b"), ("b", "c"), ("c", "b")];
    let more = [("b", "b"), ("b", "a"), ("c", "c"), ("a", "c")];
    pairs.extend((0..random.below(3)).map(|_| *random.one_of(&more)));
    let edges: Vec<Json> =
        pairs.into_iter().map(|(from, to)| json!({"from": from, "to": to, "guard": guard(random)})).collect();
    let sought = if random.one_in(2) { "target" } else { "repeating" };
    json!({"name": name, "initial": "a", "edges": edges, sought: ["c"]})
}
