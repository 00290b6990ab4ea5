//! The smallest heaps of a structure, to be drawn.

use std::collections::BTreeMap;

use super::evidence::{Sample, SampleObject};
use super::{StructureKind, Structures};
use program::objects::{ClassId, FieldId};

/// Heaps with more objects are not looked for.
const OBJECTS: usize = 4;
/// Heaps of so many sizes are enough.
const SIZES: usize = 3;
/// Fields of all objects together.
const FIELDS: usize = 16;
/// Heaps that are tried for a size.
const TRIED: usize = 10_000;

impl Structures<'_> {
    /// One of the smallest heaps of the chosen structure of a family for each of the least numbers of objects: one with many objects near
    /// the first. What elements hold besides is left out. Of what was learned, some of the heaps that showed it.
    pub fn smallest(&self, family: usize) -> Vec<Sample> {
        if let Some(learned) = self.chosen_rules().filter(|_| self.chosen(family).kind == StructureKind::Learned) {
            return learned.examples().to_vec();
        }
        if let Some(built) = self.chosen_heaps().filter(|_| self.chosen(family).kind == StructureKind::Built) {
            return built.examples();
        }
        (1..=OBJECTS).filter_map(|size| self.with_size(family, size)).take(SIZES).collect()
    }

    fn with_size(&self, family: usize, size: usize) -> Option<Sample> {
        let mut search = Search { structures: self, family, size, found: None, tried: 0 };
        for &class in &self.families[family].classes {
            if !self.program().classes[class].is_abstract {
                search.extend(&mut vec![search.object(class)], 0);
            }
        }
        search.found
    }
}

/// A search through the heaps of a size in which objects are in the order in which they are reached: no heap is met twice.
struct Search<'a, 'p> {
    structures: &'a Structures<'p>,
    family: usize,
    size: usize,
    found: Option<Sample>,
    tried: usize,
}

impl Search<'_, '_> {
    /// An object without values.
    fn object(&self, class: ClassId) -> SampleObject {
        let graph = &self.structures.graph;
        let fields = graph.structural_fields(class).iter().map(|&field| (field, None));
        SampleObject { class, fields: fields.collect::<BTreeMap<_, _>>(), null_payload: Vec::new() }
    }

    /// The fields that lead to objects of the family or to its leaves, in the order in which their objects are.
    fn slots(&self, objects: &[SampleObject]) -> Vec<(usize, FieldId)> {
        let graph = &self.structures.graph;
        let is_own = |&field: &FieldId| graph.family_of_targets(field) == Some(self.family);
        let of = |(number, object): (usize, &SampleObject)| {
            let fields = graph.structural_fields(object.class).iter().copied().filter(is_own);
            fields.map(move |field| (number, field)).collect::<Vec<_>>()
        };
        objects.iter().enumerate().flat_map(of).collect()
    }

    /// Gives a value to each field from a position on.
    fn extend(&mut self, objects: &mut Vec<SampleObject>, slot: usize) {
        let slots = self.slots(objects);
        if self.found.is_some() || self.tried >= TRIED || slots.len() > FIELDS {
            return;
        }
        let Some(&(source, field)) = slots.get(slot) else {
            self.tried += 1;
            let sample = Sample { objects: objects.clone(), origin: String::new(), is_given_null: false };
            if objects.len() == self.size && self.structures.fits(&sample) {
                self.found = Some(sample);
            }
            return;
        };
        let graph = &self.structures.graph;
        let classes = graph.targets(field);
        if objects.len() < self.size {
            for &class in classes {
                let new = objects.len();
                objects[source].fields.insert(field, Some(new));
                objects.push(self.object(class));
                self.extend(objects, slot + 1);
                objects.pop();
            }
        }
        let known = (0..objects.len()).filter(|&object| classes.contains(&objects[object].class)).map(Some);
        for value in std::iter::once(None).chain(known).collect::<Vec<_>>() {
            objects[source].fields.insert(field, value);
            self.extend(objects, slot + 1);
        }
        objects[source].fields.insert(field, None);
    }
}
