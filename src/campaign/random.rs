//! Reproducible random numbers.

/// Xorshift, 64 bits.
pub struct Random(u64);

impl Random {
    /// Starts from a seed that is not 0.
    pub fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// A generator of its own for each number.
    pub fn fork(seed: u64, number: u64) -> Self {
        // Splitmix: near seeds give numbers that are far apart.
        let mut z = seed.wrapping_add(number.wrapping_mul(0x9e37_79b9_7f4a_7c15)).wrapping_add(0x9e37_79b9_7f4a_7c15);
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        Self::new((z ^ (z >> 31)) | 1)
    }

    /// Whether one of `bound` chances comes true.
    pub fn one_in(&mut self, bound: usize) -> bool {
        self.below(bound) == 0
    }

    /// One of some things; there must be one.
    pub fn one_of<'t, T>(&mut self, things: &'t [T]) -> &'t T {
        &things[self.below(things.len())]
    }

    /// A number from 0 up to `bound`, which is left out.
    pub fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 32) as usize % bound
    }
}
