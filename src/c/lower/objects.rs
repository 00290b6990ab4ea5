//! New objects, with those inside of them.

use super::indexed::innermost;
use super::*;

impl Lowering<'_> {
    /// Creates the objects of a variable, if it has some.
    pub(super) fn allocate(&mut self, storage: &Storage, ty: TypeId, span: Span) {
        let checked = self.checked;
        let slot = match (storage, checked.types.get(ty)) {
            (Storage::Object(slot) | Storage::Block(slot), _) => slot,
            (Storage::Parts(parts), Type::Struct(id)) => {
                let members = checked.types.structs[*id].members.as_deref().unwrap_or_default();
                parts.iter().zip(members).for_each(|(part, member)| self.allocate(part, member.ty.ty, span));
                return;
            }
            (Storage::Parts(cells), Type::Array(of, _)) => {
                let of = of.ty;
                cells.iter().for_each(|cell| self.allocate(cell, of, span));
                return;
            }
            _ => return,
        };
        match slot {
            Slot::Local(local) => {
                let is_constant = self.constant_locals.contains(local);
                let reference = self.new_variable(storage, ty, (StorageClass::Automatic, is_constant), span);
                if !self.graph.redirect(Operand::Local(reference), *local) {
                    self.assign(*local, Rvalue::Operand(Operand::Local(reference)), span);
                }
            }
            Slot::Static(field) | Slot::Field(field) => {
                let is_constant = self.constant_fields.contains(field);
                let reference = self.new_variable(storage, ty, (StorageClass::Static, is_constant), span);
                let base = self.statics();
                self.graph.emit(Operation::Store { base, field: *field, value: Operand::Local(reference) }, span);
            }
        }
    }

    /// A new object for a variable, or the block that it is.
    fn new_variable(
        &mut self,
        storage: &Storage,
        ty: TypeId,
        (class, is_constant): (StorageClass, bool),
        span: Span,
    ) -> LocalId {
        match storage {
            Storage::Block(slot) => {
                let length = self.array_length(slot, ty, span);
                self.require_length(length, span);
                self.new_block(innermost(self.checked, ty), (class, is_constant), length, span)
            }
            _ if is_constant => self.new_constant(ty, class, span),
            _ => self.new_object(ty, class, span),
        }
    }

    /// A new object for a value of a type, with the objects inside of it; all numbers are 0, all pointers null.
    pub(super) fn new_object(&mut self, ty: TypeId, storage: StorageClass, span: Span) -> LocalId {
        let class = self.class_in(ty, storage);
        self.new_object_of(ty, class, span)
    }

    pub(super) fn new_object_of(&mut self, ty: TypeId, class: ClassId, span: Span) -> LocalId {
        self.new_objects_of(ty, class, None, span)
    }

    /// A new object of a class, or a block of so many.
    pub(super) fn new_objects_of(
        &mut self,
        ty: TypeId,
        class: ClassId,
        length: Option<Operand>,
        span: Span,
    ) -> LocalId {
        let reference = Lowered::Reference(self.class_of(ty));
        let target = self.graph.temporary(reference);
        let parts = self.checked.types.structure(ty).map(|id| (id, self.members(id)));
        self.graph.emit(Operation::New { target, class }, span);
        if let Some(length) = length {
            self.make_block(target, length, span);
        }
        if let Some((id, parts)) = parts {
            let checked = self.checked;
            let members = checked.types.structs[id].members.as_deref().unwrap_or_default();
            for (part, member) in parts.iter().zip(members) {
                self.new_inside(target, part, member.ty.ty, length, span);
            }
        }
        target
    }

    /// The objects inside of one, or of a block of so many.
    fn new_inside(&mut self, base: LocalId, part: &Storage, ty: TypeId, length: Option<Operand>, span: Span) {
        match (part, self.checked.types.get(ty)) {
            (Storage::Object(Slot::Field(field)) | Storage::Block(Slot::Field(field)), _) => {
                let Some(&(class, container)) = self.containers.get(field) else { return };
                let inner_length = match part {
                    Storage::Block(_) => {
                        let own = Operand::Integer(self.flat_length(ty).cast_signed());
                        Some(self.product(length.unwrap_or(Operand::Integer(1)), own, span))
                    }
                    _ => length,
                };
                let inner = self.new_objects_of(innermost(self.checked, ty), class, inner_length, span);
                let up = Operation::Store { base: inner, field: container, value: Operand::Local(base) };
                self.graph.emit(up, span);
                self.graph.emit(Operation::Store { base, field: *field, value: Operand::Local(inner) }, span);
            }
            (Storage::Parts(cells), Type::Array(of, _)) => {
                let of = of.ty;
                for cell in cells.iter() {
                    self.new_inside(base, cell, of, length, span);
                }
            }
            _ => {}
        }
    }
}
