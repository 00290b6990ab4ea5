//! Sets of fairness conditions, and edges labelled with them.

use fixedbitset::FixedBitSet;
use indexmap::IndexSet;
use rustc_hash::FxBuildHasher;

use super::machine::Edge;
use crate::base::{Idx, newtype_index};

newtype_index! {
    /// A set of fairness conditions in a [`ConditionSets`]; equal sets have equal ids.
    pub struct ConditionSetId;
}

/// Interned sets of fairness conditions; the conditions are numbered from 0.
#[derive(Clone, Debug)]
pub struct ConditionSets {
    sets: IndexSet<FixedBitSet, FxBuildHasher>,
    conditions: usize,
}

impl ConditionSets {
    /// The empty set.
    pub const NONE: ConditionSetId = ConditionSetId(0);

    /// A store for sets of this many conditions.
    pub fn new(conditions: usize) -> Self {
        let mut sets = IndexSet::default();
        sets.insert(FixedBitSet::with_capacity(conditions));
        Self { sets, conditions }
    }

    /// The number of conditions.
    pub fn conditions(&self) -> usize {
        self.conditions
    }

    /// The id of a set, whose length must be the number of conditions.
    pub fn intern(&mut self, set: FixedBitSet) -> ConditionSetId {
        debug_assert_eq!(set.len(), self.conditions);
        ConditionSetId::at(self.sets.insert_full(set).0)
    }

    /// The set of all conditions.
    pub fn all(&mut self) -> ConditionSetId {
        let mut set = FixedBitSet::with_capacity(self.conditions);
        set.insert_range(..);
        self.intern(set)
    }

    /// The set with this id.
    pub fn get(&self, id: ConditionSetId) -> &FixedBitSet {
        &self.sets[id.index()]
    }

    /// The union of two sets.
    pub fn union(&mut self, a: ConditionSetId, b: ConditionSetId) -> ConditionSetId {
        if a == b || b == Self::NONE {
            return a;
        }
        if a == Self::NONE || self.get(a).is_subset(self.get(b)) {
            return b;
        }
        if self.get(b).is_subset(self.get(a)) {
            return a;
        }
        let mut union = self.get(a).clone();
        union.union_with(self.get(b));
        self.intern(union)
    }

    /// A set with one more condition.
    pub fn with(&mut self, set: ConditionSetId, condition: usize) -> ConditionSetId {
        let mut set = self.get(set).clone();
        set.insert(condition);
        self.intern(set)
    }

    /// Whether the set contains all conditions.
    pub fn is_all(&self, id: ConditionSetId) -> bool {
        self.get(id).is_full()
    }
}

/// An edge with the fairness conditions that it satisfies.
///
/// A summary edge represents all runs through the callee from one call to one exit: it satisfies every condition that
/// some of them satisfies. This union suffices: if the edge lies on a cycle, then the cycle can take all these runs,
/// one after the other.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct FairEdge {
    /// The edge.
    pub edge: Edge,
    /// The conditions that it satisfies.
    pub met: ConditionSetId,
}
