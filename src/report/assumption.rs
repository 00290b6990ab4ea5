//! What verdicts take for granted.

use base::{Message, Rendered, msg};
use serde::{Deserialize, Serialize};

/// Something that a verdict takes for granted: it is about the runs of which that is true.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct Assumption {
    /// What it is about.
    pub kind: AssumptionKind,
    /// It in a sentence, without its full stop.
    pub words: Message,
    /// The file that it comes from, if it comes from one place.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
    /// The line there.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub line: Option<u32>,
}

/// What an assumption is about. The documentation lists them.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub enum AssumptionKind {
    /// What parameters and fields refer to where a run starts.
    Input,
    /// What clients of a class do.
    Client,
    /// What static variables and fields hold where a run starts elsewhere than in `main`.
    Statics,
    /// What a field of an object that is not followed holds.
    Payload,
    /// Calls of methods that are one step, and may run for ever as far as the analysis knows, return.
    Returns,
    /// Methods without a body do nothing but return a value.
    Pure,
    /// Calls do what the contracts of the task say.
    Contract,
    /// Variables, fields and collections hold only what their type arguments allow.
    Types,
    /// Comparators that are not followed return a number and change nothing.
    Comparator,
    /// Where the order of operands is open and pointers may make it matter, they are evaluated from left to right.
    Order,
    /// Structures are not too large.
    Size,
    /// Indices are within bounds, and sizes of arrays are not negative.
    Bounds,
    /// Runs that the program ends itself count only up to there.
    Exit,
    /// Nothing undefined comes earlier on a run.
    Earlier,
    /// There is always memory to allocate.
    Allocation,
    /// The stack is never exhausted.
    Stack,
}

impl AssumptionKind {
    /// All kinds.
    pub const ALL: [Self; 16] = [
        Self::Input,
        Self::Client,
        Self::Statics,
        Self::Payload,
        Self::Returns,
        Self::Pure,
        Self::Contract,
        Self::Types,
        Self::Comparator,
        Self::Order,
        Self::Size,
        Self::Bounds,
        Self::Exit,
        Self::Earlier,
        Self::Allocation,
        Self::Stack,
    ];

    /// Whether it is made of every program of its language.
    pub fn is_universal(self) -> bool {
        matches!(self, Self::Allocation | Self::Stack)
    }

    /// The kind of which diagnostics with this code state an assumption.
    pub fn of_code(code: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.code() == code)
    }

    /// The code of diagnostics that state an assumption of this kind.
    pub fn code(self) -> &'static str {
        match self {
            Self::Input => "assumption/input",
            Self::Client => "assumption/client",
            Self::Statics => "assumption/statics",
            Self::Payload => "assumption/payload",
            Self::Returns => "assumption/returns",
            Self::Pure => "assumption/pure",
            Self::Contract => "assumption/contract",
            Self::Types => "assumption/types",
            Self::Comparator => "assumption/comparator",
            Self::Order => "assumption/order",
            Self::Size => "assumption/size",
            Self::Bounds => "assumption/bounds",
            Self::Exit => "assumption/exit",
            Self::Earlier => "assumption/earlier",
            Self::Allocation => "assumption/allocation",
            Self::Stack => "assumption/stack",
        }
    }
}

impl Assumption {
    /// An assumption that comes from no place.
    pub fn new(kind: AssumptionKind, words: Message) -> Self {
        Self { kind, words, file: None, line: None }
    }

    /// That the calls of some methods return.
    pub fn returns(methods: &[String]) -> Self {
        let methods = Message::all_of(methods.iter().map(Message::code));
        Self::new(AssumptionKind::Returns, msg!("every call of {methods} returns"))
    }

    /// That no structure is too large for its size to be compared.
    pub fn sizes() -> Self {
        Self::new(AssumptionKind::Size, msg!("no structure has 1,073,741,824 objects or more"))
    }

    /// Those that are not made of every program, as a part of a sentence: `if … and …`; nothing without any.
    pub fn in_words(assumptions: &[Self]) -> Option<Message> {
        let special = assumptions.iter().filter(|assumption| !assumption.kind.is_universal());
        // What a task assumes of its input may be known of the program, too.
        let mut words: Vec<Message> = Vec::new();
        for assumption in special {
            if !words.contains(&assumption.words) {
                words.push(assumption.words.clone());
            }
        }
        words.into_iter().reduce(|before, next| msg!("{before}, and {next}")).map(|words| msg!("if {words}"))
    }

    /// The assumption that a diagnostic states, if it states one.
    pub fn of_diagnostic(found: &Rendered) -> Option<Self> {
        let kind = AssumptionKind::of_code(&found.code)?;
        Some(Self { kind, words: found.message.clone(), file: found.file.clone(), line: found.line })
    }
}
