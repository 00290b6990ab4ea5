//! Constant arithmetic with addresses, as programs write it that do not know `offsetof`.

use super::*;
use program::objects::Binary;

impl Checker<'_> {
    /// The number of `&((struct item *)0)->link`.
    pub(super) fn offset(&self, node: &Node) -> Option<i64> {
        let mut at = match &node.kind {
            Kind::Address(inner) => &**inner,
            Kind::Convert(inner) if self.types.pointee(inner.ty).is_some() => return self.offset(inner),
            _ => return None,
        };
        let mut offset = 0_i64;
        loop {
            let (inner, own) = match &at.kind {
                Kind::Member(object, number) => {
                    let offsets = self.types.offsets(self.types.structure(object.ty)?)?;
                    (object, offsets.get(*number)?.cast_signed())
                }
                Kind::Index(array, index) => {
                    (array, index.number()?.checked_mul(self.types.layout(at.ty)?.0.cast_signed())?)
                }
                Kind::Dereference(pointer) => return matches!(pointer.kind, Kind::Null).then_some(offset),
                _ => return None,
            };
            offset = offset.checked_add(own)?;
            at = inner;
        }
    }

    /// The pointer that a number stands for: a pointer that was converted to a number, plus or minus constants.
    pub(super) fn moved(&mut self, node: &Node) -> Option<Node> {
        let word = self.types.size_type().bits(self.types.model);
        if self.types.integer(node.ty)?.bits(self.types.model) != word {
            return None;
        }
        let bytes = self.types.pointer_to(TypeId::CHAR);
        let (left, right, sign) = match &node.kind {
            Kind::Convert(inner) if self.types.pointee(inner.ty).is_some() => {
                return Some(Node::new(Kind::Convert(inner.clone()), bytes, node.span));
            }
            Kind::Convert(inner) => return self.moved(inner),
            Kind::Binary(Binary::Add, left, right) if left.number().is_some() => (right, left.number()?, 1),
            Kind::Binary(Binary::Add, left, right) => (left, right.number()?, 1),
            Kind::Binary(Binary::Subtract, left, right) => (left, right.number()?, -1),
            _ => return None,
        };
        let distance = self.types.difference_type();
        let ty = self.types.integer_type(distance);
        let number = distance.wrap(right, self.types.model).checked_mul(sign)?;
        let pointer = self.moved(left)?;
        let distance = Node::new(Kind::Integer(number), ty, node.span);
        Some(Node::new(Kind::Advance(Box::new(pointer), Box::new(distance)), bytes, node.span))
    }
}
