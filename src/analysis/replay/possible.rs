//! Whether calls of their methods and constructors can make the objects that an input has.
//!
//! The library's classes are Java text, and a heap has any values in their fields. What is looked at here are the fields of
//! `CellList.java` and `EntryChain.java`.

use std::collections::BTreeMap;

use base::chains::{FIRST, NEXT, SIZE, VERSION};
use base::{Idx, Span};
use fixedbitset::FixedBitSet;
use interpreter::{Machine, ObjectId, Origin, Value};

/// Collections of which every chain of cells is one.
const LISTS: [&str; 5] = ["ArrayDeque", "ArrayList", "LinkedList", "Stack", "Vector"];
/// Those whose elements have an order, or differ from each other: only empty ones are known to be possible.
const OTHERS: [&str; 7] =
    ["HashMap", "HashSet", "LinkedHashMap", "LinkedHashSet", "PriorityQueue", "TreeMap", "TreeSet"];

/// Whether no field is null at the start of a run that constructors set, and that is never null then, as far as its `last` state has values
/// for what it looked at.
pub(super) fn are_constructed(start: &Machine<'_>, last: &Machine<'_>) -> bool {
    let program = start.setting().program;
    let is_set = |object: ObjectId, name: &str| {
        let class = program.class_named(start.objects()[object].class);
        let mut fields = class
            .into_iter()
            .flat_map(|class| program.ancestry(class))
            .flat_map(|class| &program.classes[class].fields);
        let field = fields.find(|&&field| program.fields[field].name == name);
        field.is_some_and(|&field| program.is_never_null(field))
    };
    // Its own object is what a constructor is given.
    program.procedures[start.setting().entry].name == "<init>"
        || !last.symbols().iter().any(|open| match open.origin {
            Origin::Field(object, name) => open.ty.is_reference() && open.value == Some(0) && is_set(object, name),
            _ => false,
        })
}

/// Whether all objects of the library at the start of a run are as calls make them, as far as its `last` state has values for what it
/// looked at.
pub(super) fn are_possible(start: &Machine<'_>, last: &Machine<'_>) -> bool {
    let program = start.setting().program;
    let objects = start.objects();
    let span = |id: ObjectId| program.classes[program.class_named(objects[id].class)?].span;
    let of_library: Vec<ObjectId> = objects.indices().filter(|&id| span(id).is_some_and(Span::is_of_library)).collect();
    if of_library.is_empty() {
        return true;
    }
    let decided = last.symbols().iter().filter_map(|open| match open.origin {
        Origin::Field(object, field) => Some(((object, field), open.value?)),
        _ => None,
    });
    let decided: BTreeMap<(ObjectId, &str), i64> = decided.collect();
    let is_null = |object, field| decided.get(&(object, field)).is_some_and(|&number| number == 0);
    // None if nobody has looked at it, and an object that is not followed is no cell.
    let known = |object: ObjectId, field| match objects[object].fields.get(field) {
        Some(value) => Some(value),
        None if is_null(object, field) => Some(Value::Null),
        None => decided.get(&(object, field)).map(|_| Value::Undefined),
    };
    let mut parts = FixedBitSet::with_capacity(objects.len());
    for &collection in &of_library {
        let class = objects[collection].class;
        if !LISTS.contains(&class) && !OTHERS.contains(&class) {
            continue;
        }
        let (mut count, mut next) = (0, known(collection, FIRST));
        while let Some(Value::Object(cell)) = next {
            if parts.put(cell.index()) || OTHERS.contains(&class) {
                return false;
            }
            (count, next) = (count + 1, known(cell, NEXT));
        }
        let is_whole = match next {
            Some(Value::Null) => true,
            Some(_) => return false,
            None => false,
        };
        let size = match objects[collection].fields.get(SIZE) {
            Some(Value::Number(size)) => Some(size),
            Some(_) => return false,
            None => decided.get(&(collection, SIZE)).copied(),
        };
        if size.is_some_and(|size| if is_whole { size != count } else { size < count })
            || known(collection, "near").is_some_and(|cell| cell != Value::Null)
        {
            return false;
        }
        match known(collection, VERSION) {
            Some(Value::Object(version)) if !parts.put(version.index()) => {}
            Some(Value::Null) | None => {}
            Some(_) => return false,
        }
    }
    let is_collection = |id: ObjectId| LISTS.contains(&objects[id].class) || OTHERS.contains(&objects[id].class);
    of_library.into_iter().all(|id| is_collection(id) || parts.contains(id.index()))
}
