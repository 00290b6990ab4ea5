//! Contracts of procedures: for one precondition the ways in which a call ends.

use std::fmt::Write;

use serde::{Deserialize, Serialize};

use super::content::ContentKind;
use base::{Message, counted, msg, text};

/// How a call ends.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub enum ContractEnd {
    /// It returns.
    Returns,
    /// It ends with an exception.
    Exception,
    /// Null is dereferenced in the procedure: the run ends there.
    NullDereference,
    /// An assertion of the procedure fails: the run ends there.
    Failed,
}

impl ContractEnd {
    const ALL: [Self; 4] = [Self::Returns, Self::Exception, Self::NullDereference, Self::Failed];

    /// The words before what is in the last state.
    fn words(self) -> Message {
        match self {
            Self::Returns => msg!("returns with"),
            Self::Exception => msg!("throws with"),
            Self::NullDereference => msg!("null dereferenced"),
            Self::Failed => msg!("assertion fails"),
        }
    }
}

/// A state where a procedure is entered or left.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct ContractState {
    /// [Number](super::space::StateView::content) of what is in it.
    pub content: u32,
    /// Number of the state in the state-space view, if it is there.
    pub state: Option<u32>,
}

/// A way in which a call ends.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct ContractExit {
    /// How it ends.
    pub end: ContractEnd,
    /// Where it ends.
    #[serde(flatten)]
    pub at: ContractState,
}

/// A procedure with a precondition, and what becomes of it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct ContractView {
    /// Qualified name of the procedure.
    pub procedure: String,
    /// Number of its component in the state space; 0 is the entry procedure.
    pub component: u32,
    /// Whether the task gives it, so that it was not computed but taken on trust.
    pub trusted: bool,
    /// The preconditions: one, except for the entry procedure.
    pub entries: Vec<ContractState>,
    /// The ways in which calls end, by kind, in order of discovery. None: they do not, as far as was explored.
    pub exits: Vec<ContractExit>,
    /// Number of calling states that use it.
    pub calls: u32,
}

/// The contracts as text, a paragraph for each.
pub fn text(contracts: &[ContractView], contents: ContentKind) -> String {
    let content = match contents {
        ContentKind::Heaps => msg!("heap"),
        ContentKind::Valuations => msg!("values"),
    };
    let width = ContractEnd::ALL.map(|end| end.words().chars().count()).into_iter().max().unwrap_or_default();
    let mut out = String::new();
    for contract in contracts {
        let procedure = Message::verbatim(&contract.procedure);
        let origin = if contract.trusted { msg!("trusted") } else { msg!("computed") };
        let calls = counted(contract.calls, text!("calling state"), text!("calling states"));
        let heading = msg!("{procedure} (component {}, {origin}, {calls})", contract.component);
        let _ = writeln!(out, "{heading}");
        let mut line = |what: Message, at: &ContractState| {
            let state = at.state.map_or_else(Message::default, |state| msg!(", state {state}"));
            let _ = writeln!(out, "  {what:<width$} {content} {}{state}", at.content);
        };
        contract.entries.iter().for_each(|entry| line(msg!("entered with"), entry));
        for exit in &contract.exits {
            line(exit.end.words(), &exit.at);
        }
        if contract.exits.is_empty() {
            let _ = writeln!(out, "  {}", msg!("does not end"));
        }
    }
    out
}
