//! What was looked at for a proof, and what stands for all inputs.

use std::collections::{BTreeMap, BTreeSet};

use indexmap::IndexSet;

use crate::Shown;
use base::{CollectByInsertion, Idx, Message, StrongComponents, msg};
use report::assumption::Assumption;
use report::content::ContentKind;
use report::explanation::{LoopSummary, MethodSummary, ProofSummary};
use report::space::{EdgeKind, LoopHeadView, StateSpaceView};
use report::{Invariant, InvariantKind, PropertyReport, Report};

/// Of more heaps at a loop the words list the first.
const HEAP_LIMIT: usize = 3;

/// The proof of a satisfied property.
pub(super) fn summary(shown: &dyn Shown, report: &Report, result: &PropertyReport) -> ProofSummary {
    let of_blocks = result.statistics.blocks.is_some();
    let is_whole = report.exploration.as_ref().is_some_and(|exploration| !exploration.partial);
    let (loops, methods) = match of_blocks {
        true => (of_invariants(&result.judgement.invariants), Vec::new()),
        // What stands for all inputs is only known of a state space that has all states.
        false if !is_whole => (Vec::new(), Vec::new()),
        false => (of_heads(shown), shown.state_space().map_or_else(Vec::new, |space| recursive(shown, &space))),
    };
    let states = (!of_blocks && result.statistics.states_total > 0).then_some(result.statistics.states_total);
    let descents = result.judgement.descents.clone();
    let summary = ProofSummary { states, loops, methods, descents, words: Message::default() };
    ProofSummary { words: worded(&summary, report, result), ..summary }
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
        let entries: IndexSet<u32> = own().flat_map(|contract| &contract.entries).map(|entry| entry.content).collect();
        MethodSummary {
            method: name.to_owned(),
            entries: entries.into_iter().collect(),
            exits: own().flat_map(|contract| contract.exits.iter().cloned()).collect(),
        }
    };
    names.into_iter().map(summary).collect()
}

fn worded(summary: &ProofSummary, report: &Report, result: &PropertyReport) -> Message {
    let mut sentences = vec![looked_at(summary, report, result)];
    for LoopSummary { file, line, contents, formulas, .. } in &summary.loops {
        let mut listed: Vec<Message> = formulas.iter().take(HEAP_LIMIT).map(Message::code).collect();
        let more = formulas.len().saturating_sub(HEAP_LIMIT);
        if more > 0 {
            listed.push(msg!("{more} more"));
        }
        let listed = if listed.is_empty() { Message::default() } else { msg!(": {}", Message::any_of(listed)) };
        let file = Message::verbatim(file);
        // Some differ only in what formulas of the task follow.
        let count = if formulas.is_empty() { contents.len() } else { formulas.len() };
        sentences.push(match (contents.is_empty(), count) {
            (_, 0) => continue,
            (true, _) => msg!("Whenever a run comes to the loop in line {line} of {file}, this holds{listed}."),
            (false, 1) => msg!("At the loop in line {line} of {file} one abstract heap stands for every heap of every run{listed}."),
            (false, _) => msg!("At the loop in line {line} of {file} these {count} abstract heaps stand for every heap of every run{listed}."),
        });
    }
    for MethodSummary { method, entries, .. } in &summary.methods {
        let method = Message::verbatim(method);
        sentences.push(match (report.analysis.contents(), entries.len()) {
            (ContentKind::Heaps, 1) => {
                msg!("Calls of {method}: 1 abstract heap stands for everything that it is ever called with.")
            }
            (ContentKind::Heaps, count) => {
                msg!("Calls of {method}: {count} abstract heaps stand for everything that it is ever called with.")
            }
            (ContentKind::Valuations, 1) => {
                msg!("Calls of {method}: 1 valuation is everything that it is ever called with.")
            }
            (ContentKind::Valuations, count) => {
                msg!("Calls of {method}: {count} valuations are everything that it is ever called with.")
            }
        });
    }
    Message::joined(&sentences, " ")
}

/// How much was looked at, and what was not found there.
fn looked_at(summary: &ProofSummary, report: &Report, result: &PropertyReport) -> Message {
    let assumed = Assumption::in_words(&result.judgement.assumptions);
    let assumed = assumed.map_or_else(Message::default, |words| msg!(", {words}"));
    let Some(states) = summary.states else {
        return match &result.judgement.reason {
            Some(reason) => msg!("It is proved{assumed}: {reason}."),
            None => msg!("It is proved with what holds at the loops{assumed}."),
        };
    };
    let all = report.exploration.as_ref().filter(|all| !all.partial).map(|all| all.states_total);
    match (states, result.statistics.saturated) {
        (_, true) => msg!("More than {states} states were looked at, which suffices: no run violates it{assumed}."),
        (1, _) => msg!("One state was looked at, which suffices: no run violates it{assumed}."),
        (states, _) if all == Some(states) => msg!("All {states} states were looked at: no run violates it{assumed}."),
        _ => msg!("{states} states were looked at, which suffices: no run violates it{assumed}."),
    }
}
