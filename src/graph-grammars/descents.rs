//! What gets smaller, so that loops and recursions come to an end, in words of the program.

use std::collections::BTreeSet;
use std::fmt::Write;

use super::explored::Explored;
use super::place;
use super::runs::RunState;
use crate::heap_program::{HeapProgram, HeapState, PointKind};
use base::{CompactSort, Idx};
use heap_grammar::heap::{Heap, VertexId};
use program::objects::is_program_name;
use report::{Descent, DescentKind};
use rsm::{Difference, EdgeKind, NodeId, Quantity, Rank, RankedComponent};

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
            let (mut parts, number) = words(&explored.system, state, rank);
            parts.dedup();
            let at = place::of(&explored.system, state.point);
            let kind = if entry.is_some() { DescentKind::Calls } else { DescentKind::Loop };
            let ends = |&edge: &u32| {
                let edge = &edges[edge as usize];
                let shown = |end: &NodeId| of_program(nodes.binary_search(end).map_or(u32::MAX, u32::at)).0;
                (shown(&edge.source), shown(&edge.target))
            };
            let decreasing = measure.decreasing.iter().map(ends).collect();
            let (method, file, line, column) = (at.method, at.file, at.line, at.column);
            add(&mut found, Descent { kind, method, file, line, column, parts, number, decreasing });
        }
    }
    for Descent { decreasing, .. } in &mut found {
        decreasing.compact_sort();
        decreasing.dedup();
        decreasing.truncate(Descent::EDGE_LIMIT);
    }
    found
}

/// Adds a descent, unless another one says as much; the edges of both count.
fn add(found: &mut Vec<Descent>, mut descent: Descent) {
    if let Some(other) = found.iter_mut().find(|other| says_as_much(other, &descent)) {
        other.decreasing.append(&mut descent.decreasing);
        return;
    }
    found.retain_mut(|other| {
        let is_told = says_as_much(&descent, other);
        if is_told {
            descent.decreasing.append(&mut other.decreasing);
        }
        !is_told
    });
    found.push(descent);
}

/// Whether a descent says the same as another one, maybe with more names: the same loop in states with other markings.
fn says_as_much(descent: &Descent, than: &Descent) -> bool {
    let is_named = |(named, part): (&String, &String)| {
        let (mut named, mut part) = (named.split(['(', ',', ')']), part.split(['(', ',', ')']));
        named.by_ref().zip(part.by_ref()).all(|(named, name)| named == name || name.trim() == UNNAMED)
    };
    let at = |d: &Descent| (d.kind, d.method.clone(), d.file.clone(), d.line, d.column, d.parts.len());
    at(descent) == at(than) && descent.number == than.number && descent.parts.iter().zip(&than.parts).all(is_named)
}

/// What a measure adds up in a state: parts of the heap, or a difference of numbers.
fn words(system: &HeapProgram, state: HeapState, rank: &Rank) -> (Vec<String>, Option<String>) {
    match &rank.quantity {
        Quantity::Elements(collections) => {
            let heap = system.store().get(state.heap);
            (collections.iter().map(|&edge| part(system, &heap, edge)).collect(), None)
        }
        Quantity::Difference(difference) => {
            let name = |number: Option<u32>| {
                let name = system.number_name(state, number?);
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

/// The value of a measure in a state, printed.
pub(super) fn value(system: &HeapProgram, state: HeapState, rank: &Rank) -> String {
    let (parts, number) = words(system, state, rank);
    let constant = match &rank.quantity {
        Quantity::Difference(Difference { upper: None, .. }) => 0,
        _ => rank.constant,
    };
    let mut value = parts.iter().map(|part| format!("|{part}|")).chain(number).collect::<Vec<_>>().join(" + ");
    match constant {
        _ if value.is_empty() => value = constant.to_string(),
        0 => {}
        1.. => _ = write!(value, " + {constant}"),
        _ => _ = write!(value, " - {}", constant.unsigned_abs()),
    }
    value
}

/// Stands for a vertex without a name.
const UNNAMED: &str = "·";

/// A nonterminal edge, with the names of its vertices.
fn part(system: &HeapProgram, heap: &Heap, edge: u32) -> String {
    let alphabet = &system.model().alphabet;
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
