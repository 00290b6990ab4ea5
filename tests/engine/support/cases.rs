//! How many random cases the tests try, and which.
//!
//! Without variables these are the same few for each change. `HRGLASS_CASES=100` tries a hundred times as many in all tests, and all of what
//! is otherwise a sample; `HRGLASS_SEED=7` tries others. Failures name the seed with which one alone can be repeated.

use std::ops::Range;

fn variable(name: &str) -> Option<u64> {
    let text = std::env::var(name).ok()?;
    Some(text.parse().unwrap_or_else(|_| panic!("{name} is no number: {text}")))
}

/// How many times as many cases as usual are tried.
pub fn factor() -> u64 {
    variable("HRGLASS_CASES").unwrap_or(1)
}

/// So many random cases, or many times that.
pub fn scaled(count: usize) -> usize {
    count * factor() as usize
}

/// Where random cases begin, unless the environment says where.
pub fn seed(usual: u64) -> u64 {
    variable("HRGLASS_SEED").unwrap_or(usual)
}

/// The seeds of so many random cases, or of many times that.
pub fn seeds(count: u64) -> Range<u64> {
    let first = seed(0);
    first..first + count * factor()
}
