//! Objects with everything inside of them as one node.

use std::rc::Rc;

use indexmap::IndexSet;
use rustc_hash::{FxBuildHasher, FxHashMap};

use base::{Idx, IndexVec};
use program::objects::{ClassId, FieldId, Program, Role};
use tree_automata::forest::{NodeKind, Part, Selector};

/// A part of a node: where it is, and what.
#[derive(Clone, PartialEq, Eq, Debug)]
struct PlacedPart {
    /// The part around it, and the field that leads from there; none for the whole node.
    inside: Option<(Part, FieldId)>,
    /// The class of the object that it is.
    class: ClassId,
}

/// How objects are nodes: an object with all objects inside of it is one node, whose kind is its class. Its selectors are the plain fields of
/// all parts. References lead to parts of nodes, so that the fields that bind parts to what is around them are no edges.
#[derive(Clone, Debug)]
pub(super) struct Layout {
    program: Rc<Program>,
    /// For each class its parts, those around others first.
    parts: IndexVec<ClassId, Vec<PlacedPart>>,
    /// Fields of parts.
    selectors: IndexSet<(Part, FieldId), FxBuildHasher>,
    /// [Outside addresses](Role::Container): the part, and the field that leads up from it to nowhere.
    outside: IndexSet<(Part, FieldId), FxBuildHasher>,
}

/// Numbers of parts from here on are outside addresses.
const OUTSIDE: usize = 1 << 16;

/// An object of a class with everything inside of it. The class of a part is the one whose container field is the inverse of the field.
fn placed_parts(program: &Program, part_classes: &FxHashMap<FieldId, ClassId>, class: ClassId) -> Vec<PlacedPart> {
    let mut parts = vec![PlacedPart { inside: None, class }];
    let mut next = 0;
    while let Some(part) = parts.get(next) {
        let own = part.class;
        for (field, _) in program.parts(own) {
            if let Some(&class) = part_classes.get(&field) {
                parts.push(PlacedPart { inside: Some((Part::at(next), field)), class });
            }
        }
        next += 1;
    }
    parts
}

impl Layout {
    pub(super) fn new(program: Rc<Program>) -> Self {
        let mut part_classes = FxHashMap::default();
        for (class, declared) in program.classes.iter_enumerated() {
            for &field in &declared.fields {
                if let Role::Container(part) = program.fields[field].role {
                    part_classes.insert(part, class);
                }
            }
        }
        let parts = program.classes.indices().map(|class| placed_parts(&program, &part_classes, class)).collect();
        let (selectors, outside) = Default::default();
        Self { program, parts, selectors, outside }
    }

    pub(super) fn kind(class: ClassId) -> NodeKind {
        NodeKind::at(class.index())
    }

    pub(super) fn class(kind: NodeKind) -> ClassId {
        ClassId::at(kind.index())
    }

    fn part(&self, kind: NodeKind, part: Part) -> Option<&PlacedPart> {
        self.parts[Self::class(kind)].get(part.index())
    }

    /// The number of parts of a node, with itself.
    pub(super) fn part_count(&self, kind: NodeKind) -> usize {
        self.parts[Self::class(kind)].len()
    }

    /// The part that a field leads down to.
    pub(super) fn below(&self, kind: NodeKind, part: Part, field: FieldId) -> Option<Part> {
        let parts = &self.parts[Self::class(kind)];
        parts.iter().position(|found| found.inside == Some((part, field))).map(Part::at)
    }

    /// The part around a part of which that is the inverse of the field.
    pub(super) fn above(&self, kind: NodeKind, part: Part, down: FieldId) -> Option<Part> {
        let (around, field) = self.part(kind, part)?.inside?;
        (field == down).then_some(around)
    }

    /// The outside address above a part, or above another outside address.
    pub(super) fn outside(&mut self, part: Part, container: FieldId) -> Part {
        Part::at(OUTSIDE + self.outside.insert_full((part, container)).0)
    }

    /// Of an outside address what it is above of, and by which field.
    pub(super) fn inside_of(&self, part: Part) -> Option<(Part, FieldId)> {
        self.outside.get_index(part.index().checked_sub(OUTSIDE)?).copied()
    }

