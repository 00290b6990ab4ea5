//! Heaps that a program builds, taken as they are where no structure describes them: runs that start on one of them are real, and nothing is
//! known of others.

use std::collections::{BTreeMap, BTreeSet};

use fixedbitset::FixedBitSet;

use super::learned::EXAMPLES;
use super::values::{Case, Cases, Names};
use super::{Sample, SampleObject, StructureKind, Structures};
use base::{CollectByInsertion, CompactSort};
use program::objects::{ClassId, FieldId};

/// Heaps of more objects are left out.
const OBJECTS: usize = 6;
/// So many heaps of a class are taken, the smallest ones.
const HEAPS: usize = 16;

/// Heaps that were built, by the class of the object that leads to all others; smaller ones first.
pub(super) struct Built {
    heaps: BTreeMap<ClassId, Vec<Sample>>,
}

impl Built {
    /// What samples have at each of their objects, for classes whose objects lead to one that is wanted.
    fn of(samples: &[Sample], is_wanted: impl Fn(&SampleObject) -> bool) -> Self {
        let mut heaps: BTreeMap<ClassId, Vec<Sample>> = BTreeMap::new();
        for sample in samples {
            for heap in (0..sample.objects.len()).map(|root| below(sample, root)) {
                let known = heaps.entry(heap.objects[0].class).or_default();
                let is_new = || known.iter().all(|other| other.objects != heap.objects);
                if heap.objects.len() <= OBJECTS && is_new() {
                    known.push(heap);
                }
            }
        }
        for known in heaps.values_mut() {
            known.compact_sort_by_key(|heap| heap.objects.len());
            known.truncate(HEAPS);
        }
        heaps.retain(|_, known| known.iter().flat_map(|heap| &heap.objects).any(&is_wanted));
        Self { heaps }
    }

    /// The heaps at an object of a class.
    pub(super) fn at(&self, class: ClassId) -> &[Sample] {
        self.heaps.get(&class).map_or(&[], Vec::as_slice)
    }

    /// Some of the smallest heaps with several objects, each of another size.
    pub(super) fn examples(&self) -> Vec<Sample> {
        let of_size = |size: usize| self.heaps.values().flatten().find(|heap| heap.objects.len() == size);
        (2..=OBJECTS).filter_map(of_size).take(EXAMPLES).cloned().collect()
    }

    /// How many heaps there are at objects of some classes.
    pub(super) fn count(&self, classes: &[ClassId]) -> u32 {
        classes.iter().map(|&class| self.at(class).len() as u32).sum()
    }

    /// Whether a heap is one of those that are left out.
    pub(super) fn misses(&self, sample: &Sample) -> bool {
        let Some(root) = sample.objects.first() else { return false };
        let objects = below(sample, 0).objects;
        self.at(root.class).iter().all(|heap| heap.objects != objects)
    }
}

/// What an object leads to: it comes first, and the others in the order in which they are met.
fn below(sample: &Sample, root: usize) -> Sample {
    let mut order = vec![root];
    let mut seen = FixedBitSet::with_capacity(sample.objects.len());
    seen.insert(root);
    let mut next = 0;
    while let Some(&at) = order.get(next) {
        let targets = sample.objects[at].fields.values().flatten();
        order.extend(targets.copied().filter(|&target| !seen.put(target)));
        next += 1;
    }
    let position = |target: &usize| order.iter().position(|known| known == target);
    let object = |&at: &usize| {
        let SampleObject { class, fields, .. } = &sample.objects[at];
        let fields = fields.iter().map(|(&field, value)| (field, value.as_ref().and_then(position)));
        SampleObject { class: *class, fields: fields.collect_by_insertion(), null_payload: Vec::new() }
    };
    let Sample { origin, is_given_null, .. } = sample;
    let objects = order.iter().map(object).collect();
    Sample { objects, origin: origin.clone(), is_given_null: *is_given_null }
}

impl Structures<'_> {
    /// Takes the heaps themselves for the structure of all families of which there are objects in one that nothing describes; returns whether
    /// there are any.
    pub fn enumerate(&mut self, samples: &[Sample]) -> bool {
        let misfits = samples.iter().filter(|sample| !self.fits(sample));
        let classes = misfits.flat_map(|sample| &sample.objects).map(|object| object.class);
        let families: BTreeSet<usize> = classes.filter_map(|class| self.graph.family(class)).collect_by_insertion();
        let is_wanted =
            |object: &SampleObject| self.graph.family(object.class).is_some_and(|own| families.contains(&own));
        let built = Built::of(samples, is_wanted);
        if built.heaps.is_empty() {
            return false;
        }
        self.offer(StructureKind::Built, families);
        self.built = Some(built);
        true
    }

    /// The heaps that were built, if they are chosen.
    pub(super) fn chosen_heaps(&self) -> Option<&Built> {
        self.built.as_ref().filter(|_| self.is_of_samples)
    }

    /// The heaps at a variable that refers to an object of just this class, if heaps are taken as they are.
    pub(super) fn built_cases(&self, class: ClassId, variable: &str, names: &Names) -> Option<Cases> {
        let heaps = self.chosen_heaps()?.at(class);
        let case = |heap: &Sample| {
            let mut names = names.clone();
            let mut variables = vec![variable.to_owned()];
            for target in 1..heap.objects.len() {
                let mut fields = heap.objects.iter().flat_map(|object| &object.fields);
                let field = fields.find(|(_, value)| **value == Some(target)).map(|(&field, _)| self.field_name(field));
                variables.push(names.fresh(field.unwrap_or("z")));
            }
            let object = |(at, variable): (usize, &String)| {
                let object = &heap.objects[at];
                let value = |(&field, value): (&FieldId, &Option<usize>)| {
                    (field, value.and_then(|target| variables.get(target)).map(String::as_str))
                };
                let fields: Vec<_> = object.fields.iter().map(value).collect();
                self.points_to(variable, object.class, &fields)
            };
            Case { values: Vec::new(), atoms: variables.iter().enumerate().map(object).collect(), names }
        };
        (!heaps.is_empty()).then(|| Cases { all: heaps.iter().map(case).collect(), is_cut: false })
    }
}
