//! The regions of a heap as rules.
//!
//! - laws: every reference of an object leads to the object itself, to the first object of a part of its region, or out of the region. Out of it,
//!   only one object may be reached by the fields of one name: then it is an argument.

use fixedbitset::FixedBitSet;

use super::{Call, Object, Role, Rule, Value};
use crate::structures::{Sample, Structures};
use base::CompactSort;
use program::objects::FieldId;

/// For each object of a heap its kind of region, which is added to those that are known if it is new, and its rule; the first object comes
/// first. `None` if references lead out of a region to several objects by one field.
pub(super) fn folded(
    structures: &Structures<'_>,
    sample: &Sample,
    roles: &mut Vec<Role>,
) -> Option<Vec<(usize, Rule)>> {
    let count = sample.objects.len();
    let regions: Vec<FixedBitSet> = (0..count).map(|object| region(sample, object)).collect();
    let exits: Vec<Vec<(FieldId, usize)>> =
        regions.iter().map(|region| exits(sample, region)).collect::<Option<_>>()?;
    let numbers: Vec<usize> = (0..count)
        .map(|object| {
            let class_of = |&(field, target): &(FieldId, usize)| (field, sample.objects[target].class);
            let role =
                Role { class: sample.objects[object].class, exits: exits[object].iter().map(class_of).collect() };
            roles.iter().position(|known| *known == role).unwrap_or_else(|| {
                roles.push(role);
                roles.len() - 1
            })
        })
        .collect();
    let folding = Folding { structures, sample, regions: &regions, exits: &exits, roles: &numbers };
    Some((0..count).map(|object| (numbers[object], folding.rule(object))).collect())
}

/// The objects to which every way from the first object leads through this one, which is one of them.
fn region(sample: &Sample, object: usize) -> FixedBitSet {
    let mut reached = FixedBitSet::with_capacity(sample.objects.len());
    let mut open = vec![0];
    while let Some(next) = open.pop() {
        if next != object && !reached.put(next) {
            open.extend(sample.objects[next].fields.values().flatten());
        }
    }
    reached.toggle_range(..);
    reached
}

/// The objects outside of a region to which it leads, by field.
fn exits(sample: &Sample, region: &FixedBitSet) -> Option<Vec<(FieldId, usize)>> {
    let mut found: Vec<(FieldId, usize)> = Vec::new();
    let fields = region.ones().flat_map(|object| &sample.objects[object].fields);
    for (&field, &target) in fields.filter_map(|(field, value)| Some((field, value.as_ref()?))) {
        match found.iter().find(|(known, _)| *known == field) {
            _ if region.contains(target) => {}
            Some(&(_, known)) if known != target => return None,
            Some(_) => {}
            None => found.push((field, target)),
        }
    }
    found.compact_sort_by_key(|&(field, _)| field);
    Some(found)
}

struct Folding<'a, 'p> {
    structures: &'a Structures<'p>,
    sample: &'a Sample,
    regions: &'a [FixedBitSet],
    exits: &'a [Vec<(FieldId, usize)>],
    roles: &'a [usize],
}

impl Folding<'_, '_> {
    /// The rule of the region of an object: its fields, and its parts in the order in which they are met.
    fn rule(&self, object: usize) -> Rule {
        let first = 1 + self.exits[object].len();
        let mut parts: Vec<usize> = Vec::new();
        let value = |field: FieldId, target: usize, parts: &mut Vec<usize>| -> Value {
            if target == object {
                return Some(0);
            }
            if !self.regions[object].contains(target) {
                return self.exits[object].iter().position(|&(exit, _)| exit == field).map(|position| 1 + position);
            }
            let known = parts.iter().position(|&part| part == target);
            Some(
                first
                    + known.unwrap_or_else(|| {
                        parts.push(target);
                        parts.len() - 1
                    }),
            )
        };
        let sample = &self.sample.objects[object];
        let fields = self.structures.graph.structural_fields(sample.class).iter();
        let fields = fields.map(|field| {
            let target = sample.fields.get(field).copied().flatten()?;
            value(*field, target, &mut parts)
        });
        let object = Object { source: 0, class: sample.class, fields: fields.collect() };
        let mut calls = Vec::new();
        while let Some(&part) = parts.get(calls.len()) {
            let own = Some(first + calls.len());
            let exits = self.exits[part].iter().map(|&(field, target)| value(field, target, &mut parts));
            let arguments = std::iter::once(own).chain(exits.collect::<Vec<_>>()).collect();
            calls.push(Call { predicate: self.roles[part], arguments });
        }
        Rule { calls, objects: vec![object] }
    }
}
