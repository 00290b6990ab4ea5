//! The settings of the abstraction that `"abstraction": "auto"` tries, and what they gave.

use base::{Message, msg};
use serde::{Deserialize, Serialize};

/// How much is folded.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub enum AbstractionSetting {
    /// As much as the grammar allows.
    Fast,
    /// Objects that variables point to stay concrete (`admissibleAbstraction`).
    Admissible,
    /// All fields of these objects are made concrete as well, and constants count as variables (`admissibleFull`, `admissibleConstants`,
    /// `admissibleMarkings`).
    Full,
    /// No object of the input is followed: what holds then holds whatever its structure is.
    Unfollowed,
    /// Admissible, of clients of a class that share no structure among what they pass, and use iterators only until they call something else.
    Unshared,
    /// Admissible, of clients that use the class alone.
    OfClass,
    /// Admissible, of inputs that calls of the class make, in place of those that its fields suggest.
    Called,
    /// Admissible, with collections that are not followed where they are in fields that are no part of the shape; of clients that use the class
    /// alone, or inputs that calls of the class make.
    Opaque,
    /// Admissible, with paths through trees told apart by the field that they follow.
    Spines,
    /// No object is followed, but of all that the program makes itself what it stores in their fields.
    Made,
    /// The parts of the program that have no object in common, each by itself.
    Apart,
}

impl AbstractionSetting {
    /// The settings that follow the input, each more precise than those before.
    pub const ALL: [Self; 3] = [Self::Fast, Self::Admissible, Self::Full];

    /// The setting in words, after *with*.
    pub fn words(self) -> Message {
        match self {
            Self::Fast => msg!("the fastest abstraction"),
            Self::Admissible => msg!("admissible abstraction"),
            Self::Full => msg!("admissible abstraction of concrete neighbourhoods"),
            Self::Unfollowed => msg!("inputs that are not followed"),
            Self::Unshared => msg!("clients that share nothing they pass, nor go back to an iterator"),
            Self::OfClass => msg!("clients that use only the class itself"),
            Self::Called => msg!("inputs that calls of the class make"),
            Self::Opaque => msg!("collections that are not followed"),
            Self::Spines => msg!("paths told apart by the field that they follow"),
            Self::Made => msg!("objects that are not followed"),
            Self::Apart => msg!("the parts of the program that have no object in common, each by itself"),
        }
    }
}

/// A setting that was tried.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct TriedSetting {
    /// The setting.
    pub setting: AbstractionSetting,
    /// The most states that it could generate.
    pub max_states: u32,
    /// The most vertices that a heap could have.
    pub max_heap: u32,
    /// The states that were generated to be shown.
    pub states: u32,
    /// How many properties are satisfied, or violated by a run that was executed.
    pub decided: u32,
    /// How many properties were checked.
    pub properties: u32,
}

impl TriedSetting {
    /// It in words.
    pub fn words(&self) -> Message {
        let Self { setting, states, decided, properties, .. } = self;
        msg!("{} ({states} states, {decided} of {properties} decided)", setting.words())
    }
}
