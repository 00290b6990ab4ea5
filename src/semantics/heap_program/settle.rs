//! From the result of an operation to the next state: remove dead variables and garbage, abstract, intern.

use std::rc::Rc;

use smallvec::{SmallVec, smallvec};

use super::{HeapModel, HeapProgram, Instance, Point, PointKind, PropositionScope};
use crate::base::{Idx, Resource, Stop};
use crate::grammar::AbstractionOptions;
use crate::heap::{Admissibility, ExternalOrder, Heap, HeapId, Selector, VariableKind, VertexId};

/// Cached results that depend only on a heap.
#[derive(Default)]
pub(super) struct Memo {
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

impl HeapProgram {
    /// The heaps of the states at `point` that `heap` leads to; several only if states are rectified. Also whether
    /// something is lost there.
    pub(super) fn settle(&mut self, heap: Heap, point: Point) -> Result<(SmallVec<[HeapId; 1]>, bool), Stop> {
        let merges = self.abstracts(point);
        if self.following.is_some() {
            return self.settle_followed(heap, point, merges);
        }
        let (id, loses) = self.tidy(heap, point, merges, ExternalOrder::Fixed)?;
        let heaps = if merges { self.normal_forms(id, point)? } else { self.rectify(id, point)? };
        Ok((heaps, loses))
    }

    /// Whether heaps are abstracted at a point.
    pub(super) fn abstracts(&self, point: Point) -> bool {
        self.model.options.abstract_everywhere || self.merges(point)
    }

    /// The heaps that describe a tidied heap at a merge point.
    pub(super) fn normal_forms(&mut self, heap: HeapId, point: Point) -> Result<SmallVec<[HeapId; 1]>, Stop> {
        let heap = self.abstracted(heap, self.folding_at(point))?;
        self.rectify(heap, point)
    }

    /// How heaps are folded at a merge point.
    pub(super) fn folding_at(&self, point: Point) -> Folding {
        if self.is_refined(point) {
            Folding::Careful
        } else if self.model.options.abstract_exits_fully && self.is_exit(point) {
            Folding::Full
        } else {
            Folding::Usual
        }
    }

    /// As [`HeapProgram::settle`], but without abstraction: initial heaps are taken as given.
    pub(super) fn settle_initial(&mut self, heap: Heap, point: Point) -> Result<SmallVec<[HeapId; 1]>, Stop> {
        let (heap, loses) = self.tidy(heap, point, false, ExternalOrder::Fixed)?;
        if self.is_manual() && loses {
            let why =
                "an initial heap has objects that no parameter leads to, so that nothing can be said of lost memory";
            return Err(Stop::Incomplete(why.to_owned()));
        }
        self.rectify(heap, point)
    }

    pub(super) fn is_exit(&self, point: Point) -> bool {
        let PointKind::At(instance, location) = self.points.kind(point) else { return false };
        let procedure = &self.model.program.procedures[self.points.instance(instance).procedure];
        location == procedure.cfa.exit || location == procedure.exceptional_exit
    }

    /// Removes dead variables and garbage, and interns the canonical form. If heaps are abstracted, also removes
    /// numbers in fields that no rule mentions: they would keep their objects from being folded, and a field without a
    /// selector edge holds an unknown number. Also returns whether the program loses memory there that it manages itself.
    pub(super) fn tidy(
        &mut self,
        mut heap: Heap,
        point: Point,
        forget_numbers: bool,
        externals: ExternalOrder,
    ) -> Result<(HeapId, bool), Stop> {
        let loses = self.clean(&mut heap, point, forget_numbers);
        Ok((self.intern(heap, externals)?, loses))
    }

    /// [`HeapProgram::tidy`] before the heap is interned.
    pub(super) fn clean(&mut self, heap: &mut Heap, point: Point, forget_numbers: bool) -> bool {
        let model = Rc::clone(&self.model);
        let (alphabet, grammar, points) = (&model.alphabet, model.grammar(), &self.points);
        let loses = self.is_manual() && self.forget(heap, point);
        if !self.is_manual() {
            heap.retain_variables(|v| alphabet.kind(v) != VariableKind::Program || points.keeps(point, v));
        }
        if forget_numbers {
            let primitive = |ty, s| self.is_primitive(ty, s);
            heap.retain_selectors(|ty, s| grammar.knows_field(ty, s) || !grammar.knows_type(ty) || !primitive(ty, s));
        }
        self.forget_loads(heap, self.points.is_loop_head(point));
        if self.model.options.garbage_collection {
            self.reach.collect_garbage(heap, alphabet);
        }
        heap.drop_unused_numbers();
        if self.is_manual() {
            model.join_gone(heap);
        }
        loses
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
        let thinned = cfg!(feature = "java")
            && self.thins_garbage
            && self.reach.thin_garbage(heap, &self.model.alphabet, &mut self.canoniser);
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

    /// Whether states are abstracted and merge at a point. Once the abstraction is refined, they do so only at cut
    /// points, and no longer after every call; every cycle contains a cut point.
    fn merges(&self, point: Point) -> bool {
        let refined = !self.refined.is_clear();
        if refined { self.points.must_merge(point) } else { self.points.merges(point) }
    }

    fn is_refined(&self, point: Point) -> bool {
        self.refined.contains(point.index())
    }

    /// The heaps in which selectors are concrete: all selectors of all variables with `--admissible-full`; where
    /// propositions are evaluated, at least the selectors that they read.
    pub(super) fn rectify(&mut self, id: HeapId, point: Point) -> Result<SmallVec<[HeapId; 1]>, Stop> {
        match self.concrete_at(point) {
            Some(concrete) => self.concretised(id, concrete),
            None => Ok(smallvec![id]),
        }
    }

    /// Which selectors are concrete in the states at a point.
    pub(super) fn concrete_at(&self, point: Point) -> Option<Concrete> {
        let in_scope =
            self.scope == PropositionScope::AllProcedures || self.points.instance_of(point) == Instance::at(0);
        let observes = in_scope && !self.model.observed.is_empty();
        match (self.model.options.rectify || self.is_refined(point), observes) {
            (true, _) => Some(Concrete::All),
            (false, true) => Some(Concrete::Observed),
            (false, false) => None,
        }
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
            let why = "materialising the selectors of variables gives too many heaps; run without `admissibleFull`";
            Stop::Incomplete(why.to_owned())
        })
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
            let vertices = model.observed.iter().filter_map(|&(x, s)| heap.variable(x).map(|v| (v, s)));
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
