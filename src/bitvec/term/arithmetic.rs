//! Sums as linear combinations, products, quotients and remainders.

use smallvec::SmallVec;

use super::connective::FLAT;
use super::{Operator, Sort, TermId, Terms};
use base::CompactSort;

/// A sum of terms with coefficients, modulo a power of two.
pub(super) struct Linear {
    sort: Sort,
    pub(super) constant: u64,
    /// Terms in ascending order with coefficients other than 0.
    pub(super) parts: SmallVec<[(TermId, u64); 4]>,
}

impl Terms {
    /// The linear combination of some terms with coefficients. Terms within long sums are not looked at.
    pub(super) fn linear(&self, sort: Sort, summands: &[(TermId, u64)]) -> Linear {
        let mut stack: SmallVec<[(TermId, u64); 8]> = summands.iter().rev().copied().collect();
        let mut linear = Linear { sort, constant: 0, parts: SmallVec::new() };
        let mut expansions = FLAT;
        while let Some((term, scale)) = stack.pop() {
            let operands = self.operands(term);
            match self.operator(term) {
                Operator::Constant(value) => linear.constant = linear.constant.wrapping_add(value.wrapping_mul(scale)),
                Operator::Add if operands.len() <= FLAT && expansions > 0 => {
                    expansions -= 1;
                    stack.extend(operands.iter().rev().map(|&operand| (operand, scale)));
                }
                Operator::Not => {
                    linear.constant = linear.constant.wrapping_sub(scale);
                    stack.push((operands[0], scale.wrapping_neg()));
                }
                Operator::Multiply if let Some(factor) = self.value(operands[0]) => {
                    stack.push((operands[1], scale.wrapping_mul(factor)));
                }
                _ => linear.parts.push((term, scale)),
            }
        }
        linear.constant &= sort.mask();
        linear.parts.compact_sort();
        linear.parts.dedup_by(|next, last| {
            let same = next.0 == last.0;
            if same {
                last.1 = last.1.wrapping_add(next.1);
            }
            same
        });
        linear.parts.iter_mut().for_each(|(_, coefficient)| *coefficient &= sort.mask());
        linear.parts.retain(|&mut (_, coefficient)| coefficient != 0);
        linear
    }

    /// The term of a linear combination.
    pub(super) fn of_linear(&mut self, linear: &Linear) -> TermId {
        let &Linear { sort, constant, ref parts } = linear;
        if let &[(term, coefficient)] = &parts[..] {
            if coefficient == sort.mask() && constant == sort.mask() {
                return self.not(term);
            }
            // A choice between constants.
            if let Some([condition, yes, no]) = self.choice(term)
                && let (Some(yes), Some(no)) = (self.value(yes), self.value(no))
            {
                let [yes, no] =
                    [yes, no].map(|value| self.constant(sort, value.wrapping_mul(coefficient).wrapping_add(constant)));
                return self.ite(condition, yes, no);
            }
        }
        let mut operands: SmallVec<[TermId; 4]> = SmallVec::new();
        for &(term, coefficient) in parts {
            operands.push(if coefficient == 1 {
                term
            } else {
                let coefficient = self.constant(sort, coefficient);
                self.intern(Operator::Multiply, sort, &[coefficient, term])
            });
        }
        operands.compact_sort();
        if constant != 0 || operands.is_empty() {
            operands.insert(0, self.constant(sort, constant));
        }
        match operands[..] {
            [one] => one,
            _ => self.intern(Operator::Add, sort, &operands),
        }
    }

    /// The sum, wrapping.
    pub fn add(&mut self, a: TermId, b: TermId) -> TermId {
        self.sum(&[a, b])
    }

    /// The sum of one or more operands, wrapping.
    pub fn sum(&mut self, operands: &[TermId]) -> TermId {
        let sort = self.sort(operands[0]);
        debug_assert!(matches!(sort, Sort::Bits(_)) && operands.iter().all(|&operand| self.sort(operand) == sort));
        let summands: SmallVec<[(TermId, u64); 4]> = operands.iter().map(|&operand| (operand, 1)).collect();
        let linear = self.linear(sort, &summands);
        self.of_linear(&linear)
    }

    /// The difference, wrapping.
    pub fn subtract(&mut self, a: TermId, b: TermId) -> TermId {
        let sort = self.sort(a);
        debug_assert!(matches!(sort, Sort::Bits(_)) && self.sort(b) == sort);
        let linear = self.linear(sort, &[(a, 1), (b, u64::MAX)]);
        self.of_linear(&linear)
    }

