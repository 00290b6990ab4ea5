//! The difference of two heaps.
//!
//! Heaps are stored up to isomorphism, so objects have no lasting identity from state to state. Unless they have numbers, as along a run,
//! the comparison guesses which vertices are the same: it is a *reading aid* without semantics.

mod collections;
mod correspondence;

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use crate::collections::CollectionClasses;
use crate::marked_heap::{Flag, Mark, MarkedHeap};
use crate::scene::Change;
use base::{CollectByInsertion, Idx};
use collections::{Images, collections};
use report::heap::{HeapView, NonterminalView, SelectorView, VertexView};

/// Two heaps and a matching of their vertices.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct HeapDiff {
    /// The heap before.
    pub before: HeapView,
    /// The heap after.
    pub after: HeapView,
    /// For each vertex of `after`, the matching vertex of `before`; each occurs at most once.
    pub vertices: Vec<Option<u32>>,
}

/// Compares two heaps. Laws: deterministic; matching vertices have equal types; null matches null, and every constant
/// itself; if all objects have numbers, those with equal ones match; otherwise, between isomorphic heaps in which everything is reachable from variables, there is no difference.
pub fn heap_diff(before: &HeapView, after: &HeapView) -> HeapDiff {
    let vertices = correspondence::best(before, after);
    HeapDiff { before: before.clone(), after: after.clone(), vertices }
}

impl HeapDiff {
    /// The difference in which collections are one object: what is the same is known from how the library makes them.
    pub fn folded(&self, classes: &CollectionClasses) -> Self {
        Self {
            before: classes.folded(&self.before),
            after: classes.folded(&self.after),
            vertices: self.vertices.clone(),
        }
    }

    /// The heap after, with its new parts, and the removed parts of the heap before. Vertices are in the order of the
    /// heap before, followed by new ones: the layout starts from this order, so unchanged parts tend to stay in place,
    /// though this is not guaranteed.
    pub(crate) fn marked(&self) -> MarkedHeap {
        let mut union = Union::new(self);
        union.add_vertices();
        union.add_selectors();
        let rests = union.add_nonterminals();
        let same: Vec<u32> = (0..self.after.nonterminals.len() as u32).collect();
        let before = Images { vertices: &union.before, nonterminals: &rests };
        let after = Images { vertices: &union.after, nonterminals: &same };
        let (collections, hidden) = collections(self, &union.marked, &before, &after);
        (union.marked.heap.collections, union.marked.heap.hidden) = (collections, hidden);
        union.marked
    }
}

struct Union<'d> {
    diff: &'d HeapDiff,
    /// The images in the union of the vertices of the heap before, and of those of the heap after.
    before: Vec<u32>,
    after: Vec<u32>,
    marked: MarkedHeap,
}

impl<'d> Union<'d> {
    fn new(diff: &'d HeapDiff) -> Self {
        let empty = MarkedHeap::plain(&HeapView::default());
        Self { diff, before: Vec::new(), after: vec![0; diff.after.vertices.len()], marked: empty }
    }

    fn add_vertices(&mut self) {
        let diff = self.diff;
        let mut same: Vec<Option<u32>> = vec![None; diff.before.vertices.len()];
        for (number, old) in (0u32..).zip(&diff.vertices) {
            old.iter().for_each(|&old| same[old as usize] = Some(number));
        }
        for (old, number) in diff.before.vertices.iter().zip(same) {
            self.before.push(self.marked.vertices.len() as u32);
            self.add_vertex(Some(old), number);
        }
        for number in (0u32..).zip(&diff.vertices).filter(|(_, old)| old.is_none()).map(|(number, _)| number) {
            self.add_vertex(None, Some(number));
        }
    }

