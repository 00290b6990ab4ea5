//! What was looked at for a proof, and what stands for all inputs.

use std::collections::{BTreeMap, BTreeSet};

use super::words::list;
use crate::analysis::Shown;
use crate::base::{CollectByInsertion, Idx, StrongComponents, counted};
use crate::report::explanation::{LoopSummary, MethodSummary, ProofSummary};
use crate::report::space::{EdgeKind, LoopHeadView, StateSpaceView};
use crate::report::{Invariant, InvariantKind, PropertyReport};

/// Of more heaps at a loop the words list the first.
const HEAP_LIMIT: usize = 3;

/// The proof of a satisfied property.
pub(super) fn summary(shown: &dyn Shown, result: &PropertyReport) -> ProofSummary {
    let of_blocks = result.statistics.blocks.is_some();
    let (loops, methods) = match of_blocks {
        true => (of_invariants(&result.judgement.invariants), Vec::new()),
        false => (of_heads(shown), shown.state_space().map_or_else(Vec::new, |space| recursive(shown, &space))),
    };
    let states = (!of_blocks && result.statistics.states_total > 0).then_some(result.statistics.states_total);
    let descents = result.judgement.descents.clone();
    let summary = ProofSummary { states, loops, methods, descents, words: String::new() };
    ProofSummary { words: worded(&summary, result), ..summary }
}

fn of_heads(shown: &dyn Shown) -> Vec<LoopSummary> {
    let summary = |head: LoopHeadView| LoopSummary {
        method: head.procedure,
        file: head.file,
        line: head.line,
        formulas: shown.invariant(&head.contents),
        contents: head.contents,
    };
    shown.loop_heads().into_iter().flatten().map(summary).collect()
}

fn of_invariants(invariants: &[Invariant]) -> Vec<LoopSummary> {
    let loops = invariants.iter().filter(|known| known.kind == InvariantKind::Loop);
    let summary = |known: &Invariant| LoopSummary {
        method: known.method.clone(),
        file: known.file.clone(),
        line: known.line,
        contents: Vec::new(),
        formulas: (!known.conditions.is_empty()).then(|| known.conditions.join(" && ")).into_iter().collect(),
    };
    loops.map(summary).collect()
}

/// The methods that may call themselves, maybe through others, with their contracts.
fn recursive(shown: &dyn Shown, space: &StateSpaceView) -> Vec<MethodSummary> {
    let mut numbers: BTreeMap<&str, u32> = BTreeMap::new();
    let procedures: Vec<u32> = space
        .components
        .iter()
        .map(|component| {
            let next = u32::at(numbers.len());
            *numbers.entry(component.procedure.as_str()).or_insert(next)
        })
        .collect();
    let procedure = |state: u32| procedures[space.states[state.index()].component.index()];
    let calls = space.edges.iter().filter(|edge| edge.kind == EdgeKind::Call);
    let calls: BTreeSet<(u32, u32)> =
        calls.map(|edge| (procedure(edge.source), procedure(edge.target))).collect_by_insertion();
    let calls: Vec<(u32, u32)> = calls.into_iter().collect();
    let components = StrongComponents::new(numbers.len(), &calls);
    let is_recursive = |number: u32| {
        calls.iter().any(|&(caller, callee)| caller == number && components.around(caller, callee).is_some())
    };
    let contracts = shown.contracts().unwrap_or_default();
    let names: Vec<&str> = numbers.iter().filter(|&(_, &number)| is_recursive(number)).map(|(name, _)| *name).collect();
    let summary = |name: &str| {
        let own = || contracts.iter().filter(move |contract| contract.procedure == name);
        MethodSummary {
            method: name.to_owned(),
            entries: own().flat_map(|contract| &contract.entries).map(|entry| entry.content).collect(),
            exits: own().flat_map(|contract| contract.exits.iter().cloned()).collect(),
        }
    };
    names.into_iter().map(summary).collect()
}

fn worded(summary: &ProofSummary, result: &PropertyReport) -> String {
    let mut sentences = Vec::new();
    match (summary.states, &result.judgement.reason) {
        (Some(1), _) => sentences.push("The only state was looked at: no run violates it.".to_owned()),
        (Some(states), _) if result.statistics.saturated => {
            sentences.push(format!("More than {states} states were looked at: no run violates it."));
        }
        (Some(states), _) => sentences.push(format!("All {states} states were looked at: no run violates it.")),
        (None, Some(reason)) => sentences.push(format!("It is proved: {reason}.")),
        (None, None) => sentences.push("It is proved with what holds at the loops.".to_owned()),
    }
    for LoopSummary { file, line, contents, formulas, .. } in &summary.loops {
        let shown = formulas.iter().take(HEAP_LIMIT).map(|formula| format!("`{formula}`"));
        let mut shown: Vec<String> = shown.collect();
        let more = formulas.len().saturating_sub(HEAP_LIMIT);
        if more > 0 {
            shown.push(format!("{more} more"));
        }
        let formulas = if shown.is_empty() { String::new() } else { format!(": {}", list(&shown, "or")) };
        match contents.len() {
            0 if formulas.is_empty() => {}
            0 => sentences.push(format!("Whenever a run comes to the loop in line {line} of {file}, this holds{formulas}.")),
            1 => sentences.push(format!(
                "At the loop in line {line} of {file} one abstract heap stands for every heap of every run{formulas}."
            )),
            count => sentences.push(format!(
                "At the loop in line {line} of {file} these {count} abstract heaps stand for every heap of every run{formulas}."
            )),
        }
    }
    for MethodSummary { method, entries, .. } in &summary.methods {
        let heaps = counted(u32::at(entries.len()), "abstract heap");
        let stand = if entries.len() == 1 { "stands" } else { "stand" };
        sentences.push(format!("Calls of {method}: {heaps} {stand} for everything that it is ever called with."));
    }
    sentences.join(" ")
}
