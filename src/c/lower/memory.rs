//! Where values are: classes for types that pointers point to, and the parts of variables.

use std::collections::BTreeSet;

use super::foreign::is_of_system;
use super::indexed::innermost;
use super::*;
use crate::unsupported::Construct;
use program::objects::{ALLOCATED, Binary};

/// Types of vertices that are no objects, and which structures may be called.
const OTHER_TYPES: [&str; 6] = ["NULL", "bool", "boolean", "byte", "int_0", "int_1"];

/// A place for a scalar that is there for the life of a variable or object.
#[derive(Clone, Copy, Debug)]
pub(super) enum Slot {
    Local(LocalId),
    Static(FieldId),
    /// A field of an object, in descriptions of classes.
    Field(FieldId),
}

/// Where the value of a variable or member is.
#[derive(Clone, Debug)]
pub(super) enum Storage {
    /// A number or pointer.
    Scalar(Slot),
    /// A structure, or an array: its parts.
    Parts(Rc<[Storage]>),
    /// A reference to the object with the value.
    Object(Slot),
    /// A reference to the block that is an array.
    Block(Slot),
    /// Not known: reads have any value. In descriptions of classes, with a field that stands for all of it.
    Untracked(Option<FieldId>),
    /// Not supported: how it is called.
    Unsupported(Construct),
}

impl Storage {
    /// Whether a part of it is an object.
    pub(super) fn has_objects(&self) -> bool {
        match self {
            Self::Object(_) | Self::Block(_) => true,
            Self::Parts(parts) => parts.iter().any(Self::has_objects),
            _ => false,
        }
    }

    /// Visits the locals of which it consists.
    pub(super) fn for_each_local(&self, visit: &mut impl FnMut(LocalId)) {
        match self {
            Self::Scalar(Slot::Local(local)) | Self::Object(Slot::Local(local)) | Self::Block(Slot::Local(local)) => {
                visit(*local);
            }
            Self::Parts(parts) => parts.iter().for_each(|part| part.for_each_local(visit)),
            _ => {}
        }
    }
}

