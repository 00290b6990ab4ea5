//! Which candidates fit the heaps that a program builds.

use std::collections::BTreeMap;

use super::fit::Fit;
use super::{Payload, Structures};
use program::cfa::ProcedureId;
use program::objects::{ClassId, FieldId};

/// An object of a heap that a program has built.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SampleObject {
    /// Its class.
    pub class: ClassId,
    /// The objects to which its fields refer, by position in the sample; `None` for null. Those that refer to a text or box are left out.
    pub fields: BTreeMap<FieldId, Option<usize>>,
    /// The other reference fields that are null.
    pub null_payload: Vec<FieldId>,
}

/// A heap that a program has built: everything that an object leads to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Sample {
    /// The objects; the first one leads to all others.
    pub objects: Vec<SampleObject>,
    /// How it was built, in words.
    pub origin: String,
    /// Whether null was given to what built it.
    pub is_given_null: bool,
}

/// Combinations of candidates that are tried.
const TRIED: usize = 64;

impl Structures<'_> {
    /// Chooses the first candidates that together fit all samples, and finds out which fields of holders are never null. If none fit, the
    /// first candidates stay, and the origin of the first sample that does not fit them is returned.
    pub fn learn(&mut self, samples: &[Sample]) -> Option<String> {
        self.find_sentinels(samples);
        for combination in 0..TRIED {
            let mut rest = combination;
            for (chosen, family) in self.chosen.iter_mut().zip(&self.families) {
                *chosen = rest % family.candidates.len();
                rest /= family.candidates.len();
            }
            if rest > 0 {
                break;
            }
            self.find_ends(samples);
            // Without a misfit, these are the ones.
            self.misfit(samples)?;
        }
        self.chosen.fill(0);
        self.find_ends(samples);
        self.misfit(samples).map(|sample| sample.origin.clone())
    }

    /// Finds out what is assumed besides the chosen structures, of runs that start in a procedure.
    pub fn assume(&mut self, entry: Option<ProcedureId>, samples: &[Sample]) {
        self.find_sentinels(samples);
        self.find_ends(samples);
        self.payload = Payload::default();
        if let Some(entry) = entry {
            self.assume_payload(entry, samples);
        }
    }

    /// Whether some holder has two references to one family that are not its ends, as far as is known: they may lead to the same objects.
    pub fn may_share(&self) -> bool {
        // No run starts with an iterator.
        let is_holder = |&class: &ClassId| self.graph.family(class).is_none() && !self.graph.is_collection(class);
        let holders = self.structural_classes().filter(is_holder);
        holders.map(|class| self.graph.structural_fields(class)).any(|fields| {
            let family = |field: FieldId| self.graph.family_of_targets(field);
            let own: Vec<usize> = fields
                .iter()
                .filter(|&&field| !self.is_end(fields, field))
                .filter_map(|&field| family(field))
                .collect();
            own.iter().enumerate().any(|(at, family)| own[..at].contains(family))
        })
    }

    /// The first sample that does not fit the chosen structures.
    pub fn misfit<'s>(&self, samples: impl IntoIterator<Item = &'s Sample>) -> Option<&'s Sample> {
        samples.into_iter().find(|sample| !self.fits(sample))
    }

    /// Whether a sample has objects of a family.
    pub fn is_about(&self, sample: &Sample, family: usize) -> bool {
        sample.objects.iter().any(|object| self.graph.family(object.class) == Some(family))
    }

    /// Fields that are null in no sample and belong to no family lead to nodes that are always there.
    fn find_sentinels(&mut self, samples: &[Sample]) {
        let mut values: BTreeMap<FieldId, bool> = BTreeMap::new();
        let outside = |class: ClassId| self.graph.family(class).is_none();
        for object in samples.iter().flat_map(|sample| &sample.objects).filter(|object| outside(object.class)) {
            // Collections are empty at first.
            for (&field, value) in object.fields.iter().filter(|(field, _)| !self.graph.is_of_collection(**field)) {
                *values.entry(field).or_insert(true) &= value.is_some();
            }
        }
        self.sentinels = values.into_iter().filter(|&(_, is_always)| is_always).map(|(field, _)| field).collect();
    }

    /// Two fields of a holder lead to the first and the last node of one structure if they do in every sample, and to different nodes in one.
    /// What their names say comes first. Others may lead to the same object if they do in some sample.
    fn find_ends(&mut self, samples: &[Sample]) {
        (self.ends, self.shared) = (Vec::new(), Vec::new());
        let (mut found, mut shared) = (Vec::new(), Vec::new());
        for class in self.structural_classes().filter(|&class| self.graph.family(class).is_none()) {
            let fields = self.graph.structural_fields(class);
            let pairs = fields.iter().flat_map(|&first| fields.iter().map(move |&last| (first, last)));
            let is_end =
                |field: FieldId| fields.iter().any(|&other| self.are_ends(field, other) || self.are_ends(other, field));
            let mut taken: Vec<FieldId> = fields.iter().copied().filter(|&field| is_end(field)).collect();
            for (first, last) in pairs.filter(|(first, last)| first != last) {
                if taken.contains(&first) || taken.contains(&last) {
                    continue;
                }
                let (mut is_seen, mut is_right, mut is_shared) = (false, true, false);
                for sample in samples {
                    for holder in (0..sample.objects.len()).filter(|&at| sample.objects[at].class == class) {
                        let mut fit = Fit::new(self, sample);
                        let ends = [first, last].map(|field| fit.value(holder, field));
                        is_seen |= ends[0] != ends[1];
                        is_shared |= ends[0].is_some() && ends[0] == ends[1];
                        is_right &= fit.has_ends(ends);
                    }
                }
                if is_seen && is_right {
                    found.push((first, last));
                    taken.extend([first, last]);
                } else if is_shared && !shared.contains(&(last, first)) {
                    shared.push((first, last));
                }
            }
        }
        shared.retain(|(first, last)| {
            found.iter().all(|(one, other)| ![one, other].iter().any(|end| [first, last].contains(end)))
        });
        (self.ends, self.shared) = (found, shared);
    }

    /// Whether every part of a sample that belongs to a family is as its structure says.
    pub(super) fn fits(&self, sample: &Sample) -> bool {
        if sample.objects.iter().any(|object| self.has_other_elements(object)) {
            return false;
        }
        let is_of_samples = |object: &SampleObject| {
            self.graph.family(object.class).is_some_and(|family| self.chosen(family).kind.is_of_samples())
        };
        if sample.objects.iter().any(is_of_samples) {
            let learned = self.chosen_rules().is_none_or(|learned| !learned.misses(self, sample));
            return learned && self.chosen_heaps().is_none_or(|built| !built.misses(sample));
        }
        let mut fit = Fit::new(self, sample);
        sample.objects.is_empty() || fit.object(0)
    }

    /// Whether a collection holds what is no object of a structure where its elements should be: texts beside nodes, in two maps of one class.
    fn has_other_elements(&self, object: &SampleObject) -> bool {
        let mut fields = self.graph.structural_fields(object.class).iter();
        fields.any(|&field| {
            self.graph.is_of_collection(field)
                && self.program().held.contains_key(&field)
                && !object.fields.contains_key(&field)
        })
    }
}
