//! Results as data: the report (`hrglass.result/1`) with verdicts, runs and statistics, and what pictures are drawn from.
//!
//! All types serialise to JSON in camel case; the TypeScript types of the page are generated from them.

pub mod content;
pub mod contracts;
pub mod evidence;
pub mod heap;
pub mod proof;
pub mod space;
pub mod valuation;

use serde::{Deserialize, Serialize};

use crate::base::{Rendered, Resource, Stop};
use crate::report::evidence::Evidence;

/// The value of [`Report::schema`].
pub const SCHEMA: &str = "hrglass.result/1";

/// The name of memory safety among properties.
pub const MEMORY_SAFETY: &str = "memorySafety";

/// What is known about a property.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub enum Verdict {
    /// It holds on every run.
    Satisfied,
    /// A run on which it fails was found.
    Violated,
    /// Neither; the reason says why.
    Unknown,
}

/// The result of one task.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct Report {
    /// [`SCHEMA`].
    pub schema: String,
    /// Title of the task.
    pub task: String,
    /// Findings about the input. If one of them is an error nothing ran, and there are no verdicts.
    pub diagnostics: Vec<Rendered>,
    /// Absence of exceptions that nothing catches, those of null dereferences included; absent if nothing ran.
    pub memory_safety: Option<Judgement>,
    /// One entry for each property and strategy, in the order of the task.
    pub properties: Vec<PropertyReport>,
    /// Size of the explored state space; absent if nothing ran.
    pub exploration: Option<ExplorationStatistics>,
}

/// A verdict with its reason and its evidence.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct Judgement {
    /// The verdict.
    pub verdict: Verdict,
    /// Why it is unknown, or what is wrong in one sentence.
    pub reason: Option<String>,
    /// What it takes for granted: it is a proof for the runs of which that is true.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub assumption: Option<Assumption>,
    /// The budget that left it unknown, if it was one: more of it may give a verdict.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub budget: Option<Budget>,
    /// The failing run of a violated property, as the analysis found it.
    pub run: Option<Run>,
    /// Whether a violation happens on an actual heap.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub evidence: Option<Evidence>,
}

impl Judgement {
    fn of(verdict: Verdict) -> Self {
        Self { verdict, reason: None, assumption: None, budget: None, run: None, evidence: None }
    }

    /// It holds.
    pub fn satisfied() -> Self {
        Self::of(Verdict::Satisfied)
    }

    /// It fails on a run.
    pub fn violated(reason: Option<String>, run: Run) -> Self {
        Self { reason, run: Some(run), ..Self::of(Verdict::Violated) }
    }

    /// It is not known, as the search stopped, maybe `at` some place.
    pub fn unknown(stop: &Stop, at: Option<String>) -> Self {
        let reason = at.map_or_else(|| stop.to_string(), |place| format!("{stop} at {place}"));
        Self { reason: Some(reason), budget: Budget::of(stop), ..Self::of(Verdict::Unknown) }
    }
}

/// What a verdict takes for granted.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct Assumption {
    /// Methods whose calls are one step and may run for ever, as far as the analysis knows: every call of them returns.
    pub returns: Vec<String>,
}

impl std::fmt::Display for Assumption {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let methods = match self.returns.split_last() {
            Some((last, [])) => last.clone(),
            Some((last, others)) => format!("{} and {last}", others.join(", ")),
            None => String::new(),
        };
        write!(f, "if every call of {methods} returns")
    }
}

/// A budget that was used up.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct Budget {
    /// The option that sets it.
    pub option: BudgetOption,
    /// How much there was: states, vertices, seconds, megabytes.
    pub limit: u32,
}

impl Budget {
    fn of(stop: &Stop) -> Option<Self> {
        let Stop::Budget(resource, limit) = *stop else { return None };
        let option = match resource {
            Resource::States => BudgetOption::MaxStates,
            Resource::Vertices => BudgetOption::MaxHeap,
            Resource::Seconds => BudgetOption::Seconds,
            Resource::Megabytes => BudgetOption::Memory,
            Resource::DiagramNodes | Resource::DiagramSteps => return None,
        };
        Some(Self { option, limit: u32::try_from(limit).unwrap_or(u32::MAX) })
    }
}

