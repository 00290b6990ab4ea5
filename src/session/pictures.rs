//! Pictures of a session.

use super::Session;
use base::CollectByInsertion;
use draw::collections::CollectionClasses;
use draw::components::rsm_view;
use draw::export::picture::{Picture, PictureFormat, Subject};
use draw::heap_diff::{HeapDiff, heap_diff};
use draw::scene::Scene;
use report::content::StateContent;
use report::heap::HeapView;
use report::valuation::ValuationView;

impl Session {
    /// A picture in a format; absent if its subject does not exist.
    pub fn picture(&mut self, picture: &Picture, format: PictureFormat) -> Option<String> {
        match picture {
            Picture::Space { options } => Subject::Space(&self.state_space()?, options).write(format),
            &Picture::Heap { number, along, raw } => match self.abstract_heaps(number, along, raw) {
                Some((run, step)) => Subject::Heap(run.heap(step)?, None).write(format),
                None => self.show(number, raw, |subject| subject.write(format)),
            },
            &Picture::HeapDiff { number, before, along, raw } => match self.abstract_heaps(number, along, raw) {
                Some((run, step)) => {
                    let other = || Some(heap_diff(&self.drawn(&self.heap(before)?, raw), run.heap(step)?));
                    let found = run.since(step, before).or_else(other)?;
                    Subject::HeapDiff(&found, Some(run.on_run(step))).write(format)
                }
                None if before == number => self.show(number, raw, |subject| subject.write(format)),
                None => self.show_since(number, before, raw, |subject| subject.write(format)),
            },
            &Picture::ConcreteHeap { property, step: None, raw, .. } => {
                Subject::Heap(&self.drawn(self.input(property)?, raw), None).write(format)
            }
            &Picture::ConcreteHeap { property, step: Some(step), before, raw } => {
                let run = self.concrete_heaps(property, raw)?;
                let on_run = Some(run.on_run(step));
                let Some(before) = before else { return Subject::Heap(run.heap(step)?, on_run).write(format) };
                Subject::HeapDiff(&run.between(before, step)?, on_run).write(format)
            }
            Picture::Component { number, open } => {
                let rsm = rsm_view(&self.unlabelled_space()?);
                let open = open.iter().cloned().collect_by_insertion();
                number.map_or(Subject::Calls(&rsm), |n| Subject::Component(&rsm, n, &open)).write(format)
            }
            Picture::Proof { number } => Subject::Proof(&self.proof(*number)?).write(format),
            Picture::Reduction { property, step, anew } => {
                Subject::Reduction(&self.reduction(*property)?, *step, *anew).write(format)
            }
            Picture::Round { property, step, search } => {
                Subject::Round(self.refinement(*property, *search)?, *step).write(format)
            }
        }
    }

    /// The initial heap of the concrete run of a violation.
    fn input(&self, property: u32) -> Option<&HeapView> {
        let judgement = &self.report.properties.get(property as usize)?.judgement;
        judgement.evidence.as_ref()?.counterexample.as_ref().map(|run| &run.input)
    }

    /// The difference between the heaps `before` and `heap`; absent if one of them does not exist. Collections are one object, unless they
    /// are to be as the library makes them.
    pub fn heap_diff(&self, heap: u32, before: u32, raw: bool) -> Option<HeapDiff> {
        let found = heap_diff(&self.heap(before)?, &self.heap(heap)?);
        Some(if raw { found } else { found.folded(&self.collections()) })
    }

    /// The classes of the program that belong to collections of the library.
    pub(super) fn collections(&self) -> CollectionClasses {
        let program = self.program().or_else(|| Some(self.forests()?.0.program()));
        program.map_or_else(CollectionClasses::default, CollectionClasses::of)
    }

    /// A heap as it is drawn.
    fn drawn(&self, heap: &HeapView, raw: bool) -> HeapView {
        if raw { heap.clone() } else { self.collections().folded(heap) }
    }

    /// The values of the variables in the state with this number; absent if there are none.
    pub fn valuation(&self, number: u32) -> Option<ValuationView> {
        match self.content(number)? {
            StateContent::Valuation(view) => Some(view),
            StateContent::Heap(_) => None,
        }
    }

    /// The values of the variables in the state `number` of a boolean program, compared with those in the state
    /// `before`; absent if one of them does not exist.
    pub fn valuation_since(&self, number: u32, before: u32) -> Option<ValuationView> {
        Some(self.valuation(number)?.since(&self.valuation(before)?))
    }

    /// The picture of the content of a state: its heap, or the values of its variables.
    pub fn scene(&self, number: u32) -> Option<Scene> {
        self.show(number, false, |subject| subject.scene())
    }

    /// As [`scene`](Self::scene), with the changes since the state `before`.
    pub fn scene_since(&self, number: u32, before: u32) -> Option<Scene> {
        self.show_since(number, before, false, |subject| subject.scene())
    }

    fn show<T>(&self, number: u32, raw: bool, how: impl FnOnce(Subject<'_>) -> Option<T>) -> Option<T> {
        match &self.content(number)? {
            StateContent::Valuation(view) => how(Subject::Valuation(view)),
            StateContent::Heap(heap) => how(Subject::Heap(&self.drawn(heap, raw), None)),
        }
    }

    fn show_since<T>(
        &self,
        number: u32,
        before: u32,
        raw: bool,
        how: impl FnOnce(Subject<'_>) -> Option<T>,
    ) -> Option<T> {
        match self.valuation_since(number, before) {
            Some(view) => how(Subject::Valuation(&view)),
            None => how(Subject::HeapDiff(&self.heap_diff(number, before, raw)?, None)),
        }
    }
}
