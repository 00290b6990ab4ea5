//! Sums over rows.

use serde::Serialize;

use super::{Row, Times};
use crate::watch::kilobytes;
use task::Strategy;

/// The totals of all rows.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(super) struct Totals {
    pub tasks: usize,
    pub rows: usize,
    /// By strategy, in row order.
    pub strategies: Vec<StrategyTotals>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub peak_kilobytes: Option<u64>,
}

/// Sums over the rows of a strategy; reading and generation count once for all properties of a task.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(super) struct StrategyTotals {
    pub strategy: Strategy,
    pub rows: usize,
    #[serde(flatten)]
    pub times: Option<Times>,
}

impl Totals {
    /// The totals of `rows`, which come from this number of tasks.
    pub(super) fn of(tasks: usize, rows: &[Row]) -> Totals {
        let timed = rows.iter().any(|row| row.times.is_some());
        let strategies = strategies(rows).into_iter().map(|strategy| {
            let of_it = || rows.iter().filter(move |row| row.strategy == strategy);
            StrategyTotals { strategy, rows: of_it().count(), times: timed.then(|| sum(of_it())) }
        });
        let peak_kilobytes = if timed { kilobytes("VmHWM:") } else { None };
        Totals { tasks, rows: rows.len(), strategies: strategies.collect(), peak_kilobytes }
    }

    /// Whether rows have times.
    pub(super) fn has_times(&self) -> bool {
        self.strategies.iter().any(|s| s.times.is_some())
    }
}

/// The strategies of the rows, in order of first occurrence.
fn strategies(rows: &[Row]) -> Vec<Strategy> {
    let mut found = Vec::new();
    for row in rows {
        if !found.contains(&row.strategy) {
            found.push(row.strategy);
        }
    }
    found
}

fn sum<'a>(rows: impl Iterator<Item = &'a Row>) -> Times {
    let mut sum = Times::default();
    for (position, times) in rows.filter_map(|row| Some((row.position, row.times?))) {
        if position == 0 {
            sum.read_ms += times.read_ms;
            sum.generate_ms += times.generate_ms;
        }
        sum.check_ms += times.check_ms;
        sum.confirm_ms += times.confirm_ms;
    }
    sum.total_ms = sum.generate_ms + sum.check_ms;
    sum
}
