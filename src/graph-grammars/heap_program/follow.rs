//! Where the objects of a state come from: a step is executed once more, and its heaps are followed.
//!
//! The parts of a state are the nonterminal edges of its heap, which are collections of objects, and its objects. Sizes count
//! objects, and not applications of rules: so whichever way a part of a heap is folded and materialised, it has the same size.

use std::rc::Rc;

use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use super::split::{CallerHeap, Split};
use super::{FactsId, HeapProgram, HeapState, Point};
use base::Stop;
use heap_grammar::heap::{ExternalOrder, Heap, HeapId};
use rsm::{Arithmetic, Flow, Parts, Ranges, RecursiveSystem, Sizes, Transition};

/// What is found while steps are followed.
struct Following {
    /// The number of parts of the states that the steps start from.
    parts: u32,
    /// The number of the first part of the exit, where a call returns.
    first_of_exit: u32,
    /// The states found, and where their objects come from.
    found: Vec<(HeapState, Flow)>,
    /// What stays behind at the calls found, by entry of the callee.
    frames: Vec<(HeapState, CallerHeap)>,
}

/// Where the objects of states come from.
#[derive(Default)]
pub(super) struct Provenance {
    /// Where objects go in the steps that are executed, while that is looked at.
    following: Option<Following>,
    /// What is known, as far as it was asked.
    flows: FxHashMap<Transition<HeapState>, Rc<[Flow]>>,
}

impl Provenance {
    /// Whether steps are executed to look where objects go.
    pub(super) fn is_followed(&self) -> bool {
        self.following.is_some()
    }

    /// What stays behind at a call, while that is looked at.
    pub(super) fn left_behind(&self, entry: HeapState) -> Option<Vec<CallerHeap>> {
        let entry = HeapState { facts: FactsId::NONE, ..entry };
        let frames = self.following.as_ref()?.frames.iter().filter(|(here, _)| *here == entry);
        Some(frames.map(|(_, outer)| outer.clone()).collect())
    }
}

impl HeapProgram {
    /// The heap of a state that is executed.
    pub(super) fn source_heap(&self, state: HeapState) -> Heap {
        let mut heap = self.heaps.get(state.heap);
        if let Some(following) = &self.provenance.following {
            heap.follow(0, following.parts);
        }
        heap
    }

    /// The heap in which a callee ends.
    pub(super) fn exit_heap(&self, exit: HeapState) -> Heap {
        let mut heap = self.heaps.get(exit.heap);
        if let Some(following) = &self.provenance.following {
            heap.follow(following.first_of_exit, following.parts);
        }
        heap
    }

    /// [`HeapProgram::normalise`], without what is remembered of other heaps.
    pub(super) fn normalise_followed(
        &mut self,
        mut heap: Heap,
        point: Point,
        merges: bool,
    ) -> Result<(SmallVec<[HeapId; 1]>, bool), Stop> {
        let loses = self.clean(&mut heap, point, merges);
        self.heaps.canoniser.canonicalise(&mut heap, ExternalOrder::Fixed);
        let mut heaps = SmallVec::new();
        for heap in self.variants_followed(heap, point, merges)? {
            heaps.extend(self.note(point, &heap).map(|state| state.heap));
        }
        Ok((heaps, loses))
    }

    /// The heaps, in canonical form, that describe a heap at a point.
    fn variants_followed(&mut self, mut heap: Heap, point: Point, merges: bool) -> Result<Vec<Heap>, Stop> {
        if merges && self.heaps.fold(&mut heap, self.folding_at(point)) {
            self.heaps.canoniser.canonicalise(&mut heap, ExternalOrder::Fixed);
        }
        let Some(concrete) = self.concrete_at(point) else { return Ok(vec![heap]) };
        let mut heaps = self.heaps.make_concrete(heap, concrete)?;
        heaps.iter_mut().for_each(|heap| self.heaps.canoniser.canonicalise(heap, ExternalOrder::Fixed));
        Ok(heaps)
    }

