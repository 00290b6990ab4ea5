//! Elements of blocks: how they are read, written, filled and copied.

use super::access::Content;
use super::blocks::Element;
use super::indexed::innermost;
use super::*;
use base::msg;
use program::objects::{Binary, BlockFunction, Comparison, Condition, Failure, Unary};

impl Lowering<'_> {
    /// Accesses a field of an element: the block must be there, and the index within bounds.
    fn access(&mut self, at: &Element, field: FieldId, span: Span) {
        if !at.is_there {
            let target = self.graph.temporary(self.program.fields[field].ty);
            self.graph.emit(Operation::Load { target, base: at.block, field }, span);
        }
        self.check_element(at, span);
    }

    /// Fails unless the index of an element is within bounds.
    pub(super) fn check_element(&mut self, at: &Element, span: Span) {
        if at.is_within {
            return;
        }
        let below = Condition::Compare { comparison: Comparison::Less, left: at.index, right: Operand::Integer(0) };
        let above = Condition::Compare { comparison: Comparison::GreaterEqual, left: at.index, right: at.length };
        match (at.index, at.length) {
            (Operand::Integer(index), Operand::Integer(length)) if (0..length).contains(&index) => {}
            (Operand::Integer(_), Operand::Integer(_)) => {
                self.leave_block(at, span);
                self.graph.here = self.graph.fresh();
            }
            (Operand::Integer(index), _) if index >= 0 => self.leave_block_if(at, above, span),
            _ => {
                self.leave_block_if(at, below, span);
                self.leave_block_if(at, above, span);
            }
        }
    }

    fn leave_block_if(&mut self, at: &Element, condition: Condition, span: Span) {
        let (leaves, after) = (self.graph.fresh(), self.graph.fresh());
        self.graph.branch(condition, leaves, after, span);
        self.graph.here = leaves;
        self.leave_block(at, span);
        self.graph.here = after;
    }

    /// The run fails, unless the block is an array inside of an object.
    fn leave_block(&mut self, at: &Element, span: Span) {
        if at.is_pointed {
            for class in self.arrays_inside(at.block) {
                let (inside, other) = (self.graph.fresh(), self.graph.fresh());
                let operand = Operand::Local(at.block);
                self.graph.branch(Condition::InstanceOf { operand, class, negated: false }, inside, other, span);
                self.graph.here = inside;
                self.graph.give_up(&msg!("a pointer leaves an array inside of an object"), span);
                self.graph.here = other;
            }
        }
        self.graph.fail(Failure::OutOfBounds, span);
    }

    /// The classes of arrays inside of objects to which a pointer may lead.
    fn arrays_inside(&mut self, pointer: LocalId) -> Vec<ClassId> {
        let Lowered::Reference(class) = self.graph.type_of(pointer) else { return Vec::new() };
        let mut found = Vec::new();
        for (id, number) in self.indexed.members() {
            let storage = self.members(id).get(number).cloned();
            if let Some(Storage::Block(Slot::Field(field))) = storage
                && let Some(&(own, _)) = self.containers.get(&field)
                && self.program.classes[own].superclass == Some(class)
            {
                found.push(own);
            }
        }
        found
    }

    /// Reads an element into a local.
    pub(super) fn read_element(&mut self, target: LocalId, at: &Element, field: FieldId, ty: TypeId, span: Span) {
        self.access(at, field, span);
        let is_truth = self.checked.types.integer(ty) == Some(Integer::BOOL);
        let kept = self.kept_in(target, field);
        self.read_plane(kept, at, field, is_truth, span);
        self.take_kept(target, kept, span);
        if let Some(&(index, length)) = self.field_ranges.get(&field)
            && let Some(&(Operand::Local(own_index), Operand::Local(own_length))) = self.ranges.get(&target)
        {
            self.read_plane(own_index, at, index, false, span);
            self.read_plane(own_length, at, length, false, span);
        }
    }

    fn read_plane(&mut self, target: LocalId, at: &Element, field: FieldId, is_truth: bool, span: Span) {
        self.assign(target, Rvalue::Unknown, span);
        self.execute_instead(Some(target), BlockFunction::Element(field), vec![Operand::Local(at.block), at.index]);
        if is_truth {
            let value = self.lowest_bit(target);
            self.assign(target, value, span);
        }
    }

    /// The local for what is read from a field into another local: a new one if it is kept there with another sign.
    pub(super) fn kept_in(&mut self, target: LocalId, field: FieldId) -> LocalId {
        let kept = self.program.fields[field].ty;
        match (kept, self.graph.type_of(target)) {
            (Lowered::Integer(kept_type), Lowered::Integer(own)) if kept_type != own => self.graph.temporary(kept),
            _ => target,
        }
    }

    /// Converts what was read into another local.
    pub(super) fn take_kept(&mut self, target: LocalId, kept: LocalId, span: Span) {
        if let (true, Lowered::Integer(own)) = (target != kept, self.graph.type_of(target)) {
            self.assign(target, Rvalue::Unary(Unary::Convert(own), Operand::Local(kept)), span);
        }
    }

    /// A value of a type as a field keeps it.
    pub(super) fn as_kept(&mut self, value: Operand, ty: TypeId, field: FieldId, span: Span) -> Operand {
        let kept = self.indexed.kept_as(ty);
        if kept == ty || self.cells.get(&kept).is_none_or(|&(_, own)| own != field) {
            return value;
        }
        match (self.checked.types.integer(ty), self.checked.types.integer(kept)) {
            (Some(from), Some(to)) => self.convert_integer(value, from, to, kept, span),
            _ => value,
        }
    }

    /// Writes an element.
    pub(super) fn write_element(&mut self, at: &Element, field: FieldId, value: Operand, span: Span) {
        self.access(at, field, span);
        let (index, length) = self.range(value);
        self.write_plane(at, field, value, span);
        if let Some(&(own_index, own_length)) = self.field_ranges.get(&field) {
            self.write_plane(at, own_index, index, span);
            self.write_plane(at, own_length, length, span);
        }
    }

    fn write_plane(&mut self, at: &Element, field: FieldId, value: Operand, span: Span) {
        let block = Operand::Local(at.block);
        let ty = self.program.fields[field].ty;
        let set = BlockFunction::SetElement(field);
        if ty.is_reference() {
            if value == Operand::Null {
                if !at.is_there {
                    self.graph.emit(Operation::Store { base: at.block, field, value }, span);
                }
                self.execute(None, set, vec![block, at.index, value], span);
            } else {
                self.give_up_memory(value, msg!("a pointer is kept where it is not followed"), span);
                self.execute_instead(None, set, vec![block, at.index, value]);
            }
            return;
        }
        if !at.is_there {
            // The value of what may be an object by itself is followed.
            let hidden = self.graph.temporary(ty);
            self.assign(hidden, Rvalue::Unknown, span);
            self.execute_instead(Some(hidden), BlockFunction::Hidden, vec![value]);
            self.graph.emit(Operation::Store { base: at.block, field, value: Operand::Local(hidden) }, span);
        }
        self.execute(None, set, vec![block, at.index, value], span);
    }

    /// Gives elements of a block that is there the same content, so many from one on that is within bounds.
    pub(super) fn fill_elements(&mut self, at: &Element, ty: TypeId, count: Operand, content: Content, span: Span) {
        let range = vec![Operand::Local(at.block), at.index, count];
        match content {
            Content::Zero => self.execute(None, BlockFunction::Clear, range, span),
            Content::Any => self.execute(None, BlockFunction::Forget, range, span),
            Content::Unknown => {
                for field in self.fields_of_elements(ty) {
                    let value = self.graph.temporary(self.program.fields[field].ty);
                    self.assign(value, Rvalue::Unknown, span);
                    let arguments = range.iter().copied().chain([Operand::Local(value)]).collect();
                    self.execute(None, BlockFunction::Fill(field), arguments, span);
                }
            }
        }
        for (field, inner, times) in self.parts_of_elements(ty) {
            let at = self.part_of_element(at, field, times, span);
            let count = self.product(count, Operand::Integer(times), span);
            self.fill_elements(&at, inner, count, content, span);
        }
    }

    /// Gives a field of elements, so many from one on, a value.
    pub(super) fn fill_with(&mut self, at: &Element, ty: TypeId, count: Operand, value: Operand, span: Span) {
        let field = self.cell(ty).1;
        let arguments = vec![Operand::Local(at.block), at.index, count, value];
        self.execute(None, BlockFunction::Fill(field), arguments, span);
    }

    /// Of what may be an object by itself, abstractions forget the values.
    pub(super) fn forget_element(&mut self, at: &Element, ty: TypeId, span: Span) {
        for field in self.fields_of_elements(ty) {
            let value = self.graph.temporary(self.program.fields[field].ty);
            self.assign(value, Rvalue::Unknown, span);
            self.execute_instead(Some(value), BlockFunction::Element(field), vec![Operand::Local(at.block), at.index]);
            self.graph.emit(Operation::Store { base: at.block, field, value: Operand::Local(value) }, span);
        }
        for (field, inner, times) in self.parts_of_elements(ty) {
            let at = self.part_of_element(at, field, times, span);
            self.forget_element(&at, inner, span);
        }
    }

    /// Copies elements of a block, so many, to another one; both are there, and all indices within bounds.
    pub(super) fn move_elements(&mut self, to: &Element, from: &Element, ty: TypeId, count: Operand, span: Span) {
        let ty = innermost(self.checked, ty);
        let (target, source) = (Operand::Local(to.block), Operand::Local(from.block));
        let arguments = vec![target, to.index, source, from.index, count];
        let fields = self.fields_of_elements(ty);
        if fields.iter().any(|&field| self.program.fields[field].ty.is_reference()) {
            self.give_up_memory(source, msg!("a pointer is kept where it is not followed"), span);
            self.execute_instead(None, BlockFunction::Move, arguments);
        } else {
            self.execute(None, BlockFunction::Move, arguments, span);
        }
        for (field, inner, times) in self.parts_of_elements(ty) {
            let [to, from] = [to, from].map(|at| self.part_of_element(at, field, times, span));
            let count = self.product(count, Operand::Integer(times), span);
            self.move_elements(&to, &from, inner, count, span);
        }
    }

    /// What is inside of the elements of a block: the field that leads there, the type, and how many there are in each element.
    fn parts_of_elements(&mut self, ty: TypeId) -> Vec<(FieldId, TypeId, i64)> {
        let Some(id) = self.checked.types.structure(ty) else { return Vec::new() };
        let (storages, checked) = (self.members(id), self.checked);
        let mut found = Vec::new();
        let members = checked.types.structs[id].members.iter().flatten().map(|member| member.ty.ty);
        let mut open: Vec<(&Storage, TypeId)> = storages.iter().zip(members).collect();
        while let Some((storage, ty)) = open.pop() {
            match (storage, checked.types.get(ty)) {
                (Storage::Object(Slot::Field(field)), _) => found.push((*field, ty, 1)),
                (Storage::Block(Slot::Field(field)), _) => {
                    found.push((*field, innermost(checked, ty), self.flat_length(ty).cast_signed()));
                }
                (Storage::Parts(cells), Type::Array(of, _)) => open.extend(cells.iter().map(|cell| (cell, of.ty))),
                _ => {}
            }
        }
        found
    }

    /// The first of what is inside of an element.
    pub(super) fn part_of_element(&mut self, at: &Element, field: FieldId, times: i64, span: Span) -> Element {
        let target = self.graph.temporary(self.program.fields[field].ty);
        self.graph.emit(Operation::Load { target, base: at.block, field }, span);
        let index = self.product(at.index, Operand::Integer(times), span);
        let length = match times {
            1 => at.length,
            // What is in the next element is no part of it.
            _ => self.sum(index, Operand::Integer(times), Binary::Add, span),
        };
        Element { block: target, index, length, ..*at }
    }

    /// Accesses a block, which must be there.
    pub(super) fn touch_block(&mut self, at: &Element, ty: TypeId, span: Span) {
        if !at.is_there
            && let Some(&field) = self.fields_of_elements(innermost(self.checked, ty)).first()
        {
            let target = self.graph.temporary(self.program.fields[field].ty);
            self.graph.emit(Operation::Load { target, base: at.block, field }, span);
        }
    }

    /// The fields in which the elements of a block have their values.
    fn fields_of_elements(&mut self, ty: TypeId) -> Vec<FieldId> {
        let class = match self.checked.types.structure(ty) {
            Some(id) => {
                self.members(id);
                self.class_of_struct(id)
            }
            None => self.cell(ty).0,
        };
        let fields = self.program.classes[class].fields.iter().copied();
        fields.filter(|&field| self.program.fields[field].role == Role::Plain).collect()
    }
}
