//! Which candidates fit the heaps that a program builds.

use std::collections::BTreeMap;

use super::{Payload, Structure, StructureKind, Structures};
use crate::program::cfa::ProcedureId;
use crate::program::objects::{ClassId, FieldId};

/// An object of a heap that a program has built.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SampleObject {
    /// Its class.
    pub class: ClassId,
    /// The objects to which its fields refer, by position in the sample; `None` for null.
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
        let holders = self.structural_classes().filter(|&class| self.graph.family(class).is_none());
        holders.map(|class| self.graph.structural_fields(class)).any(|fields| {
            let family = |field: FieldId| self.graph.declared(field).and_then(|declared| self.family_of(declared));
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
            for (&field, value) in &object.fields {
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
                        let mut fit = Fit { structures: self, sample, seen: vec![false; sample.objects.len()] };
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
        let is_learned = |object: &SampleObject| {
            self.graph.family(object.class).is_some_and(|family| self.chosen(family).kind == StructureKind::Learned)
        };
        if let Some(learned) = self.chosen_rules().filter(|_| sample.objects.iter().any(is_learned)) {
            return learned.derives(self, sample);
        }
        let mut fit = Fit { structures: self, sample, seen: vec![false; sample.objects.len()] };
        sample.objects.is_empty() || fit.object(0)
    }
}

/// A sample that is compared with structures.
struct Fit<'a, 'p> {
    structures: &'a Structures<'p>,
    sample: &'a Sample,
    /// The objects of structures so far: nothing is shared.
    seen: Vec<bool>,
}

impl Fit<'_, '_> {
    fn family(&self, object: usize) -> Option<usize> {
        self.structures.graph.family(self.sample.objects[object].class)
    }

    fn value(&self, object: usize, field: FieldId) -> Option<usize> {
        self.sample.objects[object].fields.get(&field).copied().flatten()
    }

    /// Whether two references lead to the first and the last node of one list, or are both null.
    fn has_ends(&mut self, ends: [Option<usize>; 2]) -> bool {
        let [Some(first), Some(last)] = ends else { return ends == [None, None] };
        let list = self.family(first).map(|family| self.structures.chosen(family));
        let is_list = list.is_some_and(|list| {
            matches!(list.kind, StructureKind::List | StructureKind::DoublyLinkedList | StructureKind::SkipList)
        });
        is_list && self.root(Some(first), Some(Some(last)))
    }

    /// Whether a field of a holder leads to the same object as one before it, as is known of both.
    fn is_shared(&self, holder: usize, field: FieldId, value: usize) -> bool {
        let fields = self.structures.graph.structural_fields(self.sample.objects[holder].class);
        let before = fields.iter().copied().take_while(|&other| other != field);
        let mut same = before.filter(|&other| self.value(holder, other) == Some(value));
        same.any(|other| self.structures.shared.contains(&(other, field)))
    }

    /// Marks an object; returns whether it is new.
    fn take(&mut self, object: usize) -> bool {
        !std::mem::replace(&mut self.seen[object], true)
    }

    /// What an object leads to, which is that of a holder or the root of a structure.
    fn object(&mut self, object: usize) -> bool {
        let class = self.sample.objects[object].class;
        if self.family(object).is_some() {
            return self.root(Some(object), None);
        }
        if !self.take(object) {
            return false;
        }
        let fields = self.structures.graph.structural_fields(class);
        fields.iter().all(|&field| {
            let end = fields.iter().copied().find(|&other| self.structures.are_ends(field, other));
            match self.value(object, field) {
                _ if self.structures.is_end(fields, field) => true,
                Some(value) if self.is_shared(object, field, value) => true,
                Some(value) if self.family(value).is_none() => self.object(value),
                value => self.root(value, end.map(|end| self.value(object, end))),
            }
        })
    }

    /// The structure at a reference, which ends at the node `last` if that is known.
    fn root(&mut self, root: Option<usize>, last: Option<Option<usize>>) -> bool {
        let Some(first) = root else { return last.is_none_or(|last| last.is_none()) };
        let Some(family) = self.family(first) else { return self.object(first) };
        if self.seen[first] {
            return false;
        }
        let Structure { kind, fields } = self.structures.chosen(family);
        match (kind, fields.as_slice()) {
            (StructureKind::List, &[next]) => {
                let (end, after) = self.row(first, next, None);
                after.is_none() && last.is_none_or(|last| last == Some(end))
            }
            (StructureKind::Ring, &[next]) => self.row(first, next, None).1 == Some(first),
            (StructureKind::DoublyLinkedList, &[next, previous]) => {
                let (end, after) = self.row(first, next, Some(previous));
                let is_first = self.value(first, previous).is_none();
                is_first && after.is_none() && last.is_none_or(|last| last == Some(end))
            }
            (StructureKind::DoublyLinkedRing, &[next, previous]) => {
                let (end, after) = self.row(first, next, Some(previous));
                after == Some(first) && self.value(first, previous) == Some(end)
            }
            (StructureKind::SkipList, &[next, down]) => self.skip_list((first, last), next, down),
            (StructureKind::ParentTree, &[left, right, parent]) => {
                self.tree(first, family, &[left, right], Some(parent))
            }
            _ => self.tree(first, family, &[], None),
        }
    }

    /// Follows a row of new nodes, whose references back are right; returns the last one, and what follows it.
    fn row(&mut self, first: usize, next: FieldId, previous: Option<FieldId>) -> (usize, Option<usize>) {
        let mut last = first;
        self.take(first);
        loop {
            match self.value(last, next) {
                Some(node) if previous.is_none_or(|field| self.value(node, field) == Some(last)) && self.take(node) => {
                    last = node
                }
                after => return (last, after),
            }
        }
    }

    /// Whether a row of new nodes leads down to nodes of a row below it, in order and from its first node to the first one, which is that given;
    /// or is that row.
    fn skip_list(&mut self, (first, below): (usize, Option<Option<usize>>), next: FieldId, down: FieldId) -> bool {
        let Some(mut lower) = self.value(first, down) else {
            return below.is_none() && self.is_row_without(first, next, down);
        };
        if below.is_some_and(|below| below != Some(lower)) || !self.is_row_without(lower, next, down) {
            return false;
        }
        let mut upper = Some(first);
        let mut is_start = true;
        while let Some(node) = upper {
            let Some(target) = self.value(node, down) else { return false };
            while lower != target {
                match self.value(lower, next) {
                    Some(after) => (lower, is_start) = (after, true),
                    None => return false,
                }
            }
            if !std::mem::replace(&mut is_start, false) || !self.take(node) {
                return false;
            }
            upper = self.value(node, next);
        }
        true
    }

    /// Whether a row of new nodes ends, and none has another field.
    fn is_row_without(&mut self, first: usize, next: FieldId, other: FieldId) -> bool {
        let mut node = Some(first);
        while let Some(at) = node {
            if self.value(at, other).is_some() || !self.take(at) {
                return false;
            }
            node = self.value(at, next);
        }
        true
    }

    /// Whether nothing below a root is shared; of given children, or of all fields.
    fn tree(&mut self, root: usize, family: usize, children: &[FieldId], parent: Option<FieldId>) -> bool {
        let is_full = self.structures.chosen(family).kind == StructureKind::Term;
        let mut open: Vec<(Option<usize>, usize)> = vec![(None, root)];
        while let Some((above, node)) = open.pop() {
            if !self.take(node) || parent.is_some_and(|field| self.value(node, field) != above) {
                return false;
            }
            let all = match children {
                [] => self.structures.graph.structural_fields(self.sample.objects[node].class),
                given => given,
            };
            for &field in all {
                let is_right = match self.value(node, field) {
                    Some(child) if self.family(child).is_none_or(|own| own == family) => {
                        open.push((Some(node), child));
                        true
                    }
                    Some(child) => self.root(Some(child), None),
                    None => !is_full,
                };
                if !is_right {
                    return false;
                }
            }
        }
        true
    }
}
