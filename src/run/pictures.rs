//! Pictures of a session, heaps derived by hand, contracts.

use super::views::contracts;
use super::{Session, Shown};
use crate::base::Idx;
use crate::draw::components::rsm_view;
use crate::draw::heap_diff::{HeapDiff, heap_diff};
use crate::draw::scene::Scene;
use crate::export::picture::{Picture, PictureFormat, Subject};
use crate::heap::{HeapId, print_heap};
use crate::report::contracts::ContractView;
use crate::report::heap::{DerivedHeap, HeapView};
use crate::report::valuation::ValuationView;

/// A session keeps at most this many heaps that were derived by hand.
pub const DERIVED_LIMIT: usize = 1_000;

impl Session {
    /// A picture in a format; absent if there is nothing with this number.
    pub fn picture(&mut self, picture: &Picture, format: PictureFormat) -> Option<String> {
        match picture {
            Picture::Space { options } => Subject::Space(&self.state_space()?, options).write(format),
            Picture::Heap { number } => self.show(*number, |subject| subject.write(format)),
            Picture::HeapDiff { number, before } => self.show_since(*number, *before, |subject| subject.write(format)),
            Picture::ConcreteHeap { property, step, before } => {
                let heap = match step {
                    None => self.input(*property),
                    Some(step) => self.concrete_heap(*property, *step),
                }?;
                let Some(before) = before else { return Subject::Heap(heap).write(format) };
                Subject::HeapDiff(&heap_diff(self.concrete_heap(*property, *before)?, heap)).write(format)
            }
            Picture::Component { number, open } => {
                let rsm = rsm_view(&self.unlabelled_space()?);
                let open = open.iter().cloned().collect();
                number.map_or(Subject::Calls(&rsm), |n| Subject::Component(&rsm, n, &open)).write(format)
            }
            Picture::Proof { number } => Subject::Proof(&self.proof(*number)?).write(format),
        }
    }

    /// The heap on which the concrete run behind a violation starts.
    fn input(&self, property: Option<u32>) -> Option<&HeapView> {
        let judgement = match property {
            None => self.report.memory_safety.as_ref()?,
            Some(property) => &self.report.properties.get(property as usize)?.judgement,
        };
        judgement.evidence.as_ref()?.counterexample.as_ref().map(|run| &run.input)
    }

    /// What changed from the heap `before` to the heap `heap`; absent if one of them is not there.
    pub fn heap_diff(&self, heap: u32, before: u32) -> Option<HeapDiff> {
        Some(heap_diff(&self.heap(before)?, &self.heap(heap)?))
    }

    /// The values of the variables in the state `number` of a boolean program, compared with those in the state `before`;
    /// absent if one of them is not there.
    pub fn valuation_since(&self, number: u32, before: u32) -> Option<ValuationView> {
        Some(self.valuation(number)?.since(&self.valuation(before)?))
    }

    /// The picture of what is in a state: its heap, or the values of its variables.
    pub fn scene(&self, number: u32) -> Option<Scene> {
        self.show(number, |subject| subject.scene())
    }

    /// The same with what changed since the state `before`.
    pub fn scene_since(&self, number: u32, before: u32) -> Option<Scene> {
        self.show_since(number, before, |subject| subject.scene())
    }

    fn show<T>(&self, number: u32, how: impl FnOnce(Subject<'_>) -> Option<T>) -> Option<T> {
        match self.valuation(number) {
            Some(view) => how(Subject::Valuation(&view)),
            None => how(Subject::Heap(&self.heap(number)?)),
        }
    }

    fn show_since<T>(&self, number: u32, before: u32, how: impl FnOnce(Subject<'_>) -> Option<T>) -> Option<T> {
        match self.valuation_since(number, before) {
            Some(view) => how(Subject::Valuation(&view)),
            None => how(Subject::HeapDiff(&self.heap_diff(number, before)?)),
        }
    }

    /// One derivation step by hand: every rule of the grammar applied at a nonterminal edge of a heap, given as its number in
    /// [`HeapView::nonterminals`](crate::report::heap::HeapView::nonterminals). Absent if there is no such edge.
    ///
    /// The heaps are kept, with numbers of their own above those of the state space unless an isomorphic heap is known. Those
    /// beyond [`DERIVED_LIMIT`], and those that are too large, have no number.
    pub fn concretise(&mut self, heap: u32, nonterminal: u32) -> Option<Vec<DerivedHeap>> {
        let Shown::Heaps(done) = &mut self.shown else { return None };
        let system = &mut done.shown.system;
        if heap as usize >= system.store().len() {
            return None;
        }
        let start = system.store().get(HeapId(heap));
        let label = start.nonterminals().get(nonterminal as usize)?.label;
        let before = system.store().len();
        let room = DERIVED_LIMIT.saturating_sub(self.derived);
        let derived = system.derive_at(HeapId(heap), nonterminal as usize, room);
        self.derived += system.store().len() - before;
        let alphabet = &system.model().alphabet;
        let rules: Vec<String> = system.model().grammar().bodies(label).map(|b| print_heap(b, alphabet)).collect();
        let entry = |(rule, heap): (usize, Option<HeapId>)| DerivedHeap {
            nonterminal: alphabet.nonterminal(label).name.clone(),
            rule: u32::at(rule) + 1,
            body: rules[rule].clone(),
            heap: heap.map(|heap| heap.0),
            vertices: heap.map(|heap| u32::at(system.store().get(heap).vertex_bound())),
        };
        Some(derived.into_iter().map(entry).collect())
    }

    /// The contracts of all procedures, one for each component of the state space; absent if nothing ran.
    pub fn contracts(&self) -> Option<Vec<ContractView>> {
        match &self.shown {
            Shown::Nothing => None,
            Shown::Heaps(done) => Some(contracts(&done.shown.rsm, &done.shown.system)),
            Shown::Valuations(done) => Some(done.space.contracts(&self.sources)),
        }
    }
}