    /// The part with a field among those with the same address as a part.
    pub(super) fn with_field(&self, kind: NodeKind, part: Part, field: FieldId) -> Option<Part> {
        let class = self.program.fields[field].class;
        let mut at = part;
        if self.program.is_subclass(self.part(kind, at)?.class, class) {
            return Some(at);
        }
        at = self.outermost(kind, at);
        loop {
            let own = self.part(kind, at)?.class;
            if self.program.is_subclass(own, class) {
                return Some(at);
            }
            let mut parts = self.program.parts(own);
            let (first, _) = parts.find(|(_, field)| field.role == Role::Part { is_first: true })?;
            at = self.below(kind, at, first)?;
        }
    }

    /// The names of all selectors of a node: fields, with the fields that lead to their parts before them.
    pub(super) fn selector_names(&self, kind: NodeKind) -> Vec<String> {
        let parts = (0..self.part_count(kind)).map(Part::at);
        parts
            .flat_map(|part| {
                self.plain(self.parts[Self::class(kind)][part.index()].class)
                    .into_iter()
                    .map(move |field| (part, field))
            })
            .map(|(part, field)| self.selector_name(kind, part, field))
            .collect()
    }

    /// A field of a part, with the fields that lead to the part: `link.next`.
    pub(super) fn selector_name(&self, kind: NodeKind, part: Part, field: FieldId) -> String {
        let (part, name) = (self.path(kind, part), &self.program.fields[field].name);
        if part.is_empty() { name.clone() } else { format!("{part}.{name}") }
    }

    /// Whether a part of a node has a field itself.
    pub(super) fn has_field(&self, kind: NodeKind, part: Part, field: FieldId) -> bool {
        let class = self.program.fields[field].class;
        self.part(kind, part).is_some_and(|part| self.program.is_subclass(part.class, class))
    }

    /// The part around all others with the same address.
    pub(super) fn outermost(&self, kind: NodeKind, part: Part) -> Part {
        let mut at = part;
        while let Some(&PlacedPart { inside: Some((around, field)), .. }) = self.part(kind, at) {
            if self.program.fields[field].role != (Role::Part { is_first: true }) {
                break;
            }
            at = around;
        }
        at
    }

    /// The selector of a field of a part.
    pub(super) fn selector(&mut self, part: Part, field: FieldId) -> Selector {
        Selector::at(self.selectors.insert_full((part, field)).0)
    }

    /// The part and field of a selector.
    pub(super) fn field(&self, selector: Selector) -> (Part, FieldId) {
        self.selectors[selector.index()]
    }

    /// The fields that lead to a part of a node, joined by dots; of an outside address the part that it is above of.
    pub(super) fn path(&self, kind: NodeKind, part: Part) -> String {
        let mut names: Vec<&str> = Vec::new();
        let mut at = part;
        if let Some((inner, container)) = self.inside_of(at) {
            names.push(&self.program.fields[container].name);
            at = inner;
        }
        while let Some(PlacedPart { inside: Some((around, field)), .. }) = self.part(kind, at) {
            names.push(&self.program.fields[*field].name);
            at = *around;
        }
        names.reverse();
        names.join(".")
    }

    /// All selectors of a node with all of its parts.
    pub(super) fn selectors(&mut self, kind: NodeKind) -> Vec<Selector> {
        let parts: Vec<ClassId> = self.parts[Self::class(kind)].iter().map(|part| part.class).collect();
        let mut found = Vec::new();
        for (part, class) in parts.into_iter().enumerate() {
            for field in self.plain(class) {
                found.push(self.selector(Part::at(part), field));
            }
        }
        found
    }

    /// The fields of an object that hold values.
    pub(super) fn plain(&self, class: ClassId) -> Vec<FieldId> {
        let fields = self.program.ancestry(class).flat_map(|ancestor| &self.program.classes[ancestor].fields);
        fields.copied().filter(|&field| self.program.fields[field].role == Role::Plain).collect()
    }

    /// What becomes of a part of a node when that becomes this part of another one.
    pub(super) fn embedded(&self, outer: NodeKind, at: Part, inner: NodeKind, part: Part) -> Option<Part> {
        let mut path = Vec::new();
        let mut below = part;
        while let Some((around, field)) = self.part(inner, below)?.inside {
            path.push(field);
            below = around;
        }
        path.iter().rev().try_fold(at, |at, &field| self.below(outer, at, field))
    }
}
