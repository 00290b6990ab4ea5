//! Reproducible random numbers.

/// Xorshift, 64 bits [Marsaglia 2003]: the same seed always gives the same numbers, on every platform.
#[derive(Clone, Debug)]
pub struct Random(u64);

impl Random {
    /// Starts from a nonzero seed. The first numbers of small seeds are similar.
    pub fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// Starts from any seed, mixed as in splitmix64, so that neighbouring seeds are unrelated.
    pub fn scattered(seed: u64) -> Self {
        let mut mixed = seed.wrapping_add(0x9E37_79B9_7F4A_7C15);
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        // One seed is mixed to 0, a fixed point of the generator.
        Self((mixed ^ (mixed >> 31)).max(1))
    }

    /// True with probability 1/`bound`.
    pub fn one_in(&mut self, bound: usize) -> bool {
        self.below(bound) == 0
    }

    /// A random element of a nonempty slice.
    pub fn one_of<'t, T>(&mut self, things: &'t [T]) -> &'t T {
        &things[self.below(things.len())]
    }

    /// A number from 0 to `bound` - 1; `bound` is not 0.
    pub fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 32) as usize % bound
    }
}

/// Checks a property in 256 random cases, for tests; the number of a failing case is printed.
pub fn each_case(holds: impl Fn(&mut Random)) {
    struct Case(u64);

    impl Drop for Case {
        fn drop(&mut self) {
            if std::thread::panicking() {
                eprintln!("in random case {}", self.0);
            }
        }
    }

    for case in 0..256 {
        let _named = Case(case);
        holds(&mut Random::scattered(case));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn numbers(mut random: Random) -> [usize; 6] {
        std::array::from_fn(|_| random.below(1000))
    }

    #[test]
    fn a_seed_fixes_the_numbers() {
        assert_eq!(numbers(Random::new(0x9E37_79B9)), numbers(Random::new(0x9E37_79B9)));
        assert_eq!(numbers(Random::scattered(7)), numbers(Random::scattered(7)));
    }

    #[test]
    fn every_seed_gives_numbers_of_its_own() {
        let of_seeds: std::collections::BTreeSet<_> =
            (0..100).map(|seed| numbers(Random::scattered(seed))[0]).collect();
        assert!(of_seeds.len() > 60, "{of_seeds:?}");
        // The inverse of the increment before mixing: the state would be 0.
        assert_ne!(numbers(Random::scattered(0u64.wrapping_sub(0x9E37_79B9_7F4A_7C15))), [0; 6]);
    }
}
