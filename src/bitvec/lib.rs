#![doc = include_str!("README.md")]

pub mod blast;
mod models;
pub mod sat;
pub mod smtlib;
pub mod solver;
pub mod term;

pub use base;
pub use models::Cube;
pub use sat::{Batsat, Literal, SatSolver};
pub use solver::{Answer, Model, Solver, SolverStatistics};
pub use term::{Evaluation, Operator, Sort, Substitution, TermId, Terms, VariableId, inverse};
