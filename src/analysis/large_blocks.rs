//! Programs over machine integers in large blocks: bounded model checking, predicate abstraction, property-directed
//! reachability.

mod abstraction;
mod auto;
mod bounded;
mod check_induction;
mod check_proof;
mod induction;
mod path;
mod pdr;
mod predicates;
mod refine;
mod replay;
mod trace;

pub use abstraction::{
    AbstractEdge, AbstractNode, Abstraction, AbstractionAnswer, AbstractionOptions, AbstractionRound,
    AbstractionStatistics, Posts, PredicateAbstraction, RECORDED_CUBES, RECORDED_NODES, RECORDED_ROUNDS, RegionCube,
    Regions, UnitStep,
};
pub use auto::{BlockAnswer, BlockStatistics, search};
pub use bounded::{Bound, Unrolling};
pub use check_induction::proves_by_induction;
pub use check_proof::{Invariants, proves, proves_units};
pub use induction::{Induction, InductionAnswer, InductionOptions};
pub use path::BlockInputs;
pub use pdr::{Pdr, PdrAnswer, PdrStatistics};
pub use predicates::{PredicateId, Predicates};
pub use replay::{ExecutedState, ExecutedTrace, replay};
pub use trace::{Trace, TraceStep};

/// Why nothing is known although no run fails.
const TOO_DEEP: &str = "calls may be nested deeper than they are followed";
