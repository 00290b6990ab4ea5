//! Large blocks: acyclic parts of a program as single steps.

mod build;
mod encode;
mod flat;
mod print;
mod rules;
mod units;
mod watched;

pub use build::{Block, BlockId, BlockProgram, Head, HeadId};
pub use encode::Inputs;
pub use flat::{
    FlatAction, FlatEdge, FlatFrame, FlatOptions, FlatPlace, FlatProgram, FlatVariable, FrameId, VariableOrigin,
};
pub use print::{ContractPlace, Notation, VariableText, expression, is_visible, literal};
pub use rules::{Command, Reduction, ReductionStep, Rule, RuleEdge, RuleEdgeId};
pub use units::{BlockCall, CallReturn, UnitHead, UnitId};
pub use watched::{FailingStep, FlatObservation, FlatValue, ObservationId, Observed, RunObserver, RunPlace};
