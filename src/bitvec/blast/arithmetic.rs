//! Circuits for arithmetic, comparisons and shifts.

use smallvec::SmallVec;

use super::{Bits, Gates, extended};
use crate::sat::{Literal, SatSolver};

impl<S: SatSolver> Gates<S> {
    /// Both have the same bits.
    pub(super) fn equal(&mut self, a: &[Literal], b: &[Literal]) -> Literal {
        let same: SmallVec<[Literal; 64]> = a.iter().zip(b).map(|(&a, &b)| !self.xor(a, b)).collect();
        self.all(&same)
    }

    /// `a < b` without signs: the borrow of `a - b`.
    pub(super) fn less(&mut self, a: &[Literal], b: &[Literal]) -> Literal {
        a.iter().zip(b).fold(Self::FALSE, |less, (&a, &b)| self.majority(!a, b, less))
    }

    /// `a < b` in two's complement: as without signs, with opposite sign bits.
    pub(super) fn signed_less(&mut self, a: &[Literal], b: &[Literal]) -> Literal {
        let sign = a.len() - 1;
        let less = self.less(&a[..sign], &b[..sign]);
        self.majority(a[sign], !b[sign], less)
    }

    /// `a + b + carry`, wrapping.
    fn add(&mut self, a: &[Literal], b: &[Literal], mut carry: Literal) -> Bits {
        let mut sum = Bits::new();
        for (&a, &b) in a.iter().zip(b) {
            let (bit, next) = self.add_bits(a, b, carry);
            sum.push(bit);
            carry = next;
        }
        sum
    }

    /// `-a` if the condition is true, otherwise `a`.
    fn negate_if(&mut self, condition: Literal, a: &[Literal]) -> Bits {
        let flipped: Bits = a.iter().map(|&bit| self.xor(condition, bit)).collect();
        let zero = self.constant(0, a.len());
        self.add(&flipped, &zero, condition)
    }

    /// Adds a multiple to a sum. The factor's digits are 0, 1 and -1, at most every second one not 0, so that few additions are
    /// needed [Booth 1951; Reitwiesner 1960].
    pub(super) fn add_multiple(&mut self, sum: &mut Bits, bits: &[Literal], factor: i64) {
        let mut rest = i128::from(factor);
        for shift in 0..sum.len() {
            if rest == 0 {
                break;
            }
            if rest % 2 != 0 {
                let digit = if rest.rem_euclid(4) == 1 { 1 } else { -1 };
                rest -= digit;
                let negate = digit < 0;
                let row: Bits = bits[..sum.len() - shift].iter().map(|&bit| bit.negated_if(negate)).collect();
                let upper = self.add(&sum[shift..], &row, Self::FALSE.negated_if(negate));
                sum.truncate(shift);
                sum.extend(upper);
            }
            rest /= 2;
        }
    }

    /// `a * b`, wrapping: the sum of `a` shifted to the set bits of `b`.
    pub(super) fn multiply(&mut self, a: &[Literal], b: &[Literal]) -> Bits {
        let width = a.len();
        let zeros = |bits: &[Literal]| bits.iter().filter(|&&bit| bit == Self::FALSE).count();
        let (a, b) = if zeros(a) > zeros(b) { (b, a) } else { (a, b) };
        let mut sum = self.constant(0, width);
        for (shift, &digit) in b.iter().enumerate().filter(|&(_, &digit)| digit != Self::FALSE) {
            let row: Bits = a[..width - shift].iter().map(|&bit| self.and(bit, digit)).collect();
            let upper = self.add(&sum[shift..], &row, Self::FALSE);
            sum.truncate(shift);
            sum.extend(upper);
        }
        sum
    }

    /// The unsigned product does not fit: bits too far up meet, or the next bit of the product is set. If none meet, the
    /// product is less than twice the range [Gok, Schulte, Arnold, IEEE Trans. Computers 2006].
    pub(super) fn multiply_overflows(&mut self, a: &[Literal], b: &[Literal]) -> Literal {
        let width = a.len();
        let meets = self.meets(a, b, width);
        let (wide_a, wide_b) = (extended(a, width + 1, Self::FALSE), extended(b, width + 1, Self::FALSE));
        let product = self.multiply(&wide_a, &wide_b);
        self.or(meets, product[width])
    }

