//! Terms, formulas and answers of `solve`, compared with their definition, with enumeration, and with z3.

mod answers;
mod formula;
mod models;
mod naive;
mod robustness;
mod simplification;
mod text;
mod z3;
