//! What can be looked at after a run by forest automata.

use super::explored::ExploredForests;
use super::picture;
use super::views::Described;
use crate::analysis::Shown;
use crate::analysis::states::{contracts, state_space};
use crate::base::Sources;
use crate::report::content::StateContent;
use crate::report::contracts::ContractView;
use crate::report::heap::HeapView;
use crate::report::space::StateSpaceView;

/// A program that has been analysed by forest automata.
pub struct ShownForests {
    pub(super) explored: ExploredForests,
    pub(super) sources: Sources,
    /// The heaps of the executed runs, in the order of the properties in the report.
    pub(super) heaps: Vec<Vec<HeapView>>,
}

impl ShownForests {
    fn described(&self) -> Described<'_> {
        Described { explored: &self.explored, sources: &self.sources }
    }
}

impl Shown for ShownForests {
    fn state_space(&self) -> Option<StateSpaceView> {
        Some(state_space(&self.explored.rsm, &self.described()))
    }

    fn content(&self, number: u32) -> Option<StateContent> {
        picture::forest(&self.explored, number).map(StateContent::Heap)
    }

    fn variables(&self, number: u32) -> Vec<String> {
        let heap = picture::forest(&self.explored, number);
        heap.into_iter().flat_map(|heap| heap.vertices).flat_map(|vertex| vertex.variables).collect()
    }

    fn contracts(&self) -> Option<Vec<ContractView>> {
        Some(contracts(&self.explored.rsm, &self.described()))
    }

    fn concrete_heap(&self, property: u32, step: u32) -> Option<&HeapView> {
        self.heaps.get(property as usize)?.get(step as usize)
    }
}
