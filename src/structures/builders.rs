//! Heaps that a program builds, found by executing it.

mod c;
mod java;

use std::collections::BTreeMap;

use super::Structures;
use super::evidence::{Sample, SampleObject};
use crate::base::Random;
use crate::grammar::Grammar;
use crate::heap::{Alphabet, Heap};
use crate::program::cfa::ProcedureId;
use crate::program::objects::{FieldId, Procedure, Program, Storage, Type};
use crate::semantics::concrete::{End, Lifetime, Machine, Object, ObjectId, Setting, Value};

pub use c::c_samples;
pub use java::java_samples;

/// So many methods of a class are tried …
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
/// What is given where there is nothing else to give.
const NULL: &str = "null";

/// Runs a program from the empty heap, and looks at every state. Whether the run returns: it may fail or take too long.
fn execute(program: &Program, entry: ProcedureId, mut see: impl FnMut(&Machine<'_>)) -> bool {
    let (alphabet, grammar) = (Alphabet::default(), Grammar::default());
    let setting = Setting { program, entry, alphabet: &alphabet, grammar: &grammar };
    let mut machine = Machine::new(setting, &Heap::default());
    let mut random = Random::new(1);
    for _ in 0..STEPS {
        while let Some(decision) = machine.decision() {
            if decision.options() == 0 {
                return false;
            }
            machine.decide(&decision, random.below(decision.options()));
        }
        see(&machine);
        match machine.step() {
            Ok(()) => {}
            Err(end) => return end == End::Returned,
        }
    }
    false
}

/// The heap that a run returns.
fn returned(program: &Program, entry: ProcedureId, structures: &Structures<'_>, origin: &str) -> Option<Sample> {
    let exit = program.procedures[entry].cfa.exit;
    let mut found = None;
    let has_returned = execute(program, entry, |machine| {
        let frame = machine.top();
        if machine.depth() == 1 && frame.location == exit {
            let value = frame.local(program.procedures[entry].returned);
            found = sample(machine, structures, value, origin);
        }
    });
    found.filter(|_| has_returned)
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

impl Structures<'_> {
    /// Whether a procedure takes no objects of structures.
    fn takes_plain(&self, procedure: &Procedure) -> bool {
        let is_plain = |ty: Type| !matches!(ty, Type::Reference(class) if self.leads_to_structure(class));
        procedure.parameters.iter().all(|&local| is_plain(procedure.locals[local].ty))
    }
}
