//! The heaps of all states, and what the abstraction makes of each.

use std::rc::Rc;

use fixedbitset::FixedBitSet;
use smallvec::SmallVec;

use super::{HeapModel, Point};
use base::{Idx, Resource, Stop, msg};
use heap_grammar::grammar::{AbstractionOptions, Derivations};
use heap_grammar::heap::{
    Admissibility, Canoniser, ExternalOrder, Heap, HeapId, HeapStore, Reach, Selector, VariableKind, VertexId,
};

/// The heaps of all states found so far, and what the abstraction makes of each.
pub struct AbstractHeaps {
    model: Rc<HeapModel>,
    pub(super) store: HeapStore,
    memo: Memo,
    /// Points at which the abstraction is [refined](Self::refine_at).
    refined: FixedBitSet,
    /// Whether all but a few isomorphic parts of garbage are removed.
    thins_garbage: bool,
    pub(super) canoniser: Canoniser,
    pub(super) reach: Reach,
}

/// Cached results that depend only on a heap.
#[derive(Default)]
struct Memo {
    abstracted: [Vec<Option<HeapId>>; 3],
    rectified: Vec<Option<SmallVec<[HeapId; 1]>>>,
    observed: Vec<Option<SmallVec<[HeapId; 1]>>>,
}

/// Selectors to make concrete in a state.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Concrete {
    /// All selectors of all variables.
    All,
    /// Those that propositions read.
    Observed,
}

/// The degree of folding.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Folding {
    /// According to the options of the task.
    Usual,
    /// Without admissibility.
    Full,
    /// Only away from variables and markings.
    Careful,
}

/// Maximum number of heaps that result from making the selectors of one heap concrete.
pub(super) const CONCRETE_LIMIT: usize = 10_000;

/// So many heaps are sampled of a heap …
const SAMPLES: usize = 8;

/// … while heaps with so many vertices in total are visited.
const SAMPLED_VERTICES: usize = 50_000;

impl AbstractHeaps {
    /// No heaps yet.
    pub(super) fn new(model: Rc<HeapModel>) -> Self {
        Self {
            thins_garbage: !model.options.garbage_collection && model.given.derives_connected(),
            model,
            store: HeapStore::default(),
            memo: Memo::default(),
            refined: FixedBitSet::new(),
            canoniser: Canoniser::default(),
            reach: Reach::default(),
        }
    }

    /// A heap.
    pub(super) fn get(&self, id: HeapId) -> Heap {
        self.store.get(id)
    }

    /// Interns the canonical form of a heap.
    pub(super) fn intern(&mut self, mut heap: Heap, externals: ExternalOrder) -> Result<HeapId, Stop> {
        // Every heap of the store is in canonical form, relative to the order of externals with which it was interned.
        // Most operations change nothing, or lead to a heap that is already in the store.
        if heap.externals().is_empty()
            && externals == ExternalOrder::Fixed
            && let Ok(Some(known)) = self.store.find(&heap)
        {
            return Ok(known);
        }
        self.canoniser.canonicalise(&mut heap, externals);
        if heap.vertex_bound() > self.model.options.heap_vertices as usize {
            return Err(Stop::Budget(Resource::Vertices, self.model.options.heap_vertices.into()));
        }
        self.store.intern(&heap).map_err(|_| Stop::Budget(Resource::Vertices, u64::from(u16::MAX)))
    }

    /// The abstract normal form of an interned heap.
    pub(super) fn abstracted(&mut self, id: HeapId, folding: Folding) -> Result<HeapId, Stop> {
        let memo = &self.memo.abstracted[folding as usize];
        if let Some(&Some(known)) = memo.get(id.index()) {
            return Ok(known);
        }
        let mut heap = self.store.get(id);
        let changed = self.fold(&mut heap, folding);
        let result = if changed { self.intern(heap, ExternalOrder::Fixed)? } else { id };
        let memo = &mut self.memo.abstracted[folding as usize];
        remember(memo, id, result);
        remember(memo, result, result);
        Ok(result)
    }

    /// Folds a heap in canonical form; returns whether anything has changed.
    pub(super) fn fold(&mut self, heap: &mut Heap, folding: Folding) -> bool {
        let usual = self.model.options.abstraction;
        let admissibility = match folding {
            Folding::Usual => usual.admissibility,
            Folding::Full => Admissibility::default(),
            Folding::Careful => Admissibility { on: true, markings: true, ..usual.admissibility },
        };
        let options = AbstractionOptions { admissibility, ..usual };
        let folded = self.model.grammar().abstract_heap(heap, &self.model.alphabet, options);
        // In C everything that is lost is removed.
        let thinned = self.thins_garbage && self.reach.thin_garbage(heap, &self.model.alphabet, &mut self.canoniser);
        folded || thinned
    }