    fn add_vertex(&mut self, old: Option<&VertexView>, number: Option<u32>) {
        let own = self.marked.vertices.len() as u32;
        let new = number.map(|n| &self.diff.after.vertices[n as usize]);
        let Some(mut vertex) = new.or(old).cloned() else { return };
        let flags = |v: Option<&VertexView>, flag| -> BTreeSet<String> {
            let list = |v: &VertexView| if flag == Flag::Variable { v.variables.clone() } else { v.markings.clone() };
            v.map(list).into_iter().flatten().collect_by_insertion()
        };
        for (flag, names) in [(Flag::Variable, &mut vertex.variables), (Flag::Marking, &mut vertex.markings)] {
            let (before, after) = (flags(old, flag), flags(new, flag));
            let changed = before.symmetric_difference(&after).map(|name| {
                let change = if after.contains(name) { Change::Added } else { Change::Removed };
                ((own, flag, name.clone()), change)
            });
            self.marked.flags.extend(changed);
            if new.is_some() {
                names.extend(before.difference(&after).cloned());
            }
        }
        if let Some(number) = number {
            self.after[number as usize] = own;
        }
        let change = match (old, number) {
            (None, _) => Some(Change::Added),
            (_, None) => Some(Change::Removed),
            _ => None,
        };
        self.marked.vertices.push(Mark { change, number });
        self.marked.heap.vertices.push(vertex);
    }

    fn add_selectors(&mut self) {
        let moved = |s: &SelectorView, to: &[u32]| SelectorView {
            source: to[s.source as usize],
            target: to[s.target as usize],
            label: s.label.clone(),
        };
        let key = |s: &SelectorView| (s.source, s.target, s.label.clone());
        let before: Vec<SelectorView> = self.diff.before.selectors.iter().map(|s| moved(s, &self.before)).collect();
        let after: Vec<SelectorView> = self.diff.after.selectors.iter().map(|s| moved(s, &self.after)).collect();
        let (was, is): (BTreeSet<_>, BTreeSet<_>) =
            (before.iter().map(key).collect_by_insertion(), after.iter().map(key).collect_by_insertion());
        for selector in after {
            self.marked.selectors.push((!was.contains(&key(&selector))).then_some(Change::Added));
            self.marked.heap.selectors.push(selector);
        }
        for selector in before.into_iter().filter(|s| !is.contains(&key(s))) {
            self.marked.selectors.push(Some(Change::Removed));
            self.marked.heap.selectors.push(selector);
        }
    }

    /// Returns the images of the nonterminals of the heap before.
    fn add_nonterminals(&mut self) -> Vec<u32> {
        let moved = |n: &NonterminalView, to: &[u32]| NonterminalView {
            label: n.label.clone(),
            tentacles: n.tentacles.iter().map(|&t| to[t as usize]).collect(),
        };
        let diff = self.diff;
        let before: Vec<NonterminalView> = diff.before.nonterminals.iter().map(|n| moved(n, &self.before)).collect();
        let after: Vec<NonterminalView> = diff.after.nonterminals.iter().map(|n| moved(n, &self.after)).collect();
        // Several edges may be equal, and each is matched only once.
        let mut open: BTreeMap<(&str, &[u32]), Vec<usize>> = BTreeMap::new();
        for (i, edge) in before.iter().enumerate().rev() {
            open.entry((&edge.label, &edge.tentacles)).or_default().push(i);
        }
        let mut gone: BTreeSet<usize> = (0..before.len()).collect_by_insertion();
        let mut images = vec![0; before.len()];
        for (number, edge) in (0u32..).zip(&after) {
            let old = open.get_mut(&(edge.label.as_str(), edge.tentacles.as_slice())).and_then(Vec::pop);
            let kept = old.is_some_and(|old| gone.remove(&old));
            old.into_iter().for_each(|old| images[old] = number);
            let change = (!kept).then_some(Change::Added);
            self.marked.nonterminals.push(Mark { change, number: Some(number) });
            self.marked.heap.nonterminals.push(edge.clone());
        }
        for old in gone {
            images[old] = u32::at(self.marked.nonterminals.len());
            self.marked.nonterminals.push(Mark { change: Some(Change::Removed), number: None });
            self.marked.heap.nonterminals.push(before[old].clone());
        }
        images
    }
}

#[cfg(test)]
mod tests;
