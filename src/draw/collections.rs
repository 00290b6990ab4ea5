//! Collections of Java's library as users see them: one object with its elements, instead of the chain that the library makes of them.

use std::collections::{BTreeMap, BTreeSet};

use base::CollectByInsertion;
use base::chains::{Chain, EXPECTED, FIRST, HASH, NEXT, OF_ITERATORS, VERSION};
use program::objects::{CollectionPart, Program};
use report::heap::{CollectionKind, CollectionView, HeapView, SelectorView, SlotView, VertexKind};

/// The marking of iterators that have not seen the last modification of their collection.
pub const OUTDATED: &str = "outdated";
/// What iterators are called, whatever their class is.
pub(crate) const ITERATOR: &str = "Iterator";
/// The selector of an iterator that is behind the last element: it leads to the collection.
pub(crate) const END: &str = "end";

/// The classes of a program that belong to collections of the library, by name.
#[derive(Clone, Debug, Default)]
pub struct CollectionClasses(BTreeMap<String, CollectionPart>);

impl CollectionClasses {
    /// Those of a program.
    pub fn of(program: &Program) -> Self {
        let parts = program.classes.iter_enumerated().filter_map(|(id, class)| {
            let part = program.collection_part(id)?;
            Some((class.name.clone(), part))
        });
        Self(parts.collect_by_insertion())
    }

    /// The heap in which each collection, as far as all of its chain is known, is [one object](HeapView::collections). Vertices and
    /// nonterminals keep their numbers. What is not as calls leave it stays as it is: a chain of which some part is missing, closed to a
    /// ring or shared, and an iterator whose next element is not in its collection.
    pub fn folded(&self, heap: &HeapView) -> HeapView {
        if self.0.is_empty() {
            return heap.clone();
        }
        let mut folding = Folding::new(self, heap);
        folding.fold_collections();
        folding.fold_iterators();
        folding.hide();
        folding.heap
    }

    fn part(&self, heap: &HeapView, vertex: u32) -> Option<CollectionPart> {
        let own = heap.vertices.get(vertex as usize).filter(|own| own.kind == VertexKind::Object)?;
        self.0.get(&own.ty).copied()
    }

    /// Whether a vertex is a cell or an entry of such a chain.
    fn is_link(&self, heap: &HeapView, vertex: u32, chain: &Chain) -> bool {
        matches!(self.part(heap, vertex), Some(CollectionPart::Link(own)) if own.link == chain.link)
    }
}

struct Folding<'c> {
    classes: &'c CollectionClasses,
    /// The heap as it was.
    raw: &'c HeapView,
    heap: HeapView,
    /// Targets by source and label.
    out: Vec<BTreeMap<&'c str, u32>>,
    /// The nonterminals at each vertex.
    attached: Vec<Vec<u32>>,
    /// The collection of each cell that is one of its places.
    places: BTreeMap<u32, u32>,
    /// What is no selector any more.
    dropped: BTreeSet<(u32, &'c str)>,
}

impl<'c> Folding<'c> {
    fn new(classes: &'c CollectionClasses, raw: &'c HeapView) -> Self {
        let count = raw.vertices.len();
        let (mut out, mut attached) = (vec![BTreeMap::new(); count], vec![Vec::new(); count]);
        for SelectorView { source, target, label } in &raw.selectors {
            out[*source as usize].insert(label.as_str(), *target);
        }
        for (number, nonterminal) in (0u32..).zip(&raw.nonterminals) {
            for &vertex in &nonterminal.tentacles {
                let here = &mut attached[vertex as usize];
                if here.last() != Some(&number) {
                    here.push(number);
                }
            }
        }
        Self { classes, raw, heap: raw.clone(), out, attached, places: BTreeMap::new(), dropped: BTreeSet::new() }
    }

    fn numbers(&self) -> impl Iterator<Item = u32> + use<> {
        0..self.raw.vertices.len() as u32
    }

    fn target(&self, source: u32, label: &str) -> Option<u32> {
        self.out[source as usize].get(label).copied()
    }

