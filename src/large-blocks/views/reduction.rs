//! How a control-flow automaton becomes large blocks.

use super::Wording;
use crate::blocks::{Command, FlatAction, FlatProgram, Reduction, ReductionStep, Rule, RuleEdgeId};
use base::{Idx, IndexVec};
use program::cfa::EdgeId;
use report::search::{ReductionEdgeView, ReductionRule, ReductionStepView, ReductionView};

/// Larger automata are not shown.
const EDGES: usize = 4_000;

/// Longer commands are not written.
const COMMAND: usize = 160;

/// All steps of the reduction of a program; `None` if it is too large.
pub(crate) fn reduction(flat: &FlatProgram<'_>, wording: Wording<'_>) -> Option<ReductionView> {
    if flat.cfa.edges.len() > EDGES {
        return None;
    }
    let reduction = Reduction::new(flat, true);
    let is_loop = flat.cfa.loop_heads();
    let locations = flat.cfa.locations.indices().map(|at| wording.place(flat, at, is_loop[at])).collect();
    let mut edges: IndexVec<RuleEdgeId, ReductionEdgeView> = IndexVec::new();
    for edge in &reduction.edges {
        let ends = (edge.source.0, edge.target.0);
        let (parts, command, steps, paths) = match &edge.command {
            Command::Step(id) => (Vec::new(), step(flat, *id), 1, 1),
            Command::Sequence(first, second) => {
                let [a, b] = [&edges[*first], &edges[*second]];
                let command = joined(&[a, b], "; ");
                (vec![first.0, second.0], command, a.steps.saturating_add(b.steps), a.paths.saturating_mul(b.paths))
            }
            Command::Choice(choice) => {
                let ways: Vec<&ReductionEdgeView> = choice.iter().map(|&way| &edges[way]).collect();
                let command = joined(&ways, " [] ");
                let command = if command.is_empty() { command } else { format!("({command})") };
                let steps = ways.iter().fold(0u32, |sum, way| sum.saturating_add(way.steps));
                let paths = ways.iter().fold(0u32, |sum, way| sum.saturating_add(way.paths));
                (choice.iter().map(|way| way.0).collect(), command, steps, paths)
            }
        };
        let is_choice = matches!(edge.command, Command::Choice(_));
        edges.push(ReductionEdgeView { source: ends.0, target: ends.1, parts, is_choice, command, steps, paths });
    }
    let numbers = |ids: &[RuleEdgeId]| ids.iter().map(|id| id.0).collect();
    let rule_step = |step: &ReductionStep| {
        let (rule, is_bypass) = match step.rule {
            Rule::Sequence => (ReductionRule::Sequence, true),
            Rule::Choice => (ReductionRule::Choice, false),
            Rule::AdvancedSequence => (ReductionRule::AdvancedSequence, true),
        };
        // Of the edges that a location takes with it, the first one leads to it.
        let location = is_bypass.then(|| reduction.edges[step.removed[0]].target.0);
        ReductionStepView { rule, location, removed: numbers(&step.removed), added: numbers(&step.added) }
    };
    let steps = reduction.steps.iter().map(rule_step).collect();
    let initial = u32::at(flat.cfa.edges.len());
    Some(ReductionView { locations, edges: edges.as_slice().to_vec(), initial, steps })
}

fn step(flat: &FlatProgram<'_>, id: EdgeId) -> String {
    let edge = flat.cfa.edges[id];
    let operation = || flat.program.operation(flat.procedure(edge.frame), &flat.origin(&edge).operation);
    let callee = |frame| flat.program.qualified_name(flat.frames[frame].procedure);
    match edge.action {
        FlatAction::Operation | FlatAction::Enter(_) | FlatAction::Call(_) => operation(),
        FlatAction::Return(frame) => format!("return from {}", callee(frame)),
        FlatAction::NullDereference => format!("{} of null", operation()),
        FlatAction::Throw | FlatAction::CallThrow(_) => "exception".to_owned(),
        FlatAction::Nothing | FlatAction::Conclude => "skip".to_owned(),
        FlatAction::Observe(observation, holds) => flat.observation(observation, holds),
    }
}

/// Commands in a row; empty if one of them is, or it would be too long.
fn joined(parts: &[&ReductionEdgeView], between: &str) -> String {
    if parts.iter().any(|part| part.command.is_empty()) {
        return String::new();
    }
    let parts: Vec<&str> = parts.iter().map(|part| part.command.as_str()).collect();
    let text = parts.join(between);
    if text.chars().count() > COMMAND { String::new() } else { text }
}
