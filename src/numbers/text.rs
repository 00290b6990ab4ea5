//! Terms as expressions of a language.
//!
//! An expression has exactly the value of its term when it is evaluated by the rules of the language with the declared types
//! of the variables. Types are what makes this difficult: C promotes narrow numbers and compares signed
//! with unsigned ones as unsigned, Java has no unsigned numbers. Casts are written only where they change something.

mod expression;
mod number;
mod parts;

pub use expression::{VariableText, expression};
pub use parts::{Notation, literal};
