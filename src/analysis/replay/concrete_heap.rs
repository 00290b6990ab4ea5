//! Concrete memories as heaps that can be drawn.

use std::collections::{BTreeMap, BTreeSet};

use base::{CollectByInsertion, CompactSort, Idx};
use heap_grammar::heap::{Heap, VertexId};
use interpreter::{Lifetime, Machine, ObjectId, Origin, Setting, Value};
use program::objects::{HELD_BY_CALLER, STATICS};
use report::heap::{HeapView, SelectorView, VertexKind, VertexView};

/// An input, with the parameters of the entry procedure, and with the values of what no grammar follows that have decided where the run
/// goes that has come to `last`.
pub(super) fn of_input(
    setting: Setting<'_>,
    input: &Heap,
    marked: Option<VertexId>,
    last: Option<&Machine<'_>>,
) -> HeapView {
    let decided = last.map(decided).unwrap_or_default();
    let mut heap = drawn(&Machine::new(setting, input), marked, &decided);
    // What the caller holds is at first what the parameters are.
    for vertex in &mut heap.vertices {
        vertex.variables.retain(|name| !name.starts_with(HELD_BY_CALLER));
    }
    heap
}

/// The memory of a state: null and numbers where something refers to them, and all objects that were not allocated in
/// vain. Variables of suspended callers are named `method::x`.
pub(super) fn of(machine: &Machine<'_>, marked: Option<VertexId>) -> HeapView {
    drawn(machine, marked, &Decided::default())
}

/// Values of an input that were open at first.
#[derive(Default)]
struct Decided<'a> {
    fields: Vec<(ObjectId, &'a str, Value)>,
    variables: Vec<(String, Value)>,
}

/// The numbers and nulls of the input that had to be decided for a run to go on. Objects that are not followed are left out: nothing is drawn of
/// them.
fn decided<'a>(last: &Machine<'a>) -> Decided<'a> {
    let setting = last.setting();
    let locals = &setting.program.procedures[setting.entry].locals;
    let mut found = Decided::default();
    for open in last.symbols() {
        let value = match open.value {
            Some(0) if open.ty.is_reference() => Value::Null,
            Some(number) if !open.ty.is_reference() => Value::Number(number),
            _ => continue,
        };
        match open.origin {
            Origin::Field(object, field) => found.fields.push((object, field, value)),
            Origin::Parameter(local) => found.variables.push((locals[local].name.clone(), value)),
            _ => {}
        }
    }
    found
}

fn drawn(machine: &Machine<'_>, marked: Option<VertexId>, decided: &Decided<'_>) -> HeapView {
    let mut variables: BTreeMap<Value, Vec<String>> = BTreeMap::new();
    let mut bind = |value: Value, name: String| variables.entry(machine.known(value)).or_default().push(name);
    for (depth, frame) in machine.frames().iter().enumerate().rev() {
        let on_top = depth + 1 == machine.depth();
        let method = &machine.setting().program.procedures[frame.procedure].name;
        for (name, value) in frame.names.iter().filter(|(name, _)| !name.starts_with('$')) {
            bind(value, if on_top { name.to_owned() } else { format!("{method}::{name}") });
        }
    }
    for (name, value) in machine.ghosts.iter() {
        bind(value, name.to_owned());
    }
    for (name, value) in &decided.variables {
        bind(*value, name.clone());
    }
    let is_input = |object: ObjectId| machine.objects()[object].vertex.is_some();
    let mut reached: BTreeSet<ObjectId> = machine.objects().indices().filter(|&o| is_input(o)).collect_by_insertion();
    let object = |value: Value| if let Value::Object(object) = value { Some(object) } else { None };
    let mut open: Vec<ObjectId> = reached.iter().copied().chain(variables.keys().copied().filter_map(object)).collect();
    while let Some(next) = open.pop() {
        reached.insert(next);
        let targets = machine.objects()[next].fields.values().filter_map(object);
        open.extend(targets.filter(|o| !reached.contains(o)));
    }
    // Null first, then the objects in the order in which they came, then numbers.
    let own = |&o: &ObjectId| machine.objects()[o].fields.iter().map(move |(f, v)| (o, f, v));
    let fields =
        || reached.iter().flat_map(own).chain(decided.fields.iter().copied().filter(|(o, ..)| reached.contains(o)));
    let referred: BTreeSet<Value> =
        fields().map(|(_, _, v)| machine.known(v)).chain(variables.keys().copied()).collect_by_insertion();
    let numbers = referred.iter().copied().filter(|v| matches!(v, Value::Number(_)));
    let null = referred.contains(&Value::Null).then_some(Value::Null);
    let order: Vec<Value> = null.into_iter().chain(reached.iter().map(|&o| Value::Object(o))).chain(numbers).collect();
    let places: BTreeMap<Value, u32> = order.iter().enumerate().map(|(at, &v)| (v, u32::at(at))).collect_by_insertion();
    // The object of static fields has no number.
    let number = |object: ObjectId| {
        let before = machine.objects().iter().take(object.index()).filter(|other| other.class != STATICS);
        (machine.objects()[object].class != STATICS).then(|| u32::at(before.count()) + 1)
    };
    let vertex = |&value: &Value| {
        let (ty, kind, constants) = match value {
            Value::Object(object) => (machine.objects()[object].class.to_owned(), VertexKind::Object, Vec::new()),
            Value::Number(n) => ("int".to_owned(), VertexKind::Constant, vec![n.to_string()]),
            _ => ("NULL".to_owned(), VertexKind::Null, vec!["null".to_owned()]),
        };
        let gone = object(value).and_then(|o| match machine.objects()[o].lifetime {
            Lifetime::Live => None,
            Lifetime::Freed => Some("freed"),
            Lifetime::Ended => Some("ended"),
            Lifetime::Outside => Some("no object"),
        });
        let is_marked = object(value).is_some_and(|o| marked.is_some() && machine.objects()[o].vertex == marked);
        VertexView {
            ty,
            kind,
            external: None,
            variables: variables.get(&value).cloned().unwrap_or_default(),
            markings: is_marked.then_some("marked").into_iter().chain(gone).map(str::to_owned).collect(),
            constants,
            number: object(value).and_then(number),
        }
    };
    let selectors = fields().filter_map(|(source, label, value)| {
        let target = *places.get(&machine.known(value))?;
        Some(SelectorView { source: places[&Value::Object(source)], target, label: label.to_owned() })
    });
    let mut selectors: Vec<SelectorView> = selectors.collect();
    // What was decided stands beside the other fields of its object.
    selectors.compact_sort_by_key(|selector| selector.source);
    HeapView { vertices: order.iter().map(vertex).collect(), selectors, nonterminals: Vec::new() }
}
