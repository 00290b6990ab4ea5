//! Abstraction: rules applied backwards until none applies.

use super::{Grammar, RuleId};
use crate::heap::{Admissibility, Alphabet, Blocked, Heap, VertexId};

/// Which embeddings abstraction may use.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct AbstractionOptions {
    /// What must keep its selectors.
    pub admissibility: Admissibility,
    /// Use collapsed rules, too.
    pub collapse: bool,
}

impl Grammar {
    /// Brings a heap into abstract normal form [HMC 2.2]: folds the first embedding of the first rule that has one,
    /// until no rule has one. Returns whether something was folded.
    ///
    /// Laws: sound, the language of the heap only grows; idempotent; deterministic. If the heap is in canonical form
    /// before, isomorphic heaps give isomorphic results. The result is compact but not canonical, and it is the only
    /// normal form if the grammar is backward confluent.
    pub fn abstract_heap(&self, heap: &mut Heap, alphabet: &Alphabet, options: AbstractionOptions) -> bool {
        self.fold_exhaustively(heap, options.collapse, |h| Blocked::new(h, alphabet, options.admissibility))
    }

    /// Folds a rule body as far as it goes while `kept` keeps its selectors, without collapsed rules.
    pub(super) fn fold_around(&self, heap: &mut Heap, kept: VertexId) {
        // Folding leaves the ids of vertices alone until the end, so `kept` means the same vertex throughout.
        self.fold_exhaustively(heap, false, |h| {
            let mut sources = vec![false; h.vertex_bound()];
            sources[kept.0 as usize] = true;
            Blocked { sources, ..Blocked::default() }
        });
    }

    fn fold_exhaustively(&self, heap: &mut Heap, collapse: bool, blocked: impl Fn(&Heap) -> Blocked) -> bool {
        let mut degrees = Vec::new();
        let mut folded = false;
        loop {
            heap.degrees(&mut degrees);
            if !self.fold_first(heap, collapse, &degrees, &blocked(heap)) {
                if folded {
                    heap.compact();
                }
                return folded;
            }
            folded = true;
        }
    }

    fn fold_first(&self, heap: &mut Heap, collapse: bool, degrees: &[u32], blocked: &Blocked) -> bool {
        for fold in self.folds.iter().filter(|f| collapse || !f.collapsed) {
            if let Some(embedding) = fold.pattern.find(heap, degrees, blocked) {
                let externals = fold.pattern.external_images(&embedding);
                fold.pattern.remove_image(heap, &embedding);
                heap.add_nonterminal(fold.label, fold.tentacles.iter().map(|&t| externals[t]));
                return true;
            }
        }
        false
    }

    /// The heaps that one fold gives, one for each rule that has an embedding (its first).
    pub(super) fn single_folds(&self, heap: &Heap) -> Vec<(RuleId, Heap)> {
        let mut degrees = Vec::new();
        heap.degrees(&mut degrees);
        let blocked = Blocked::default();
        let folds = self.folds.iter().filter(|f| !f.collapsed);
        folds
            .filter_map(|fold| {
                let embedding = fold.pattern.find(heap, &degrees, &blocked)?;
                let mut folded = heap.clone();
                let externals = fold.pattern.external_images(&embedding);
                fold.pattern.remove_image(&mut folded, &embedding);
                folded.add_nonterminal(fold.label, fold.tentacles.iter().map(|&t| externals[t]));
                folded.compact();
                Some((fold.rule, folded))
            })
            .collect()
    }
}
