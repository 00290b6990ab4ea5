//! What can be looked at after a run of a program with heaps.

use std::ops::Range;

use super::evidence::KeptRun;
use super::explored::Explored;
use super::object_numbers::object_numbers;
use super::runs::RunState;
use super::stages::stages;
use super::{place, views};
use crate::heap_program::{HeapProgram, HeapState, PointKind};
use analysis::proof_view::proof_view;
use analysis::states::{contracts, loop_heads, state_space};
use analysis::{DERIVED_LIMIT, IndefiniteState, LabelledRun, Shown};
use base::Idx;
use heap_grammar::heap::{HeapId, print_heap};
use interpreter::ExecutedRun;
use ltl::logic::{Formulas, PropositionId};
use ltl::tableau::{ProofStructure, ViolatingRun};
use program::objects::Program;
use report::Run;
use report::content::StateContent;
use report::contracts::ContractView;
use report::heap::{DerivedHeap, HeapView};
use report::proof::ProofView;
use report::space::{LoopHeadView, StateSpaceView};
use report::stage::StageView;
use rsm::{NodeId, Rsm};

/// A proof structure that can be drawn.
pub(super) struct KeptProof {
    pub proof: ProofStructure<RunState>,
    /// The failing run, if there is one.
    pub run: Option<ViolatingRun<RunState>>,
    /// The nodes of its states in what is shown, where they are.
    pub nodes: Vec<Option<NodeId>>,
}

/// A program with heaps that has been run.
pub struct ShownHeaps {
    pub(super) explored: Explored,
    pub(super) formulas: Formulas,
    /// The proof structures, in the order of the properties in the report; those that are not too large.
    pub(super) proofs: Vec<Option<KeptProof>>,
    /// The executed runs behind violations, in the same order.
    pub(super) runs: Vec<Option<KeptRun>>,
    /// The failing runs, in the same order, with what holds in their states.
    pub(super) labelled_runs: Vec<Option<LabelledRun>>,
    /// The states because of which results are not known, in the same order, with what is neither true nor false there.
    pub(super) culprits: Vec<Option<(NodeId, Vec<PropositionId>)>>,
    /// Number of heaps that were derived by hand.
    pub(super) derived: usize,
}

impl ShownHeaps {
    /// The program.
    pub fn program(&self) -> &Program {
        &self.explored.system.model().program
    }

    /// The abstract execution and the machine that was generated from it.
    pub fn machine(&self) -> (&HeapProgram, &Rsm<HeapState>) {
        (&self.explored.system, &self.explored.rsm)
    }

    fn kept_run(&self, property: u32) -> Option<&KeptRun> {
        self.runs.get(property as usize)?.as_ref()
    }
}

impl Shown for ShownHeaps {
    fn state_space(&self) -> Option<StateSpaceView> {
        Some(state_space(&self.explored.rsm, &self.explored.system))
    }

    fn label(&mut self, space: &mut StateSpaceView, states: Range<usize>) {
        views::label_states(&mut self.explored, &self.formulas, space, states);
    }

    fn formula(&self, number: u32) -> Option<String> {
        views::formula(&self.explored, number)
    }

    fn invariant(&self, contents: &[u32]) -> Vec<String> {
        views::invariant(&self.explored, contents)
    }

    fn content(&self, number: u32) -> Option<StateContent> {
        views::heap(&self.explored, number).map(StateContent::Heap)
    }

    fn variables(&self, number: u32) -> Vec<String> {
        views::variables(&self.explored, number)
    }

    fn contracts(&self) -> Option<Vec<ContractView>> {
        Some(contracts(&self.explored.rsm, &self.explored.system))
    }

    fn loop_heads(&self) -> Option<Vec<LoopHeadView>> {
        let Explored { system, rsm, .. } = &self.explored;
        let points = system.points();
        let place = |state: HeapState| match points.kind(state.point) {
            PointKind::At(instance, location) => Some((points.instance(instance).procedure, location)),
            PointKind::Fault(..) => None,
        };
        Some(loop_heads(self.program(), rsm, system, place))
    }

    fn proof(&self, property: u32) -> Option<ProofView> {
        let kept = self.proofs.get(property as usize)?.as_ref()?;
        let Explored { system, rsm, .. } = &self.explored;
        let node = |state: RunState| kept.nodes.get(state.index()).copied().flatten();
        let at = |state| (node(state).map(|node| rsm.nodes[node].state), node(state));
        Some(proof_view(&kept.proof, kept.run.as_ref(), &self.formulas, system, at))
    }

    fn concrete_heap(&self, property: u32, step: u32) -> Option<&HeapView> {
        self.kept_run(property)?.heaps.get(step as usize)
    }

    fn executed_run(&self, property: u32) -> Option<ExecutedRun<'_>> {
        let KeptRun { counterexample, formula, .. } = self.kept_run(property)?;
        Some(ExecutedRun {
            setting: self.explored.setting(),
            sources: &self.explored.system.model().sources,
            input: &counterexample.input,
            marked: counterexample.marked,
            script: &counterexample.script,
            formula: formula.map(|formula| (&self.formulas, formula)),
            garbage: self.explored.garbage(),
        })
    }

    fn labelled_run(&self, property: u32) -> Option<(&Formulas, &LabelledRun)> {
        Some((&self.formulas, self.labelled_runs.get(property as usize)?.as_ref()?))
    }

    fn indefinite_state(&self, property: u32) -> Option<IndefiniteState> {
        let (node, propositions) = self.culprits.get(property as usize)?.as_ref()?;
        let printed = propositions.iter().map(|&p| self.formulas.proposition(p).to_string());
        let Explored { system, rsm, .. } = &self.explored;
        let place = place::of(system, rsm.nodes[*node].state.point);
        Some(IndefiniteState { state: node.0, place, propositions: printed.collect() })
    }

    fn content_of(&self, state: u32) -> Option<u32> {
        let nodes = &self.explored.rsm.nodes;
        ((state as usize) < nodes.len()).then(|| nodes[NodeId(state)].state.heap.0)
    }

    fn object_numbers(&mut self, run: &Run) -> Option<Vec<Vec<Option<u32>>>> {
        Some(object_numbers(&mut self.explored, run))
    }

    fn samples(&mut self, number: u32) -> Option<Vec<u32>> {
        let system = &mut self.explored.system;
        let is_known = (number as usize) < system.store().len();
        is_known.then(|| system.heaps().samples(HeapId(number)).into_iter().map(|heap| heap.0).collect())
    }

    fn stages(&mut self, source: u32, target: u32) -> Option<Vec<StageView>> {
        let count = self.explored.rsm.nodes.len();
        let known = [source, target].iter().all(|&state| (state as usize) < count);
        if known { stages(&mut self.explored, NodeId(source), NodeId(target)) } else { None }
    }

    fn derive(&mut self, heap: u32, nonterminal: u32) -> Option<Vec<DerivedHeap>> {
        let system = &mut self.explored.system;
        if heap as usize >= system.store().len() {
            return None;
        }
        let start = system.store().get(HeapId(heap));
        let label = start.nonterminals().get(nonterminal as usize)?.label;
        let before = system.store().len();
        let room = DERIVED_LIMIT.saturating_sub(self.derived);
        let derived = system.heaps().derive_at(HeapId(heap), nonterminal as usize, room);
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
}
