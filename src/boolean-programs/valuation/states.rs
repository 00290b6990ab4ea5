//! All states found so far, without duplicates.

use std::hash::BuildHasher;

use hashbrown::HashTable;
use rustc_hash::FxBuildHasher;

use super::evaluate::evaluate;
use super::layout::{PartialValue, ValuationLayout};
use super::observed::{Observation, Observed};
use base::{Idx, IndexVec, newtype_index};
use ltl::logic::{PropositionId, Truth};
use program::cfa::{Location, ProcedureId};
use program::guarded::{Ersm, ErsmEdge, Expression, VariableId};

newtype_index! {
    /// A state of a boolean program: a location with values, without the rest of the call stack.
    pub struct ValuationId;
}

/// The states of a boolean program, numbered in order of discovery, independent of the program.
#[derive(Debug)]
pub struct States {
    pub(super) layout: ValuationLayout,
    /// By point, its component and location.
    points: Vec<(ProcedureId, Location)>,
    /// By component, its first point.
    first_points: IndexVec<ProcedureId, u32>,
    words: Vec<u64>,
    table: HashTable<ValuationId>,
}

impl States {
    pub(super) fn new(ersm: &Ersm) -> Self {
        let (mut points, mut first_points) = (Vec::new(), IndexVec::new());
        for (id, component) in ersm.components.iter_enumerated() {
            first_points.push(u32::at(points.len()));
            points.extend(component.cfa.locations.indices().map(|place| (id, place)));
        }
        Self { layout: ValuationLayout::new(ersm), points, first_points, words: Vec::new(), table: HashTable::new() }
    }

    /// The number of states.
    pub fn len(&self) -> usize {
        self.words.len() / self.layout.words
    }

    /// Whether there are no states.
    pub fn is_empty(&self) -> bool {
        self.words.is_empty()
    }

    /// The number of states of one component.
    pub fn len_in(&self, component: ProcedureId) -> usize {
        (0..self.len()).filter(|&state| self.place(ValuationId::at(state)).0 == component).count()
    }

    /// The component and location of a state.
    pub fn place(&self, state: ValuationId) -> (ProcedureId, Location) {
        self.points[self.words(state)[0] as u32 as usize]
    }

    /// The value in a state of a variable in the scope of its component.
    pub fn value(&self, state: ValuationId, variable: VariableId) -> PartialValue {
        let (component, _) = self.place(state);
        self.layout.field(component, variable).get(self.words(state))
    }

    /// Whether an edge of the state's location is enabled; all variables in its guard must be assigned.
    pub fn is_enabled(&self, state: ValuationId, edge: &ErsmEdge) -> bool {
        self.allows(self.place(state).0, self.words(state), edge)
    }

    /// Whether a proposition holds in a state; all variables that it reads must be assigned.
    pub fn label(&self, observed: &Observed, state: ValuationId, proposition: PropositionId) -> Truth {
        let (component, place) = self.place(state);
        match observed.get(proposition, component) {
            Observation::Never => Truth::False,
            Observation::At(places) => places.contains(place.index()).into(),
            Observation::Where(condition) => (self.evaluate(component, self.words(state), condition) != 0).into(),
        }
    }

    /// The state equal to `state` of `others`, another set of states of the same program, if there is one.
    pub fn same_as(&self, others: &States, state: ValuationId) -> Option<ValuationId> {
        let words = others.words(state);
        self.table.find(FxBuildHasher.hash_one(words), |&id| self.words(id) == words).copied()
    }

    pub(super) fn words(&self, state: ValuationId) -> &[u64] {
        let start = state.index() * self.layout.words;
        &self.words[start..start + self.layout.words]
    }

    /// The value of an expression in a state in which all its variables are assigned.
    pub(super) fn evaluate(&self, component: ProcedureId, words: &[u64], expression: &Expression) -> i64 {
        let scope = self.layout.scope(component);
        evaluate(expression, |variable| match scope[variable.index()].get(words) {
            PartialValue::Is(value) | PartialValue::From(value) => value,
        })
    }

    /// As [`States::is_enabled`], for a state under construction.
    pub(super) fn allows(&self, component: ProcedureId, words: &[u64], edge: &ErsmEdge) -> bool {
        edge.guard.as_ref().is_none_or(|guard| self.evaluate(component, words, guard) != 0)
    }

    /// The number of the state with these values at a location.
    pub(super) fn insert(&mut self, (component, place): (ProcedureId, Location), words: &mut [u64]) -> ValuationId {
        debug_assert_eq!(words.len(), self.layout.words);
        let point = self.first_points[component] + place.0;
        words[0] = words[0] >> 32 << 32 | u64::from(point);
        let hash = FxBuildHasher.hash_one(&*words);
        if let Some(&known) = self.table.find(hash, |&id| self.words(id) == words) {
            return known;
        }
        let id = ValuationId::at(self.len());
        self.words.extend_from_slice(words);
        let (all, stride) = (&self.words, self.layout.words);
        let rehash = |id: &ValuationId| FxBuildHasher.hash_one(&all[id.index() * stride..(id.index() + 1) * stride]);
        self.table.insert_unique(hash, id, rehash);
        id
    }
}
