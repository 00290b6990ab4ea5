//! Concrete memories as heaps that can be drawn.

use std::collections::{BTreeMap, BTreeSet};

use base::{CollectByInsertion, CompactSort, Idx};
use heap_grammar::heap::{Heap, VertexId};
use interpreter::{Lifetime, Machine, ObjectId, Origin, Setting, Value};
use program::objects::{HELD_BY_CALLER, STATICS, Type, text_of};
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

/// What is drawn as a vertex.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Drawn {
    Value(Value),
    Boolean(bool),
    /// An object of the input that is not followed. The number tells it apart from others.
    Unfollowed(i64),
    /// The text with this number.
    Text(i64),
}

const NULL: Drawn = Drawn::Value(Value::Null);

/// Values of an input that were open at first.
#[derive(Default)]
struct Decided<'a> {
    fields: Vec<(ObjectId, &'a str, Drawn)>,
    variables: Vec<(String, Drawn)>,
}

/// The values of the input that had to be decided for a run to go on.
fn decided<'a>(last: &Machine<'a>) -> Decided<'a> {
    let setting = last.setting();
    let locals = &setting.program.procedures[setting.entry].locals;
    let mut found = Decided::default();
    for open in last.symbols() {
        let Some(number) = open.value else { continue };
        let value = match open.ty {
            ty if ty.is_reference() && number == 0 => Drawn::Value(Value::Null),
            ty if setting.program.is_text(ty) => Drawn::Text(number),
            ty if ty.is_reference() => Drawn::Unfollowed(number),
            Type::Boolean if !setting.program.is_manual() => Drawn::Boolean(number != 0),
            _ => Drawn::Value(Value::Number(number)),
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
    let mut variables: BTreeMap<Drawn, Vec<String>> = BTreeMap::new();
    let known = |value: Value| Drawn::Value(machine.known(value));
    let mut bind = |value: Drawn, name: String| variables.entry(value).or_default().push(name);
    for (depth, frame) in machine.frames().iter().enumerate().rev() {
        let on_top = depth + 1 == machine.depth();
        let method = &machine.setting().program.procedures[frame.procedure].name;
        for (name, value) in frame.names.iter().filter(|(name, _)| !name.starts_with('$')) {
            bind(known(value), if on_top { name.to_owned() } else { format!("{method}::{name}") });
        }
    }
    for (name, value) in machine.ghosts.iter() {
        bind(known(value), name.to_owned());
    }
    for (name, value) in &decided.variables {
        bind(*value, name.clone());
    }
    let is_input = |object: ObjectId| machine.objects()[object].vertex.is_some();
    let mut reached: BTreeSet<ObjectId> = machine.objects().indices().filter(|&o| is_input(o)).collect_by_insertion();
    let object = |value: Drawn| if let Drawn::Value(Value::Object(object)) = value { Some(object) } else { None };
    let mut open: Vec<ObjectId> = reached.iter().copied().chain(variables.keys().copied().filter_map(object)).collect();
    while let Some(next) = open.pop() {
        reached.insert(next);
        let targets = machine.objects()[next].fields.values().filter_map(|value| object(Drawn::Value(value)));
        open.extend(targets.filter(|o| !reached.contains(o)));
    }
    // Null first, then the objects in the order in which they came, then numbers, then objects that are not followed.
    let own = |&o: &ObjectId| machine.objects()[o].fields.iter().map(move |(f, v)| (o, f, known(v)));
    let fields =
        || reached.iter().flat_map(own).chain(decided.fields.iter().copied().filter(|(o, ..)| reached.contains(o)));
    let referred: BTreeSet<Drawn> =
        fields().map(|(_, _, value)| value).chain(variables.keys().copied()).collect_by_insertion();
    let is_number = |value: &Drawn| matches!(value, Drawn::Value(Value::Number(_)) | Drawn::Boolean(_));
    let numbers = referred.iter().copied().filter(is_number);
    let unfollowed: Vec<Drawn> =
        referred.iter().copied().filter(|value| matches!(value, Drawn::Unfollowed(_))).collect();
    let texts = referred.iter().copied().filter(|value| matches!(value, Drawn::Text(_)));
    let null = referred.contains(&NULL).then_some(NULL);
    let objects = reached.iter().map(|&object| Drawn::Value(Value::Object(object)));
    let order: Vec<Drawn> =
        null.into_iter().chain(objects).chain(numbers).chain(unfollowed.clone()).chain(texts).collect();
    let places: BTreeMap<Drawn, u32> = order.iter().enumerate().map(|(at, &v)| (v, u32::at(at))).collect_by_insertion();
    // The object of static fields has no number.
    let number = |object: ObjectId| {
        let before = machine.objects().iter().take(object.index()).filter(|other| other.class != STATICS);
        (machine.objects()[object].class != STATICS).then(|| u32::at(before.count()) + 1)
    };
    let vertex = |&value: &Drawn| {
        let constant = |ty: &str, name: String| (ty.to_owned(), VertexKind::Constant, vec![name]);
        let (ty, kind, constants) = match value {
            Drawn::Value(Value::Object(object)) => {
                (machine.objects()[object].class.to_owned(), VertexKind::Object, Vec::new())
            }
            Drawn::Value(Value::Number(number)) => constant("int", number.to_string()),
            Drawn::Boolean(truth) => constant("boolean", truth.to_string()),
            Drawn::Unfollowed(number) if unfollowed.len() > 1 => constant("Object", format!("non-null {number}")),
            Drawn::Unfollowed(_) => constant("Object", "non-null".to_owned()),
            Drawn::Text(number) => constant("String", format!("{:?}", text_of(number))),
            Drawn::Value(_) => ("NULL".to_owned(), VertexKind::Null, vec!["null".to_owned()]),
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
        let target = *places.get(&value)?;
        Some(SelectorView { source: places[&Drawn::Value(Value::Object(source))], target, label: label.to_owned() })
    });
    let mut selectors: Vec<SelectorView> = selectors.collect();
    // What was decided stands beside the other fields of its object.
    selectors.compact_sort_by_key(|selector| selector.source);
    HeapView { vertices: order.iter().map(vertex).collect(), selectors, ..HeapView::default() }
}
