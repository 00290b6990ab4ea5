//! Satisfiability of formulas over bit-vectors: SMT-LIB's logic `QF_BV`, with vectors of 1 to 64 bits.

pub mod term;

pub use term::{Evaluation, Operator, Sort, Substitution, TermId, Terms, VariableId};
