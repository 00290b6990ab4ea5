//! What a family may be, by the types and names of its fields.

use super::classes::ClassGraph;
use super::{Family, Structure, StructureKind};
use program::objects::{ClassId, FieldId};

/// The words of which one is in the name of a field with a role.
const FORWARD: &[&str] = &["next", "succ", "link", "rest", "following", "nxt"];
const BACKWARD: &[&str] = &["prev", "pred", "before", "back", "parent"];
const DOWNWARD: &[&str] = &["down", "below", "lower"];
const UPWARD: &[&str] = &["parent", "father", "mother", "up", "above"];

/// The candidates for some classes that refer to each other.
pub(super) fn family(graph: &ClassGraph<'_>, classes: &[ClassId]) -> Family {
    let leads_back = |field: &FieldId| graph.targets(*field).iter().any(|target| classes.contains(target));
    let mut fields: Vec<FieldId> = Vec::new();
    for &field in classes.iter().flat_map(|&class| graph.structural_fields(class)).filter(|field| leads_back(field)) {
        if !fields.contains(&field) {
            fields.push(field);
        }
    }
    let name = |field: FieldId| graph.program.fields[field].name.to_lowercase();
    let has = |field: FieldId, words: &[&str]| words.iter().any(|word| name(field).contains(word));
    let of = |kind: StructureKind, fields: &[FieldId]| Structure { kind, fields: fields.to_vec() };
    let tree = of(StructureKind::Tree, &fields);
    // What else leads from the nodes to structures can only be a part of a tree.
    let only = match classes {
        &[class]
            if graph.structural_fields(class) == fields && fields.iter().all(|&field| graph.is_just(field, class)) =>
        {
            fields.as_slice()
        }
        _ => &[],
    };
    let candidates = match *only {
        [next] => vec![of(StructureKind::List, &[next]), of(StructureKind::Ring, &[next])],
        [one, other] => {
            let is_back = |field| has(field, BACKWARD);
            let fields = if is_back(one) && !is_back(other) { [other, one] } else { [one, other] };
            let both = [StructureKind::DoublyLinkedList, StructureKind::DoublyLinkedRing].map(|kind| of(kind, &fields));
            let downward = fields.iter().position(|&field| has(field, DOWNWARD));
            match is_back(fields[1]) || has(one, FORWARD) && has(other, FORWARD) {
                false if let Some(down) = downward => {
                    vec![of(StructureKind::SkipList, &[fields[1 - down], fields[down]]), tree]
                }
                true => both.into_iter().chain([tree]).collect(),
                false => std::iter::once(tree).chain(both).collect(),
            }
        }
        [a, b, c] => {
            let mut orders = [[a, b, c], [b, c, a], [a, c, b]].into_iter();
            // The predefined grammar knows no objects inside of others.
            let is_plain = fields.iter().all(|&field| graph.inside(field).is_none());
            let parents = orders.find(|&[_, _, parent]| is_plain && has(parent, UPWARD));
            parents.map(|fields| of(StructureKind::ParentTree, &fields)).into_iter().chain([tree]).collect()
        }
        // Nothing needs to be in a collection.
        _ if graph.has_leaves(classes) && !classes.iter().any(|&class| graph.is_collection(class)) => {
            vec![of(StructureKind::Term, &fields), tree]
        }
        _ => vec![tree],
    };
    Family { classes: classes.to_vec(), candidates }
}
