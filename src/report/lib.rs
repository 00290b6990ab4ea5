//! Results as data: the report (`hrglass.result/3`) with verdicts, runs and statistics, and what pictures are drawn from.
//!
//! All types serialise to JSON in camel case; the TypeScript types of the page and the JSON Schema in `docs/schema` are generated
//! from them.

pub mod assumption;
pub mod claim;
pub mod content;
pub mod contracts;
pub mod evidence;
pub mod explanation;
pub mod heap;
pub mod monitor;
pub mod proof;
pub mod remedy;
pub mod search;
pub mod setting;
pub mod space;
pub mod stack;
pub mod stage;
pub mod statements;
mod statistics;
pub mod valuation;
pub mod witness;

use serde::{Deserialize, Serialize};

use crate::assumption::{Assumption, AssumptionKind};
use crate::claim::{PropertyClaim, PropertyKind};
use crate::content::ContentKind;
use crate::evidence::{ConcreteRun, Evidence};
use crate::remedy::Remedy;
use crate::setting::{AbstractionSetting, TriedSetting};
use crate::stack::StackFrame;
use base::{Message, Rendered, Stop, msg};

pub use statistics::{
    BlockSearchStatistics, BlockSizes, ExplorationStatistics, HeapStatistics, ProductStatistics, ProofStatistics,
    PropertyStatistics,
};

/// The value of [`Report::schema`].
pub const SCHEMA: &str = "hrglass.result/3";

/// The code of a diagnostic: that a program manages memory, but this analysis does not check how.
pub const MEMORY_UNCHECKED: &str = "task/memory-unchecked";

/// The name of memory safety among properties.
pub const MEMORY_SAFETY: &str = "memorySafety";

/// The analyses, as tasks name them.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub enum AnalysisName {
    /// Programs with heaps, abstracted by graph grammars.
    Heap,
    /// Boolean programs.
    Boolean,
    /// Programs over machine integers, in large blocks.
    Blocks,
    /// Programs with heaps, by forest automata.
    Forest,
}

impl AnalysisName {
    /// What is in the states of its state spaces.
    pub fn contents(self) -> ContentKind {
        match self {
            AnalysisName::Heap | AnalysisName::Forest => ContentKind::Heaps,
            AnalysisName::Boolean | AnalysisName::Blocks => ContentKind::Valuations,
        }
    }
}

/// What is known about a property.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub enum Verdict {
    /// It holds on every run.
    Satisfied,
    /// It fails on a run that was executed.
    Violated,
    /// It fails on a run of an abstraction, and no execution was found on which it does.
    Suspected,
    /// None of these; the reason says why.
    Unknown,
}

/// The result of one task.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct Report {
    /// The version of this format: [`SCHEMA`].
    pub schema: String,
    /// The analysis.
    pub analysis: AnalysisName,
    /// Title of the task.
    pub task: String,
    /// Findings about the input. If one of them is an error nothing ran, and there are no properties.
    pub diagnostics: Vec<Rendered>,
    /// The settings of the abstraction that were tried, in order, if the task leaves the choice to the analysis.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub tried: Vec<TriedSetting>,
    /// One entry for each property and strategy: first memory safety, if the analysis checks it, with the strategy whose state
    /// space is shown; then the properties of the task in their order, and those that the program implies.
    pub properties: Vec<PropertyReport>,
    /// Size of the explored state space; absent if nothing ran.
    pub exploration: Option<ExplorationStatistics>,
}

impl Report {
    /// The result of memory safety; absent if nothing ran, and where the analysis does not check it.
    pub fn memory_safety(&self) -> Option<&Judgement> {
        let mut properties = self.properties.iter();
        properties
            .find(|property| property.claim.kind == PropertyKind::MemorySafety)
            .map(|property| &property.judgement)
    }

    /// The results of all properties but memory safety and its parts.
    pub fn of_task(&self) -> impl Iterator<Item = &PropertyReport> {
        let is_safety = |kind: PropertyKind| kind == PropertyKind::MemorySafety || kind.is_part();
        self.properties.iter().filter(move |property| !is_safety(property.claim.kind))
    }
}

