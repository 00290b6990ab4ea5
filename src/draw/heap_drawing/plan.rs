//! What is drawn of a heap, before it has places: nodes, arrows, boxes of collections.

use std::collections::BTreeMap;

use super::{BOX_HEIGHT, radius, vertex_size};
use crate::collection_drawing::{CollectionBox, Places, Port, places};
use crate::collections::{END, ITERATOR};
use crate::layout::{Graph, Spacing};
use crate::marked_heap::MarkedHeap;
use crate::scene::{Change, FONT, flipped, text_width};
use base::chains::{KEY, NEXT, VALUE};
use report::heap::{CollectionKind, HeapView, SelectorView, VertexKind, VertexView};

/// The part of the heap drawn as an edge of the layout.
pub(super) enum Link {
    /// Selectors with the same ends and the same change share an arrow.
    Selectors(String, Option<Change>),
    /// A tentacle with its number; the box comes first or last.
    Tentacle { number: usize, box_first: bool, change: Option<Change> },
}

/// What is drawn of a heap, before it has places.
pub(crate) struct Plan<'h> {
    pub(super) marked: &'h MarkedHeap,
    pub(super) heap: &'h HeapView,
    /// The vertices drawn, but for those that are places of collections.
    pub shown: Vec<u32>,
    /// The nonterminals drawn, likewise.
    pub nonterminals: Vec<u32>,
    /// The vertices and nonterminals drawn, turned by 90°.
    pub graph: Graph,
    pub(super) links: Vec<Link>,
    /// Where each edge leaves a collection, and where it reaches one.
    pub(super) ports: Vec<[Option<Port>; 2]>,
    /// The boxes of collections, by node.
    pub(super) boxes: BTreeMap<u32, CollectionBox<'h>>,
    pub spacing: Spacing,
}

impl<'h> Plan<'h> {
    /// The distances if no label needs more.
    pub(crate) const SPACING: Spacing = Spacing { node: 22.0, edge: 18.0, layer: 44.0, part: 40.0 };

    pub(crate) fn new(marked: &'h MarkedHeap) -> Self {
        let heap = &marked.heap;
        let places = places(marked);
        // The row of a collection tells that there is null.
        let is_told = |own: &SelectorView| {
            places.contains_key(&own.source)
                && heap.vertices.get(own.target as usize).is_some_and(|own| own.kind == VertexKind::Null)
        };
        let shown = shown(heap, &places, is_told);
        let rests: Vec<u32> = heap.collections.iter().flat_map(|own| &own.slots).filter_map(|slot| slot.rest).collect();
        let nonterminals = (0..heap.nonterminals.len() as u32).filter(|number| !rests.contains(number)).collect();
        let mut plan = Self {
            marked,
            heap,
            shown,
            nonterminals,
            graph: Graph::default(),
            links: Vec::new(),
            ports: Vec::new(),
            boxes: BTreeMap::new(),
            spacing: Self::SPACING,
        };
        plan.add_vertices();
        let widest = plan.add_selectors(&places, is_told);
        plan.add_nonterminals(&places);
        plan.spacing.layer = plan.spacing.layer.max(widest + 28.0);
        plan
    }

    fn add_vertices(&mut self) {
        for (node, &number) in (0u32..).zip(&self.shown) {
            let vertex = &self.heap.vertices[number as usize];
            let collection = self.heap.collections.iter().find(|own| own.vertex == number);
            let own = collection.map(|own| CollectionBox::new(self.marked, own));
            let size = own.as_ref().map_or([2.0 * radius(vertex); 2], CollectionBox::size);
            self.graph.sizes.push(flipped(vertex_size(vertex, size)));
            self.boxes.extend(own.map(|own| (node, own)));
            if vertex.kind == VertexKind::Null {
                self.graph.last.push(node);
            }
        }
    }

    /// The node of a vertex, and where arrows meet it if it is a collection or one of its places.
    fn node(&self, vertex: u32, places: &Places) -> Option<(u32, Option<Port>)> {
        let (own, port) = match places.get(&vertex) {
            Some(&(collection, row)) => (collection, Port::Row(row)),
            None => (vertex, Port::Header),
        };
        let node = self.shown.binary_search(&own).ok()? as u32;
        Some((node, self.boxes.contains_key(&node).then_some(port)))
    }

