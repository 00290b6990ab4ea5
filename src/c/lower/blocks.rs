//! Blocks: several objects in a row, and the pointers into them.
//!
//! A block is an object of a class of its own, `int[]`, that extends the class of its elements. Beside a reference that may lead to one
//! there are two numbers: the index of the element, and how many elements the block has. That an index is within bounds is a branch on
//! these numbers. What the elements contain only executions follow; for abstractions, a field of the block stands for that of all elements,
//! so that accesses need the block, and what is read is not known.

use super::access::Content;
use super::indexed::innermost;
use super::place::Place;
use super::*;
use base::msg;
use program::objects::{
    Binary, BlockFunction, Comparison, Computation, Condition, Failure, Function as Executed, Step,
};

/// An element of a block.
#[derive(Clone, Copy, Debug)]
pub(super) struct Element {
    /// The reference to the block.
    pub(super) block: LocalId,
    /// Where in it.
    pub(super) index: Operand,
    /// How many elements the block has.
    pub(super) length: Operand,
    /// Whether the index is within bounds.
    pub(super) is_within: bool,
    /// Whether it is known to be a block, not another object, and one that is there: that of a variable.
    pub(super) is_there: bool,
}

/// The index of a pointer, and how many elements there are where it leads to.
pub(super) type Range = (Operand, Operand);

/// The range of a pointer to an object that is no block.
const WHOLE: Range = (Operand::Integer(0), Operand::Integer(1));

