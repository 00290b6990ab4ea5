//! The places of collections in the difference of two heaps.

use std::collections::BTreeSet;

use super::HeapDiff;
use crate::marked_heap::MarkedHeap;
use base::CollectByInsertion;
use report::heap::{CollectionView, HeapView, SlotView};

/// The images in the union of the vertices of a heap, and of its nonterminals.
pub(super) struct Images<'u> {
    pub vertices: &'u [u32],
    pub nonterminals: &'u [u32],
}

impl Images<'_> {
    fn collections(&self, of: &HeapView) -> Vec<CollectionView> {
        let slot = |slot: &SlotView| SlotView {
            label: slot.label.clone(),
            cell: slot.cell.map(|cell| self.vertices[cell as usize]),
            rest: slot.rest.map(|rest| self.nonterminals[rest as usize]),
        };
        let collection = |own: &CollectionView| CollectionView {
            vertex: self.vertices[own.vertex as usize],
            kind: own.kind,
            slots: own.slots.iter().map(slot).collect(),
        };
        of.collections.iter().map(collection).collect()
    }

    fn hidden(&self, of: &HeapView) -> impl Iterator<Item = u32> {
        of.hidden.iter().map(|&vertex| self.vertices[vertex as usize])
    }
}

/// The collections of the heap after, with the places that are gone, and those that are gone; and what is hidden.
pub(super) fn collections(
    diff: &HeapDiff,
    marked: &MarkedHeap,
    before: &Images<'_>,
    after: &Images<'_>,
) -> (Vec<CollectionView>, Vec<u32>) {
    let is_removed = |vertex: u32| marked.vertices[vertex as usize].number.is_none();
    let is_gone = |slot: &SlotView| match (slot.rest, slot.cell) {
        (Some(rest), _) => marked.nonterminals[rest as usize].number.is_none(),
        (None, cell) => cell.is_some_and(is_removed),
    };
    let mut all = after.collections(&diff.after);
    let slots = all.iter().flat_map(|own| &own.slots);
    let taken: BTreeSet<u32> = slots.filter_map(|slot| slot.cell).collect_by_insertion();
    for old in before.collections(&diff.before) {
        if is_removed(old.vertex) {
            all.push(CollectionView { slots: Vec::new(), ..old });
        }
        let Some(own) = all.iter_mut().find(|own| own.vertex == old.vertex) else { continue };
        let mut at = 0;
        for slot in old.slots {
            if let Some(same) = own.slots.iter().position(|own| (own.cell, own.rest) == (slot.cell, slot.rest)) {
                at = same + 1;
            } else if is_gone(&slot) {
                // Where a nonterminal is gone, its first cell may be a place by itself.
                let cell = slot.cell.filter(|cell| !taken.contains(cell));
                own.slots.insert(at.min(own.slots.len()), SlotView { cell, ..slot });
                at += 1;
            }
        }
    }
    // What is still there is as it is now.
    let hidden = before.hidden(&diff.before).filter(|&vertex| is_removed(vertex)).chain(after.hidden(&diff.after));
    (all, hidden.collect())
}
