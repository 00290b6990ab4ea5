//! Concatenation, extraction, extension and shifts.

use smallvec::SmallVec;

use super::{Operator, Sort, TermId, Terms};

impl Terms {
    /// The bits of `high` above those of `low`.
    pub fn concat(&mut self, high: TermId, low: TermId) -> TermId {
        let (upper, lower) = (self.width(high), self.width(low));
        debug_assert!(upper + lower <= 64, "{upper} + {lower} bits");
        let sort = Sort::Bits(upper + lower);
        if let Some(value) = self.fold(Operator::Concat, sort, &[high, low]) {
            return self.constant(sort, value);
        }
        match (self.operator(high), self.operands(high)) {
            (Operator::Constant(0), _) => return self.zero_extend(low, upper + lower),
            (Operator::Concat, &[first, second]) => {
                let rest = self.concat(second, low);
                return self.concat(first, rest);
            }
            (Operator::ZeroExtend, &[inner]) => {
                let rest = self.concat(inner, low);
                return self.zero_extend(rest, upper + lower);
            }
            _ => {}
        }
        // Join with the upper part of the lower operand.
        let (next, rest) = match (self.operator(low), self.operands(low)) {
            (Operator::Concat, &[next, rest]) => (next, Some(rest)),
            _ => (low, None),
        };
        if let Some(joined) = self.joined(high, next) {
            return match rest {
                Some(rest) => self.concat(joined, rest),
                None => joined,
            };
        }
        self.intern(Operator::Concat, sort, &[high, low])
    }

    /// Two parts next to each other as one: constants, or of the same term.
    fn joined(&mut self, high: TermId, low: TermId) -> Option<TermId> {
        let sort = Sort::Bits(self.width(high) + self.width(low));
        if let Some(value) = self.fold(Operator::Concat, sort, &[high, low]) {
            return Some(self.constant(sort, value));
        }
        match (self.operator(high), self.operator(low)) {
            (Operator::Extract(above), Operator::Extract(below))
                if self.operands(high) == self.operands(low) && above == below + self.width(low) =>
            {
                Some(self.extract(self.operands(high)[0], below, sort.width() as u8))
            }
            _ => None,
        }
    }

    /// The `width` bits of `a` from `low` on.
    pub fn extract(&mut self, a: TermId, low: u8, width: u8) -> TermId {
        let of = self.width(a);
        debug_assert!(width > 0 && low + width <= of, "bits {low} to {} of {of}", low + width);
        if width == of {
            return a;
        }
        let sort = Sort::Bits(width);
        if let Some(value) = self.fold(Operator::Extract(low), sort, &[a]) {
            return self.constant(sort, value);
        }
        match (self.operator(a), self.operands(a)) {
            (Operator::Extract(below), &[inner]) => self.extract(inner, below + low, width),
            (Operator::Concat, &[high, rest]) => {
                let lower = self.width(rest);
                if low >= lower {
                    return self.extract(high, low - lower, width);
                }
                if low + width <= lower {
                    return self.extract(rest, low, width);
                }
                let high = self.extract(high, 0, low + width - lower);
                let rest = self.extract(rest, low, lower - low);
                self.concat(high, rest)
            }
            (Operator::ZeroExtend, &[inner]) => match self.width(inner) {
                bits if low >= bits => self.constant(sort, 0),
                bits if low + width <= bits => self.extract(inner, low, width),
                bits => {
                    let rest = self.extract(inner, low, bits - low);
                    self.zero_extend(rest, width)
                }
            },
            (Operator::SignExtend, &[inner]) => match self.width(inner) {
                bits if low + width <= bits => self.extract(inner, low, width),
                bits => {
                    let first = low.min(bits - 1);
                    let rest = self.extract(inner, first, bits - first);
                    self.sign_extend(rest, width)
                }
            },
            (Operator::Ite, &[condition, yes, no]) => {
                match [yes, no].map(|branch| self.fold(Operator::Extract(low), sort, &[branch])) {
                    [Some(yes), Some(no)] => {
                        let (yes, no) = (self.constant(sort, yes), self.constant(sort, no));
                        self.ite(condition, yes, no)
                    }
                    _ => self.intern(Operator::Extract(low), sort, &[a]),
                }
            }
            (Operator::Add | Operator::Multiply | Operator::And | Operator::Xor | Operator::Not, operands)
                if low == 0 && operands.iter().all(|&operand| self.shrinks(operand, width)) =>
            {
                // The lower bits of the result depend on no others.
                let operands: SmallVec<[TermId; 8]> = operands.into();
                let shrunk: SmallVec<[TermId; 8]> = operands.iter().map(|&o| self.shrunk(o, width)).collect();
                self.build(self.operator(a), sort, &shrunk)
            }
            _ => self.intern(Operator::Extract(low), sort, &[a]),
        }
    }

    /// Whether the lower bits of a term are a term that exists already: it is a constant, or extended, or a multiple of such
    /// a term.
    fn shrinks(&self, term: TermId, width: u8) -> bool {
        match (self.operator(term), self.operands(term)) {
            (Operator::Constant(_), _) => true,
            (Operator::ZeroExtend | Operator::SignExtend, &[inner]) => self.width(inner) <= width,
            (Operator::Multiply, &[factor, inner]) if self.value(factor).is_some() => {
                matches!(self.operator(inner), Operator::ZeroExtend | Operator::SignExtend)
                    && self.width(self.operands(inner)[0]) <= width
            }
            _ => false,
        }
    }

