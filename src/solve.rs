//! Satisfiability of formulas over bit-vectors: SMT-LIB's logic `QF_BV`, with vectors of 1 to 64 bits.
//!
//! A formula is a Boolean [term], which [`blast`] translates into clauses for a [SAT solver](sat). The
//! [`Solver`] does this incrementally and answers in terms: models, cores, all models.
//!
//! ```
//! use hrglass::base::Silent;
//! use hrglass::solve::{Answer, Solver, Sort, Terms};
//!
//! let mut terms = Terms::new();
//! let (x, y) = (terms.variable(Sort::Bits(32)), terms.variable(Sort::Bits(32)));
//! let (product, limit) = (terms.multiply(x, y), terms.bits(32, 1_000_003));
//! let prime = terms.equal(product, limit);
//! let overflow = terms.unsigned_multiply_overflows(x, y);
//! let exact = terms.not(overflow);
//! let (one, two) = (terms.bits(32, 1), terms.bits(32, 1000));
//! let (above, below) = (terms.unsigned_less(one, x), terms.unsigned_less(x, two));
//!
//! let mut solver = Solver::new();
//! solver.assert(&terms, prime, &mut Silent)?;
//! // Wrapping products reach it, exact ones do not.
//! assert_eq!(solver.check(&terms, &[above, below], &mut Silent)?, Answer::Satisfiable);
//! assert_eq!(solver.model().value(&terms, product), 1_000_003);
//! assert_eq!(solver.check(&terms, &[above, below, exact], &mut Silent)?, Answer::Unsatisfiable);
//! assert!(solver.core().contains(&exact));
//! # Ok::<(), hrglass::Stop>(())
//! ```

pub mod blast;
mod models;
pub mod sat;
pub mod smtlib;
pub mod solver;
pub mod term;

pub use models::Cube;
pub use sat::{Batsat, Literal, SatSolver};
pub use solver::{Answer, Model, Solver, SolverStatistics};
pub use term::{Evaluation, Operator, Sort, Substitution, TermId, Terms, VariableId, inverse};
