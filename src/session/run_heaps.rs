//! The heaps along failing runs, with one layout for each run.

use std::collections::BTreeMap;
use std::rc::Rc;

use super::Session;
use base::Idx;
use draw::collections::CollectionClasses;
use draw::export::picture::{OnRun, RunPlace};
use draw::heap_diff::{HeapDiff, heap_diff};
use draw::run_layout::RunLayout;
use report::heap::HeapView;
use report::statements::{StatementView, statements};
use report::{Run, RunStep};

/// What has been asked for, by the position of the result in the report, and whether collections are as the library makes them; `None` if
/// there is no such run.
pub(super) type RunHeapsOf = BTreeMap<(u32, Kind, bool), Option<Rc<RunHeaps>>>;

/// Which run.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Kind {
    /// The one that was executed.
    Concrete,
    /// The one that the analysis has found.
    Abstract,
}

/// The heaps along a run, with the numbers of their objects.
#[derive(Debug)]
pub(super) struct RunHeaps {
    /// As they are drawn.
    heaps: Vec<HeapView>,
    /// The contents of the states that have them, of an abstract run.
    contents: Vec<u32>,
    layout: RunLayout,
}

impl RunHeaps {
    /// A layout for some heaps: each is compared with those before statements.
    fn new(heaps: Vec<HeapView>, contents: Vec<u32>, statements: &[StatementView]) -> Self {
        let pairs: Vec<(usize, usize)> = statements
            .iter()
            .filter_map(|own| Some((own.first as usize, own.after.filter(|&after| after > own.first)? as usize)))
            .collect();
        Self { layout: RunLayout::new(&heaps, &pairs), heaps, contents }
    }

    /// The heap at a step.
    pub(crate) fn heap(&self, step: u32) -> Option<&HeapView> {
        self.heaps.get(step as usize)
    }

    /// What has changed from one step to another.
    pub(crate) fn between(&self, before: u32, step: u32) -> Option<HeapDiff> {
        Some(heap_diff(self.heap(before)?, self.heap(step)?))
    }

    /// What has changed since the run last had a heap with this content. The heap of a step itself has no changes.
    pub(crate) fn since(&self, step: u32, content: u32) -> Option<HeapDiff> {
        let here = self.contents.get(step as usize)?;
        let earlier = self.contents.get(..step as usize)?;
        let before = if *here == content { step } else { u32::at(earlier.iter().rposition(|&own| own == content)?) };
        self.between(before, step)
    }

    /// A step with the layout.
    pub(crate) fn on_run(&self, step: u32) -> OnRun<'_> {
        OnRun { layout: &self.layout, step: step as usize }
    }
}

impl Session {
    /// The heaps of the executed run for a result.
    pub(super) fn concrete_heaps(&mut self, property: u32, raw: bool) -> Option<Rc<RunHeaps>> {
        self.run_heaps((property, Kind::Concrete, raw), |session| {
            let classes = if raw { CollectionClasses::default() } else { session.collections() };
            let heap = |step| Some(classes.folded(session.concrete_heap(property, step)?));
            let heaps: Vec<HeapView> = (0..).map_while(heap).collect();
            let run = session.report.properties.get(property as usize)?.judgement.shown_run()?;
            (!heaps.is_empty()).then(|| RunHeaps::new(heaps, Vec::new(), &statements(&run, &session.sources)))
        })
    }

    /// The heaps of the run that the analysis has found for a result, with the step at which it is at a place and has a content; absent if
    /// it has not, or nothing is known of its objects.
    pub(super) fn abstract_heaps(
        &mut self,
        content: u32,
        place: Option<RunPlace>,
        raw: bool,
    ) -> Option<(Rc<RunHeaps>, u32)> {
        let RunPlace { property, step } = place?;
        let run = self.numbered_heaps(property, raw)?;
        (run.contents.get(step as usize) == Some(&content)).then_some((run, step))
    }

    fn numbered_heaps(&mut self, property: u32, raw: bool) -> Option<Rc<RunHeaps>> {
        self.run_heaps((property, Kind::Abstract, raw), |session| {
            let classes = if raw { CollectionClasses::default() } else { session.collections() };
            let run: Run = session.report.properties.get(property as usize)?.judgement.run.clone()?;
            let numbers = session.shown.as_mut()?.object_numbers(&run)?;
            let shown = session.shown.as_ref()?;
            let content = |step: &RunStep| shown.content_of(step.index?);
            let contents: Vec<u32> = run.prefix.iter().chain(&run.cycle).map_while(content).collect();
            let heap = |(&content, numbers): (&u32, Vec<Option<u32>>)| {
                let mut heap = session.heap(content)?;
                heap.vertices.iter_mut().zip(numbers).for_each(|(vertex, number)| vertex.number = number);
                Some(classes.folded(&heap))
            };
            let heaps: Vec<HeapView> = contents.iter().zip(numbers).map_while(heap).collect();
            Some(RunHeaps::new(heaps, contents, &statements(&run, &session.sources)))
        })
    }

    fn run_heaps(
        &mut self,
        which: (u32, Kind, bool),
        find: impl FnOnce(&mut Self) -> Option<RunHeaps>,
    ) -> Option<Rc<RunHeaps>> {
        if let Some(known) = self.run_heaps.get(&which) {
            return known.clone();
        }
        let found = find(self).map(Rc::new);
        self.run_heaps.insert(which, found.clone());
        found
    }
}
