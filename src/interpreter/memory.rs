//! Objects: how they begin and end, and what may be read and written.

use std::rc::Rc;

use super::{End, Lifetime, Machine, Named, Object, ObjectId, Origin, Value};
use base::{IndexVec, Message, msg};
use program::objects::{ClassId, FieldId, Liveness, LocalId, Role, Storage, Type};

/// Maximum number of objects.
const OBJECTS: usize = 20_000;

/// What an address is that cannot be dereferenced or freed.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum InvalidAddress {
    /// Never given a value.
    Undefined,
    /// That of an object that was freed.
    Freed,
    /// That of a variable whose block was left.
    Ended,
    /// [No object](Role::Container).
    Outside,
    /// An object that is no heap object, but a part of one.
    Part,
    /// The object of a variable.
    Automatic,
    /// A static object.
    Static,
    /// An object of another type than the pointer. Whether that is wrong in C depends on what the bytes mean, so that nothing
    /// is known of the run.
    OtherType,
}

impl InvalidAddress {
    /// Whether to use it is wrong in any case.
    pub fn is_wrong(self) -> bool {
        self != InvalidAddress::OtherType
    }

    /// What it is, in words.
    pub fn words(self) -> Message {
        match self {
            InvalidAddress::Undefined => msg!("a pointer without a value"),
            InvalidAddress::Freed => msg!("freed memory"),
            InvalidAddress::Ended => msg!("a variable whose block was left"),
            InvalidAddress::Outside => msg!("an address outside of all objects"),
            InvalidAddress::Part => msg!("an address inside of an object"),
            InvalidAddress::Automatic => msg!("a variable"),
            InvalidAddress::Static => msg!("a static variable"),
            InvalidAddress::OtherType => msg!("an object of another type"),
        }
    }
}

impl<'a> Machine<'a> {
    /// Whether the program manages its memory.
    pub(super) fn is_manual(&self) -> bool {
        self.setting.program.is_manual()
    }

    /// A new object with default values in all fields.
    pub(super) fn allocate(&mut self, class: ClassId) -> Result<ObjectId, End> {
        let program = self.setting.program;
        let own = program.ancestry(class).flat_map(|ancestor| &program.classes[ancestor].fields);
        let fields = own.map(|&field| {
            let field = &program.fields[field];
            (field.name.as_str(), if field.ty.is_reference() { Value::Null } else { Value::Number(0) })
        });
        self.add(class, fields.collect(), Lifetime::Live)
    }

    pub(super) fn add(&mut self, class: ClassId, fields: Named<'a>, lifetime: Lifetime) -> Result<ObjectId, End> {
        if self.objects.len() >= OBJECTS {
            return Err(End::TooLarge);
        }
        let name = &self.setting.program.classes[class].name;
        let object = Object { class: name, fields, vertex: None, declared: Some(class), lifetime, block: None };
        Ok(Rc::make_mut(&mut self.objects).push(object))
    }

    /// The object that a reference refers to.
    pub(super) fn object(&self, value: Value) -> Result<ObjectId, End> {
        match value {
            Value::Object(object) => Ok(object),
            Value::Null => Err(End::NullDereference),
            Value::Undefined => Err(invalid(value, InvalidAddress::Undefined)),
            Value::Unset
            | Value::Opaque(_)
            | Value::Library(_)
            | Value::Number(_)
            | Value::Open(_)
            | Value::Given(_) => Err(End::Stuck),
        }
    }

    /// The object that a reference refers to, if it is there and has the field.
    pub(super) fn accessed(&self, base: Value, field: FieldId) -> Result<ObjectId, End> {
        let object = self.object(base)?;
        if !self.is_manual() {
            return Ok(object);
        }
        let found = self.with_field(object, field);
        let because = match (found, self.objects[found.unwrap_or(object)].lifetime) {
            (Some(found), Lifetime::Live) => return Ok(found),
            (None, Lifetime::Live) => InvalidAddress::OtherType,
            (_, Lifetime::Freed) => InvalidAddress::Freed,
            (_, Lifetime::Ended) => InvalidAddress::Ended,
            (_, Lifetime::Outside) => InvalidAddress::Outside,
        };
        Err(invalid(base, because))
    }

    /// The object with a field among those that have the same address.
    fn with_field(&self, object: ObjectId, field: FieldId) -> Option<ObjectId> {
        if self.has_field(object, field) {
            return Some(object);
        }
        let program = self.setting.program;
        let mut at = self.outermost(object);
        while !self.has_field(at, field) {
            let mut parts = program.parts(self.objects[at].declared?);
            let (_, first) = parts.find(|(_, part)| part.role == Role::Part { is_first: true })?;
            at = as_object(self.objects[at].fields.get(&first.name)?)?;
        }
        Some(at)
    }

