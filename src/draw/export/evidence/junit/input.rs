//! The input of a run as Java builds it, and the call of the entry method on it.

use super::Execution;
use super::names::Names;
use super::test_class::{Call, CallResult, ClassName, FieldValue, NewObject};
use base::Idx;
use interpreter::{ExecutedRun, Machine, Object, ObjectId, OpenNumber, Origin, Value};
use program::cfa::ProcedureId;
use program::objects::{ClassId, IntegerType, LocalId, Procedure, Type};

/// Larger inputs are not written: methods of Java have a limited size.
const OBJECTS: usize = 500;

/// The input of a run as Java builds it.
pub(super) struct Input<'m, 'a> {
    /// The run.
    pub run: &'m ExecutedRun<'a>,
    /// The names of the program.
    pub names: Names<'a>,
    /// The state before the first step.
    pub start: &'m Machine<'a>,
    /// The last state.
    pub last: &'m Machine<'a>,
    /// The objects.
    pub objects: Vec<NewObject>,
}

impl<'m, 'a> Input<'m, 'a> {
    /// None if Java cannot build it.
    pub(super) fn new(run: &'m ExecutedRun<'a>, execution: &'m Execution<'a>) -> Option<Self> {
        let Execution { start, last, .. } = execution;
        let program = run.setting.program;
        let names = Names::new(program, run.sources, run.setting.entry);
        if start.objects().len() > OBJECTS {
            return None;
        }
        // Objects that are not followed are not built.
        let is_opaque = |open: &OpenNumber<'_>| open.ty.is_reference() && open.value.is_some_and(|number| number != 0);
        let entry = &program.procedures[run.setting.entry];
        let fields = start.objects().iter().flat_map(|object| object.fields.iter().map(|(_, value)| value));
        let mut given = fields.chain(entry.parameters.iter().map(|&local| start.top().local(local)));
        let is_client = program.is_client(run.setting.entry);
        if last.symbols().iter().any(is_opaque) && !is_client || given.any(|value| matches!(value, Value::Opaque(_))) {
            return None;
        }
        let object = |(id, object): (ObjectId, &Object<'_>)| {
            let class = names.class(object.class)?;
            let plain = class.source.is_some() && names.is_plain(program.class_named(object.class)?);
            Some(NewObject { name: variable(id), class, plain })
        };
        let objects: Option<Vec<NewObject>> = start.objects().iter_enumerated().map(object).collect();
        Some(Self { run, names, start, last, objects: objects? })
    }

