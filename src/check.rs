//! Verdicts: strategies for temporal formulas, and memory safety.

mod lost;
mod memory_safety;
mod top_level;

pub use lost::lost;
pub use memory_safety::{Danger, memory_safety};
pub use top_level::{TopLevel, TopState};