    /// The signed product does not fit. Bits count that differ from the sign.
    pub(super) fn signed_multiply_overflows(&mut self, a: &[Literal], b: &[Literal]) -> Literal {
        let width = a.len();
        let (sign_a, sign_b) = (a[width - 1], b[width - 1]);
        let size_a: Bits = a[..width - 1].iter().map(|&bit| self.xor(bit, sign_a)).collect();
        let size_b: Bits = b[..width - 1].iter().map(|&bit| self.xor(bit, sign_b)).collect();
        let meets = self.meets(&size_a, &size_b, width - 1);
        let (wide_a, wide_b) = (extended(a, width + 1, sign_a), extended(b, width + 1, sign_b));
        let product = self.multiply(&wide_a, &wide_b);
        let differs = self.xor(product[width], product[width - 1]);
        self.or(meets, differs)
    }

    /// Whether a bit of `a` and one of `b` are set whose positions add up to at least this.
    fn meets(&mut self, a: &[Literal], b: &[Literal], position: usize) -> Literal {
        let mut above = Self::FALSE;
        let mut pairs: SmallVec<[Literal; 64]> = SmallVec::new();
        // With each next bit of `a`, one lower bit of `b` counts.
        for (at, &bit) in a.iter().enumerate() {
            if let Some(&next) = position.checked_sub(at).and_then(|least| b.get(least)) {
                above = self.or(above, next);
            }
            pairs.push(self.and(bit, above));
        }
        self.any(&pairs)
    }

    /// Quotient and remainder without signs, by long division. By 0, every subtraction succeeds: the quotient has only ones,
    /// and the remainder is the dividend.
    pub(super) fn divide(&mut self, a: &[Literal], b: &[Literal]) -> (Bits, Bits) {
        let width = a.len();
        let wide_b = extended(b, width + 1, Self::FALSE);
        let not_b: Bits = wide_b.iter().map(|&bit| !bit).collect();
        let mut remainder = self.constant(0, width);
        let mut quotient = self.constant(0, width);
        for at in (0..width).rev() {
            remainder.insert(0, a[at]);
            let fits = !self.less(&remainder, &wide_b);
            quotient[at] = fits;
            let less = self.add(&remainder, &not_b, Self::TRUE);
            remainder = self.choose(fits, &less, &remainder);
            remainder.truncate(width);
        }
        (quotient, remainder)
    }

    /// The signed quotient, from that of the absolute values.
    pub(super) fn signed_divide(&mut self, a: &[Literal], b: &[Literal]) -> Bits {
        let (sign_a, sign_b) = (a[a.len() - 1], b[b.len() - 1]);
        let (size_a, size_b) = (self.negate_if(sign_a, a), self.negate_if(sign_b, b));
        let (quotient, _) = self.divide(&size_a, &size_b);
        let negative = self.xor(sign_a, sign_b);
        self.negate_if(negative, &quotient)
    }

    /// The signed remainder, with the sign of the dividend.
    pub(super) fn signed_remainder(&mut self, a: &[Literal], b: &[Literal]) -> Bits {
        let (sign_a, sign_b) = (a[a.len() - 1], b[b.len() - 1]);
        let (size_a, size_b) = (self.negate_if(sign_a, a), self.negate_if(sign_b, b));
        let (_, remainder) = self.divide(&size_a, &size_b);
        self.negate_if(sign_a, &remainder)
    }

    /// Shifted to the lower bits, by powers of two.
    pub(super) fn shift_right(&mut self, a: &[Literal], distance: &[Literal], fill: Literal) -> Bits {
        let width = a.len();
        let mut shifted = Bits::from_slice(a);
        let mut far: SmallVec<[Literal; 64]> = SmallVec::new();
        for (at, &bit) in distance.iter().enumerate() {
            match 1usize.checked_shl(at as u32).filter(|&by| at < 7 && by < width) {
                Some(by) => {
                    let moved: Bits = (0..width).map(|at| shifted.get(at + by).copied().unwrap_or(fill)).collect();
                    shifted = self.choose(bit, &moved, &shifted);
                }
                None => far.push(bit),
            }
        }
        let far = self.any(&far);
        let filled: Bits = SmallVec::from_elem(fill, width);
        self.choose(far, &filled, &shifted)
    }
}
