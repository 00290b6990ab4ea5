//! All states seen so far, each once.

use std::hash::BuildHasher;

use hashbrown::HashTable;
use rustc_hash::FxBuildHasher;

use crate::base::{Idx, newtype_index};

newtype_index! {
    /// A state of a boolean program: a place with values, without the rest of the call stack.
    pub struct ValuationId;
}

/// States of equal length in one long array.
#[derive(Debug)]
pub(super) struct Store {
    stride: usize,
    words: Vec<u64>,
    table: HashTable<ValuationId>,
}

impl Store {
    pub fn new(stride: usize) -> Self {
        Self { stride, words: Vec::new(), table: HashTable::new() }
    }

    pub fn len(&self) -> usize {
        self.words.len() / self.stride
    }

    pub fn get(&self, id: ValuationId) -> &[u64] {
        let start = id.index() * self.stride;
        &self.words[start..start + self.stride]
    }

    pub fn insert(&mut self, state: &[u64]) -> ValuationId {
        debug_assert_eq!(state.len(), self.stride);
        let hash = FxBuildHasher.hash_one(state);
        let (words, stride) = (&self.words, self.stride);
        let at = |id: ValuationId| &words[id.index() * stride..(id.index() + 1) * stride];
        if let Some(&known) = self.table.find(hash, |&id| at(id) == state) {
            return known;
        }
        let id = ValuationId::at(self.len());
        self.words.extend_from_slice(state);
        let words = &self.words;
        let rehash = |id: &ValuationId| FxBuildHasher.hash_one(&words[id.index() * stride..(id.index() + 1) * stride]);
        self.table.insert_unique(hash, id, rehash);
        id
    }
}
