//! The values of the variables in a state of a boolean program.

use base::{Message, msg};
use serde::{Deserialize, Serialize};

/// The value of a variable.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct VariableView {
    /// The variable.
    pub name: String,
    /// Its value: a number, `T`, `F`, or if it is open what it may be.
    pub value: String,
    /// Whether nothing has decided it yet, or nothing will read it.
    pub is_open: bool,
    /// Its value in the state that this one is compared with, if it was another.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub before: Option<String>,
}

/// The values of the variables in scope in a state of a boolean program.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct ValuationView {
    /// The procedure.
    pub procedure: String,
    /// The variables of all procedures.
    pub globals: Vec<VariableView>,
    /// Those of this procedure.
    pub locals: Vec<VariableView>,
}

impl ValuationView {
    /// The same, compared with an earlier state: of another procedure only the globals are the same variables.
    #[must_use]
    pub fn since(mut self, earlier: &Self) -> Self {
        let compare = |now: &mut Vec<VariableView>, then: &[VariableView]| {
            for (now, then) in now.iter_mut().zip(then) {
                now.before = (now.value != then.value).then(|| then.value.clone());
            }
        };
        compare(&mut self.globals, &earlier.globals);
        if self.procedure == earlier.procedure {
            compare(&mut self.locals, &earlier.locals);
        }
        self
    }

    /// The variables by scope, with the name of the scope; no empty scopes.
    pub fn groups(&self) -> impl Iterator<Item = (Message, &[VariableView])> {
        let groups = [(msg!("globals"), &self.globals[..]), (Message::verbatim(&self.procedure), &self.locals)];
        groups.into_iter().filter(|(_, variables)| !variables.is_empty())
    }

    /// What is written beside a variable.
    pub fn written(variable: &VariableView) -> String {
        variable.before.as_ref().map_or_else(|| variable.value.clone(), |b| format!("{b} → {}", variable.value))
    }
}