    /// Whether the class of an object has a field.
    fn has_field(&self, object: ObjectId, field: FieldId) -> bool {
        let program = self.setting.program;
        let class = self.objects[object].declared;
        class.is_some_and(|class| program.is_subclass(class, program.fields[field].class))
    }

    /// The value of a field.
    pub(super) fn load(&mut self, base: Value, field: FieldId) -> Result<Value, End> {
        let declared = &self.setting.program.fields[field];
        let object = match (declared.role, base) {
            (Role::Plain, _) => self.accessed(base, field)?,
            _ if !self.is_manual() => return Err(End::Stuck),
            // Arithmetic on what has no value has none.
            (_, Value::Undefined) => return Ok(Value::Undefined),
            (Role::Part { .. }, _) => self.around(base, field)?,
            (Role::Container(part), _) => {
                let object = self.object(base)?;
                match self.with_field(object, field) {
                    Some(found) => found,
                    None => return Ok(Value::Object(self.outside(object, field, part)?)),
                }
            }
        };
        match self.objects[object].fields.get(&declared.name) {
            Some(Value::GIVEN_OBJECT) => {
                let value = self.given_object(declared.ty, Origin::Field(object, &declared.name));
                self.object_mut(object).fields.insert(&declared.name, value);
                return Ok(value);
            }
            Some(value) => return self.read(value, declared.ty),
            None => {}
        }
        match self.open(declared.ty, Origin::Field(object, &declared.name)) {
            // The input does not give it a value.
            Value::Unset if self.is_manual() => Ok(Value::Undefined),
            Value::Unset => Err(End::Stuck),
            value => {
                self.object_mut(object).fields.insert(&declared.name, value);
                Ok(value)
            }
        }
    }

    /// The object of which a part is asked for, whether it is there or not.
    fn around(&self, base: Value, part: FieldId) -> Result<ObjectId, End> {
        let object = self.object(base)?;
        let name = &self.setting.program.fields[part].name;
        match (self.with_field(object, part), self.objects[object].lifetime) {
            (Some(found), Lifetime::Outside) if !self.objects[found].fields.contains(name) => {
                Err(invalid(base, InvalidAddress::Outside))
            }
            (Some(found), _) => Ok(found),
            (None, Lifetime::Outside) => Err(invalid(base, InvalidAddress::Outside)),
            (None, _) => Err(invalid(base, InvalidAddress::OtherType)),
        }
    }

    /// The address of which the object would be that part. Equal bases and fields have equal addresses.
    fn outside(&mut self, base: ObjectId, field: FieldId, part: FieldId) -> Result<ObjectId, End> {
        if let Some(&known) = self.outside.get(&(base, field)) {
            return Ok(known);
        }
        let part = &self.setting.program.fields[part];
        let fields = std::iter::once((part.name.as_str(), Value::Object(base))).collect();
        let new = self.add(part.class, fields, Lifetime::Outside)?;
        Rc::make_mut(&mut self.outside).insert((base, field), new);
        Ok(new)
    }

    /// Frees what a reference refers to.
    pub(super) fn free(&mut self, address: Value) -> Result<(), End> {
        let invalid = |because| Err(End::InvalidFree { address, because });
        let object = match address {
            Value::Object(object) => object,
            Value::Null => return Ok(()),
            Value::Undefined => return invalid(InvalidAddress::Undefined),
            Value::Unset
            | Value::Opaque(_)
            | Value::Library(_)
            | Value::Number(_)
            | Value::Open(_)
            | Value::Given(_) => {
                return Err(End::Stuck);
            }
        };
        let object = self.outermost(object);
        let storage = self.objects[object].declared.map(|class| self.setting.program.storage(class));
        match (self.objects[object].lifetime, storage) {
            (Lifetime::Outside, _) => invalid(InvalidAddress::Outside),
            (_, Some(Storage::Part)) => invalid(InvalidAddress::Part),
            (Lifetime::Freed, _) => invalid(InvalidAddress::Freed),
            (Lifetime::Ended, _) => invalid(InvalidAddress::Ended),
            (Lifetime::Live, Some(Storage::Automatic)) => invalid(InvalidAddress::Automatic),
            (Lifetime::Live, Some(Storage::Static)) => invalid(InvalidAddress::Static),
            (Lifetime::Live, Some(Storage::Heap) | None) => {
                self.finish(object, Lifetime::Freed);
                Ok(())
            }
        }
    }

