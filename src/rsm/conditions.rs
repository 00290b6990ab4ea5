//! Sets of conditions, and what edges meet of them.

use fixedbitset::FixedBitSet;
use indexmap::IndexSet;
use rustc_hash::FxBuildHasher;

use super::machine::Edge;
use crate::base::{Idx, newtype_index};

newtype_index! {
    /// A set of conditions of a [`ConditionSets`]; equal sets have equal ids.
    pub struct ConditionSetId;
}

/// The store of sets of conditions; the conditions are numbered from 0.
#[derive(Clone, Debug)]
pub struct ConditionSets {
    sets: IndexSet<FixedBitSet, FxBuildHasher>,
    conditions: usize,
}

impl ConditionSets {
    /// No condition.
    pub const NONE: ConditionSetId = ConditionSetId(0);

    /// A store for this many conditions.
    pub fn new(conditions: usize) -> Self {
        let mut sets = IndexSet::default();
        sets.insert(FixedBitSet::with_capacity(conditions));
        Self { sets, conditions }
    }

    /// Number of conditions.
    pub fn conditions(&self) -> usize {
        self.conditions
    }

    /// The id of a set, whose length is the number of conditions.
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

    /// The set.
    pub fn get(&self, id: ConditionSetId) -> &FixedBitSet {
        &self.sets[id.index()]
    }

    /// What is in one of two sets.
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

    /// A set and one more condition.
    pub fn with(&mut self, set: ConditionSetId, condition: usize) -> ConditionSetId {
        let mut set = self.get(set).clone();
        set.insert(condition);
        self.intern(set)
    }

    /// Whether every condition is in the set.
    pub fn is_all(&self, id: ConditionSetId) -> bool {
        self.get(id).is_full()
    }
}

/// An edge, and what is met on it.
///
/// A summary edge stands for all runs through the callee from one call to one exit: it meets what one of them meets. More
/// sets than this union need not be kept: if the edge lies on a cycle, then so do all these runs, one after the other.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct FairEdge {
    /// The edge.
    pub edge: Edge,
    /// What it meets.
    pub met: ConditionSetId,
}
