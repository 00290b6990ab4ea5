//! Measurements in the output of `hrglass bench --format json`, each with the figures to compare with.

use serde::Deserialize;

use super::reference::{Reference, ReferenceRow};

/// Rows and totals.
#[derive(Deserialize)]
pub(super) struct Measured {
    pub rows: Vec<Row>,
    pub totals: Totals,
}

/// One property of one task, checked with one strategy.
#[derive(Deserialize)]
pub(super) struct Row {
    pub task: String,
    pub property: String,
    pub strategy: String,
    pub verdict: String,
    pub states_main: u32,
    pub states_total: u32,
    /// Absent if times were omitted.
    #[serde(flatten)]
    pub times: Option<Times>,
    #[serde(skip)]
    pub reference: Option<ReferenceRow>,
}

/// Milliseconds: medians over the runs, or sums of medians.
#[derive(Deserialize, Clone, Copy)]
pub(super) struct Times {
    pub read_ms: f64,
    pub generate_ms: f64,
    pub check_ms: f64,
    pub total_ms: f64,
    pub confirm_ms: f64,
}

/// The totals of all rows.
#[derive(Deserialize)]
pub(super) struct Totals {
    pub tasks: usize,
    pub rows: usize,
    pub strategies: Vec<StrategyTotals>,
    pub peak_kilobytes: Option<u64>,
}

/// The totals of the rows of a strategy.
#[derive(Deserialize)]
pub(super) struct StrategyTotals {
    pub strategy: String,
    #[serde(flatten)]
    pub times: Option<Times>,
}

/// Sums over the rows of a strategy that have a reference.
#[derive(Default)]
pub(super) struct Compared {
    pub rows: usize,
    pub same_verdict: usize,
    /// The milliseconds of both tools, over the rows that have both.
    pub times: Option<(f64, f64)>,
}

impl Measured {
    /// Reads JSON.
    pub(crate) fn of(text: &str) -> serde_json::Result<Measured> {
        serde_json::from_str(text)
    }

    /// Adds to every row the figures of its task and property, or of its task if that has only one property.
    pub(crate) fn compare_with(&mut self, reference: &Reference) {
        let found = self.rows.iter().map(|row| {
            let exact = reference.row(&format!("{}_{}", row.task, row.property), &row.strategy);
            let of_task =
                || reference.row(&row.task, &row.strategy).filter(|_| !self.has_several_properties(&row.task));
            exact.or_else(of_task).cloned()
        });
        let found: Vec<_> = found.collect();
        for (row, found) in self.rows.iter_mut().zip(found) {
            row.reference = found;
        }
    }

    pub(crate) fn has_several_properties(&self, task: &str) -> bool {
        let mut properties = self.rows.iter().filter(|row| row.task == task).map(|row| &row.property);
        let first = properties.next();
        properties.any(|property| Some(property) != first)
    }

    pub(crate) fn has_times(&self) -> bool {
        self.rows.iter().any(|row| row.times.is_some())
    }

    /// The comparison of the rows of a strategy, if any has a reference.
    pub(crate) fn compared(&self, strategy: &str) -> Option<Compared> {
        let mut compared = Compared::default();
        let rows = self.rows.iter().filter(|row| row.strategy == strategy);
        for (row, reference) in rows.filter_map(|row| Some((row, row.reference.as_ref()?))) {
            compared.rows += 1;
            compared.same_verdict += usize::from(!row.differs());
            if let (Some(times), Some(ms)) = (row.times, reference.ms) {
                let (here, there) = compared.times.get_or_insert_default();
                *here += times.total_ms;
                *there += ms;
            }
        }
        (compared.rows > 0).then_some(compared)
    }
}

impl Row {
    /// Whether its verdict is not the reference's.
    pub(crate) fn differs(&self) -> bool {
        self.reference.as_ref().is_some_and(|r| r.verdict != self.verdict)
    }
}
