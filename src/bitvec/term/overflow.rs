//! Whether the exact result of an operation does not fit.
//!
//! With a constant operand each of these is a comparison of the other with a bound.

use super::{Operator, Sort, TermId, Terms};

impl Terms {
    /// `a + b` exceeds the greatest unsigned value.
    pub fn unsigned_add_overflows(&mut self, a: TermId, b: TermId) -> TermId {
        let (a, b) = if self.value(a).is_some() { (b, a) } else { (a, b) };
        // a + b overflows exactly if a > !b.
        let bound = self.not(b);
        self.unsigned_less(bound, a)
    }

    /// `a - b` is below 0.
    pub fn unsigned_subtract_overflows(&mut self, a: TermId, b: TermId) -> TermId {
        self.unsigned_less(a, b)
    }

    /// `-a` is below 0.
    pub fn unsigned_negate_overflows(&mut self, a: TermId) -> TermId {
        let zero = self.constant(self.sort(a), 0);
        let equal = self.equal(a, zero);
        self.not(equal)
    }

    /// `a * b` exceeds the greatest unsigned value.
    pub fn unsigned_multiply_overflows(&mut self, a: TermId, b: TermId) -> TermId {
        let sort = self.sort(a);
        debug_assert!(matches!(sort, Sort::Bits(_)) && self.sort(b) == sort);
        let (a, b) = if self.value(a).is_some() { (b, a) } else { (a, b) };
        match self.value(b) {
            Some(0) => Self::FALSE,
            Some(factor) => {
                let bound = self.constant(sort, sort.mask() / factor);
                self.unsigned_less(bound, a)
            }
            None => self.intern(Operator::UnsignedMultiplyOverflows, Sort::Boolean, &[a.min(b), a.max(b)]),
        }
    }

    /// `a * 2^distance` exceeds the greatest unsigned value.
    pub fn unsigned_shift_left_overflows(&mut self, a: TermId, distance: TermId) -> TermId {
        let shifted = self.shift_left(a, distance);
        let back = self.logical_shift_right(shifted, distance);
        let same = self.equal(a, back);
        self.not(same)
    }

    /// `a + b` is not a value in two's complement.
    pub fn signed_add_overflows(&mut self, a: TermId, b: TermId) -> TermId {
        let sort = self.sort(a);
        let (least, greatest) = (sort.sign_bit(), sort.mask() >> 1);
        let (a, b) = if self.value(a).is_some() { (b, a) } else { (a, b) };
        if let Some(value) = self.value(b) {
            return if sort.signed(value) >= 0 {
                let bound = self.constant(sort, greatest.wrapping_sub(value));
                self.signed_less(bound, a)
            } else {
                let bound = self.constant(sort, least.wrapping_sub(value));
                self.signed_less(a, bound)
            };
        }
        let sum = self.add(a, b);
        let [a, b, sum] = [a, b, sum].map(|term| self.is_negative(term));
        let (alike, differs) = (self.iff(a, b), self.xor(a, sum));
        self.and(alike, differs)
    }

    /// `a - b` is not a value in two's complement.
    pub fn signed_subtract_overflows(&mut self, a: TermId, b: TermId) -> TermId {
        let sort = self.sort(a);
        let (least, greatest) = (sort.sign_bit(), sort.mask() >> 1);
        if let Some(value) = self.value(b) {
            return if sort.signed(value) >= 0 {
                let bound = self.constant(sort, least.wrapping_add(value));
                self.signed_less(a, bound)
            } else {
                let bound = self.constant(sort, greatest.wrapping_add(value));
                self.signed_less(bound, a)
            };
        }
        if let Some(value) = self.value(a) {
            return if sort.signed(value) >= 0 {
                let bound = self.constant(sort, value.wrapping_sub(greatest));
                self.signed_less(b, bound)
            } else {
                let bound = self.constant(sort, value.wrapping_sub(least));
                self.signed_less(bound, b)
            };
        }
        let difference = self.subtract(a, b);
        let [a, b, difference] = [a, b, difference].map(|term| self.is_negative(term));
        let (unlike, differs) = (self.xor(a, b), self.xor(a, difference));
        self.and(unlike, differs)
    }

    /// `-a` is not a value in two's complement: it is the least one.
    pub fn signed_negate_overflows(&mut self, a: TermId) -> TermId {
        let least = self.constant(self.sort(a), self.sort(a).sign_bit());
        self.equal(a, least)
    }

    /// `a * b` is not a value in two's complement.
    pub fn signed_multiply_overflows(&mut self, a: TermId, b: TermId) -> TermId {
        let sort = self.sort(a);
        debug_assert!(matches!(sort, Sort::Bits(_)) && self.sort(b) == sort);
        let (a, b) = if self.value(a).is_some() { (b, a) } else { (a, b) };
        let Some(value) = self.value(b) else {
            return self.intern(Operator::SignedMultiplyOverflows, Sort::Boolean, &[a.min(b), a.max(b)]);
        };
        let factor = i128::from(sort.signed(value));
        let (least, greatest) = (i128::from(sort.signed(sort.sign_bit())), i128::from(sort.mask() >> 1));
        if factor == 0 {
            return Self::FALSE;
        }
        // Quotients are rounded towards 0: what is beyond overflows. Those of -1 may not fit themselves.
        let (low, high) =
            if factor > 0 { (least / factor, greatest / factor) } else { (greatest / factor, least / factor) };
        let mut outside = Self::FALSE;
        if low > least {
            let low = self.constant(sort, low as u64);
            outside = self.signed_less(a, low);
        }
        if high < greatest {
            let high = self.constant(sort, high as u64);
            let above = self.signed_less(high, a);
            outside = self.or(outside, above);
        }
        outside
    }

    /// `a / b` is not a value in two's complement: the least one by -1.
    pub fn signed_divide_overflows(&mut self, a: TermId, b: TermId) -> TermId {
        let sort = self.sort(a);
        let (least, minus_one) = (self.constant(sort, sort.sign_bit()), self.constant(sort, u64::MAX));
        let (a_least, b_minus_one) = (self.equal(a, least), self.equal(b, minus_one));
        self.and(a_least, b_minus_one)
    }

    /// `a * 2^distance` is not a value in two's complement.
    pub fn signed_shift_left_overflows(&mut self, a: TermId, distance: TermId) -> TermId {
        let shifted = self.shift_left(a, distance);
        let back = self.arithmetic_shift_right(shifted, distance);
        let same = self.equal(a, back);
        self.not(same)
    }
}
