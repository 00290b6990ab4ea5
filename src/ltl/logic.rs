//! Linear temporal logic over propositions about states: formulas, their text, and their negation normal form.
//!
//! Propositions are syntax here; the semantics defines their meaning on heaps.

mod decision;
mod definition;
mod formula;
mod monitor;
mod normal;
mod parser;
mod printer;
mod proposition;
mod token;
mod truth;

pub use decision::{Decision, Decisions};
pub use definition::{Tail, TruthOnRun};
pub use formula::{Binary, Formula, FormulaId, Formulas, PropositionId, Unary};
pub use monitor::{Monitor, MonitorEdge, MonitorState, MonitorStateId};
pub use normal::{NegationNormalForm, negation_normal_form};
pub use parser::{MAX_OPERATORS, parse_formula, parse_formula_with};
pub use printer::DisplayFormula;
pub use proposition::{Contained, Operand, Order, Proposition, VariableRef, parse_condition, parse_proposition};
pub use truth::Truth;