    /// The additive inverse, wrapping.
    pub fn negate(&mut self, a: TermId) -> TermId {
        let sort = self.sort(a);
        debug_assert!(matches!(sort, Sort::Bits(_)));
        let linear = self.linear(sort, &[(a, u64::MAX)]);
        self.of_linear(&linear)
    }

    /// The product, wrapping.
    pub fn multiply(&mut self, a: TermId, b: TermId) -> TermId {
        let sort = self.sort(a);
        debug_assert!(matches!(sort, Sort::Bits(_)) && self.sort(b) == sort);
        let mut factor = 1u64;
        let mut rest: SmallVec<[TermId; 2]> = SmallVec::new();
        for operand in [a, b] {
            match (self.operator(operand), self.operands(operand)) {
                (Operator::Constant(value), _) => factor = factor.wrapping_mul(value),
                (Operator::Multiply, &[first, second]) if self.value(first).is_some() => {
                    factor = factor.wrapping_mul(self.value(first).unwrap_or(1));
                    rest.push(second);
                }
                _ => rest.push(operand),
            }
        }
        let product = match rest[..] {
            [] => return self.constant(sort, factor),
            [one] => one,
            [one, other] => self.intern(Operator::Multiply, sort, &[one.min(other), one.max(other)]),
            _ => unreachable!("two operands"),
        };
        let linear = self.linear(sort, &[(product, factor)]);
        self.of_linear(&linear)
    }

    /// The unsigned quotient; by 0, all bits are 1.
    pub fn unsigned_divide(&mut self, a: TermId, b: TermId) -> TermId {
        let sort = self.sort(a);
        debug_assert!(matches!(sort, Sort::Bits(_)) && self.sort(b) == sort);
        if let Some(folded) = self.fold_or_choose(Operator::UnsignedDivide, sort, [a, b]) {
            return folded;
        }
        match self.value(b) {
            Some(0) => self.constant(sort, u64::MAX),
            Some(divisor) if divisor.is_power_of_two() => {
                let distance = self.constant(sort, u64::from(divisor.trailing_zeros()));
                self.logical_shift_right(a, distance)
            }
            _ => self.intern(Operator::UnsignedDivide, sort, &[a, b]),
        }
    }

    /// The remainder of the unsigned quotient; by 0, the dividend.
    pub fn unsigned_remainder(&mut self, a: TermId, b: TermId) -> TermId {
        let sort = self.sort(a);
        debug_assert!(matches!(sort, Sort::Bits(_)) && self.sort(b) == sort);
        if let Some(folded) = self.fold_or_choose(Operator::UnsignedRemainder, sort, [a, b]) {
            return folded;
        }
        match self.value(b) {
            Some(0) => a,
            Some(1) => self.constant(sort, 0),
            Some(divisor) if divisor.is_power_of_two() => {
                let low = self.extract(a, 0, divisor.trailing_zeros() as u8);
                self.zero_extend(low, sort.width() as u8)
            }
            _ => self.intern(Operator::UnsignedRemainder, sort, &[a, b]),
        }
    }

    /// The signed quotient, rounded towards 0, wrapping; by 0, 1 for negative dividends and -1 otherwise.
    pub fn signed_divide(&mut self, a: TermId, b: TermId) -> TermId {
        let sort = self.sort(a);
        debug_assert!(matches!(sort, Sort::Bits(_)) && self.sort(b) == sort);
        if let Some(folded) = self.fold_or_choose(Operator::SignedDivide, sort, [a, b]) {
            return folded;
        }
        match self.value(b) {
            // Of one bit, 1 is -1.
            Some(divisor) if divisor == sort.mask() => self.negate(a),
            Some(1) => a,
            _ => self.intern(Operator::SignedDivide, sort, &[a, b]),
        }
    }

    /// The remainder of the signed quotient, with the sign of the dividend; by 0, the dividend.
    pub fn signed_remainder(&mut self, a: TermId, b: TermId) -> TermId {
        let sort = self.sort(a);
        debug_assert!(matches!(sort, Sort::Bits(_)) && self.sort(b) == sort);
        if let Some(folded) = self.fold_or_choose(Operator::SignedRemainder, sort, [a, b]) {
            return folded;
        }
        match self.value(b) {
            Some(0) => a,
            Some(divisor) if divisor == sort.mask() || divisor == 1 => self.constant(sort, 0),
            _ => self.intern(Operator::SignedRemainder, sort, &[a, b]),
        }
    }
}
