//! Integers as vectors of diagrams, in two's complement.

use super::{Bdd, Bdds};
use base::Stop;

/// An integer that depends on the variables of a store: its bits, the least significant first; the last one is the sign.
///
/// Arithmetic is exact: a result has as many bits as it needs.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Vector {
    /// Never empty; the last two differ if there are two.
    bits: Vec<Bdd>,
}

impl Vector {
    /// The integer with these bits in two's complement, the sign last; 0 without bits.
    pub fn signed(mut bits: Vec<Bdd>) -> Self {
        while bits.len() > 1 && bits[bits.len() - 1] == bits[bits.len() - 2] {
            bits.pop();
        }
        if bits.is_empty() {
            bits.push(Bdd::FALSE);
        }
        Self { bits }
    }

    /// The nonnegative integer with these bits.
    pub fn unsigned(mut bits: Vec<Bdd>) -> Self {
        bits.push(Bdd::FALSE);
        Self::signed(bits)
    }

    /// 1 if a function is true, otherwise 0.
    pub fn boolean(truth: Bdd) -> Self {
        Self::unsigned(vec![truth])
    }

    /// A constant.
    pub fn constant(value: i64) -> Self {
        Self::signed((0..64).map(|bit| Bdd::constant(value >> bit & 1 == 1)).collect())
    }

    /// The bits, the sign last. Law: no shorter vector is the same integer.
    pub fn bits(&self) -> &[Bdd] {
        &self.bits
    }

    /// The bit with the value 2^`position`; beyond the last bit, the sign is repeated.
    pub fn bit(&self, position: usize) -> Bdd {
        self.bits.get(position).copied().unwrap_or_else(|| self.sign())
    }

    fn sign(&self) -> Bdd {
        self.bits[self.bits.len() - 1]
    }

    fn width(&self) -> usize {
        self.bits.len()
    }

    /// Its lower `width` bits as an integer of this width: itself if it is within
    /// `-2^(width-1) ..= 2^(width-1)-1`.
    #[must_use]
    pub fn truncate(mut self, width: usize) -> Self {
        self.bits.truncate(width);
        Self::signed(self.bits)
    }

    /// `self * 2^by`.
    fn shifted(&self, by: usize) -> Self {
        let mut bits = vec![Bdd::FALSE; by];
        bits.extend(&self.bits);
        Self::signed(bits)
    }

    /// `self + other + carry`.
    fn sum(&self, other: &Self, mut carry: Bdd, bdds: &mut Bdds) -> Result<Self, Stop> {
        let width = self.width().max(other.width()) + 1;
        let mut bits = Vec::with_capacity(width);
        for position in 0..width {
            let (a, b) = (self.bit(position), other.bit(position));
            let either = bdds.xor(a, b)?;
            bits.push(bdds.xor(either, carry)?);
            carry = bdds.ite(either, carry, a)?;
        }
        Ok(Self::signed(bits))
    }

    fn complement(&self, bdds: &mut Bdds) -> Result<Self, Stop> {
        Ok(Self::signed(self.bits.iter().map(|&bit| bdds.not(bit)).collect::<Result<_, _>>()?))
    }

    /// `self + other`.
    ///
    /// # Errors
    /// Like the operations of the store; the same holds below.
    pub fn add(&self, other: &Self, bdds: &mut Bdds) -> Result<Self, Stop> {
        self.sum(other, Bdd::FALSE, bdds)
    }

    /// `self - other`.
    pub fn subtract(&self, other: &Self, bdds: &mut Bdds) -> Result<Self, Stop> {
        let complement = other.complement(bdds)?;
        self.sum(&complement, Bdd::TRUE, bdds)
    }

    /// `-self`.
    pub fn negate(&self, bdds: &mut Bdds) -> Result<Self, Stop> {
        Self::constant(0).subtract(self, bdds)
    }

    /// `self * other`.
    pub fn multiply(&self, other: &Self, bdds: &mut Bdds) -> Result<Self, Stop> {
        let zero = Self::constant(0);
        let mut product = zero.clone();
        for (position, &bit) in other.bits.iter().enumerate() {
            let part = self.shifted(position).select(&zero, bit, bdds)?;
            let is_sign = position + 1 == other.width();
            product = if is_sign { product.subtract(&part, bdds)? } else { product.add(&part, bdds)? };
        }
        Ok(product)
    }

    fn magnitude(&self, bdds: &mut Bdds) -> Result<Self, Stop> {
        let negated = self.negate(bdds)?;
        negated.select(self, self.sign(), bdds)
    }

