//! Blocks in a row: one block after the other, as functions of the variables at the entry and of the inputs of every block.

use std::collections::BTreeMap;

use rustc_hash::{FxHashMap, FxHashSet};

use crate::blocks::{Block, BlockId, BlockProgram, FlatVariable};
use base::{CompactSort, IndexVec};
use bitvec::{Evaluation, Substitution, TermId, Terms, VariableId};
use numbers::PathStep;

use super::trace::TraceStep;

/// The inputs of every block: the variables of its terms that are not variables of the program.
pub struct BlockInputs {
    of: IndexVec<BlockId, Vec<TermId>>,
}

impl BlockInputs {
    /// Finds the inputs of all blocks.
    pub fn new(program: &BlockProgram<'_>, terms: &Terms) -> Self {
        let current: FxHashSet<TermId> = program.current.iter().copied().collect();
        let inputs_of = |block: &Block| {
            let roots = std::iter::once(block.guard).chain(block.next.iter().map(|&(_, value)| value));
            let mut found: Vec<VariableId> = roots.flat_map(|root| terms.variables(root)).collect();
            found.compact_sort();
            found.dedup();
            found.into_iter().map(|v| terms.term_of(v)).filter(|term| !current.contains(term)).collect()
        };
        Self { of: program.blocks.iter().map(inputs_of).collect() }
    }

    /// The inputs of a block, in a fixed order.
    pub fn of(&self, block: BlockId) -> &[TermId] {
        &self.of[block]
    }
}

/// The values of variables at a head; those that are not there are not live.
pub(crate) type Values = BTreeMap<FlatVariable, TermId>;

/// Renames the inputs of one block of a row.
#[derive(Clone, Default, Debug)]
pub(crate) struct Renaming {
    names: FxHashMap<TermId, TermId>,
}

impl Renaming {
    /// The copy of an input.
    pub(crate) fn name(&mut self, terms: &mut Terms, input: TermId) -> TermId {
        *self.names.entry(input).or_insert_with(|| terms.variable(terms.sort(input)))
    }

    /// The copy of an input, if it has one.
    pub(crate) fn known(&self, input: TermId) -> Option<TermId> {
        self.names.get(&input).copied()
    }
}

/// The substitution that puts values for variables, and copies for the inputs of a block.
pub(crate) fn substitution(
    program: &BlockProgram<'_>,
    terms: &mut Terms,
    inputs: &[TermId],
    values: &Values,
    renaming: &mut Renaming,
) -> Substitution {
    let mut images: Vec<(TermId, TermId)> = inputs.iter().map(|&input| (input, renaming.name(terms, input))).collect();
    images.extend(values.iter().map(|(&variable, &value)| (program.current[variable], value)));
    Substitution::new(images)
}

/// The values after a block: those that it changes, and the live ones that it does not.
pub(crate) fn after(
    program: &BlockProgram<'_>,
    terms: &mut Terms,
    block: &Block,
    values: &Values,
    substitution: &mut Substitution,
) -> Values {
    let mut next: Values = program.heads[block.target]
        .live
        .iter()
        .map(|&variable| (variable, values.get(&variable).copied().unwrap_or(program.current[variable])))
        .collect();
    for &(variable, value) in &block.next {
        next.insert(variable, substitution.apply(terms, value));
    }
    next
}

/// The steps of blocks in a row, with inputs of their own.
pub(crate) fn block_steps(
    program: &BlockProgram<'_>,
    inputs: &BlockInputs,
    path: &[BlockId],
    terms: &mut Terms,
) -> (Vec<PathStep>, Vec<Renaming>) {
    let step = |&id: &BlockId| {
        let block = &program.blocks[id];
        let mut renaming = Renaming::default();
        let images: Vec<(TermId, TermId)> =
            inputs.of(id).iter().map(|&input| (input, renaming.name(terms, input))).collect();
        let mut put = Substitution::new(images);
        let guard = put.apply(terms, block.guard);
        let next = block.next.iter().map(|&(v, value)| (program.current[v], put.apply(terms, value))).collect();
        (PathStep { guard, next }, renaming)
    };
    path.iter().map(step).unzip()
}

/// A block of a run, with the values that a model gives to its inputs.
pub(crate) fn trace_step<F: FnMut(VariableId) -> u64>(
    inputs: &BlockInputs,
    block: BlockId,
    renaming: &Renaming,
    model: &mut Evaluation<'_, F>,
) -> TraceStep {
    let inputs = inputs.of(block).iter();
    let inputs = inputs.filter_map(|&input| Some((input, model.value(renaming.known(input)?)))).collect();
    TraceStep { block, inputs }
}