/// The options that set budgets, as tasks name them.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub enum BudgetOption {
    /// States of all components.
    MaxStates,
    /// Vertices of a heap.
    MaxHeap,
    /// Seconds of a run.
    Seconds,
    /// Megabytes of memory.
    Memory,
}

/// The judgement of one property.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct PropertyReport {
    /// Name in the task.
    pub id: String,
    /// The formula, printed canonically.
    pub ltl: String,
    /// How it was checked.
    pub strategy: String,
    /// The judgement.
    #[serde(flatten)]
    pub judgement: Judgement,
    /// Figures.
    pub statistics: PropertyStatistics,
}

/// A run: a finite path, or with a non-empty cycle a lasso.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct Run {
    /// The states from an initial one on.
    pub prefix: Vec<RunStep>,
    /// The states repeated for ever; the edge from its last to its first state closes it.
    pub cycle: Vec<RunStep>,
}

/// A state on a run.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct RunStep {
    /// Content hash of the state; the same in every run of the engine.
    pub state: String,
    /// Number of the state in the state-space view, if it is there.
    pub index: Option<u32>,
    /// Qualified name of the procedure.
    pub method: String,
    /// File of the statement.
    pub file: String,
    /// Line of the statement about to be executed.
    pub line: u32,
    /// The operation that leads to the next state of the run.
    pub operation: String,
    /// Suspended callers, outermost first, each as `Class.method:line`.
    pub stack: Vec<String>,
    /// Whether a whole call, which is not shown, lies between this step and the next.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub folded: bool,
    /// Of boolean programs: the variables in scope that are decided.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub values: Vec<VariableValue>,
}

/// The value of a variable in a state.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct VariableValue {
    /// The variable.
    pub name: String,
    /// Its value: a number, or `T` or `F`.
    pub value: String,
}

/// Figures of the exploration of the program, shared by all properties.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct ExplorationStatistics {
    /// States of the entry procedure.
    pub states_main: u32,
    /// States of all procedures, each counted once for each precondition of its procedure.
    pub states_total: u32,
    /// Transitions of all procedures.
    pub transitions_total: u32,
    /// Final states of the entry procedure.
    pub states_final: u32,
    /// Procedure contracts: pairs of procedure and precondition.
    pub contracts: u32,
    /// Different heaps.
    pub heaps: u32,
    /// Vertices of the largest heap.
    pub peak_vertices: u32,
    /// Whether there are more states, which were not looked at.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub partial: bool,
    /// Milliseconds for reading and checking the task; absent without times.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub read_ms: Option<f64>,
    /// Milliseconds for marking, refinement and exploration; absent without times.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub generate_ms: Option<f64>,
    /// Milliseconds to find out whether a violation of memory safety is real; absent without one, and without times.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub confirm_ms: Option<f64>,
}

/// Figures of the check of one property.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct PropertyStatistics {
    /// States of the entry procedure.
    pub states_main: u32,
    /// States of all procedures.
    pub states_total: u32,
    /// Whether there are more than that, which is the greatest number that is counted.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub partial: bool,
    /// Assertions (pairs of state and formula set) in the proof structure.
    pub assertions: u32,
    /// Edges of the proof structure.
    pub proof_edges: u32,
    /// Model-checking contracts: pairs of an entry of a callee, in its context, with a formula set.
    pub contracts: u32,
    /// Calling contexts in which callees were looked at.
    pub contexts: u32,
    /// Milliseconds for marking, refinement and what the strategy generates before it checks; absent without times.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub generate_ms: Option<f64>,
    /// Milliseconds for the check and what is generated meanwhile; absent without times.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub check_ms: Option<f64>,
    /// Of symbolic analyses: nodes of binary decision diagrams at one time, at most.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub nodes: Option<u32>,
    /// Milliseconds to find out whether a failing run is real: replay, and where that finds nothing the refinement of the
    /// abstraction along it with another check; absent without a failing run, and without times.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub confirm_ms: Option<f64>,
}