/// A verdict with its reason and its evidence.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct Judgement {
    /// The verdict.
    pub verdict: Verdict,
    /// Why it is unknown, or what is wrong in one sentence.
    pub reason: Option<Message>,
    /// The exception that is not caught, if this is what is wrong and its class is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub uncaught: Option<Uncaught>,
    /// The setting of the abstraction that gave it, if the task leaves the choice to the analysis.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub setting: Option<AbstractionSetting>,
    /// What it takes for granted, without repetitions: it is about the runs of which all of that is true.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub assumptions: Vec<Assumption>,
    /// The failing run of a violated or suspected property, as the analysis found it.
    pub run: Option<Run>,
    /// What stands behind a violation or a suspicion; absent without one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub evidence: Option<Evidence>,
    /// What may help if it is unknown or suspected.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub remedies: Vec<Remedy>,
    /// Of a satisfied property of a program in large blocks: what holds at its loops and what its recursive procedures return, as
    /// the proof says.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub invariants: Vec<Invariant>,
    /// Of a satisfied property: why runs do not stay for ever in loops and recursions that could violate it. Outer loops come
    /// before those inside of them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub descents: Vec<Descent>,
}

/// An exception that leaves the entry procedure.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct Uncaught {
    /// Its class.
    pub class: String,
    /// Where such exceptions are thrown, as `List.java:12`; none if there are many places.
    pub places: Vec<String>,
}

impl Uncaught {
    /// It in words.
    pub fn words(&self) -> Message {
        match self.places.as_slice() {
            [] => msg!("an exception is not caught: `{}`", self.class),
            places => {
                msg!("an exception is not caught: `{}`, thrown at {}", self.class, Message::verbatim(places.join(", ")))
            }
        }
    }
}

/// Something that gets smaller whenever a run goes round, so that it does not go round for ever.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct Descent {
    /// Of what.
    pub kind: DescentKind,
    /// Qualified name of the procedure.
    pub method: String,
    /// File of the loop or the procedure.
    pub file: String,
    /// Its line.
    pub line: u32,
    /// Its column, UTF-16, from 1.
    pub column: u32,
    /// The parts of the heap whose objects are counted together: nonterminal edges, with the variables at their vertices, as
    /// `SLList(current, null)`; `·` stands for a vertex without a name.
    pub parts: Vec<String>,
    /// The number that gets smaller instead, as `n - i`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub number: Option<String>,
    /// The edges of the state space, as source and target, along which it gets smaller, so that no run takes them for ever. Law:
    /// sorted; at most [`EDGE_LIMIT`](Self::EDGE_LIMIT).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub decreasing: Vec<(u32, u32)>,
}

impl Descent {
    /// Of more edges the first ones are listed.
    pub const EDGE_LIMIT: usize = 1_000;
}

/// What is gone round.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub enum DescentKind {
    /// A loop.
    Loop,
    /// Calls inside of calls.
    Calls,
}

/// What holds whenever a run comes to a place.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct Invariant {
    /// What kind of place.
    #[serde(default, skip_serializing_if = "InvariantKind::is_loop")]
    pub kind: InvariantKind,
    /// Qualified name of the procedure.
    pub method: String,
    /// File of the loop or the procedure.
    pub file: String,
    /// Its line.
    pub line: u32,
    /// Its column, UTF-16, from 1.
    pub column: u32,
    /// Suspended callers for which this is said, outermost first, each as `function:line`.
    #[cfg_attr(feature = "schema", schemars(with = "Vec<String>"))]
    #[cfg_attr(feature = "wasm", tsify(type = "string[]"))]
    pub stack: Vec<StackFrame>,
    /// Of a recursive procedure: this is said of calls for which all these conditions held when it was entered. Every call has
    /// one of the contracts of its procedure.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub entered: Vec<String>,
    /// Conditions that all hold, in the language of the program. `\result` is what is returned, `\old(x)` what `x` was when the procedure
    /// was entered; where it returns, parameters are what was passed.
    pub conditions: Vec<String>,
    /// How many more are known that cannot be written so: of variables of callers.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub hidden: u32,
}

