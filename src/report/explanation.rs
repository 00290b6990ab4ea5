//! Why a property has its verdict, as data and in words. It is made when somebody asks for it.

use base::Message;
use serde::Serialize;

use super::Descent;
use super::contracts::ContractExit;
use super::stack::StackFrame;

/// Why a property has its verdict.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct Explanation {
    /// The whole of it in a few sentences.
    pub words: Message,
    /// Of a run on which the property fails: where and why.
    pub failure: Option<FailureView>,
    /// What is not known, or not confirmed.
    pub doubt: Option<DoubtView>,
    /// Of a satisfied property: what was looked at.
    pub proof: Option<ProofSummary>,
}

/// Where in the source a step is.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct PlaceView {
    /// Qualified name of the procedure.
    pub method: String,
    /// The file.
    pub file: String,
    /// The line about to be executed; 0 if there is none.
    pub line: u32,
    /// The line of the statement before it, if there is one in the same call.
    pub after: Option<u32>,
    /// Suspended callers, outermost first, each as `Class.method:line`.
    #[cfg_attr(feature = "wasm", tsify(type = "string[]"))]
    pub stack: Vec<StackFrame>,
}

/// Where a property fails on a run.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct FailureView {
    /// Position of the step that decides, prefix and cycle in one, on the run that is shown: the one that was executed, or that of the
    /// analysis. Absent if it is not among the steps that are listed.
    pub step: Option<u32>,
    /// Where it is; in which frame.
    pub place: PlaceView,
    /// Of a formula all of its parts with their truth at this step, each operator before its operands; of a monitor those of the guard of the
    /// edge that it takes here.
    pub parts: Vec<PartView>,
    /// The facts that suffice for the failure, in the order of the formula.
    pub reasons: Vec<ReasonView>,
    /// Of a monitor the names of its states, from the first step on.
    pub monitor: Vec<String>,
    /// Why, as a part of a sentence.
    pub why: Message,
    /// In which call, in a sentence; empty if it is in none.
    pub call: Message,
    /// Where, why and in which call.
    pub words: Message,
}

/// The truth of a part of a formula.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub enum PartTruth {
    /// It is true.
    True,
    /// It is false.
    False,
    /// It is not known.
    Unknown,
}

/// A part of a formula in a state.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct PartView {
    /// The part, printed canonically.
    pub formula: String,
    /// How deep it is in the formula; 0: the whole.
    pub depth: u32,
    /// Its truth.
    pub truth: PartTruth,
    /// Of a proposition what is so, in words.
    pub words: Option<Message>,
}

/// A fact that is needed for the failure of a formula.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct ReasonView {
    /// The step at which it is so, as in [`FailureView::step`].
    pub step: Option<u32>,
    /// A part of the formula; a proposition, unless it is so for ever.
    pub formula: String,
    /// Whether it is true there.
    pub holds: bool,
    /// Whether it is so at every step from there on, around the cycle of the run: what never happens, or never ends.
    pub for_ever: bool,
    /// Whether it is a reason for what comes back for ever: it is so in each round of the cycle.
    pub again: bool,
    /// The same in words.
    pub words: Message,
}

/// What is not known of a property, or of a run.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct DoubtView {
    /// The propositions that are neither true nor false in the state.
    pub propositions: Vec<String>,
    /// Where.
    pub place: Option<PlaceView>,
    /// Number of the state in the state space, if it is there.
    pub state: Option<u32>,
    /// Number of what is in it.
    pub content: Option<u32>,
    /// Position on the failing run of the analysis, prefix and cycle in one, up to which executed runs follow it.
    pub reached: Option<u32>,
    /// Position of the first state on that run to which no executed run leads: the abstraction has invented what follows.
    pub invented: Option<u32>,
    /// Position on that run at which what tells concrete heaps apart was lost, if it is known.
    pub lost_at: Option<u32>,
    /// The same in a sentence or two.
    pub words: Message,
}

/// What a proof consists of.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct ProofSummary {
    /// Number of states that were looked at; absent for proofs that do not go state by state.
    pub states: Option<u32>,
    /// What stands for all inputs at each loop.
    pub loops: Vec<LoopSummary>,
    /// What recursive methods do.
    pub methods: Vec<MethodSummary>,
    /// What gets smaller, so that no run goes round for ever.
    pub descents: Vec<Descent>,
    /// The same in a few sentences.
    pub words: Message,
}

/// What a proof says of a loop.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct LoopSummary {
    /// Qualified name of the procedure.
    pub method: String,
    /// The file.
    pub file: String,
    /// The line of the loop.
    pub line: u32,
    /// The contents of the state space that stand for all heaps there, in order of discovery.
    pub contents: Vec<u32>,
    /// The same as formulas of separation logic, or what holds there in the language of the program: one of them always holds.
    pub formulas: Vec<String>,
}

/// What a proof says of a recursive method.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct MethodSummary {
    /// Its qualified name.
    pub method: String,
    /// The contents with which it is entered.
    pub entries: Vec<u32>,
    /// How it ends, for each component of the state space.
    pub exits: Vec<ContractExit>,
}
