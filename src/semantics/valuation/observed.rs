//! What propositions say of a boolean program.

use fixedbitset::FixedBitSet;

use crate::base::{Idx, IndexVec};
use crate::logic::PropositionId;
use crate::program::cfa::{Location, ProcedureId};
use crate::program::guarded::{Expression, VariableId};

/// Where a proposition holds, in the states of one component.
#[derive(Clone, Debug)]
pub enum Observation {
    /// In none: a variable is not in scope, or it is about another component.
    Never,
    /// At some places.
    At(FixedBitSet),
    /// Where a condition is not 0.
    Where(Expression),
}

impl Observation {
    /// As an expression at a place.
    pub fn at(&self, place: Location) -> Expression {
        match self {
            Observation::Never => Expression::constant(0),
            Observation::At(places) => Expression::constant(i64::from(places.contains(place.index()))),
            Observation::Where(condition) => condition.clone(),
        }
    }
}

/// By proposition and component, where it holds.
#[derive(Clone, Debug, Default)]
pub struct Observed(pub IndexVec<PropositionId, IndexVec<ProcedureId, Observation>>);

impl Observed {
    /// Where a proposition holds in a component.
    pub fn get(&self, proposition: PropositionId, component: ProcedureId) -> &Observation {
        self.0.get(proposition).and_then(|all| all.get(component)).unwrap_or(&Observation::Never)
    }

    /// The variables that propositions read in the states of a component, with repetition.
    pub fn reads(&self, component: ProcedureId) -> impl Iterator<Item = VariableId> + '_ {
        let conditions = self.0.iter().filter_map(move |all| match all.get(component) {
            Some(Observation::Where(condition)) => Some(condition),
            _ => None,
        });
        conditions.flat_map(Expression::reads)
    }
}