/// A kind of place at which a proof says something.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub enum InvariantKind {
    /// The head of a loop.
    #[default]
    Loop,
    /// Where a recursive procedure returns.
    Return,
    /// A recursive procedure that does not return.
    NoReturn,
}

impl InvariantKind {
    #[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes references")]
    fn is_loop(&self) -> bool {
        *self == Self::Loop
    }
}

fn is_zero(number: &u32) -> bool {
    *number == 0
}

impl Judgement {
    fn of(verdict: Verdict) -> Self {
        Self {
            verdict,
            reason: None,
            uncaught: None,
            setting: None,
            assumptions: Vec::new(),
            run: None,
            evidence: None,
            remedies: Vec::new(),
            invariants: Vec::new(),
            descents: Vec::new(),
        }
    }

    /// It holds.
    pub fn satisfied() -> Self {
        Self::of(Verdict::Satisfied)
    }

    /// It fails on a run of an abstraction.
    pub fn suspected(reason: Option<Message>, run: Run) -> Self {
        Self { reason, run: Some(run), ..Self::of(Verdict::Suspected) }
    }

    /// With what stands behind the failing run: if it was executed, the property is violated.
    pub fn with_evidence(self, evidence: Evidence) -> Self {
        let verdict = if evidence.is_executed() { Verdict::Violated } else { self.verdict };
        Self { verdict, evidence: Some(evidence), ..self }
    }

    /// Whether something of this kind is taken for granted.
    pub fn assumes(&self, kind: AssumptionKind) -> bool {
        self.assumptions.iter().any(|assumption| assumption.kind == kind)
    }

    /// Whether nothing is left to find out: there is a proof, or a failing run that was executed.
    pub fn is_decided(&self) -> bool {
        matches!(self.verdict, Verdict::Satisfied | Verdict::Violated)
    }

    /// It is not known, for this reason.
    pub fn unknown_because(reason: Message) -> Self {
        Self { reason: Some(reason), ..Self::of(Verdict::Unknown) }
    }

    /// It is not known, as the search stopped, maybe `at` some place.
    pub fn unknown(stop: &Stop, at: Option<Message>) -> Self {
        let reason = at.map_or_else(|| stop.message(), |place| msg!("{stop} at {place}"));
        Self {
            reason: Some(reason),
            remedies: Remedy::of_stop(stop).into_iter().collect(),
            ..Self::of(Verdict::Unknown)
        }
    }
}

impl Judgement {
    /// The failing run to look at: the one that was executed if there is one, otherwise that of the analysis.
    pub fn shown_run(&self) -> Option<Run> {
        let executed = self.evidence.as_ref().and_then(|evidence| evidence.counterexample.as_ref());
        executed.map(ConcreteRun::run).or_else(|| self.run.clone())
    }
}

/// The result of one property with one strategy.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct PropertyReport {
    /// Its name: that in the task; or of what is checked anyway `memorySafety`, `assertions`, `unreach-call`, or another
    /// check.
    pub id: String,
    /// What it claims.
    #[serde(flatten)]
    pub claim: PropertyClaim,
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
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct Run {
    /// The states from an initial one on.
    pub prefix: Vec<RunStep>,
    /// The states repeated for ever; the edge from its last to its first state closes it.
    pub cycle: Vec<RunStep>,
}

/// A state on a run.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
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
    #[cfg_attr(feature = "schema", schemars(with = "Vec<String>"))]
    #[cfg_attr(feature = "wasm", tsify(type = "string[]"))]
    pub stack: Vec<StackFrame>,
    /// The value of the condition of its statement, if the operation shows it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub condition: Option<bool>,
    /// Whether a whole call, which is not shown, lies between this step and the next.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub folded: bool,
    /// Of boolean programs, and of programs in large blocks: the variables in scope that are decided.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub values: Vec<VariableValue>,
}

impl RunStep {
    /// Whether the library executes it.
    pub fn is_of_library(&self) -> bool {
        self.file.starts_with("java/")
    }
}

/// The value of a variable in a state.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct VariableValue {
    /// The variable.
    pub name: String,
    /// Its value: a number, or `T` or `F`.
    pub value: String,
}
