//! Where the objects of a state come from: a step is executed once more, and its heaps are followed.
//!
//! The parts of a state are the nonterminal edges of its heap, which are collections of objects, and its objects. Sizes count
//! objects, and not applications of rules: so whichever way a part of a heap is folded and materialised, it has the same size.

use std::rc::Rc;

use smallvec::SmallVec;

use super::split::Split;
use super::{HeapProgram, HeapState, Point};
use crate::base::Stop;
use crate::heap::{ExternalOrder, Heap, HeapId};
use crate::rsm::{Arithmetic, Flow, Parts, Ranges, RecursiveSystem, Sizes, Transition};

/// What is found while steps are followed.
pub(super) struct Following {
    /// The number of parts of the states that the steps start from.
    parts: u32,
    /// The number of the first part of the exit, where a call returns.
    first_of_exit: u32,
    /// The states found, and where their objects come from.
    found: Vec<(HeapState, Flow)>,
    /// What stays behind at the calls found, by entry of the callee, with the number of externals that are the caller's own.
    frames: Vec<(HeapState, Heap, usize)>,
}

impl Following {
    /// What stays behind at a call.
    pub fn left_behind(&self, entry: HeapState) -> Vec<(Heap, usize)> {
        let frames = self.frames.iter().filter(|(here, ..)| *here == entry);
        frames.map(|(_, outer, own)| (outer.clone(), *own)).collect()
    }
}

impl HeapProgram {
    /// The heap of a state that is executed.
    pub(super) fn source_heap(&self, state: HeapState) -> Heap {
        let mut heap = self.store.get(state.heap);
        if let Some(following) = &self.following {
            heap.follow(0, following.parts);
        }
        heap
    }

    /// The heap in which a callee ends.
    pub(super) fn exit_heap(&self, exit: HeapState) -> Heap {
        let mut heap = self.store.get(exit.heap);
        if let Some(following) = &self.following {
            heap.follow(following.first_of_exit, following.parts);
        }
        heap
    }

    /// [`HeapProgram::settle`], without what is remembered of other heaps.
    pub(super) fn settle_followed(
        &mut self,
        mut heap: Heap,
        point: Point,
        merges: bool,
    ) -> Result<(SmallVec<[HeapId; 1]>, bool), Stop> {
        let loses = self.clean(&mut heap, point, merges);
        self.canoniser.canonicalise(&mut heap, ExternalOrder::Fixed);
        let mut heaps = SmallVec::new();
        for heap in self.variants_followed(heap, point, merges)? {
            heaps.extend(self.note(point, &heap).map(|state| state.heap));
        }
        Ok((heaps, loses))
    }

    /// The heaps, in canonical form, that describe a heap at a point.
    fn variants_followed(&mut self, mut heap: Heap, point: Point, merges: bool) -> Result<Vec<Heap>, Stop> {
        if merges && self.fold(&mut heap, self.folding_at(point)) {
            self.canoniser.canonicalise(&mut heap, ExternalOrder::Fixed);
        }
        let Some(concrete) = self.concrete_at(point) else { return Ok(vec![heap]) };
        let mut heaps = self.make_concrete(heap, concrete)?;
        heaps.iter_mut().for_each(|heap| self.canoniser.canonicalise(heap, ExternalOrder::Fixed));
        Ok(heaps)
    }

    /// Notes that a state is found, and where its objects come from. `None` if it is not known.
    fn note(&mut self, point: Point, heap: &Heap) -> Option<HeapState> {
        let state = HeapState { point, heap: self.store.find(heap).ok()?? };
        let origins = heap.origins()?;
        let flow = Flow(origins.into_iter().map(SmallVec::from_slice).collect());
        self.following.as_mut()?.found.push((state, flow));
        Some(state)
    }

    /// Finds the entries of a callee, as [`HeapProgram::call`] does.
    pub(super) fn follow_call(&mut self, split: Split, point: Point) -> Result<(), Stop> {
        // A contract given by the user says nothing about sizes.
        if !self.preconditions.is_empty() {
            return Ok(());
        }
        let Split { mut inner, outer, own } = split;
        self.clean(&mut inner, point, true);
        self.canoniser.canonicalise(&mut inner, ExternalOrder::Free);
        let first: SmallVec<[usize; 8]> = self.canoniser.external_order().into();
        for mut heap in self.variants_followed(inner, point, true)? {
            self.canoniser.canonicalise(&mut heap, ExternalOrder::Free);
            let order: SmallVec<[usize; 8]> = self.canoniser.external_order().iter().map(|&i| first[i]).collect();
            let Some(entry) = self.note(point, &heap) else { continue };
            let mut outer = super::call::reordered(&outer, own, &order);
            self.canoniser.canonicalise(&mut outer, ExternalOrder::Fixed);
            if let Some(following) = &mut self.following {
                following.frames.push((entry, outer, own));
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
        self.following = Some(Following { parts, first_of_exit, found: Vec::new(), frames: Vec::new() });
        let mut states = Vec::new();
        let executed = self.step(&source, &mut states).and_then(|_| match exit {
            Some((entry, exit)) => {
                if let Some(following) = &mut self.following {
                    following.found.clear();
                }
                self.return_from(source, entry, exit, &mut states)
            }
            None => Ok(()),
        });
        let found = self.following.take().map(|following| following.found).unwrap_or_default();
        executed?;
        let mut flows: Vec<Flow> = Vec::new();
        for (_, flow) in found.into_iter().filter(|(state, _)| *state == target) {
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
        let (collections, singles) = self.store.get(state.heap).part_counts();
        Parts { collections, singles }
    }

    fn flows(&mut self, transition: Transition<&HeapState>) -> Result<Rc<[Flow]>, Stop> {
        let transition = transition.map(|&state| state);
        if let Some(known) = self.flows.get(&transition) {
            return Ok(Rc::clone(known));
        }
        let flows = match transition {
            Transition::Step { source, target } => self.followed(source, None, target)?,
            Transition::Call { call, entry } => self.followed(call, None, entry)?,
            Transition::Return { call, entry, exit, target } => self.followed(call, Some((entry, exit)), target)?,
        };
        self.flows.insert(transition, Rc::clone(&flows));
        Ok(flows)
    }

    fn numbers(&mut self, &state: &HeapState) -> Ranges {
        self.ranges(state)
    }

    fn arithmetic(&mut self, &source: &HeapState, &target: &HeapState, enters: bool) -> Vec<Arithmetic> {
        self.arithmetic_between(source, target, enters)
    }
}
