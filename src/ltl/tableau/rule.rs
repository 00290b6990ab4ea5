//! The names of the rules.

use std::fmt;

/// A rule of \[HMC\] figure 3.1, applied to one formula of an assertion; [`Rule::Next`] is applied to all that are
/// left.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Rule {
    /// A literal holds at the state: the assertion is proved.
    Holds,
    /// A literal is false at the state: it is removed.
    Fails,
    /// A disjunction: both sides are among the formulas.
    Or,
    /// A conjunction: one of two assertions, with one side each.
    And,
    /// `φ U ψ`: `ψ`, with `φ` or with the whole left to the next state.
    Until,
    /// `φ R ψ`: `ψ`, or `φ` with the whole left to the next state.
    Release,
    /// Only formulas for the next state are left, and they must hold at a successor of the state. The paper writes `○`
    /// for `X`.
    Next,
    /// Not a single rule: a model-checking contract represents those applied inside a callee.
    Contract,
}

impl fmt::Display for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Rule::Holds => "⊨",
            Rule::Fails => "⊭",
            Rule::Or => "∨",
            Rule::And => "∧",
            Rule::Until => "U",
            Rule::Release => "R",
            Rule::Next => "X",
            Rule::Contract => "contract",
        })
    }
}
