//! Inputs without nonterminals, drawn from what initial heaps describe.

use std::collections::BTreeMap;

use super::random::Random;
use crate::grammar::Grammar;
use crate::heap::{Heap, Nonterminal};

/// More derivation steps than this are not done.
const STEPS: usize = 400;

/// How derivations come to an end.
pub(super) struct Derivations<'a> {
    grammar: &'a Grammar,
    /// The least number of nested derivation steps that each nonterminal needs.
    heights: BTreeMap<Nonterminal, usize>,
}

impl<'a> Derivations<'a> {
    pub fn new(grammar: &'a Grammar) -> Self {
        let mut heights: BTreeMap<Nonterminal, usize> = BTreeMap::new();
        loop {
            let mut changed = false;
            for (_, rule) in grammar.rules() {
                let mut parts = rule.body.nonterminals().iter().map(|e| heights.get(&e.label).copied());
                let Some(highest) = parts.try_fold(0, |most, part| Some(usize::max(most, part?))) else { continue };
                let known = heights.entry(rule.label).or_insert(usize::MAX);
                if highest + 1 < *known {
                    *known = highest + 1;
                    changed = true;
                }
            }
            if !changed {
                return Self { grammar, heights };
            }
        }
    }

    /// A heap in the language of `heap`: derived at random until it has about `size` vertices, then as fast as possible.
    /// Vertices keep their numbers. `None` if the derivation has come to a dead end.
    pub fn draw(&self, heap: &Heap, size: usize, random: &mut Random) -> Option<Heap> {
        let mut heap = heap.clone();
        for _ in 0..STEPS {
            if heap.nonterminals().is_empty() {
                return Some(heap);
            }
            let derived = self.grammar.derive_at(&heap, 0);
            let height = |heap: &Heap| heap.nonterminals().iter().map(|e| self.height(e.label)).sum::<usize>();
            let chosen = match heap.vertex_bound() < size {
                true if derived.is_empty() => None,
                true => Some(random.below(derived.len())),
                false => (0..derived.len()).min_by_key(|&i| height(&derived[i].1)),
            };
            heap = derived.into_iter().nth(chosen?)?.1;
        }
        None
    }

    fn height(&self, label: Nonterminal) -> usize {
        // Enough to avoid what derives nothing.
        self.heights.get(&label).copied().unwrap_or(STEPS)
    }

    /// All heaps in the language, if there are at most `limit`.
    pub fn all(&self, heap: &Heap, limit: usize) -> Option<Vec<Heap>> {
        let mut open = vec![heap.clone()];
        let mut found = Vec::new();
        for _ in 0..limit * 4 {
            let Some(heap) = open.pop() else { return Some(found) };
            match heap.nonterminals().is_empty() {
                true => found.push(heap),
                false => open.extend(self.grammar.derive_first(&heap)),
            }
            if found.len() > limit {
                return None;
            }
        }
        None
    }
}