    /// The lower bits of a term that [shrinks](Self::shrinks).
    fn shrunk(&mut self, term: TermId, width: u8) -> TermId {
        match (self.operator(term), self.operands(term)) {
            (Operator::Multiply, &[factor, inner]) => {
                let (factor, inner) = (self.extract(factor, 0, width), self.extract(inner, 0, width));
                self.multiply(factor, inner)
            }
            _ => self.extract(term, 0, width),
        }
    }

    /// As many more bits as `width` demands, which are 0.
    pub fn zero_extend(&mut self, a: TermId, width: u8) -> TermId {
        let (of, sort) = (self.width(a), Sort::Bits(width));
        debug_assert!(of <= width && width <= 64, "from {of} to {width} bits");
        match (self.operator(a), self.operands(a)) {
            _ if of == width => a,
            (Operator::Constant(value), _) => self.constant(sort, value),
            (Operator::ZeroExtend, &[inner]) => self.intern(Operator::ZeroExtend, sort, &[inner]),
            _ => self.extended(Operator::ZeroExtend, sort, a),
        }
    }

    /// As many more bits as `width` demands, equal to the sign.
    pub fn sign_extend(&mut self, a: TermId, width: u8) -> TermId {
        let (of, sort) = (self.width(a), Sort::Bits(width));
        debug_assert!(of <= width && width <= 64, "from {of} to {width} bits");
        match (self.operator(a), self.operands(a)) {
            _ if of == width => a,
            (Operator::Constant(value), _) => self.constant(sort, Sort::Bits(of).signed(value) as u64),
            // The sign of a longer vector of zeros and `inner` is 0.
            (Operator::ZeroExtend, &[inner]) => self.intern(Operator::ZeroExtend, sort, &[inner]),
            (Operator::SignExtend, &[inner]) => self.intern(Operator::SignExtend, sort, &[inner]),
            _ => self.extended(Operator::SignExtend, sort, a),
        }
    }

    /// An extension of a term that is none itself.
    fn extended(&mut self, operator: Operator, sort: Sort, a: TermId) -> TermId {
        if let Some([condition, yes, no]) = self.choice(a)
            && let [Some(yes), Some(no)] = [yes, no].map(|branch| self.fold(operator, sort, &[branch]))
        {
            let (yes, no) = (self.constant(sort, yes), self.constant(sort, no));
            return self.ite(condition, yes, no);
        }
        self.intern(operator, sort, &[a])
    }

    /// Shifted to the upper bits; by the width or more, 0.
    pub fn shift_left(&mut self, a: TermId, distance: TermId) -> TermId {
        let sort = self.sort(a);
        debug_assert!(matches!(sort, Sort::Bits(_)) && self.sort(distance) == sort);
        if let Some(folded) = self.fold_or_choose(Operator::ShiftLeft, sort, [a, distance]) {
            return folded;
        }
        match (self.value(a), self.value(distance)) {
            (Some(0), _) | (_, Some(0)) => a,
            (_, Some(by)) if by >= u64::from(sort.width()) => self.constant(sort, 0),
            (_, Some(by)) => {
                let rest = self.extract(a, 0, (u64::from(sort.width()) - by) as u8);
                let zeros = self.bits(by as u8, 0);
                self.concat(rest, zeros)
            }
            _ => self.intern(Operator::ShiftLeft, sort, &[a, distance]),
        }
    }

    /// Shifted to the lower bits; by the width or more, 0.
    pub fn logical_shift_right(&mut self, a: TermId, distance: TermId) -> TermId {
        let sort = self.sort(a);
        debug_assert!(matches!(sort, Sort::Bits(_)) && self.sort(distance) == sort);
        if let Some(folded) = self.fold_or_choose(Operator::LogicalShiftRight, sort, [a, distance]) {
            return folded;
        }
        let width = sort.width() as u8;
        match (self.value(a), self.value(distance)) {
            (Some(0), _) | (_, Some(0)) => a,
            (_, Some(by)) if by >= u64::from(width) => self.constant(sort, 0),
            (_, Some(by)) => {
                let rest = self.extract(a, by as u8, width - by as u8);
                self.zero_extend(rest, width)
            }
            _ => self.intern(Operator::LogicalShiftRight, sort, &[a, distance]),
        }
    }

    /// Shifted to the lower bits, keeping the sign; by the width or more, the sign in every bit.
    pub fn arithmetic_shift_right(&mut self, a: TermId, distance: TermId) -> TermId {
        let sort = self.sort(a);
        debug_assert!(matches!(sort, Sort::Bits(_)) && self.sort(distance) == sort);
        if let Some(folded) = self.fold_or_choose(Operator::ArithmeticShiftRight, sort, [a, distance]) {
            return folded;
        }
        let width = sort.width() as u8;
        match (self.value(a), self.value(distance)) {
            (Some(0), _) | (_, Some(0)) => a,
            (Some(all), _) if all == sort.mask() => a,
            (_, Some(by)) => {
                let by = by.min(u64::from(width) - 1) as u8;
                let rest = self.extract(a, by, width - by);
                self.sign_extend(rest, width)
            }
            _ => self.intern(Operator::ArithmeticShiftRight, sort, &[a, distance]),
        }
    }
}
