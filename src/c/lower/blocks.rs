//! Blocks: several objects in a row.
//!
//! A block is an object of a class of its own, `int[]`, that extends the class of its elements. What the elements contain only executions
//! follow; for abstractions, a field of the block stands for that of all elements, so that accesses need the block, and what is read is not
//! known.

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
    /// Whether a pointer leads there. If that is into an array inside of an object, what is behind the array may be there, too.
    pub(super) is_pointed: bool,
}

impl Lowering<'_> {
    /// What only executions compute.
    pub(super) fn execute(
        &mut self,
        target: Option<LocalId>,
        function: BlockFunction,
        arguments: Vec<Operand>,
        span: Span,
    ) {
        let function = Executed::OfBlock(function);
        self.graph.execute(Step::Compute(Computation { target, function, arguments, raises: None }), span);
    }

    /// What executions compute instead of the last operation.
    pub(super) fn execute_instead(
        &mut self,
        target: Option<LocalId>,
        function: BlockFunction,
        arguments: Vec<Operand>,
    ) {
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
        Place::Block(
            Element { block, index: Operand::Integer(0), length, is_within: true, is_there, is_pointed: false },
            array,
        )
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
        self.element_place(
            Element { block: pointer, index, length, is_within: false, is_there: false, is_pointed: true },
            ty,
        )
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
}
