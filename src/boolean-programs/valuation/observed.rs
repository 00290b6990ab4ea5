//! The truth of propositions in a boolean program.

use fixedbitset::FixedBitSet;

use base::{Idx, IndexVec};
use ltl::logic::PropositionId;
use program::cfa::{Location, ProcedureId};
use program::guarded::{Expression, VariableId};

/// The states of one component in which a proposition holds.
#[derive(Clone, Debug)]
pub enum Observation {
    /// None: a variable is not in scope, or the proposition is about another component.
    Never,
    /// Those at some locations.
    At(FixedBitSet),
    /// Those in which a condition is not 0.
    Where(Expression),
}

impl Observation {
    /// The truth at a location, as an expression.
    pub fn at(&self, place: Location) -> Expression {
        match self {
            Observation::Never => Expression::constant(0),
            Observation::At(places) => Expression::constant(i64::from(places.contains(place.index()))),
            Observation::Where(condition) => condition.clone(),
        }
    }
}

/// By proposition and component, the states in which it holds.
#[derive(Clone, Debug, Default)]
pub struct Observed(pub IndexVec<PropositionId, IndexVec<ProcedureId, Observation>>);

impl Observed {
    /// The states of a component in which a proposition holds.
    pub fn get(&self, proposition: PropositionId, component: ProcedureId) -> &Observation {
        self.0.get(proposition).and_then(|all| all.get(component)).unwrap_or(&Observation::Never)
    }

    /// The variables that propositions read in the states of a component, with duplicates.
    pub fn reads(&self, component: ProcedureId) -> impl Iterator<Item = VariableId> + '_ {
        let conditions = self.0.iter().filter_map(move |all| match all.get(component) {
            Some(Observation::Where(condition)) => Some(condition),
            _ => None,
        });
        conditions.flat_map(Expression::reads)
    }
}
