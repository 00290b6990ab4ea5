//! Reproducible random numbers.

pub use hrglass::campaign::Random;