    /// Notes that a state is found, and where its objects come from. `None` if it is not known.
    fn note(&mut self, point: Point, heap: &Heap) -> Option<HeapState> {
        let state = HeapState { point, heap: self.heaps.store.find(heap).ok()??, facts: FactsId::NONE };
        let origins = heap.origins()?;
        let flow = Flow(origins.into_iter().map(SmallVec::from_slice).collect());
        self.provenance.following.as_mut()?.found.push((state, flow));
        Some(state)
    }

    /// Finds the entries of a callee, as [`HeapProgram::call`] does.
    pub(super) fn follow_call(&mut self, split: Split, point: Point) -> Result<(), Stop> {
        // A contract given by the user says nothing about sizes.
        if !self.contracts.is_empty() {
            return Ok(());
        }
        let Split { mut inner, outer } = split;
        self.clean(&mut inner, point, true);
        self.heaps.canoniser.canonicalise(&mut inner, ExternalOrder::Free);
        let first: SmallVec<[usize; 8]> = self.heaps.canoniser.external_order().into();
        for mut heap in self.variants_followed(inner, point, true)? {
            self.heaps.canoniser.canonicalise(&mut heap, ExternalOrder::Free);
            let order: SmallVec<[usize; 8]> = self.heaps.canoniser.external_order().iter().map(|&i| first[i]).collect();
            let Some(entry) = self.note(point, &heap) else { continue };
            let mut outer = outer.reordered(&order);
            self.heaps.canoniser.canonicalise(&mut outer.heap, ExternalOrder::Fixed);
            if let Some(following) = &mut self.provenance.following {
                following.frames.push((entry, outer));
            }
        }
        Ok(())
    }

    /// The flows to a state that a step or call leads to, or with `exit` the return from it.
    fn followed(
        &mut self,
        source: HeapState,
        exit: Option<(HeapState, HeapState)>,
        target: HeapState,
    ) -> Result<Rc<[Flow]>, Stop> {
        let first_of_exit = self.parts(&source).count();
        let parts = first_of_exit + exit.map_or(0, |(_, exit)| self.parts(&exit).count());
        self.provenance.following = Some(Following { parts, first_of_exit, found: Vec::new(), frames: Vec::new() });
        let mut states = Vec::new();
        let executed = self.step(&source, &mut states).and_then(|_| match exit {
            Some((entry, exit)) => {
                if let Some(following) = &mut self.provenance.following {
                    following.found.clear();
                }
                self.return_from(source, entry, exit, &mut states)
            }
            None => Ok(()),
        });
        let found = self.provenance.following.take().map(|following| following.found).unwrap_or_default();
        executed?;
        // Facts are no part of where objects go.
        let shape = HeapState { facts: FactsId::NONE, ..target };
        let mut flows: Vec<Flow> = Vec::new();
        for (_, flow) in found.into_iter().filter(|(state, _)| *state == shape) {
            if !flows.contains(&flow) {
                flows.push(flow);
            }
        }
        Ok(flows.into())
    }
}

impl Sizes for HeapProgram {
    type State = HeapState;

    fn parts(&mut self, state: &HeapState) -> Parts {
        let (collections, singles) = self.heaps.get(state.heap).part_counts();
        Parts { collections, singles }
    }

    fn flows(&mut self, transition: Transition<&HeapState>) -> Result<Rc<[Flow]>, Stop> {
        let transition = transition.map(|&state| state);
        if let Some(known) = self.provenance.flows.get(&transition) {
            return Ok(Rc::clone(known));
        }
        let flows = match transition {
            Transition::Step { source, target } => self.followed(source, None, target)?,
            Transition::Call { call, entry } => self.followed(call, None, entry)?,
            Transition::Return { call, entry, exit, target } => self.followed(call, Some((entry, exit)), target)?,
        };
        self.provenance.flows.insert(transition, Rc::clone(&flows));
        Ok(flows)
    }

    fn numbers(&mut self, &state: &HeapState) -> Ranges {
        self.semantics.ranges(state.point)
    }

    fn arithmetic(&mut self, &source: &HeapState, &target: &HeapState, enters: bool) -> Vec<Arithmetic> {
        self.semantics.arithmetic_between(source.point, target.point, enters)
    }
}