impl Lowering<'_> {
    /// The type of indices and lengths.
    pub(super) fn index_type(&self) -> IntegerType {
        self.integer_type(self.checked.types.difference_type())
    }

    /// Whether values of a type are pointers with an index.
    pub(super) fn has_range(&self, pointer: TypeId) -> bool {
        self.checked.types.pointee(pointer).is_some_and(|to| self.indexed.contains(to.ty))
    }

    /// The index of a pointer, and the length.
    pub(super) fn range(&self, pointer: Operand) -> Range {
        match pointer {
            Operand::Local(local) => self.ranges.get(&local).copied().unwrap_or(WHOLE),
            Operand::Null | Operand::Integer(_) | Operand::Boolean(_) => (Operand::Integer(0), Operand::Integer(0)),
        }
    }

    /// The static fields with the index and the length of the pointer that a function has returned.
    fn returned_range(&mut self) -> (FieldId, FieldId) {
        if let Some(known) = self.returned_range {
            return known;
        }
        let (ty, span) = (Lowered::Integer(self.index_type()), self.graph.statement);
        let [index, length] = ["index", "length"].map(|what| self.static_field(format!("@returned.{what}"), ty, span));
        *self.returned_range.insert((index, length))
    }

    /// Hands the index and the length of the result to the caller.
    pub(super) fn return_range(&mut self, span: Span) {
        let Some(&(index, length)) = self.ranges.get(&self.graph.returned) else { return };
        let ((own_index, own_length), base) = (self.returned_range(), self.statics());
        self.graph.emit(Operation::Store { base, field: own_index, value: index }, span);
        self.graph.emit(Operation::Store { base, field: own_length, value: length }, span);
    }

    /// Takes those of the pointer that a call has returned.
    pub(super) fn take_range(&mut self, target: LocalId, span: Span) {
        let Some(&(Operand::Local(index), Operand::Local(length))) = self.ranges.get(&target) else { return };
        let ((own_index, own_length), base) = (self.returned_range(), self.statics());
        self.graph.emit(Operation::Load { target: index, base, field: own_index }, span);
        self.graph.emit(Operation::Load { target: length, base, field: own_length }, span);
    }

    /// Two numbers beside a local, if it is a pointer with an index.
    pub(super) fn accompany(&mut self, local: LocalId, pointer: TypeId) {
        if !self.has_range(pointer) {
            return;
        }
        let ty = Lowered::Integer(self.index_type());
        let [index, length] = ["index", "length"].map(|what| {
            let local = match self.graph.is_declared(local) {
                true => self.graph.local(&format!("@{}.{what}", self.graph.name_of(local)), LocalKind::Synthetic, ty),
                false => self.graph.temporary(ty),
            };
            Operand::Local(local)
        });
        self.ranges.insert(local, (index, length));
    }

    /// The fields beside one that holds pointers with an index.
    pub(super) fn accompany_field(&mut self, field: FieldId, pointer: TypeId) {
        if !self.has_range(pointer) {
            return;
        }
        let ty = Lowered::Integer(self.index_type());
        let Field { name, class, span, .. } = self.program.fields[field].clone();
        let [index, length] =
            ["index", "length"].map(|what| self.new_field(class, format!("@{name}.{what}"), ty, span));
        self.field_ranges.insert(field, (index, length));
    }

    /// Assigns the numbers beside a local, if it has some.
    pub(super) fn assign_range(&mut self, local: LocalId, (index, length): Range, span: Span) {
        let Some(&own) = self.ranges.get(&local) else { return };
        for (own, value) in [(own.0, index), (own.1, length)] {
            if let Operand::Local(own) = own.local().map_or(Operand::Null, Operand::Local)
                && value != Operand::Local(own)
            {
                self.assign(own, Rvalue::Operand(value), span);
            }
        }
    }

    /// A pointer to an element.
    pub(super) fn pointer_to(&mut self, block: LocalId, range: Range, span: Span) -> Operand {
        if self.range(Operand::Local(block)) == range {
            return Operand::Local(block);
        }
        let target = self.graph.temporary(self.graph.type_of(block));
        self.assign(target, Rvalue::Operand(Operand::Local(block)), span);
        self.ranges.insert(target, range);
        Operand::Local(target)
    }

    /// A copy of a pointer that assignments do not change.
    pub(super) fn copied_pointer(&mut self, pointer: LocalId, span: Span) -> LocalId {
        let target = self.graph.temporary(self.graph.type_of(pointer));
        self.assign(target, Rvalue::Operand(Operand::Local(pointer)), span);
        if let Some(&(index, length)) = self.ranges.get(&pointer) {
            let ty = Lowered::Integer(self.index_type());
            let mut copy = |value: Operand| match value {
                Operand::Local(local) if self.graph.is_temporary(local) => value,
                Operand::Local(_) => {
                    let copy = self.graph.temporary(ty);
                    self.assign(copy, Rvalue::Operand(value), span);
                    Operand::Local(copy)
                }
                constant => constant,
            };
            let range = (copy(index), copy(length));
            self.ranges.insert(target, range);
        }
        target
    }

    /// A sum of indices.
    pub(super) fn sum(&mut self, left: Operand, right: Operand, operator: Binary, span: Span) -> Operand {
        match (left, right) {
            (Operand::Integer(a), Operand::Integer(b)) => {
                let b = if operator == Binary::Subtract { b.wrapping_neg() } else { b };
                let difference = self.checked.types.difference_type();
                Operand::Integer(difference.wrap(a.wrapping_add(b), self.model()))
            }
            (_, Operand::Integer(0)) => left,
            (Operand::Integer(0), _) if operator == Binary::Add => right,
            _ => {
                let ty = self.index_type();
                let target = self.graph.temporary(Lowered::Integer(ty));
                self.assign(target, Rvalue::Binary { operator, ty, left, right }, span);
                Operand::Local(target)
            }
        }
    }

    /// A product of indices.
    pub(super) fn product(&mut self, left: Operand, right: Operand, span: Span) -> Operand {
        match (left, right) {
            (other, Operand::Integer(1)) | (Operand::Integer(1), other) => other,
            (Operand::Integer(a), Operand::Integer(b)) => Operand::Integer(a.wrapping_mul(b)),
            _ => {
                let ty = self.index_type();
                let target = self.graph.temporary(Lowered::Integer(ty));
                self.assign(target, Rvalue::Binary { operator: Binary::Multiply, ty, left, right }, span);
                Operand::Local(target)
            }
        }
    }

    /// A pointer plus or minus a number of elements.
    pub(super) fn advanced(&mut self, pointer: Operand, by: Operand, operator: Binary, span: Span) -> Operand {
        let Operand::Local(block) = pointer else { return pointer };
        let (index, length) = self.range(pointer);
        let index = self.sum(index, by, operator, span);
        self.pointer_to(block, (index, length), span)
    }

    /// `p++` and the like.
    pub(super) fn stepped_pointer(
        &mut self,
        to: &Place,
        by: Operand,
        operator: Binary,
        ty: TypeId,
        span: Span,
    ) -> Operand {
        if let Place::Local(local) = to
            && let Some(&(Operand::Local(index), _)) = self.ranges.get(local)
        {
            let rvalue = Rvalue::Binary { operator, ty: self.index_type(), left: Operand::Local(index), right: by };
            self.assign(index, rvalue, span);
            return Operand::Local(*local);
        }
        let old = self.read(to, ty, span);
        let new = self.advanced(old, by, operator, span);
        self.write(to, new, ty, span);
        new
    }

    /// The number of elements between two pointers into the same block.
    pub(super) fn distance(&mut self, left: Operand, right: Operand, span: Span) -> Operand {
        self.require_same(left, right, span);
        let (left, right) = (self.range(left).0, self.range(right).0);
        self.sum(left, right, Binary::Subtract, span)
    }

    /// Of pointers into different blocks there is neither an order nor a distance (C11 6.5.6, 6.5.8).
    fn require_same(&mut self, left: Operand, right: Operand, span: Span) {
        let (same, other) = (self.graph.fresh(), self.graph.fresh());
        self.graph.branch(Condition::Compare { comparison: Comparison::Equal, left, right }, same, other, span);
        self.graph.here = other;
        self.give_up_memory(left, msg!("pointers to different objects have no order, and no distance"), span);
        self.graph.goto(same, span);
        self.graph.here = same;
    }

    /// Branches on a comparison of pointers of which one may have an index.
    pub(super) fn compare_pointers(
        &mut self,
        comparison: Comparison,
        (left, right): (Operand, Operand),
        (yes, no): (Location, Location),
        span: Span,
    ) {
        let (a, b) = (self.range(left).0, self.range(right).0);
        let indices = Condition::Compare { comparison, left: a, right: b };
        let decide = |this: &mut Self| match (a, b) {
            (Operand::Integer(a), Operand::Integer(b)) => {
                this.graph.goto(if comparison.compare(&a, &b) { yes } else { no }, span);
            }
            _ => this.graph.branch(indices, yes, no, span),
        };
        if !matches!(comparison, Comparison::Equal | Comparison::NotEqual) {
            self.require_same(left, right, span);
            decide(self);
            return;
        }
        let same = self.graph.fresh();
        let other = if comparison == Comparison::Equal { no } else { yes };
        self.graph.branch(Condition::Compare { comparison: Comparison::Equal, left, right }, same, other, span);
        self.graph.here = same;
        decide(self);
    }

    /// A number as an index.
    pub(super) fn as_index(&mut self, number: Operand, ty: TypeId, span: Span) -> Operand {
        let own = self.checked.types.integer(ty).unwrap_or(Integer::INT);
        let distance = self.checked.types.difference_type();
        if let Operand::Integer(number) = number {
            return Operand::Integer(distance.wrap(number, self.model()));
        }
        if own.fits(distance, self.model()) {
            return number;
        }
        let to = self.index_type();
        let target = self.graph.temporary(Lowered::Integer(to));
        self.assign(target, Rvalue::Unary(program::objects::Unary::Convert(to), number), span);
        Operand::Local(target)
    }

    /// What only executions compute.
    fn execute(&mut self, target: Option<LocalId>, function: BlockFunction, arguments: Vec<Operand>, span: Span) {
        let function = Executed::OfBlock(function);
        self.graph.execute(Step::Compute(Computation { target, function, arguments, raises: None }), span);
    }

    /// What executions compute instead of the last operation.
    fn execute_instead(&mut self, target: Option<LocalId>, function: BlockFunction, arguments: Vec<Operand>) {
        let function = Executed::OfBlock(function);
        self.graph.compute(Computation { target, function, arguments, raises: None });
    }

    /// The class of blocks of a type.
    fn block_class(&mut self, ty: TypeId, storage: StorageClass, is_constant: bool) -> ClassId {
        let of = match is_constant {
            true => self.constant_class(ty, storage),
            false => self.class_in(ty, storage),
        };
        if let Some(&known) = self.blocks_of.get(&of) {
            return known;
        }
        let name = format!("{}[]", self.program.classes[of].name.replace(program::objects::ALLOCATED, ""));
        let class = self.new_class(name, of, storage, None);
        self.blocks_of.insert(of, class);
        class
    }

    /// A new block of so many elements, which are 0 and null.
    pub(super) fn new_block(
        &mut self,
        ty: TypeId,
        (storage, is_constant): (StorageClass, bool),
        length: Operand,
        span: Span,
    ) -> LocalId {
        let class = self.block_class(ty, storage, is_constant);
        let target = self.new_objects_of(ty, class, Some(length), span);
        self.ranges.insert(target, (Operand::Integer(0), length));
        target
    }

    /// The block of a string literal.
    pub(super) fn new_text(&mut self, text: &[u8], ty: TypeId, span: Span) -> LocalId {
        let length = Operand::Integer(text.len() as i64 + 1);
        let block = self.new_block(ty, (StorageClass::Static, true), length, span);
        let (field, wraps) = (self.cell(ty).1, self.checked.types.integer(ty).unwrap_or(Integer::CHAR));
        for (index, &byte) in (0_i64..).zip(text) {
            let value = Operand::Integer(wraps.wrap(i64::from(byte), self.model()));
            let set = BlockFunction::SetElement(field);
            self.execute(None, set, vec![Operand::Local(block), Operand::Integer(index), value], span);
        }
        block
    }

    /// Gives a new object so many elements.
    pub(super) fn make_block(&mut self, block: LocalId, length: Operand, span: Span) {
        self.execute(None, BlockFunction::Make, vec![Operand::Local(block), length], span);
    }

    /// The number of elements of a block that is an array.
    pub(super) fn flat_length(&self, array: TypeId) -> u64 {
        let mut at = array;
        let mut length = 1_u64;
        while let Type::Array(of, count) = self.checked.types.get(at) {
            length = length.saturating_mul(count.unwrap_or(0));
            at = of.ty;
        }
        length
    }

    /// The number of elements of a variable that is a block.
    pub(super) fn array_length(&mut self, slot: &Slot, array: TypeId, span: Span) -> Operand {
        let Slot::Local(local) = slot else { return Operand::Integer(self.flat_length(array).cast_signed()) };
        let Some(&length) = self.lengths.get(local) else {
            return Operand::Integer(self.flat_length(array).cast_signed());
        };
        let number = match self.local_storage(length) {
            Storage::Scalar(Slot::Local(number)) => Operand::Local(number),
            _ => Operand::Integer(0),
        };
        let rows = match self.checked.types.get(array) {
            Type::Variable(of) => self.flat_length(of.ty).cast_signed(),
            _ => 1,
        };
        self.product(number, Operand::Integer(rows), span)
    }

    /// The size of an array of variable size is positive (C11 6.7.6.2).
    pub(super) fn require_length(&mut self, length: Operand, span: Span) {
        if let Operand::Local(_) = length {
            let (some, none) = (self.graph.fresh(), self.graph.fresh());
            let is_some =
                Condition::Compare { comparison: Comparison::Greater, left: length, right: Operand::Integer(0) };
            self.graph.branch(is_some, some, none, span);
            self.graph.here = none;
            self.give_up_memory(Operand::Null, msg!("the size of an array is not positive"), span);
            self.graph.goto(some, span);
            self.graph.here = some;
        }
    }

    /// The number of elements of an array that is a block from this one on.
    pub(super) fn length_at(&self, at: &Element, array: TypeId) -> Operand {
        match self.checked.types.get(array) {
            Type::Variable(_) => at.length,
            _ => Operand::Integer(self.flat_length(array).cast_signed()),
        }
    }

    /// The array that a block is.
    pub(super) fn whole_block(&mut self, block: LocalId, array: TypeId, length: Operand, is_there: bool) -> Place {
        self.ranges.insert(block, (Operand::Integer(0), length));
        Place::Block(Element { block, index: Operand::Integer(0), length, is_within: true, is_there }, array)
    }

    /// The element of a block, or of a row of it, at an index that is within its bounds.
    pub(super) fn block_element(&mut self, at: &Element, array: TypeId, index: Operand, span: Span) -> Place {
        let of = match self.checked.types.get(array) {
            Type::Array(of, _) | Type::Variable(of) => of.ty,
            _ => TypeId::ERROR,
        };
        let row = Operand::Integer(self.flat_length(of).cast_signed());
        let distance = self.product(index, row, span);
        let index = self.sum(at.index, distance, Binary::Add, span);
        let at = Element { index, ..*at };
        if matches!(self.checked.types.get(of), Type::Array(..)) {
            Place::Block(at, of)
        } else {
            self.element_place(at, of)
        }
    }

    /// The value of a type in an element.
    pub(super) fn element_place(&mut self, at: Element, ty: TypeId) -> Place {
        match self.checked.types.structure(ty) {
            Some(id) => Place::Item(at, id),
            None => Place::Element(at, self.cell(ty).1),
        }
    }

    /// What a pointer leads to, as a value of a type.
    pub(super) fn pointed(&mut self, pointer: LocalId, ty: TypeId) -> Place {
        if !self.indexed.contains(ty) {
            return self.object(pointer, ty);
        }
        let (index, length) = self.range(Operand::Local(pointer));
        self.element_place(Element { block: pointer, index, length, is_within: false, is_there: false }, ty)
    }

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
            (Operand::Integer(index), Operand::Integer(length)) => {
                if !(0..length).contains(&index) {
                    self.graph.fail(Failure::OutOfBounds, span);
                    self.graph.here = self.graph.fresh();
                }
            }
            (Operand::Integer(index), _) if index >= 0 => self.fail_if(above, Failure::OutOfBounds, span),
            _ => {
                self.fail_if(below, Failure::OutOfBounds, span);
                self.fail_if(above, Failure::OutOfBounds, span);
            }
        }
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
            self.assign(target, Rvalue::Unary(program::objects::Unary::Convert(own), Operand::Local(kept)), span);
        }
    }

    /// A value of a type as a field keeps it.
    pub(super) fn as_kept(&mut self, value: Operand, ty: TypeId, field: FieldId, span: Span) -> Operand {
        let kept = self.indexed.kept_as(ty);
        if kept == ty || !self.cells.get(&kept).is_some_and(|&(_, own)| own == field) {
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

    /// Gives back a block: only a pointer to its first element can do that.
    pub(super) fn free_block(&mut self, pointer: Operand, span: Span) {
        let (index, _) = self.range(pointer);
        if index != Operand::Integer(0) {
            let inside =
                Condition::Compare { comparison: Comparison::NotEqual, left: index, right: Operand::Integer(0) };
            self.fail_if(inside, Failure::InvalidFree, span);
        }
        self.graph.emit(Operation::Free(pointer), span);
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
