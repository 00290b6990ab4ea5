//! Pseudo-random numbers as the documentation of `java.util.Random` says how they are drawn.

use std::rc::Rc;

use super::library::{Computed, Content, LibraryObject, Missing, Result, number};
use super::{Machine, Value};
use program::objects::RandomFunction;

const MULTIPLIER: u64 = 0x5_DEEC_E66D;
const MASK: u64 = (1 << 48) - 1;

/// The state of a generator.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Generator {
    seed: u64,
    /// Whether it has already computed the next fraction with normal distribution: they come in pairs.
    has_gaussian: bool,
}

impl Generator {
    /// That of a generator which is made from a number.
    pub(super) fn new(seed: i64) -> Self {
        Self { seed: (seed.cast_unsigned() ^ MULTIPLIER) & MASK, has_gaussian: false }
    }

    /// The next number of so many bits, at most 32.
    fn next(&mut self, bits: u32) -> i32 {
        self.seed = self.seed.wrapping_mul(MULTIPLIER).wrapping_add(0xB) & MASK;
        (self.seed >> (48 - bits)) as i32
    }

    /// A number that is not negative and less than a bound, which is positive.
    fn below(&mut self, bound: i32) -> i32 {
        let drawn = self.next(31);
        if bound & (bound - 1) == 0 {
            return ((i64::from(bound) * i64::from(drawn)) >> 31) as i32;
        }
        let mut drawn = drawn;
        while drawn.wrapping_sub(drawn % bound).wrapping_add(bound - 1) < 0 {
            drawn = self.next(31);
        }
        drawn % bound
    }

    /// A number from one on that is less than another one, which is greater.
    fn between(&mut self, least: i32, bound: i32) -> i32 {
        let (mut drawn, size) = (self.next(32), bound.wrapping_sub(least));
        if size & size.wrapping_sub(1) == 0 {
            return (drawn & size.wrapping_sub(1)).wrapping_add(least);
        }
        if size > 0 {
            let mut positive = (drawn.cast_unsigned() >> 1).cast_signed();
            while positive.wrapping_add(size - 1).wrapping_sub(positive % size) < 0 {
                positive = (self.next(32).cast_unsigned() >> 1).cast_signed();
            }
            return positive % size + least;
        }
        while !(least..bound).contains(&drawn) {
            drawn = self.next(32);
        }
        drawn
    }

    /// A fraction from 0 on that is less than 1.
    fn fraction(&mut self) -> f64 {
        let high = i64::from(self.next(26)) << 27;
        (high + i64::from(self.next(27))) as f64 / (1_u64 << 53) as f64
    }

    /// Draws what the next fraction with normal distribution needs.
    fn gaussian(&mut self) {
        if std::mem::take(&mut self.has_gaussian) {
            return;
        }
        loop {
            let (a, b) = (2.0 * self.fraction() - 1.0, 2.0 * self.fraction() - 1.0);
            let square = a * a + b * b;
            if square < 1.0 && square != 0.0 {
                self.has_gaussian = true;
                return;
            }
        }
    }
}

impl Machine<'_> {
    /// What a generator draws next, if it is known.
    pub(super) fn draw(&mut self, function: RandomFunction, generator: Value, arguments: &[Value]) -> Result<Computed> {
        let Value::Library(id) = self.known(generator) else { return Err(Missing::Object) };
        let LibraryObject { class, content: Content::Random(mut state) } = *self.library[id] else {
            return Err(Missing::Object);
        };
        let int = |value: Value| i32::try_from(number(value)?).map_err(|_| Missing::Object);
        let drawn = match (function, arguments) {
            (RandomFunction::Int, []) => Some(i64::from(state.next(32))),
            (RandomFunction::Int, &[bound]) => match int(bound)? {
                bound @ 1.. => Some(i64::from(state.below(bound))),
                _ => return Err(Missing::Object),
            },
            (RandomFunction::Int, &[least, bound]) => match (int(least)?, int(bound)?) {
                (least, bound) if least < bound => Some(i64::from(state.between(least, bound))),
                _ => return Err(Missing::Object),
            },
            (RandomFunction::Long, []) => {
                let high = i64::from(state.next(32)) << 32;
                Some(high.wrapping_add(i64::from(state.next(32))))
            }
            (RandomFunction::Boolean, []) => Some(i64::from(state.next(1) != 0)),
            (RandomFunction::Fraction(count), []) => {
                (0..count).for_each(|_| _ = state.next(24));
                None
            }
            (RandomFunction::Gaussian, []) => {
                state.gaussian();
                None
            }
            (RandomFunction::Restart, &[seed]) => {
                state = Generator::new(number(seed)?);
                None
            }
            _ => return Err(Missing::Effect),
        };
        let changed = LibraryObject { class, content: Content::Random(state) };
        Rc::make_mut(&mut self.library)[id] = Rc::new(changed);
        Ok(drawn.map_or(Computed::Nothing, |drawn| Computed::Value(Value::Number(drawn))))
    }
}

#[cfg(test)]
mod tests {
    use super::Generator;

    /// A JVM has drawn these.
    #[test]
    fn numbers_of_a_generator() {
        let mut random = Generator::new(42);
        assert_eq!([0, 63, 10], [random.below(10), random.below(100), random.below(16)]);
        assert_eq!((random.next(32), random.next(1)), (205_897_768, 0));
    }
}
