//! Stages of a step as data: how the content of one state becomes that of the next.

use serde::{Deserialize, Serialize};

/// What is done in a stage.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub enum StageKind {
    /// An object is brought to light, by opening boxes and choosing one of several cases.
    Isolate,
    /// The operation is executed; a call is entered or left.
    Execute,
    /// The values of variables that are not read any more are forgotten.
    Forget,
    /// Boxes are replaced by wider ones that have been learned since.
    Widen,
    /// Roots are chosen anew: objects to which variables or several edges lead.
    Cut,
    /// Edges are hidden in boxes.
    Fold,
    /// States whose trees look alike are merged.
    Merge,
    /// The target includes the result: it was known, or more heaps have been joined with it.
    Include,
    /// A nonterminal edge is replaced by one of its rules, so that a field is seen.
    Materialise,
    /// Parts that are right-hand sides of rules are replaced by nonterminal edges.
    Abstract,
    /// The callee gets the part of the heap that it can reach.
    Enter,
    /// What the callee leaves behind takes the place of what it got.
    Leave,
}

/// A stage of a step. What changes nothing is no stage.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct StageView {
    /// What is done.
    pub kind: StageKind,
    /// The content number of the result: like those of samples, above those of the state space.
    pub content: u32,
    /// The boxes or nonterminals that are opened, or in which edges are hidden.
    pub boxes: Vec<String>,
}
