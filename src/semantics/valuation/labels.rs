//! What holds in a state.

use super::execute::Valuations;
use super::observed::Observation;
use super::store::ValuationId;
use crate::base::Idx;
use crate::logic::{PropositionId, Truth};

impl Valuations<'_> {
    /// Whether a proposition holds in a resolved state.
    pub fn label(&self, state: ValuationId, proposition: PropositionId) -> Truth {
        let (component, place) = self.place(state);
        match self.observed().get(proposition, component) {
            Observation::Never => Truth::False,
            Observation::At(places) => places.contains(place.index()).into(),
            Observation::Where(condition) => (self.evaluate(component, self.words(state), condition) != 0).into(),
        }
    }
}
