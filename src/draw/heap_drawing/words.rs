//! The picture of a heap in words.

use super::Plan;
use crate::collection_drawing::{Places, places, rest_in_words};
use crate::collections::{END, ITERATOR};
use crate::marked_heap::{Flag, MarkedHeap};
use crate::scene::Change;
use base::{Message, msg};
use report::heap::{CollectionKind, CollectionView, SelectorView, VertexKind};

/// What is drawn: changes, variables, selectors, nonterminals.
pub(super) fn describe(marked: &MarkedHeap, plan: &Plan<'_>) -> Message {
    let heap = &marked.heap;
    let said = |change: Option<Change>, part: Message| match change {
        None => part,
        Some(Change::Added) => msg!("new: {part}"),
        Some(Change::Removed) => msg!("gone: {part}"),
    };
    let names = Names { marked, places: places(marked) };
    let mut parts = Vec::new();
    for v in plan.shown.iter().copied().chain(names.places.keys().copied()) {
        let mark = marked.vertices[v as usize];
        if mark.change.is_some() {
            parts.push(said(mark.change, names.of(v)));
        }
        let vertex = &heap.vertices[v as usize];
        for change in [None, Some(Change::Added), Some(Change::Removed)] {
            let variables: Vec<&str> = vertex
                .variables
                .iter()
                .map(String::as_str)
                .filter(|x| marked.flag(v, Flag::Variable, x) == change)
                .collect();
            parts.extend(pointing(&variables, names.of(v)).map(|part| said(change, part)));
        }
    }
    for own in &heap.collections {
        let change = marked.vertices[own.vertex as usize].change;
        if own.slots.is_empty() {
            parts.push(said(change, msg!("{} is empty", names.of(own.vertex))));
        }
        for slot in own.slots.iter().filter(|slot| slot.rest.is_some()) {
            let change = slot.rest.and_then(|rest| marked.nonterminals[rest as usize].change);
            parts.push(said(change, msg!("{} has {} at …", names.of(own.vertex), rest_in_words(slot))));
        }
    }
    for (s, change) in heap.selectors.iter().zip(&marked.selectors) {
        let (source, target) = (names.of(s.source), names.of(s.target));
        let label = Message::verbatim(&s.label);
        parts.push(said(
            *change,
            match () {
                () if names.is_element(s.source) => msg!("{source} is {target}"),
                () if names.is_end(s) => msg!("{source} is at the end of {target}"),
                () => msg!("{source}.{label} is {target}"),
            },
        ));
    }
    for &number in &plan.nonterminals {
        let (n, mark) = (&heap.nonterminals[number as usize], marked.nonterminals[number as usize]);
        let ends: Vec<Message> = n.tentacles.iter().map(|&v| names.of(v)).collect();
        let label = Message::verbatim(&n.label);
        parts.push(said(mark.change, msg!("{label}({})", Message::joined(&ends, ", "))));
    }
    let is_hidden = |number: &u32| !plan.shown.contains(number) && !heap.hidden.contains(number);
    let constants = (0u32..).zip(&heap.vertices).filter(|(_, own)| own.kind == VertexKind::Constant);
    let hidden = constants.filter(|(number, _)| is_hidden(number)).count();
    if hidden > 0 {
        parts.push(msg!("{hidden} constants without references are not drawn"));
    }
    Message::joined(&parts, "; ")
}

/// The names of vertices, those of places in collections among them.
struct Names<'m> {
    marked: &'m MarkedHeap,
    places: Places,
}

impl Names<'_> {
    fn of(&self, vertex: u32) -> Message {
        let place = self.places.get(&vertex).and_then(|&(collection, row)| {
            let slot = self.collection(collection)?.slots.get(row)?;
            let label = Message::verbatim(format!("[{}]", slot.label));
            Some(Message::joined(&[self.marked.name(collection), label], ""))
        });
        place.unwrap_or_else(|| self.marked.name(vertex))
    }

    fn collection(&self, vertex: u32) -> Option<&CollectionView> {
        self.marked.heap.collections.iter().find(|own| own.vertex == vertex)
    }

    /// Whether a vertex is a place in which there is one element, and nothing else.
    fn is_element(&self, vertex: u32) -> bool {
        let own = self.places.get(&vertex).and_then(|(collection, _)| self.collection(*collection));
        own.is_some_and(|own| own.kind != CollectionKind::Map)
    }

    /// Whether a selector says that an iterator is behind the last element.
    fn is_end(&self, selector: &SelectorView) -> bool {
        let source = &self.marked.heap.vertices[selector.source as usize];
        selector.label == END && source.ty == ITERATOR && self.collection(selector.target).is_some()
    }
}

/// The variables that point to a vertex, in words; absent if there are none.
fn pointing(variables: &[&str], vertex: Message) -> Option<Message> {
    let (first, others) = variables.split_first()?;
    let first = Message::verbatim(first);
    Some(match others {
        [] => msg!("{first} point to {vertex}"),
        _ => msg!("{first}, {} point to {vertex}", Message::verbatim(others.join(", "))),
    })
}
