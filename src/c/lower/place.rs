//! Places: what can be read and written.

use super::super::typed::Kind;
use super::blocks::Element;
use super::indexed::innermost;
use super::*;
use crate::unsupported::Construct;
use base::msg;
use program::objects::{Comparison, Condition, Failure};

/// Where a value is read or written.
#[derive(Clone, Debug)]
pub(super) enum Place {
    Local(LocalId),
    Field(LocalId, FieldId),
    /// A structure or array in parts.
    Parts(Rc<[Place]>),
    /// A structure that is an object.
    Object(LocalId, StructId),
    /// A field of an element of a block.
    Element(Element, FieldId),
    /// A structure that is an element of a block.
    Item(Element, StructId),
    /// An array that is a block, or a row of it: of this type, from an element on.
    Block(Element, TypeId),
    /// The element with this index.
    Cases(Operand, Rc<[Place]>),
    /// Reads have any value, and what is written is forgotten. If it is in an object, a field stands for all of it, so that accesses need
    /// that object.
    Untracked(Option<(LocalId, FieldId)>),
    /// It was reported.
    Unsupported,
}

impl Lowering<'_> {
    /// The place of a variable.
    pub(super) fn place_of(&mut self, storage: &Storage, ty: TypeId, span: Span) -> Place {
        match storage {
            Storage::Scalar(Slot::Local(local)) => Place::Local(*local),
            Storage::Scalar(Slot::Static(field) | Slot::Field(field)) => Place::Field(self.statics(), *field),
            Storage::Parts(parts) => {
                let checked = self.checked;
                let part_type = |number: usize| match checked.types.get(ty) {
                    Type::Array(of, _) => of.ty,
                    Type::Struct(id) => {
                        let members = checked.types.structs[*id].members.as_deref().unwrap_or_default();
                        members.get(number).map_or(TypeId::ERROR, |member| member.ty.ty)
                    }
                    _ => TypeId::ERROR,
                };
                let places = parts.iter().enumerate().map(|(n, part)| match part {
                    // What is not supported matters only if it is used.
                    Storage::Unsupported(_) => Place::Unsupported,
                    _ => self.place_of(part, part_type(n), span),
                });
                Place::Parts(places.collect())
            }
            Storage::Object(slot) | Storage::Block(slot) => {
                let base = match slot {
                    Slot::Local(local) => *local,
                    Slot::Static(field) | Slot::Field(field) => {
                        let base = self.statics();
                        let class = self.class_of(innermost(self.checked, ty));
                        let target = self.graph.temporary(Lowered::Reference(class));
                        self.graph.emit(Operation::Load { target, base, field: *field }, span);
                        target
                    }
                };
                match storage {
                    Storage::Block(_) => {
                        let length = self.array_length(slot, ty, span);
                        self.whole_block(base, ty, length, true)
                    }
                    _ => self.object(base, ty),
                }
            }
            Storage::Untracked(_) => Place::Untracked(None),
            Storage::Unsupported(what) => {
                self.unsupported(what, span);
                Place::Unsupported
            }
        }
    }

    /// The value of a type in an object.
    pub(super) fn object(&mut self, base: LocalId, ty: TypeId) -> Place {
        match self.checked.types.structure(ty) {
            Some(id) => Place::Object(base, id),
            None => Place::Field(base, self.cell(ty).1),
        }
    }

    /// The place that an lvalue designates.
    pub(super) fn place(&mut self, node: &Node) -> Place {
        let span = node.span;
        match &node.kind {
            Kind::Variable(variable) => {
                if let Some(known) = self.places.get(variable) {
                    return known.clone();
                }
                let storage = self.variable(*variable);
                let ty = self.checked.variables[*variable].ty.ty;
                let place = self.place_of(&storage, ty, span);
                // A structure may have so many members, each with a use.
                if matches!(storage, Storage::Parts(_)) && !storage.has_objects() {
                    self.places.insert(*variable, place.clone());
                }
                place
            }
            Kind::Member(object, number) => {
                let place = self.place(object);
                self.member(&place, *number, span)
            }
            Kind::Index(array, index) => self.element(array, index, span),
            Kind::Dereference(pointer) => self.dereference(pointer, node.ty, span),
            Kind::Literal(variable, initial) => {
                let storage = self.declare(*variable);
                let ty = self.checked.variables[*variable].ty.ty;
                if let Storage::Object(Slot::Local(local)) = storage {
                    // The one of a former evaluation.
                    self.graph.emit(Operation::End(local), span);
                }
                self.allocate_own(&storage, ty, span);
                let place = self.place_of(&storage, ty, span);
                self.initialise_parts(&place, ty, initial, false);
                place
            }
            Kind::Comma(first, second) => {
                self.effect(first);
                self.place(second)
            }
            // Evaluating the place twice would repeat its effects.
            Kind::Assign(place, _) if is_variable(place) => {
                self.effect(node);
                self.place(place)
            }
            Kind::Unsupported(what) => {
                self.unsupported(what, span);
                Place::Unsupported
            }
            Kind::Text(_) if self.indexed.contains(innermost(self.checked, node.ty)) => {
                let pointer = self.decayed_text(node, innermost(self.checked, node.ty), span);
                match pointer {
                    Some(block) => {
                        let length = Operand::Integer(self.flat_length(node.ty).cast_signed());
                        self.whole_block(block, node.ty, length, true)
                    }
                    None => Place::Unsupported,
                }
            }
            Kind::Text(_) => {
                self.unsupported(&Construct::StringText, span);
                Place::Unsupported
            }
            Kind::Call(..) => {
                self.unsupported(&Construct::StructureResult, span);
                Place::Unsupported
            }
            _ => {
                self.unsupported(&Construct::StructureUse, span);
                Place::Unsupported
            }
        }
    }

    fn dereference(&mut self, pointer: &Node, ty: TypeId, span: Span) -> Place {
        // `*&x` is `x`, and the first element of an array needs no pointer.
        match &pointer.kind {
            Kind::Address(inner) => return self.place(inner),
            Kind::Decay(array) => {
                let zero = Node::new(Kind::Integer(0), TypeId::INT, span);
                return self.element(array, &zero, span);
            }
            Kind::Advance(inner, index) => {
                if let Kind::Decay(array) = &inner.kind {
                    return self.element(array, index, span);
                }
            }
            _ => {}
        }
        let is_known = self.checked.types.structure(ty).is_some() || self.checked.types.is_modelled(ty);
        let value = self.value(pointer);
        if !is_known {
            self.unsupported(&Construct::PointerType, span);
            return Place::Unsupported;
        }
        match value {
            Operand::Local(base) => self.pointed(base, ty),
            constant => {
                // The null pointer: its dereference fails.
                let base = self.lowered(pointer.ty).unwrap_or(Lowered::Reference(self.root));
                let base = self.graph.temporary(base);
                self.assign(base, Rvalue::Operand(constant), span);
                self.pointed(base, ty)
            }
        }
    }

    pub(super) fn member(&mut self, place: &Place, number: usize, span: Span) -> Place {
        match place {
            Place::Parts(parts) => match parts.get(number) {
                Some(Place::Unsupported) | None => {
                    self.unsupported(&Construct::MemberType, span);
                    Place::Unsupported
                }
                Some(part) => part.clone(),
            },
            Place::Object(base, id) => {
                let parts = self.members(*id);
                let members = self.checked.types.structs[*id].members.as_deref().unwrap_or_default();
                let ty = members.get(number).map_or(TypeId::ERROR, |member| member.ty.ty);
                match parts.get(number) {
                    Some(part) => self.inside(*base, part, ty, span),
                    None => Place::Unsupported,
                }
            }
            Place::Item(at, id) => {
                let parts = self.members(*id);
                let members = self.checked.types.structs[*id].members.as_deref().unwrap_or_default();
                match parts.get(number).zip(members.get(number)) {
                    Some((part, member)) => self.inside_element(at, part, member.ty.ty, span),
                    None => Place::Unsupported,
                }
            }
            Place::Cases(index, places) => {
                let places = places.iter().map(|place| self.member(place, number, span)).collect();
                Place::Cases(*index, places)
            }
            Place::Untracked(_) => place.clone(),
            Place::Unsupported => Place::Unsupported,
            Place::Local(_) | Place::Field(..) | Place::Element(..) | Place::Block(..) => {
                self.unsupported(&Construct::StructureUse, span);
                Place::Unsupported
            }
        }
    }

    /// A part of an object.
    fn inside(&mut self, base: LocalId, part: &Storage, ty: TypeId, span: Span) -> Place {
        match part {
            Storage::Scalar(Slot::Field(field)) => Place::Field(base, *field),
            Storage::Object(Slot::Field(field)) => {
                let class = self.class_of(ty);
                let target = self.graph.temporary(Lowered::Reference(class));
                self.graph.emit(Operation::Load { target, base, field: *field }, span);
                self.object(target, ty)
            }
            Storage::Parts(cells) => {
                let of = match self.checked.types.get(ty) {
                    Type::Array(of, _) => of.ty,
                    _ => TypeId::ERROR,
                };
                Place::Parts(cells.iter().map(|cell| self.inside(base, cell, of, span)).collect())
            }
            Storage::Block(Slot::Field(field)) => {
                let class = self.class_of(innermost(self.checked, ty));
                let target = self.graph.temporary(Lowered::Reference(class));
                self.graph.emit(Operation::Load { target, base, field: *field }, span);
                let length = Operand::Integer(self.flat_length(ty).cast_signed());
                self.whole_block(target, ty, length, false)
            }
            Storage::Untracked(field) => Place::Untracked(field.map(|field| (base, field))),
            Storage::Unsupported(what) => {
                self.unsupported(what, span);
                Place::Unsupported
            }
            Storage::Scalar(_) | Storage::Object(_) | Storage::Block(_) => Place::Unsupported,
        }
    }

    /// A part of a structure that is an element of a block.
    fn inside_element(&mut self, at: &Element, part: &Storage, ty: TypeId, span: Span) -> Place {
        match part {
            Storage::Scalar(Slot::Field(field)) => Place::Element(*at, *field),
            Storage::Object(Slot::Field(field)) => {
                let inner = self.part_of_element(at, *field, 1, span);
                self.element_place(inner, ty)
            }
            Storage::Block(Slot::Field(field)) => {
                self.check_element(at, span);
                let times = self.flat_length(ty).cast_signed();
                let inner = self.part_of_element(&Element { is_within: true, ..*at }, *field, times, span);
                Place::Block(inner, ty)
            }
            Storage::Parts(cells) => {
                let of = match self.checked.types.get(ty) {
                    Type::Array(of, _) => of.ty,
                    _ => TypeId::ERROR,
                };
                Place::Parts(cells.iter().map(|cell| self.inside_element(at, cell, of, span)).collect())
            }
            Storage::Untracked(field) => {
                self.check_element(at, span);
                Place::Untracked(field.map(|field| (at.block, field)))
            }
            Storage::Unsupported(what) => {
                self.unsupported(what, span);
                Place::Unsupported
            }
            Storage::Scalar(_) | Storage::Object(_) | Storage::Block(_) => Place::Unsupported,
        }
    }

    fn element(&mut self, array: &Node, index: &Node, span: Span) -> Place {
        let place = self.place(array);
        let count = match self.checked.types.get(array.ty) {
            Type::Array(_, count) => *count,
            _ => None,
        };
        if matches!(place, Place::Unsupported) {
            return place;
        }
        let operand = self.value(index);
        let unsigned = self.checked.types.integer(index.ty).is_some_and(|integer| !integer.signed);
        if let Place::Block(at, ty) = &place {
            let index = self.as_index(operand, index.ty, span);
            // Of a row, the next one is no part.
            let length = count.map(|count| Operand::Integer(i64::try_from(count).unwrap_or(i64::MAX)));
            let is_row = length.is_some_and(|length| at.length != length);
            let length = length.unwrap_or(at.length);
            if is_row {
                self.check_element(&Element { index, length, is_within: false, ..*at }, span);
            }
            return self.block_element(&Element { is_within: is_row, ..*at }, *ty, index, span);
        }
        if let Operand::Integer(number) = operand {
            let position = u64::try_from(number).ok().filter(|&n| count.is_none_or(|count| n < count));
            let Some(position) = position else {
                self.graph.fail(Failure::OutOfBounds, span);
                self.graph.here = self.graph.fresh();
                return Place::Untracked(None);
            };
            if count.is_none() {
                self.beyond_bounds(span);
            }
            return self.fixed(&place, position);
        }
        if matches!(place, Place::Untracked(_)) {
            match count {
                Some(count) => self.check_bounds(operand, unsigned, count, span),
                None => self.beyond_bounds(span),
            }
            return place;
        }
        self.varying(&place, operand)
    }

    pub(super) fn fixed(&mut self, place: &Place, position: u64) -> Place {
        match place {
            Place::Parts(parts) => {
                usize::try_from(position).ok().and_then(|n| parts.get(n)).cloned().unwrap_or(Place::Untracked(None))
            }
            Place::Cases(index, places) => {
                Place::Cases(*index, places.iter().map(|place| self.fixed(place, position)).collect())
            }
            Place::Block(at, ty) => {
                let span = self.graph.statement;
                self.block_element(at, *ty, Operand::Integer(position.cast_signed()), span)
            }
            other => other.clone(),
        }
    }

    fn varying(&mut self, place: &Place, index: Operand) -> Place {
        match place {
            Place::Parts(parts) => Place::Cases(index, parts.clone()),
            Place::Cases(outer, places) => {
                Place::Cases(*outer, places.iter().map(|place| self.varying(place, index)).collect())
            }
            other => other.clone(),
        }
    }

    /// An element of an array whose size is not known.
    fn beyond_bounds(&mut self, span: Span) {
        self.give_up_memory(Operand::Null, msg!("the size of an array is not known here"), span);
    }

    fn check_bounds(&mut self, index: Operand, unsigned: bool, count: u64, span: Span) {
        let mut checks = vec![(Comparison::GreaterEqual, i64::try_from(count).unwrap_or(i64::MAX))];
        if !unsigned {
            checks.push((Comparison::Less, 0));
        }
        for (comparison, right) in checks {
            let condition = Condition::Compare { comparison, left: index, right: Operand::Integer(right) };
            self.fail_if(condition, Failure::OutOfBounds, span);
        }
    }

    /// Branches to a failure.
    pub(super) fn fail_if(&mut self, condition: Condition, failure: Failure, span: Span) {
        let (fails, after) = (self.graph.fresh(), self.graph.fresh());
        self.graph.branch(condition, fails, after, span);
        self.graph.here = fails;
        self.graph.fail(failure, span);
        self.graph.here = after;
    }

    /// Does something for each element that an index may select; other indices fail.
    pub(super) fn each_case(
        &mut self,
        index: Operand,
        places: &[Place],
        span: Span,
        mut run: impl FnMut(&mut Self, &Place),
    ) {
        let after = self.graph.fresh();
        for (number, place) in (0_i64..).zip(places) {
            let (yes, no) = (self.graph.fresh(), self.graph.fresh());
            let condition =
                Condition::Compare { comparison: Comparison::Equal, left: index, right: Operand::Integer(number) };
            self.graph.branch(condition, yes, no, span);
            self.graph.here = yes;
            run(self, place);
            self.graph.goto(after, span);
            self.graph.here = no;
        }
        self.graph.fail(Failure::OutOfBounds, span);
        self.graph.here = after;
    }
}

/// Whether an lvalue is a variable or a member of one.
fn is_variable(node: &Node) -> bool {
    match &node.kind {
        Kind::Variable(_) => true,
        Kind::Member(object, _) => is_variable(object),
        _ => false,
    }
}
