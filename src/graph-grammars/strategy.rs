//! How formulas are checked across calls, and when the program is explored.

use task::Strategy;

/// What a formula sees of calls.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Calls {
    /// Each is one step of its caller.
    Skipped,
    /// The states inside them.
    Followed,
}

/// When states are generated.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Exploration {
    /// All of them before the first check.
    Ahead,
    /// As checks need them, anew for each property.
    OnDemand,
    /// As checks need them, and kept for the next property.
    Shared,
}

/// A strategy of \[HMC\], chapters 3 to 5: *top level*, *rsm*, *on the fly* or *hybrid*.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct HeapStrategy {
    /// What a formula sees of calls.
    pub calls: Calls,
    /// When states are generated.
    pub exploration: Exploration,
}

impl HeapStrategy {
    /// That of a name in a task; names of other analyses stand for the default.
    pub fn named(name: Strategy) -> Self {
        let (calls, exploration) = match name {
            Strategy::TopLevel => (Calls::Skipped, Exploration::Ahead),
            Strategy::Rsm => (Calls::Followed, Exploration::Ahead),
            Strategy::OnTheFly => (Calls::Followed, Exploration::OnDemand),
            _ => (Calls::Followed, Exploration::Shared),
        };
        Self { calls, exploration }
    }

    /// Its name in tasks and reports.
    pub fn name(self) -> &'static str {
        let name = match (self.calls, self.exploration) {
            (Calls::Skipped, _) => Strategy::TopLevel,
            (Calls::Followed, Exploration::Ahead) => Strategy::Rsm,
            (Calls::Followed, Exploration::OnDemand) => Strategy::OnTheFly,
            (Calls::Followed, Exploration::Shared) => Strategy::Hybrid,
        };
        name.name()
    }
}