    /// Refines the abstraction at some points: the neighbourhood of variables is not folded there, and is made
    /// concrete. Also, once there are such points, states no longer merge merely because a call has returned. Every
    /// choice of points is sound; refining at the points of a spurious run may separate concrete states that it has
    /// confused.
    pub fn refine_at(&mut self, points: impl IntoIterator<Item = Point>) {
        for point in points {
            self.refined.grow(point.index() + 1);
            self.refined.insert(point.index());
        }
    }

    /// Whether the abstraction is refined at any point.
    pub(super) fn is_refined_anywhere(&self) -> bool {
        !self.refined.is_clear()
    }

    /// Whether the abstraction is refined at a point.
    pub(super) fn is_refined(&self, point: Point) -> bool {
        self.refined.contains(point.index())
    }

    /// The heaps that result from making selectors concrete.
    pub(super) fn concretised(&mut self, id: HeapId, concrete: Concrete) -> Result<SmallVec<[HeapId; 1]>, Stop> {
        let memo = match concrete {
            Concrete::All => &self.memo.rectified,
            Concrete::Observed => &self.memo.observed,
        };
        if let Some(Some(known)) = memo.get(id.index()) {
            return Ok(known.clone());
        }
        let concrete_heaps = self.make_concrete(self.store.get(id), concrete)?;
        let mut results: SmallVec<[HeapId; 1]> = SmallVec::new();
        for heap in concrete_heaps {
            let result = self.intern(heap, ExternalOrder::Fixed)?;
            if !results.contains(&result) {
                results.push(result);
            }
        }
        let memo = match concrete {
            Concrete::All => &mut self.memo.rectified,
            Concrete::Observed => &mut self.memo.observed,
        };
        remember(memo, id, results.clone());
        Ok(results)
    }

    /// The heaps, not in canonical form, in which selectors are concrete.
    pub(super) fn make_concrete(&self, heap: Heap, concrete: Concrete) -> Result<Vec<Heap>, Stop> {
        let model = &self.model;
        model.grammar().materialise_all(heap, CONCRETE_LIMIT, |h| hidden(model, h, concrete)).ok_or_else(|| {
            let why =
                msg!("materialising the selectors of variables gives too many heaps; run without `admissibleFull`");
            Stop::Incomplete(why)
        })
    }

    /// The results of applying each rule of its label to a nonterminal edge of a heap, where applicable, each with the
    /// position of the rule among those of the label. At most `room` new heaps are stored. `None` stands for a heap
    /// that exceeds `room` or is too large.
    pub fn derive_at(&mut self, heap: HeapId, edge: usize, room: usize) -> Vec<(usize, Option<HeapId>)> {
        let model = Rc::clone(&self.model);
        let most = self.store.len() + room;
        let derived = model.grammar().derive_at(&self.store.get(heap), edge).into_iter();
        derived.map(|(rule, heap)| (rule, self.keep(heap, most))).collect()
    }

    /// Some of the smallest heaps without nonterminals that a heap stands for.
    pub fn samples(&mut self, heap: HeapId) -> Vec<HeapId> {
        let model = Rc::clone(&self.model);
        let derivations = Derivations::new(model.grammar(), &self.store.get(heap), usize::MAX);
        derivations.within(SAMPLED_VERTICES).take(SAMPLES).filter_map(|heap| self.keep(heap, usize::MAX)).collect()
    }

    /// Stores a heap that is not that of a state, unless it is too large or there are `most` heaps already.
    fn keep(&mut self, mut heap: Heap, most: usize) -> Option<HeapId> {
        self.canoniser.canonicalise(&mut heap, ExternalOrder::Fixed);
        let known = self.store.find(&heap).ok()?;
        if known.is_some() || self.store.len() == most {
            return known;
        }
        self.intern(heap, ExternalOrder::Fixed).ok()
    }
}

/// A selector that must be concrete but is hidden by a nonterminal edge.
fn hidden(model: &HeapModel, heap: &Heap, concrete: Concrete) -> Option<(VertexId, Selector)> {
    let is_hidden = |&(vertex, selector): &(VertexId, Selector)| model.grammar().is_hidden(heap, vertex, selector);
    match concrete {
        Concrete::All => {
            let variables = heap.variables().iter().filter(|&&(v, _)| model.alphabet.kind(v) == VariableKind::Program);
            variables.flat_map(|&(_, v)| model.alphabet.selectors().map(move |s| (v, s))).find(is_hidden)
        }
        Concrete::Observed => {
            let vertices = model.observables.selectors.iter().filter_map(|&(x, s)| heap.variable(x).map(|v| (v, s)));
            vertices.into_iter().find(is_hidden)
        }
    }
}

fn remember<T: Clone>(memo: &mut Vec<Option<T>>, id: HeapId, value: T) {
    if memo.len() <= id.index() {
        memo.resize(id.index() + 1, None);
    }
    memo[id.index()] = Some(value);
}
