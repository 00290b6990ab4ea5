//! Proof structures, which decide whether all runs of a system satisfy a formula of linear temporal logic.
//!
//! An *assertion* `s ⊢ Φ` claims that every run from `s` satisfies one of the formulas `Φ` (negation normal forms, read as a
//! disjunction). Expanding it by the rules of the operators leaves obligations for the successors of `s`: the edges of
//! the proof structure. The rules and the structure are those of Bhat, Cleaveland and Grumberg (LICS 1995), as in
//! \[HMC\] 3.1.
//!
//! The claim fails iff `s' ⊢ ∅` is reachable, or some infinite path is not successful. A path is successful iff from
//! some point on one release formula `φ R ψ` is always pending and `ψ` is never among the formulas. So a path is not
//! successful iff for *each* release formula, infinitely often, the formula is not pending or its `ψ` is among the
//! formulas: a fair cycle, found by [`find_fair_cycle`](rsm::find_fair_cycle). (Checking only one assertion of a
//! cycle, as is sometimes done, is unsound for nested formulas such as `F X G {p}`.)
//!
//! [`watch`] searches the same systems with a [`Monitor`](crate::logic::Monitor) beside them.
//!
//! \[HMC\]: Chau, "Comparing Hierarchical and On-The-Fly Model Checking for Java Pointer Programs", RWTH Aachen 2019.

mod automaton;
mod check;
mod closure;
mod expand;
mod guards;
mod labels;
mod monitor;
mod product;
mod rule;
#[cfg(test)]
mod tests;

pub use automaton::violations;
pub use check::{CheckVerdict, FailingState, ProofOutcome, ProofStructure, ViolatingRun, check};
pub use closure::asked_where;
pub use guards::asked_by_guards;
pub use labels::Labelled;
pub use monitor::{MonitorOutcome, MonitoredState, watch};
pub use rule::Rule;
