//! A differential campaign against unsoundness: results of the analysis are compared with concrete runs.
//!
//! Tasks are analysed as usual, and then executed by the [concrete interpreter](interpreter) on
//! actual inputs. The abstract machine must cover every concrete state, and no run may violate a property whose
//! verdict is *satisfied*. A task that fails this check is shrunk.

mod contract;
mod draft;
mod endings;
mod feature;
mod generate;
mod input;
mod judge;
mod monitored;
mod program;
mod property;
mod random_grammar;
mod record;
mod shrink;
mod simulation;
mod statistics;
mod structure;

use serde_json::Value as Json;

use base::Random;
use task::Strategy;

pub use endings::with_endings;
pub use feature::feature_tags;
pub use generate::{RANDOM_GRAMMAR, grammar_names, random_laws_task, random_task};
pub use judge::{CampaignEffort, Finding, FindingKind, judge};
pub use monitored::with_monitors;
pub use shrink::shrink;
pub use statistics::CampaignStatistics;

/// A task that fails the check.
#[derive(Clone, Debug)]
pub struct Failure {
    /// The smallest task found that fails in the same way.
    pub task: Json,
    /// The reason why it fails.
    pub finding: Finding,
}

/// Checks the random task with this number of a campaign, and shrinks it if it fails. The same seed, number and
/// grammars give the same task.
pub fn try_random(
    seed: u64,
    number: u64,
    grammars: &[&str],
    effort: CampaignEffort,
    statistics: &mut CampaignStatistics,
) -> Option<Failure> {
    let mut random = Random::scattered(seed.wrapping_mul(0x1_0000_0001).wrapping_add(number));
    let task = random_task(grammars, &mut random);
    let task = if number.is_multiple_of(3) { with_monitors(&task, &mut random) } else { task };
    try_task(&task, effort, statistics)
}

/// As [`try_random`], with properties [that say that something happens](with_endings).
pub fn try_random_endings(
    seed: u64,
    number: u64,
    grammars: &[&str],
    effort: CampaignEffort,
    statistics: &mut CampaignStatistics,
) -> Option<Failure> {
    let mut random = Random::scattered(seed.wrapping_mul(0x1_0000_0001).wrapping_add(number));
    try_task(&with_endings(&random_task(grammars, &mut random)), effort, statistics)
}

/// Checks a task, and shrinks it if it fails. The task must not refer to files. The choice of runs depends only on the
/// task's text.
pub fn try_task(task: &Json, effort: CampaignEffort, statistics: &mut CampaignStatistics) -> Option<Failure> {
    let judged = |task: &Json, statistics: &mut CampaignStatistics| {
        // Reading a task from the file it was written to leads to the same runs.
        let hash = task.to_string().bytes().fold(0_u64, |hash, b| hash.wrapping_mul(31) ^ u64::from(b));
        let mut random = Random::scattered(hash);
        judge(task, effort, &mut random, statistics)
    };
    let found = judged(task, statistics)?;
    let is_same = |task: &Json| judged(task, &mut CampaignStatistics::default()).is_some_and(|f| f.kind == found.kind);
    let task = shrink(task, is_same);
    let finding = judged(&task, &mut CampaignStatistics::default()).unwrap_or(found);
    Some(Failure { task, finding })
}

/// The task with all strategies: top level, whose states are separate, and all others side by side.
pub fn with_strategies(task: &Json) -> Vec<Json> {
    let with = |strategy: Strategy| {
        let mut task = task.clone();
        if !task["options"].is_object() {
            task["options"] = Json::Object(serde_json::Map::new());
        }
        task["options"]["strategy"] = strategy.name().into();
        task
    };
    vec![with(Strategy::TopLevel), with(Strategy::All)]
}
