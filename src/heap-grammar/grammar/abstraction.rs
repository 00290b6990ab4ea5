//! Abstraction: backward application of rules until none applies.

use indexmap::IndexSet;
use rustc_hash::FxBuildHasher;

use super::{Fold, Grammar, RuleId};
use crate::heap::{
    Admissibility, Alphabet, Blocked, Canoniser, Embedding, EmbeddingEffort, ExternalOrder, Heap, Host, Nonterminal,
    TypeId, VertexId,
};

/// Restrictions on the embeddings that abstraction uses.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct AbstractionOptions {
    /// Vertices that must keep their selectors.
    pub admissibility: Admissibility,
    /// Use collapsed rules, too.
    pub collapse: bool,
}

impl Fold {
    /// Replaces the image of the pattern by an edge. Vertices keep their ids until the heap is compacted.
    pub(super) fn apply(&self, heap: &mut Heap, embedding: &Embedding) {
        self.pattern.replace_image(heap, embedding, self.label, &self.tentacles);
    }
}

impl Grammar {
    /// Brings a heap into abstract normal form [HMC 2.2]: folds the first embedding of the first rule that has one,
    /// until there is none. Returns whether anything was folded.
    ///
    /// Laws: sound (the language of the heap only grows); idempotent; deterministic. If the heap is in canonical form,
    /// isomorphic heaps have isomorphic results. The result is compact but not canonical, and it is the only normal
    /// form if the grammar is backward confluent.
    pub fn abstract_heap(&self, heap: &mut Heap, alphabet: &Alphabet, options: AbstractionOptions) -> bool {
        let mut effort = EmbeddingEffort::for_heap(heap);
        self.fold_exhaustively(heap, options.collapse, &mut effort, |h| {
            Blocked::new(h, alphabet, options.admissibility)
        })
    }

    /// Folds as far as possible without any restriction; the result is a normal form unless `effort` [gave
    /// up](EmbeddingEffort::gave_up).
    pub fn fold_all(&self, heap: &mut Heap, effort: &mut EmbeddingEffort) {
        self.fold_exhaustively(heap, true, effort, |_| Blocked::default());
    }

    /// As [`Grammar::abstract_heap`], but the vertices `kept` keep their selectors, too.
    pub fn abstract_around(
        &self,
        heap: &mut Heap,
        alphabet: &Alphabet,
        options: AbstractionOptions,
        kept: &[VertexId],
    ) -> bool {
        // Folding preserves the ids of vertices until the end, so `kept` denotes the same vertices throughout.
        let mut effort = EmbeddingEffort::for_heap(heap);
        self.fold_exhaustively(heap, options.collapse, &mut effort, |h| {
            let mut blocked = Blocked::new(h, alphabet, options.admissibility);
            blocked.sources.resize(h.vertex_bound(), false);
            kept.iter().for_each(|v| blocked.sources[v.0 as usize] = true);
            blocked
        })
    }

    /// Folds a rule body as far as possible while `kept` keeps its selectors, without collapsed rules.
    pub(super) fn fold_around(&self, heap: &mut Heap, kept: VertexId, effort: &mut EmbeddingEffort) {
        // Folding preserves the ids of vertices until the end, so `kept` denotes the same vertex throughout.
        self.fold_exhaustively(heap, false, effort, |h| {
            let mut sources = vec![false; h.vertex_bound()];
            sources[kept.0 as usize] = true;
            Blocked { sources, ..Blocked::default() }
        });
    }

    fn fold_exhaustively(
        &self,
        heap: &mut Heap,
        collapse: bool,
        effort: &mut EmbeddingEffort,
        blocked: impl Fn(&Heap) -> Blocked,
    ) -> bool {
        let mut folded = false;
        loop {
            let blocked = blocked(heap);
            if !self.fold_first(heap, collapse, blocked, effort) {
                if folded {
                    heap.compact();
                }
                heap.check_invariants();
                return folded;
            }
            folded = true;
        }
    }

    fn fold_first(&self, heap: &mut Heap, collapse: bool, blocked: Blocked, effort: &mut EmbeddingEffort) -> bool {
        let host = Host::new(heap, blocked);
        let mut candidates = self.folds.iter().filter(|fold| collapse || !fold.collapsed);
        let found = candidates.find_map(|fold| fold.pattern.find(&host, effort).map(|embedding| (fold, embedding)));
        let Some((fold, embedding)) = found else { return false };
        fold.apply(heap, &embedding);
        true
    }