    /// `self / other`, rounded towards zero, and the remainder, with the sign of `self`; for a division by zero 0 and `self`.
    pub fn divide(&self, other: &Self, bdds: &mut Bdds) -> Result<(Self, Self), Stop> {
        let (dividend, divisor) = (self.magnitude(bdds)?, other.magnitude(bdds)?);
        let mut remainder = Self::constant(0);
        let mut quotient = vec![Bdd::FALSE; dividend.width()];
        for position in (0..dividend.width()).rev() {
            let mut bits = vec![dividend.bit(position)];
            bits.extend(&remainder.bits);
            remainder = Self::signed(bits);
            let less = remainder.less(&divisor, bdds)?;
            let reduced = remainder.subtract(&divisor, bdds)?;
            remainder = remainder.select(&reduced, less, bdds)?;
            quotient[position] = bdds.not(less)?;
        }
        let quotient = Self::unsigned(quotient);
        let is_negative = bdds.xor(self.sign(), other.sign())?;
        let quotient = quotient.negate(bdds)?.select(&quotient, is_negative, bdds)?;
        let remainder = remainder.negate(bdds)?.select(&remainder, self.sign(), bdds)?;
        let divides = other.is_nonzero(bdds)?;
        Ok((quotient.select(&Self::constant(0), divides, bdds)?, remainder.select(self, divides, bdds)?))
    }

    /// `self * 2^other`. `other` is not negative, and less than 64 if `self` is not 0.
    pub fn shift_left(&self, other: &Self, bdds: &mut Bdds) -> Result<Self, Stop> {
        let mut result = self.clone();
        for (position, &bit) in other.bits.iter().enumerate().take(6) {
            result = result.shifted(1 << position).select(&result, bit, bdds)?;
        }
        Ok(result)
    }

    /// `self / 2^other`, rounded down. `other` is not negative.
    pub fn shift_right(&self, other: &Self, bdds: &mut Bdds) -> Result<Self, Stop> {
        let mut result = self.clone();
        for (position, &bit) in other.bits.iter().enumerate() {
            let by = 1_usize.checked_shl(position as u32).unwrap_or(usize::MAX).min(result.width() - 1);
            let shifted = Self::signed(result.bits[by..].to_vec());
            result = shifted.select(&result, bit, bdds)?;
        }
        Ok(result)
    }

    /// `self` if `condition` is true, otherwise `other`.
    pub fn select(&self, other: &Self, condition: Bdd, bdds: &mut Bdds) -> Result<Self, Stop> {
        let width = self.width().max(other.width());
        let bit = |position| bdds.ite(condition, self.bit(position), other.bit(position));
        Ok(Self::signed((0..width).map(bit).collect::<Result<_, _>>()?))
    }

    /// The condition `self != 0`.
    pub fn is_nonzero(&self, bdds: &mut Bdds) -> Result<Bdd, Stop> {
        self.bits.iter().try_fold(Bdd::FALSE, |some, &bit| bdds.or(some, bit))
    }

    /// The condition `self = other`.
    pub fn equal(&self, other: &Self, bdds: &mut Bdds) -> Result<Bdd, Stop> {
        let width = self.width().max(other.width());
        (0..width).try_fold(Bdd::TRUE, |equal, position| {
            let same = bdds.iff(self.bit(position), other.bit(position))?;
            bdds.and(equal, same)
        })
    }

    /// The condition `self < other`.
    pub fn less(&self, other: &Self, bdds: &mut Bdds) -> Result<Bdd, Stop> {
        let sign = self.width().max(other.width()) - 1;
        let mut less = Bdd::FALSE;
        for position in 0..sign {
            let (a, b) = (self.bit(position), other.bit(position));
            let differ = bdds.xor(a, b)?;
            less = bdds.ite(differ, b, less)?;
        }
        let differ = bdds.xor(self.sign(), other.sign())?;
        bdds.ite(differ, self.sign(), less)
    }

    /// The integer from `low` to `high` that is equal modulo the size of this range: the value of a variable with this
    /// range after an assignment. `low` is subtracted from the result.
    pub fn wrap(&self, low: i64, high: i64, bdds: &mut Bdds) -> Result<Self, Stop> {
        let offset = self.subtract(&Self::constant(low), bdds)?;
        let last = high - low;
        if last & (last + 1) == 0 {
            let bits = (0..64 - last.leading_zeros() as usize).map(|position| offset.bit(position)).collect();
            return Ok(Self::unsigned(bits));
        }
        let size = Self::constant(last + 1);
        let (_, remainder) = offset.divide(&size, bdds)?;
        let above = remainder.add(&size, bdds)?;
        above.select(&remainder, remainder.sign(), bdds)
    }
}
