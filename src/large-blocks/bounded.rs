//! Bounded model checking (Biere, Cimatti, Clarke, Zhu, TACAS 1999) on blocks: all runs of so many blocks as one formula.
//!
//! After every block, what is known of the runs at a head is one guard and one value for each variable; several ways to a head
//! are joined there, as paths are inside of a block.

use std::collections::BTreeMap;

use crate::blocks::{BlockId, BlockProgram, HeadId};
use base::{CollectByInsertion, CompactSort, Observer, Phase, Progress, Stop};
use bitvec::{Answer, Solver, TermId, Terms};

use super::not_followed;
use super::path::{BlockInputs, Renaming, Values, after, substitution, trace_step};
use super::trace::Trace;

/// The runs that are at a head after so many blocks.
pub(super) struct Reached {
    /// When there is one.
    pub(super) guard: TermId,
    pub(super) values: Values,
    /// The last block, and when the run took it.
    ways: Vec<(BlockId, TermId)>,
}

impl Reached {
    /// The runs that begin at a head with any values.
    pub(super) fn start(program: &BlockProgram<'_>, head: HeadId, guard: TermId) -> Self {
        let values = program.heads[head].live.iter().map(|&v| (v, program.current[v])).collect_by_insertion();
        Self { guard, values, ways: Vec::new() }
    }
}

/// All runs of at most so many blocks.
pub struct Unrolling<'a, 'p> {
    program: &'a BlockProgram<'p>,
    inputs: &'a BlockInputs,
    solver: Solver,
    /// Of every number of blocks.
    layers: Vec<BTreeMap<HeadId, Reached>>,
    /// The copies of inputs for every block but the first.
    renamings: Vec<Renaming>,
    /// Whether a run comes to a call that is not followed.
    is_cut: bool,
}

/// What one more block has shown.
pub enum Bound {
    /// A run fails.
    Fails(Trace),
    /// No run fails within this bound; longer ones exist, or may.
    Holds,
    /// No run fails, and none is longer.
    Complete,
}

impl<'a, 'p> Unrolling<'a, 'p> {
    /// The runs of no block.
    pub fn new(program: &'a BlockProgram<'p>, inputs: &'a BlockInputs) -> Self {
        let start = Reached::start(program, BlockProgram::ENTRY, Terms::TRUE);
        Self::from_layer(program, inputs, BTreeMap::from([(BlockProgram::ENTRY, start)]))
    }

    /// The runs of no block that begin at these heads.
    pub(super) fn from_layer(
        program: &'a BlockProgram<'p>,
        inputs: &'a BlockInputs,
        layer: BTreeMap<HeadId, Reached>,
    ) -> Self {
        let (solver, layers) = (Solver::new(), vec![layer]);
        Self { program, inputs, solver, layers, renamings: Vec::new(), is_cut: false }
    }

    /// Whether some run of at most so many blocks comes to a call that is not followed.
    pub fn is_cut(&self) -> bool {
        self.is_cut
    }

    /// The greatest number of blocks so far.
    pub fn bound(&self) -> usize {
        self.renamings.len()
    }

    /// Conflicts of the solver so far.
    pub fn conflicts(&self) -> u64 {
        self.solver.statistics().conflicts
    }

    /// Looks at the runs of one more block.
    ///
    /// # Errors
    /// If the observer ends the search, or no run is longer but some come to a call that is not followed.
    pub fn extend(&mut self, terms: &mut Terms, observer: &mut dyn Observer) -> Result<Bound, Stop> {
        let frontier = u32::try_from(self.layers[self.layers.len() - 1].len()).unwrap_or(u32::MAX);
        let states = u32::try_from(self.bound()).unwrap_or(u32::MAX);
        observer.ask(Progress { phase: Phase::Checking, states, frontier })?;
        self.grow(terms);
        let layer = &self.layers[self.layers.len() - 1];
        let error = layer.get(&self.program.error).map(|reached| reached.guard);
        let cut = layer.get(&self.program.cut).map(|reached| reached.guard);
        let goes_on = |head: &HeadId| self.program.blocks_from(*head).next().is_some();
        let longer: Vec<TermId> = layer.iter().filter(|(head, _)| goes_on(head)).map(|(_, r)| r.guard).collect();
        if let Some(error) = error
            && self.solver.check(terms, &[error], observer)? == Answer::Satisfiable
        {
            return Ok(Bound::Fails(self.trace(terms)));
        }
        if let Some(cut) = cut
            && self.solver.check(terms, &[cut], observer)? == Answer::Satisfiable
        {
            self.is_cut = true;
        }
        let longer = terms.any(&longer);
        let ends = longer == Terms::FALSE || self.solver.check(terms, &[longer], observer)? == Answer::Unsatisfiable;
        match ends {
            true if self.is_cut => Err(not_followed([self.program])),
            true => Ok(Bound::Complete),
            false => Ok(Bound::Holds),
        }
    }

    /// The runs of one more block, without a question.
    pub(super) fn grow(&mut self, terms: &mut Terms) {
        let last = &self.layers[self.layers.len() - 1];
        let mut renaming = Renaming::default();
        let mut next: BTreeMap<HeadId, Reached> = BTreeMap::new();
        for (&source, reached) in last {
            let blocks: Vec<BlockId> = self.program.blocks_from(source).map(|(id, _)| id).collect();
            let mut inputs: Vec<TermId> = blocks.iter().flat_map(|&id| self.inputs.of(id)).copied().collect();
            inputs.compact_sort();
            inputs.dedup();
            let mut put = substitution(self.program, terms, &inputs, &reached.values, &mut renaming);
            for id in blocks {
                let block = &self.program.blocks[id];
                let own = put.apply(terms, block.guard);
                let guard = terms.and(reached.guard, own);
                if guard == Terms::FALSE {
                    continue;
                }
                let values = after(self.program, terms, block, &reached.values, &mut put);
                match next.get_mut(&block.target) {
                    Some(other) => join(terms, other, id, guard, values),
                    None => _ = next.insert(block.target, Reached { guard, values, ways: vec![(id, guard)] }),
                }
            }
        }
        self.renamings.push(renaming);
        self.layers.push(next);
    }

    /// The runs of every number of blocks.
    pub(super) fn layers(&self) -> &[BTreeMap<HeadId, Reached>] {
        &self.layers
    }

    /// The run of the last model.
    fn trace(&self, terms: &Terms) -> Trace {
        let model = self.solver.model();
        let mut model = model.evaluation(terms);
        let mut steps = Vec::new();
        let mut head = self.program.error;
        for (layer, renaming) in self.layers[1..].iter().zip(&self.renamings).rev() {
            let ways = layer[&head].ways.iter();
            let block = ways.copied().find(|&(_, guard)| model.holds(guard)).expect("a way of the model").0;
            steps.push(trace_step(self.inputs, block, renaming, &mut model));
            head = self.program.blocks[block].source;
        }
        steps.reverse();
        let entry = &self.program.heads[BlockProgram::ENTRY].live;
        let initial = entry.iter().map(|&variable| (variable, model.value(self.program.current[variable]))).collect();
        Trace { initial, steps }
    }
}

fn join(terms: &mut Terms, one: &mut Reached, block: BlockId, guard: TermId, values: Values) {
    one.guard = terms.or(one.guard, guard);
    one.ways.push((block, guard));
    for (variable, value) in values {
        let other = one.values.entry(variable).or_insert(value);
        *other = terms.ite(guard, value, *other);
    }
}
