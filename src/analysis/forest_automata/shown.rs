//! What can be looked at after a run by forest automata.

use std::collections::BTreeMap;

use super::explored::ExploredForests;
use super::learned::{LearnedGrammar, Origin, with_grammar};
use super::picture;
use super::views::Described;
use crate::analysis::Shown;
use crate::analysis::states::{contracts, loop_heads, state_space};
use crate::base::{Idx, Sources};
use crate::report::content::StateContent;
use crate::report::contracts::ContractView;
use crate::report::heap::{BoxView, HeapView, LearnedView};
use crate::report::space::{LoopHeadView, StateSpaceView};
use crate::semantics::forest::{ForestProgram, ForestState};
use crate::task::Analysis;

/// A program that has been analysed by forest automata.
pub struct ShownForests {
    pub(super) explored: ExploredForests,
    pub(super) sources: Sources,
    pub(super) origin: Origin,
    /// The heaps of the executed runs, in the order of the properties in the report.
    pub(super) heaps: Vec<Vec<HeapView>>,
    /// The heaps that were sampled, and of which contents.
    pub(super) sampled: Vec<HeapView>,
    pub(super) samples: BTreeMap<u32, Vec<u32>>,
}

impl ShownForests {
    /// The program, and the sets of heaps that were found at its locations.
    pub fn forests(&self) -> (&ForestProgram, Vec<ForestState>) {
        let ExploredForests { system, rsm, .. } = &self.explored;
        let states = rsm.nodes.iter().filter(|node| self.explored.counts(&node.state));
        (system, states.map(|node| node.state.state).collect())
    }

    /// Sets of heaps, boxes and sampled heaps, in this order.
    fn heap(&self, number: u32) -> Option<HeapView> {
        let sampled = (number as usize).checked_sub(self.explored.content_count());
        match sampled {
            Some(sampled) => self.sampled.get(sampled).cloned(),
            None => picture::content(&self.explored, number),
        }
    }

    fn described(&self) -> Described<'_> {
        Described { explored: &self.explored, sources: &self.sources }
    }
}

impl Shown for ShownForests {
    fn state_space(&self) -> Option<StateSpaceView> {
        Some(state_space(&self.explored.rsm, &self.described()))
    }

    fn content(&self, number: u32) -> Option<StateContent> {
        self.heap(number).map(StateContent::Heap)
    }

    fn variables(&self, number: u32) -> Vec<String> {
        let heap = self.heap(number);
        heap.into_iter().flat_map(|heap| heap.vertices).flat_map(|vertex| vertex.variables).collect()
    }

    fn contracts(&self) -> Option<Vec<ContractView>> {
        Some(contracts(&self.explored.rsm, &self.described()))
    }

    fn loop_heads(&self) -> Option<Vec<LoopHeadView>> {
        let ExploredForests { system, rsm, .. } = &self.explored;
        let place = |state| self.explored.counts(&state).then_some((state.state.procedure, state.state.location));
        Some(loop_heads(system.program(), rsm, &self.described(), place))
    }

    fn boxes(&self) -> Option<Vec<BoxView>> {
        Some(picture::boxes(&self.explored))
    }

    fn learned(&self) -> Option<LearnedView> {
        let LearnedGrammar { document, left_out, formula } =
            LearnedGrammar::new(&self.explored, &self.sources, &self.origin);
        // The only place that says where such a grammar is of use.
        let is_read = self.origin.task.program.language.analyses().contains(&Analysis::Heap);
        Some(LearnedView {
            nonterminals: document.nonterminals.iter().map(|nonterminal| nonterminal.name.clone()).collect(),
            task: is_read.then(|| with_grammar(&self.origin.task, &document, formula).to_json()),
            grammar: document.to_json(),
            left_out,
        })
    }

    fn samples(&mut self, number: u32) -> Option<Vec<u32>> {
        if !self.samples.contains_key(&number) {
            if number as usize >= self.explored.content_count() {
                return None;
            }
            let heaps = picture::samples(&mut self.explored, number)?;
            let first = self.explored.content_count() + self.sampled.len();
            self.samples.insert(number, (first..first + heaps.len()).map(u32::at).collect());
            self.sampled.extend(heaps);
        }
        self.samples.get(&number).cloned()
    }

    fn concrete_heap(&self, property: u32, step: u32) -> Option<&HeapView> {
        self.heaps.get(property as usize)?.get(step as usize)
    }
}