    fn is_null(&self, vertex: u32) -> bool {
        self.raw.vertices[vertex as usize].kind == VertexKind::Null
    }

    fn drop_all(&mut self, source: u32, is_dropped: impl Fn(&str) -> bool) {
        let labels = self.out[source as usize].keys().filter(|label| is_dropped(label));
        self.dropped.extend(labels.map(|&label| (source, label)));
    }

    fn fold_collections(&mut self) {
        for vertex in self.numbers() {
            let Some(CollectionPart::Collection { chain, is_set }) = self.classes.part(self.raw, vertex) else {
                continue;
            };
            let Some(slots) = self.slots(vertex, chain) else { continue };
            for cell in slots.iter().filter_map(|slot| slot.cell) {
                self.places.insert(cell, vertex);
                self.drop_all(cell, |label| label == NEXT || label == HASH);
            }
            self.drop_all(vertex, |label| label == FIRST || chain.bookkeeping.contains(&label));
            let kind = match chain.contents {
                [_] if is_set => CollectionKind::Set,
                [_] => CollectionKind::List,
                _ => CollectionKind::Map,
            };
            self.heap.collections.push(CollectionView { vertex, kind, slots });
        }
    }

    /// The places of a collection; absent if some part of its chain is not known.
    fn slots(&self, collection: u32, chain: &Chain) -> Option<Vec<SlotView>> {
        let (mut slots, mut seen) = (Vec::new(), BTreeSet::new());
        let (mut next, mut came) = (self.target(collection, FIRST), None);
        if next.is_none() {
            // Other nonterminals may lead to the collection.
            let begins = |&rest: &u32| self.raw.nonterminals[rest as usize].tentacles.first() == Some(&collection);
            let rest = self.hiding(collection, None).filter(begins)?;
            slots.push(slot(None, Some(rest)));
            (next, came) = (self.behind(rest, collection, chain)?, Some(rest));
        }
        while let Some(cell) = next.filter(|&cell| !self.is_null(cell)) {
            let is_new = seen.insert(cell) && !self.places.contains_key(&cell);
            if !is_new || !self.classes.is_link(self.raw, cell, chain) {
                return None;
            }
            let is_seen = chain.contents.iter().any(|content| self.target(cell, content).is_some());
            if let Some(behind) = self.target(cell, NEXT) {
                slots.push(slot(Some(cell), None));
                (next, came) = (Some(behind), None);
                continue;
            }
            let rest = self.hiding(cell, came)?;
            if is_seen {
                slots.push(slot(Some(cell), None));
            }
            slots.push(slot((!is_seen).then_some(cell), Some(rest)));
            (next, came) = (self.behind(rest, cell, chain)?, Some(rest));
        }
        label(&mut slots);
        Some(slots)
    }

    /// The nonterminal that hides what follows a vertex, other than the one that leads there. By convention, the first tentacle is the
    /// source of the derived structure.
    fn hiding(&self, vertex: u32, came: Option<u32>) -> Option<u32> {
        let mut all: Vec<u32> = self.attached[vertex as usize].clone();
        all.retain(|&number| Some(number) != came);
        if all.len() > 1 {
            all.retain(|&number| self.raw.nonterminals[number as usize].tentacles.first() == Some(&vertex));
        }
        if let [only] = all[..] { Some(only) } else { None }
    }

    /// The cell to which a nonterminal leads from a vertex, if it does not lead to the end; absent if there are several.
    fn behind(&self, rest: u32, from: u32, chain: &Chain) -> Option<Option<u32>> {
        let is_other = |&&end: &&u32| end != from && self.classes.is_link(self.raw, end, chain);
        let mut ends: Vec<u32> =
            self.raw.nonterminals[rest as usize].tentacles.iter().filter(is_other).copied().collect();
        ends.dedup();
        (ends.len() < 2).then(|| ends.first().copied())
    }