    /// The results of every single fold, for all rules and embeddings without restriction; `None` if there are more
    /// than `limit` or the effort is exceeded.
    pub(super) fn single_folds(
        &self,
        heap: &Heap,
        limit: usize,
        effort: &mut EmbeddingEffort,
    ) -> Option<Vec<(RuleId, Heap)>> {
        let host = Host::new(heap, Blocked::default());
        let mut results = Vec::new();
        for fold in &self.folds {
            for embedding in fold.pattern.find_all(&host, effort)? {
                let mut folded = heap.clone();
                fold.apply(&mut folded, &embedding);
                folded.compact();
                results.push((fold.rule, folded));
                if results.len() > limit {
                    return None;
                }
            }
        }
        Some(results)
    }

    /// Every abstract normal form of a heap, over all orders of folding, in canonical form; `None` if more than `limit`
    /// heaps are visited, or a pattern has too many embeddings.
    pub fn normal_forms(&self, heap: &Heap, limit: usize) -> Option<Vec<Heap>> {
        self.normal_forms_within(heap, limit, &mut EmbeddingEffort::for_heap(heap))
    }

    /// [`Grammar::normal_forms`] with a limited effort.
    pub(super) fn normal_forms_within(
        &self,
        heap: &Heap,
        limit: usize,
        effort: &mut EmbeddingEffort,
    ) -> Option<Vec<Heap>> {
        let met = self.foldings_within(heap, limit, effort)?;
        Some(met.into_iter().filter(|(_, is_normal)| *is_normal).map(|(heap, _)| heap).collect())
    }

    /// All heaps to which a heap can be folded, including itself, over all orders of folding, in canonical form, each
    /// with whether it is a normal form; `None` as for [`Grammar::normal_forms`].
    pub fn foldings(&self, heap: &Heap, limit: usize) -> Option<Vec<(Heap, bool)>> {
        self.foldings_within(heap, limit, &mut EmbeddingEffort::for_heap(heap))
    }

    pub(super) fn foldings_within(
        &self,
        heap: &Heap,
        limit: usize,
        effort: &mut EmbeddingEffort,
    ) -> Option<Vec<(Heap, bool)>> {
        let mut canoniser = Canoniser::default();
        let mut seen: IndexSet<Heap, FxBuildHasher> = IndexSet::default();
        let mut start = heap.clone();
        canoniser.canonicalise(&mut start, ExternalOrder::Fixed);
        seen.insert(start);
        let mut normal = Vec::new();
        while let Some(heap) = seen.get_index(normal.len()).cloned() {
            // Symmetric heaps have many folds with the same result.
            let folds = self.single_folds(&heap, 8 * limit, effort)?;
            normal.push(folds.is_empty());
            for (_, mut folded) in folds {
                folded.drop_unused_numbers();
                canoniser.canonicalise(&mut folded, ExternalOrder::Fixed);
                // Visiting a vertex takes longer than a step of a search.
                effort.spend(8 * (folded.vertex_bound() + canoniser.work()));
                seen.insert(folded);
            }
            if seen.len() > limit || effort.is_used_up() {
                return None;
            }
        }
        Some(seen.into_iter().zip(normal).collect())
    }

    /// Whether isolated vertices can be folded: the body of some rule has no edges.
    pub fn folds_isolated(&self) -> bool {
        let has_none = |body: &Heap| body.nonterminals().is_empty() && body.selector_edges().next().is_none();
        self.rules.iter().any(|rule| has_none(&rule.body))
    }

    /// Whether some rule has a field that holds a number or boolean.
    pub fn shows_numbers(&self) -> bool {
        let has_number = |body: &Heap| {
            let mut targets =
                body.selector_edges().map(|(_, _, target)| target).chain(body.externals().iter().copied());
            targets.any(|v| body.vertex_type(v) == TypeId::INT)
        };
        self.rules.iter().any(|rule| has_number(&rule.body))
    }

    /// Whether folding a single nonterminal edge may result in an edge with this label.
    pub fn renames(&self, label: Nonterminal) -> bool {
        let is_unit = |body: &Heap| body.nonterminals().len() == 1 && body.selector_edges().next().is_none();
        self.bodies(label).any(is_unit)
    }
}