    /// Selectors with the same ends share an arrow. Returns the width of the widest label.
    fn add_selectors(&mut self, places: &Places, is_told: impl Fn(&SelectorView) -> bool) -> f32 {
        type End = (u32, Option<Port>);
        let mut arrows: BTreeMap<(End, End, Option<Change>), Vec<&str>> = BTreeMap::new();
        for (selector, &change) in self.heap.selectors.iter().zip(&self.marked.selectors) {
            let SelectorView { source, target, label } = selector;
            let (Some(mut from), Some(mut to)) = (self.node(*source, places), self.node(*target, places)) else {
                continue;
            };
            if is_told(selector) {
                continue;
            }
            // An iterator is between two places.
            to.1 = match to.1 {
                Some(Port::Row(row)) if label == NEXT && is_iterator(self.heap, *source) => Some(Port::Before(row)),
                Some(Port::Header) if label == END && is_iterator(self.heap, *source) => {
                    let own = self.heap.collections.iter().find(|own| own.vertex == *target);
                    Some(Port::Before(own.map_or(0, |own| own.slots.len().max(1))))
                }
                port => port,
            };
            // What a place holds needs no label: of maps, key and value have a line each.
            let held = from.1.and_then(|port| match port {
                Port::Row(row) => {
                    let (collection, _) = places.get(source)?;
                    let own = self.heap.collections.iter().find(|own| own.vertex == *collection)?;
                    let line = if label == VALUE && own.kind == CollectionKind::Map { 1 } else { 0 };
                    [KEY, VALUE].contains(&label.as_str()).then_some(Port::Line(row, line))
                }
                _ => None,
            });
            from.1 = held.or(from.1);
            let labels = arrows.entry((from, to, change)).or_default();
            labels.extend(held.is_none().then_some(label.as_str()));
        }
        let mut widest: f32 = 0.0;
        for (((source, from), (target, to), change), labels) in arrows {
            let label = labels.join(", ");
            widest = widest.max(text_width(&label, FONT));
            self.graph.edges.push((source, target));
            self.links.push(Link::Selectors(label, change));
            self.ports.push([from, to]);
        }
        widest
    }

    fn add_nonterminals(&mut self, places: &Places) {
        for &number in &self.nonterminals {
            let nonterminal = &self.heap.nonterminals[number as usize];
            let own = self.graph.sizes.len() as u32;
            self.graph.sizes.push(flipped([text_width(&nonterminal.label, FONT) + 22.0, BOX_HEIGHT]));
            for (i, &vertex) in nonterminal.tentacles.iter().enumerate() {
                let Some((vertex, port)) = self.node(vertex, places) else { continue };
                // By convention, the first tentacle is the source of the derived structure.
                let box_first = i > 0;
                self.graph.edges.push(if box_first { (own, vertex) } else { (vertex, own) });
                let change = self.marked.nonterminals[number as usize].change;
                self.links.push(Link::Tentacle { number: i + 1, box_first, change });
                self.ports.push(if box_first { [None, port] } else { [port, None] });
            }
        }
        // What the places of a collection share with the rest of the heap.
        for own in &self.heap.collections {
            let Some((node, _)) = self.node(own.vertex, places) else { continue };
            for (row, rest) in own.slots.iter().enumerate().filter_map(|(row, slot)| Some((row, slot.rest?))) {
                let change = self.marked.nonterminals[rest as usize].change;
                for (i, &vertex) in self.heap.nonterminals[rest as usize].tentacles.iter().enumerate() {
                    let is_null = self.heap.vertices[vertex as usize].kind == VertexKind::Null;
                    let is_place = vertex == own.vertex
                        || places.get(&vertex).is_some_and(|(collection, _)| *collection == own.vertex);
                    let Some((vertex, port)) = self.node(vertex, places).filter(|_| !is_null && !is_place) else {
                        continue;
                    };
                    self.graph.edges.push((node, vertex));
                    self.links.push(Link::Tentacle { number: i + 1, box_first: true, change });
                    self.ports.push([Some(Port::Row(row)), port]);
                }
            }
        }
    }
}

/// The vertices that are drawn by themselves, in order.
fn shown(heap: &HeapView, places: &Places, is_told: impl Fn(&SelectorView) -> bool) -> Vec<u32> {
    let is_folded = !heap.collections.is_empty();
    let is_flagged = |own: &VertexView| !own.variables.is_empty() || !own.markings.is_empty();
    let kept = |own: &VertexView| match own.kind {
        // Where only the chain of a collection ended.
        VertexKind::Null => !is_folded || is_flagged(own) || own.external.is_some(),
        VertexKind::Constant => is_flagged(own),
        VertexKind::Object | VertexKind::Choice => true,
    };
    let mut used: Vec<bool> = heap.vertices.iter().map(kept).collect();
    let selectors = heap.selectors.iter().filter(|own| !is_told(own)).flat_map(|own| [own.source, own.target]);
    let rests = |number: u32| heap.collections.iter().flat_map(|own| &own.slots).any(|slot| slot.rest == Some(number));
    let boxes = (0u32..).zip(&heap.nonterminals).filter(|(number, _)| !rests(*number)).map(|(_, own)| own);
    for vertex in selectors.chain(boxes.flat_map(|own| own.tentacles.iter().copied())) {
        if let Some(used) = used.get_mut(vertex as usize) {
            *used = true;
        }
    }
    let is_own = |vertex: &u32| used[*vertex as usize] && !heap.hidden.contains(vertex) && !places.contains_key(vertex);
    (0..heap.vertices.len() as u32).filter(is_own).collect()
}

/// Whether a vertex is an iterator of a collection.
fn is_iterator(heap: &HeapView, vertex: u32) -> bool {
    heap.vertices.get(vertex as usize).is_some_and(|own| own.ty == ITERATOR)
}
