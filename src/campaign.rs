//! A differential campaign against unsoundness: concrete runs judge what the analysis says.
//!
//! Tasks are analysed as ever, and then executed by the [concrete interpreter](crate::semantics::concrete) on actual
//! inputs. Every concrete state must be found in the abstract machine, and no run may fail where the verdict is
//! *satisfied*. A task on which that goes wrong is shrunk.

mod contract;
mod draft;
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

use crate::base::Random;
use crate::task::Strategy;

pub use feature::feature_tags;
pub use generate::{RANDOM_GRAMMAR, grammar_names, random_laws_task, random_task};
pub use judge::{CampaignEffort, Finding, FindingKind, judge};
pub use monitored::with_monitors;
pub use shrink::shrink;
pub use statistics::CampaignStatistics;

/// A task that goes wrong.
#[derive(Clone, Debug)]
pub struct Failure {
    /// The smallest task found that goes wrong in the same way.
    pub task: Json,
    /// What is wrong with it.
    pub finding: Finding,
}

/// Judges the random task with this number of a campaign, and shrinks it if it goes wrong. The same seed, number and
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

/// Judges a task, and shrinks it if it goes wrong. The task must be free of paths. Which runs are tried depends on nothing
/// but the task's text.
pub fn try_task(task: &Json, effort: CampaignEffort, statistics: &mut CampaignStatistics) -> Option<Failure> {
    let judged = |task: &Json, statistics: &mut CampaignStatistics| {
        // A task that is written to a file and read again is tried with the same runs.
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

/// The task with all strategies: top level, whose states are apart, and all side by side.
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
