//! How many objects are reached from a place, as far as heaps tell: so many, and those inside of some nonterminal edges.

use std::collections::BTreeMap;

use smallvec::SmallVec;

use super::super::layout::NOWHERE;
use super::super::{HeapModel, Semantics};
use base::{Idx, IndexVec, newtype_index};
use heap_grammar::grammar::{Entered, Grammar};
use heap_grammar::heap::{Heap, Nonterminal, Selector, VertexId};
use program::objects::{ClassId, FieldId, Program, Type};

newtype_index! {
    /// Fields along which objects are reached.
    pub(super) struct Along;
}

/// A structure has fewer objects than 2 to this power.
pub(super) const OBJECT_BITS: u8 = 30;

/// Fields along which objects are reached.
struct Links {
    fields: Vec<FieldId>,
    selectors: SmallVec<[Selector; 2]>,
    entered: Entered,
}

/// The number of objects reached from a place: a constant, and all inside of these nonterminal edges, by position.
pub(super) struct Extent {
    pub objects: u64,
    pub edges: SmallVec<[usize; 4]>,
}

/// The structures of a program, and how many objects its nonterminals derive.
#[derive(Default)]
pub(super) struct Sizes {
    /// For each class whose objects lead to each other: along each of its fields, and along all of them.
    links: IndexVec<Along, Links>,
    of_classes: BTreeMap<ClassId, Vec<Along>>,
    /// The fewest objects that a nonterminal derives.
    least: BTreeMap<Nonterminal, u64>,
}

impl Sizes {
    /// The structures of a program.
    pub(super) fn new(semantics: &Semantics) -> Self {
        let model = &semantics.model;
        let mut sizes = Self { least: least_objects(model.grammar()), ..Self::default() };
        // Objects inside of nonterminal edges whose links are not given may lead anywhere.
        if model.unknown.may_be_lacking {
            return sizes;
        }
        for class in model.program.classes.indices() {
            let own = links_of(semantics, class);
            let mut sets: Vec<&[FieldId]> = own.chunks(1).collect();
            if own.len() > 1 {
                sets.push(&own);
            }
            for fields in sets {
                let along = sizes.add(semantics, fields);
                // What is declared as an object of a superclass may be one of this class.
                for ancestor in model.program.ancestry(class) {
                    let known = sizes.of_classes.entry(ancestor).or_default();
                    if !known.contains(&along) {
                        known.push(along);
                    }
                }
            }
        }
        sizes
    }

    fn add(&mut self, semantics: &Semantics, fields: &[FieldId]) -> Along {
        if let Some(known) = self.links.iter_enumerated().find(|(_, links)| links.fields == fields) {
            return known.0;
        }
        let selectors: SmallVec<[Selector; 2]> =
            fields.iter().map(|&field| semantics.layout.fields[field].selector).collect();
        let entered = Entered::along(semantics.model.grammar(), &selectors);
        self.links.push(Links { fields: fields.to_vec(), selectors, entered })
    }

    /// The ways in which objects of a class lead to each other.
    pub(super) fn of_class(&self, class: ClassId) -> &[Along] {
        self.of_classes.get(&class).map_or(&[], Vec::as_slice)
    }

    /// The fields along which objects are reached.
    pub(super) fn fields(&self, along: Along) -> &[FieldId] {
        &self.links[along].fields
    }

    /// The fewest objects that a nonterminal derives.
    pub(super) fn least(&self, label: Nonterminal) -> u64 {
        self.least.get(&label).copied().unwrap_or(0)
    }

    /// The objects reached from a vertex, itself included, if their number is the same sum in all heaps that a heap stands for.
    pub(super) fn extent(&self, semantics: &Semantics, heap: &Heap, from: VertexId, along: Along) -> Option<Extent> {
        let Links { selectors, entered, .. } = &self.links[along];
        let mut linked = heap.clone();
        linked.retain_selectors(|_, selector| selectors.contains(&selector));
        let part = entered.part(&linked, &[from])?;
        let mut objects = 0;
        for vertex in linked.vertices().filter(|vertex| part.vertices[vertex.index()]) {
            if linked.null() == Some(vertex) {
                continue;
            }
            if !linked.is_object(vertex) || !self.is_complete(semantics, &linked, vertex, along) {
                return None;
            }
            objects += 1;
        }
        let edges = (0..part.edges.len()).filter(|&edge| part.edges[edge]).collect();
        Some(Extent { objects, edges })
    }

    /// Whether links may lead from a vertex to an object.
    pub(super) fn reaches(&self, heap: &Heap, from: VertexId, along: Along, object: VertexId) -> bool {
        let Links { selectors, entered, .. } = &self.links[along];
        let mut linked = heap.clone();
        linked.retain_selectors(|_, selector| selectors.contains(&selector));
        entered.part(&linked, &[from]).is_none_or(|part| part.vertices[object.index()])
    }

    /// Whether all links of an object lead somewhere.
    fn is_complete(&self, semantics: &Semantics, heap: &Heap, object: VertexId, along: Along) -> bool {
        let ty = heap.vertex_type(object);
        let is_inside = |selector: Selector| {
            let single = self.links.iter().find(|links| links.selectors.as_slice() == [selector]);
            let Some(Links { entered, .. }) = single else { return false };
            let mut tentacles = heap
                .nonterminals()
                .iter()
                .flat_map(|edge| edge.tentacles.iter().enumerate().map(move |tentacle| (edge.label, tentacle)));
            tentacles.any(|(label, (at, &vertex))| vertex == object && entered.enters(label, at))
        };
        let mut selectors = self.links[along].selectors.iter();
        selectors.all(|&selector| {
            !semantics.layout.has_field(ty, selector) || heap.target(object, selector).is_some() || is_inside(selector)
        })
    }
}

/// The fields of a class, with inherited ones, that lead to objects of its own kind and are a part of the shape.
fn links_of(semantics: &Semantics, class: ClassId) -> Vec<FieldId> {
    let HeapModel { program, .. } = &*semantics.model;
    let all = program.ancestry(class).flat_map(|class| program.classes[class].fields.iter().copied());
    let is_link = |field: &FieldId| {
        let info = &semantics.layout.fields[*field];
        let is_followed = info.selector != NOWHERE && !info.untracked && !info.primitive;
        let is_of_program = |to: ClassId| program.classes[to].span.is_some() && is_of_kind(program, to, class);
        is_followed && matches!(program.fields[*field].ty, Type::Reference(to) if is_of_program(to))
    };
    all.filter(is_link).collect()
}

/// Whether one of two classes extends the other one.
fn is_of_kind(program: &Program, a: ClassId, b: ClassId) -> bool {
    program.is_subclass(a, b) || program.is_subclass(b, a)
}

/// The fewest objects inside of what each nonterminal derives, those of its tentacles left out.
fn least_objects(grammar: &Grammar) -> BTreeMap<Nonterminal, u64> {
    let mut least: BTreeMap<Nonterminal, u64> = BTreeMap::new();
    loop {
        let before = least.clone();
        for (_, rule) in grammar.rules() {
            let body = &rule.body;
            let own = body.vertices().filter(|&vertex| body.is_object(vertex) && !body.is_external(vertex)).count();
            let inner: Option<u64> = body.nonterminals().iter().map(|edge| before.get(&edge.label).copied()).sum();
            if let Some(inner) = inner {
                let all = inner + own as u64;
                let known = least.entry(rule.label).or_insert(all);
                *known = all.min(*known);
            }
        }
        if least == before {
            return least;
        }
    }
}
