//! Heaps that a program builds, found by executing it.

mod c;
mod calls;
mod java;

use std::collections::BTreeMap;

use super::Structures;
use super::evidence::{Sample, SampleObject};
use base::Random;
use heap_grammar::grammar::Grammar;
use heap_grammar::heap::{Alphabet, Heap};
use interpreter::{End, Lifetime, Machine, Object, ObjectId, Setting, Value};
use program::cfa::ProcedureId;
use program::objects::{FieldId, Program, Storage};

pub use c::c_samples;
pub use java::{given_java_samples, java_samples, more_java_samples};

/// So many methods of a class, or functions, are tried …
const METHODS: usize = 6;
/// … each up to so many times in a row.
const CALLS: usize = 3;
/// So many ways to build something are tried …
const BUILDINGS: usize = 60;
/// … of programs with so many bytes, as each is read anew.
const TEXT_LIMIT: usize = 100_000;
/// Steps of one run.
const STEPS: usize = 5_000;
/// Objects of one heap.
const OBJECTS: usize = 60;
/// What is not known is decided in so many ways.
const SEEDS: u64 = 3;

/// How a run ends.
struct Ran {
    /// Whether it returns: it may fail or take too long.
    returns: bool,
    /// Whether other numbers may give another run.
    is_random: bool,
}

/// Runs a program from the empty heap, and looks at every state.
fn execute(program: &Program, entry: ProcedureId, seed: u64, mut see: impl FnMut(&Machine<'_>)) -> Ran {
    let (alphabet, grammar) = (Alphabet::default(), Grammar::default());
    let setting = Setting { program, entry, alphabet: &alphabet, grammar: &grammar };
    let mut machine = Machine::new(setting, &Heap::default());
    let mut random = if seed == 1 { Random::new(seed) } else { Random::scattered(seed) };
    let mut ran = Ran { returns: false, is_random: false };
    for _ in 0..STEPS {
        while let Some(decision) = machine.decision() {
            let options = decision.options();
            if options == 0 {
                return ran;
            }
            ran.is_random |= options > 1;
            machine.decide(&decision, random.below(options));
        }
        see(&machine);
        if let Err(end) = machine.step() {
            ran.returns = end == End::Returned;
            return ran;
        }
    }
    ran
}

/// The heaps that runs return.
fn returned(program: &Program, entry: ProcedureId, structures: &Structures<'_>, origin: &str) -> Vec<Sample> {
    let exit = program.procedures[entry].cfa.exit;
    let mut all: Vec<Sample> = Vec::new();
    for seed in 1..=SEEDS {
        let mut found = None;
        let ran = execute(program, entry, seed, |machine| {
            let frame = machine.top();
            if machine.depth() == 1 && frame.location == exit {
                let value = frame.local(program.procedures[entry].returned);
                found = sample(machine, structures, value, origin);
            }
        });
        let is_new = |sample: &Sample| ran.returns && all.iter().all(|known| known.objects != sample.objects);
        all.extend(found.filter(is_new));
        if !ran.is_random {
            break;
        }
    }
    all
}

/// What a value leads to, along fields that belong to structures.
fn sample(machine: &Machine<'_>, structures: &Structures<'_>, root: Value, origin: &str) -> Option<Sample> {
    let program = structures.program();
    let Value::Object(root) = root else { return None };
    let mut order: Vec<ObjectId> = vec![root];
    let mut objects = Vec::new();
    while let Some(&id) = order.get(objects.len()) {
        let object = &machine.objects()[id];
        if object.lifetime != Lifetime::Live {
            return None;
        }
        let class = program.class_named(class_name(machine.setting().program, object)?)?;
        let mut fields: BTreeMap<FieldId, Option<usize>> = BTreeMap::new();
        for &field in structures.graph.structural_fields(class) {
            let value = match object.fields.get(&program.fields[field].name).map(|value| inside(machine, value)) {
                Some(Value::Object(target)) => {
                    Some(order.iter().position(|&known| known == target).unwrap_or_else(|| {
                        order.push(target);
                        order.len() - 1
                    }))
                }
                // A text or box where other objects are part of a structure.
                Some(Value::Opaque(_) | Value::Library(_) | Value::Open(_)) if !program.is_manual() => continue,
                _ => None,
            };
            fields.insert(field, value);
        }
        let payload = structures.payload_fields(class).into_iter();
        let is_null =
            |field: &FieldId| matches!(object.fields.get(&program.fields[*field].name), None | Some(Value::Null));
        let null_payload = payload.filter(is_null).collect();
        objects.push(SampleObject { class, fields, null_payload });
        if order.len() > OBJECTS {
            return None;
        }
    }
    Some(Sample { objects, origin: origin.to_owned(), is_given_null: false })
}

/// The value of a member, which may be in an object of its own.
fn inside(machine: &Machine<'_>, value: Value) -> Value {
    let program = machine.setting().program;
    let Value::Object(object) = value else { return value };
    let object = &machine.objects()[object];
    let class = object.declared.filter(|&class| program.storage(class) == Storage::Part);
    let superclass = class.and_then(|class| program.classes[class].superclass).map(|class| &program.classes[class]);
    let content = superclass.filter(|cell| cell.span.is_none()).and_then(|cell| cell.fields.first());
    content.map_or(value, |&field| object.fields.get(&program.fields[field].name).unwrap_or(Value::Unset))
}

/// The name of the class of an object, wherever the object is.
fn class_name<'p>(program: &'p Program, object: &Object<'_>) -> Option<&'p str> {
    let of_type = program.ancestry(object.declared?).find(|&class| program.storage(class) == Storage::Heap)?;
    Some(&program.classes[of_type].name)
}
