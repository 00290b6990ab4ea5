//! What can be looked at after a run by forest automata.

use std::collections::BTreeMap;

use super::explored::ExploredForests;
use super::learned::{LearnedGrammar, Origin};
use super::picture;
use super::stages::stages;
use super::views::Described;
use crate::semantics::{ForestProgram, ForestState};
use analysis::Shown;
pub(crate) use analysis::states::{DescribeStates, contracts, loop_heads, state_space};
use base::{Idx, Sources};
use report::content::StateContent;
use report::contracts::ContractView;
use report::heap::{BoxView, HeapView, LearnedView};
use report::space::{LoopHeadView, StateSpaceView};
use report::stage::StageView;
use rsm::NodeId;

/// A program that has been analysed by forest automata.
pub struct ShownForests {
    pub(super) explored: ExploredForests,
    pub(super) sources: Sources,
    pub(super) origin: Origin,
    /// The heaps of the executed runs, in the order of the properties in the report.
    pub(super) heaps: Vec<Vec<HeapView>>,
    /// What was looked at besides states and boxes: the contents after these.
    pub(super) more: Vec<HeapView>,
    /// Of which contents heaps were sampled.
    pub(super) samples: BTreeMap<u32, Vec<u32>>,
    /// Between which states stages were shown.
    pub(super) stages: BTreeMap<(u32, u32), Option<Vec<StageView>>>,
}

impl ShownForests {
    /// The program, and the sets of heaps that were found at its locations.
    pub fn forests(&self) -> (&ForestProgram, Vec<ForestState>) {
        let ExploredForests { system, rsm, .. } = &self.explored;
        let states = rsm.nodes.iter().filter(|node| self.explored.counts(&node.state));
        (system, states.map(|node| node.state.state).collect())
    }

    /// Sets of heaps, boxes, and what else was looked at, in this order.
    fn heap(&self, number: u32) -> Option<HeapView> {
        match (number as usize).checked_sub(self.explored.content_count()) {
            Some(more) => self.more.get(more).cloned(),
            None => picture::content(&self.explored, number),
        }
    }

    /// The content number of a heap that is looked at.
    fn keep(&mut self, heap: HeapView) -> u32 {
        self.more.push(heap);
        u32::at(self.explored.content_count() + self.more.len() - 1)
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
        Some(LearnedView {
            nonterminals: document.nonterminals.iter().map(|nonterminal| nonterminal.name.clone()).collect(),
            grammar: document.to_json(),
            formula,
            left_out,
        })
    }

    fn samples(&mut self, number: u32) -> Option<Vec<u32>> {
        if !self.samples.contains_key(&number) {
            if number as usize >= self.explored.content_count() {
                return None;
            }
            let heaps = picture::samples(&mut self.explored, number)?;
            let numbers = heaps.into_iter().map(|heap| self.keep(heap)).collect();
            self.samples.insert(number, numbers);
        }
        self.samples.get(&number).cloned()
    }

    fn stages(&mut self, source: u32, target: u32) -> Option<Vec<StageView>> {
        if !self.stages.contains_key(&(source, target)) {
            let count = u32::at(self.explored.rsm.nodes.len());
            let found = if source < count && target < count {
                stages(&mut self.explored, NodeId(source), NodeId(target))
            } else {
                None
            };
            let view = |(kind, boxes, heap)| StageView { kind, content: self.keep(heap), boxes };
            let views = found.map(|found| found.into_iter().map(view).collect());
            self.stages.insert((source, target), views);
        }
        self.stages.get(&(source, target)).cloned().flatten()
    }

    fn content_of(&self, state: u32) -> Option<u32> {
        let nodes = &self.explored.rsm.nodes;
        ((state as usize) < nodes.len()).then(|| self.described().content(nodes[NodeId(state)].state).0)
    }

    fn concrete_heap(&self, property: u32, step: u32) -> Option<&HeapView> {
        self.heaps.get(property as usize)?.get(step as usize)
    }
}
