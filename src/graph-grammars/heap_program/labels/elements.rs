//! What collections of Java's library contain.
//!
//! A collection is a chain of cells or entries, of which a nonterminal may hide any number. How many there are at least, and which of
//! those that are visible belong to it, is known nevertheless.

use super::{HeapLabels, Scene, same};
use crate::heap_program::transfer::AbstractValue;
use base::chains::{Chain, FIRST, NEXT};
use heap_grammar::heap::{Heap, VertexId};
use ltl::logic::{Contained, Operand, Order, Truth, VariableRef};
use program::objects::CollectionPart;

/// How a chain ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum ChainEnd {
    /// With null.
    Null,
    /// A nonterminal hides what follows.
    Hidden,
    /// What follows is not known.
    Unknown,
}

impl HeapLabels {
    /// Whether the collection to which `x` points has so many elements.
    pub(super) fn size(&self, scene: Scene<'_>, heap: &Heap, x: &VariableRef, order: Order, right: &Operand) -> Truth {
        let right = match right {
            Operand::Variable(right) => scene.value(heap, right),
            Operand::Integer(right) => Some(AbstractValue::Number(*right)),
            Operand::Null | Operand::Boolean(_) => None,
        };
        match (scene.value(heap, x), right) {
            (None, _) | (_, None) => Truth::False,
            (Some(AbstractValue::Reference(object)), _) if Some(object) == heap.null() => Truth::False,
            (Some(AbstractValue::Reference(object)), Some(AbstractValue::Number(right))) => {
                self.of_collection(heap, object, |heap, _, first| {
                    let (links, end) = self.links(heap, first);
                    order.truth(links.len() as i64, end != ChainEnd::Null, right)
                })
            }
            _ => Truth::Unknown,
        }
    }

    /// Whether the object to which `element` points, or null, is in the collection to which `collection` points.
    pub(super) fn contains(
        &self,
        scene: Scene<'_>,
        heap: &Heap,
        what: Contained,
        collection: &VariableRef,
        element: &VariableRef,
    ) -> Truth {
        let (object, element) = match (scene.value(heap, collection), scene.value(heap, element)) {
            (None, _) | (_, None) => return Truth::False,
            (Some(AbstractValue::Reference(object)), _) if Some(object) == heap.null() => return Truth::False,
            (Some(AbstractValue::Reference(object)), Some(element @ AbstractValue::Reference(_))) => (object, element),
            _ => return Truth::Unknown,
        };
        let (wanted, field) = what.place();
        self.of_collection(heap, object, |heap, chain, first| match chain.link == wanted.link {
            true => self.holds(scene, heap, first, field, element),
            false => Truth::Unknown,
        })
    }

    /// What is so of a collection with its first cell, or null, if that is the same for every heap that is described.
    fn of_collection(
        &self,
        heap: &Heap,
        object: VertexId,
        answer: impl Fn(&Heap, &'static Chain, VertexId) -> Truth,
    ) -> Truth {
        let class = self.model.program.class_named(self.model.alphabet.type_name(heap.vertex_type(object)));
        let part = class.and_then(|class| self.model.program.collection_part(class));
        let (Some(CollectionPart::Collection { chain, .. }), Some(selector)) =
            (part, self.model.alphabet.find_selector(FIRST))
        else {
            return Truth::Unknown;
        };
        let of = |heap: &Heap| heap.target(object, selector).map_or(Truth::Unknown, |first| answer(heap, chain, first));
        if heap.target(object, selector).is_some() {
            return of(heap);
        }
        let concrete = self.model.grammar().materialise(heap, object, selector).unwrap_or_default();
        concrete.iter().map(of).reduce(|a, b| if a == b { a } else { Truth::Unknown }).unwrap_or(Truth::Unknown)
    }

    /// The cells from this one on that are visible, and how their chain ends as far as it is visible.
    fn links(&self, heap: &Heap, first: VertexId) -> (Vec<VertexId>, ChainEnd) {
        let selector = self.model.alphabet.find_selector(NEXT);
        let (mut links, mut next) = (Vec::new(), Some(first));
        while let Some(link) = next {
            if Some(link) == heap.null() {
                return (links, ChainEnd::Null);
            }
            // A ring, while methods of the library are at work; or what is not followed.
            if links.contains(&link) || !heap.is_object(link) {
                return (links, ChainEnd::Unknown);
            }
            links.push(link);
            next = selector.and_then(|selector| heap.target(link, selector));
        }
        // Behind what a nonterminal hides.
        let along = [NEXT.to_owned()];
        let is_link = |link: VertexId| heap.is_object(link) && heap.vertex_type(link) == heap.vertex_type(first);
        let others = heap.vertices().filter(|&link| is_link(link) && !links.contains(&link));
        let behind: Vec<VertexId> =
            others.filter(|&link| self.reaches(heap, first, link, &along) == Truth::True).collect();
        links.extend(behind);
        (links, ChainEnd::Hidden)
    }

    /// Whether a cell from this one on leads to a value.
    fn holds(&self, scene: Scene<'_>, heap: &Heap, first: VertexId, field: &str, value: AbstractValue) -> Truth {
        let semantics = scene.semantics();
        let Some(selector) = self.model.alphabet.find_selector(field) else { return Truth::Unknown };
        let (links, end) = self.links(heap, first);
        let targets = links.iter().map(|&link| heap.target(link, selector));
        let known =
            targets.clone().flatten().map(|target| same(semantics, heap, semantics.of_vertex(heap, target), value));
        let held: Vec<Truth> = known.collect();
        if held.contains(&Truth::True) {
            return Truth::True;
        }
        // What is not followed may be any object.
        if held.contains(&Truth::Unknown) {
            return Truth::Unknown;
        }
        if end == ChainEnd::Null && held.len() == targets.len() {
            return Truth::False;
        }
        // To what a cell holds, a path leads.
        let is_followed = || {
            let fields = self.model.unknown.fields.iter().map(|&field| self.model.program.fields[field].name.as_str());
            !fields.into_iter().any(|name| name == field || name == NEXT)
        };
        match value {
            AbstractValue::Reference(target)
                if end != ChainEnd::Unknown && Some(target) != heap.null() && is_followed() =>
            {
                let path = [NEXT.to_owned(), field.to_owned()];
                match self.reaches(heap, first, target, &path) {
                    Truth::False => Truth::False,
                    _ => Truth::Unknown,
                }
            }
            _ => Truth::Unknown,
        }
    }
}
