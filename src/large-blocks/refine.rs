//! Paths to the error location: a run, or new predicates that exclude it.

use crate::blocks::{BlockId, BlockProgram};
use base::{Observer, Stop};
use bitvec::{Substitution, Terms};
use numbers::{PathCheck, check_path};

use super::path::{BlockInputs, block_steps, trace_step};
use super::predicates::{Allowed, Predicates};
use super::trace::Trace;

/// What a path has turned out to be.
pub(crate) enum Refinement {
    /// A run takes it.
    Feasible(Trace),
    /// No run does, and there are new predicates.
    Refined,
    /// No run does, but there are no new predicates.
    Stuck,
}

/// Looks whether a run takes a path. If not, weakest preconditions of its end are put together from conditions on the variables at
/// each head; those that a proof of infeasibility needs become predicates there.
///
/// # Errors
/// If the observer ends the search.
pub(crate) fn refine(
    program: &BlockProgram<'_>,
    inputs: &BlockInputs,
    path: &[BlockId],
    predicates: &mut Predicates,
    terms: &mut Terms,
    observer: &mut dyn Observer,
) -> Result<Refinement, Stop> {
    let (steps, renamings) = block_steps(program, inputs, path, terms);
    let infeasible = match check_path(&steps, terms, observer)? {
        PathCheck::Infeasible(infeasible) => infeasible,
        PathCheck::Feasible(model) => {
            let mut model = model.evaluation(terms);
            let steps = path.iter().zip(&renamings);
            let steps = steps.map(|(&block, renaming)| trace_step(inputs, block, renaming, &mut model)).collect();
            let entry = &program.heads[BlockProgram::ENTRY].live;
            let initial = entry.iter().map(|&v| (v, model.value(program.current[v]))).collect();
            return Ok(Refinement::Feasible(Trace { initial, steps }));
        }
    };
    let mut refined = false;
    for only_needed in [true, false] {
        let source = |step: usize| program.blocks[path[step]].source;
        let mut name = |terms: &mut Terms, step, atom, _: &mut Substitution| {
            Allowed::new(program, source(step)).covers(terms, atom).then_some(atom)
        };
        for (step, found) in infeasible.atoms(only_needed, &mut name, terms, observer)? {
            for atom in found {
                refined |= predicates.add(terms, source(step), atom);
            }
        }
        if refined {
            return Ok(Refinement::Refined);
        }
    }
    Ok(Refinement::Stuck)
}
