//! What gets smaller, so that loops and recursions come to an end, in words of the program.

use std::collections::BTreeSet;

use super::explored::Explored;
use super::place;
use super::runs::RunState;
use crate::base::Idx;
use crate::heap::{Heap, VertexId};
use crate::program::objects::is_program_name;
use crate::report::{Descent, DescentKind};
use crate::rsm::{EdgeKind, NodeId, Quantity, Rank, RankedComponent};
use crate::semantics::heap_program::{HeapState, PointKind};

/// A component in which no run stays for ever.
pub(super) struct RankedStates {
    pub component: RankedComponent,
    /// The states of its nodes.
    pub states: Vec<RunState>,
}

/// The measures of some components, each once; `node` is the node of the program that a state stands for.
pub(super) fn descents(
    explored: &Explored,
    ranked: &[RankedStates],
    node: impl Fn(RunState) -> NodeId,
) -> Vec<Descent> {
    let mut found: Vec<Descent> = Vec::new();
    for RankedStates { component: RankedComponent { nodes, edges, ranking }, states } in ranked {
        let of_program = |number: u32| node(states[number as usize]);
        for (position, measure) in ranking.measures.iter().enumerate() {
            // Nodes of parts that fall apart later belong to loops inside of this one.
            let inside: BTreeSet<u32> =
                ranking.measures[position + 1..].iter().flat_map(|m| m.ranks.iter().map(|&(node, _)| node)).collect();
            let is_outside = |node: &NodeId| {
                let number = nodes.binary_search(node).map_or(u32::MAX, u32::at);
                measure.ranks.iter().any(|&(node, _)| node == number) && !inside.contains(&number)
            };
            let calls = edges.iter().filter(|edge| edge.kind == EdgeKind::Call && is_outside(&edge.source));
            let entry = calls.map(|call| call.target).filter(is_outside).min();
            let ranks = measure
                .ranks
                .iter()
                .filter(|(_, rank)| !matches!(&rank.quantity, Quantity::Elements(none) if none.is_empty()));
            // A loop is named by its head, which is the first of all merge points in it.
            let points = explored.system.points();
            let first = ranks.min_by_key(|(number, _)| {
                let state = explored.rsm.nodes[of_program(*number)].state;
                let is_entry = entry == Some(nodes[*number as usize]);
                let span = explored.system.span(state.point);
                (!is_entry, !points.must_merge(state.point), span.start, inside.contains(number), *number)
            });
            let Some((number, rank)) = first else { continue };
            let state = explored.rsm.nodes[of_program(*number)].state;
            if !matches!(points.kind(state.point), PointKind::At(..)) {
                continue;
            }
            let (mut parts, number) = words(explored, state, rank);
            parts.dedup();
            let at = place::of(&explored.system, state.point);
            let kind = if entry.is_some() { DescentKind::Calls } else { DescentKind::Loop };
            let descent =
                Descent { kind, method: at.method, file: at.file, line: at.line, column: at.column, parts, number };
            if !found.contains(&descent) {
                found.push(descent);
            }
        }
    }
    let told: Vec<bool> = found.iter().map(|descent| found.iter().any(|other| says_more(other, descent))).collect();
    let mut told = told.into_iter();
    found.retain(|_| told.next() == Some(false));
    found
}

/// Whether a descent says the same as another one, with more names: the same loop in states with other markings.
fn says_more(descent: &Descent, than: &Descent) -> bool {
    let is_named = |(named, part): (&String, &String)| {
        let (mut named, mut part) = (named.split(['(', ',', ')']), part.split(['(', ',', ')']));
        named.by_ref().zip(part.by_ref()).all(|(named, name)| named == name || name.trim() == UNNAMED)
    };
    let at = |d: &Descent| (d.kind, d.method.clone(), d.file.clone(), d.line, d.column, d.parts.len());
    descent != than
        && at(descent) == at(than)
        && descent.number == than.number
        && descent.parts.iter().zip(&than.parts).all(is_named)
}

/// What a measure adds up in a state: parts of the heap, or a difference of numbers.
fn words(explored: &Explored, state: HeapState, rank: &Rank) -> (Vec<String>, Option<String>) {
    match &rank.quantity {
        Quantity::Elements(collections) => {
            let heap = explored.system.store().get(state.heap);
            (collections.iter().map(|&edge| part(explored, &heap, edge)).collect(), None)
        }
        Quantity::Difference(difference) => {
            let name = |number: Option<u32>| {
                let name = explored.system.number_name(state, number?);
                Some(if is_program_name(name) { name } else { UNNAMED })
            };
            let upper = name(difference.upper).map_or_else(|| rank.constant.to_string(), str::to_owned);
            let number = match name(difference.lower) {
                Some(lower) => format!("{upper} - {lower}"),
                None => upper,
            };
            (Vec::new(), Some(number))
        }
    }
}

/// Stands for a vertex without a name.
const UNNAMED: &str = "·";

/// A nonterminal edge, with the names of its vertices.
fn part(explored: &Explored, heap: &Heap, edge: u32) -> String {
    let alphabet = &explored.system.model().alphabet;
    let edge = &heap.nonterminals()[edge as usize];
    let name = |vertex: VertexId| {
        let mut here = heap.variables().iter().filter(|&&(_, target)| target == vertex);
        let named = here.find_map(|&(variable, _)| {
            let name = alphabet.variable_name(variable);
            let is_shown = is_program_name(name) && !name.starts_with('%');
            is_shown.then(|| name.to_owned())
        });
        named.unwrap_or_else(|| UNNAMED.to_owned())
    };
    let label = alphabet.nonterminal(alphabet.nonterminal(edge.label).origin);
    let names: Vec<String> = edge.tentacles.iter().map(|&vertex| name(vertex)).collect();
    format!("{}({})", label.name, names.join(", "))
}
