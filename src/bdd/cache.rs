//! A cache of operation results.

use std::hash::{Hash, Hasher};

use rustc_hash::FxHasher;

use super::Bdd;
use super::operations::Task;

/// Maximum number of entries.
const MOST: usize = 1 << 20;

/// A direct-mapped table: a new result replaces an old one with the same hash.
#[derive(Default)]
pub(super) struct Cache {
    /// A power of two entries, or none.
    entries: Vec<Option<(Task, Bdd)>>,
}

impl Cache {
    fn position(&self, task: Task) -> usize {
        let mut hasher = FxHasher::default();
        task.hash(&mut hasher);
        // The upper bits are well mixed.
        (hasher.finish() >> 20) as usize & (self.entries.len() - 1)
    }

    pub(super) fn get(&self, task: Task) -> Option<Bdd> {
        if self.entries.is_empty() {
            return None;
        }
        self.entries[self.position(task)].and_then(|(known, result)| (known == task).then_some(result))
    }

    pub(super) fn insert(&mut self, task: Task, result: Bdd) {
        if !self.entries.is_empty() {
            let position = self.position(task);
            self.entries[position] = Some((task, result));
        }
    }

    /// Grows with the number of nodes.
    pub(super) fn fit(&mut self, nodes: usize) {
        let length = self.entries.len();
        if nodes > length && length < MOST {
            let known = std::mem::replace(&mut self.entries, vec![None; (2 * length).max(1 << 10)]);
            known.into_iter().flatten().for_each(|(task, result)| self.insert(task, result));
        }
    }

    pub(super) fn clear(&mut self) {
        self.entries.fill(None);
    }
}
