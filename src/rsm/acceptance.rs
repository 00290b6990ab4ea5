//! Acceptance marks: the acceptance sets that an edge belongs to.

use fixedbitset::FixedBitSet;
use indexmap::IndexSet;
use rustc_hash::FxBuildHasher;

use super::machine::Edge;
use base::{Idx, newtype_index};

newtype_index! {
    /// A set of acceptance sets in [`AcceptanceMarks`]; equal sets have equal ids.
    pub struct AcceptanceMarkId;
}

/// Interned acceptance marks; the acceptance sets are numbered from 0.
#[derive(Clone, Debug)]
pub struct AcceptanceMarks {
    marks: IndexSet<FixedBitSet, FxBuildHasher>,
    set_count: usize,
}

impl AcceptanceMarks {
    /// The empty set.
    pub const NONE: AcceptanceMarkId = AcceptanceMarkId(0);

    /// A store for this many acceptance sets.
    pub fn new(set_count: usize) -> Self {
        let mut marks = IndexSet::default();
        marks.insert(FixedBitSet::with_capacity(set_count));
        Self { marks, set_count }
    }

    /// The number of acceptance sets.
    pub fn set_count(&self) -> usize {
        self.set_count
    }

    /// The id of a set, whose length must be the number of acceptance sets.
    pub fn intern(&mut self, set: FixedBitSet) -> AcceptanceMarkId {
        debug_assert_eq!(set.len(), self.set_count);
        AcceptanceMarkId::at(self.marks.insert_full(set).0)
    }

    /// The mark of all acceptance sets.
    pub fn all(&mut self) -> AcceptanceMarkId {
        let mut set = FixedBitSet::with_capacity(self.set_count);
        set.insert_range(..);
        self.intern(set)
    }

    /// The set with this id.
    pub fn get(&self, id: AcceptanceMarkId) -> &FixedBitSet {
        &self.marks[id.index()]
    }

    /// The union of two sets.
    pub fn union(&mut self, a: AcceptanceMarkId, b: AcceptanceMarkId) -> AcceptanceMarkId {
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

    /// A mark with one more acceptance set.
    pub fn with(&mut self, mark: AcceptanceMarkId, set: usize) -> AcceptanceMarkId {
        let mut sets = self.get(mark).clone();
        sets.insert(set);
        self.intern(sets)
    }

    /// Whether the mark contains all acceptance sets.
    pub fn is_all(&self, id: AcceptanceMarkId) -> bool {
        self.get(id).is_full()
    }
}

/// An edge with the acceptance sets that it visits.
///
/// A summary edge represents all runs through the callee from one call to one exit: it visits every set that
/// some of them visits. This union suffices: if the edge lies on a cycle, then the cycle can take all these runs,
/// one after the other.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct FairEdge {
    /// The edge.
    pub edge: Edge,
    /// The acceptance sets that it visits.
    pub mark: AcceptanceMarkId,
}
