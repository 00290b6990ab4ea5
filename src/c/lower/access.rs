//! Reading, writing, copying and initialising places.

use super::super::typed::Kind;
use super::indexed::innermost;
use super::place::Place;
use super::*;
use crate::unsupported::Construct;
use base::msg;

/// What the scalars of a place are given.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Content {
    /// Zero and null.
    Zero,
    /// Any value: the program does not give them one.
    Any,
    /// The value that a function of the library computes, which is not modelled.
    Unknown,
}

impl Content {
    /// The value of a scalar; `None` if it is zero or null.
    fn value(self) -> Option<Rvalue> {
        match self {
            Content::Zero => None,
            Content::Any => Some(Rvalue::Drawn),
            Content::Unknown => Some(Rvalue::Unknown),
        }
    }
}

impl Lowering<'_> {
    /// The value there.
    pub(super) fn read(&mut self, place: &Place, ty: TypeId, span: Span) -> Operand {
        if self.is_unsupported_number(ty) {
            self.unsupported(&Construct::OtherNumber, span);
            return Operand::Integer(0);
        }
        match place {
            Place::Local(local) => Operand::Local(*local),
            Place::Unsupported | Place::Parts(_) | Place::Object(..) | Place::Item(..) | Place::Block(..) => {
                Operand::Integer(0)
            }
            _ => {
                let target = self.temporary(ty);
                self.read_into(target, place, ty, span);
                Operand::Local(target)
            }
        }
    }

    fn read_into(&mut self, target: LocalId, place: &Place, ty: TypeId, span: Span) {
        match place {
            Place::Local(local) => {
                self.assign(target, Rvalue::Operand(Operand::Local(*local)), span);
                self.assign_range(target, self.range(Operand::Local(*local)), span);
            }
            Place::Field(base, field) => {
                let kept = self.kept_in(target, *field);
                self.graph.emit(Operation::Load { target: kept, base: *base, field: *field }, span);
                self.take_kept(target, kept, span);
                if let Some(&(index, length)) = self.field_ranges.get(field)
                    && let Some(&(Operand::Local(own_index), Operand::Local(own_length))) = self.ranges.get(&target)
                {
                    self.graph.emit(Operation::Load { target: own_index, base: *base, field: index }, span);
                    self.graph.emit(Operation::Load { target: own_length, base: *base, field: length }, span);
                }
            }
            Place::Element(at, field) => self.read_element(target, at, *field, ty, span),
            Place::Cases(index, places) => {
                self.each_case(*index, places, span, |this, place| this.read_into(target, place, ty, span));
            }
            Place::Untracked(_) if self.checked.types.pointee(ty).is_some() => {
                self.unsupported(&Construct::LargePointerArray, span);
            }
            Place::Untracked(whole) => {
                self.read_untracked(*whole, span);
                self.any(target, Rvalue::Unknown, ty, span);
            }
            Place::Unsupported | Place::Parts(_) | Place::Object(..) | Place::Item(..) | Place::Block(..) => {}
        }
    }

    /// Writes a value of exactly this type.
    pub(super) fn write(&mut self, place: &Place, value: Operand, ty: TypeId, span: Span) {
        if self.is_unsupported_number(ty) {
            self.unsupported(&Construct::OtherNumber, span);
            return;
        }
        match place {
            Place::Local(local) => self.write_local(*local, value, span),
            Place::Field(base, field) => {
                let value = self.as_kept(value, ty, *field, span);
                self.graph.emit(Operation::Store { base: *base, field: *field, value }, span);
                if let Some(&(own_index, own_length)) = self.field_ranges.get(field) {
                    let (index, length) = self.range(value);
                    self.graph.emit(Operation::Store { base: *base, field: own_index, value: index }, span);
                    self.graph.emit(Operation::Store { base: *base, field: own_length, value: length }, span);
                }
            }
            Place::Element(at, field) => {
                let value = self.as_kept(value, ty, *field, span);
                self.write_element(at, *field, value, span);
            }
            Place::Cases(index, places) => {
                self.each_case(*index, places, span, |this, place| this.write(place, value, ty, span));
            }
            Place::Untracked(whole) => {
                self.write_untracked(*whole, span);
                if self.checked.types.pointee(ty).is_some() && value != Operand::Null {
                    self.give_up_memory(value, msg!("a pointer is kept where it is not followed"), span);
                }
            }
            Place::Unsupported | Place::Parts(_) | Place::Object(..) | Place::Item(..) | Place::Block(..) => {}
        }
    }

    /// Accesses the object with something that is not tracked.
    pub(super) fn read_untracked(&mut self, whole: Option<(LocalId, FieldId)>, span: Span) {
        if let Some((base, field)) = whole {
            let target = self.temporary(TypeId::CHAR);
            self.graph.emit(Operation::Load { target, base, field }, span);
        }
    }

    fn write_untracked(&mut self, whole: Option<(LocalId, FieldId)>, span: Span) {
        if let Some((base, field)) = whole {
            self.graph.emit(Operation::Store { base, field, value: Operand::Integer(0) }, span);
        }
    }

    /// Assigns a local; the last operation computes into it directly if it has just computed the value.
    pub(super) fn write_local(&mut self, local: LocalId, value: Operand, span: Span) {
        if value == Operand::Local(local) {
            return;
        }
        if self.ranges.contains_key(&local) {
            let range = self.range(value);
            self.assign(local, Rvalue::Operand(value), span);
            self.assign_range(local, range, span);
            return;
        }
        let same_type = match value {
            Operand::Local(other) => self.graph.type_of(other) == self.graph.type_of(local),
            _ => false,
        };
        if same_type && self.graph.redirect(value, local) {
            self.widen_last(local, span);
        } else {
            self.assign(local, Rvalue::Operand(value), span);
        }
    }

    /// Lets the last operation stand for a whole assignment; one that draws a number stays at its call, where witnesses say what was
    /// returned.
    pub(super) fn widen_last(&mut self, local: LocalId, span: Span) {
        if !self.graph.has_drawn() {
            self.graph.widen_last(local, span);
        }
    }

    /// Copies a structure, or an array in one.
    pub(super) fn copy(&mut self, to: &Place, from: &Place, ty: TypeId, span: Span) {
        match (to, from) {
            (Place::Cases(index, places), _) => {
                self.each_case(*index, places, span, |this, place| this.copy(place, from, ty, span));
                return;
            }
            (_, Place::Cases(index, places)) => {
                self.each_case(*index, places, span, |this, place| this.copy(to, place, ty, span));
                return;
            }
            _ => {}
        }
        let checked = self.checked;
        match checked.types.get(ty) {
            Type::Struct(id) => {
                let structure = &checked.types.structs[*id];
                if structure.is_union {
                    self.unsupported(&Construct::Union, span);
                    return;
                }
                for (number, member) in structure.members.iter().flatten().enumerate().filter(|(_, m)| !m.is_padding())
                {
                    let (a, b) = (self.member(to, number, span), self.member(from, number, span));
                    self.copy(&a, &b, member.ty.ty, span);
                }
            }
            Type::Array(of, count) => {
                if let (Place::Untracked(to), Place::Untracked(from)) = (to, from) {
                    self.read_untracked(*from, span);
                    self.write_untracked(*to, span);
                    return;
                }
                if let (Place::Block(to, _), Place::Block(from, _)) = (to, from) {
                    let count = self.length_at(to, ty);
                    self.touch_block(from, ty, span);
                    self.touch_block(to, ty, span);
                    self.move_elements(to, from, ty, count, span);
                    return;
                }
                for number in 0..count.unwrap_or(0).min(16 * CELLS) {
                    let (a, b) = (self.fixed(to, number), self.fixed(from, number));
                    self.copy(&a, &b, of.ty, span);
                }
            }
            _ => {
                let value = self.read(from, ty, span);
                self.write(to, value, ty, span);
            }
        }
    }

    /// Gives every scalar of a place a value.
    pub(super) fn fill(&mut self, place: &Place, ty: TypeId, content: Content, span: Span) {
        let checked = self.checked;
        match (place, checked.types.get(ty)) {
            (Place::Untracked(whole), _) => self.write_untracked(*whole, span),
            (Place::Unsupported, _) => {}
            (Place::Block(at, array), _) => {
                let count = self.length_at(at, *array);
                self.touch_block(at, ty, span);
                self.fill_elements(at, innermost(checked, ty), count, content, span);
            }
            (_, Type::Struct(id)) => {
                let members = checked.types.structs[*id].members.iter().flatten().enumerate();
                for (number, member) in members.filter(|(_, member)| !member.is_padding()) {
                    // What is not supported matters only if it is used.
                    let part = self.quietly(|this| this.member(place, number, span));
                    if !self.is_unsupported_number(member.ty.ty) {
                        self.fill(&part, member.ty.ty, content, span);
                    }
                }
            }
            (Place::Parts(cells), Type::Array(of, _)) => {
                for cell in cells.iter() {
                    self.fill(cell, of.ty, content, span);
                }
            }
            (_, Type::Floating(_)) if self.is_number_of_floats(ty) => {
                let number = (content == Content::Zero).then_some(0);
                let value = self.floating_constant(number, ty, span);
                self.write(place, value, ty, span);
            }
            (_, Type::Pointer(_) | Type::Integer(_) | Type::Enum(_)) => match (content.value(), place) {
                (None, _) if checked.types.pointee(ty).is_some() => self.write(place, Operand::Null, ty, span),
                (None, _) => self.write(place, Operand::Integer(0), ty, span),
                (Some(value), Place::Local(local)) => {
                    if content == Content::Any {
                        self.undefined.push((*local, span));
                    }
                    self.any(*local, value, ty, span);
                }
                (Some(value), _) => {
                    let target = self.temporary(ty);
                    self.any(target, value, ty, span);
                    self.write(place, Operand::Local(target), ty, span);
                }
            },
            _ => {}
        }
    }

    /// The initial value of a variable; `is_zero`: all of it is zero before.
    pub(super) fn initialise_parts(&mut self, place: &Place, ty: TypeId, initial: &Initial, is_zero: bool) {
        let checked = self.checked;
        if initial.is_list && !is_zero && !checked.types.is_scalar(ty) {
            let span = self.graph.statement;
            self.fill(place, ty, Content::Zero, span);
        }
        for (path, value) in &initial.parts {
            if is_zero && matches!(value.kind, Kind::Integer(0) | Kind::Null) {
                continue;
            }
            let span = value.span;
            let (mut part, mut at, mut width) = (place.clone(), ty, None);
            for &step in path {
                let number = usize::try_from(step).unwrap_or(usize::MAX);
                match checked.types.get(at) {
                    Type::Array(of, _) => {
                        part = self.fixed(&part, step);
                        at = of.ty;
                    }
                    Type::Struct(id) => {
                        part = self.member(&part, number, span);
                        let members = checked.types.structs[*id].members.as_deref().unwrap_or_default();
                        at = members.get(number).map_or(TypeId::ERROR, |m| m.ty.ty);
                        width = members.get(number).and_then(|m| m.width);
                    }
                    _ => break,
                }
            }
            if width.is_some() {
                let value = self.value(value);
                let value = self.narrowed(value, width, at, span);
                self.write(&part, value, at, span);
                continue;
            }
            self.store(&part, value, at, span);
        }
    }

    /// Evaluates a value of exactly this type, and writes it.
    pub(super) fn store(&mut self, place: &Place, value: &Node, ty: TypeId, span: Span) {
        if self.checked.types.structure(ty).is_some() {
            let from = self.place(value);
            self.copy(place, &from, ty, span);
            return;
        }
        match place {
            Place::Local(local) => self.value_into(*local, value, span),
            _ => {
                let value = self.value(value);
                self.write(place, value, ty, span);
            }
        }
    }
}
