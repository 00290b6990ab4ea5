//! Bit-fields: of what is kept for one, only its bits count.

use super::*;
use program::objects::Binary;

impl Lowering<'_> {
    /// The value that a bit-field of so many bits has for a number of its type; that number, if it is none.
    pub(super) fn narrowed(&mut self, value: Operand, width: Option<u32>, ty: TypeId, span: Span) -> Operand {
        let declared = self.checked.types.integer(ty).unwrap_or(Integer::INT);
        let Some(width) = width.filter(|&width| width < declared.bits(self.model())) else { return value };
        let mask = (1_i64 << width) - 1;
        let sign = if declared.signed { 1_i64 << (width - 1) } else { 0 };
        if let Operand::Integer(number) = value {
            return Operand::Integer(((number & mask) ^ sign) - sign);
        }
        let wide = if declared.signed { Integer::INT } else { Integer { signed: false, ..Integer::INT } };
        let lowered = self.integer_type(wide);
        let mut at = value;
        for (operator, number) in [(Binary::And, mask), (Binary::Xor, sign), (Binary::Subtract, sign)] {
            if number != 0 {
                let target = self.graph.temporary(Lowered::Integer(lowered));
                let right = Operand::Integer(number);
                self.assign(target, Rvalue::Binary { operator, ty: lowered, left: at, right }, span);
                at = Operand::Local(target);
            }
        }
        self.convert_integer(at, wide, declared, ty, span)
    }
}
