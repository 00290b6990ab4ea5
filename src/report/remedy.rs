//! What may help where a property is unknown, or a violation is not confirmed.

use serde::{Deserialize, Serialize};

use base::{Message, Resource, Stop, msg};

/// Something that may lead to a verdict, or to a run that was executed. Each is a change that the user can make to the task.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", tag = "kind")]
pub enum Remedy {
    /// More of a budget that was used up.
    Budget(Budget),
    /// Another strategy, which need not generate what this one does.
    #[serde(rename_all = "camelCase")]
    Strategy {
        /// Its name in tasks.
        strategy: String,
    },
    /// Fewer values of the variable that has the most.
    #[serde(rename_all = "camelCase")]
    FewerValues {
        /// The variable.
        variable: String,
        /// How many values it has.
        values: u64,
    },
    /// Fewer variables.
    FewerVariables,
    /// Boxes that are learned, or other ones that the task gives.
    Boxes,
    /// A more precise abstraction: the option `abstraction`, or `admissibleAbstraction`.
    Abstraction,
    /// A grammar for a class whose objects are folded by no rule.
    #[serde(rename_all = "camelCase")]
    Structure {
        /// The class.
        class: String,
    },
    /// A field that rules and initial heaps must mention to be followed.
    #[serde(rename_all = "camelCase")]
    Field {
        /// The field.
        field: String,
    },
    /// A condition on what the program asks for at a place, as the analysis does not know what decides there.
    #[serde(rename_all = "camelCase")]
    Condition {
        /// The file.
        file: String,
        /// The line, from 1.
        line: u32,
    },
    /// A variable of the program that holds whether a condition of the formula is true, and the formula about it: of numbers from outside
    /// nothing is known, but of what is computed from them.
    #[serde(rename_all = "camelCase")]
    Variable {
        /// The condition.
        condition: String,
    },
    /// Another entry method, or a program that does not come to a place, as what is done there is not modelled.
    #[serde(rename_all = "camelCase")]
    Entry {
        /// The file.
        file: String,
        /// The line, from 1.
        line: u32,
    },
    /// A bound on how deep calls are nested.
    Depth,
    /// Contracts that allow less, or none: what they allow is taken on trust and may be all that fails.
    #[serde(rename_all = "camelCase")]
    Contracts {
        /// The methods whose contracts the task gives.
        methods: Vec<String>,
    },
}

impl Remedy {
    /// More of the budget that stopped a search, if one did.
    pub fn of_stop(stop: &Stop) -> Option<Self> {
        let Stop::Budget(resource, limit) = *stop else { return None };
        let option = match resource {
            Resource::States => BudgetOption::MaxStates,
            Resource::Vertices => BudgetOption::MaxHeap,
            Resource::Seconds => BudgetOption::Seconds,
            Resource::Megabytes => BudgetOption::Memory,
            // No option sets these.
            Resource::Queries
            | Resource::Blocks
            | Resource::DiagramNodes
            | Resource::DiagramSteps
            | Resource::AutomatonSteps
            | Resource::Clauses
            | Resource::Conflicts => {
                return None;
            }
        };
        Some(Self::Budget(Budget { option, limit: u32::try_from(limit).unwrap_or(u32::MAX) }))
    }
}

impl Remedy {
    /// It in words.
    pub fn words(&self) -> Message {
        match self {
            Remedy::Budget(Budget { option, limit }) => match option {
                BudgetOption::MaxStates => msg!("more states than {limit} (option `maxStates`)"),
                BudgetOption::MaxHeap => msg!("heaps of more vertices than {limit} (option `maxHeap`)"),
                BudgetOption::Seconds => msg!("more seconds than {limit} (option `seconds`)"),
                BudgetOption::Memory => msg!("more memory than {limit} MB (option `memory`)"),
            },
            Remedy::Strategy { strategy } => msg!("the strategy {}", Message::verbatim(strategy)),
            Remedy::FewerValues { variable, values } => msg!("fewer values of `{variable}`, which has {values}"),
            Remedy::FewerVariables => msg!("fewer variables"),
            Remedy::Boxes => msg!("boxes that are learned (option `learnBoxes`), or another box in `boxes`"),
            Remedy::Abstraction => msg!("a more precise abstraction (option `\"abstraction\": \"auto\"`)"),
            Remedy::Structure { class } => {
                msg!("a structure for the class `{class}`: a grammar that describes its objects")
            }
            Remedy::Field { field } => msg!("the field `{field}` in the grammar and in the initial heaps"),
            Remedy::Condition { file, line } => msg!(
                "a test at {}:{line} of what the heap looks like, in place of values that are not modelled",
                Message::verbatim(file)
            ),
            Remedy::Variable { condition } => {
                msg!("a variable that holds the answer, `boolean holds = {condition};`, and the formula about it")
            }
            Remedy::Entry { file, line } => {
                msg!("another entry method, or a program that does not come to {}:{line}", Message::verbatim(file))
            }
            Remedy::Depth => msg!("a test that bounds how deep calls are nested"),
            Remedy::Contracts { methods } => {
                let methods: Vec<Message> = methods.iter().map(Message::code).collect();
                msg!("contracts of {} that allow less, or none", Message::joined(&methods, ", "))
            }
        }
    }
}

/// A budget that was used up.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct Budget {
    /// The option that sets it.
    pub option: BudgetOption,
    /// How much there was: states, vertices, seconds, megabytes.
    pub limit: u32,
}

/// The options that set budgets, as tasks name them.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
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
