//! What stands behind a failing run: an execution, or why there is none.

use base::Message;
use serde::{Deserialize, Serialize};

use crate::heap::HeapView;
use crate::stack::StackFrame;
use crate::{Run, RunStep, VariableValue};

/// What stands behind a failing run of an analysis.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct Evidence {
    /// Whether the abstraction was refined along the failing run, and the check repeated.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub refined: bool,
    /// The run that was executed, on an actual heap. Absent if there is none, and for boolean programs: their states are exact,
    /// so the run of the analysis is the one that was executed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub counterexample: Option<ConcreteRun>,
    /// Where concrete runs leave the failing run of the analysis. Absent if and only if the program was executed and the property fails
    /// on that run; otherwise the run may exist in the abstraction only.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub departure: Option<Departure>,
}

impl Evidence {
    /// The failing run of the analysis itself was executed.
    pub fn executed() -> Self {
        Self { refined: false, counterexample: None, departure: None }
    }

    /// This concrete run was executed.
    pub fn of(counterexample: ConcreteRun) -> Self {
        Self { counterexample: Some(counterexample), ..Self::executed() }
    }

    /// No run that was executed fails.
    pub fn departed(departure: Departure) -> Self {
        Self { departure: Some(departure), ..Self::executed() }
    }

    /// Whether the program was executed, and the property fails on that run.
    pub fn is_executed(&self) -> bool {
        self.departure.is_none()
    }
}

/// A run that was executed.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct ConcreteRun {
    /// The heap that it starts on.
    pub input: HeapView,
    /// Whether it goes where the failing run of the analysis goes, as long as both go on.
    pub follows: bool,
    /// Its states, those that the strategy looks at; of more than [`STEP_LIMIT`] the first.
    pub steps: Vec<ConcreteStep>,
    /// How many states there are.
    pub length: u32,
    /// How it goes on after the last state.
    pub ending: Ending,
    /// Of a run that has dereferenced null what was null, as in the source: `list.next`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub null: Option<String>,
    /// Of a run that ends with an exception its class, as the program names it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub thrown: Option<String>,
}

impl ConcreteRun {
    /// The same as a run of an analysis; its states are in no state space.
    pub fn run(&self) -> Run {
        let mut prefix: Vec<RunStep> = self.steps.iter().map(ConcreteStep::told).collect();
        let from = match self.ending {
            Ending::Repeats { from } => (from as usize).min(prefix.len()),
            _ => prefix.len(),
        };
        let cycle = prefix.split_off(from);
        Run { prefix, cycle }
    }
}

/// More steps of a concrete run are not listed.
pub const STEP_LIMIT: usize = 1_000;

/// How a concrete run goes on after its last state.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", tag = "kind")]
pub enum Ending {
    /// The entry procedure has returned.
    Returned,
    /// The entry procedure has thrown an exception.
    Thrown,
    /// Null has been dereferenced.
    NullDereference,
    /// Something else has been dereferenced that must not be.
    #[serde(rename_all = "camelCase")]
    InvalidDereference {
        /// What it is.
        of: AddressKind,
    },
    /// Something has been freed that cannot be.
    #[serde(rename_all = "camelCase")]
    InvalidFree {
        /// What it is.
        of: AddressKind,
    },
    /// Nothing leads to an object any more that was not freed.
    Lost,
    /// The program has ended while an object was not freed.
    NotFreed,
    /// The program has failed: it has come to a place that stands for an error, or an assertion has failed.
    Failed,
    /// The states from this position on are repeated for ever.
    #[serde(rename_all = "camelCase")]
    Repeats {
        /// The position.
        from: u32,
    },
    /// A call runs for ever, whose states are not looked at.
    Diverges,
    /// It goes on; the states so far suffice.
    Open,
}

/// What an address is that must not be dereferenced or freed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub enum AddressKind {
    /// Never given a value.
    Undefined,
    /// That of an object that was freed.
    Freed,
    /// That of a variable whose block was left.
    Ended,
    /// No object.
    Outside,
    /// An object inside of another one.
    Part,
    /// The object of a variable.
    Automatic,
    /// A static object.
    Static,
}

/// A state of a concrete run.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct ConcreteStep {
    /// Qualified name of the procedure.
    pub method: String,
    /// File of the statement.
    pub file: String,
    /// Line of the statement about to be executed.
    pub line: u32,
    /// The operation that leads to the next state.
    pub operation: String,
    /// The value of the condition of its statement, if the operation shows it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub condition: Option<bool>,
    /// Suspended callers, outermost first, each as `Class.method:line`.
    #[cfg_attr(feature = "schema", schemars(with = "Vec<String>"))]
    #[cfg_attr(feature = "wasm", tsify(type = "string[]"))]
    pub stack: Vec<StackFrame>,
    /// The position on the failing run of the analysis, prefix and cycle in one, if the run is there.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub position: Option<u32>,
    /// The number that the step draws, with the variable that gets it or the text that draws it; none if the run does not depend on it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub drawn: Vec<VariableValue>,
}

impl ConcreteStep {
    /// The same as a step of an analysis, whose state is in no state space.
    pub fn told(&self) -> RunStep {
        RunStep {
            method: self.method.clone(),
            file: self.file.clone(),
            line: self.line,
            operation: self.operation.clone(),
            condition: self.condition,
            stack: self.stack.clone(),
            values: self.drawn.clone(),
            ..RunStep::default()
        }
    }
}

/// Where concrete runs leave the failing run of the analysis.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct Departure {
    /// The last position, prefix and cycle in one, up to which a concrete run goes; absent if none starts as it does.
    pub position: Option<u32>,
    /// What was lost.
    pub loss: Loss,
    /// The position at which it was lost, if it is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lost_at: Option<u32>,
    /// The same in a sentence.
    pub reason: Message,
}

/// Why a concrete run does not go where the analysis goes.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub enum Loss {
    /// Objects were folded into a nonterminal, which also stands for other heaps.
    Folding,
    /// A number was not tracked.
    Number,
    /// Every concrete run that was tried leaves the cycle sooner or later.
    Cycle,
    /// The search for a run ended early.
    Effort,
    /// Something else, such as a contract that was taken on trust.
    Other,
}

/// What is written of a concrete run, to be used elsewhere.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub enum EvidenceKind {
    /// The heap that it starts on, as an initial heap for tasks.
    Input,
    /// A test class that does the same in Java.
    Junit,
}

/// A file that stands for a concrete run.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct EvidenceFile {
    /// Its name, without a directory.
    pub name: String,
    /// Its text.
    pub text: String,
}