    /// The entry procedure.
    pub(super) fn procedure(&self) -> &'a Procedure {
        &self.names.program.procedures[self.run.setting.entry]
    }

    /// Whether the program has a class of this name.
    pub(super) fn is_class(&self, name: &str) -> bool {
        self.names.program.class_named(name).is_some()
    }

    /// The names of those of some classes that have one in Java.
    pub(super) fn names_of<'c>(&self, classes: impl IntoIterator<Item = &'c ClassId>) -> Vec<ClassName> {
        let all = &self.names.program.classes;
        classes.into_iter().filter_map(|&class| self.names.class(&all[class].name)).collect()
    }

    /// A value of the input as an expression of a type; `None` if nothing has decided it.
    pub(super) fn value(&self, value: Value, ty: Type, direct: bool) -> Option<String> {
        match self.last.known(value) {
            Value::Null => Some("null".to_owned()),
            Value::Object(object) => Some(variable(object)),
            Value::Number(n) => Some(match ty {
                Type::Boolean if direct => (n != 0).to_string(),
                Type::Integer(IntegerType { bits: ..=32, .. }) | Type::Float if direct => n.to_string(),
                _ => format!("{n}L"),
            }),
            Value::Unset
            | Value::Undefined
            | Value::Opaque(_)
            | Value::Library(_)
            | Value::Open(_)
            | Value::Given(_) => None,
        }
    }

    /// The fields of the objects that do not have their default values.
    pub(super) fn fields(&self) -> Vec<FieldValue> {
        let mut found = Vec::new();
        for (id, object) in self.start.objects().iter_enumerated() {
            // Numbers that were open at first are known in the end.
            let opened = self.last.symbols().iter_enumerated().filter_map(|(symbol, open)| match open.origin {
                Origin::Field(of, field) if of == id => Some((field, Value::Open(symbol))),
                _ => None,
            });
            for (field, value) in object.fields.iter().chain(opened) {
                let Some(declared) = self.names.field(object.class, field) else { continue };
                let known = self.last.known(value);
                if matches!(known, Value::Null | Value::Number(0)) {
                    continue;
                }
                let own = self.objects[id.index()].class.source.is_some();
                let direct = own && self.is_assignable(known, declared.ty) && self.names.is_assignable(declared);
                let Some(value) = self.value(value, declared.ty, direct) else { continue };
                found.push(FieldValue { object: variable(id), field: field.to_owned(), value, direct });
            }
        }
        found
    }

    /// The class of an object of the input.
    fn class_of(&self, object: ObjectId) -> Option<ClassId> {
        self.names.program.class_named(self.start.objects()[object].class)
    }

    /// Whether the variable of a value has a type that the test knows to be below the one wanted.
    fn is_assignable(&self, value: Value, wanted: Type) -> bool {
        let (Value::Object(object), Type::Reference(wanted)) = (value, wanted) else { return true };
        let is_named = self.objects[object.index()].class.source.is_some();
        is_named && self.class_of(object).is_some_and(|own| self.names.program.is_subclass(own, wanted))
    }

    /// What a parameter of the entry procedure, or its receiver, holds, and its type.
    fn parameter(&self, local: LocalId) -> (Value, Type) {
        (self.start.top().local(local), self.procedure().locals[local].ty)
    }

    /// The call of the entry procedure; `None` of a constructor, if the receiver overrides it, or if reflection might take
    /// another one for it.
    pub(super) fn call(&self) -> Option<Call> {
        let entry = self.procedure();
        if entry.receiver.is_some_and(|receiver| !self.is_called_on(self.parameter(receiver).0)) {
            return None;
        }
        let is_assignable = |&local: &LocalId| {
            let (value, wanted) = self.parameter(local);
            self.is_assignable(value, wanted)
        };
        let mut all = entry.receiver.iter().chain(&entry.parameters);
        let direct = self.names.is_callable(entry) && all.all(is_assignable);
        if !direct && self.has_alike() {
            return None;
        }
        let receiver = entry.receiver.and_then(|local| {
            let (value, wanted) = self.parameter(local);
            self.value(value, wanted, direct)
        });
        Some(Call {
            class: self.names.class(&self.names.program.classes[entry.class].name)?,
            method: entry.name.clone(),
            direct,
            receiver,
            arguments: entry.parameters.iter().map(|&local| self.argument(local, direct)).collect(),
            result: match entry.result {
                Type::Void => CallResult::Nothing,
                Type::Reference(_) => CallResult::Reference,
                Type::Boolean => CallResult::Boolean,
                Type::Integer(_) => CallResult::Number,
                // Its value is not tracked.
                Type::Float => CallResult::Nothing,
            },
        })
    }

    /// Whether a call of the entry procedure by its name on this object executes it: it is no constructor, and no class of the
    /// object overrides it.
    fn is_called_on(&self, receiver: Value) -> bool {
        let (program, entry) = (self.names.program, self.procedure());
        let Value::Object(object) = receiver else { return false };
        let Some(own) = self.class_of(object) else { return false };
        let below = program.ancestry(own).take_while(|&class| class != entry.class);
        let mut below = below.flat_map(|class| &program.classes[class].procedures);
        entry.name != "<init>" && !below.any(|&p| program.procedures[p].name == entry.name)
    }

    /// Whether the class has several methods of this name with as many parameters.
    fn has_alike(&self) -> bool {
        let (program, entry) = (self.names.program, self.procedure());
        let is_alike = |&&id: &&ProcedureId| {
            let other = &program.procedures[id];
            other.name == entry.name && other.parameters.len() == entry.parameters.len()
        };
        program.classes[entry.class].procedures.iter().filter(is_alike).count() > 1
    }

    /// What is passed for a parameter.
    fn argument(&self, local: LocalId, direct: bool) -> String {
        let (value, wanted) = self.parameter(local);
        // What nothing has decided does not matter.
        let text = self.value(value, wanted, direct).unwrap_or_else(|| match wanted {
            Type::Boolean if direct => "false".to_owned(),
            Type::Reference(_) | Type::Void => "null".to_owned(),
            Type::Integer(IntegerType { bits: ..=32, .. }) | Type::Float if direct => "0".to_owned(),
            _ => "0L".to_owned(),
        });
        // Of several methods with this name one is meant; and an argument is not narrowed without a cast.
        match wanted {
            Type::Integer(ty @ IntegerType { bits: ..=16, .. }) if direct => format!("({ty}) {text}"),
            Type::Reference(class) if direct && text == "null" => {
                let class = self.names.class(&self.names.program.classes[class].name).and_then(|class| class.source);
                class.map_or_else(|| text.clone(), |class| format!("({class}) null"))
            }
            _ => text,
        }
    }
}

/// What the test calls an object of the input.
pub(super) fn variable(object: ObjectId) -> String {
    format!("o{}", object.index() + 1)
}
