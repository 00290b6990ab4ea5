//! Reproducible random numbers.

/// Xorshift, 64 bits.
pub struct Random(u64);

impl Random {
    /// Starts from a seed that is not 0.
    pub fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// A number from 0 up to `bound`, which is left out.
    pub fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 32) as usize % bound
    }
}
