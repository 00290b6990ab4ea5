//! Addresses, and conversions between types of pointers.

use super::super::typed::Kind;
use super::addressed::{Shift, Step, shift, unshifted};
use super::place::Place;
use super::*;
use crate::unsupported::Construct;
use program::objects::{Comparison, Condition};

impl Lowering<'_> {
    /// A pointer converted to another type of pointer.
    pub(super) fn converted_pointer(&mut self, inner: &Node, node: &Node, to: TypeId) -> Operand {
        let span = node.span;
        if let Kind::Call(function, arguments) = &inner.kind
            && let Some(object) = self.allocation(*function, arguments, to, span)
        {
            return object;
        }
        let types = &self.checked.types;
        if let Some((base, shift)) = shift(types, node) {
            return self.shifted(base, &shift, node);
        }
        // What is converted there and back is as it was.
        let (base, is_moved) = match unshifted(types, node) {
            Some((base, 0)) if !matches!(base.kind, Kind::Call(..)) => (base, false),
            unshifted => (inner, unshifted.is_none_or(|(_, bytes)| bytes != 0)),
        };
        let Some(from) = types.pointee(base.ty) else { return Operand::Null };
        let value = self.value_for(base, to);
        let (source, target) = (self.class_of(from.ty), self.class_of(to));
        if source == target || target == self.root || value == Operand::Null {
            return value;
        }
        if is_moved {
            // It was reported.
            return value;
        }
        if source != self.root {
            self.unsupported(&Construct::PointerConversion, span);
            return value;
        }
        // To a class of which the object need not be: its use is wrong then.
        let converted = self.graph.temporary(Lowered::Reference(target));
        self.assign(converted, Rvalue::Operand(value), span);
        if self.indexed.contains(to) {
            self.ranges.insert(converted, self.range(value));
        }
        Operand::Local(converted)
    }

    /// The address of a part of what a pointer points to, or of what that is a part of. Of a null pointer, null if that has the same
    /// address; otherwise it points to nothing.
    pub(super) fn shifted(&mut self, base: &Node, shift: &Shift, node: &Node) -> Operand {
        let span = node.span;
        let value = self.value(base);
        let (Shift::Into(steps) | Shift::OutOf(steps)) = shift;
        let Some(parts) = self.parts_on(steps) else {
            self.unsupported(&Construct::PartPointer, span);
            return Operand::Null;
        };
        let is_same = parts.iter().all(|&part| matches!(self.program.fields[part].role, Role::Part { is_first: true }));
        let of_null = if is_same { Rvalue::Operand(Operand::Null) } else { Rvalue::Drawn };
        let target = self.lowered(node.ty).unwrap_or(Lowered::Reference(self.root));
        let target = self.graph.temporary(target);
        let Operand::Local(local) = value else {
            self.assign(target, of_null, span);
            return Operand::Local(target);
        };
        let fields = match shift {
            Shift::Into(_) => parts,
            Shift::OutOf(_) => parts.iter().rev().filter_map(|part| Some(self.containers.get(part)?.1)).collect(),
        };
        let range = self.range(value);
        if matches!(base.kind, Kind::Address(_)) {
            let found = self.follow(local, &fields, span);
            self.ranges.insert(found, range);
            return Operand::Local(found);
        }
        let (null, other, after) = (self.graph.fresh(), self.graph.fresh(), self.graph.fresh());
        let is_null = Condition::Compare { comparison: Comparison::Equal, left: value, right: Operand::Null };
        self.graph.branch(is_null, null, other, span);
        self.graph.here = null;
        self.assign(target, of_null, span);
        self.graph.goto(after, span);
        self.graph.here = other;
        let found = self.follow(local, &fields, span);
        if self.has_range(node.ty) {
            self.ranges.extend([(found, range), (target, range)]);
        }
        self.write_local(target, Operand::Local(found), span);
        self.graph.goto(after, span);
        self.graph.here = after;
        Operand::Local(target)
    }

    /// Loads along fields.
    fn follow(&mut self, base: LocalId, fields: &[FieldId], span: Span) -> LocalId {
        fields.iter().fold(base, |base, &field| {
            let target = self.graph.temporary(self.program.fields[field].ty);
            self.graph.emit(Operation::Load { target, base, field }, span);
            target
        })
    }

    /// The fields on the way to something inside of an object; `None` if that is no object of its own.
    fn parts_on(&mut self, steps: &[Step]) -> Option<Vec<FieldId>> {
        let mut parts = Vec::new();
        let mut at: Option<Storage> = None;
        for step in steps {
            let next = match (*step, at) {
                (Step::Member(id, number), None) => self.members(id).get(number)?.clone(),
                (Step::Element(index), Some(Storage::Parts(cells))) => cells.get(usize::try_from(index).ok()?)?.clone(),
                _ => return None,
            };
            at = Some(next);
            if let Some(Storage::Object(Slot::Field(field))) = at {
                parts.push(field);
                at = None;
            }
        }
        at.is_none().then_some(parts)
    }

    /// The address of an lvalue.
    pub(super) fn address(&mut self, inner: &Node, span: Span) -> Operand {
        if let Kind::Function(_) = inner.kind {
            self.unsupported(&Construct::FunctionPointer, span);
            return Operand::Null;
        }
        let place = self.place(inner);
        self.address_of(&place, inner.ty, span)
    }

    fn address_of(&mut self, place: &Place, ty: TypeId, span: Span) -> Operand {
        match place {
            Place::Object(base, _) => return Operand::Local(*base),
            Place::Item(at, _) => return self.pointer_to(at.block, (at.index, at.length), span),
            Place::Element(at, field)
                if self.cells.get(&self.indexed.kept_as(ty)).is_some_and(|(_, value)| value == field) =>
            {
                return self.pointer_to(at.block, (at.index, at.length), span);
            }
            Place::Field(base, field)
                if self.cells.get(&self.indexed.kept_as(ty)).is_some_and(|(_, value)| value == field) =>
            {
                return Operand::Local(*base);
            }
            Place::Cases(index, places) => {
                let class = self.class_of(ty);
                let target = self.graph.temporary(Lowered::Reference(class));
                if self.indexed.contains(ty) {
                    let number = Lowered::Integer(self.index_type());
                    let range = (self.graph.temporary(number), self.graph.temporary(number));
                    self.ranges.insert(target, (Operand::Local(range.0), Operand::Local(range.1)));
                }
                self.each_case(*index, places, span, |this, place| {
                    let address = this.address_of(place, ty, span);
                    this.assign(target, Rvalue::Operand(address), span);
                    this.assign_range(target, this.range(address), span);
                });
                return Operand::Local(target);
            }
            // It was reported.
            Place::Unsupported => return Operand::Null,
            Place::Local(_) | Place::Field(..) | Place::Parts(_) | Place::Untracked(_) => {}
            Place::Element(..) | Place::Block(..) => {}
        }
        self.unsupported(&Construct::PartPointer, span);
        Operand::Null
    }
}
