//! Unsigned and signed comparisons.

use super::{Operator, Sort, TermId, Terms};

impl Terms {
    /// `a < b` without signs.
    pub fn unsigned_less(&mut self, a: TermId, b: TermId) -> TermId {
        let sort = self.sort(a);
        debug_assert!(matches!(sort, Sort::Bits(_)) && self.sort(b) == sort);
        if a == b {
            return Self::FALSE;
        }
        if let Some(folded) = self.fold_or_choose(Operator::UnsignedLess, Sort::Boolean, [a, b]) {
            return folded;
        }
        if let Some(extreme) = self.against_extreme(a, b, 0, sort.mask()) {
            return extreme;
        }
        match (self.operator(a), self.operator(b)) {
            (Operator::Not, Operator::Not) => return self.unsigned_less(self.operands(b)[0], self.operands(a)[0]),
            // Extension by the sign keeps the unsigned order, too.
            (Operator::ZeroExtend, Operator::ZeroExtend) | (Operator::SignExtend, Operator::SignExtend) => {
                let (a, b) = self.narrowed(a, b);
                return self.unsigned_less(a, b);
            }
            (Operator::ZeroExtend, Operator::Constant(bound)) => {
                let inner = self.operands(a)[0];
                let of = self.sort(inner);
                if bound > of.mask() {
                    return Self::TRUE;
                }
                let bound = self.constant(of, bound);
                return self.unsigned_less(inner, bound);
            }
            (Operator::Constant(bound), Operator::ZeroExtend) => {
                let inner = self.operands(b)[0];
                let of = self.sort(inner);
                if bound >= of.mask() {
                    return Self::FALSE;
                }
                let bound = self.constant(of, bound);
                return self.unsigned_less(bound, inner);
            }
            _ => {}
        }
        self.intern(Operator::UnsignedLess, Sort::Boolean, &[a, b])
    }

    /// `a <= b` without signs.
    pub fn unsigned_less_or_equal(&mut self, a: TermId, b: TermId) -> TermId {
        let greater = self.unsigned_less(b, a);
        self.not(greater)
    }

    /// `a < b` in two's complement.
    pub fn signed_less(&mut self, a: TermId, b: TermId) -> TermId {
        let sort = self.sort(a);
        debug_assert!(matches!(sort, Sort::Bits(_)) && self.sort(b) == sort);
        if a == b {
            return Self::FALSE;
        }
        if let Some(folded) = self.fold_or_choose(Operator::SignedLess, Sort::Boolean, [a, b]) {
            return folded;
        }
        if let Some(extreme) = self.against_extreme(a, b, sort.sign_bit(), sort.mask() >> 1) {
            return extreme;
        }
        match (self.operator(a), self.operator(b)) {
            (Operator::Not, Operator::Not) => return self.signed_less(self.operands(b)[0], self.operands(a)[0]),
            (Operator::ZeroExtend, Operator::ZeroExtend) => return self.unsigned_less(a, b),
            (Operator::SignExtend, Operator::SignExtend) => {
                let (a, b) = self.narrowed(a, b);
                return self.signed_less(a, b);
            }
            (Operator::ZeroExtend, Operator::Constant(bound)) => {
                return if sort.signed(bound) < 0 { Self::FALSE } else { self.unsigned_less(a, b) };
            }
            (Operator::Constant(bound), Operator::ZeroExtend) => {
                return if sort.signed(bound) < 0 { Self::TRUE } else { self.unsigned_less(a, b) };
            }
            (Operator::SignExtend, Operator::Constant(bound)) => {
                let (inner, bound) = (self.operands(a)[0], sort.signed(bound));
                let of = self.sort(inner);
                if bound > of.signed(of.mask() >> 1) {
                    return Self::TRUE;
                }
                if bound <= of.signed(of.sign_bit()) {
                    return Self::FALSE;
                }
                let bound = self.constant(of, bound as u64);
                return self.signed_less(inner, bound);
            }
            (Operator::Constant(bound), Operator::SignExtend) => {
                let (inner, bound) = (self.operands(b)[0], sort.signed(bound));
                let of = self.sort(inner);
                if bound >= of.signed(of.mask() >> 1) {
                    return Self::FALSE;
                }
                if bound < of.signed(of.sign_bit()) {
                    return Self::TRUE;
                }
                let bound = self.constant(of, bound as u64);
                return self.signed_less(bound, inner);
            }
            _ => {}
        }
        self.intern(Operator::SignedLess, Sort::Boolean, &[a, b])
    }

    /// `a <= b` in two's complement.
    pub fn signed_less_or_equal(&mut self, a: TermId, b: TermId) -> TermId {
        let greater = self.signed_less(b, a);
        self.not(greater)
    }

    /// Whether the sign bit is 1.
    pub fn is_negative(&mut self, a: TermId) -> TermId {
        let zero = self.constant(self.sort(a), 0);
        self.signed_less(a, zero)
    }

    /// `a < b`, in the order from `least` to `greatest`, if one of them is an extreme value or next to one.
    fn against_extreme(&mut self, a: TermId, b: TermId, least: u64, greatest: u64) -> Option<TermId> {
        let sort = self.sort(a);
        let mask = sort.mask();
        let (left, right) = (self.value(a), self.value(b));
        if left == Some(greatest) || right == Some(least) {
            return Some(Self::FALSE);
        }
        if left == Some(least) || right == Some(greatest) {
            let equal = self.equal(a, b);
            return Some(self.not(equal));
        }
        if left == Some(greatest.wrapping_sub(1) & mask) {
            let greatest = self.constant(sort, greatest);
            return Some(self.equal(b, greatest));
        }
        if right == Some(least.wrapping_add(1) & mask) {
            let least = self.constant(sort, least);
            return Some(self.equal(a, least));
        }
        None
    }
}
