//! Inputs without nonterminals, drawn from the languages of initial heaps.

use base::Random;
use heap_grammar::grammar::{Grammar, Sampler};
use heap_grammar::heap::Heap;

/// Maximum number of objects that an input has beyond those of its initial heap.
const MORE_OBJECTS: usize = 8;

/// A heap in the language of `heap`, whose vertices keep their numbers; `None` if there is no small one.
pub(super) fn draw(grammar: &Grammar, heap: &Heap, random: &mut Random) -> Option<Heap> {
    let most = heap.objects() + MORE_OBJECTS;
    Sampler::new(grammar, heap, most).draw(0..=most, random)
}

/// All heaps in the language of `heap`, if there are at most `limit`.
pub(super) fn all(grammar: &Grammar, heap: &Heap, limit: usize) -> Option<Vec<Heap>> {
    let mut open = vec![heap.clone()];
    let mut found = Vec::new();
    for _ in 0..limit * 4 {
        let Some(heap) = open.pop() else { return Some(found) };
        match heap.nonterminals().is_empty() {
            true => found.push(heap),
            false => open.extend(grammar.derive_first(&heap)),
        }
        if found.len() > limit {
            return None;
        }
    }
    None
}