    fn fold_iterators(&mut self) {
        let collections: BTreeSet<u32> = self.heap.collections.iter().map(|own| own.vertex).collect_by_insertion();
        for vertex in self.numbers() {
            let Some(CollectionPart::Iterator(chain)) = self.classes.part(self.raw, vertex) else { continue };
            let step = |from: Option<u32>, field: &&'static str| self.target(from?, field);
            let collection = chain.iterated.iter().fold(Some(vertex), step);
            let Some(collection) = collection.filter(|collection| collections.contains(collection)) else { continue };
            let Some(next) = self.target(vertex, NEXT) else { continue };
            if self.is_null(next) {
                let end = SelectorView { source: vertex, target: collection, label: END.to_owned() };
                self.drop_all(vertex, |label| label == NEXT);
                self.heap.selectors.push(end);
            } else if self.places.get(&next) != Some(&collection) {
                continue;
            }
            self.drop_all(vertex, |label| OF_ITERATORS.contains(&label) || chain.iterated.first() == Some(&label));
            let versions = self.target(vertex, EXPECTED).zip(self.target(collection, VERSION));
            let own = &mut self.heap.vertices[vertex as usize];
            own.ty = ITERATOR.to_owned();
            own.markings.extend(versions.filter(|(seen, is)| seen != is).map(|_| OUTDATED.to_owned()));
        }
    }

    /// Leaves out the selectors that were dropped, and what nobody else refers to.
    fn hide(&mut self) {
        if self.heap.collections.is_empty() {
            return;
        }
        let dropped = std::mem::take(&mut self.dropped);
        self.heap.selectors.retain(|own| !dropped.contains(&(own.source, own.label.as_str())));
        loop {
            let is_seen = |vertex: u32| {
                let own = &self.heap.vertices[vertex as usize];
                !(own.variables.is_empty() && own.markings.is_empty())
                    || own.external.is_some()
                    || !self.attached[vertex as usize].is_empty()
                    || self.heap.selectors.iter().any(|selector| selector.target == vertex)
            };
            let is_between = |vertex: u32| matches!(self.classes.part(self.raw, vertex), Some(CollectionPart::Between));
            let hidden = self.numbers().filter(|vertex| !self.heap.hidden.contains(vertex));
            let hidden: Vec<u32> = hidden.filter(|&vertex| is_between(vertex) && !is_seen(vertex)).collect();
            if hidden.is_empty() {
                break;
            }
            self.heap.selectors.retain(|own| !hidden.contains(&own.source));
            self.heap.hidden.extend(hidden);
        }
        // Constants of which only the library knew.
        let targets = |heap: &HeapView| -> BTreeSet<u32> {
            heap.selectors.iter().map(|selector| selector.target).collect_by_insertion()
        };
        let (was, is) = (targets(self.raw), targets(&self.heap));
        let is_constant = |&vertex: &u32| {
            let own = &self.raw.vertices[vertex as usize];
            own.kind == VertexKind::Constant && own.variables.is_empty() && self.attached[vertex as usize].is_empty()
        };
        self.heap.hidden.extend(was.into_iter().filter(|vertex| !is.contains(vertex)).filter(is_constant));
    }
}

fn slot(cell: Option<u32>, rest: Option<u32>) -> SlotView {
    SlotView { label: String::new(), cell, rest }
}

/// Counts places from the start and, behind places of which the number is not known, from the end.
fn label(slots: &mut [SlotView]) {
    let rests: Vec<usize> = slots.iter().enumerate().filter(|(_, own)| own.rest.is_some()).map(|(at, _)| at).collect();
    let count = slots.len();
    for (at, slot) in slots.iter_mut().enumerate() {
        let (first, last) = (rests.first().is_some_and(|&rest| rest < at), rests.last().is_some_and(|&rest| rest > at));
        slot.label = match (slot.rest, first, last) {
            (Some(_), ..) => "…".to_owned(),
            (None, false, _) => at.to_string(),
            (None, true, false) => format!("n-{}", count - at),
            (None, true, true) => "i".to_owned(),
        };
    }
}

#[cfg(test)]
mod tests;
