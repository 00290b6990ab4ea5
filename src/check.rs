//! Verdicts: strategies for temporal formulas, and memory safety.

mod boolean;
mod endless;
mod lost;
mod memory_safety;
pub mod replay;
mod runs;

pub use boolean::{ToldClaim, ToldRun, ToldState, Watched, WatchedState, find_edges, replay as replay_told, watch};
pub use lost::lost;
pub use memory_safety::{Danger, memory_safety};
pub use runs::{Generation, GrowthListener, Parts, Place, RunState, Runs, Skip, StaysInCall};
