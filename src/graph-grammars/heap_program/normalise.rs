//! From the result of an operation to the next state: remove dead variables and garbage, abstract, intern.

use smallvec::{SmallVec, smallvec};

use super::heaps::{Concrete, Folding};
use super::{HeapProgram, Point};
use base::{Stop, msg};
use heap_grammar::heap::{ExternalOrder, Heap, HeapId, VariableKind};

/// A heap without what does not count any more.
pub(super) struct Tidied {
    pub heap: HeapId,
    /// Whether something is lost with that, if the program manages its memory.
    pub loses: bool,
}

impl HeapProgram {
    /// The heaps of the states at `point` that `heap` leads to; several only if states are rectified. Also whether
    /// something is lost there.
    pub(super) fn normalise(&mut self, heap: Heap, point: Point) -> Result<(SmallVec<[HeapId; 1]>, bool), Stop> {
        let merges = self.abstracts(point);
        if self.provenance.is_followed() {
            return self.normalise_followed(heap, point, merges);
        }
        let Tidied { heap, loses } = self.tidy(heap, point, merges, ExternalOrder::Fixed)?;
        let heaps = if merges { self.normal_forms(heap, point)? } else { self.rectify(heap, point)? };
        Ok((heaps, loses))
    }

    /// Whether heaps are abstracted at a point.
    pub(super) fn abstracts(&self, point: Point) -> bool {
        self.semantics.model.options.abstract_everywhere || self.merges(point)
    }

    /// The heaps that describe a tidied heap at a merge point.
    pub(super) fn normal_forms(&mut self, heap: HeapId, point: Point) -> Result<SmallVec<[HeapId; 1]>, Stop> {
        let heap = self.heaps.abstracted(heap, self.folding_at(point))?;
        self.rectify(heap, point)
    }

    /// How heaps are folded at a merge point.
    pub(super) fn folding_at(&self, point: Point) -> Folding {
        if self.heaps.is_refined(point) {
            Folding::Careful
        } else if self.semantics.model.options.abstract_exits_fully && self.semantics.is_exit(point) {
            Folding::Full
        } else {
            Folding::Usual
        }
    }

    /// As [`HeapProgram::normalise`], but without abstraction: initial heaps are taken as given.
    pub(super) fn normalise_initial(&mut self, heap: Heap, point: Point) -> Result<SmallVec<[HeapId; 1]>, Stop> {
        let Tidied { heap, loses } = self.tidy(heap, point, false, ExternalOrder::Fixed)?;
        if self.semantics.is_manual() && loses {
            let why = msg!(
                "an initial heap has objects that no parameter leads to, so that nothing can be said of lost memory"
            );
            return Err(Stop::Incomplete(why));
        }
        self.rectify(heap, point)
    }

    /// Removes dead variables and garbage, and interns the canonical form. If heaps are abstracted, also removes
    /// numbers in fields that no rule mentions: they would keep their objects from being folded, and a field without a
    /// selector edge holds an unknown number.
    pub(super) fn tidy(
        &mut self,
        mut heap: Heap,
        point: Point,
        forget_numbers: bool,
        externals: ExternalOrder,
    ) -> Result<Tidied, Stop> {
        let loses = self.clean(&mut heap, point, forget_numbers);
        Ok(Tidied { heap: self.heaps.intern(heap, externals)?, loses })
    }

    /// [`HeapProgram::tidy`] before the heap is interned.
    pub(super) fn clean(&mut self, heap: &mut Heap, point: Point, forget_numbers: bool) -> bool {
        let model = &self.semantics.model;
        let (alphabet, grammar, points) = (&model.alphabet, model.grammar(), &self.semantics.points);
        let loses = self.semantics.is_manual() && self.semantics.forget(heap, point);
        if !self.semantics.is_manual() {
            heap.retain_variables(|v| alphabet.kind(v) != VariableKind::Program || points.keeps(point, v));
        }
        if forget_numbers {
            let primitive = |ty, s| self.semantics.layout.is_primitive(ty, s);
            heap.retain_selectors(|ty, s| grammar.knows_field(ty, s) || !grammar.knows_type(ty) || !primitive(ty, s));
        }
        self.semantics.forget_loads(heap, self.semantics.points.is_loop_head(point));
        if model.options.garbage_collection {
            self.heaps.reach.collect_garbage(heap, alphabet);
            self.semantics.layout.forget_tokens(heap);
        }
        heap.drop_unused_numbers();
        if self.semantics.is_manual() {
            model.join_gone(heap);
        }
        loses
    }

    /// Whether states are abstracted and merge at a point. Once the abstraction is refined, they do so only at cut points, and no longer
    /// after every call; at the points where it is refined, only if they close a cycle. Every cycle contains such a point.
    fn merges(&self, point: Point) -> bool {
        let points = &self.semantics.points;
        if self.heaps.is_refined(point) {
            points.closes_cycle(point)
        } else if self.heaps.is_refined_anywhere() {
            points.must_merge(point)
        } else {
            points.merges(point)
        }
    }

    /// The heaps in which selectors are concrete: all selectors of all variables with `--admissible-full`; where
    /// propositions are evaluated, at least the selectors that they read.
    pub(super) fn rectify(&mut self, id: HeapId, point: Point) -> Result<SmallVec<[HeapId; 1]>, Stop> {
        match self.concrete_at(point) {
            Some(concrete) => self.heaps.concretised(id, concrete),
            None => Ok(smallvec![id]),
        }
    }

    /// Which selectors are concrete in the states at a point.
    pub(super) fn concrete_at(&self, point: Point) -> Option<Concrete> {
        let observes = self.observed.are_read_in(self.semantics.points.instance_of(point))
            && !self.semantics.model.observables.selectors.is_empty();
        match (self.semantics.model.options.rectify || self.heaps.is_refined(point), observes) {
            (true, _) => Some(Concrete::All),
            (false, true) => Some(Concrete::Observed),
            (false, false) => None,
        }
    }
}
