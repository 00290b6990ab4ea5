//! All states seen so far, each once.

use std::hash::BuildHasher;

use hashbrown::HashTable;
use rustc_hash::FxBuildHasher;

use super::evaluate::evaluate;
use super::layout::{PartialValue, ValuationLayout};
use super::observed::{Observation, Observed};
use crate::base::{Idx, IndexVec, newtype_index};
use crate::logic::{PropositionId, Truth};
use crate::program::cfa::{Location, ProcedureId};
use crate::program::guarded::{Ersm, ErsmEdge, Expression, VariableId};

newtype_index! {
    /// A state of a boolean program: a place with values, without the rest of the call stack.
    pub struct ValuationId;
}

/// States of a boolean program, numbered as they come, without the program.
#[derive(Debug)]
pub struct States {
    pub(super) layout: ValuationLayout,
    /// By point, which component and place it is.
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

    /// How many there are.
    pub fn len(&self) -> usize {
        self.words.len() / self.layout.words
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.words.is_empty()
    }

    /// How many of them are of one component.
    pub fn len_in(&self, component: ProcedureId) -> usize {
        (0..self.len()).filter(|&state| self.place(ValuationId::at(state)).0 == component).count()
    }

    /// Where a state is.
    pub fn place(&self, state: ValuationId) -> (ProcedureId, Location) {
        self.points[self.words(state)[0] as u32 as usize]
    }

    /// The value of a variable in the scope of the component of a state.
    pub fn value(&self, state: ValuationId, variable: VariableId) -> PartialValue {
        let (component, _) = self.place(state);
        self.layout.field(component, variable).get(self.words(state))
    }

    /// Whether an edge of the place of a state may be taken there; all that its guard reads is decided.
    pub fn is_enabled(&self, state: ValuationId, edge: &ErsmEdge) -> bool {
        self.allows(self.place(state).0, self.words(state), edge)
    }

    /// Whether a proposition holds in a state in which all that it reads is decided.
    pub fn label(&self, observed: &Observed, state: ValuationId, proposition: PropositionId) -> Truth {
        let (component, place) = self.place(state);
        match observed.get(proposition, component) {
            Observation::Never => Truth::False,
            Observation::At(places) => places.contains(place.index()).into(),
            Observation::Where(condition) => (self.evaluate(component, self.words(state), condition) != 0).into(),
        }
    }

    /// The state of the same program that is the same as `state` of `others`, if it is here.
    pub fn same_as(&self, others: &States, state: ValuationId) -> Option<ValuationId> {
        let words = others.words(state);
        self.table.find(FxBuildHasher.hash_one(words), |&id| self.words(id) == words).copied()
    }

    pub(super) fn words(&self, state: ValuationId) -> &[u64] {
        let start = state.index() * self.layout.words;
        &self.words[start..start + self.layout.words]
    }

    /// The value of an expression in a state in which all that it reads is decided.
    pub(super) fn evaluate(&self, component: ProcedureId, words: &[u64], expression: &Expression) -> i64 {
        let scope = self.layout.scope(component);
        evaluate(expression, |variable| match scope[variable.index()].get(words) {
            PartialValue::Is(value) | PartialValue::From(value) => value,
        })
    }

    /// The same as [`States::is_enabled`], of a state while it is made.
    pub(super) fn allows(&self, component: ProcedureId, words: &[u64], edge: &ErsmEdge) -> bool {
        edge.guard.as_ref().is_none_or(|guard| self.evaluate(component, words, guard) != 0)
    }

    /// The number of the state with these values at a place.
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
