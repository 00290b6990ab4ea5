//! Boolean programs as systems with labels: properties see their resolved states.

use crate::valuation::{ValuationId, Valuations};
use base::Stop;
use ltl::logic::{PropositionId, Truth};
use ltl::tableau::Labelled;

impl Labelled for Valuations<'_> {
    fn label(&mut self, state: ValuationId, proposition: PropositionId) -> Result<Truth, Stop> {
        Ok(Valuations::label(self, state, proposition))
    }

    fn is_unresolved(&self, state: ValuationId) -> bool {
        Valuations::is_unresolved(self, state)
    }

    fn may_block(&self) -> bool {
        true
    }

    fn is_cheap(&self, _: PropositionId) -> bool {
        true
    }
}
