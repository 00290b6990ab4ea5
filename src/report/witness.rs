//! Evidence for verdicts on programs in C that other tools can check, as data.

/// A place in the text of a program, from 1.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct WitnessPlace {
    /// The file.
    pub file: String,
    /// The line.
    pub line: u32,
    /// The column.
    pub column: u32,
    /// The function.
    pub function: String,
}

/// What supports a verdict.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Witness {
    /// The property is satisfied: these conditions always hold, in the order of their places.
    Correctness(Vec<WitnessInvariant>),
    /// The property is violated by the runs that pass these points in this order. The last one is the [target](WaypointKind::Target),
    /// no other one is.
    Violation(Vec<Waypoint>),
}

/// A condition that holds whenever a run comes to a place.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct WitnessInvariant {
    /// The place: a loop, or any statement.
    pub at: WitnessPlace,
    /// Whether it is a loop; then the condition holds before each evaluation of the controlling expression.
    pub is_loop: bool,
    /// The condition, in C.
    pub condition: String,
}

/// A point of a failing run.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Waypoint {
    /// The place: of a returned value the closing parenthesis of the call, otherwise the start of a statement.
    pub at: WitnessPlace,
    /// What happens there.
    pub kind: WaypointKind,
}

/// What happens at a point of a failing run.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum WaypointKind {
    /// Just before the statement, a condition in C holds.
    Assumption(String),
    /// The call returns this number, a constant in C.
    Returned(String),
    /// The run fails.
    Target,
}
