//! Pointers into blocks.
//!
//! Beside a reference that may lead to a block there are two numbers: the index of the element, and how many elements the block has. That an
//! index is within bounds is a branch on these numbers.

use super::place::Place;
use super::*;
use base::msg;
use program::objects::{Binary, Comparison, Condition, Unary};

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
            if let Operand::Local(local) = own
                && value != own
            {
                self.assign(local, Rvalue::Operand(value), span);
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
        self.assign(target, Rvalue::Unary(Unary::Convert(to), number), span);
        Operand::Local(target)
    }
}