    /// The outermost object that has the address of this one. Equal addresses have the same.
    pub(super) fn outermost(&self, object: ObjectId) -> ObjectId {
        let program = self.setting.program;
        let is_first = |part: FieldId| program.fields[part].role == Role::Part { is_first: true };
        let around = |at: ObjectId| {
            let object = &self.objects[at];
            if object.lifetime == Lifetime::Outside {
                // What has its address need not be an object around it.
                let (part, _) = program.parts(object.declared?).find(|&(part, _)| is_first(part))?;
                return as_object(object.fields.get(&program.fields[part].name)?);
            }
            let up = program.container(object.declared?)?;
            match program.fields[up].role {
                Role::Container(part) if is_first(part) => as_object(object.fields.get(&program.fields[up].name)?),
                _ => None,
            }
        };
        std::iter::successors(Some(object), |&at| around(at)).last().unwrap_or(object)
    }

    /// Ends the object of a variable.
    pub(super) fn end(&mut self, variable: LocalId) {
        if let Value::Object(object) = self.top().local(variable)
            && self.objects[object].lifetime == Lifetime::Live
        {
            self.finish(object, Lifetime::Ended);
        }
    }

    /// Ends an object with all of its parts.
    fn finish(&mut self, object: ObjectId, lifetime: Lifetime) {
        let program = self.setting.program;
        let mut open = vec![object];
        while let Some(object) = open.pop() {
            let ended = self.object_mut(object);
            ended.lifetime = lifetime;
            let elements = ended.block.take().map_or(0, |block| block.size());
            let parts = ended.declared.into_iter().flat_map(|class| program.parts(class));
            open.extend(parts.filter_map(|(_, part)| match ended.fields.get(&part.name) {
                Some(Value::Object(inner)) => Some(inner),
                _ => None,
            }));
            self.library_size = self.library_size.saturating_sub(elements);
        }
    }

    /// The allocated objects that the program has not freed.
    pub fn unfreed(&self) -> Vec<ObjectId> {
        let program = self.setting.program;
        let is_unfreed = |object: &Object<'_>| {
            object.lifetime == Lifetime::Live
                && object.declared.is_some_and(|class| program.storage(class) == Storage::Heap)
        };
        self.objects.iter_enumerated().filter(|(_, object)| is_unfreed(object)).map(|(id, _)| id).collect()
    }

    /// The allocated objects that the program has neither freed nor can reach: no path leads to them, or to a part of them, from
    /// static variables or from the variables of any frame, through objects that are there. The variables of a function count until
    /// it returns.
    pub fn lost(&self) -> Vec<ObjectId> {
        let unfreed = self.unfreed();
        if unfreed.is_empty() {
            return unfreed;
        }
        let mut reached = IndexVec::filled(false, self.objects.len());
        let mut open = self.roots();
        while let Some(object) = open.pop() {
            let is_there = self.objects[object].lifetime == Lifetime::Live;
            if is_there && !std::mem::replace(&mut reached[object], true) {
                let object = &self.objects[object];
                let elements = object.block.iter().flat_map(|block| block.values());
                open.extend(object.fields.values().chain(elements).filter_map(as_object));
            }
        }
        unfreed.into_iter().filter(|&object| !reached[object]).collect()
    }

    /// What variables refer to: those that the program declares until the function returns, others while they are live.
    fn roots(&self) -> Vec<ObjectId> {
        let program = self.setting.program;
        let mut found = Vec::new();
        for (depth, frame) in self.frames.iter().enumerate() {
            let procedure = &program.procedures[frame.procedure];
            let liveness = Liveness::new(procedure);
            let waits = depth + 1 < self.frames.len();
            let is_live = |local| frame.is_live(procedure, &liveness, waits, local);
            let has_returned = frame.location == procedure.cfa.exit;
            let counts = |local: LocalId| {
                let is_reference = matches!(procedure.locals[local].ty, Type::Reference(_));
                let is_declared = !procedure.locals[local].name.starts_with(['$', '@']);
                is_reference && (is_declared && !has_returned || is_live(local))
            };
            let locals = procedure.locals.indices().filter(|&local| counts(local));
            found.extend(locals.map(|local| frame.local(local)).filter_map(as_object));
        }
        found
    }
}

fn as_object(value: Value) -> Option<ObjectId> {
    match value {
        Value::Object(object) => Some(object),
        _ => None,
    }
}

fn invalid(address: Value, because: InvalidAddress) -> End {
    End::InvalidDereference { address, because }
}