impl Lowering<'_> {
    /// The type of scalars of a C type; `None` for others.
    pub(super) fn lowered(&mut self, ty: TypeId) -> Option<Lowered> {
        let types = &self.checked.types;
        match types.get(ty) {
            Type::Integer(integer) | Type::Enum(integer) => Some(Lowered::Integer(self.integer_type(*integer))),
            Type::Pointer(to) => Some(Lowered::Reference(self.class_of(to.ty))),
            Type::Floating(_) => Some(Lowered::Float),
            _ => None,
        }
    }

    /// The class of the objects that pointers to a type point to.
    pub(super) fn class_of(&mut self, ty: TypeId) -> ClassId {
        let types = &self.checked.types;
        match types.get(ty) {
            Type::Struct(id) => self.class_of_struct(*id),
            Type::Integer(_) | Type::Enum(_) | Type::Pointer(_) => self.cell(ty).0,
            Type::Floating(_) if types.precision(ty).is_some() => self.cell(ty).0,
            _ => self.root,
        }
    }

    /// The class of objects of a type that are not inside of others.
    pub(super) fn class_in(&mut self, ty: TypeId, storage: StorageClass) -> ClassId {
        let class = self.class_of(ty);
        let word = match storage {
            StorageClass::Heap | StorageClass::Part => return class,
            StorageClass::Automatic => "automatic",
            StorageClass::Static => "static",
        };
        if let Some(&known) = self.elsewhere.get(&(class, storage)) {
            return known;
        }
        let name = self.program.classes[class].name.trim_start_matches(ALLOCATED);
        let new = self.new_class(format!("{word} {name}"), class, storage, None);
        self.elsewhere.insert((class, storage), new);
        new
    }

    pub(super) fn new_class(
        &mut self,
        mut name: String,
        superclass: ClassId,
        storage: StorageClass,
        span: Option<Span>,
    ) -> ClassId {
        let others = self.class_names.entry(name.clone()).or_default();
        *others += 1;
        if *others > 1 {
            name = format!("{name}'{others}");
        }
        let superclass = Some(superclass);
        let class = Class { name, superclass, storage, span, ..Class::default() };
        self.program.classes.push(class)
    }

    pub(super) fn new_field(&mut self, class: ClassId, name: String, ty: Lowered, span: Span) -> FieldId {
        let field = self.program.fields.push(Field { name, ty, class, role: Role::Plain, span });
        self.program.classes[class].fields.push(field);
        field
    }

    /// A field for an object inside of those of a class.
    fn new_part(&mut self, class: ClassId, name: String, ty: TypeId, is_first: bool, span: Span) -> FieldId {
        let inner = self.class_of(ty);
        let own_name = format!("{}.{name}", self.program.classes[class].name);
        let part = self.new_field(class, name, Lowered::Reference(inner), span);
        self.program.fields[part].role = Role::Part { is_first };
        let own = self.new_class(own_name, inner, StorageClass::Part, None);
        let container = self.new_field(own, "@container".to_owned(), Lowered::Reference(class), span);
        self.program.fields[container].role = Role::Container(part);
        self.containers.insert(part, (own, container));
        part
    }

    /// The class of variables of a scalar type whose address is taken, and the field with their value.
    pub(super) fn cell(&mut self, ty: TypeId) -> (ClassId, FieldId) {
        let ty = self.indexed.kept_as(ty);
        if let Some(&known) = self.cells.get(&ty) {
            return known;
        }
        let name = self.checked.types.name(ty).replace(' ', "_").replace('*', "pointer");
        // Types of vertices such as `int` are those of numbers.
        let name = if self.checked.types.integer(ty).is_some() { format!("{ALLOCATED}{name}") } else { name };
        let class = self.new_class(name, self.root, StorageClass::Heap, None);
        // The class of what a pointer points to may be this one.
        let span = self.graph.statement;
        let field = self.new_field(class, "value".to_owned(), Lowered::Float, span);
        self.cells.insert(ty, (class, field));
        let lowered = self.lowered(ty).unwrap_or(Lowered::Float);
        self.program.fields[field].ty = lowered;
        self.accompany_field(field, ty);
        (class, field)
    }

    /// The class of a structure.
    pub(super) fn class_of_struct(&mut self, id: StructId) -> ClassId {
        if let Some(&known) = self.classes.get(&id) {
            return known;
        }
        let structure = &self.checked.types.structs[id];
        let name = structure.tag.as_deref().or(structure.alias.as_deref()).unwrap_or("anonymous");
        let name = if OTHER_TYPES.contains(&name) { format!("struct {name}") } else { name.to_owned() };
        let class = self.new_class(name, self.root, StorageClass::Heap, Some(structure.span));
        self.classes.insert(id, class);
        class
    }

    /// The class of a structure whose members are used, and where they are.
    pub(super) fn members(&mut self, id: StructId) -> Rc<[Storage]> {
        if let Some(known) = self.layouts.get(&id) {
            return known.clone();
        }
        let checked = self.checked;
        let structure = &checked.types.structs[id];
        let class = self.class_of_struct(id);
        let mut parts = Vec::new();
        for (number, member) in structure.members.iter().flatten().enumerate() {
            let name = member.name.as_deref().unwrap_or("anonymous").to_owned();
            let storage = match member.is_padding() {
                _ if structure.is_union => Storage::Unsupported(Construct::Union),
                true => Storage::Parts(Rc::new([])),
                false => {
                    let (ty, span) = (member.ty.ty, member.span);
                    if self.is_block_member(id, number) {
                        let part = self.new_part(class, name, innermost(checked, ty), number == 0, span);
                        Storage::Block(Slot::Field(part))
                    } else {
                        let is_cell = self.addressed.members.contains(&(id, number));
                        self.member_storage(class, name, ty, (is_cell, number == 0), span)
                    }
                }
            };
            parts.push(storage);
        }
        let parts: Rc<[Storage]> = parts.into();
        self.layouts.insert(id, parts.clone());
        parts
    }

    /// Adds the members of all structures to which pointers may point, and the classes of variables to which members and parameters may: an
    /// initial heap may have them, whether they are used or not.
    pub(super) fn lay_out_all(&mut self, parameters: &[VariableId]) {
        let checked = self.checked;
        parameters.iter().for_each(|&parameter| self.add_pointed(checked.variables[parameter].ty.ty));
        // In the order of their declarations, whenever they get a class.
        let (mut classes, mut waiting) = (0, BTreeSet::new());
        loop {
            waiting.extend(self.classes[classes..].keys());
            classes = self.classes.len();
            let Some(open) = waiting.pop_first() else { return };
            self.members(open);
            let members = checked.types.structs[open].members.iter().flatten();
            members.for_each(|member| self.add_pointed(member.ty.ty));
        }
    }

    /// Adds the class of variables of the type to which a pointer points.
    fn add_pointed(&mut self, pointer: TypeId) {
        let types = &self.checked.types;
        let has_class = |ty: &TypeId| types.is_modelled(*ty) || types.structure(*ty).is_some();
        if let Some(to) = types.pointee(pointer).map(|to| to.ty).filter(has_class) {
            self.class_in(to, StorageClass::Automatic);
        }
    }

    /// Where a member is. `is_cell`: pointers may point to the numbers and pointers in it; `is_first`: it is at the start.
    fn member_storage(
        &mut self,
        class: ClassId,
        name: String,
        ty: TypeId,
        (is_cell, is_first): (bool, bool),
        span: Span,
    ) -> Storage {
        let checked = self.checked;
        match checked.types.get(ty) {
            Type::Struct(_) => Storage::Object(Slot::Field(self.new_part(class, name, ty, is_first, span))),
            Type::Array(of, Some(count)) if self.is_tracked(ty) => {
                let cells = (0..*count).map(|n| {
                    let is_first = is_first && n == 0;
                    self.member_storage(class, format!("{name}[{n}]"), of.ty, (is_cell, is_first), span)
                });
                Storage::Parts(cells.collect())
            }
            Type::Array(..) => {
                let any = self.integer_type(Integer::CHAR);
                Storage::Untracked(Some(self.new_field(class, format!("{name}[]"), Lowered::Integer(any), span)))
            }
            _ => match self.lowered(ty) {
                Some(Lowered::Integer(_) | Lowered::Reference(_)) if is_cell => {
                    Storage::Object(Slot::Field(self.new_part(class, name, ty, is_first, span)))
                }
                Some(lowered) => {
                    let field = self.new_field(class, name, lowered, span);
                    self.accompany_field(field, ty);
                    Storage::Scalar(Slot::Field(field))
                }
                None => Storage::Unsupported(Construct::MemberType),
            },
        }
    }

    /// The number of scalars in a type, up to a bit more than the limit.
    fn scalars(&self, ty: TypeId) -> u64 {
        let types = &self.checked.types;
        match types.get(ty) {
            Type::Array(of, Some(count)) => count.saturating_mul(self.scalars(of.ty)),
            Type::Struct(id) => {
                let members = types.structs[*id].members.iter().flatten().enumerate();
                let mut sum = 0_u64;
                for (number, member) in members {
                    let is_block = self.is_block_member(*id, number);
                    sum = sum.saturating_add(if is_block { 1 } else { self.scalars(member.ty.ty) });
                    if sum > 16 * CELLS {
                        break;
                    }
                }
                sum
            }
            _ => 1,
        }
    }

    /// Whether a member is a block.
    fn is_block_member(&self, id: StructId, number: usize) -> bool {
        let checked = self.checked;
        let member = checked.types.structs[id].members.iter().flatten().nth(number);
        member.is_some_and(|member| {
            let ty = member.ty.ty;
            self.indexed.has_member(checked, (id, number), ty, !self.is_tracked(ty))
        })
    }

    /// Whether a structure, or one in an array, has a member that is a block, or has one inside.
    fn has_inner_blocks(&self, ty: TypeId) -> bool {
        let types = &self.checked.types;
        let Some(id) = types.structure(innermost(self.checked, ty)) else { return false };
        let members = types.structs[id].members.iter().flatten().enumerate();
        let mut is_such =
            members.map(|(number, member)| self.is_block_member(id, number) || self.has_inner_blocks(member.ty.ty));
        !types.structs[id].is_union && is_such.any(|found| found)
    }

    /// Whether the parts of an array are tracked.
    fn is_tracked(&self, ty: TypeId) -> bool {
        self.scalars(ty) <= CELLS
    }

    /// Storage for a variable.
    pub(super) fn storage_for(&mut self, variable: VariableId, is_static: bool) -> Storage {
        let checked = self.checked;
        let declared = &checked.variables[variable];
        let ty = declared.ty.ty;
        let name = match (is_static, declared.function) {
            (true, Some(function)) => format!("{}.{}", checked.functions[function].name, declared.name),
            // Variables that are alive at the same time have different names.
            _ => format!("{}{}", declared.name, "'".repeat(declared.shadows)),
        };
        let is_addressed = self.addressed.variables.contains(&variable);
        let has_inner = self.has_inner_blocks(ty);
        let is_row = has_inner && matches!(checked.types.get(ty), Type::Array(_, Some(_)));
        if is_row || self.indexed.has_variable(checked, variable, !self.is_tracked(ty)) {
            let class = self.class_of(innermost(checked, ty));
            let slot = self.slot(format!("&{name}"), Lowered::Reference(class), is_static, declared.span);
            if let (Slot::Local(local), Some(length)) = (slot, declared.length) {
                self.lengths.insert(local, length);
            }
            return Storage::Block(slot);
        }
        if matches!(checked.types.get(ty), Type::Array(..) | Type::Variable(_)) {
            if is_addressed && self.is_tracked(ty) {
                return self.cells_of(&name, ty, is_static, declared.span);
            }
        } else if declared.is_addressed || is_addressed || has_inner {
            return self.object_of(&name, ty, is_static, declared.span);
        }
        if self.scalars(ty) > 16 * CELLS && checked.types.structure(ty).is_some() {
            return Storage::Untracked(None);
        }
        self.parts(name, ty, is_static, declared.span)
    }

    fn object_of(&mut self, name: &str, ty: TypeId, is_static: bool, span: Span) -> Storage {
        let class = self.class_of(ty);
        Storage::Object(self.slot(format!("&{name}"), Lowered::Reference(class), is_static, span))
    }

    /// An array whose elements are objects.
    fn cells_of(&mut self, name: &str, ty: TypeId, is_static: bool, span: Span) -> Storage {
        match self.checked.types.get(ty) {
            Type::Array(of, Some(count)) => {
                let (of, count) = (of.ty, *count);
                let cell = |n| self.cells_of(&format!("{name}[{n}]"), of, is_static, span);
                Storage::Parts((0..count).map(cell).collect())
            }
            Type::Array(..) => Storage::Untracked(None),
            Type::Struct(_) | Type::Integer(_) | Type::Enum(_) | Type::Pointer(_) => {
                self.object_of(name, ty, is_static, span)
            }
            _ => Storage::Unsupported(Construct::VariableType),
        }
    }

    fn slot(&mut self, name: String, ty: Lowered, is_static: bool, span: Span) -> Slot {
        if !is_static {
            let is_literal = name.starts_with(COMPOUND_LITERAL);
            let kind = match name.starts_with('@') {
                true => LocalKind::Synthetic,
                false if is_literal => LocalKind::Temporary,
                false => LocalKind::Declared,
            };
            return Slot::Local(self.graph.local(&name, kind, ty));
        }
        Slot::Static(self.static_field(name, ty, span))
    }

    pub(super) fn static_field(&mut self, name: String, ty: Lowered, span: Span) -> FieldId {
        let others = self.static_names.entry(name.clone()).or_default();
        *others += 1;
        let unique = if *others > 1 { format!("{name}'{others}") } else { name };
        self.new_field(self.statics_class, unique, ty, span)
    }

    fn parts(&mut self, name: String, ty: TypeId, is_static: bool, span: Span) -> Storage {
        let checked = self.checked;
        match checked.types.get(ty) {
            Type::Struct(id) => {
                let structure = &checked.types.structs[*id];
                let mut parts = Vec::new();
                for member in structure.members.iter().flatten() {
                    let inner = format!("{name}.{}", member.name.as_deref().unwrap_or("anonymous"));
                    parts.push(match member.is_padding() {
                        _ if structure.is_union => Storage::Unsupported(Construct::Union),
                        true => Storage::Parts(Rc::new([])),
                        false if self.is_block_member(*id, parts.len()) => {
                            let class = self.class_of(innermost(checked, member.ty.ty));
                            Storage::Block(self.slot(format!("&{inner}"), Lowered::Reference(class), is_static, span))
                        }
                        false => self.parts(inner, member.ty.ty, is_static, span),
                    });
                }
                Storage::Parts(parts.into())
            }
            Type::Array(of, Some(count)) if self.is_tracked(ty) => Storage::Parts(
                (0..*count).map(|n| self.parts(format!("{name}[{n}]"), of.ty, is_static, span)).collect(),
            ),
            Type::Array(..) => Storage::Untracked(None),
            Type::Variable(_) => Storage::Unsupported(Construct::VariableArray),
            _ => match self.lowered(ty) {
                Some(lowered) => {
                    let slot = self.slot(name, lowered, is_static, span);
                    match slot {
                        Slot::Local(local) => self.accompany(local, ty),
                        Slot::Static(field) | Slot::Field(field) => self.accompany_field(field, ty),
                    }
                    if let (Slot::Local(local), Some(Integer::BOOL)) = (slot, checked.types.integer(ty)) {
                        self.truth_values.insert(local);
                    }
                    Storage::Scalar(slot)
                }
                None => Storage::Unsupported(Construct::VariableType),
            },
        }
    }

    /// The storage of a variable that is used.
    pub(super) fn variable(&mut self, variable: VariableId) -> Storage {
        if !self.checked.variables[variable].is_static {
            return self.local_storage(variable);
        }
        if let Some(storage) = self.static_storage.get(&variable) {
            return storage.clone();
        }
        let declared = &self.checked.variables[variable];
        let is_integer = self.checked.types.integer(declared.ty.ty).is_some();
        let storage = match is_of_system(&declared.name) && !declared.is_defined {
            true if is_integer => Storage::Untracked(None),
            true => Storage::Unsupported(Construct::SystemVariable(declared.name.clone())),
            false => self.storage_for(variable, true),
        };
        self.remember_constant(variable, &storage);
        if matches!(storage, Storage::Untracked(_)) {
            self.note_untracked(&declared.name, declared.span);
        }
        self.static_storage.insert(variable, storage.clone());
        self.static_order.push(variable);
        storage
    }

    /// The storage of a local variable.
    pub(super) fn local_storage(&mut self, variable: VariableId) -> Storage {
        match self.storage.get(&variable) {
            Some(storage) => storage.clone(),
            None => self.declare(variable),
        }
    }

    /// New storage for a local variable.
    pub(super) fn declare(&mut self, variable: VariableId) -> Storage {
        let storage = self.storage_for(variable, false);
        self.remember_constant(variable, &storage);
        self.places.remove(&variable);
        self.storage.insert(variable, storage.clone());
        storage
    }

    /// A parameter of the procedure, or a variable of the entry with any value.
    pub(super) fn parameter(&mut self, parameter: VariableId, is_drawn: bool) -> Option<LocalId> {
        let checked = self.checked;
        let declared = &checked.variables[parameter];
        let (ty, span) = (declared.ty.ty, declared.span);
        let Some(lowered) = self.lowered(ty).filter(|_| !self.is_unsupported_number(ty)) else {
            let what =
                if checked.types.is_floating(ty) { Construct::OtherNumber } else { Construct::StructureParameter };
            self.unsupported(&what, span);
            return Some(self.graph.local(&declared.name, LocalKind::Declared, Lowered::Float));
        };
        if is_drawn && lowered.is_reference() {
            self.storage.insert(parameter, Storage::Unsupported(Construct::StartingPointer));
            return None;
        }
        let local = self.graph.local(&declared.name, LocalKind::Declared, lowered);
        self.accompany(local, ty);
        if is_drawn && lowered == Lowered::Float {
            self.any(local, Rvalue::Unknown, ty, span);
        } else if is_drawn {
            self.draw(local, ty, span);
            self.undefined.push((local, span));
        }
        let mut storage = Storage::Scalar(Slot::Local(local));
        if declared.is_addressed {
            storage = self.storage_for(parameter, false);
            self.allocate_own(&storage, ty, span);
            let place = self.place_of(&storage, ty, span);
            self.write(&place, Operand::Local(local), ty, span);
        }
        self.storage.insert(parameter, storage);
        Some(local)
    }

    /// Gives a local any value of its type.
    pub(super) fn draw(&mut self, local: LocalId, ty: TypeId, span: Span) {
        self.any(local, Rvalue::Drawn, ty, span);
    }

    /// Gives a local a value that is drawn or not known.
    pub(super) fn any(&mut self, local: LocalId, value: Rvalue, ty: TypeId, span: Span) {
        let is_unknown = value == Rvalue::Unknown;
        self.assign(local, value, span);
        match self.ranges.get(&local) {
            Some(&(Operand::Local(index), Operand::Local(length))) if is_unknown => {
                [index, length].into_iter().for_each(|local| self.assign(local, Rvalue::Unknown, span));
            }
            // The use of a pointer without a value is wrong anyway.
            _ => self.assign_range(local, (Operand::Integer(0), Operand::Integer(1)), span),
        }
        if self.checked.types.integer(ty) == Some(Integer::BOOL) {
            let value = self.lowest_bit(local);
            self.assign(local, value, span);
        }
    }

    /// The truth value that a byte stands for, of which only the lowest bit counts.
    pub(super) fn lowest_bit(&self, local: LocalId) -> Rvalue {
        let ty = self.integer_type(Integer::BOOL);
        Rvalue::Binary { operator: Binary::And, ty, left: Operand::Local(local), right: Operand::Integer(1) }
    }
}
