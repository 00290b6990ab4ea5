//! Objects with everything inside of them as one node.

use indexmap::IndexSet;
use rustc_hash::{FxBuildHasher, FxHashMap};

use crate::automata::forest::{NodeKind, Part, Selector};
use crate::base::Idx;
use crate::program::objects::{ClassId, FieldId, Program, Role};

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
pub(super) struct Layout<'p> {
    program: &'p Program,
    /// The class of the object that is a part: its container field says of which part it is the inverse.
    part_classes: FxHashMap<FieldId, ClassId>,
    /// For each class its parts, those around others first.
    parts: FxHashMap<ClassId, Vec<PlacedPart>>,
    /// Fields of parts.
    selectors: IndexSet<(Part, FieldId), FxBuildHasher>,
    /// [Outside addresses](Role::Container): the part, and the field that leads up from it to nowhere.
    outside: IndexSet<(Part, FieldId), FxBuildHasher>,
}

/// Numbers of parts from here on are outside addresses.
const OUTSIDE: usize = 1 << 16;

impl<'p> Layout<'p> {
    pub(super) fn new(program: &'p Program) -> Self {
        let mut part_classes = FxHashMap::default();
        for (class, declared) in program.classes.iter_enumerated() {
            for &field in &declared.fields {
                if let Role::Container(part) = program.fields[field].role {
                    part_classes.insert(part, class);
                }
            }
        }
        let (parts, selectors, outside) = Default::default();
        Self { program, part_classes, parts, selectors, outside }
    }

    pub(super) fn kind(class: ClassId) -> NodeKind {
        NodeKind::at(class.index())
    }

    pub(super) fn class(kind: NodeKind) -> ClassId {
        ClassId::at(kind.index())
    }

    fn parts(&mut self, class: ClassId) -> &[PlacedPart] {
        if !self.parts.contains_key(&class) {
            let mut parts = vec![PlacedPart { inside: None, class }];
            let mut next = 0;
            while let Some(part) = parts.get(next) {
                let own = part.class;
                for (field, _) in self.program.parts(own) {
                    if let Some(&class) = self.part_classes.get(&field) {
                        parts.push(PlacedPart { inside: Some((Part::at(next), field)), class });
                    }
                }
                next += 1;
            }
            self.parts.insert(class, parts);
        }
        &self.parts[&class]
    }

    fn part(&mut self, kind: NodeKind, part: Part) -> Option<PlacedPart> {
        self.parts(Self::class(kind)).get(part.index()).cloned()
    }

    /// The number of parts of a node, with itself.
    pub(super) fn part_count(&mut self, kind: NodeKind) -> usize {
        self.parts(Self::class(kind)).len()
    }

    /// The part that a field leads down to.
    pub(super) fn below(&mut self, kind: NodeKind, part: Part, field: FieldId) -> Option<Part> {
        let parts = self.parts(Self::class(kind));
        parts.iter().position(|found| found.inside == Some((part, field))).map(Part::at)
    }

    /// The part around a part of which that is the inverse of the field.
    pub(super) fn above(&mut self, kind: NodeKind, part: Part, down: FieldId) -> Option<Part> {
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
    pub(super) fn with_field(&mut self, kind: NodeKind, part: Part, field: FieldId) -> Option<Part> {
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

    /// The part around all others with the same address.
    pub(super) fn outermost(&mut self, kind: NodeKind, part: Part) -> Part {
        let mut at = part;
        while let Some(PlacedPart { inside: Some((around, field)), .. }) = self.part(kind, at) {
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

    /// All selectors of a node with all of its parts.
    pub(super) fn selectors(&mut self, kind: NodeKind) -> Vec<Selector> {
        let parts: Vec<ClassId> = self.parts(Self::class(kind)).iter().map(|part| part.class).collect();
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
    pub(super) fn embedded(&mut self, outer: NodeKind, at: Part, inner: NodeKind, part: Part) -> Option<Part> {
        let mut path = Vec::new();
        let mut below = part;
        while let Some((around, field)) = self.part(inner, below)?.inside {
            path.push(field);
            below = around;
        }
        path.iter().rev().try_fold(at, |at, &field| self.below(outer, at, field))
    }
}
